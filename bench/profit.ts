/** The profit page, read from roll-ups, and how fast they are computed from the lines. */
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { companyProfit } from '#areas/finance/profit/report/profit.ts'
import { missingCosts } from '#areas/finance/profit/report/product-costs.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { monthsFilled } from './fill.ts'
import { median, ms, perSecond, quantile, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, type Place } from './place.ts'

const part = 'profit'
const calls = 40
const warmUps = 5
/** a first level, and a page of any level below it */
const p50MsMax = { first: 50, leaf: 100 } as const
const pageSize = 50

/** Computes every roll-up from nothing. */
export async function rollUp(place: Place, { lines }: Options): Promise<Figure[]> {
  const took = await timed(() => refreshRollups(place.house, place.orgId))
  await place.owner.query('vacuum analyze')
  return [
    {
      part,
      what: `roll-ups of ${lines.toLocaleString('en')} transaction lines from nothing`,
      value: `${perSecond(lines, took, 'lines')} (${seconds(took)})`,
    },
  ]
}

export async function profitPart(place: Place): Promise<Figure[]> {
  const period = { startDate: firstOfMonth(monthsFilled[0] ?? lastMonth), endDate: lastOfMonth(lastMonth) }
  const lastOnly = { startDate: firstOfMonth(lastMonth), endDate: lastOfMonth(lastMonth) }
  const shop = { shop: [place.shops[0]?.id ?? ''] }
  const all = { ...period, pageNum: 1, pageSize }
  const queries: readonly (readonly [keyof typeof p50MsMax, string, ReportQuery])[] = [
    ['first', 'by shop, 12 months, in CNY', { by: ['shop'], ...all, currency: 'CNY' }],
    ['first', 'by month, all shops, in CNY', { by: ['month'], ...all, currency: 'CNY' }],
    ['leaf', 'by SKU of all shops, 12 months, in CNY', { by: ['sku'], ...all, currency: 'CNY' }],
    ['leaf', 'by SKU within a shop, 12 months', { by: ['sku'], where: shop, ...all, currency: 'shop' }],
    ['leaf', 'by SKU within a shop, one month', { by: ['sku'], where: shop, ...all, ...lastOnly, currency: 'shop' }],
    ['leaf', 'by shop, SKU and month, one shop', { by: ['shop', 'sku', 'month'], where: shop, ...all, currency: 'shop' }],
    ['leaf', 'by shop, SKU and month, all shops, in CNY', { by: ['shop', 'sku', 'month'], ...all, currency: 'CNY' }],
    ['leaf', 'by shop, SKU and month, all shops, each in its currency', { by: ['shop', 'sku', 'month'], ...all, currency: 'shop' }],
  ]
  const context = await place.context()
  const figures: Figure[] = []
  for (const [level, what, query] of queries) {
    let rows = 0
    const took = await timesOf(async () => (rows = (await readReport(context, companyProfit, query)).total))
    figures.push({
      part,
      what: `profit ${what}: a page of ${rows.toLocaleString('en')} rows, p50 / p95`,
      value: `${ms(median(took))} / ${ms(quantile(took, 0.95))}`,
      aim: `p50 < ${p50MsMax[level]} ms`,
      met: median(took) < p50MsMax[level],
    })
  }
  const lacking = await timesOf(() => missingCosts(context, period))
  figures.push({
    part,
    what: 'SKUs of all shops that lack a cost, 12 months, which no page waits for, p50 / p95',
    value: `${ms(median(lacking))} / ${ms(quantile(lacking, 0.95))}`,
  })
  return figures
}

/** Milliseconds of each call, after some that do not count. */
async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < warmUps; i += 1) await work()
  const took: number[] = []
  for (let i = 0; i < calls; i += 1) took.push(await timed(work))
  return took
}
