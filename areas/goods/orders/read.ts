/** Orders of shops that ship from a warehouse, and the goods issues that were made of them. */
import { sql } from 'kysely'
import { orderStatuses, shippers } from '#areas/sales/index.ts'
import { platformChoices } from '#areas/reference/index.ts'
import type { Tx } from '#platform/server/area.ts'
import { locationKinds } from '../location-tables.ts'
import { behind } from '../documents/places.ts'
import { outKinds } from '../documents/out-tables.ts'
import { outboundStates as states } from '../documents/words.ts'
import type { Issued, OrderedLine } from './decide.ts'

export interface Shop {
  readonly id: string
  /** where new documents are made; null: none are, those there are follow their orders */
  readonly warehouseId: string | null
  readonly platform: number
}
export interface Order {
  readonly shopId: string
  readonly orderNo: string
  readonly lines: readonly OrderedLine[]
  /** the one that is not shipped, else the last that was */
  readonly issued: Issued | null
}
const live = sql<boolean>`d.state between ${sql.lit(states.draft[0])} and ${sql.lit(states.picked[0])}`

/** Orders before it are not looked at; what was shipped before it stays as it is. */
export interface Since {
  readonly orderedOn: string
  readonly shippedOn: string
}

/** Shops that are open and ship from one of these warehouses (null: from any), or have documents there that still go. */
export async function shippingShops(tx: Tx, orgId: string, warehouseIds: readonly string[] | null): Promise<readonly Shop[]> {
  const ofThese = (id: string) => (warehouseIds === null ? sql`` : sql`and ${sql.ref(id)} = any(${[...warehouseIds]}::bigint[])`)
  const ships = sql`s.status = 1 and s.warehouse_id is not null ${ofThese('s.warehouse_id')}`
  const { rows } = await sql<Shop>`select s.id::text, case when ${ships} then s.warehouse_id::text end as "warehouseId", m.platform
    from shop s join marketplace m on m.code = s.marketplace_code
    where s.org_id = ${orgId} and (${ships} or s.id in (select d.shop_id from goods_out d where d.org_id = ${orgId} and d.from_order
      and d.kind = ${outKinds.sold[0]} and ${live} ${ofThese('d.warehouse_id')})) order by s.id`.execute(behind(tx))
  return rows
}

const [created, acknowledged, cancelled, refunded] = [
  orderStatuses.created[0],
  orderStatuses.acknowledged[0],
  orderStatuses.cancelled[0],
  orderStatuses.refunded[0],
]
const { amazon, walmart, offline } = platformChoices

/** Paid, not shipped, sent by the seller. Walmart takes the money with the order; an offline order is paid when somebody says so. */
const isOpen = sql<boolean>`(case m.platform
  when ${sql.lit(walmart[0])} then l.status in (${sql.lit(created)}, ${sql.lit(acknowledged)})
  when ${sql.lit(amazon[0])} then l.status = ${sql.lit(acknowledged)} and l.shipped_by = ${sql.lit(shippers.seller[0])}
  when ${sql.lit(offline[0])} then l.status = ${sql.lit(acknowledged)} and l.paid_at is not null
  else l.status = ${sql.lit(acknowledged)} end
  and coalesce(l.shipped_by, ${sql.lit(shippers.seller[0])}) = ${sql.lit(shippers.seller[0])})`

interface LineRow extends Omit<OrderedLine, 'isElsewhere'> {
  readonly shopId: string
  readonly orderNo: string
}
const linesWhere = async (db: Tx, shopIds: readonly string[], where: ReturnType<typeof sql<boolean>>): Promise<readonly LineRow[]> => {
  const { rows } = await sql<LineRow>`select l.shop_id::text as "shopId", l.order_no as "orderNo",
      l.shop_id || ' ' || l.order_no || ' ' || l.line_no as key, l.sku, l.quantity::text as quantity, l.due_on::text as "dueOn",
      k.product_id::text as "productId", k.id::text as "labelId", ${isOpen} as "isOpen",
      l.status in (${cancelled}, ${refunded}) as "isGone", l.status = ${cancelled} as "isCancelled"
    from order_line l join shop s on s.id = l.shop_id join marketplace m on m.code = s.marketplace_code
      left join sku_map k on k.shop_id = l.shop_id and k.seller_sku = l.sku
    where l.shop_id = any(${[...shopIds]}::bigint[]) and ${where} order by l.ordered_on, l.order_no, l.line_no`.execute(db)
  return rows
}

/** A short line of the document `d` could have more, or be put together. */
const mayTake = sql<boolean>`(exists (select from goods_out_line l
  join goods_cell c on c.product_id = l.product_id and c.warehouse_id = d.warehouse_id and c.quantity > c.reserved
    and c.label_id in (0, coalesce(l.label_id, 0))
  join goods_location p on p.id = c.location_id and p.kind = ${sql.lit(locationKinds.bin[0])} and p.status = 1
  where l.out_id = d.id and l.held < l.quantity) or exists (select from goods_out_line l
  where l.out_id = d.id and l.held < l.quantity and goods_bundles(l.org_id, l.product_id, d.warehouse_id, current_date) > 0))`

