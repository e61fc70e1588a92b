/**
 * MSKU 一览: each SKU of a shop with its product, and who sells it today by the clock of China. What nobody sells is seen at once.
 */
import { sql } from 'kysely'
import { date, reference, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { holdsOn, view } from '#platform/server/database.ts'
import { homeZone } from '#platform/format/zones.ts'
import { skuOwner } from './tables.ts'

export const skuView = view(
  'sku_view',
  {
    type: 'skuView',
    title: ['MSKU 一览', 'SKUs at a glance'],
    access: { scope: grantedShops },
    fields: {
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true }),
      sellerSku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 180 }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', filterAs: 'groups', sort: true }),
      productName: text('商品名称', 'Product name', { filter: 'contains', width: 220 }),
      categoryId: reference('品类', 'Category', 'product_category', { optional: true, filter: 'select' }),
      employeeId: reference('当前业务员', 'Salesman today', 'employee', { optional: true, filter: 'select', sort: true }),
      deptId: reference('归属部门', 'Department', 'department', { optional: true, filter: 'select' }),
      validFrom: date('归属自', 'Since', { optional: true, sort: true }),
      validTo: date('归属至', 'Until', { optional: true, sort: true }),
    },
    list: {
      sort: { field: 'sellerSku', way: 'ASC' },
      empty: ['店铺的平台 SKU 连同商品和当天的业务员', 'SKUs of the shops with product and salesman'],
    },
    record: { label: 'sellerSku' },
    storage: { primary: ['shopId', 'sellerSku'] },
  },
  db =>
    db
      .selectFrom('sku_map as m')
      .innerJoin('product as p', 'p.id', 'm.product_id')
      .leftJoin('sku_owner as s', join =>
        join
          .onRef('s.shop_id', '=', 'm.shop_id')
          .onRef('s.seller_sku', '=', 'm.seller_sku')
          .on(holdsOn(skuOwner, sql`(now() at time zone ${sql.lit(homeZone)})`, 's')),
      )
      .select([
        'm.org_id',
        'm.shop_id',
        'm.seller_sku',
        'm.product_id',
        'p.name as product_name',
        'p.category_id',
        's.employee_id',
        's.dept_id',
        's.valid_from',
        's.valid_to',
      ]),
)
