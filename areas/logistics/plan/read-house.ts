/** What a look needs to know of the organisation: parameters, channels, products with own stock, what is on the way, what is bought. */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { planStates } from './suggestion.ts'
import { planKinds, quantityMax } from './tables.ts'

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
/** units of a label that come to a target, or of a product without one to a warehouse, on a day; null: nobody says when */
export interface Coming {
  readonly units: number
  readonly on: string | null
}
interface Held {
  readonly productId: string
  readonly warehouseId: string
  readonly labelId: string
  readonly units: number
  /** of them in bins */
  readonly inBins: number
}

export interface HouseNow {
  readonly rules: readonly Rule[]
  readonly events: readonly EventOf[]
  readonly channels: ReadonlyMap<string, ChannelOf>
  readonly products: ReadonlyMap<string, ProductOf>
  readonly suppliers: ReadonlyMap<string, SupplierOf>
  readonly warehouses: readonly { readonly id: string; readonly kind: number }[]
  /** by label; by product and warehouse where there is none */
  readonly coming: ReadonlyMap<string, readonly Coming[]>
  readonly bareComing: ReadonlyMap<string, readonly Coming[]>
  /** free, by product, warehouse and label (0: bare), of third parties with what is not put away; in bins of all labels together */
  readonly freeOf: ReadonlyMap<string, number>
  readonly ownFree: ReadonlyMap<string, number>
  /** by product and warehouse: already planned to be shipped, not yet held */
  readonly promised: ReadonlyMap<string, number>
  /** ordered, asked for or accepted to be bought, not received; waiting for inspection */
  readonly bought: ReadonlyMap<string, number>
  /** labels with a channel, and products */
  readonly ignored: ReadonlySet<string>
}

/** a quantity that somebody typed, of units: at most what a suggestion may hold */
const whole = (column: string, least: number) => sql`least(${quantityMax}, greatest(${least}, ceil(coalesce(${sql.ref(column)}, 0))))::int`
const sums = (rows: readonly { readonly productId: string; readonly units: number }[]): ReadonlyMap<string, number> =>
  new Map(rows.map(row => [row.productId, row.units]))

