/** The word `search`: in which fields of a resource words are looked for. Pure. */
import { ownValue } from './own-value.ts'
import { labelOf, type Resource } from './resource.ts'

/** The name of the condition that looks in all of them; no field is called so. */
export const allText = 'allText'

/** Whether words can be looked for in a field at all: a text, which everybody who sees the list may see. */
export function isSearchable(r: Resource, name: string): boolean {
  const field = ownValue(r.fields, name)
  if (field === undefined || (field.kind !== 'text' && field.kind !== 'longText')) return false
  const { sensitive, see, hidden } = field.options
  return sensitive !== true && see === undefined && hidden !== true
}

/** What follows from the other words: what a record is called by, its key and numbers, and what its selects look in. */
const namesOf = (r: Resource): readonly (string | undefined)[] => [
  r.find,
  labelOf(r),
  ...(r.key ?? []),
  ...(r.option?.search ?? []),
  ...(r.option?.detail ?? []),
  ...Object.entries(r.fields).flatMap(([name, { options }]) => (typeof options.set?.onAdd === 'object' ? [name] : [])),
]

/**
 * The fields in their order; none: its list is not searched. Facts of shops are counted in millions and are found by their numbers, along
 * the indexes they have; those that are counted in thousands name their fields.
 */
export function searchOf(r: Resource): readonly string[] {
  if (r.search === false || r.type === undefined || r.scope.all === null) return []
  if (r.kind === 'shop' && r.search === undefined) return []
  const names = r.search ?? namesOf(r).flatMap(name => (name === undefined || !isSearchable(r, name) ? [] : [name]))
  return [...new Set(names)]
}

/** The words of a search, which stand in a record in any order and in any of the fields. */
export const wordsOf = (keyword: string): string[] => keyword.split(/\s+/u).filter(word => word !== '')
