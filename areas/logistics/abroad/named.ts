/** The warehouse and the goods that a sheet of a third party names. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { oneRecord } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { warehouse } from '#areas/reference/index.ts'

/** of warehouses: a third party's */
const thirdParty = 3

/** One that whoever asks was granted. */
export async function thirdPartyOf(context: Context, id: unknown): Promise<string> {
  const row = await oneRecord(context, warehouse, id)
  if (row['kind'] !== thirdParty) throw refuse.invalid([{ field: 'warehouseId', message: sentence`${asText(row['name'])} 不是第三方仓` }])
  return row.id
}

export interface Named {
  readonly productId: string
  readonly sku: string
  readonly isTracked: boolean
}
/** Goods by SKU, else by a code that stands on them. */
export async function goodsNamed(context: Context, tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const { orgId } = context.caller
  const { rows } = await sql<Named & { name: string }>`with n as (select distinct name from unnest(${[...names]}::text[]) as n(name)),
      found as (select n.name, coalesce(p.id, b.product_id) as id from n
        left join product p on p.org_id = ${orgId} and p.sku = n.name
        left join goods_barcode b on b.org_id = ${orgId} and b.code = n.name)
    select f.name, p.id::text as "productId", p.sku, coalesce(s.tracking, 0) = 1 as "isTracked"
    from found f join product p on p.id = f.id left join product_supply s on s.product_id = p.id`.execute(behind(tx))
  return new Map(rows.map(({ name, ...one }) => [name, one]))
}
