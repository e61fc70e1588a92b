/** Count and sums over the whole filter: exact, or an estimate at once where exact is slow. */
import { sql, type SelectQueryBuilder } from 'kysely'
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { ListAnswer, RateName } from '#platform/declare/wire.ts'
import { isZero, sum as sumDecimals } from '#platform/format/decimal.ts'
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
  let query = db.selectFrom(r.table).select(sql<number>`1`.as('one')) as Select
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
  let query = db.selectFrom(r.table).select(sql<string>`count(*)`.as('n')) as Select
  query = query.select(
    summed.map(([name]) => sql<string | null>`sum(${sql.ref(`${r.table}.${columnOf(name)}`)})${ofLast}::text`.as(`sum_${name}`)),
  )
  for (const p of where) query = query.where(p)
  const columns = currencies.map(one => sql.ref<string>(`${r.table}.${columnOf(one)}`))
  if (columns.length > 0) query = query.select(columns.map((one, at) => one.as(`currency_${at}`))).groupBy(columns)
  const rows = await query.execute(cancelWithRequest(context))
  const total = rows.reduce((n, row) => n + Number(row['n']), 0)
  if (summed.length === 0) return { total, totalExact: true }
  // whose month the totals are stands in its column
  const totals: Record<string, string | null> = last === null || r.balancesOf === undefined ? {} : { [r.balancesOf]: last.slice(0, 7) }
  const byCurrency: Record<string, Record<string, string>> = {}
  const several = new Set<string>()
  for (const [
    name,
    {
      options: { currency },
    },
  ] of summed) {
    const amounts = rows.map(row => row[`sum_${name}`] as string | null)
    if (currency === undefined) {
      totals[name] = addUp(amounts)
      continue
    }
    const key = `currency_${currencies.indexOf(currency)}`
    const groups = Object.entries(Object.groupBy(rows, row => String(row[key]))).filter(([, list = []]) => isHeld(list, key, name))
    const sums = groups.map(([code, list = []]) => [code, addUp(list.map(row => row[`sum_${name}`] as string | null))] as const)
    totals[name] = sums.length > 1 ? null : (sums[0]?.[1] ?? '0')
    if (sums.length <= 1) continue
    several.add(currency)
    byCurrency[name] = Object.fromEntries(sums)
  }
  if (several.size === 0) return { total, totals, totalExact: true }
  const all = await Promise.all([...several].map(currency => convertedTotals(context, db, r, { where, currency, last })))
  const converted = together(all.filter(one => one !== undefined))
  return { total, totals, totalExact: true, totalsByCurrency: byCurrency, ...(converted === undefined ? {} : { converted }) }
}

/** Money without a currency is left out where it comes to nothing: a second currency is empty where its figures are. */
const isHeld = (rows: readonly Record<string, unknown>[], key: string, name: string): boolean =>
  rows.some(row => row[key] !== null || !isZero((row[`sum_${name}`] as string | null) ?? '0'))

/** One answer of all columns of currencies. */
function together(all: readonly NonNullable<ListAnswer['converted']>[]): ListAnswer['converted'] {
  const [first] = all
  if (first === undefined || all.length === 1) return first
  const names = (of: 'missing' | 'latest'): RateName[] => [
    ...new Map(all.flatMap(one => one[of] ?? []).map(one => [`${one.month} ${one.currency}`, one])).values(),
  ]
  return {
    currency: first.currency,
    totals: Object.assign({}, ...all.map(one => one.totals)) as Record<string, string | null>,
    missing: names('missing'),
    ...(all.some(one => one.latest !== undefined) ? { latest: names('latest') } : {}),
  }
}

const monthOf = (r: Resource) => sql.ref(`${r.table}.${columnOf(r.balancesOf ?? '')}`)

/** The last month that the filter finds, of balances; null: it finds none. */
async function lastMonth(context: Context, db: AnyDb, r: Resource, where: readonly Predicate[]): Promise<string | null> {
  let query = db.selectFrom(r.table).select(sql<string | null>`max(${monthOf(r)})::text`.as('month')) as Select
  for (const p of where) query = query.where(p)
  const [found] = await query.execute(cancelWithRequest(context))
  return (found?.['month'] as string | null | undefined) ?? null
}

/** A single one stays as the database writes it. */
function addUp(values: readonly (string | null)[]): string {
  const held = values.filter(v => v !== null)
  return held.length === 1 ? (held[0] ?? '0') : sumDecimals(held)
}
