/**
 * 平台 SKU as a file: shop, seller SKU, the marketplace's item as the newest order of the last three months names it, product and its
 * state. One row for each mapping, which is unique by shop and seller SKU.
 */
import { sql } from 'kysely'
import { choice, reference, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Db } from '#platform/server/area.ts'
import { view } from '#platform/server/database.ts'
import { product } from '#areas/reference/index.ts'

/** The item that the newest order of each SKU names. Read once for all SKUs: the list is a file of all of them. */
const named = (db: Db) =>
  db
    .selectFrom('order_line as l')
    .where(sql<boolean>`l.ordered_on > current_date - 92 and l.item_id <> ''`)
    .distinctOn(['l.shop_id', 'l.sku'])
    .select(['l.shop_id', 'l.sku', 'l.item_id'])
    .orderBy('l.shop_id')
    .orderBy('l.sku')
    .orderBy('l.ordered_on', 'desc')
    .orderBy('l.purchased_at', 'desc')

export const skuState = view(
  'sku_state',
  {
    type: 'skuState',
    title: ['MSKU', 'Seller SKUs'],
    access: { scope: grantedShops, permission: 'skuView' },
    fields: {
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true }),
      sellerSku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 180 }),
      itemId: text('商品编号', 'Item', { filter: 'equals' }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', sort: true }),
      productName: text('商品名称', 'Product name', { filter: 'contains', width: 220 }),
      status: choice('状态', 'Status', product.fields.status.choices, { filter: 'select' }),
    },
    list: { search: false, sort: { field: 'sellerSku', way: 'ASC' } },
    record: { label: 'sellerSku' },
    storage: { primary: ['shopId', 'sellerSku'] },
  },
  db =>
    db
      .selectFrom('sku_map as m')
      .innerJoin('product as p', 'p.id', 'm.product_id')
      .leftJoin(named(db).as('o'), join => join.onRef('o.shop_id', '=', 'm.shop_id').onRef('o.sku', '=', 'm.seller_sku'))
      .select(['m.org_id', 'm.shop_id', 'm.seller_sku', 'o.item_id', 'm.product_id', 'p.name as product_name', 'p.status']),
)
