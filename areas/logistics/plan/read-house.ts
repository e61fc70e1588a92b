/** What a look needs to know of the organisation: parameters, channels, products with own stock, what is on the way, what is bought. */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { planKinds, planStates } from './tables.ts'

export interface Rule {
  readonly shopId: string | null
  readonly labelId: string | null
  readonly categoryId: string | null
  readonly mode: number
  readonly channelId: string | null
  readonly fastChannelId: string | null
  readonly fromWarehouseId: string | null
  readonly weights: readonly [number, number, number]
  readonly services: readonly [number, number, number]
  readonly reviewDays: number
  readonly maxCoverDays: number
  readonly manualDaily: string | null
  readonly supplyDays: number
}
export interface EventOf {
  readonly shopId: string | null
  readonly labelId: string | null
  readonly categoryId: string | null
  readonly startOn: string
  readonly endOn: string
  readonly factor: string
  readonly units: string
}
export interface ChannelOf {
  readonly id: string
  readonly mode: number
  readonly prepDays: number
  readonly receiveDays: number
  /** as it says of itself, and as five shipments of 12 months say */
  readonly transitDays: number | null
  readonly p80: number | null
  readonly sigma: number | null
}
export interface ProductOf {
  readonly id: string
  readonly categoryId: string | null
  readonly status: number
  readonly abc: number | null
  readonly carton: number
  readonly moq: number
}
export interface SupplierOf {
  readonly productId: string
  readonly supplierId: string
  readonly leadDays: number | null
  readonly p80: number | null
  readonly moq: number
  readonly pack: number
}
/** units of a label, or of a product without one, that come to a target on a day; null: nobody says when */
export interface Coming {
  readonly labelId: string
  readonly units: number
  readonly on: string | null
}
interface Held {
  readonly productId: string
  readonly warehouseId: string
  readonly labelId: string
  readonly units: number
}

export interface HouseNow {
  readonly rules: readonly Rule[]
  readonly events: readonly EventOf[]
  readonly channels: ReadonlyMap<string, ChannelOf>
  readonly products: ReadonlyMap<string, ProductOf>
  readonly suppliers: ReadonlyMap<string, SupplierOf>
  readonly warehouses: readonly { readonly id: string; readonly kind: number }[]
  readonly coming: ReadonlyMap<string, readonly Coming[]>
  /** free, by product, warehouse and label (0: bare); all labels of a product together */
  readonly freeOf: ReadonlyMap<string, number>
  readonly ownFree: ReadonlyMap<string, number>
  /** of own stock: already planned to be shipped, not yet held */
  readonly promised: ReadonlyMap<string, number>
  /** ordered, asked for or accepted to be bought, not received; waiting for inspection */
  readonly bought: ReadonlyMap<string, number>
  readonly ignored: ReadonlySet<string>
}

const sums = (rows: readonly { readonly productId: string; readonly units: number }[]): ReadonlyMap<string, number> =>
  new Map(rows.map(row => [row.productId, row.units]))

