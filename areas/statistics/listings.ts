/**
 * Listing 表现: what each listing has sold in the last 28 days that files tell of, and in the 28 before; which are new, and which die. The
 * days end with the last one that the shop has an order on, so that days without a file make no listing die.
 */
import { sql } from 'kysely'
import { choice, date, decimal, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { orderLines } from '#areas/sales/index.ts'

/** days of a span; new: first sold so many days ago at most; dying: units in per cent of the span before, which had so many at least */
const [span, newDays, dyingPercent, dyingUnits] = [28, 30, 30, 10]
export const listingStates = {
  new: [1, '新品', 'New', 'info'],
  dying: [2, '衰退', 'Dying', 'bad'],
  selling: [3, '在售', 'Selling', 'good'],
  silent: [4, '无动销', 'Not sold', 'quiet'],
} as const
export const listingPermission = 'sales.listing'

const count = (zh: string, en: string) => integer(zh, en, { total: true, sort: true, width: 110 })

export const listingStatistics = view(
  'listing_statistics',
  {
    type: 'listingStatistics',
    title: ['Listing 表现', 'Listings'],
    access: { scope: grantedShops, permission: listingPermission },
    fields: {
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140 }),
      itemId: text('Listing', 'Listing', { filter: 'contains', sort: true, width: 170 }),
      title: text('商品名称', 'Title', { filter: 'contains', width: 240 }),
      parentItemId: text('父 Listing', 'Parent', { optional: true, filter: 'equals', show: false, width: 140 }),
      skus: integer('SKU 数', 'SKUs', { sort: true, width: 80 }),
      state: choice('状态', 'State', listingStates, { filter: 'select', width: 90 }),
      units: count('近 28 天件数', 'Units, 28 days'),
      unitsBefore: count('前 28 天件数', 'Units, 28 days before'),
      change: decimal('件数变化（%）', 'Change of units (%)', 1, { optional: true, sort: true, width: 120 }),
      sales: money('近 28 天订购金额', 'Ordered sales, 28 days', { currency: 'currency', total: true, sort: true, width: 150 }),
      price: money('近 28 天均价', 'Mean price, 28 days', { currency: 'currency', optional: true, sort: true, width: 130 }),
      priceBefore: money('前 28 天均价', 'Mean price, 28 days before', { currency: 'currency', optional: true, sort: true, width: 130 }),
      firstOn: date('首次售出', 'First sold', { optional: true, filter: 'range', sort: true, width: 110 }),
      lastOn: date('最近售出', 'Last sold', { optional: true, filter: 'range', sort: true, width: 110 }),
      until: date('统计截至', 'Until', { width: 110 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'units', way: 'DESC' },
      shownAs: { card: { title: 'itemId', subtitle: 'title', amount: 'units', state: 'state' } },
      empty: ['导入订单文件后，这里显示每个 Listing 的销量、新品和衰退', 'Units of each listing, new and dying ones appear here'],
    },
    storage: { primary: ['shopId', 'itemId', 'currency'] },
  },
  db => {
    const [byDay, bySku] = ['country', 'sku'].map(
      key => orderLines.grains.find(g => g.keys.includes('day') && g.keys.includes('sku') === (key === 'sku'))?.table ?? '',
    )
    const ends = anyTable(db)
      .selectFrom(`${byDay ?? ''} as e`)
      .select([sql`e.shop_id`.as('shop_id'), sql`max(e.day)`.as('until')])
      .groupBy(sql`e.shop_id`)
    const listings = db
      .selectFrom('sku_listing as l')
      .select([
        sql`l.shop_id`.as('shop_id'),
        sql`l.item_id`.as('item_id'),
        sql`max(l.title)`.as('title'),
        sql`count(*)::int`.as('skus'),
        sql`coalesce(min(l.first_sold_on), min(l.first_on))`.as('first_on'),
        sql`nullif(max(l.parent_item_id), '')`.as('parent_item_id'),
        sql`coalesce(max(l.last_sold_on), max(l.seen_on))`.as('last_on'),
      ])
      .groupBy(sql`l.shop_id, l.item_id`)
    const isNow = sql`(g.day > e.until - ${sql.lit(span)})`
    const sumOf = (column: string, isLast: boolean) =>
      sql`coalesce(sum(${sql.ref(`g.${column}`)}) filter (where ${isLast ? isNow : sql`not ${isNow}`}), 0)`
    const sold = anyTable(db)
      .selectFrom(ends.as('e'))
      .innerJoin(`${bySku ?? ''} as g`, join =>
        join.on(sql<boolean>`g.shop_id = e.shop_id and g.day > e.until - ${sql.lit(2 * span)} and not g.is_cancelled`),
      )
      .innerJoin('sku_listing as s', join => join.on(sql<boolean>`s.shop_id = g.shop_id and s.sku = g.sku`))
      .select([
        sql`g.shop_id`.as('shop_id'),
        sql`s.item_id`.as('item_id'),
        sql`g.currency`.as('currency'),
        sumOf('quantity', true).as('units'),
        sumOf('quantity', false).as('units_before'),
        sumOf('sales', true).as('sales'),
        sumOf('item', true).as('item'),
        sumOf('item', false).as('item_before'),
      ])
      .groupBy(sql`g.shop_id, s.item_id, g.currency`)
    const [now, before] = [sql`coalesce(w.units, 0)`, sql`coalesce(w.units_before, 0)`]
    return db
      .selectFrom(listings.as('l'))
      .innerJoin(ends.as('u'), join => join.on(sql<boolean>`u.shop_id = l.shop_id`))
      .innerJoin('shop as o', join => join.on(sql<boolean>`o.id = l.shop_id`))
      .leftJoin(sold.as('w'), join => join.on(sql<boolean>`w.shop_id = l.shop_id and w.item_id = l.item_id`))
      .select([
        ...['shop_id', 'item_id', 'parent_item_id', 'title', 'skus', 'first_on', 'last_on'].map(name => sql.ref(`l.${name}`).as(name)),
        sql`u.until`.as('until'),
        sql`(case when l.first_on > u.until - ${sql.lit(newDays)} then ${sql.lit(listingStates.new[0])}
          when ${before} >= ${sql.lit(dyingUnits)} and ${now} * 100 < ${before} * ${sql.lit(dyingPercent)}
            then ${sql.lit(listingStates.dying[0])}
          when ${now} > 0 then ${sql.lit(listingStates.selling[0])} else ${sql.lit(listingStates.silent[0])} end)::smallint`.as('state'),
        sql`${now}::int`.as('units'),
        sql`${before}::int`.as('units_before'),
        sql`round((${now} - ${before}) * 100.0 / nullif(${before}, 0), 1)`.as('change'),
        sql`coalesce(w.sales, 0)`.as('sales'),
        sql`round(w.item / nullif(w.units, 0), 4)`.as('price'),
        sql`round(w.item_before / nullif(w.units_before, 0), 4)`.as('price_before'),
        sql`coalesce(w.currency, o.currency)`.as('currency'),
      ])
  },
)
