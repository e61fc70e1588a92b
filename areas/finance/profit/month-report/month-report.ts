/**
 * 月报: what a month came to over all shops that one sees, in CNY: the levels of the profit with the month before, the year before and the
 * budget; by platform; the shops that gained and lost most; what is not in order. Everything is read from the report of the profit, the
 * budget's and the findings, with the asker's rights.
 */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Report } from '#platform/declare/report.ts'
import type { ReportFigures, ReportRow } from '#platform/declare/wire.ts'
import { sidesOf } from '#platform/format/change.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { canonical, compare, roundTo } from '#platform/format/decimal.ts'
import { may, type Context } from '#platform/server/area.ts'
import { readReport, seesCost, visibleReport } from '#platform/server/reports.ts'
import { lastClosed } from '../../base/closed-months.ts'
import { missingCosts } from '../report/product-costs.ts'
import { companyProfit } from '../report/profit.ts'
import { budgets } from '../budget/sheets.ts'
import { checkPermission, findingKinds } from '../checks/tables.ts'
import type { MonthFigure, MonthFinding, MonthPart, MonthReport } from './answers.ts'

const all = [
  'sales',
  'refund',
  'netSales',
  'productCost',
  'firstLeg',
  'grossProfit',
  'platformFees',
  'fbaFees',
  'shippingLabel',
  'storage',
  'finalLeg',
  'contribution',
  'advertisingFees',
  'contributionAfterAds',
  'others',
  'feesTaken',
  'allocated',
  'corrections',
  'profit',
  'margin',
  'refundRate',
  'units',
] as const
const sums: readonly string[] = ['netSales', 'feesTaken', 'grossProfit', 'contribution', 'contributionAfterAds', 'profit']
/** shops named of those that gained and lost most */
const moversMax = 5
const currency = 'CNY' as const

/** the right to the page tells of its costs */
export const overview: Report = { ...companyProfit, permission: 'finance.overview' }
/** What the month came to: the profit, or to who may not see costs the income after fees. */
type Result = 'profit' | 'feesTaken'

/** `month`: YYYY-MM. */
export async function monthReport(context: Context, month: string): Promise<MonthReport> {
  const result: Result = seesCost(context, overview) ? 'profit' : 'feesTaken'
  const { measures } = visibleReport(context, overview)
  const names = all.filter(name => Object.hasOwn(measures, name) && (name !== 'feesTaken' || name === result))
  const period = { startDate: firstOfMonth(month), endDate: lastOfMonth(month) }
  const whole = { by: [], ...period, currency }
  const now = await readReport(context, overview, { ...whole, compare: 'before' }, names)
  const year = await readReport(context, overview, { ...whole, compare: 'yearBefore' }, names)
  const planned = await budgetOf(context, period, names)
  const [total] = now.totals
  const [yearTotal] = year.totals
  const at = context.language === 'en' ? 1 : 0
  const figures = names.map((name): MonthFigure => {
    const measure = ownValue(measures, name)
    const kind = measure?.kind === 'percent' || measure?.kind === 'integer' ? measure.kind : 'money'
    return {
      name,
      title: measure?.title[at] ?? name,
      kind,
      value: total?.values[name] ?? null,
      before: total?.was?.[name] ?? null,
      yearBefore: yearTotal?.was?.[name] ?? null,
      now: { before: held(total, name), yearBefore: held(yearTotal, name) },
      ...(measure?.better === undefined ? {} : { better: measure.better }),
      budget: ownValue(planned, name) ?? null,
      isSum: sums.includes(name),
    }
  })
  const closed = await lastClosed(context.db)
  return {
    month,
    isClosed: closed !== null && closed >= period.startDate,
    compared: { before: now.compared, yearBefore: year.compared },
    monthly: Object.fromEntries(Object.entries(measures).flatMap(([name, m]) => ('monthly' in m ? [[name, m.title[at]]] : []))),
    computing: now.computing,
    missingRates: now.missingRates,
    figures,
    result: ownValue(measures, result)?.title[at] ?? result,
    hasMargin: result === 'profit',
    platforms: (await partsBy(context, 'platform', period, result)).map(partOf('platform', result)),
    ...(await moversOf(context, period, result)),
    findings: await findingsOf(context, period, now.unmapped),
  }
}

const held = (figures: ReportFigures | undefined, name: string): string | null => (figures === undefined ? null : sidesOf(figures, name)[0])

