/** The demo company's shops as an earlier start has made them. */
import type { SellingShop } from './generate.ts'
import type { Db } from '#platform/server/area.ts'

/** accounts that the demo company has and hardly another */
const demoAccounts = ['boss', 'finance', 'keeper', 'buyer']

/** null on a database without anybody. Refuses a company that is not the demo company: its books are no place for invented money. */
export async function readDemoShops(db: Db): Promise<SellingShop[] | null> {
  const accounts = await db.selectFrom('account').select('username').execute()
  if (accounts.length === 0) return null
  if (!demoAccounts.every(name => accounts.some(a => a.username === name))) throw new Error('这个数据库里不是演示公司，没有写入任何数据')
  const shops = await db.selectFrom('shop').select(['id', 'org_id', 'name', 'marketplace_code']).orderBy('id').execute()
  const maps = await db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .select(['m.shop_id', 'm.seller_sku', 'p.id', 'p.sku', 'p.name'])
    .orderBy('m.id')
    .execute()
  return shops.map(shop => ({
    id: shop.id,
    orgId: shop.org_id,
    name: shop.name,
    marketplaceCode: shop.marketplace_code,
    sellerSkus: maps
      .filter(m => m.shop_id === shop.id)
      .map(m => ({ sellerSku: m.seller_sku, productId: m.id, product: { sku: m.sku, name: m.name } })),
  }))
}
