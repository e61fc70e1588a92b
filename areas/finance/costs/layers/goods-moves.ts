/**
 * What the goods ledger moved between pools, at warehouses whose stock it keeps, as moves of the fold. Receipts are not among them: their
 * cards are made when they are posted (goods-follow.ts). What was taken back on its own day has not moved.
 */
import { sql, type RawBuilder } from 'kysely'
import { locationKinds, moveReasons } from '#areas/goods/index.ts'
import { offlineMarketplace } from '#areas/reference/index.ts'
import type { Tx } from '#platform/server/area.ts'
import type { Move } from './moves.ts'
import { asideKinds, placeKinds, shippedKind } from './tables.ts'
import { baseCurrency } from './words.ts'

const [shipped, marketplace, converted] = [locationKinds.shipped[0], locationKinds.marketplace[0], locationKinds.converted[0]]
/** locations that are a pool of their own, and the place at which finance shows them */
export const leafPlaces: ReadonlyMap<number, number> = new Map([
  [locationKinds.transit[0], placeKinds.transit[0]],
  [locationKinds.working[0], placeKinds.working[0]],
  [locationKinds.subcontractor[0], placeKinds.subcontractor[0]],
])
const leafKind = (l: string) =>
  sql`case ${sql.ref(`${l}.kind`)} ${sql.join(
    [...leafPlaces].map(([kind, place]) => sql`when ${kind} then ${place}::int`),
    sql` `,
  )} end`

/** The place of finance where an end of a move lies, of the location `l`; null: outside the stock. */
const placeAt = (l: string, warehouse: string) => sql`case
  when ${sql.ref(`${l}.kind`)} = any(${[...leafPlaces.keys()]}::int[]) then (select min(p.id) from stock_place p
    where p.org_id = m.org_id and p.kind = ${leafKind(l)})
  when ${sql.ref(`${l}.kind`)} = ${shipped} then (select min(p.id) from stock_place p
    where p.org_id = m.org_id and p.kind = ${shippedKind} and p.shop_id = ${sql.ref(`${l}.shop_id`)})
  when ${sql.ref(`${l}.kind`)} = ${marketplace} then (select p.id from stock_place p
    where p.org_id = m.org_id and p.shop_id = ${sql.ref(`${l}.shop_id`)} and p.kind <> all(${asideKinds}::int[])
    order by p.kind <> ${placeKinds.fba[0]}, p.id limit 1)
  when ${sql.ref(`${l}.kind`)} < ${locationKinds.supplier[0]} then (select p.id from stock_place p
    where p.warehouse_id = ${sql.ref(warehouse)}) end`

export interface MovedRow {
  readonly id: string
  readonly product: string
  readonly day: string
  readonly quantity: string
  readonly fromKind: number
  readonly toKind: number
  readonly fromPlace: string | null
  readonly toPlace: string | null
  readonly fromPool: string
  readonly toPool: string
  /** who sold what came back */
  readonly shop: string | null
  readonly sku: string
  readonly unitCost: string | null
  /** the layer that a reversal takes back */
  readonly undoes: string | null
}

/** On a day on which the ledger keeps either end. */
export const isKept = sql<boolean>`(fw.kept_since <= m.booked_on or tw.kept_since <= m.booked_on)`
/** What a warehouse held before its stock was kept is taken out when that begins (keep-stock.ts): the layers know nothing of it. */
export const isBefore = sql<boolean>`(m.reason = ${sql.lit(moveReasons.opening[0])} and t.kind >= ${sql.lit(locationKinds.supplier[0])}
  and m.reverses_id is null)`
