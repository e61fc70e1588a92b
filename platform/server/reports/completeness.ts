/**
 * Whether the period that figures are held against is complete. Its parts are owners (shops) and months; where the period is moved by days,
 * owners alone. A part is lacking where days of it wait to be computed, or where it has no facts while the owner has some in the time that
 * is held against it.
 */
import { sql } from 'kysely'
import { grainFor, ownerOf, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { labelOf } from '#platform/declare/resource.ts'
import { ownerTable } from '#platform/declare/rollup.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { addMonths, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { columnRef, isOneOf, unionAll } from '../db/untyped-query.ts'
import type { Ask } from './ask.ts'
import { storedRows } from './stored.ts'
import { beforeOf } from './levels.ts'

interface OwnerOf {
  readonly id: string
  readonly name: string
  /** of its books; null: the report shows no money */
  readonly currency: string | null
}
interface Part {
  readonly owner: OwnerOf
  /** of the earlier period; null: the whole of it */
  readonly month: string | null
  /** the month it is held against */
  readonly against: string | null
}

export interface Completeness {
  /** what the totals lack, by owner and month */
  readonly lacking: readonly Part[]
  /** whether a row of these values, or a total of this currency, is held against something incomplete */
  isPartial(key: Readonly<Record<string, string | null>> | null, currency: string): boolean
}

/** Null without a comparison. */
export async function completenessOf(context: Context, report: Report, ask: Ask, owners: readonly string[]): Promise<Completeness | null> {
  const before = beforeOf(report, ask)
  if (before === null) return null
  const known = await ownersNamed(context, report, owners)
  const ofRows = await lackingParts(context, report, ask, before.rows, known)
  const ofTotals = before.totals === null ? ofRows : await lackingParts(context, report, ask, before.totals, known)
  return {
    lacking: ofTotals,
    isPartial(key, currency) {
      const isOwn = ({ owner }: Part): boolean => ask.currency !== 'shop' || owner.currency === null || owner.currency === currency
      if (key === null) return ofTotals.some(isOwn)
      return ofRows.some(part => isOwn(part) && Object.entries(key).every(([name, value]) => holds(report, ask, part, name, value)))
    },
  }
}

/** Whether a row with this value of a dimension holds the part. What is no shop and no time tells nothing of owners: it may be in each. */
function holds(report: Report, ask: Ask, { owner, against }: Part, name: string, value: string | null): boolean {
  const dimension = ownValue(report.dimensions, name)
  if (dimension?.keys.includes(ownerOf(report)) === true && dimension.via === undefined) return value === owner.id
  if (against === null) return true
  switch (dimension?.time) {
    case 'month':
      return value === against
    case 'quarter':
    case 'year':
      return value === fiscal(against, dimension.time, ask.yearStart ?? 1)
    case 'day':
    case 'week':
    case undefined:
      return true
  }
}

/** The quarter or year of a month, written as rows have it. */
function fiscal(month: string, unit: 'quarter' | 'year', yearStart: number): string {
  const own = addMonths(month, 1 - yearStart)
  return unit === 'year' ? own.slice(0, 4) : `${own.slice(0, 4)}-Q${Math.ceil(Number(own.slice(5, 7)) / 3)}`
}

async function ownersNamed(context: Context, report: Report, owners: readonly string[]): Promise<OwnerOf[]> {
  const [rollup] = rollupsOfReport(report)
  if (rollup === undefined) return []
  const table = ownerTable(rollup)
  const of = context.house.registry.resources.get(table)
  const label = of === undefined ? 'name' : labelOf(of)
  const own = report.conversion?.own
  const rows = (await anyTable(context.db)
    .selectFrom(`${table} as s`)
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`${columnRef('s', label)}::text`.as('name'),
      sql<string | null>`${own === undefined ? sql`null` : columnRef('s', own)}`.as('currency'),
    ])
    .where(isOneOf(columnRef('s', 'id'), owners))
    .orderBy('name')
    .execute()) as unknown as OwnerOf[]
  return rows
}

async function lackingParts(context: Context, report: Report, ask: Ask, before: Ask, owners: readonly OwnerOf[]): Promise<Part[]> {
  const ids = owners.map(one => one.id)
  if (ids.length === 0) return []
  const byDay = before.moved?.unit === 'day'
  const [asked, earlier, stale] = await Promise.all([
    factsOf(context, report, ask, ids, byDay),
    factsOf(context, report, before, ids, byDay),
    staleOf(context, report, before, ids, byDay),
  ])
  const months = byDay ? [null] : monthsFromTo(monthOf(before.from), monthOf(before.to))
  const count = before.moved?.unit === 'month' ? before.moved.count : 0
  return owners.flatMap(owner =>
    months.flatMap(month => {
      const against = month === null ? null : addMonths(month, count)
      const [was, now] = [partKey(owner.id, month), partKey(owner.id, against)]
      return stale.has(was) || (asked.has(now) && !earlier.has(was)) ? [{ owner, month, against }] : []
    }),
  )
}

const partKey = (owner: string, month: string | null): string => `${owner} ${month ?? ''}`

/** Parts that have facts. Roll-ups that are made from another one say nothing of their own. */
async function factsOf(
  context: Context,
  report: Report,
  { from, to }: Ask,
  owners: readonly string[],
  byDay: boolean,
): Promise<Set<string>> {
  const following = new Set(context.house.registry.books.flatMap(book => (book.followers ?? []).map(one => one.rollup.name)))
  const parts = rollupsOfReport(report)
    .filter(of => !following.has(of.name))
    .flatMap(of => {
      const grain = grainFor(of, [of.owner, byDay ? 'day' : 'month'])
      if (grain === undefined) return []
      const time = columnRef('f', !byDay && grain.keys.includes('month') ? 'month' : 'day')
      const month = byDay ? sql<string>`''` : sql<string>`to_char(${time}, 'YYYY-MM')`
      const first = !byDay && grain.keys.includes('month') ? sql`date_trunc('month', ${from}::date)` : sql`${from}::date`
      return [
        storedRows(anyTable(context.db), of, grain)
          .select([sql<string>`${columnRef('f', of.owner)}::text`.as('owner'), month.as('month')])
          .where(isOneOf(columnRef('f', of.owner), owners))
          .where(sql<boolean>`${time} between ${first} and ${to}::date`)
          .distinct(),
      ]
    })
  if (parts.length === 0) return new Set()
  const rows = await anyTable(context.db)
    .selectFrom(unionAll(parts as never).as('x'))
    .select([sql<string>`x.owner`.as('owner'), sql<string>`x.month`.as('month')])
    .distinct()
    .execute()
  return new Set(rows.map(row => partKey(row.owner, row.month)))
}

/** Parts of which days are being recomputed. */
async function staleOf(
  context: Context,
  report: Report,
  { from, to }: Ask,
  owners: readonly string[],
  byDay: boolean,
): Promise<Set<string>> {
  const names = rollupsOfReport(report).map(one => one.name)
  const rows = await anyTable(context.db)
    .selectFrom('stale_day as s')
    .select([sql<string>`s.owner_id::text`.as('owner'), (byDay ? sql<string>`''` : sql<string>`to_char(s.day, 'YYYY-MM')`).as('month')])
    .where(isOneOf(columnRef('s', 'ownerId'), owners))
    .where(isOneOf(columnRef('s', 'rollup'), names))
    .where(sql<boolean>`s.day between ${from}::date and ${to}::date`)
    .distinct()
    .execute()
  return new Set(rows.map(row => partKey(row.owner, row.month)))
}
