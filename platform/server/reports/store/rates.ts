/** Rates of months, joined to rows of amounts. */
import { sql } from 'kysely'
import type { Report } from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { columnRef, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import type { Ask } from '../ask/ask.ts'

/** What amounts of rows are worth, and in which currency. */
export interface Worth {
  readonly rows: UntypedQuery
  /** the currency figures are shown in: the owner's own, or the base */
  readonly target: Sql
  /** what one unit of the row's currency is in the target's; null where a rate is missing */
  readonly factor: Sql
  /** what one unit of the row's currency is in the base */
  readonly baseFactor: Sql
  /** the columns both factors are made of: a coordinator of several machines groups by columns, not by what is made of them */
  readonly columns: readonly Sql[]
}

/** Rates of a month, joined to rows of alias f with their owner: `called` tells these rates from others of the same rows. */
export function withRates(
  report: Pick<Report, 'conversion'>,
  of: Rollup,
  ask: Ask,
  rows: UntypedQuery,
  month: Sql,
  isWorth = true,
  called = 'rate',
): Worth {
  const { own = 'currency', rates, base } = report.conversion ?? withoutMoney
  const [currency, ownCurrency] = [columnRef('f', 'currency'), columnRef('owner_of', own)]
  const target: Sql = report.conversion === undefined || ask.currency === 'CNY' ? sql`${sql.lit(base)}::text` : ownCurrency
  if (!isWorth || report.conversion === undefined || !Object.hasOwn(of.keys, 'currency'))
    return { rows, target, factor: sql`(1)`, baseFactor: sql`1`, columns: [] }
  const [before, after] = [`${called}_from`, `${called}_to`]
  const rate = (one: Sql, alias: string): Sql => sql`case when ${one} = ${sql.lit(base)} then 1 else ${sql.ref(`${alias}.rate`)} end`
  const joinedBy = (all: UntypedQuery, alias: string, one: Sql): UntypedQuery =>
    all.leftJoin(`${rates} as ${alias}`, j =>
      j.on(sql<boolean>`${sql.ref(`${alias}.month`)} = ${month} and ${sql.ref(`${alias}.currency`)} = ${one}`),
    )
  const withFrom = joinedBy(rows, before, currency)
  const baseFactor = rate(currency, before)
  // Into the base nothing is divided, so a base figure is exact; numeric division carries at least 16 significant digits.
  const columns = [currency, sql.ref(`${before}.rate`)]
  if (ask.currency === 'CNY') return { rows: withFrom, target, factor: sql`(${baseFactor})`, baseFactor, columns }
  const factor = sql`(case when ${currency} = ${ownCurrency} then 1 else (${baseFactor}) / (${rate(ownCurrency, after)}) end)`
  const ofBoth = [...columns, ownCurrency, sql.ref(`${after}.rate`)]
  return { rows: joinedBy(withFrom, after, ownCurrency), target, factor, baseFactor, columns: ofBoth }
}

/** What a report without money is shown in: nothing. */
const withoutMoney = { own: undefined, rates: '', base: '' }
