/** Statistics of sales over lines of orders, and how fast they are rolled up. A database of its own; lines by INSERT SELECT. */
import { walmartStatistics } from '#areas/statistics/report.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { addMonths, firstOfMonth, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { readReport } from '#platform/server/reports/read.ts'
import { refreshRollups } from '#platform/server/reports/refresh.ts'
import { median, ms, perSecond, quantile, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, openPlace } from './place.ts'

const part = 'sales'
const [calls, p50MsMax, skus] = [15, 50, 1_000]

const chosen = (where: Way['where'] = {}): string =>
  Object.entries(where)
    .map(([name, values]) => ` of ${values.length} × ${name}`)
    .join('')

type Way = Pick<ReportQuery, 'by' | 'where'>
/** By one dimension, by several, and of several values put together. */
async function waysOf(place: Awaited<ReturnType<typeof openPlace>>): Promise<readonly Way[]> {
  const { rows: products } = await place.owner.query<{ id: string; brand: string }>(
    `select id::text, brand from product where org_id = ${place.orgId} and brand is not null order by id limit 20`,
  )
  const brands = [...new Set(products.map(one => one.brand))].slice(0, 2)
  return [
    { by: ['shop'] },
    { by: ['month', 'shop'] },
    { by: ['day', 'shop'] },
    { by: ['week', 'shop'] },
    { by: ['sku'] },
    { by: ['brand'] },
    { by: ['product'] },
    { by: ['category'] },
    { by: ['brand', 'product'] },
    { by: ['brand', 'shop'] },
    { by: ['brand', 'category'] },
    { by: ['brand', 'category', 'month'] },
    { by: ['month'], where: { brand: brands } },
    { by: ['brand', 'category'], where: { brand: brands } },
    { by: ['brand'], where: { product: products.map(one => one.id) } },
  ]
}

export async function salesPart({ orderLines, data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const months = monthsFromTo(addMonths(lastMonth, -11), lastMonth)
    const period = { startDate: firstOfMonth(months[0] ?? lastMonth), endDate: lastOfMonth(lastMonth) }
    for (const month of months) await place.owner.query(`select ensure_month('order_line', $1)`, [firstOfMonth(month)])
    const shop = `(select id from shop where org_id = ${place.orgId} and marketplace_code = 'walmart.com' limit 1)`
    const known = `select count(*) as n from order_line where shop_id = ${shop}`
    const { rows } = await place.owner.query<{ n: string }>(known)
    // five lines in six are an order of their own, the sixth stands in the order before it; a folder that is kept has them already
    if (Number(rows[0]?.n) < orderLines)
      await place.owner.query(
        `insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, sku, quantity, item, currency,
          country, sales, is_cancelled, first_of_order, first_of_sku, several_skus, import_id)
        select ${shop}, d, (i - (i % 6 = 0)::int)::text, case when i % 6 = 0 then '2' else '1' end, d, 4, d,
          'S' || (i * 7919 % ${skus}), 1, 19.99,
          'USD', 'US', 19.99, false, (i % 6 <> 0)::int, 1, i % 6 = 0 or (i % 6 = 5 and i < $1), 0
        from generate_series(1, $1::bigint) i, lateral (select $2::date + ((i - (i % 6 = 0)::int) * 365 / ($1 + 1))::int as d) x
        on conflict do nothing`,
        [orderLines, period.startDate],
      )
    await place.owner.query(`insert into sku_map (org_id, shop_id, seller_sku, product_id)
      select ${place.orgId}, ${shop}, 'S' || i, ids[i % array_length(ids, 1) + 1] from generate_series(0, ${skus - 1}) i,
        (select array_agg(id order by id) as ids from product where org_id = ${place.orgId}) p on conflict do nothing`)
    await place.owner.query(`insert into stale_day (rollup, org_id, owner_id, day, since)
      select 'sales_order', ${place.orgId}, ${shop}, d, now()
      from (select distinct ordered_on as d from order_line) x on conflict do nothing`)
    await place.owner.query('vacuum analyze')
    const took = await timed(() => refreshRollups(place.house, place.orgId))
    await place.owner.query('vacuum analyze')
    const what = `roll-ups of ${orderLines.toLocaleString('en')} order lines from nothing`
    const figures: Figure[] = [{ part, what, value: `${perSecond(orderLines, took, 'lines')} (${seconds(took)})` }]
    const context = await place.context()
    const ways = await waysOf(place)
    for (const way of ways) {
      const query: ReportQuery = { ...way, ...period, currency: 'CNY', pageNum: 1, pageSize: 50 }
      const times: number[] = []
      for (let i = 0; i < calls; i++) times.push(await timed(() => readReport(context, walmartStatistics, query)))
      const p50 = median(times.slice(2))
      figures.push({
        part,
        what: `statistics by ${way.by.join(' and ')}${chosen(way.where)}, 12 months, p50 / p95`,
        value: `${ms(p50)} / ${ms(quantile(times.slice(2), 0.95))}`,
        aim: `p50 < ${p50MsMax} ms`,
        met: p50 < p50MsMax,
      })
    }
    return figures
  } finally {
    await place.close()
  }
}
