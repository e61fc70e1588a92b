/** Statistics of sales over lines of orders, and how fast they are rolled up. A database of its own; lines by INSERT SELECT. */
import { walmartStatistics } from '#areas/statistics/report.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { addMonths, firstOfMonth, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { median, ms, perSecond, quantile, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, openPlace } from './place.ts'

const part = 'sales'
const [calls, p50MsMax, p95MsMax, skus] = [15, 50, 150, 1_000]
/** lines of a day that comes while people read, and in what time its figures are there */
const [newLines, newSecondsMax, timesFaster] = [30_000, 5, 50]

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
    { by: ['salesman'] },
    { by: ['dept', 'month'] },
    { by: ['listing'] },
    { by: ['productGroup'] },
    { by: ['brand', 'product'] },
    { by: ['brand', 'shop'] },
    { by: ['brand', 'category'] },
    { by: ['brand', 'category', 'month'] },
    { by: ['month'], where: { brand: brands } },
    { by: ['brand', 'category'], where: { brand: brands } },
    { by: ['brand'], where: { product: products.map(one => one.id) } },
  ]
}

/** The same figures from roll-ups and from the lines. */
async function againstFacts(
  place: Awaited<ReturnType<typeof openPlace>>,
  shop: string,
  period: Pick<ReportQuery, 'startDate' | 'endDate'>,
): Promise<Figure> {
  const context = await place.context()
  const bySku: ReportQuery = { by: ['sku'], ...period, currency: 'CNY', pageNum: 1, pageSize: 50 }
  const fromRollups = await timed(() => readReport(context, walmartStatistics, bySku, ['units', 'orderedSales']))
  const fromFacts = await timed(() =>
    place.owner.query(
      `select sku, sum(quantity), sum(sales) from order_line
      where shop_id = ${shop} and ordered_on between $1 and $2 and not is_cancelled group by sku`,
      [period.startDate, period.endDate],
    ),
  )
  return {
    part,
    what: 'statistics by sku against the group-by over lines of orders',
    value: `${(fromFacts / fromRollups).toFixed(0)} times faster (${ms(fromRollups)} against ${ms(fromFacts)})`,
    aim: `${timesFaster} times`,
    met: fromFacts >= timesFaster * fromRollups,
  }
}

/** A day's new lines until their figures are there. */
async function aDayMore(place: Awaited<ReturnType<typeof openPlace>>, shop: string, day: string): Promise<Figure> {
  await place.owner.query(
    `insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, sku, quantity, item, currency,
        country, sales, is_cancelled, first_of_order, first_of_sku, several_skus, import_id)
      select ${shop}, $2::date, 'N' || (i - (i % 6 = 0)::int), case when i % 6 = 0 then '2' else '1' end, $2::date, 4, $2::date,
        'S' || (i * 7919 % ${skus}), 1, 19.99, 'USD', 'US', 19.99, false, (i % 6 <> 0)::int, 1, i % 6 in (0, 5), 0
      from generate_series(1, $1::bigint) i on conflict do nothing`,
    [newLines, day],
  )
  await place.owner.query(
    `insert into stale_day (rollup, org_id, owner_id, day, since)
    select 'sales_order', ${place.orgId}, ${shop}, $1, now() on conflict do nothing`,
    [day],
  )
  const took = await timed(() => refreshRollups(place.house, place.orgId))
  return {
    part,
    what: `${newLines.toLocaleString('en')} new lines of one day in the figures`,
    value: seconds(took),
    aim: `< ${newSecondsMax} s`,
    met: took < newSecondsMax * 1_000,
  }
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
    await place.owner.query(`insert into sku_listing (shop_id, sku, item_id, title, first_on, seen_on)
      select ${shop}, 'S' || i, (1000 + i / 3)::text, 'Lamp', '2025-01-01', '2026-01-01' from generate_series(0, ${skus - 1}) i
      on conflict do nothing`)
    await place.owner.query(`insert into sku_owner (org_id, shop_id, seller_sku, employee_id, dept_id, valid_from)
      select ${place.orgId}, ${shop}, 'S' || i, e.id, e.dept_id, '2020-01-01' from generate_series(0, ${skus - 1}) i,
        (select id, dept_id from employee where org_id = ${place.orgId} order by id limit 1) e
      where not exists (select from sku_owner o where o.shop_id = ${shop} and o.seller_sku = 'S' || i)`)
    await place.owner.query(`insert into product_group (org_id, name) select ${place.orgId}, 'G' || i from generate_series(1, 5) i
      on conflict do nothing`)
    await place.owner.query(`insert into product_group_member (org_id, group_id, product_id)
      select g.org_id, g.id, p.id from product_group g join product p on p.org_id = g.org_id and p.id % 3 = g.id % 3
      where g.org_id = ${place.orgId} on conflict do nothing`)
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
      const measures = walmartStatistics.main
      for (let i = 0; i < calls; i++) times.push(await timed(() => readReport(context, walmartStatistics, query, measures)))
      const p50 = median(times.slice(2))
      figures.push({
        part,
        what: `statistics by ${way.by.join(' and ')}${chosen(way.where)}, 12 months, p50 / p95`,
        value: `${ms(p50)} / ${ms(quantile(times.slice(2), 0.95))}`,
        aim: `p50 < ${p50MsMax} ms, p95 < ${p95MsMax} ms`,
        met: p50 < p50MsMax && quantile(times.slice(2), 0.95) < p95MsMax,
      })
    }
    figures.push(await againstFacts(place, shop, period))
    figures.push(await aDayMore(place, shop, period.endDate))
    return figures
  } finally {
    await place.close()
  }
}
