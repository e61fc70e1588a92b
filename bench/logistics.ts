/**
 * Shipping and replenishment: a look at 40 shops of 3,000 SKUs with orders of 90 days, its lists and explanations, a plan of 1,000 lines,
 * an order of 300 boxes. A database of its own; orders by day and stock files are written by SQL, what is measured goes the real way.
 */
import { pasteSheet } from '#areas/logistics/pack-sheet.ts'
import { packScanRoutes } from '#areas/logistics/pack-scan.ts'
import { shippingOrder } from '#areas/logistics/order-tables.ts'
import { stockOverview } from '#areas/logistics/plan/overview.ts'
import { explain } from '#areas/logistics/plan/explain.ts'
import { replenish } from '#areas/logistics/plan/run.ts'
import { planLine, replenishItem } from '#areas/logistics/plan/tables.ts'
import { turn } from '#areas/logistics/plan/turn.ts'
import { keepReceipts } from '#areas/logistics/fba/receipts.ts'
import { splitting } from '#areas/logistics/fba/guide.ts'
import { goodsIn } from '#areas/goods/index.ts'
import { logisticsChannel, openGranted, warehouse } from '#areas/reference/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { median, megabytes, ms, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'logistics'
const usual = { shops: 40, skus: 3_000 }
const [days, runs, boxes, turned, ledgerLines] = [90, 30, 300, 1_000, 100_000]
const aims = { lookMs: 10_000, lookBytes: 500e6, pageMs: 50, explainMs: 100, turnMs: 1_000, openMs: 200, pasteMs: 500, shipMs: 1_000 }

/** `--shops` and `--skus` where it is to be smaller. */
export async function logisticsPart({ data, shops, skus }: Options): Promise<Figure[]> {
  const width = { shops: shops > usual.shops ? usual.shops : shops === 20 ? usual.shops : shops, skus: skus === 1_000 ? usual.skus : skus }
  const place = await openPlace(data, width)
  try {
    const context = await place.context()
    const held = await fill(place, context)
    return [
      ...(await look(place, context, width)),
      ...(await pages(place, context)),
      ...(await plan(place, context)),
      ...(await order(place, context, held)),
    ]
  } finally {
    await place.close()
  }
}

const figure = (what: string, value: number, aim: number): Figure => ({
  part,
  what,
  value: value >= 2_000 ? seconds(value) : ms(value),
  aim: `below ${aim >= 2_000 ? seconds(aim) : ms(aim)}`,
  met: value < aim,
})

interface Held {
  readonly warehouseId: string
  readonly channelId: string
  readonly shopId: string
  readonly products: readonly { readonly productId: string; readonly labelId: string; readonly sku: string }[]
}
async function fill({ owner, shops }: Place, context: Context): Promise<Held> {
  const today = context.now().toISOString().slice(0, 10)
  const warehouseId = String((await openGranted(context, warehouse, 'warehouses', { code: 'BL', name: '发货仓', kind: 1 })).id)
  const made = await openGranted(context, logisticsChannel, 'channels', { code: 'BL-SEA', name: '海运', mode: 1, transitDays: 32 })
  const shopIds = shops.map(one => one.id)
  // every third day one to nine units of each SKU
  await owner.query(
    `insert into sales_order__shop_day_sku_country_currency_is_cancelled (shop_id, day, sku, country, currency, is_cancelled, sales, item,
        shipping, gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n, sales_net)
      select m.shop_id, $2::date - d, m.seller_sku, 'US', 'USD', false, 0, 0, 0, 0, 0, 0, 1 + (m.id + d) % 9, 0, 0, 1, 0
      from sku_map m, generate_series(1, $3) d where m.shop_id = any($1::bigint[]) and (m.id + d) % 3 = 0`,
    [shopIds, today, days],
  )
  await owner.query(
    `insert into sales_order__shop_day_country_currency_is_cancelled (shop_id, day, country, currency, is_cancelled, sales, item, shipping,
        gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n, sales_net)
      select s, $2::date, 'US', 'USD', false, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0 from unnest($1::bigint[]) s`,
    [shopIds, today],
  )
  await owner.query(
    `insert into fba_stock_age (shop_id, snapshot_on, sku, available, age0_to90, age91_to180, currency, line_key, state_key, ordinal,
        import_id)
      select m.shop_id, $2::date - 1, m.seller_sku, m.id % 60, 0, 0, 'USD', gen_random_uuid(), gen_random_uuid(), 0, 0
      from sku_map m where m.shop_id = any($1::bigint[])`,
    [shopIds, today],
  )
  await owner.query(
    `insert into product_supply (org_id, product_id, carton_qty) select org_id, id, 12 from product where sku like 'BENCH-%'
      and not exists (select from product_supply s where s.product_id = product.id)`,
  )
  const [shop] = shops
  const { rows: products } = await owner.query<Held['products'][number]>(
    `select product_id::text as "productId", id::text as "labelId", seller_sku as sku from sku_map where shop_id = $1
      and seller_sku like 'BENCH-%' order by id limit 3000`,
    [shop?.id],
  )
  const { rows: bins } = await owner.query<{ id: string }>(
    `select id::text as id from goods_location where warehouse_id = $1 and kind = 1 order by id limit 1`,
    [warehouseId],
  )
  for (let at = 0; at < products.length; at += 500) {
    const of = products.slice(at, at + 500)
    const added = of.map(({ productId }) => ({ productId, quantity: '5000', unitCost: '5', toId: bins[0]?.id }))
    const { id } = await addRecord(context, goodsIn, { businessOn: today, kind: 4, warehouseId, lines: { added } })
    await takeSteps(context, goodsIn, { ids: [{ id }], pick: { step: 'receive' }, input: {} })
  }
  await owner.query('analyze')
  return { warehouseId, channelId: String(made.id), shopId: shop?.id ?? '', products }
}

