/**
 * Layers of 3,000 SKUs with 24 months of sales, 23 of them closed: from nothing (which keeps the states of the last closed day), the open
 * month anew from these states, and one SKU with a backdated receipt before 10,000 sales. A database of its own.
 */
import { layersHandler } from '../areas/finance/costs/layers/compute.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { megabytes, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, openPlace, type Place } from './place.ts'

const part = 'layers'
const [skus, months, salesAfter] = [3_000, 24, 10_000]
const [monthAimMs, receiptAimMs, aimBytes] = [30_000, 1_000, 500 * 1_048_576]
const since = firstOfMonth(addMonths(lastMonth, 1 - months))
const open = firstOfMonth(lastMonth)

export async function layersPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  const { owner, house, orgId } = place
  try {
    const warehouse = await fill(place)
    const work = () => layersHandler(house, { orgId }, AbortSignal.timeout(3_600_000))
    const markAll = () =>
      owner.query(
        `insert into stock_stale (org_id, product_id, mark, since) select org_id, id, 1, now() from product
         where org_id = $1 and sku like 'LAYER-%'`,
        [orgId],
      )
    const count = async (statement: string): Promise<string> =>
      Number((await owner.query<{ n: string }>(statement)).rows[0]?.n ?? 0).toLocaleString('en')
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
    await markAll()
    const fromNothing = await timed(work)
    // what the open month has is written anew, all of it
    for (const table of ['stock_cost', 'stock_take']) await owner.query(`delete from ${table} where day >= $1`, [open])
    await markAll()
    await place.checkpoint()
    most = 0
    const before = process.memoryUsage().rss
    const anew = await timed(work)
    const resident = most
    const rows = `${await count(`select count(*) as n from stock_cost where day >= '${open}'`)} costs, ${await count(
      `select count(*) as n from stock_take where day >= '${open}'`,
    )} takes, ${await count('select count(*) as n from stock_layer')} layers, ${await count(
      `select count(*) as n from stock_value where month >= '${open}'`,
    )} values`
    const one = await changedCost(place, work)
    const backdated = await backdatedReceipt(place, warehouse, work)
    clearInterval(watch)
    const changed = await count(`select count(*) as n from stock_cost where sku like 'MANY-%' and amount <> 0`)
    const of = `${skus.toLocaleString('en')} SKUs, ${months} months, ${await count('select count(*) as n from stock_sale')} days with sales`
    return [
      { part, what: `${of}: from nothing`, value: seconds(fromNothing) },
      { part, what: `its last month anew (${rows})`, value: seconds(anew), aim: '< 30 s', met: anew < monthAimMs },
      {
        part,
        what: `one changed purchase amount of the open month: ${one.rows}`,
        value: seconds(one.took),
        aim: '< 1 s',
        met: one.took < receiptAimMs,
      },
      {
        part,
        what: `a backdated receipt, ${salesAfter.toLocaleString('en')} later sales (${changed} costs)`,
        value: seconds(backdated),
        aim: '< 1 s',
        met: backdated < receiptAimMs,
      },
      {
        part,
        what: 'most resident memory of the process during the month',
        value: megabytes(resident),
        aim: '< 500 MB',
        met: resident < aimBytes,
      },
      { part, what: 'of it since before the month', value: megabytes(Math.max(0, resident - before)) },
    ]
  } finally {
    await place.close()
  }
}

const written = ['stock_cost', 'stock_take', 'stock_layer', 'stock_value', 'stock_ledger', 'stock_age'] as const

