/**
 * The company's profit over four marketplaces, the page of an order and the checks of a month, in a database of its own: seven of ten lines
 * are transaction lines of Amazon, the others money of eBay, Walmart and AliExpress. `--lines` says how many, `--data` keeps the database.
 */
import { runChecks } from '../areas/finance/profit/checks/run.ts'
import { orderPage } from '../areas/finance/profit/orders/order-page.ts'
import { companyProfit } from '#areas/finance/profit/report/profit.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { fill, monthsFilled } from './fill.ts'
import { median, ms, quantile, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, openPlace, type Place } from './place.ts'
import { rollUp } from './profit.ts'

const part = 'marketplaces'
const amazonShare = 0.7
const [calls, warmUps, orders] = [20, 3, 200]
const aims = { profitMs: 50, orderMs: 100, checksMs: 60_000 } as const
const pageSize = 50

export async function marketplacesPart(options: Options): Promise<Figure[]> {
  const place = await openPlace(options.data, options)
  try {
    const isNew = await fill(place, Math.round(options.lines * amazonShare))
    const figures: Figure[] = []
    if (isNew) {
      await fillMarkets(place, Math.round(options.lines * (1 - amazonShare)))
      await fillBeside(place)
      figures.push(...(await rollUp(place, options)))
    }
    figures.push(...(await profit(place)), ...(await pagesOfOrders(place)), await checksOfMonth(place))
    return figures
  } finally {
    await place.close()
  }
}

async function profit(place: Place): Promise<Figure[]> {
  const context = await place.context()
  const period = { startDate: firstOfMonth(monthsFilled[0] ?? lastMonth), endDate: lastOfMonth(lastMonth) }
  const month = { startDate: firstOfMonth(lastMonth), endDate: lastOfMonth(lastMonth) }
  const paged = { pageNum: 1, pageSize, currency: 'CNY' as const }
  const where = { shop: [place.shops[0]?.id ?? ''] }
  const shown = companyProfit.main ?? ['sales', 'profit', 'margin', 'units']
  const names = Object.keys(companyProfit.dimensions).filter(name => name !== 'order')
  const queries: readonly (readonly [string, ReportQuery])[] = [
    ...names.map(name => [`by ${name}, 12 months`, { by: [name], ...period, ...paged }] as const),
    ...['salesman', 'department'].map(name => [`by ${name}, one month`, { by: [name], ...month, ...paged }] as const),
    ['by order of a shop, one month', { by: ['order'], where, ...month, ...paged }],
  ]
  const figures: Figure[] = []
  for (const [what, query] of queries) {
    let rows = 0
    const took: number[] = []
    for (let at = 0; at < warmUps + calls; at += 1) {
      const one = await timed(async () => (rows = (await readReport(context, companyProfit, query, shown)).total))
      if (at >= warmUps) took.push(one)
    }
    figures.push({
      part,
      what: `company profit ${what} (${rows.toLocaleString('en')} rows), p50 / p95`,
      value: `${ms(median(took))} / ${ms(quantile(took, 0.95))}`,
      aim: `p50 < ${aims.profitMs} ms`,
      met: median(took) < aims.profitMs,
    })
  }
  return figures
}

async function pagesOfOrders(place: Place): Promise<Figure[]> {
  const context = await place.context()
  const { rows } = await place.owner.query<{ no: string }>(
    `(select order_id as no from amazon_transaction_line tablesample system (0.1) where order_id <> '' limit $1)
     union all (select order_no from market_line tablesample system (0.1) where order_no <> '' limit $1)`,
    [orders / 2],
  )
  const took: number[] = []
  for (const { no } of rows) {
    const [first] = (await orderPage(context, no, undefined)).shops
    took.push(await timed(() => orderPage(context, no, first?.shopId)))
  }
  const p95 = quantile(took, 0.95)
  return [
    {
      part,
      what: `page of an order, ${took.length} of them, p50 / p95`,
      value: `${ms(median(took))} / ${ms(p95)}`,
      aim: `p95 < ${aims.orderMs} ms`,
      met: p95 < aims.orderMs,
    },
  ]
}

async function checksOfMonth(place: Place): Promise<Figure> {
  const system = await place.house.asSystem(place.orgId, 'bench')
  let found = 0
  const took = await timed(
    async () => (found = (await runChecks(system, { from: firstOfMonth(lastMonth), to: lastOfMonth(lastMonth) })).found),
  )
  return {
    part,
    what: `all checks of a month, all shops: ${found.toLocaleString('en')} findings`,
    value: seconds(took),
    aim: `< ${aims.checksMs / 1_000} s`,
    met: took < aims.checksMs,
  }
}

