/**
 * Which listing of the marketplace (ASIN, item number) a seller SKU is sold under: what the newest file that names both says. It is kept
 * when that file is deleted: a SKU does not lose its listing by it. Figures by SKU are told by listing through it.
 */
import { sql } from 'kysely'
import { date, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { defined, type MergeTask } from '#platform/server/area.ts'
import { followKeys } from '#platform/server/reports.ts'
import { orderLines } from './order-lines.ts'

export const skuListing = resource('sku_listing', {
  type: 'skuListing',
  title: ['Listing 与 MSKU', 'SKUs and listings'],
  access: { scope: grantedShops, permission: 'sales.listing.sku' },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140, computed: true }),
    sku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 160 }),
    itemId: text('Listing', 'Listing', {
      filter: 'contains',
      sort: true,
      width: 140,
      help: ['亚马逊为 ASIN，其他平台为商品编号', 'ASIN on Amazon, the item number elsewhere'],
    }),
    title: text('商品名称', 'Title', { default: '', filter: 'contains', width: 260 }),
    parentItemId: text('父 Listing', 'Parent', {
      default: '',
      filter: 'equals',
      width: 140,
      help: ['父体，来自按子 ASIN 下载的销售与流量报告', 'From sales and traffic reports by child ASIN'],
    }),
    price: money('最近单价', 'Last price', {
      currency: 'currency',
      optional: true,
      sort: true,
      width: 110,
      help: ['最近一笔订单行的商品金额 ÷ 数量', 'Items by quantity of the last order line'],
    }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { optional: true, width: 70 }),
    firstSoldOn: date('首次售出', 'First sold', { optional: true, filter: 'range', sort: true, computed: true, width: 110 }),
    lastSoldOn: date('最近售出', 'Last sold', { optional: true, filter: 'range', sort: true, computed: true, width: 110 }),
    firstOn: date('最早出现', 'First seen', { optional: true, filter: 'range', sort: true, computed: true, width: 120 }),
    seenOn: date('最近出现', 'Last seen', { filter: 'range', sort: true, computed: true, width: 120 }),
  },
  list: {
    find: 'itemId',
    bound: { field: 'seenOn', days: 365 },
    sort: { field: 'seenOn', way: 'DESC' },
    shownAs: { card: { title: 'itemId', subtitle: 'title' } },
    empty: ['导入订单或平台资金文件后，这里显示每个 SKU 所在的 Listing', 'Listings appear here once a file names SKU and item'],
  },
  record: { editable: [] },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'sku'],
    index: [
      ['seenOn', 'shopId', 'sku'],
      ['shopId', 'itemId'],
    ],
  },
})

/** where the SKUs of a shop that have orders are found at once */
const skusOfMonths = defined(
  orderLines.grains.find(grain => ['month', 'sku'].every(key => grain.keys.includes(key))),
  'orders by SKU and month',
).table

/**
 * Lines of an import that name both: `day` is when the line happened; absent: they are of this moment. Orders of a SKU that stands in
 * another listing now follow it.
 */
export async function keepListings(
  { tx, house, orgId, shop, importId, now }: MergeTask,
  lines: { readonly table: string; readonly day?: string },
): Promise<void> {
  const table = sql.ref(lines.table)
  const day = lines.day === undefined ? sql`${now.toISOString().slice(0, 10)}::date` : sql.ref(`f.${lines.day}`)
  const newest = sql`select distinct on (f.sku) f.shop_id, f.sku, f.item_id, f.title, min(${day}) over (partition by f.sku) as first_on,
      ${day} as seen_on from ${table} f
    where f.shop_id = ${shop.id} and f.import_id = ${importId} and f.sku <> '' and f.item_id <> ''
    order by f.sku, ${day} desc, f.item_id`
  const moved = await sql<{ sku: string }>`select n.sku from (${newest}) n
    left join sku_listing l on l.shop_id = ${shop.id} and l.sku = n.sku
    where case when l.sku is null then exists (select from ${sql.table(skusOfMonths)} g where g.shop_id = ${shop.id} and g.sku = n.sku)
      else n.seen_on >= l.seen_on and n.item_id <> l.item_id end`.execute(tx)
  await sql`insert into sku_listing (shop_id, sku, item_id, title, first_on, seen_on) ${newest}
    on conflict (shop_id, sku) do update set first_on = least(sku_listing.first_on, excluded.first_on),
      item_id = case when excluded.seen_on >= sku_listing.seen_on then excluded.item_id else sku_listing.item_id end,
      title = case when excluded.seen_on >= sku_listing.seen_on then excluded.title else sku_listing.title end,
      seen_on = greatest(sku_listing.seen_on, excluded.seen_on)
      where excluded.seen_on >= sku_listing.seen_on or excluded.first_on < sku_listing.first_on`.execute(tx)
  const keys = moved.rows.map(({ sku }) => ({ shopId: shop.id, sku }))
  await followKeys(house, orgId, tx, skuListing.table, keys)
}

/** What orders of an import tell besides: when a SKU was sold first and last, and what a unit cost then. Cancelled lines sell nothing. */
export async function keepSales({ tx, shop, importId }: MergeTask): Promise<void> {
  await sql`update sku_listing l set first_sold_on = least(l.first_sold_on, x.first_on), last_sold_on = greatest(l.last_sold_on, x.last_on),
      price = case when x.last_on >= coalesce(l.last_sold_on, x.last_on) then x.price else l.price end,
      currency = case when x.last_on >= coalesce(l.last_sold_on, x.last_on) then x.currency else l.currency end
    from (select f.sku, min(f.ordered_on) as first_on, max(f.ordered_on) as last_on,
        (array_agg(round(f.item / f.quantity, 4) order by f.purchased_at desc, f.order_no, f.line_no))[1] as price,
        (array_agg(f.currency order by f.purchased_at desc, f.order_no, f.line_no))[1] as currency
      from order_line f where f.shop_id = ${shop.id} and f.import_id = ${importId} and f.sku <> '' and not f.is_cancelled and f.quantity > 0
      group by f.sku) x
    where l.shop_id = ${shop.id} and l.sku = x.sku
      and (l.last_sold_on is null or x.last_on >= l.last_sold_on or x.first_on < l.first_sold_on)`.execute(tx)
}

/** The parents that a report of traffic by child names. */
export async function keepParents({ tx, shop, importId }: MergeTask): Promise<void> {
  await sql`update sku_listing l set parent_item_id = x.parent_asin
    from (select distinct on (s.asin) s.asin, s.parent_asin from sales_traffic_staging s
      where s.shop_id = ${shop.id} and s.import_id = ${importId} and s.granularity <> 'PARENT' and s.asin <> '' and s.parent_asin <> ''
      order by s.asin, s.end_on desc) x
    where l.shop_id = ${shop.id} and l.item_id = x.asin and l.parent_item_id <> x.parent_asin`.execute(tx)
}

const named = { skuListing }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
