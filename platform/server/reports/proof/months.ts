/** The months of an owner that the proof goes through, and which of them are known to differ. */
import { sql } from 'kysely'
import type { Rollup } from '#platform/declare/rollup.ts'
import { firstOfMonth as firstDay, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import type { AnyDb } from '../../contract/database.ts'
import { columnRef, isOneOf, unionAll, type Sql } from '../../db/untyped-query.ts'
import { ownerField } from '../store/facts.ts'
import { storedRows } from '../store/stored.ts'

/** months that a statement adds up at once: as many as leave it flat in memory */
const monthsAtOnce = 12
export interface Months {
  readonly ownerId: string
  /** one after the other, but those left out */
  readonly months: readonly string[]
}
export function inPortions(ownerId: string, { from, to }: Span): Months[] {
  const months = monthsFromTo(from, to)
  return Array.from({ length: Math.ceil(months.length / monthsAtOnce) }, (_, at) => ({
    ownerId,
    months: months.slice(at * monthsAtOnce, (at + 1) * monthsAtOnce),
  }))
}
export const without = (some: Months, left: readonly string[]): Months => ({
  ...some,
  months: some.months.filter(one => !left.includes(one)),
})
export const boundOf = ({ ownerId, months }: Months) => ({
  owners: [ownerId],
  booked: { from: firstDay(months[0] ?? ''), to: lastOfMonth(months.at(-1) ?? '') },
})

/** Said of those alone that some are left out of. */
export const isIn = ({ months }: Months, month: Sql): Sql<boolean> =>
  monthsFromTo(months[0] ?? '', months.at(-1) ?? '').length === months.length
    ? sql<boolean>`true`
    : sql<boolean>`${month} = any(${months.map(firstDay)}::date[])`

interface Span {
  readonly from: string
  readonly to: string
}
/** First and last month in which any of the owners has facts or stored figures. */
export async function monthsOf(db: AnyDb, of: Rollup, owners: readonly string[]): Promise<Span | null> {
  const days = of.from.map(s => {
    // booked_on is posted_on or later, and only late lines have an index on it
    const [first, last] = [columnRef('f', s.posted ?? s.booked), columnRef('f', s.booked)]
    const late = s.posted === undefined ? sql`max(${last})` : sql`greatest(max(${first}), max(${last}) filter (where ${last} <> ${first}))`
    return db
      .selectFrom(`${s.fact.table} as f`)
      .where(isOneOf(columnRef('f', ownerField(of, s)), owners))
      .select([sql`min(${first})`.as('first'), late.as('last')])
  })
  const stored = storedRows(db, of, of.base)
    .where(isOneOf(columnRef('f', of.owner), owners))
    .select([sql`min(f.day)`.as('first'), sql`max(f.day)`.as('last')])
  const row = await db
    .selectFrom(unionAll([...days, stored]).as('x'))
    .select([
      sql<string | null>`to_char(min(x.first), 'YYYY-MM')`.as('first'),
      sql<string | null>`to_char(max(x.last), 'YYYY-MM')`.as('last'),
    ])
    .executeTakeFirst()
  return row?.first && row.last ? { from: row.first, to: row.last } : null
}

export async function staleMonths(db: AnyDb, of: Rollup, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('stale_day as s')
    .where(isOneOf(columnRef('s', 'ownerId'), [ownerId]))
    .where(isOneOf(columnRef('s', 'rollup'), [of.name]))
    .select(sql<string>`to_char(s.day, 'YYYY-MM')`.as('month'))
    .distinct()
    .execute()
  return rows.map(r => r.month)
}
