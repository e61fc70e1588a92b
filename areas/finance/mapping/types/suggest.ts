/**
 * What an unmapped kind may mean, from kinds that are mapped: the same word elsewhere, else a similar one. A suggestion is shown with the
 * kind it comes from and never taken by itself. Pure.
 */
import { wordKey } from '../../facts/kinds/vocabulary-words.ts'

interface Words {
  readonly type: string
  readonly amountType: string
  readonly description: string
  readonly columnName: string
}
export interface MappedWords extends Words {
  readonly item: number
  readonly title: string
}
export interface Suggestion {
  readonly item: number
  /** same: its word is mapped elsewhere; similar: a word like it is */
  readonly why: 'same' | 'similar'
  /** the kind it comes from */
  readonly from: string
}

const leastLikeness = 0.5
/** the word that tells most: its fee, else its column, its amount type, its type */
const tellingWord = ({ type, amountType, description, columnName }: Words): string =>
  wordKey(description || columnName || amountType || type)

/** Pairs of letters; of short words the beginning and end count too. */
function pairsOf(word: string): Set<string> {
  const padded = ` ${word} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}
/** Shared pairs of both (Dice). */
export function likeness(a: string, b: string): number {
  const [of, other] = [pairsOf(a), pairsOf(b)]
  const shared = [...of].filter(pair => other.has(pair)).length
  return (2 * shared) / (of.size + other.size)
}

export function suggester(mapped: readonly MappedWords[]): (kind: Words) => Suggestion | null {
  const byWord = Map.groupBy(mapped, tellingWord)
  const words = [...byWord.keys()]
  return kind => {
    const word = tellingWord(kind)
    if (word === '') return null
    const same = mostFrequent(byWord.get(word) ?? [], kind)
    if (same) return { item: same.item, why: 'same', from: same.title }
    let best: { readonly word: string; readonly by: number } | null = null
    for (const other of words) {
      const by = likeness(word, other)
      if (by >= leastLikeness && (best === null || by > best.by)) best = { word: other, by }
    }
    const like = best === null ? null : mostFrequent(byWord.get(best.word) ?? [], kind)
    return like ? { item: like.item, why: 'similar', from: like.title } : null
  }
}

/** The item that most kinds of a word have; of the same type of transaction before others. */
function mostFrequent(kinds: readonly MappedWords[], { type }: Words): MappedWords | null {
  const own = kinds.filter(one => wordKey(one.type) === wordKey(type))
  const groups = Map.groupBy(own.length > 0 ? own : kinds, one => one.item)
  const [first] = [...groups.values()].toSorted((a, b) => b.length - a.length)
  return first?.[0] ?? null
}
