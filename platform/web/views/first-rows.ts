/**
 * The rows a list begins with. Asked for by the page's address before the program of lists has come, so it needs nothing of that program.
 */
import type { ListDefinition, ListQuery } from '../../declare/wire.ts'
import { prefetchRead } from '../values/call.ts'
import { listQuery } from '../values/list-query.ts'
import { keyName, openingState, opensBeside, readState } from '../values/list-state.ts'
import { sized } from '../table/auto-size.ts'
import { today } from '../page/today.ts'
import { viewOf } from './view-of.ts'

/** Where a list is drawn first: its menu entry's own query values, and the address. */
export interface ListPlace {
  readonly query: Readonly<Record<string, string>>
  readonly search: string
}

/** Query of the first rows; null: the state stands behind a short key, and the list asks for that first, or a view asks in its own way. */
export function firstQuery(definition: ListDefinition, { query, search }: ListPlace): ListQuery | null {
  const address = new URLSearchParams(search)
  const state = sized(definition, openingState(definition, readState(address), opensBeside(search)))
  return address.has(keyName) || viewOf(definition, state) !== 'table' ? null : listQuery(definition, state, query, today())
}

/** Body of the call for the rows of a page; `next`: where the page before ended, as the server named it. */
export const rowsBody = (query: ListQuery, next: string | null): ListQuery => ({
  ...query,
  ...(next === null ? {} : { next }),
  only: 'rows',
})

/** Asks for them while the program that draws them is on its way. */
export function prefetchRows(definition: ListDefinition, place: ListPlace): void {
  const query = firstQuery(definition, place)
  if (query !== null) prefetchRead(definition.calls.list, rowsBody(query, null))
}