interface DocumentRow extends Issued {
  readonly shopId: string
  readonly orderNo: string
}
const documentsWhere = async (
  db: Tx,
  shopIds: readonly string[],
  where: ReturnType<typeof sql<boolean>>,
): Promise<readonly DocumentRow[]> => {
  const { rows } = await sql<DocumentRow>`select d.id::text, d.warehouse_id::text as "warehouseId", d.shop_id::text as "shopId",
      d.order_no as "orderNo", d.state, d.order_note as note, d.unpaired, not d.is_lack or ${mayTake} as "mayTake",
      coalesce((select json_agg(json_build_object('id', l.id::text,
        'key', coalesce(l.order_line, ''), 'productId', l.product_id::text, 'labelId', l.label_id::text, 'quantity', l.quantity::text)
        order by l.line_no) from goods_out_line l where l.out_id = d.id and l.of_line_id is null), '[]') as lines
    from goods_out d where d.shop_id = any(${[...shopIds]}::bigint[]) and d.from_order and d.kind = ${outKinds.sold[0]} and ${where}
    order by d.id`.execute(db)
  return rows
}

/** `no`: this order alone, its documents held. */
export async function readOrders(
  tx: Tx,
  { orgId, shops, since, no }: { readonly orgId: string; readonly shops: readonly Shop[]; readonly since: Since; readonly no?: string },
): Promise<readonly Order[]> {
  if (shops.length === 0) return []
  const db = behind(tx)
  const shopIds = shops.map(one => one.id)
  const shipping = shops.flatMap(one => (one.warehouseId === null ? [] : [one.id]))
  if (no !== undefined)
    await sql`select 1 from goods_out where shop_id = any(${shopIds}::bigint[]) and order_no = ${no} order by id for update`.execute(db)
  const shipped = sql<boolean>`d.state = ${sql.lit(states.shipped[0])} and d.business_on >= ${since.shippedOn}::date`
  const ofOrder = no === undefined ? sql<boolean>`true` : sql<boolean>`d.order_no = ${no}`
  const documents = await documentsWhere(db, shopIds, sql<boolean>`(${live} or ${shipped}) and ${ofOrder}`)
  const open =
    no === undefined
      ? await linesWhere(db, shipping, sql<boolean>`l.ordered_on >= ${since.orderedOn}::date and ${isOpen}`)
      : await linesWhere(db, shopIds, sql<boolean>`l.order_no = ${no}`)
  const numbers = [...new Set(documents.map(one => one.orderNo))]
  const told =
    no === undefined && numbers.length > 0 ? await linesWhere(db, shopIds, sql<boolean>`l.order_no = any(${numbers}::text[])`) : []
  const lines = new Map([...open, ...told].map(one => [one.key, one]))
  const holders = await holdersOf(db, orgId, [...lines.keys()])
  const typed = await typedOf(db, shopIds, [...new Set([...lines.values()].map(one => one.orderNo))])
  const documentsOf = Map.groupBy(documents, one => `${one.shopId} ${one.orderNo}`)
  const linesOf = Map.groupBy(lines.values(), one => `${one.shopId} ${one.orderNo}`)
  return [...new Set([...documentsOf.keys(), ...linesOf.keys()])].map(key => {
    const mine = documentsOf.get(key) ?? []
    const issued = mine.find(one => one.state !== states.shipped[0]) ?? null
    const ordered = (linesOf.get(key) ?? []).map(one => ({
      ...one,
      isElsewhere: (holders.has(one.key) && holders.get(one.key) !== issued?.id) || (issued === null && typed.has(key)),
    }))
    const [first] = [...ordered, ...mine]
    const last = ordered.some(one => one.isOpen && !one.isElsewhere) ? null : (mine.at(-1) ?? null)
    return { shopId: first?.shopId ?? '', orderNo: first?.orderNo ?? '', lines: ordered, issued: issued ?? last }
  })
}

/** The documents that have these lines of orders. */
async function holdersOf(db: Tx, orgId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`select order_line as key, out_id::text as id from goods_out_line
    where org_id = ${orgId} and order_line = any(${[...keys]}::text[])`.execute(db)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Orders that somebody typed or imported an issue of. */
async function typedOf(db: Tx, shopIds: readonly string[], numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select d.shop_id || ' ' || d.order_no as key from goods_out d
    where d.shop_id = any(${[...shopIds]}::bigint[]) and d.order_no = any(${[...numbers]}::text[]) and not d.from_order
      and d.kind = ${outKinds.sold[0]} and d.state not in (${states.reversed[0]}, ${states.voided[0]})`.execute(db)
  return new Set(rows.map(one => one.key))
}

/** Who gets an offline order. */
export async function addressOf(tx: Tx, orgId: string, orderNo: string): Promise<string | null> {
  const { rows } = await sql<{ address: string }>`select concat_ws(' ', customer, contact) as address from offline_order
    where org_id = ${orgId} and no = ${orderNo}`.execute(behind(tx))
  return rows[0]?.address ?? null
}
export const isOffline = ({ platform }: Shop): boolean => platform === offline[0]
