/**
 * Sales as moves, and their cost as lines of the books: what the refresh of a shop's days asks of layers. A product has layers from its
 * first receipt on; before it, and by the method of the month, its cost is the unit cost of the month.
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#platform/server/area.ts'
import { type UntypedQuery } from '#platform/server/database.ts'
import { financeItems } from '../../base/finance-items.ts'
import { layersStale } from './compute.ts'
import { ownSales } from './own-sales.ts'
import { asideKinds } from './tables.ts'
import { baseCurrency } from './words.ts'

export const layerItems = [financeItems.productCost.id, financeItems.firstLeg.id, financeItems.costVariance.id]

/** The day of `f` lies on or after the first receipt of the product of `s`. */
export function hasLayers(db: Db) {
  const receipt = db
    .selectFrom('cost_receipt as r')
    .select(sql<number>`1`.as('one'))
    .where(sql<boolean>`r.product_id = s.product_id and r.day <= f.day`)
  return sql<boolean>`exists (${receipt})`
}

interface SaleRow {
  readonly day: string
  readonly sku: string
  readonly product: string
  readonly place: string | null
  readonly quantity: string
}

/** `units`: rows of amounts as f with their SKU mapping as s, of products that have layers. Writes what differs from the stored sales. */
export async function keepSales(
  tx: Tx,
  context: Context,
  shopId: string,
  days: readonly string[],
  units: UntypedQuery | null,
): Promise<void> {
  const db = tx.withoutPlugins()
  const sold = units
    ? await units
        .select([
          sql<string>`f.day::text`.as('day'),
          sql<string>`f.sku`.as('sku'),
          sql<string>`s.product_id::text`.as('product'),
          sql<string>`sum(f.quantity)::numeric(24,6)::text`.as('quantity'),
        ])
        .groupBy(sql`f.day, f.sku, s.product_id`)
        .having(sql<boolean>`sum(f.quantity) <> 0`)
        .execute()
    : []
  const place = await placeOf(db, context.caller.orgId, shopId)
  const own = units ? await ownSales(db, context.caller.orgId, shopId, days) : []
  const told = new Set(sold.map(row => `${row.day} ${row.sku}`))
  const fresh = [...sold, ...own.filter(row => !told.has(`${row.day} ${row.sku}`))].map(row => ({ ...row, place }))
  const { rows: stored } = await sql<SaleRow>`select day::text as day, sku, product_id::text as product, place_id::text as place,
      quantity::text as quantity from stock_sale where shop_id = ${shopId} and day = any(${days}::date[])`.execute(db)
  const keyOf = ({ day, sku }: SaleRow): string => `${day} ${sku}`
  const was = new Map(stored.map(row => [keyOf(row), row]))
  const isNew = (row: SaleRow): boolean => {
    const old = was.get(keyOf(row))
    return old?.product !== row.product || old.place !== row.place || old.quantity !== row.quantity
  }
  const set = fresh.filter(isNew)
  const kept = new Set(fresh.map(keyOf))
  const gone = stored.filter(row => !kept.has(keyOf(row)))
  if (gone.length > 0)
    await sql`delete from stock_sale s using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as r(day date, sku text)
      where s.shop_id = ${shopId} and s.day = r.day and s.sku = r.sku`.execute(db)
  if (set.length > 0)
    await sql`insert into stock_sale (shop_id, day, sku, product_id, place_id, quantity)
      select ${shopId}::bigint, r.day, r.sku, r.product, r.place, r.quantity from jsonb_to_recordset(${JSON.stringify(set)}::jsonb)
        as r(day date, sku text, product bigint, place bigint, quantity numeric)
      on conflict (shop_id, day, sku) do update
        set product_id = excluded.product_id, place_id = excluded.place_id, quantity = excluded.quantity`.execute(db)
  const replaced = set.flatMap(row => was.get(keyOf(row)) ?? [])
  await layersStale(tx, context, [...set, ...gone, ...replaced].map(row => row.product).sort())
}

/** The place of the shop; else the one that ships for all others; null: none is named. */
export async function placeOf(db: Tx, orgId: string, shopId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id::text as id from stock_place
    where org_id = ${orgId} and kind <> all(${asideKinds}::int[]) and (shop_id = ${shopId} or shop_id is null and ships_rest = 1)
    order by shop_id is null, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Cost lines of the days as the layers have them. First leg is of the units of the same day and SKU, as the product cost is. */
export async function writeLayerCosts(tx: Tx, shopId: string, days: readonly string[]): Promise<void> {
  await sql`insert into finance_cost_line (shop_id, booked_on, sku, item, currency, quantity, unit_cost, amount)
    select c.shop_id, c.day, c.sku, c.item, ${baseCurrency}, u.quantity, round(-c.amount / nullif(u.quantity, 0), 8), c.amount
    from stock_cost c left join stock_cost g on c.item = ${financeItems.firstLeg.id} and g.shop_id = c.shop_id and g.day = c.day
      and g.sku = c.sku and g.item = ${financeItems.productCost.id}
      cross join lateral (select coalesce(g.quantity, c.quantity) as quantity) u
    where c.shop_id = ${shopId} and c.day = any(${days}::date[]) and (c.amount <> 0 or c.quantity <> 0)`.execute(tx.withoutPlugins())
}
