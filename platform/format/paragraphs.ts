/** Two versions of a text beside each other, paragraph by paragraph. Pure. */
import { htmlToText } from './html-text.ts'

/** `same`: in both; `changed`: one in place of the other; `gone`, `added`: on one side alone. */
export interface Pair {
  readonly kind: 'same' | 'changed' | 'gone' | 'added'
  readonly left: string
  readonly right: string
}

const blocks = /<\/(?:p|h[1-6]|li|tr|blockquote|pre|div)>/i

/** The paragraphs of an HTML text, without empty ones. */
export const paragraphsOf = (html: string): string[] =>
  html
    .split(blocks)
    .map(htmlToText)
    .filter(text => text !== '')

/** cells of the table by which the longest row is found: two longer texts are told apart as wholes */
const cellsMax = 4_000_000

/** By the longest row of paragraphs that both have; what stands between them is put beside each other. */
export function pairsOf(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const shorter = Math.min(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  let tail = 0
  while (tail < shorter - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1
  const same = (texts: readonly string[]): Pair[] => texts.map(text => ({ kind: 'same', left: text, right: text }))
  const [from, to] = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)]
  const middle =
    from.length * to.length > cellsMax
      ? [
          ...from.map((text): Pair => ({ kind: 'gone', left: text, right: '' })),
          ...to.map((text): Pair => ({ kind: 'added', left: '', right: text })),
        ]
      : between(from, to)
  return [...same(left.slice(0, head)), ...middle, ...same(left.slice(left.length - tail))]
}

function between(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  const at = (l: number, r: number): number => lengths[l * width + r] ?? 0
  for (let l = left.length - 1; l >= 0; l--)
    for (let r = right.length - 1; r >= 0; r--)
      lengths[l * width + r] = left[l] === right[r] ? at(l + 1, r + 1) + 1 : Math.max(at(l + 1, r), at(l, r + 1))
  const pairs: Pair[] = []
  let [gone, added]: [string[], string[]] = [[], []]
  const flush = (): void => {
    for (let i = 0; i < Math.max(gone.length, added.length); i++) {
      const [before, after] = [gone[i], added[i]]
      const kind = before === undefined ? 'added' : after === undefined ? 'gone' : 'changed'
      pairs.push({ kind, left: before ?? '', right: after ?? '' })
    }
    ;[gone, added] = [[], []]
  }
  for (let [l, r] = [0, 0]; l < left.length || r < right.length;) {
    const [a, b] = [left[l], right[r]]
    if (a !== undefined && a === b) {
      flush()
      pairs.push({ kind: 'same', left: a, right: a })
      l += 1
      r += 1
    } else if (a !== undefined && (b === undefined || at(l + 1, r) >= at(l, r + 1))) {
      gone.push(a)
      l += 1
    } else {
      if (b !== undefined) added.push(b)
      r += 1
    }
  }
  flush()
  return pairs
}

/** What a text is other in, a line each: what went with a minus, what came with a plus. Empty: nothing. */
export const changesIn = (left: readonly string[], right: readonly string[]): string =>
  pairsOf(left, right)
    .flatMap(pair => [
      ...(pair.kind === 'gone' || pair.kind === 'changed' ? [`－ ${pair.left}`] : []),
      ...(pair.kind === 'added' || pair.kind === 'changed' ? [`＋ ${pair.right}`] : []),
    ])
    .join('\n')