/** Three amounts an order: the sale, the commission, and of each tenth a refund. */
async function fillMarkets({ owner, orgId }: Place, lines: number): Promise<void> {
  const { rows: shops } = await owner.query<{ id: string; currency: string; source: number }>(
    `select distinct on (m.platform) s.id::text as id, s.currency, case m.platform when 2 then 1 when 3 then 11 else 21 end as source
     from shop s join marketplace m on m.code = s.marketplace_code where s.org_id = $1 and m.platform in (2, 3, 4)
     order by m.platform, s.id`,
    [orgId],
  )
  const { rows: kinds } = await owner.query<{ item: number; id: string }>(
    `select distinct on (item) item, kind_id::text as id from amazon_type_map where item in (1, 5, 10) order by item, kind_id`,
  )
  const ids = [1, 10, 5].map(item => kinds.find(kind => kind.item === item)?.id ?? kinds[0]?.id)
  const each = Math.ceil(lines / (shops.length * monthsFilled.length))
  for (const month of monthsFilled) {
    await owner.query('select ensure_month($1, $2)', ['market_line', firstOfMonth(month)])
    for (const { id, currency, source } of shops)
      await owner.query(
        `insert into market_line (shop_id, posted_on, tx_key, typed_key, ordinal, part, kind_id, posted_at, booked_on, amount,
            order_no, sku, quantity, currency, source, import_id)
         select $1::bigint, at::date, key, key, 1, 1 + i % 3, 
           ($4::bigint[])[1 + least(i % 3, case when i % 30 = 2 then 2 else 1 end)], at, at::date,
           case i % 3 when 0 then 20 + i % 50 when 1 then -(2 + i % 5) else -1 end, 'M' || $1::text || '-' || $2::text || '-' || i / 3,
           'BENCH-' || lpad((1 + i / 3 % 1000)::text, 4, '0'), case when i % 3 = 0 then 1 end, $5, $6::smallint, 0
         from (select i, md5($1::text || $2::text || i / 3)::uuid as key,
             $2::date + (i / 3) * (interval '1 month' - interval '3 days') / greatest($3::int / 3, 1) as at
           from generate_series(0, $3::int - 1) i) a`,
        [id, firstOfMonth(month), each, ids, currency, source],
      )
  }
  await owner.query(
    `insert into stale_day (rollup, org_id, owner_id, day, since)
     select distinct 'finance_amount', $1::bigint, shop_id, posted_on, now() from market_line on conflict do nothing`,
    [orgId],
  )
  await owner.query('vacuum analyze market_line')
}

/** Salesmen who change in the middle of the year, listings of ten SKUs, orders of the last month, returns of half of its refunds. */
async function fillBeside({ owner, orgId, shops }: Place): Promise<void> {
  const ids = shops.map(shop => shop.id)
  await owner.query(
    `insert into sku_owner (org_id, shop_id, seller_sku, employee_id, dept_id, valid_from, valid_to)
     select k.org_id, k.shop_id, k.seller_sku, e.id, e.dept_id, v.from_day, v.to_day
     from sku_map k
     cross join (values (0, date '2020-01-01', date '2026-04-15'), (1, date '2026-04-16', null::date)) v(turn, from_day, to_day)
     join lateral (select id, dept_id from employee where org_id = $1 order by id
       offset (hashtext(k.seller_sku) & 7) + v.turn limit 1) e on true
     where k.org_id = $1 and not exists (select from sku_owner o where o.shop_id = k.shop_id and o.seller_sku = k.seller_sku)`,
    [orgId],
  )
  await owner.query(
    `insert into sku_listing (shop_id, sku, item_id, title, seen_on)
     select shop_id, seller_sku, 'B' || left(md5(seller_sku), 2) || (hashtext(seller_sku) & 63), '', $2::date
     from sku_map where org_id = $1
     on conflict do nothing`,
    [orgId, lastOfMonth(lastMonth)],
  )
  await owner.query('select ensure_month($1, $2)', ['order_line', firstOfMonth(lastMonth)])
  await owner.query(
    `insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, sku, quantity, item, sales,
        currency, is_cancelled, first_of_order, first_of_sku, import_id)
     select distinct on (shop_id, order_id) shop_id, posted_on, order_id, '1', posted_at, 3, posted_at, sku, 1,
       product_sales, product_sales, currency, false, 1, 1, 0
     from amazon_transaction_line where shop_id = any($1) and posted_on between $2 and $3 and product_sales > 0
     on conflict do nothing`,
    [ids, firstOfMonth(lastMonth), lastOfMonth(lastMonth)],
  )
  await owner.query(
    `update product set packed_length = 20, packed_width = 15, packed_height = 1 + id % 3, packed_weight = 0.3, net_weight = 0.25
     where org_id = $1 and sku like 'BENCH-%'`,
    [orgId],
  )
  await owner.query(
    `insert into fba_fee_preview (shop_id, reported_on, sku, currency, total, referral, fulfilment, size_tier, weight, weight_unit,
        line_key, state_key, ordinal, import_id)
     select k.shop_id, $2::date, k.seller_sku, s.currency, 9, 3, 3.4, 'Large standard-size', 0.7, 'pounds', md5(k.seller_sku)::uuid,
       md5(k.seller_sku)::uuid, 1, 0
     from sku_map k join shop s on s.id = k.shop_id where k.shop_id = any($1)`,
    [ids, firstOfMonth(lastMonth)],
  )
  await owner.query(
    `insert into fba_return (shop_id, reported_on, returned_at, order_id, sku, quantity, disposition, line_key, state_key, ordinal,
        import_id)
     select shop_id, posted_on, posted_at, order_id, sku, 1, 'SELLABLE', line_key, line_key, 1, 0
     from amazon_transaction_line where shop_id = any($1) and posted_on between $2 and $3 and product_sales < 0
       and abs(hashtext(order_id)) % 2 = 0`,
    [ids, firstOfMonth(lastMonth), lastOfMonth(lastMonth)],
  )
  await owner.query('analyze')
}
