/**
 * Money of several currencies in the base currency, by the rates of the months that its rows lie in; what lies in no month, by the latest
 * rate that is known. A missing rate is never 0 or 1.
 */
import { sql } from 'kysely'
import { inBaseCurrency } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { ListAnswer, RateName, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { columnRef, firstOfMonth, isOneOf, type Sql, type UntypedQuery } from '../db/untyped-query.ts'
import { cancelWithRequest } from './cancel-abandoned.ts'
import { wireFields } from './columns.ts'
import type { Predicate } from './conditions.ts'

const { rates, base } = inBaseCurrency
/** missing rates that are named */
const namedMax = 20

/**
 * The date of a list, whose month says which rate holds: what bounds it, whose balances it holds, what it is ordered by, or its month.
 * Null: it has none, as stock that lies there today.
 */
export function dayOf({ fields, bound, balancesOf, sort }: Resource): string | null {
  const days = [bound?.field, balancesOf, sort?.field, 'month'].filter(one => one !== undefined)
  return days.find(one => ['date', 'month'].includes(ownValue(fields, one)?.kind ?? '')) ?? null
}

/** Money that is added up by this currency, where codes name it. */
const moneyOf = (r: Resource, currency: string): string[] => {
  const field = ownValue(r.fields, currency)
  const isCode = field?.kind === 'text' || (field?.kind === 'reference' && field.by === 'code')
  return isCode ? wireFields(r).flatMap(([name, { options }]) => (options.total && options.currency === currency ? [name] : [])) : []
}

const hasRates = ({ house }: Context): boolean => house.registry.resources.has(rates)

/** The latest rate of each currency until this month. */
const latestRates = (context: Context, db: AnyDb) =>
  db
    .selectFrom(rates)
    .distinctOn(sql`currency`)
    .select([sql<string>`currency`.as('currency'), sql`month`.as('month'), sql<string>`rate`.as('rate')])
    .where(sql<boolean>`month <= ${todayOf(context)}::date`)
    .orderBy(sql`currency`)
    .orderBy(sql`month`, 'desc')

/** `month currency` of sums, without month where the latest rate is asked. */
const namesOf = (rows: Sql, which: Sql<boolean>): Sql<string[] | null> =>
  sql`array_agg(distinct ${rows} || ' ' || coalesce(held.currency, '')) filter (where ${which})`

/**
 * What all currencies of a filter come to together, in one statement: summed by currency and month, each sum at its rate. Undefined where
 * codes name no currency.
 */
export async function convertedTotals(
  context: Context,
  db: AnyDb,
  r: Resource,
  { where, currency, last }: { readonly where: readonly Predicate[]; readonly currency: string; readonly last: string | null },
): Promise<ListAnswer['converted']> {
  const [day, money] = [dayOf(r), moneyOf(r, currency)]
  if (money.length === 0 || !hasRates(context)) return undefined
  const month = day === null ? sql`null::date` : firstOfMonth(columnRef(r.table, day))
  let held = db
    .selectFrom(r.table)
    .select([columnRef(r.table, currency).as('currency'), month.as('month')])
    .select(money.map(name => sql`sum(${columnRef(r.table, name)})`.as(name)))
    .groupBy([columnRef(r.table, currency), month])
  for (const p of where) held = held.where(p)
  if (last !== null) held = held.where(sql<boolean>`${month} = ${last}::date`)
  const of = (name: string): Sql => sql.ref(`held.${name}`)
  const factor = sql`case when held.currency = ${sql.lit(base)} then 1 else coalesce(rate_of.rate, latest.rate) end`
  const isSome = (name: string): Sql<boolean> => sql<boolean>`${of(name)} <> 0`
  const lacking = (name: string): Sql<boolean> => sql<boolean>`(${isSome(name)} and (${factor}) is null)`
  const [found] = await db
    .selectFrom(held.as('held'))
    .leftJoin(`${rates} as rate_of`, j => j.on(sql<boolean>`rate_of.month = held.month and rate_of.currency = held.currency`))
    .leftJoin(latestRates(context, db).as('latest'), j => j.on(sql<boolean>`held.month is null and latest.currency = held.currency`))
    .select(
      money.map(name =>
        sql<string | null>`case when bool_or(${lacking(name)}) then null else coalesce(sum(${of(name)} * (${factor})), 0)::text end`.as(
          name,
        ),
      ),
    )
    .select([
      namesOf(sql`coalesce(to_char(held.month, 'YYYY-MM'), '')`, anyOf(money.map(lacking))).as('zg_missing'),
      namesOf(
        sql`to_char(latest.month, 'YYYY-MM')`,
        sql<boolean>`latest.month is not null and held.currency <> ${sql.lit(base)} and ${anyOf(money.map(isSome))}`,
      ).as('zg_latest'),
    ])
    .execute(cancelWithRequest(context))
  const named = (name: string): RateName[] => ((found?.[name] as string[] | null | undefined) ?? []).slice(0, namedMax).map(rateOf)
  const totals = Object.fromEntries(money.map(name => [name, (found?.[name] as string | null | undefined) ?? null]))
  const latest = named('zg_latest')
  return { currency: base, totals, missing: named('zg_missing'), ...(latest.length === 0 ? {} : { latest }) }
}

const anyOf = (conditions: readonly Sql<boolean>[]): Sql<boolean> => sql<boolean>`(${sql.join(conditions, sql` or `)})`

function rateOf(written: string): RateName {
  const [month = '', currency = ''] = written.split(' ')
  return { month, currency }
}

/** Rates that the money of a page needs, by `month currency`; undefined where it has one currency. */
export async function ratesOfPage(context: Context, db: AnyDb, r: Resource, rows: readonly Row[]): Promise<ListAnswer['rates']> {
  const day = dayOf(r)
  const currency = wireFields(r).flatMap(([, { options }]) => (options.total ? (options.currency ?? []) : []))[0]
  if (currency === undefined || moneyOf(r, currency).length === 0 || !hasRates(context)) return undefined
  const currencies = [...new Set(rows.map(row => asText(row[currency] ?? '')))].filter(one => one !== '')
  if (currencies.length < 2) return undefined
  const months = [...new Set(rows.map(row => (day === null ? '' : asText(row[day] ?? '').slice(0, 7))))]
  const isHeld = isOneOf(sql.ref('currency'), currencies)
  const shown = (query: UntypedQuery) =>
    query.select([
      sql<string>`to_char(month, 'YYYY-MM')`.as('month'),
      sql<string>`currency`.as('currency'),
      sql<string>`rate::text`.as('rate'),
    ])
  const ofMonths = months.filter(one => one !== '').map(one => `${one}-01`)
  const [found, latest] = await Promise.all([
    ofMonths.length === 0
      ? []
      : shown(
          db
            .selectFrom(rates)
            .where(isHeld)
            .where(isOneOf(sql.ref('month'), ofMonths)),
        ).execute(),
    months.includes('') ? shown(db.selectFrom(latestRates(context, db).as('latest')).where(isHeld)).execute() : [],
  ])
  const rate = (one: Record<string, unknown>): string => asText(one['rate'])
  return {
    day,
    base,
    of: Object.fromEntries([
      ...found.map(one => [`${asText(one['month'])} ${asText(one['currency'])}`, rate(one)]),
      ...latest.map(one => [` ${asText(one['currency'])}`, rate(one)]),
    ]),
    ...(latest.length === 0 ? {} : { latest: latest.map(one => ({ month: asText(one['month']), currency: asText(one['currency']) })) }),
  }
}
