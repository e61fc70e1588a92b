/** Sessions and page views by day of the shop, and by ASIN where a file tells of one day alone. */
import { date, decimal, integer, money, month, reference, referenceBy, text, type Fields } from '#platform/declare/fields.ts'
import { rollup, type Source } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { levels, trafficSheet } from './sheet.ts'

const keys = {
  shopId: reference('店铺', 'Shop', 'shop'),
  day: date('日期', 'Day'),
  week: date('周段', 'Part of a week'),
  month: month('月份', 'Month'),
  currency: referenceBy('币种', 'Currency', 'currency', 'code'),
}
const sums = {
  sales: money('销售额', 'Sales'),
  sessions: integer('访问次数', 'Sessions'),
  mobileSessions: integer('移动端访问', 'Mobile sessions'),
  pageViews: integer('浏览次数', 'Page views'),
  units: integer('件数', 'Units'),
  orderItems: integer('订单行', 'Order items'),
  boxViews: decimal('黄金购物车浏览', 'Page views with the buy box', 4),
}
/** of a day of the shop alone */
const refunded = { unitsRefunded: integer('退款件数', 'Units refunded') }
const source = (name: string, title: Title, level: number, told: Fields): Source => ({
  name,
  title,
  fact: trafficSheet.facts,
  family: trafficSheet.code,
  booked: 'endOn',
  only: { field: 'level', is: level },
  sums: Object.fromEntries(Object.keys(told).map(one => [one, one])),
  check: 'sales',
  lines: {},
})

const dayTitle: Title = ['店铺流量', 'Traffic of shops']
export const shopTraffic = rollup('traffic', {
  title: dayTitle,
  scope: grantedShops,
  keys,
  sums: { ...sums, ...refunded },
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month', 'currency'],
    ['shopId', 'week', 'currency'],
    ['shopId', 'day', 'currency'],
  ],
  from: [source('traffic', dayTitle, levels.day, { ...sums, ...refunded })],
})

const asinTitle: Title = ['Listing 流量', 'Traffic of listings']
export const listingTraffic = rollup('traffic_asin', {
  title: asinTitle,
  scope: grantedShops,
  keys: { ...keys, asin: text('ASIN', 'ASIN') },
  sums,
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month', 'asin', 'currency'],
    ['shopId', 'week', 'asin', 'currency'],
    ['shopId', 'day', 'asin', 'currency'],
  ],
  from: [source('listingTraffic', asinTitle, levels.asin, sums)],
})
