/** A look: reads the snapshot, works out figures and proposals, and keeps them. What was accepted or turned stays as it is. */
import { setImmediate as soon } from 'node:timers/promises'
import { sql } from 'kysely'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { buyDetail, itemDetail } from './detail.ts'
import { categoryMeans, daysAround, lookAt, type Bought, type Looked } from './look.ts'
import { leadOf } from './need.ts'
import { prepare, type Prepared } from './prepare.ts'
import { readHouse, type HouseNow } from './read-house.ts'
import { readShops, type ShopOf } from './read-shop.ts'
import { seasonOf } from './speed.ts'
import { planStates } from './suggestion.ts'
import { planKinds } from './tables.ts'

const open = [planStates.proposed[0], planStates.accepted[0], planStates.ignored[0]]
/** rows of one statement */
const portion = 2_000
/** what a whole number of the database holds */
const capped = (units: number): number => Math.min(2_000_000_000, units)
const coverOf = (cover: number | null): string | null => (cover === null ? null : Math.min(99_999, cover).toFixed(1))
const lineKey = (one: { kind: number; product_id?: string | null; label_id?: string | null; channel_id?: string | null }): string =>
  [one.kind, one.product_id, one.label_id, one.channel_id].map(part => part ?? '').join(':')

export async function replenish(context: Context, tx: Tx): Promise<{ items: number; lines: number; low: number }> {
  const { orgId } = context.caller
  // two looks at once do it one after the other
  await sql`select pg_advisory_xact_lock(hashtextextended(${`replenish ${orgId}`}, 0))`.execute(behind(tx))
  // who accepts, turns or ignores beside a look is seen by it, or waits and finds the suggestion gone
  await sql`select id from plan_line where org_id = ${orgId} and state in (${sql.join(open)}) order by id for update`.execute(behind(tx))
  const today = todayOf(context)
  const house = await readHouse(tx, orgId, today)
  const { rows: shops } = await sql<ShopOf>`select s.id::text as id, m.platform, s.warehouse_id::text as "warehouseId" from shop s
    join marketplace m on m.code = s.marketplace_code where s.org_id = ${orgId} and s.status = 1 order by s.id`.execute(behind(tx))
  const prepared: Prepared[] = []
  for await (const { shop, listings, snapshotOn } of readShops(tx, shops, today))
    for (const listing of listings) {
      const one = prepare(house, shop, listing, snapshotOn, today)
      if (one.isSold || one.onHand > 0 || one.coming.length > 0 || one.listing.stock !== null) prepared.push(one)
    }
  const seasons = await readSeasons(
    tx,
    shops.map(one => one.id),
    today,
  )
  const [days, means] = [daysAround(today), categoryMeans(prepared)]
  const items = itemsOf(context, tx)
  const lines: ProposedLine[] = []
  let low = 0
  const byProduct = Map.groupBy(prepared.splice(0), (one, at) => one.product?.id ?? `none ${at}`)
  for (const [product, listings] of byProduct) {
    // what was looked at is let go: a company has a hundred thousand listings
    byProduct.delete(product)
    const { looked, bought } = lookAt({ today, house, seasons }, days, means, listings)
    for (const one of looked) {
      await items.add(one)
      lines.push(...shipLines(one))
      if (one.of.slow !== null && one.cover !== null && one.cover < leadOf(one.of.slow)) low += 1
    }
    if (bought !== null && bought.buy.quantity > 0 && !house.ignored.has(`p${bought.productId}`)) lines.push(buyLine(house, bought))
  }
  return { items: await items.end(), lines: await keepLines(context, tx, lines, today), low }
}

/** Units of the whole months of two years by category. */
async function readSeasons(tx: Tx, shops: readonly string[], today: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ category: string; month: number; units: number }>`select value as category,
      extract(month from month)::int - 1 as month, sum(quantity)::int as units
    from sales_order__groups_by_month where shop_id = any(${[...shops]}::bigint[]) and dimension = 'category' and not is_cancelled
      and month >= date_trunc('month', ${today}::date) - interval '24 months' and month < date_trunc('month', ${today}::date)
    group by value, sales_order__groups_by_month.month order by sales_order__groups_by_month.month`.execute(behind(tx))
  return new Map([...Map.groupBy(rows, row => row.category)].map(([category, of]) => [category, seasonOf(of)]))
}

/** Writes what was looked at: the database keeps one portion while the next is made ready. */
function itemsOf(context: Context, tx: Tx) {
  const { orgId } = context.caller
  const now = context.now().toISOString()
  let [count, rows]: [number, object[]] = [0, []]
  let writing: Promise<unknown> = Promise.resolve()
  const write = async (): Promise<void> => {
    const text = JSON.stringify(rows)
    rows = []
    await writing
    writing = sql`insert into replenish_item (org_id, shop_id, sku, product_id, label_id, flag, daily, cover, trend, available, reserved,
        unfulfillable, inbound, on_way, arrives_on, safety, target_qty, need, given, lack, surplus, out_days, target, snapshot_on,
        detail, ran_at)
      select ${orgId}, r.shop_id, r.sku, r.product_id, r.label_id, r.flag, r.daily, r.cover, r.trend, r.available, r.reserved,
        r.unfulfillable, r.inbound, r.on_way, r.arrives_on, r.safety, r.target_qty, r.need, r.given, r.lack, r.surplus, r.out_days,
        r.target, r.snapshot_on, r.detail, ${now}::timestamptz
      from json_populate_recordset(null::replenish_item, ${text}::json) r
      on conflict (org_id, shop_id, sku) do update set (product_id, label_id, flag, daily, cover, trend, available, reserved, unfulfillable,
        inbound, on_way, arrives_on, safety, target_qty, need, given, lack, surplus, out_days, target, snapshot_on, detail,
        ran_at) = (excluded.product_id, excluded.label_id, excluded.flag, excluded.daily, excluded.cover, excluded.trend,
        excluded.available, excluded.reserved, excluded.unfulfillable, excluded.inbound, excluded.on_way, excluded.arrives_on,
        excluded.safety, excluded.target_qty, excluded.need, excluded.given, excluded.lack, excluded.surplus, excluded.out_days,
        excluded.target, excluded.snapshot_on, excluded.detail, excluded.ran_at)`.execute(behind(tx))
    // a failure is thrown where the next one waits for it; until then the statement is sent
    writing.catch(() => undefined)
    // it is sent before more is made ready
    await soon()
  }
  return {
    add: async (one: Looked): Promise<void> => {
      count += 1
      if (rows.push(itemRow(one)) >= portion) await write()
    },
    /** those that nothing is known of any more go */
    end: async (): Promise<number> => {
      await write()
      await writing
      await sql`delete from replenish_item where org_id = ${orgId} and ran_at < ${now}::timestamptz`.execute(behind(tx))
      return count
    },
  }
}

