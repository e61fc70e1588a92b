/**
 * The shops that a subject is narrowed to: what one of its tabs is set to goes along to the next, past tabs that know no shops, and never
 * to another subject. Pages may call the filter otherwise (`shops` of their entry).
 */
import { filterPrefix, withFilterAt } from '../../values/list-state.ts'
import type { MenuNode } from '../../page/menu-node.ts'

/** by person and subject; null: all shops */
const kept = new Map<string, string | null>()
const keyOf = (person: string, subject: string): string => `${person} ${subject}`

/** The shops an address is narrowed to; null: to none. */
export const shopsAt = (search: string, filter: string): string | null => new URLSearchParams(search).get(filterPrefix + filter) || null

/** What the page in front is set to counts for its subject; a page that knows no shops changes nothing. */
export function keepShops(person: string, subject: string, { meta: { shops } }: MenuNode, search: string): void {
  if (shops !== undefined) kept.set(keyOf(person, subject), shopsAt(search, shops))
}

/** What the address of a page becomes when one goes there from another tab of its subject. */
export const alongShops =
  (person: string, subject: string, { component, meta: { shops } }: MenuNode) =>
  (url: string): string => {
    const value = kept.get(keyOf(person, subject))
    return shops === undefined || value === undefined ? url : withFilterAt(url, shops, value, component?.startsWith('list/'))
  }
