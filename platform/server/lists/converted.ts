/** Money of several currencies in the base currency, by the rates of the months that its rows lie in. A missing rate is never 0 or 1. */
import { sql } from 'kysely'
import { inBaseCurrency } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { columnRef, firstOfMonth, isOneOf, type Sql } from '../db/untyped-query.ts'
import { cancelWithRequest } from './cancel-abandoned.ts'
import { wireFields } from './columns.ts'
import type { Predicate } from './conditions.ts'

const { rates, base } = inBaseCurrency
/** missing rates that are named */
const namedMax = 20

/** The date of a list, whose month says which rate holds: what bounds it, whose balances it holds, or what it is ordered by. */
export function dayOf({ fields, bound, balancesOf, sort }: Resource): string | null {
  const days = [bound?.field, balancesOf, sort?.field].filter(one => one !== undefined)
  return days.find(one => ['date', 'month'].includes(ownValue(fields, one)?.kind ?? '')) ?? null
}

/** Money that is added up by this currency, where codes name it. */
const moneyOf = (r: Resource, currency: string): string[] => {
  const field = ownValue(r.fields, currency)
  const isCode = field?.kind === 'text' || (field?.kind === 'reference' && field.by === 'code')
  return isCode ? wireFields(r).flatMap(([name, { options }]) => (options.total && options.currency === currency ? [name] : [])) : []
}

const hasRates = ({ house }: Context): boolean => house.registry.resources.has(rates)

/**
 * What all currencies of a filter come to together, in one statement: summed by currency and month, each sum at its rate. Undefined where
 * rows have no date.
 */
export async function convertedTotals(
  context: Context,
  db: AnyDb,
  r: Resource,
  { where, currency, last }: { readonly where: readonly Predicate[]; readonly currency: string; readonly last: string | null },
): Promise<ListAnswer['converted']> {
  const [day, money] = [dayOf(r), moneyOf(r, currency)]
  if (day === null || money.length === 0 || !hasRates(context)) return undefined
  const month = firstOfMonth(columnRef(r.table, day))
  let held = db
    .selectFrom(r.table)
    .select([columnRef(r.table, currency).as('currency'), month.as('month')])
    .select(money.map(name => sql`sum(${columnRef(r.table, name)})`.as(name)))
    .groupBy([columnRef(r.table, currency), month])
  for (const p of where) held = held.where(p)
  if (last !== null) held = held.where(sql<boolean>`${month} = ${last}::date`)
  const of = (name: string): Sql => sql.ref(`held.${name}`)
  const factor = sql`case when held.currency = ${sql.lit(base)} then 1 else rate_of.rate end`
  const lacking = (name: string): Sql<boolean> => sql<boolean>`(${of(name)} <> 0 and (${factor}) is null)`
  const [found] = await db
    .selectFrom(held.as('held'))
    .leftJoin(`${rates} as rate_of`, j => j.on(sql<boolean>`rate_of.month = held.month and rate_of.currency = held.currency`))
    .select(
      money.map(name =>
        sql<string | null>`case when bool_or(${lacking(name)}) then null else coalesce(sum(${of(name)} * (${factor})), 0)::text end`.as(
          name,
        ),
      ),
    )
    .select(
      sql<string[] | null>`array_agg(distinct coalesce(to_char(held.month, 'YYYY-MM'), '') || ' ' || coalesce(held.currency, '')) filter (
        where ${sql.join(money.map(lacking), sql` or `)})`.as('zg_missing'),
    )
    .execute(cancelWithRequest(context))
  const missing = ((found?.['zg_missing'] as string[] | null | undefined) ?? []).slice(0, namedMax).map(rateOf)
  const totals = Object.fromEntries(money.map(name => [name, (found?.[name] as string | null | undefined) ?? null]))
  return { currency: base, totals, missing }
}

function rateOf(written: string): { readonly month: string; readonly currency: string } {
  const [month = '', currency = ''] = written.split(' ')
  return { month, currency }
}

/** Rates that the money of a page needs, by `month currency`; undefined where it has one currency. */
export async function ratesOfPage(context: Context, db: AnyDb, r: Resource, rows: readonly Row[]): Promise<ListAnswer['rates']> {
  const day = dayOf(r)
  const currency = wireFields(r).flatMap(([, { options }]) => (options.total ? (options.currency ?? []) : []))[0]
  if (day === null || currency === undefined || moneyOf(r, currency).length === 0 || !hasRates(context)) return undefined
  const currencies = [...new Set(rows.map(row => asText(row[currency] ?? '')))].filter(one => one !== '')
  if (currencies.length < 2) return undefined
  const months = [...new Set(rows.map(row => asText(row[day] ?? '').slice(0, 7)))].filter(one => one !== '')
  const found = await db
    .selectFrom(rates)
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), sql<string>`currency`.as('currency'), sql<string>`rate::text`.as('rate')])
    .where(isOneOf(sql.ref('currency'), currencies))
    .where(
      isOneOf(
        sql.ref('month'),
        months.map(one => `${one}-01`),
      ),
    )
    .execute()
  return {
    day,
    base,
    of: Object.fromEntries(found.map(one => [`${one.month} ${one.currency}`, one.rate])),
  }
}