export async function readHouse(tx: Tx, orgId: string, today: string): Promise<HouseNow> {
  const db = behind(tx)
  const rules = await sql<Rule>`select shop_id::text as "shopId", label_id::text as "labelId", category_id::text as "categoryId", mode,
      channel_id::text as "channelId", fast_channel_id::text as "fastChannelId", from_warehouse_id::text as "fromWarehouseId",
      array[w7, w14, w30]::int[] as weights, array[service_a, service_b, service_c]::int[] as services, review_days as "reviewDays",
      max_cover_days as "maxCoverDays", manual_daily::text as "manualDaily", supply_days as "supplyDays"
    from replenish_rule where org_id = ${orgId} order by id`.execute(db)
  const events = await sql<EventOf>`select shop_id::text as "shopId", label_id::text as "labelId", category_id::text as "categoryId",
      start_on::text as "startOn", end_on::text as "endOn", factor::text as factor, units::text as units
    from demand_event where org_id = ${orgId} and end_on >= ${today}::date order by id`.execute(db)
  const channels = await sql<ChannelOf>`with t as (
      select o.channel_id, (min(e.at) at time zone 'UTC')::date - o.business_on as days
      from shipping_order o join tracking_event e on e.order_id = o.id and e.stage = 7
      where o.org_id = ${orgId} and o.business_on > ${today}::date - 365 and o.state in (6, 7, 10, 11) group by o.id),
    s as (select channel_id, percentile_disc(0.8) within group (order by days) as p80, stddev_samp(days)::float as sigma
      from t where days >= 0 group by 1 having count(*) >= 5)
    select c.id::text as id, c.mode, c.prep_days as "prepDays", c.receive_days as "receiveDays", c.transit_days as "transitDays",
      s.p80, s.sigma
    from logistics_channel c left join s on s.channel_id = c.id where c.org_id = ${orgId} and c.status = 1 order by c.id`.execute(db)
  const products = await sql<ProductOf>`select p.id::text as id, p.category_id::text as "categoryId", p.status, s.abc,
      greatest(1, ceil(coalesce(s.carton_qty, 1)))::int as carton, ceil(coalesce(s.moq, 0))::int as moq
    from product p left join product_supply s on s.product_id = p.id where p.org_id = ${orgId}`.execute(db)
  const suppliers =
    await sql<SupplierOf>`select distinct on (i.product_id) i.product_id::text as "productId", i.supplier_id::text as "supplierId",
      i.lead_days as "leadDays", a.p80, ceil(coalesce(i.moq, 0))::int as moq, greatest(1, ceil(coalesce(i.pack_qty, 1)))::int as pack
    from supplier_item i left join lateral (
      select percentile_disc(0.8) within group (order by x.days) as p80 from purchase_arrival x
      where x.supplier_key = i.supplier_id and x.org_id = i.org_id and x.day > ${today}::date - 365 having count(*) >= 5) a on true
    where i.org_id = ${orgId} and i.status = 1 order by i.product_id, i.id`.execute(db)
  const warehouses = await sql<{ id: string; kind: number }>`select id::text as id, kind from warehouse
    where org_id = ${orgId} and status = 1 and kind in (1, 3) order by kind, kept_since is null, code`.execute(db)
  const free =
    await sql<Held>`select c.product_id::text as "productId", c.warehouse_id::text as "warehouseId", c.label_id::text as "labelId",
      floor(sum(c.quantity - c.reserved))::int as units
    from goods_cell c join goods_location l on l.id = c.location_id left join goods_batch b on b.id = c.batch_id
    where c.org_id = ${orgId} and l.kind = 1 and l.status = 1 and coalesce(b.status, 1) = 1 group by 1, 2, 3`.execute(db)
  return {
    rules: rules.rows,
    events: events.rows,
    channels: new Map(channels.rows.map(one => [one.id, one])),
    products: new Map(products.rows.map(one => [one.id, one])),
    suppliers: new Map(suppliers.rows.map(one => [one.productId, one])),
    warehouses: warehouses.rows,
    coming: await readComing(tx, orgId),
    freeOf: new Map(free.rows.map(one => [`${one.productId}:${one.warehouseId}:${one.labelId}`, one.units])),
    ownFree: new Map(
      [...Map.groupBy(free.rows, one => `${one.productId}:${one.warehouseId}`)].map(([key, of]) => [
        key,
        of.reduce((sum, one) => sum + one.units, 0),
      ]),
    ),
    promised: sums(await readPromised(tx, orgId)),
    bought: sums(await readBought(tx, orgId)),
    ignored: await readIgnored(tx, orgId, today),
  }
}