interface Period {
  readonly startDate: string
  readonly endDate: string
}
type Query = { readonly sortField?: string; readonly sortWay?: 'ASC' | 'DESC'; readonly pageSize?: number }
const partsBy = async (context: Context, by: string, period: Period, result: Result, more: Query = {}): Promise<readonly ReportRow[]> =>
  (await readReport(context, overview, { by: [by], ...period, currency, compare: 'before', ...more }, ['sales', result, 'margin'])).list
const partOf =
  (by: string, result: Result) =>
  ({ label, ...figures }: ReportRow): MonthPart => {
    const { values } = figures
    const [now, before] = sidesOf(figures, result)
    return {
      name: label[by] ?? '',
      sales: values['sales'] ?? null,
      result: values[result] ?? null,
      margin: values['margin'] ?? null,
      before,
      now,
    }
  }

/** Shops whose result moved most against the month before. */
async function moversOf(context: Context, period: Period, result: Result): Promise<Pick<MonthReport, 'gains' | 'losses'>> {
  const most = async (sortWay: 'ASC' | 'DESC', isMine: (difference: number) => boolean): Promise<MonthPart[]> => {
    const rows = await partsBy(context, 'shop', period, result, { sortField: `${result}.difference`, sortWay, pageSize: moversMax })
    return rows.map(partOf('shop', result)).filter(one => one.now !== null && one.before !== null && isMine(compare(one.now, one.before)))
  }
  return { gains: await most('DESC', difference => difference > 0), losses: await most('ASC', difference => difference < 0) }
}

/** The budget of the shops by measure of the profit; nothing without its right, or where nobody entered one. */
async function budgetOf(context: Context, period: Period, names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const [ofShops] = budgets
  if (ofShops === undefined || !may(context.caller, ofShops.report.permission, operations.view)) return {}
  const { report } = ofShops
  const planned = names.filter(name => Object.hasOwn(report.measures, `${name}Budget`))
  const { totals } = await readReport(
    context,
    report,
    { by: [], ...period, currency },
    planned.map(name => `${name}Budget`),
  )
  return Object.fromEntries(
    planned.flatMap(name => {
      const value = totals[0]?.values[`${name}Budget`]
      return value == null || compare(value, '0') === 0 ? [] : [[name, value]]
    }),
  )
}

interface Found {
  readonly kind: number
  readonly count: number
  readonly amount: string | null
}
/** What makes the figures unfinished, and findings of orders of the month that are open. */
async function findingsOf(context: Context, period: Period, unmapped: number): Promise<MonthFinding[]> {
  const at = context.language === 'en' ? 1 : 0
  const lacking = seesCost(context, overview) ? await missingCosts(context, period) : { missingCosts: 0 }
  const known: MonthFinding[] = [
    {
      title: (['缺少产品成本的 SKU', 'SKUs without a product cost'] as const)[at],
      count: lacking.missingCosts,
      amount: null,
      component: 'list/productCost',
    },
    {
      title: (['未映射的金额', 'Amounts that are not mapped'] as const)[at],
      count: unmapped,
      amount: null,
      component: 'finance/amazon/type-map',
    },
  ]
  if (!may(context.caller, checkPermission, operations.view)) return known.filter(one => one.count > 0)
  const rows: readonly Found[] = await context.db
    .selectFrom('order_finding as f')
    .leftJoin('currency_rate as r', join =>
      join.on(sql<boolean>`r.currency = f.currency and r.month = date_trunc('month', f.happened_on)::date`),
    )
    .where(sql<boolean>`f.happened_on between ${period.startDate}::date and ${period.endDate}::date and f.state in (1, 2)`)
    .groupBy(sql`f.kind`)
    .select([
      sql<number>`f.kind`.as('kind'),
      sql<number>`count(*)::int`.as('count'),
      sql<string | null>`case when bool_and(r.rate is not null or f.currency = 'CNY')
        then sum(f.amount * case when f.currency = 'CNY' then 1 else r.rate end)::text end`.as('amount'),
    ])
    .execute()
  const found = Object.values(findingKinds).flatMap(([code, zh, en]): MonthFinding[] => {
    const row = rows.find(one => Number(one.kind) === code)
    const amount = row?.amount == null ? null : canonical(roundTo(row.amount, 4, 'halfUp'))
    return row === undefined ? [] : [{ title: [zh, en][at] ?? zh, count: row.count, amount, component: 'list/orderFinding' }]
  })
  return [...known.filter(one => one.count > 0), ...found]
}