/** No file tells of what it sold: what is shipped for it is sold (own-sales.ts). */
export const isOffline = (shopId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from shop o where o.id = ${shopId} and o.marketplace_code = ${sql.lit(offlineMarketplace)})`
/** Both ends of the move `m` with their warehouses. */
export const ends = sql`join goods_location f on f.id = m.from_id join goods_location t on t.id = m.to_id
  left join warehouse fw on fw.id = m.from_warehouse_id left join warehouse tw on tw.id = m.to_warehouse_id`

export async function readMoved(tx: Tx, orgId: string, productIds: readonly string[], after: string): Promise<readonly MovedRow[]> {
  const { rows } = await sql<MovedRow>`select m.id::text, m.product_id::text as product, m.booked_on::text as day,
      round(m.quantity * 1000000)::bigint::text as quantity, f.kind as "fromKind", t.kind as "toKind",
      (${placeAt('f', 'fw.id')})::text as "fromPlace", (${placeAt('t', 'tw.id')})::text as "toPlace",
      f.id::text as "fromPool", t.id::text as "toPool", f.shop_id::text as shop, coalesce(s.seller_sku, '') as sku,
      round(c.cost * 100000000)::bigint::text as "unitCost",
      case when f.kind = ${shipped} and ${isOffline(sql.ref('f.shop_id'))} then null
        when o.id is not null then coalesce(case when r.move_id is null then 'receipt ' || r.id end, 'move ' || o.id)
        else 'receipt ' || b.id end as undoes
    from goods_move m ${ends}
    left join goods_move o on o.id = m.reverses_id
    left join cost_receipt r on r.org_id = m.org_id and r.doc_type = o.doc_type and r.line_id = o.line_id and r.product_id = m.product_id
    -- what goes back to a supplier is of the layer of its receipt, for as long as that lies there
    left join purchase_return_line q on m.doc_type = 'purchase_return' and q.id::text = m.line_id
    left join cost_receipt b on b.org_id = m.org_id and b.doc_type = 'goods_in' and b.line_id = q.in_line_id::text
      and b.product_id = m.product_id
    left join lateral (select x.seller_sku from sku_map x
      where x.id = m.label_id or m.label_id is null and x.product_id = m.product_id and x.shop_id = f.shop_id
      order by x.id limit 1) s on f.kind = ${shipped}
    left join lateral (select p.unit_cost * case when p.currency = ${baseCurrency} then 1 else k.rate end as cost from product_cost p
      left join currency_rate k on k.org_id = m.org_id and k.currency = p.currency and k.month = date_trunc('month', m.booked_on)
      where p.org_id = m.org_id and p.product_id = m.product_id and p.month <= m.booked_on
      order by p.month desc limit 1) c on f.kind = ${shipped}
    where m.org_id = ${orgId} and m.product_id = any(${productIds}::bigint[]) and m.booked_on > ${after}::date
      and m.from_pool_id is distinct from m.to_pool_id and ${isKept} and not ${isBefore}
      and o.booked_on is distinct from m.booked_on
      and not exists (select from goods_move b where b.reverses_id = m.id and b.booked_on = m.booked_on)
    order by m.id`.execute(tx)
  return rows
}

/** null: it brings goods from outside, which is a receipt. Pure. */
export function moveOf({ id, day, quantity, fromKind, toKind, fromPlace, toPlace, ...row }: MovedRow): Move | null {
  if (fromPlace === null && fromKind !== converted) return null
  const pools = {
    ...(leafPlaces.has(fromKind) ? { fromPool: `location ${row.fromPool}` } : {}),
    ...(leafPlaces.has(toKind) ? { toPool: `location ${row.toPool}` } : {}),
  }
  const move = { id: `move ${id}`, day, seq: Number(id), quantity: BigInt(quantity), ...pools }
  if (fromKind === converted) return { ...move, kind: 'convertIn', rank: 'transfer', from: null, to: toPlace }
  if (toKind === converted) return { ...move, kind: 'convertOut', rank: 'transfer', from: fromPlace, to: null }
  const undoes = row.undoes === null ? {} : { undoes: row.undoes }
  if (toPlace === null) return { ...move, ...undoes, kind: 'writeOff', from: fromPlace, to: null }
  if (toKind === shipped) return { ...move, ...undoes, kind: 'ship', from: fromPlace, to: toPlace }
  if (fromKind !== shipped || row.undoes !== null) return { ...move, ...undoes, kind: 'transfer', from: fromPlace, to: toPlace }
  // what comes back is worth what it was sold at, else its cost of the month; a unit without a cost is there all the same
  const [party, unitCost] = [`${row.shop ?? ''} ${row.sku}`, BigInt(row.unitCost ?? '0')]
  return { ...move, kind: 'return', rank: 'transfer', from: null, to: toPlace, party, unitCost }
}