/** shipping orders until they go, and ship plans, drafts among them: a line that was turned is not proposed again */
const before = sql`(0, 1, 2, 3, 4, 5)`
const planned = sql`(0, 1, 2, 3)`
const isAccepted = sql`x.state = ${planStates.accepted[0]} and x.kind = ${planKinds.ship[0]}`

async function readComing(tx: Tx, orgId: string): Promise<ReadonlyMap<string, readonly Coming[]>> {
  const { rows } = await sql<Coming>`select c.label_id::text as "labelId", sum(c.quantity)::int as units, o.eta::text as on
    from goods_cell c join goods_location g on g.id = c.location_id and g.kind = 7 and g.doc_type = 'shipping_order'
      join shipping_order o on o.id = g.doc_id::bigint
    where c.org_id = ${orgId} and c.quantity > 0 and c.label_id <> 0 group by 1, 3
    union all select l.label_id::text, sum(l.quantity)::int, null from shipping_order_line l join shipping_order o on o.id = l.order_id
    where o.org_id = ${orgId} and o.state in ${before} and l.label_id is not null and (o.state > 0 or l.plan_line_id is null) group by 1
    union all select l.label_id::text, sum(l.quantity - l.shipped - l.closed_qty)::int, null from ship_plan_line l
      join ship_plan p on p.id = l.plan_id
    where p.org_id = ${orgId} and p.state in ${planned} and l.label_id is not null and l.quantity > l.shipped + l.closed_qty group by 1
    union all select x.label_id::text, sum(coalesce(x.chosen, x.quantity))::int, null from plan_line x
    where x.org_id = ${orgId} and ${isAccepted} and x.label_id is not null group by 1`.execute(behind(tx))
  return Map.groupBy(rows, row => row.labelId)
}

const readPromised = async (tx: Tx, orgId: string) =>
  (
    await sql<{ productId: string; units: number }>`select "productId", sum(units)::int as units from (
      select l.product_id::text as "productId", l.quantity - l.held as units from shipping_order_line l
        join shipping_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in (0, 1, 2, 3) and (o.state > 0 or l.plan_line_id is null)
      union all select l.product_id::text, l.quantity - l.shipped - l.closed_qty from ship_plan_line l join ship_plan p on p.id = l.plan_id
      where p.org_id = ${orgId} and p.state in ${planned}
      union all select x.product_id::text, coalesce(x.chosen, x.quantity) from plan_line x where x.org_id = ${orgId} and ${isAccepted}) u
    where units > 0 group by 1`.execute(behind(tx))
  ).rows

const readBought = async (tx: Tx, orgId: string) =>
  (
    await sql<{ productId: string; units: number }>`select "productId", floor(sum(units))::int as units from (
      select l.product_id::text as "productId", l.quantity - l.received - l.closed_qty as units from purchase_order_line l
        join purchase_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in ${planned} and (o.state > 0 or l.request_line_id is null)
      union all select l.product_id::text, l.quantity - l.ordered - l.closed_qty from purchase_request_line l
        join purchase_request r on r.id = l.request_id where r.org_id = ${orgId} and r.state in ${planned}
      union all select x.product_id::text, coalesce(x.chosen, x.quantity) from plan_line x
      where x.org_id = ${orgId} and x.state = ${planStates.accepted[0]} and x.kind = ${planKinds.buy[0]}
      union all select c.product_id::text, c.quantity - c.reserved from goods_cell c join goods_location g on g.id = c.location_id
      where c.org_id = ${orgId} and g.kind in (2, 3)) u
    where units > 0 group by 1`.execute(behind(tx))
  ).rows

/** What somebody does not want to be told until a day. */
async function readIgnored(tx: Tx, orgId: string, today: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    key: string
  }>`select case when kind = ${planKinds.buy[0]} then 'p' || product_id else 'l' || label_id end as key
    from plan_line where org_id = ${orgId} and state = ${planStates.ignored[0]} and (until is null or until >= ${today}::date)`.execute(
    behind(tx),
  )
  return new Set(rows.map(row => row.key))
}
