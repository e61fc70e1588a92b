/**
 * One page of a plan: from its start, behind a cursor, or by number. A jump deep into a list first walks the first column of its order
 * alone: with an index on that column and those of the scope no row is read whole before its place is found (500,000 entries in some 75 ms,
 * against 570 ms with rows).
 */
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { cancelWithRequest } from './cancel-abandoned.ts'
import { primaryColumns, wireFields } from './columns.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Predicate } from './conditions.ts'
import { byKeys } from './keys.ts'
import { afterCursor, mayBeEmpty } from './keyset.ts'
import { rowsQuery, type Order, type Plan } from './query.ts'
import { maySelected } from '../states/may.ts'

/** From this row on a jump by number looks for its place before it reads rows. */
const deepFrom = 1_000
/**
 * Rows looked at before the place: those equal to it in the first column are counted among them. More equal ones than that are told apart
 * by their keys.
 */
const equalMax = 1_000

type Raw = Record<string, unknown>
type Select = SelectQueryBuilder<Record<string, Raw>, string, Raw>

/** One row more than the page holds tells whether there is another page. */
export async function rawPage(context: Context, db: AnyDb, r: Resource, plan: Plan): Promise<Raw[]> {
  const size = plan.pageSize + 1
  const offset = plan.next === undefined ? (plan.pageNum - 1) * plan.pageSize : 0
  const run = (query: Select): Promise<Raw[]> => query.execute(cancelWithRequest(context))
  const may = await maySelected(context, db, r)
  if (plan.next !== undefined) return run(whole(r, [...plan.where, afterCursor(r, plan.order, plan.next)], plan.order).limit(size))
  if (offset < deepFrom) return run(whole(r, plan.where, plan.order).offset(offset).limit(size))
  const place = await placeOf(offset)
  if (place === 'behind the end') return []
  if (place !== 'unclear')
    return run(
      whole(r, [...plan.where, place.from], plan.order)
        .offset(place.skip)
        .limit(size),
    )
  const found = await run(rowsQuery(db, r, plan, []).offset(offset).limit(size))
  const keys = found.map(row => primaryColumns(r).map((_, i) => String(row[`key_${i}`])))
  return keys.length === 0 ? [] : await run(whole(r, [byKeys(r, keys)], plan.order))

  function whole(of: Resource, where: readonly Predicate[], order: readonly Order[]): Select {
    const names = wireFields(of).map(([name]) => name)
    const query = rowsQuery(db, of, { where, order }, names)
    return (may === null ? query : query.select(may.as('may'))).select(
      order.map((o, i) => sql.ref(`${of.table}.${o.column}`).as(`key_order_${i}`)),
    )
  }

  /** The first column's value at the place, and how many rows with that value stand before it. */
  async function placeOf(at: number): Promise<Place> {
    const [first] = plan.order
    if (!first) return 'unclear'
    const column = sql.ref(`${r.table}.${first.column}`)
    let query = db.selectFrom(r.table).select(column.as('value')).orderBy(column, first.way)
    for (const p of plan.walked) query = query.where(p)
    const before = Math.min(at, equalMax)
    const seen = await run(query.offset(at - before).limit(before + 1))
    if (seen.length <= before) return 'behind the end'
    const { value } = seen[before] as { readonly value: unknown }
    const skip = before - seen.findIndex(row => row['value'] === value)
    // all equal: there may be more of them further up; empty: no comparison finds the rows from here on
    if (value === null || skip === before) return 'unclear'
    const from = sql<boolean>`${column} ${sql.raw(first.way === 'asc' ? '>=' : '<=')} ${value}`
    return { skip, from: first.way === 'asc' && mayBeEmpty(r, first.column) ? sql<boolean>`(${from} or ${column} is null)` : from }
  }
}

type Place = 'behind the end' | 'unclear' | { readonly from: Predicate; readonly skip: number }
