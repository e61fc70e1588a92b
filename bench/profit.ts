/** The profit page, read from roll-ups, and how fast they are computed from the lines. */
import { refreshRollups } from '#platform/server/reports/refresh.ts'
import { profitAnswer } from '#areas/finance/amazon/profit/profit-routes.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { monthsFilled } from './fill.ts'
import { median, ms, perSecond, quantile, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, type Place } from './place.ts'

const part = 'profit'
const calls = 60
const warmUps = 5
const p50MsMax = 50

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
  const queries: readonly (readonly [string, ReportQuery])[] = [
    ['by shop, 12 months, in CNY', { by: ['shop'], ...period, currency: 'CNY' }],
    ['by SKU within a shop, 12 months', { by: ['sku'], where: shop, ...period, currency: 'shop' }],
    ['by SKU within a shop, one month', { by: ['sku'], where: shop, ...lastOnly, currency: 'shop' }],
    ['by month, all shops, in CNY', { by: ['month'], ...period, currency: 'CNY' }],
    ['by shop, SKU and month, one shop', { by: ['shop', 'sku', 'month'], where: shop, ...period, currency: 'shop' }],
  ]
  const figures: Figure[] = []
  for (const [what, query] of queries) {
    const context = await place.context()
    for (let i = 0; i < warmUps; i += 1) await profitAnswer(context, query)
    const took: number[] = []
    let rows = 0
    for (let i = 0; i < calls; i += 1) took.push(await timed(async () => (rows = (await profitAnswer(context, query)).total)))
    figures.push({
      part,
      what: `profit page ${what} (${rows} rows), p50 / p95`,
      value: `${ms(median(took))} / ${ms(quantile(took, 0.95))}`,
      aim: 'p50 < 50 ms',
      met: median(took) < p50MsMax,
    })
  }
  return figures
}
