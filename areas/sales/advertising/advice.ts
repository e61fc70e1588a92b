/**
 * Search terms worth an own target, and terms worth excluding, of each period that was reported: worked out when read, by limits that
 * people set for a shop. A term is a target already where the targeting or search term report of the shop says so.
 */
import { sql } from 'kysely'
import { choice, date, decimal, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { adPermission } from './words.ts'

export const limitPermission = 'sales.advertising.limits'
/** What counts of a shop without limits of its own. */
const usual = { orders: 2, acos: 30, clicks: 10 } as const

const named = (alias: string, names: readonly string[]) => names.map(name => sql.ref<string>(`${alias}.${name}`).as(name))
const told = 'shop_id start_on end_on term campaign ad_group target match_type clicks spend currency days import_id line_no'.split(' ')

export const adviceLimit = resource('ad_advice_limit', {
  type: 'adAdviceLimit',
  title: ['投放规则', 'Limits of advice'],
  access: { scope: grantedShops, permission: limitPermission },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', editDisabled: true, width: 160 }),
    minOrders: integer('添加：订单不少于', 'Add: orders at least', { default: usual.orders, min: 1, max: 10_000 }),
    maxAcos: decimal('添加：ACOS 不高于（%）', 'Add: ACOS at most (%)', 2, { default: String(usual.acos), min: 0, max: 1000 }),
    minClicks: integer('否定：点击不少于', 'Exclude: clicks at least', { default: usual.clicks, min: 1, max: 1_000_000 }),
  },
  list: {
    sort: { field: 'shopId', way: 'ASC' },
    empty: [
      `没有设置的店铺按订单不少于 ${usual.orders}、ACOS 不高于 ${usual.acos}%、点击不少于 ${usual.clicks} 提出建议`,
      `Shops without limits: ${usual.orders} orders, ACOS of ${usual.acos} %, ${usual.clicks} clicks`,
    ],
  },
  record: { label: 'shopId' },
  storage: { key: ['shopId'] },
})

export const termAdvice = view(
  'ad_term_advice',
  {
    type: 'adTermAdvice',
    title: ['投放建议', 'Advice on search terms'],
    access: { scope: grantedShops, permission: adPermission },
    fields: {
      advice: choice(
        '建议',
        'Advice',
        { add: [1, '添加为投放', 'Add as target', 'good'], exclude: [2, '添加否定词', 'Exclude', 'bad'] },
        { filter: 'select', width: 110 },
      ),
      startOn: date('开始日期', 'From', { width: 110 }),
      endOn: date('结束日期', 'To', { filter: 'range', sort: true, width: 110 }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140 }),
      term: text('搜索词', 'Search term', { filter: 'contains', sort: true, width: 220 }),
      campaign: text('广告活动', 'Campaign', { filter: 'contains', sort: true, width: 220 }),
      adGroup: text('广告组', 'Ad group', { filter: 'contains', width: 160 }),
      target: text('投放', 'Target', { width: 160 }),
      matchType: text('匹配类型', 'Match type', { filter: 'equals', width: 110 }),
      clicks: integer('点击', 'Clicks', { total: true, sort: true, width: 90 }),
      orders: integer('订单', 'Orders', { total: true, sort: true, width: 90 }),
      spend: money('花费', 'Spend', { currency: 'currency', total: true, sort: true, width: 110 }),
      sales: money('销售额', 'Sales', { currency: 'currency', total: true, sort: true, width: 110 }),
      acos: decimal('ACOS（%）', 'ACOS (%)', 2, { optional: true, sort: true, width: 100 }),
      days: integer('归因天数', 'Days of attribution', { width: 90 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 }),
      importId: integer('导入', 'Import', { hidden: true }),
      lineNo: integer('行号', 'Line', { hidden: true }),
    },
    list: {
      search: false,
      bound: { field: 'endOn', days: 365 },
      sort: { field: 'endOn', way: 'DESC' },
      shownAs: { card: { title: 'term', subtitle: 'campaign', amount: 'spend', state: 'advice' } },
      empty: ['没有达到界限的搜索词；导入搜索词报告后在这里显示建议', 'No search term reaches the limits'],
    },
    storage: { primary: ['shopId', 'endOn', 'importId', 'lineNo'] },
  },
  adviceQuery,
)

function adviceQuery(db: Parameters<Parameters<typeof view>[2]>[0]) {
  const limited = anyTable(db)
    .selectFrom('ad_search_term as t')
    .leftJoin('ad_advice_limit as l', join => join.on(sql<boolean>`l.shop_id = t.shop_id`))
    .select([
      ...named('t', told),
      sql<number>`coalesce(t.orders7, t.orders14, 0)`.as('orders'),
      sql<string>`coalesce(t.sales7, t.sales14, 0)`.as('sales'),
      sql<number>`coalesce(l.min_orders, ${sql.lit(usual.orders)})`.as('min_orders'),
      sql<string>`coalesce(l.max_acos, ${sql.lit(usual.acos)})`.as('max_acos'),
      sql<number>`coalesce(l.min_clicks, ${sql.lit(usual.clicks)})`.as('min_clicks'),
    ])
  const judged = db
    .selectFrom(limited.as('t'))
    .selectAll('t')
    .select(
      sql<number>`(case when t.orders = 0 and t.clicks >= t.min_clicks then 2
        when t.orders >= t.min_orders and t.spend * 100 <= t.sales * t.max_acos then 1 end)::smallint`.as('advice'),
    )
  return anyTable(db)
    .selectFrom(judged.as('j'))
    .where(({ not, exists, or, and, selectFrom, eb }) => {
      const isTargetIn = (table: string) =>
        exists(
          selectFrom(`${table} as d`)
            .select(sql`1`.as('one'))
            .where(sql<boolean>`d.shop_id = j.shop_id and d.target = j.term`),
        )
      const advised = sql<number>`j.advice`
      return or([eb(advised, '=', 2), and([eb(advised, '=', 1), not(isTargetIn('ad_target_day')), not(isTargetIn('ad_search_term'))])])
    })
    .select([...named('j', [...told, 'orders', 'sales', 'advice']), sql<string>`round(j.spend * 100 / nullif(j.sales, 0), 2)`.as('acos')])
}
