/**
 * Which listing of the marketplace (ASIN, item number) a seller SKU is sold under: what the newest file that names both says. It is kept
 * when that file is deleted: a SKU does not lose its listing by it. Figures by SKU are told by listing through it.
 */
import { sql } from 'kysely'
import { date, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { MergeTask } from '#platform/server/contract/file-family.ts'

export const skuListing = resource('sku_listing', {
  type: 'skuListing',
  title: ['SKU 与 Listing', 'SKUs and listings'],
  kind: 'shop',
  scope: grantedShops,
  permission: 'sales.order',
  editable: [],
  primary: ['shopId', 'sku'],
  find: 'itemId',
  bound: { field: 'seenOn', days: 365 },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140, computed: true }),
    sku: text('平台 SKU', 'Seller SKU', { filter: 'contains', sort: true, width: 160 }),
    itemId: text('Listing', 'Listing', {
      filter: 'contains',
      sort: true,
      width: 140,
      help: ['亚马逊为 ASIN，其他平台为商品编号', 'ASIN on Amazon, the item number elsewhere'],
    }),
    title: text('商品名称', 'Title', { default: '', filter: 'contains', width: 260 }),
    firstOn: date('最早出现', 'First seen', { optional: true, filter: 'range', sort: true, computed: true, width: 120 }),
    seenOn: date('最近出现', 'Last seen', { filter: 'range', sort: true, computed: true, width: 120 }),
  },
  index: [
    ['seenOn', 'shopId', 'sku'],
    ['shopId', 'itemId'],
  ],
  sort: { field: 'seenOn', way: 'DESC' },
  shownAs: { card: { title: 'itemId', subtitle: 'title' } },
  empty: ['导入订单或平台资金文件后，这里显示每个 SKU 所在的 Listing', 'Listings appear here once a file names SKU and item'],
})

/** Lines of an import that name both: `day` is when the line happened. */
export async function keepListings(
  { tx, shop, importId }: MergeTask,
  lines: { readonly table: string; readonly day: string },
): Promise<void> {
  const [table, day] = [sql.ref(lines.table), sql.ref(`f.${lines.day}`)]
  await sql`insert into sku_listing (shop_id, sku, item_id, title, first_on, seen_on)
    select distinct on (f.sku) f.shop_id, f.sku, f.item_id, f.title, min(${day}) over (partition by f.sku), ${day} from ${table} f
    where f.shop_id = ${shop.id} and f.import_id = ${importId} and f.sku <> '' and f.item_id <> ''
    order by f.sku, ${day} desc, f.item_id
    on conflict (shop_id, sku) do update set first_on = least(sku_listing.first_on, excluded.first_on),
      item_id = case when excluded.seen_on >= sku_listing.seen_on then excluded.item_id else sku_listing.item_id end,
      title = case when excluded.seen_on >= sku_listing.seen_on then excluded.title else sku_listing.title end,
      seen_on = greatest(sku_listing.seen_on, excluded.seen_on)
      where excluded.seen_on >= sku_listing.seen_on or excluded.first_on < sku_listing.first_on`.execute(tx)
}
