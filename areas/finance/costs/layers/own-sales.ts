/**
 * Offline orders: no file tells that they were sold, so what an own warehouse shipped for the shop is sold on that day. Of every other shop
 * the files tell it, and what was shipped lies in 发出商品 until they do: no unit is counted twice.
 * Taken back on a later day it comes back as from a customer, at what it was sold at.
 */
import { sql } from 'kysely'
import { locationKinds } from '#areas/goods/index.ts'
import type { Tx } from '#platform/server/area.ts'
import { ends, isKept, isOffline } from './goods-moves.ts'

const shipped = locationKinds.shipped[0]

export interface OwnSale {
  readonly day: string
  readonly sku: string
  readonly product: string
  readonly quantity: string
}

/** What was shipped and not taken back on its day, of products that have layers by then; of other shops nothing. */
export async function ownSales(db: Tx, orgId: string, shopId: string, days: readonly string[]): Promise<readonly OwnSale[]> {
  const { rows } = await sql<OwnSale>`select m.booked_on::text as day, coalesce(k.seller_sku, p.sku) as sku, p.id::text as product,
      sum(m.quantity)::numeric(24,6)::text as quantity
    from goods_move m ${ends} join product p on p.id = m.product_id
    left join lateral (select x.seller_sku from sku_map x where x.shop_id = ${shopId}
      and (x.id = m.label_id or m.label_id is null and x.product_id = m.product_id) order by x.id limit 1) k on true
    where m.org_id = ${orgId} and m.booked_on = any(${[...days]}::date[]) and ${isKept}
      and t.kind = ${shipped} and t.shop_id = ${shopId} and m.reverses_id is null
      and not exists (select from goods_move b where b.reverses_id = m.id and b.booked_on = m.booked_on)
      and ${isOffline(sql`${shopId}::bigint`)}
      and exists (select from cost_receipt r where r.org_id = m.org_id and r.product_id = m.product_id and r.day <= m.booked_on)
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Offline shops of these, whose days have sales that nothing else tells. */
export async function offlineOf(db: Tx, shopIds: readonly string[]): Promise<readonly string[]> {
  if (shopIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`select id::text from shop where id = any(${[...shopIds]}::bigint[])
    and ${isOffline(sql`id`)} order by id`.execute(db)
  return rows.map(one => one.id)
}