/** Of one receipt another amount: what is written anew is what depends on it, and its rows are told by table. */
async function changedCost({ owner, orgId }: Place, work: () => Promise<unknown>): Promise<{ took: number; rows: string }> {
  const { rows } = await owner.query<{ xid: string; product: string }>(
    `update cost_receipt set purchase = purchase + 10 where id = (select max(id) from cost_receipt where org_id = $1 and day = $2)
     returning pg_current_xact_id()::text as xid, product_id::text as product`,
    [orgId, open],
  )
  await owner.query('insert into stock_stale (org_id, product_id, mark, since) values ($1, $2, 1, now())', [orgId, rows[0]?.product])
  const took = await timed(work)
  const counts: string[] = []
  for (const table of written) {
    const { rows: found } = await owner.query<{ n: string }>(
      `select count(*)::text as n from ${table} where xmin::text::bigint > mod($1::numeric, 4294967296)`,
      [rows[0]?.xid],
    )
    counts.push(`${found[0]?.n ?? 0} of ${table}`)
  }
  return { took, rows: counts.join(', ') }
}

/** Of one SKU: many sales in the open month, and then a receipt of a day before them. */
async function backdatedReceipt(place: Place, warehouse: string, work: () => Promise<unknown>): Promise<number> {
  const { owner, orgId, shops } = place
  const first = `(select min(id) from product where org_id = $1 and sku like 'LAYER-%')`
  const mark = () => owner.query(`insert into stock_stale (org_id, product_id, mark, since) values ($1, ${first}, 1, now())`, [orgId])
  await owner.query(
    `insert into stock_sale (shop_id, day, sku, product_id, place_id, quantity)
     select $2, $3::date + 2 + n % 25, 'MANY-' || n, ${first}, $4, 1 from generate_series(1, $5::int) n`,
    [orgId, shops[0]?.id, open, warehouse, salesAfter],
  )
  await mark()
  await work()
  await owner.query(
    `insert into cost_receipt (org_id, document_no, line_no, day, product_id, place_id, quantity, purchase)
     values ($1, 'LATE', 1, $2, ${first}, $3, 12000, 240000)`,
    [orgId, addDays(open, 1), warehouse],
  )
  await mark()
  await place.checkpoint()
  return timed(work)
}

/** A receipt a month and a sale a day of each SKU, in turn of each shop; all months but the last are closed. Answers the place. */
async function fill({ owner, orgId, shops }: Place): Promise<string> {
  await owner.query(
    `insert into product (org_id, sku, name, brand) select $1, 'LAYER-' || n, 'Layer ' || n, 'Bench' from generate_series(1, $2::int) n`,
    [orgId, skus],
  )
  const { rows } = await owner.query<{ id: string }>(
    `insert into stock_place (org_id, name, kind, ships_rest) values ($1, 'Bench', 1, 0) returning id::text as id`,
    [orgId],
  )
  const warehouse = rows[0]?.id ?? ''
  await owner.query(
    `insert into cost_receipt (org_id, document_no, line_no, day, product_id, place_id, quantity, purchase, first_leg, duty)
     select p.org_id, 'R-' || to_char(m, 'YYYYMM') || '-' || p.id, 1, m::date, p.id, $2, 70, 700 + p.id % 90, 70, 20
       from product p, generate_series($3::date, $4::date, interval '1 month') m where p.org_id = $1 and p.sku like 'LAYER-%'`,
    [orgId, warehouse, since, open],
  )
  await owner.query(
    `insert into stock_sale (shop_id, day, sku, product_id, place_id, quantity)
     select ($2::bigint[])[1 + (p.id + (d::date - $4::date)) % cardinality($2::bigint[])], d::date, p.sku, p.id, $3,
         1 + (p.id + (d::date - $4::date)) % 3
       from product p, generate_series($4::date, $5::date, interval '1 day') d where p.org_id = $1 and p.sku like 'LAYER-%'`,
    [orgId, shops.map(shop => shop.id), warehouse, since, lastOfMonth(lastMonth)],
  )
  await owner.query(
    `insert into finance_month (org_id, month, state) select $1, m::date, 1
       from generate_series($2::date, $3::date - interval '1 month', interval '1 month') m
     on conflict (org_id, month) do update set state = 1`,
    [orgId, since, open],
  )
  await owner.query('analyze stock_sale, cost_receipt, product')
  return warehouse
}
