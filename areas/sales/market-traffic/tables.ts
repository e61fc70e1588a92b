/**
 * 流量数据: visits of a listing on a day, brought as a sheet or entered, for marketplaces that offer no report of traffic as a file. Amazon's
 * shops have their own report.
 */
import { date, integer, month, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'

export const marketTrafficPermission = 'sales.marketTraffic'

export const marketVisit = resource('market_visit', {
  type: 'marketVisit',
  title: ['流量数据', 'Traffic data'],
  access: { scope: grantedShops, permission: marketTrafficPermission },
  fields: {
    day: date('日期', 'Day', { filter: 'range', sort: true, editDisabled: true, width: 110 }),
    shopId: reference('店铺', 'Shop', 'shop', {
      filter: 'select',
      sort: true,
      editDisabled: true,
      width: 140,
      help: ['eBay、沃尔玛或速卖通的店铺', 'A shop on eBay, Walmart or AliExpress'],
    }),
    itemId: text('商品编号', 'Item', {
      max: 100,
      filter: 'equals',
      sort: true,
      editDisabled: true,
      width: 150,
      help: [
        '平台的 Listing 编号；一个店铺同一天的一个编号只有一行',
        'The marketplace’s number of the listing: one line for a shop, day and number',
      ],
    }),
    sessions: integer('访问次数', 'Sessions', { min: 0, total: true, sort: true, width: 100 }),
    pageViews: integer('浏览次数', 'Page views', { min: 0, total: true, sort: true, width: 100 }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    batchDelete: { by: 'shopId', date: 'day' },
    shownAs: { card: { title: 'itemId', subtitle: 'day', amount: 'sessions' } },
    empty: [
      '从平台后台抄录或下载的流量按店铺、日期和商品编号导入后，销售统计显示访问、浏览和转化率',
      'Sessions and page views by shop, day and item: statistics show them with the conversion',
    ],
  },
  record: { label: 'itemId' },
  storage: { key: ['shopId', 'day', 'itemId'], index: [['day', 'shopId']] },
})

export const marketTraffic = rollup('market_traffic', {
  title: ['平台流量', 'Traffic of marketplaces'],
  scope: grantedShops,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('日期', 'Day'),
    week: date('周段', 'Part of a week'),
    month: month('月份', 'Month'),
    asin: text('Listing', 'Listing'),
  },
  sums: { sessions: integer('访问次数', 'Sessions'), pageViews: integer('浏览次数', 'Page views') },
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month'],
    ['shopId', 'week'],
    ['shopId', 'day'],
    ['shopId', 'month', 'asin'],
    ['shopId', 'week', 'asin'],
    ['shopId', 'day', 'asin'],
  ],
  from: [
    {
      name: 'marketTraffic',
      title: ['流量数据', 'Traffic data'],
      fact: marketVisit,
      booked: 'day',
      keys: { asin: 'itemId' },
      sums: { sessions: 'sessions', pageViews: 'pageViews' },
      check: 'sessions',
      lines: {},
    },
  ],
})

const named = { marketVisit }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
