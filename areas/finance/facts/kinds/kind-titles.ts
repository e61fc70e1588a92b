/** Name of a kind from the names of its words: one after the other, an unknown word as it is printed. Pure. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { Title } from '#platform/declare/title.ts'
import { wordKey } from './vocabulary-words.ts'
import type { AmountKind } from './vocabulary.ts'

/** word (`wordKey`) -> Chinese and English name */
export type WordNames = Readonly<Record<string, Title>>

export const titleOfWords =
  (names: WordNames) =>
  (kind: AmountKind): Title => {
    const words = [kind.type, kind.amountType, kind.description, kind.column].filter(
      (word, at, all) => word !== '' && all.indexOf(word) === at,
    )
    const named = words.map((word): Title => ownValue(names, wordKey(word)) ?? [word, word])
    const inOne = (language: 0 | 1): string => [...new Set(named.map(title => title[language]))].join(' · ')
    return [inOne(0), inOne(1)]
  }
