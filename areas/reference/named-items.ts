/** What MSKUs and products are called: picture, name, SKU and where an MSKU is sold, for a page of a list or report at once. */
import type { ItemAsk, ItemKey, NamedSku } from '#platform/declare/wire.ts'
import { mayView, type Context } from '#platform/server/area.ts'
import { isOneOf } from '#platform/server/database.ts'
import { labelsOf } from '#platform/server/lists.ts'
import { sql } from 'kysely'
import { product } from './tables.ts'

const picture = sql<string | null>`p.pictures[1]::text`.as('picture')
const valuesOf = (asks: readonly ItemAsk[], key: ItemKey): string[] => [
  ...new Set(asks.flatMap(one => (one[key] === undefined ? [] : [one[key]]))),
]

/** In the order asked; null: there is none, or an MSKU is mapped to none. */
export async function namedItems(context: Context, asks: readonly ItemAsk[]): Promise<readonly (NamedSku | null)[]> {
  const seesProducts = mayView(context, product)
  const ofSkus = await skusNamed(context, asks, seesProducts)
  const ofProducts = seesProducts ? await productsNamed(context, asks) : () => null
  return asks.map(ask => (ask.sellerSku === undefined ? ofProducts(ask) : ofSkus(ask)))
}

type Named = (ask: ItemAsk) => NamedSku | null

/** One without a shop is what it is in any shop that the caller sees. */
async function skusNamed(context: Context, asks: readonly ItemAsk[], seesPictures: boolean): Promise<Named> {
  const skus = valuesOf(asks, 'sellerSku')
  if (skus.length === 0) return () => null
  const shops = [...new Set(asks.flatMap(one => (one.sellerSku === undefined ? [] : [one.shopId])))].filter(id => id !== undefined)
  const rows = await context.db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .innerJoin('shop as s', 's.id', 'm.shop_id')
    .select(['m.shop_id', 'm.seller_sku', 'p.name', 'p.sku', 's.marketplace_code', picture])
    .where(isOneOf(sql.ref('m.seller_sku'), skus))
    .$if(
      asks.every(one => one.sellerSku === undefined || one.shopId !== undefined),
      q => q.where(isOneOf(sql.ref('m.shop_id'), shops)),
    )
    .orderBy('m.id')
    .execute()
  const sites = await labelsOf(context, 'marketplace', 'code', [...new Set(rows.map(one => one.marketplace_code))])
  const bySku = Map.groupBy(rows, one => one.seller_sku)
  const joined = (texts: readonly string[]): string => [...new Set(texts)].join(context.language === 'en' ? ', ' : '、')
  return ({ shopId, sellerSku = '' }) => {
    const found = (bySku.get(sellerSku) ?? []).filter(one => shopId === undefined || one.shop_id === shopId)
    if (found.length === 0) return null
    return {
      picture: seesPictures ? (found[0]?.picture ?? null) : null,
      name: joined(found.map(one => one.name)),
      sku: joined(found.map(one => one.sku)),
      site: joined(found.map(one => sites.get(one.marketplace_code) ?? one.marketplace_code)),
    }
  }
}

async function productsNamed(context: Context, asks: readonly ItemAsk[]): Promise<Named> {
  const [ids, skus] = [valuesOf(asks, 'productId'), valuesOf(asks, 'productSku')]
  if (ids.length + skus.length === 0) return () => null
  const rows = await context.db
    .selectFrom('product as p')
    .select(['p.id', 'p.name', 'p.sku', picture])
    .where(eb => eb.or([eb('p.id', '=', sql<string>`any(${ids}::bigint[])`), eb('p.sku', '=', sql<string>`any(${skus}::text[])`)]))
    .execute()
  const [byId, bySku] = [new Map(rows.map(one => [one.id, one])), new Map(rows.map(one => [one.sku, one]))]
  return ({ productId, productSku }) => {
    const found = productId === undefined ? bySku.get(productSku ?? '') : byId.get(productId)
    return found === undefined ? null : { picture: found.picture, name: found.name, sku: found.sku, site: '' }
  }
}
