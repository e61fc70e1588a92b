/**
 * What a text in a file is found by: at each place the character, there a sign of ASCII with up to three more behind it and any other with
 * the next; where the two meet, the pair. Blanks part texts. A word whose grams a text has may stand in it; a word that is one gram does.
 * Pure.
 */
import { folded } from './found-at.ts'

const asciiWidth = 4
/** a letter or a figure; a search for signs alone finds nothing */
const said = /[a-z0-9]|[^\x00-\x7f]/u
const isAscii = (character = ''): boolean => character < '\u0080'

const piecesOf = (body: string): string[][] => body.split(/\s+/u).flatMap(piece => (piece === '' ? [] : [[...piece]]))

/** Adds the grams that begin at a place of a piece; answers the longest. */
function addAt(characters: readonly string[], at: number, grams: Set<string>): string {
  let gram = characters[at] ?? ''
  grams.add(gram)
  for (let next = at + 1; next < Math.min(characters.length, at + asciiWidth); next++) {
    const isAlike = isAscii(characters[at]) && isAscii(characters[next])
    if (!isAlike && next > at + 1) break
    gram += characters[next]
    grams.add(gram)
    if (!isAlike) break
  }
  return gram
}

/** Adds the grams of a folded text. */
export function addGrams(body: string, grams: Set<string>): void {
  for (const piece of piecesOf(body)) for (let at = 0; at < piece.length; at++) addAt(piece, at, grams)
}

/** The longest grams of a word, all of which a text must have; `isWhole`: the word is one of them. Empty: no index leads to it. */
export function gramsOfWord(word: string): { readonly grams: readonly string[]; readonly isWhole: boolean } {
  const body = folded(word)
  if (!said.test(body)) return { grams: [], isWhole: false }
  const longest: string[] = []
  for (const piece of piecesOf(body))
    for (let at = 0; at < piece.length; at++) {
      const gram = addAt(piece, at, new Set())
      // the end of the one before says nothing more
      if (longest.at(-1)?.endsWith(gram) !== true) longest.push(gram)
    }
  return { grams: [...new Set(longest)], isWhole: longest.length === 1 && longest[0] === body }
}
