/** What MSKUs are called: the picture, name and SKU of their product and where they are sold, for a page of a list or report at once. */
import type { NamedSku, SkuAsk } from '#platform/declare/wire.ts'
import { mayView } from '#platform/server/calls/view-demands.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { isOneOf } from '#platform/server/db/untyped-query.ts'
import { labelsOf } from '#platform/server/lists/labels.ts'
import { sql } from 'kysely'
import { product } from './tables.ts'

/** In the order asked; null: it is mapped to no product. One without a shop is what it is in any shop that the caller sees. */
export async function namedSkus(context: Context, asks: readonly SkuAsk[]): Promise<readonly (NamedSku | null)[]> {
  const shops = [...new Set(asks.map(one => one.shopId))].filter(id => id !== undefined)
  const rows = await context.db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .innerJoin('shop as s', 's.id', 'm.shop_id')
    .select(['m.shop_id', 'm.seller_sku', 'm.product_id', 'p.name', 'p.sku', 's.marketplace_code'])
    .select(sql<string | null>`p.pictures[1]::text`.as('picture'))
    .where(isOneOf(sql.ref('m.seller_sku'), [...new Set(asks.map(one => one.sellerSku))]))
    .$if(
      asks.every(one => one.shopId !== undefined),
      q => q.where(isOneOf(sql.ref('m.shop_id'), shops)),
    )
    .orderBy('m.id')
    .execute()
  const sites = await labelsOf(context, 'marketplace', 'code', [...new Set(rows.map(one => one.marketplace_code))])
  const seesPictures = mayView(context, product)
  const bySku = Map.groupBy(rows, one => one.seller_sku)
  const joined = (texts: readonly string[]): string => [...new Set(texts)].join(context.language === 'en' ? ', ' : '、')
  return asks.map(({ shopId, sellerSku }): NamedSku | null => {
    const found = (bySku.get(sellerSku) ?? []).filter(one => shopId === undefined || one.shop_id === shopId)
    if (found.length === 0) return null
    return {
      picture: seesPictures ? (found[0]?.picture ?? null) : null,
      name: joined(found.map(one => one.name)),
      sku: joined(found.map(one => one.sku)),
      site: joined(found.map(one => sites.get(one.marketplace_code) ?? one.marketplace_code)),
    }
  })
}
