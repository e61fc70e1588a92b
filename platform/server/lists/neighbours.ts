/** The records before and after one in a list, as its filter and order have it: by the values of that order: depth costs nothing. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { ListQuery, Neighbours } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId } from './columns.ts'
import { askingOf, type Predicate } from './conditions.ts'
import { byKeys } from './keys.ts'
import { afterCursor, cursorOf } from './keyset.ts'
import { planOf, rowsQuery, toRow, type Order } from './query.ts'

const turned = (order: readonly Order[]): Order[] => order.map(({ column, way }) => ({ column, way: way === 'asc' ? 'desc' : 'asc' }))

/** The record need not fit the filter any more (a step may have led it out of the list): its place stays that of the order. */
export async function neighboursOf(context: Context, r: Resource, id: string, query: ListQuery): Promise<Neighbours> {
  const db = anyTable(context.db)
  const { pageNum: _page, pageSize: _size, next: _next, only: _only, ...filter } = query
  const { where, order } = planOf(r, filter, askingOf(context))
  const key = keyOfRowId(r, id)
  const select = (conditions: readonly Predicate[], by: readonly Order[]) =>
    rowsQuery(db, r, { where: conditions, order: by }, []).select(by.map((o, i) => sql.ref(`${r.table}.${o.column}`).as(`key_order_${i}`)))
  const [place] = key === null ? [] : await select([byKeys(r, [key])], order).execute()
  if (place === undefined) throw refuse.unknown(r.title)
  const beside = async (by: readonly Order[]): Promise<string | null> => {
    const [row] = await select([...where, afterCursor(r, by, cursorOf(by, place))], by)
      .limit(1)
      .execute()
    return row === undefined ? null : toRow(r, row).id
  }
  const [previous, next] = await Promise.all([beside(turned(order)), beside(order)])
  return { previous, next }
}
