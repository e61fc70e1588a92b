/** What was typed, and the same with a synonym in place of a word. Pure. */
import { folded } from '#platform/format/found-at.ts'
import { askedGrams, piecesOf } from './grams.ts'
import type { Variant } from './score.ts'

/** ways to say one thing that are looked for */
const variantsMax = 6

const variantOf = (keyword: string): Variant => {
  const pieces = piecesOf(keyword)
  return { pieces, grams: askedGrams(pieces) }
}

/** `groups`: words that mean the same. The words as typed come first. */
export function variantsOf(keyword: string, groups: readonly (readonly string[])[]): readonly Variant[] {
  const typed = folded(keyword)
  const others = groups.flatMap(group => {
    const words = group.map(folded).filter(word => word !== '')
    const said = words.filter(word => typed.includes(word)).toSorted((a, b) => b.length - a.length)[0]
    return said === undefined ? [] : words.filter(word => word !== said).map(word => typed.replace(said, word))
  })
  return [...new Set([typed, ...others])].slice(0, variantsMax).map(variantOf)
}