const itemRow = (one: Looked) => ({
  shop_id: one.of.shop.id,
  sku: one.of.listing.sku.slice(0, 100),
  product_id: one.of.product?.id ?? null,
  label_id: one.of.listing.labelId,
  flag: one.of.flag,
  daily: one.daily?.toFixed(4) ?? null,
  cover: coverOf(one.cover),
  trend: one.of.trend,
  available: one.of.listing.stock?.available ?? 0,
  reserved: one.of.listing.stock?.reserved ?? 0,
  unfulfillable: one.of.listing.stock?.unfulfillable ?? 0,
  inbound: one.of.listing.stock?.inbound ?? 0,
  on_way: capped(one.onWay),
  arrives_on: one.arrivesOn,
  safety: capped(one.need?.safety ?? 0),
  target_qty: capped(one.need?.target ?? 0),
  need: capped(one.lack + one.given),
  given: capped(one.given),
  lack: capped(one.lack),
  surplus: capped(one.surplus),
  out_days: one.of.outDays,
  target: one.of.target,
  snapshot_on: one.of.snapshotOn,
  detail: itemDetail(one),
})

interface Gone {
  readonly kind: number
  readonly product_id: string
  readonly label_id: string | null
  readonly channel_id: string | null
  readonly chosen: number | null
}
type ProposedLine = Parameters<typeof lineKey>[0]
const shipLines = (one: Looked) =>
  one.ships.map(ship => ({
    kind: planKinds.ship[0],
    product_id: one.of.product?.id ?? null,
    label_id: one.of.listing.labelId,
    shop_id: one.of.shop.id,
    sku: one.of.listing.sku,
    daily: one.daily?.toFixed(4),
    cover: coverOf(one.cover),
    trend: one.of.trend,
    quantity: ship.quantity,
    lack: capped(one.lack),
    channel_id: ship.channelId,
    warehouse_id: one.fromId === '' ? null : one.fromId,
    need_on: ship.needOn,
    order_on: ship.orderOn,
    target: one.of.target,
    to_warehouse_id: one.of.toWarehouseId,
    detail: null,
  }))
const buyLine = (house: HouseNow, one: Bought) => ({
  kind: planKinds.buy[0],
  product_id: one.productId,
  // pace and cover are those of all shops: who sees them all reads them in the explanation
  daily: null,
  cover: null,
  trend: '',
  quantity: one.buy.quantity,
  lack: 0,
  warehouse_id: house.warehouses.find(({ kind }) => kind === 1)?.id,
  need_on: one.needOn,
  order_on: one.orderOn,
  supplier_id: one.supplier?.supplierId,
  detail: buyDetail(one),
})

async function keepLines(context: Context, tx: Tx, lines: readonly ProposedLine[], today: string): Promise<number> {
  const { orgId } = context.caller
  const { rows: gone } = await sql<Gone>`delete from plan_line where org_id = ${orgId} and state = ${planStates.proposed[0]}
    returning kind, product_id::text, label_id::text, channel_id::text, chosen`.execute(behind(tx))
  // what somebody has typed stays with the new suggestion of the same
  const chosen = new Map(gone.filter(one => one.chosen !== null).map(one => [lineKey(one), one.chosen]))
  const rows = lines.map(one => ({ ...one, chosen: chosen.get(lineKey(one)) ?? null }))
  for (let at = 0; at < rows.length; at += portion)
    await sql`insert into plan_line (org_id, state, kind, product_id, label_id, shop_id, sku, daily, cover, trend, quantity, chosen,
        lack, channel_id, warehouse_id, need_on, order_on, is_late, supplier_id, target, to_warehouse_id, detail, ran_at, item_id)
      select ${orgId}, ${planStates.proposed[0]}, r.kind, r.product_id, r.label_id, r.shop_id, r.sku, r.daily, r.cover, r.trend,
        r.quantity, r.chosen, r.lack, r.channel_id, r.warehouse_id, r.need_on, r.order_on,
        case when r.order_on < ${today}::date then 2 else 1 end, r.supplier_id, r.target, r.to_warehouse_id, r.detail, now(),
        (select i.id from replenish_item i where i.org_id = ${orgId} and i.shop_id = r.shop_id and i.sku = r.sku)
      from json_to_recordset(${JSON.stringify(rows.slice(at, at + portion))}::json) r (kind int, product_id bigint, label_id bigint,
        shop_id bigint, sku text, daily numeric, cover numeric, trend text, quantity int, chosen int, lack int, channel_id bigint,
        warehouse_id bigint, need_on date, order_on date, supplier_id bigint, target int, to_warehouse_id bigint, detail text)`.execute(
      behind(tx),
    )
  return rows.length
}
