/** Count and sums over the whole filter: exact, or an estimate at once where exact is slow. */
import { sql, type SelectQueryBuilder } from 'kysely'
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { ListAnswer } from '#platform/declare/wire.ts'
import { sum as sumDecimals } from '#platform/format/decimal.ts'
import type { Context } from '../contract/context.ts'
import { cancelWithRequest } from './cancel-abandoned.ts'
import { wireFields } from './columns.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Predicate } from './conditions.ts'
import { convertedTotals } from './converted.ts'
import { cheapRowsMax, estimateOf } from './estimate.ts'

type Select = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>

/** a person, or the head of a small group */
const fewEmployees = 20

type Totals = Pick<ListAnswer, 'total' | 'totals' | 'totalsByCurrency' | 'converted' | 'totalExact'>

/** Rows never wait for a dear count: exact where the planner finds it cheap, else its estimate and no sums. */
export async function quickTotalsOf(context: Context, db: AnyDb, r: Resource, where: readonly Predicate[]): Promise<Totals> {
  let query = db.selectFrom(r.table).select(sql<number>`1`.as('one')) as unknown as Select
  for (const p of where) query = query.where(p)
  const estimate = await estimateOf(query)
  const isCheap = estimate.isCheap || (isNarrow(context, r) && (await areFew(context, db, query)))
  return isCheap ? await totalsOf(context, db, r, where) : { total: estimate.rows, totalExact: false }
}

/**
 * Whoever reaches few employees sees few of the records that are told apart by people. The planner, who knows nothing of one person, may
 * think him the owner of a whole type.
 */
function isNarrow({ caller }: Context, r: Resource): boolean {
  const { employees } = caller.wider?.get(permissionOf(r)) ?? caller
  return r.scope.any !== undefined && employees !== 'all' && employees.length <= fewEmployees
}

/** Counted no further than is cheap. */
async function areFew(context: Context, db: AnyDb, query: Select): Promise<boolean> {
  const counted = db.selectFrom(query.limit(cheapRowsMax + 1).as('some')).select(sql<string>`count(*)`.as('n'))
  const [found] = await counted.execute(cancelWithRequest(context))
  return Number(found?.['n'] ?? 0) <= cheapRowsMax
}

/**
 * Exact count and sums over the whole filter in one statement; money of several currencies is not added up but by their rates, in another
 * one.
 */
export async function totalsOf(context: Context, db: AnyDb, r: Resource, where: readonly Predicate[]): Promise<Totals> {
  const summed = wireFields(r).filter(([, f]) => f.options.total)
  const currencies = [...new Set(summed.flatMap(([, f]) => f.options.currency ?? []))]
  const last = r.balancesOf === undefined ? null : await lastMonth(context, db, r, where)
  const ofLast = last === null ? sql`` : sql` filter (where ${monthOf(r)} = ${last}::date)`
  let query = db.selectFrom(r.table).select(sql<string>`count(*)`.as('n')) as unknown as Select
  query = query.select(
    summed.map(([name]) => sql<string | null>`sum(${sql.ref(`${r.table}.${columnOf(name)}`)})${ofLast}::text`.as(`sum_${name}`)),
  )
  for (const p of where) query = query.where(p)
  const currency = currencies[0]
  if (currency !== undefined)
    query = query
      .select(sql.ref<string>(`${r.table}.${columnOf(currency)}`).as('currency'))
      .groupBy(sql.ref(`${r.table}.${columnOf(currency)}`))
  const rows = await query.execute(cancelWithRequest(context))
  const total = rows.reduce((n, row) => n + Number(row['n']), 0)
  if (summed.length === 0) return { total, totalExact: true }
  // whose month the totals are stands in its column
  const totals: Record<string, string | null> = last === null || r.balancesOf === undefined ? {} : { [r.balancesOf]: last.slice(0, 7) }
  const byCurrency: Record<string, Record<string, string>> = {}
  for (const [name, field] of summed) {
    const isMoney = field.options.currency !== undefined
    if (rows.length <= 1) totals[name] = (rows[0]?.[`sum_${name}`] as string | null | undefined) ?? '0'
    else if (!isMoney) totals[name] = addUp(rows.map(row => row[`sum_${name}`] as string | null))
    else {
      totals[name] = null
      byCurrency[name] = Object.fromEntries(rows.map(row => [String(row['currency']), (row[`sum_${name}`] as string | null) ?? '0']))
    }
  }
  if (currency === undefined || Object.keys(byCurrency).length === 0) return { total, totals, totalExact: true }
  const converted = await convertedTotals(context, db, r, { where, currency, last })
  return { total, totals, totalExact: true, totalsByCurrency: byCurrency, ...(converted === undefined ? {} : { converted }) }
}

const monthOf = (r: Resource) => sql.ref(`${r.table}.${columnOf(r.balancesOf ?? '')}`)

/** The last month that the filter finds, of balances; null: it finds none. */
async function lastMonth(context: Context, db: AnyDb, r: Resource, where: readonly Predicate[]): Promise<string | null> {
  let query = db.selectFrom(r.table).select(sql<string | null>`max(${monthOf(r)})::text`.as('month')) as unknown as Select
  for (const p of where) query = query.where(p)
  const [found] = await query.execute(cancelWithRequest(context))
  return (found?.['month'] as string | null | undefined) ?? null
}

const addUp = (values: readonly (string | null)[]): string => sumDecimals(values.filter(v => v !== null))