/** The most that the process held while it worked. */
async function look({ owner }: Place, context: Context, { shops, skus }: { shops: number; skus: number }): Promise<Figure[]> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const took = await timed(() => context.write((tx, inside) => replenish(inside, tx)))
  const again = await timed(() => context.write((tx, inside) => replenish(inside, tx)))
  clearInterval(watch)
  // what autovacuum leaves a minute after a look
  await owner.query('vacuum analyze replenish_item, plan_line')
  const bytes = Math.max(0, most - before)
  return [
    figure(`a look at ${shops} shops x ${skus.toLocaleString('en')} SKUs x ${days} days, the first`, took, aims.lookMs),
    figure('the next one', again, aims.lookMs),
    { part, what: 'memory that two looks took', value: megabytes(bytes), aim: 'below 500 MB', met: bytes < aims.lookBytes },
  ]
}

async function p50(work: () => Promise<unknown>): Promise<number> {
  const found: number[] = []
  await work()
  for (let at = 0; at < runs; at++) found.push(await timed(work))
  return median(found)
}

async function pages({ owner, house }: Place, context: Context): Promise<Figure[]> {
  const page = { pageNum: 1, pageSize: 50 }
  const { rows } = await owner.query<{ id: string }>('select id::text as id from plan_line order by order_on, id limit 1')
  const ask = { input: { id: rows[0]?.id }, params: {}, headers: {}, address: '', house, language: 'zh' } as never
  return [
    figure('补货工作台, p50', await p50(() => listOf(context, planLine, page)), aims.pageMs),
    figure('补货测算, p50', await p50(() => listOf(context, replenishItem, page)), aims.pageMs),
    figure('库存总览, p50', await p50(() => listOf(context, stockOverview, page)), aims.pageMs),
    figure('an explanation, p50', await p50(() => Promise.resolve(explain.handler(context, ask))), aims.explainMs),
  ]
}

async function plan({ owner }: Place, context: Context): Promise<Figure[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select id::text as id from plan_line where kind = 1 and state = 1 and shop_id = (select shop_id from plan_line where kind = 1
      group by 1 order by count(*) desc limit 1) order by id limit ${turned}`,
  )
  const took = await timed(() =>
    turn(
      context,
      rows.map(one => one.id),
    ),
  )
  return [figure(`a plan of ${rows.length} lines from suggestions`, took, aims.turnMs)]
}

async function order({ owner, house }: Place, context: Context, { warehouseId, channelId, shopId, products }: Held): Promise<Figure[]> {
  const businessOn = context.now().toISOString().slice(0, 10)
  const of = products.slice(0, boxes)
  const added = of.map(({ productId, labelId }) => ({ productId, labelId, quantity: '12', declareValue: '3.5' }))
  const header = { businessOn, target: 1, shopId, fromWarehouseId: warehouseId, channelId, logisticsNo: 'BENCH-WL' }
  const { id } = await addRecord(context, shippingOrder, { ...header, lines: { added } })
  const step = (name: string) => takeSteps(context, shippingOrder, { ids: [{ id }], pick: { step: name }, input: {} })
  for (const name of ['submit', 'allocate', 'release', 'pick']) await step(name)
  const sheet = of.map(({ sku }, at) => `${at + 1}\t50\t40\t30\t12\t${sku}\t12`).join('\n')
  const pasted = await timed(() => pasteSheet(context, id, sheet))
  const ask = { input: { no: header.logisticsNo }, params: {}, headers: {}, address: '', house, language: 'zh' } as never
  const opened = await p50(() => Promise.resolve(packScanRoutes['POST /packingBox/open']?.handler(context, ask)))
  await splitting(context, id, `1-${boxes} FBABENCH01 ONT8`)
  const shipped = await timed(() => step('ship'))
  return [
    figure(`an order of ${boxes} boxes opens, p50`, opened, aims.openMs),
    figure('its packing sheet is pasted', pasted, aims.pasteMs),
    figure('it ships', shipped, aims.shipMs),
    ...(await ledger({ owner, shopId, businessOn, skus: of.map(one => one.sku) }, context)),
  ]
}

interface Ledger {
  readonly owner: Place['owner']
  readonly shopId: string
  readonly businessOn: string
  readonly skus: readonly string[]
}
/** Lines of a ledger as its import leaves them, and the receipts that follow: against the same lines written without them. */
async function ledger({ owner, shopId, businessOn, skus }: Ledger, context: Context): Promise<Figure[]> {
  const bare = await timed(() =>
    owner.query(
      `insert into fba_ledger_line (shop_id, happened_on, sku, event, reference, quantity, disposition, line_key, state_key, ordinal,
          import_id)
        select $1, $2::date + (n % 3)::int, ($3::text[])[1 + n % $4], case when n <= $4 then 'Receipts' else 'Shipments' end,
          case when n <= $4 then 'FBABENCH01' else 'S' || n end, case when n <= $4 then 12 else -1 end, 'SELLABLE', gen_random_uuid(),
          gen_random_uuid(), 1, 1 from generate_series(1, ${ledgerLines}) n`,
      [shopId, businessOn, skus, skus.length],
    ),
  )
  const server = await context.house.asSystem(context.caller.orgId, 'bench')
  const receipts = await timed(() => keepReceipts(server, shopId))
  return [
    {
      part,
      what: `receipts of a ledger of ${ledgerLines.toLocaleString('en')} lines, against writing its lines alone`,
      value: seconds(receipts),
      against: seconds(bare),
      ratio: `${Math.round((bare * 100) / (bare + receipts))} %`,
      aim: '>= 60 %',
      met: bare / (bare + receipts) >= 0.6,
    },
  ]
}
