/** Where words stand in a text, whatever their case and width. Pure. */

/** A text as searches compare it, as the database does (db/migrations/0070_search_functions.sql). */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** characters of one search */
export const searchMax = 100

/** Ranges of the text that hold one of the words, in their order and without overlap. */
export function foundAt(text: string, words: readonly string[]): (readonly [from: number, to: number])[] {
  // what a character becomes may be longer than it: each place of the folded text knows the character it comes from
  const places: (readonly [from: number, to: number])[] = []
  let body = ''
  let at = 0
  for (const character of text) {
    const shown = folded(character)
    for (let i = 0; i < shown.length; i++) places.push([at, at + character.length])
    body += shown
    at += character.length
  }
  const marked = new Set<number>()
  for (const word of words.map(folded))
    for (let from = word === '' ? -1 : body.indexOf(word); from >= 0; from = body.indexOf(word, from + 1))
      for (let i = from; i < from + word.length; i++) marked.add(i)
  const ranges: [number, number][] = []
  for (const [i, [from, to]] of places.entries()) {
    if (!marked.has(i)) continue
    const last = ranges.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = to
    else ranges.push([from, to])
  }
  return ranges
}
