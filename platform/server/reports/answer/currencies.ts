/** Currencies of a question: which its rows may stand in, the total of all of them in the base, and the rates that are missing for it. */
import { sql } from 'kysely'
import { isLeaf, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { ownerTable } from '#platform/declare/rollup.ts'
import type { Context } from '../../contract/context.ts'
import type { Ask } from '../ask/ask.ts'
import { beforeOf } from '../ask/comparison-period.ts'
import { isOneOf, columnRef, firstOfMonth, unionAll, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import { anyTable } from '../../db/any-table.ts'
import { grainRows } from '../statement/grain-rows.ts'
import { neededLeaves } from '../ask/formula.ts'
import { withRates } from '../store/rates.ts'
import { statement, type ReportRecord } from '../statement/statement.ts'
import { balanceDays, positionsOf, untimed, windowAsk, windowsOf } from '../ask/windows.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { AnyDb } from '../../contract/database.ts'

/** Whether rows of a question may stand in several currencies: owners keep their books in their own. */
export async function hasSeveralCurrencies(context: Context, report: Report, ask: Ask, owners: readonly string[]): Promise<boolean> {
  const { own } = report.conversion ?? {}
  const [of] = rollupsOfReport(report)
  if (own === undefined || of === undefined || ask.currency !== 'shop' || ask.rowCurrency !== undefined || owners.length < 2) return false
  const rows = await anyTable(context.db)
    .selectFrom(`${ownerTable(of)} as s`)
    .select(columnRef('s', own).as('currency'))
    .distinct()
    .where(isOneOf(columnRef('s', 'id'), owners))
    .limit(2)
    .execute()
  return rows.length > 1
}

/** The question in the base currency without its rows: what all currencies come to together. */
export const inBase = (ask: Ask): Ask => ({ ...ask, by: [], currency: 'CNY' })

/** The total of every currency in the base; undefined where there is nothing. */
export async function convertedTotal(
  context: Context,
  report: Report,
  ask: Ask,
  owners: readonly string[],
  measures: readonly string[],
): Promise<ReportRecord | undefined> {
  const [record] = (await statement(anyTable(context.db), report, inBase(ask), owners, measures, {
    offset: 0,
    limit: 0,
  }).execute()) as ReportRecord[]
  return record
}

/** Every question that a comparison asks at once. */
export function questionsOf(report: Report, ask: Ask): Ask[] {
  const before = beforeOf(report, ask)
  return [ask, ...(before === null ? [] : [before.rows.before.whole, ...(before.totals === null ? [] : [before.totals.before.whole])])]
}

/** Months in which balances stand, with the currencies that have no rate in them. */
function ratesOfBalances(db: AnyDb, report: Report, ask: Ask, owners: readonly string[], measures: readonly string[]): UntypedQuery[] {
  const base = report.conversion?.base ?? ''
  const balances = positionsOf(report, measures).filter(m => m.kind === 'money' && windowsOf(report, ask, measures).includes(m.at))
  return balances.flatMap(({ of: operand, at }) => {
    const leaf = ownValue(report.measures, operand)
    if (!isLeaf(leaf)) return []
    const rows = grainRows(db, report, leaf.of, windowAsk(report, ask, 'closing'), owners, [leaf])
    const standing = sql`unnest(${balanceDays(report, ask, at)}::date[])`.as<'stood'>(sql`stood(day)`)
    const held = rows.rows.innerJoin(standing, j => j.on(sql<boolean>`${columnRef('f', 'day')} <= stood.day`)) as UntypedQuery
    const worth = withRates(report, leaf.of, ask, held, firstOfMonth(sql`stood.day`), true, 'stands')
    const month = sql`to_char(stood.day, 'YYYY-MM')`
    const keys = untimed(report, ask.by).map(name => rows.key(name))
    const lacking = (currency: Sql, rate: string): UntypedQuery =>
      worth.rows
        .where(sql<boolean>`${worth.factor} is null and ${sql.ref(rate)} is null and ${currency} <> ${sql.lit(base)}`)
        .select([month.as('month'), currency.as('currency')])
        .groupBy([sql`stood.day`, currency, columnRef('f', 'currency'), ...keys])
        .having(sql<boolean>`sum(${columnRef('f', leaf.column)}) <> 0`)
    const from = lacking(columnRef('f', 'currency'), 'stands_from.rate')
    return ask.currency === 'CNY' ? [from] : [from, lacking(worth.target, 'stands_to.rate')]
  })
}

/** Months and currencies without a rate that a figure of these questions needs. */
export async function missingRates(
  context: Context,
  report: Report,
  asks: readonly Ask[],
  owners: readonly string[],
  measures: readonly string[],
): Promise<{ month: string; currency: string }[]> {
  const db = anyTable(context.db)
  const base = report.conversion?.base ?? ''
  const ofTheirDays = measures.filter(name => ownValue(report.measures, name)?.class !== 'position')
  const leaves = [...neededLeaves(report, ofTheirDays).values()].filter(l => l.kind === 'money')
  const rollups = [...new Set(leaves.map(l => l.of))]
  const parts = asks.flatMap((ask): UntypedQuery[] =>
    rollups.flatMap((of): UntypedQuery[] => {
      const own = leaves.filter(l => l.of === of)
      const rows = grainRows(db, report, of, ask, owners, own)
      const month: Sql = sql`to_char(${rows.month}, 'YYYY-MM')`
      const amount = Object.keys(of.sums)[0] ?? ''
      const needed = rows.rows.where(sql<boolean>`${rows.factor} is null and ${columnRef('f', amount)} <> 0`)
      const from = needed
        .where(sql<boolean>`rate_from.rate is null and ${columnRef('f', 'currency')} <> ${base}`)
        .select([month.as('month'), columnRef('f', 'currency').as('currency')])
      if (ask.currency === 'CNY') return [from]
      return [
        from,
        needed
          .where(sql<boolean>`rate_to.rate is null and ${rows.target} <> ${base}`)
          .select([month.as('month'), rows.target.as('currency')]),
      ]
    }),
  )
  const balances = asks.slice(0, 1).flatMap(ask => ratesOfBalances(db, report, ask, owners, measures))
  if (parts.length + balances.length === 0) return []
  const rows = await db
    .selectFrom(unionAll([...parts, ...balances]).as('x'))
    .select([sql<string>`x.month`.as('month'), sql<string>`x.currency`.as('currency')])
    .distinct()
    .orderBy('month')
    .orderBy('currency')
    .execute()
  return rows
}
