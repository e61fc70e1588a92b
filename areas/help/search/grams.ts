/**
 * What titles and keywords are found by, and what a search asks for: pairs of syllables for Chinese (which finds words that sound alike,
 * the usual mistake of who types pinyin, and pinyin itself), first letters of syllables, two characters of Latin words. Pure.
 */
import { folded } from '#platform/format/found-at.ts'
import { readAsPinyin, syllablesOf } from './syllables.ts'

/** A gram and where it stands in the text, in UTF-16 units. */
export interface Gram {
  readonly gram: string
  readonly from: number
  readonly to: number
}

const runs = /[a-z0-9]+|\p{Script=Han}+/gu
const latin = /^[a-z0-9]/
const windowOf = 3

/** Windows of a list, whole where it is shorter. */
function windows<T>(of: readonly T[], size: number): { readonly at: number; readonly part: readonly T[] }[] {
  if (of.length <= size) return of.length === 0 ? [] : [{ at: 0, part: of }]
  return Array.from({ length: of.length - size + 1 }, (_, at) => ({ at, part: of.slice(at, at + size) }))
}

/** Chinese by pairs of syllables: `y:jie suan`. */
function sounds(syllables: readonly string[], start: number): Gram[] {
  return windows(syllables, 2).map(({ at, part }) => ({ gram: `y:${part.join(' ')}`, from: start + at, to: start + at + part.length }))
}
/** Latin words: `a:se`, `a:et`, of which a mistyped letter leaves most. */
function letters(word: string, start: number): Gram[] {
  return windows([...word], 2).map(({ at, part }) => ({
    gram: `a:${part.join('')}`,
    from: start + at,
    to: start + at + part.length,
  }))
}
/** First letters of three syllables: `i:jsb`. */
function heads(syllables: readonly string[], start: number): Gram[] {
  if (syllables.length < windowOf) return []
  return windows(syllables, windowOf).map(({ at, part }) => ({
    gram: `i:${part.map(one => one.charAt(0)).join('')}`,
    from: start + at,
    to: start + at + part.length,
  }))
}

/** All that a text is found by. Places hold for texts whose folding keeps their length, which titles do. */
export function gramsOf(text: string): readonly Gram[] {
  return [...folded(text).matchAll(runs)].flatMap(([run], i, all) => {
    const start = all[i]?.index ?? 0
    if (latin.test(run)) return letters(run, start)
    const syllables = syllablesOf(run)
    return [...sounds(syllables, start), ...heads(syllables, start)]
  })
}

const titleWeight = 3
const keywordWeight = 2

/** Grams of an article, each once with the weight of where it stands; in both counts for both. */
export function weightsOf({ title, keywords }: { readonly title: string; readonly keywords: string | null }): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const note = (text: string, weight: number): void => {
    for (const gram of new Set(gramsOf(text).map(one => one.gram))) weights.set(gram, (weights.get(gram) ?? 0) + weight)
  }
  note(title, titleWeight)
  note(keywords ?? '', keywordWeight)
  return weights
}

/** words around the matter of a question, longest first */
const around = new RegExp(
  [
    '请问一下 请问 为什么会 为什么 为啥 怎么样 怎么办 怎么 怎样 如何 是什么 什么 哪里可以 在哪里 在哪儿 在哪 哪里 哪儿 哪些',
    '可不可以 还可以 可以 还能 以后 之后 以前 之前 应该 现在 能不能 能否 是不是 有没有 需要 想要 一下 了吗 不了',
    '吗 呢 吧 啊 的 了 我们 我 要 想 把 被 给 在 和 与 及',
  ]
    .join(' ')
    .replaceAll(' ', '|'),
  'gu',
)

/** The matter of what was typed, in pieces: 怎么导入结算报告？ -> 导入结算报告. What consists of such words alone stays as it is. */
export function piecesOf(keyword: string): readonly string[] {
  const cut = (text: string): string[] => [...text.matchAll(runs)].map(([run]) => run)
  const whole = folded(keyword)
  const pieces = cut(whole.replace(around, ' ')).filter(piece => latin.test(piece) || piece.length > 1)
  return pieces.length > 0 ? pieces : cut(whole)
}

/** What a search asks for. Letters are read as a word, as pinyin and as first letters. */
export function askedGrams(pieces: readonly string[]): ReadonlySet<string> {
  return new Set(
    pieces.flatMap(piece => {
      if (!latin.test(piece)) return sounds(syllablesOf(piece), 0).map(one => one.gram)
      const syllables = /^[a-z]+$/.test(piece) ? readAsPinyin(piece) : null
      const read = syllables === null ? [] : sounds(syllables, 0)
      const first =
        /^[a-z]+$/.test(piece) && piece.length >= windowOf ? windows([...piece], windowOf).map(({ part }) => `i:${part.join('')}`) : []
      return [...letters(piece, 0), ...read].map(one => one.gram).concat(first)
    }),
  )
}

/** Where a title holds what was asked for: ranges in their order, without overlap. */
export function marksOf(text: string, asked: ReadonlySet<string>): (readonly [from: number, to: number])[] {
  const hits = gramsOf(text)
    .filter(({ gram }) => asked.has(gram))
    .toSorted((a, b) => a.from - b.from)
  const ranges: [number, number][] = []
  for (const { from, to } of hits) {
    const last = ranges.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges
}
