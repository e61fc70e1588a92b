/**
 * What a text in a file is found by: at each place of a run of ASCII letters and digits one to four characters, at each place of a run of
 * other characters one or two. A word whose grams a text has may stand in it; a word that is one gram does. Pure.
 */
import { folded } from './found-at.ts'

const runs = /[a-z0-9]+|[^\x00-\x7f]+/gu
const [asciiWidth, otherWidth] = [4, 2]
const widthOf = (run: string): number => (run.charCodeAt(0) < 128 ? asciiWidth : otherWidth)

/** Adds the grams of a folded text. */
export function addGrams(body: string, grams: Set<string>): void {
  for (const [run] of body.matchAll(runs)) {
    const [characters, width] = [[...run], widthOf(run)]
    for (let at = 0; at < characters.length; at++)
      for (let length = 1; length <= width && at + length <= characters.length; length++)
        grams.add(characters.slice(at, at + length).join(''))
  }
}

/** The longest grams of a word, all of which a text must have; `isWhole`: the word is one of them. Empty: no index leads to it. */
export function gramsOfWord(word: string): { readonly grams: readonly string[]; readonly isWhole: boolean } {
  const body = folded(word)
  const grams = new Set<string>()
  for (const [run] of body.matchAll(runs)) {
    const [characters, width] = [[...run], widthOf(run)]
    for (let at = 0; at === 0 || at + width <= characters.length; at++) grams.add(characters.slice(at, at + width).join(''))
  }
  return { grams: [...grams], isWhole: grams.has(body) }
}