/** From whom each product is bought: days from order to receipt, the least that is taken, whole packs. */
export async function suppliersOf(tx: Tx, orgId: string, today: string): Promise<readonly SupplierOf[]> {
  const { rows } = await sql<SupplierOf>`with s as (
      select supplier_key, percentile_disc(0.8) within group (order by days) as p80 from purchase_arrival
      where org_id = ${orgId} and day > ${today}::date - 365 group by 1 having count(*) >= 5)
    select distinct on (i.product_id) i.product_id::text as "productId", i.supplier_id::text as "supplierId", i.lead_days as "leadDays",
      s.p80, ${whole('i.moq', 0)} as moq, ${whole('i.pack_qty', 1)} as pack
    from supplier_item i join supplier u on u.id = i.supplier_id and u.status = 2 left join s on s.supplier_key = i.supplier_id
    where i.org_id = ${orgId} and i.status = 1 order by i.product_id, i.id`.execute(behind(tx))
  return rows
}

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
      select o.channel_id, (min(e.at) at time zone 'UTC')::date - o.posted_on as days
      from shipping_order o join tracking_event e on e.order_id = o.id and e.stage = 7
      where o.org_id = ${orgId} and o.posted_on > ${today}::date - 365 and o.state in (6, 7, 10, 11) group by o.id),
    s as (select channel_id, percentile_disc(0.8) within group (order by days) as p80, stddev_samp(days)::float as sigma
      from t where days >= 0 group by 1 having count(*) >= 5)
    select c.id::text as id, c.mode, c.prep_days as "prepDays", c.receive_days as "receiveDays", c.transit_days as "transitDays",
      s.p80, s.sigma
    from logistics_channel c left join s on s.channel_id = c.id where c.org_id = ${orgId} and c.status = 1 order by c.id`.execute(db)
  const products = await sql<ProductOf>`select p.id::text as id, p.category_id::text as "categoryId", p.status, s.abc,
      ${whole('s.carton_qty', 1)} as carton, ${whole('s.moq', 0)} as moq
    from product p left join product_supply s on s.product_id = p.id where p.org_id = ${orgId}`.execute(db)
  const suppliers = await suppliersOf(tx, orgId, today)
  const warehouses = await sql<{ id: string; kind: number }>`select id::text as id, kind from warehouse
    where org_id = ${orgId} and status = 1 and kind in (1, 3) order by kind, kept_since is null, code`.execute(db)
  const { rows: free } = await sql<Held>`select c.product_id::text as "productId", c.warehouse_id::text as "warehouseId",
      c.label_id::text as "labelId", floor(sum(c.quantity - c.reserved))::float8 as units,
      floor(coalesce(sum(c.quantity - c.reserved) filter (where l.kind = 1), 0))::float8 as "inBins"
    from goods_cell c join goods_location l on l.id = c.location_id join warehouse w on w.id = c.warehouse_id
      left join goods_batch b on b.id = c.batch_id
    where c.org_id = ${orgId} and (l.kind = 1 or w.kind = 3 and l.kind in (2, 3)) and l.status = 1 and coalesce(b.status, 1) = 1
    group by 1, 2, 3`.execute(db)
  return {
    rules: rules.rows,
    events: events.rows,
    channels: new Map(channels.rows.map(one => [one.id, one])),
    products: new Map(products.rows.map(one => [one.id, one])),
    suppliers: new Map(suppliers.map(one => [one.productId, one])),
    warehouses: warehouses.rows,
    ...(await readComing(tx, orgId)),
    freeOf: new Map(free.map(one => [`${one.productId}:${one.warehouseId}:${one.labelId}`, one.units])),
    ownFree: new Map(
      [...Map.groupBy(free, one => `${one.productId}:${one.warehouseId}`)].map(([key, of]) => [
        key,
        of.reduce((sum, one) => sum + one.inBins, 0),
      ]),
    ),
    promised: await readPromised(tx, orgId),
    bought: sums(await readBought(tx, orgId)),
    ignored: await readIgnored(tx, orgId, today),
  }
}

/** shipping orders until they go, and ship plans, drafts among them: a line that was turned is not proposed again */
const underWay = sql`(6, 7)`
const before = sql`(0, 1, 2, 3, 4, 5)`
const planned = sql`(0, 1, 2, 3)`
const isAccepted = sql`x.state = ${planStates.accepted[0]} and x.kind = ${planKinds.ship[0]}`

interface ComingTo extends Coming {
  readonly labelId: string | null
  readonly to: string
}
/** What is under way is told by lines: a labelled line takes bare units of bins too, and they lie under way as they lay there. */
async function readComing(tx: Tx, orgId: string): Promise<Pick<HouseNow, 'coming' | 'bareComing'>> {
  const to = sql`u.product_id || ':' || u.to_warehouse_id as to`
  const { rows } = await sql<ComingTo>`select u.label_id::text as "labelId", ${to}, floor(sum(u.units))::float8 as units, u.eta::text as on
    from (
      select l.label_id, l.product_id, o.to_warehouse_id, l.shipped - l.received - l.lost as units, o.eta from shipping_order_line l
        join shipping_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in ${underWay}
      union all select l.label_id, l.product_id, o.to_warehouse_id, l.quantity, null from shipping_order_line l
        join shipping_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in ${before} and (o.state > 0 or l.plan_line_id is null)
      union all select l.label_id, l.product_id, l.to_warehouse_id, l.quantity - l.shipped - l.closed_qty, null from ship_plan_line l
        join ship_plan p on p.id = l.plan_id where p.org_id = ${orgId} and p.state in ${planned}
      union all select x.label_id, x.product_id, x.to_warehouse_id, coalesce(x.chosen, x.quantity), null from plan_line x
      where x.org_id = ${orgId} and ${isAccepted}) u
    where u.units > 0 group by 1, 2, 4`.execute(behind(tx))
  const bare = rows.filter(row => row.labelId === null && row.to !== null)
  return {
    coming: Map.groupBy(
      rows.filter(row => row.labelId !== null),
      row => row.labelId ?? '',
    ),
    bareComing: Map.groupBy(bare, row => row.to),
  }
}

const readPromised = async (tx: Tx, orgId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{
    key: string
    units: number
  }>`select product_id || ':' || warehouse_id as key, sum(units)::float8 as units from (
      select l.product_id, o.from_warehouse_id as warehouse_id, l.quantity - l.held as units from shipping_order_line l
        join shipping_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in (0, 1, 2, 3) and (o.state > 0 or l.plan_line_id is null)
      union all select l.product_id, l.from_warehouse_id, l.quantity - l.shipped - l.closed_qty from ship_plan_line l
        join ship_plan p on p.id = l.plan_id where p.org_id = ${orgId} and p.state in ${planned}
      union all select x.product_id, x.warehouse_id, coalesce(x.chosen, x.quantity) from plan_line x
      where x.org_id = ${orgId} and ${isAccepted}) u
    where units > 0 and warehouse_id is not null group by 1`.execute(behind(tx))
  return new Map(rows.map(row => [row.key, row.units]))
}

const readBought = async (tx: Tx, orgId: string) =>
  (
    await sql<{ productId: string; units: number }>`select "productId", floor(sum(units))::float8 as units from (
      select l.product_id::text as "productId", l.quantity - l.received - l.closed_qty as units from purchase_order_line l
        join purchase_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in ${planned} and (o.state > 0 or l.request_line_id is null)
      union all select l.product_id::text, l.quantity - l.ordered - l.closed_qty from purchase_request_line l
        join purchase_request r on r.id = l.request_id where r.org_id = ${orgId} and r.state in ${planned}
      union all select x.product_id::text, coalesce(x.chosen, x.quantity) from plan_line x
      where x.org_id = ${orgId} and x.state = ${planStates.accepted[0]} and x.kind = ${planKinds.buy[0]}
      union all select c.product_id::text, c.quantity - c.reserved from goods_cell c join goods_location g on g.id = c.location_id
        join warehouse w on w.id = c.warehouse_id and w.kind = 1
      where c.org_id = ${orgId} and g.kind in (2, 3)) u
    where units > 0 group by 1`.execute(behind(tx))
  ).rows

/** What somebody does not want to be told until a day. */
async function readIgnored(tx: Tx, orgId: string, today: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    key: string
  }>`select case when kind = ${planKinds.buy[0]} then 'p' || product_id else label_id || ':' || channel_id end as key
    from plan_line where org_id = ${orgId} and state = ${planStates.ignored[0]} and (until is null or until >= ${today}::date)`.execute(
    behind(tx),
  )
  return new Set(rows.map(row => row.key))
}
