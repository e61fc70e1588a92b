/** Which of the articles that were found is meant: the best first, those that have too little of what was asked left out. Pure. */
import { folded } from '#platform/format/found-at.ts'
import { weightsOf } from './grams.ts'

/** One way to say what was typed: itself, or with a synonym in place of a word. */
export interface Variant {
  readonly pieces: readonly string[]
  readonly grams: ReadonlySet<string>
}
export interface Found {
  readonly title: string
  readonly keywords: string | null
  readonly body: string
  readonly views: number
}

/** Part of the grams asked for, by what each tells, that a title and its keywords must have. */
const enough = 0.4
const [inTitle, inKeywords, inBody] = [2, 1, 0.6]

/** of what a gram that one article has tells: it may be a mistake, or a word that nobody has written */
const unknown = 0.6

/** How much a gram tells: the fewer articles have it, the more. */
export const tells = (articles: number, having: number): number =>
  having === 0 ? unknown * Math.log(1 + articles) : Math.log(1 + articles / having)

/** 0: it is not meant. `telling`: by gram; a gram that is not there tells nothing. */
export function scoreOf(found: Found, variants: readonly Variant[], telling: ReadonlyMap<string, number>): number {
  const weights = weightsOf(found)
  return Math.max(0, ...variants.map(variant => ofVariant(found, weights, variant, telling)))
}

function ofVariant(
  { title, keywords, body, views }: Found,
  weights: ReadonlyMap<string, number>,
  { pieces, grams }: Variant,
  telling: ReadonlyMap<string, number>,
): number {
  const sum = (of: Iterable<string>, weight: (gram: string) => number): number => {
    let total = 0
    for (const gram of of) total += (telling.get(gram) ?? 0) * weight(gram)
    return total
  }
  // a word is read in several ways, of which one is meant: each way for itself
  const ways = Map.groupBy(grams, gram => gram.charAt(0))
  const covered = Math.max(
    0,
    ...[...ways.values()].map(way => {
      const all = sum(way, () => 1)
      return all === 0 ? 0 : sum(way, gram => (weights.has(gram) ? 1 : 0)) / all
    }),
  )
  const has = (text: string): number =>
    pieces.length === 0 ? 0 : pieces.filter(piece => folded(text).includes(piece)).length / pieces.length
  const [titled, keyed, told] = [has(title), has(keywords ?? ''), has(body)]
  if (covered < enough && titled < 1 && keyed < 1 && told < 1) return 0
  const where =
    covered === 0
      ? 0
      : sum(grams, gram => Math.min(weights.get(gram) ?? 0, 5) / 5) /
        Math.max(
          1e-9,
          sum(grams, () => 1),
        )
  // of titles that hold it alike the shorter one is about it
  const brief = Math.max(titled, covered) / Math.sqrt(title.length)
  return 2 * covered + where + inTitle * titled + inKeywords * keyed + inBody * told + brief + Math.log10(1 + views) / 20
}
