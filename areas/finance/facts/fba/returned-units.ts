/** Units that customers sent back to Amazon's warehouses, by day, SKU, reason and condition: each of equal lines is a unit of its own. */
import { date, integer, month, reference, text } from '#platform/declare/fields.ts'
import { key, report, sum, times } from '#platform/declare/report.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { amongPlatform, ofListing, ofProduct, ofProductGroup, ofShop, ofSku, ownersDepartment, salesman } from '#areas/reference/index.ts'
import { figures } from '#platform/server/reports.ts'
import { dispositions, returnReasons } from './codes.ts'
import { returns } from './sheets.ts'
import { fbaPermissions } from './words.ts'

export const returnedUnits = rollup('fba_returned', {
  title: ['FBA 退货汇总', 'FBA returns'],
  scope: grantedShops,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('退货日期', 'Returned on'),
    month: month('月份', 'Month'),
    sku: text('MSKU', 'Seller SKU'),
    reason: text('退货原因', 'Reason'),
    disposition: text('退货状况', 'Disposition'),
  },
  sums: { quantity: integer('数量', 'Quantity') },
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month', 'sku', 'reason', 'disposition'],
    ['shopId', 'day', 'sku', 'reason', 'disposition'],
  ],
  from: [
    {
      name: 'returns',
      title: returns.title,
      fact: returns.facts,
      family: returns.code,
      booked: 'reportedOn',
      sums: { quantity: 'quantity' },
      check: 'quantity',
      lines: { postedAt: 'returnedAt', orderId: 'orderId', description: 'title' },
    },
  ],
})

const fromReturns: Title = ['FBA 退货报告，按退货日期。', 'FBA return reports, by the day of the return.']

export const returnStatistics = report('fbaReturnStatistics', {
  title: ['退货分析', 'Returns'],
  scope: grantedShops,
  permission: fbaPermissions.returns,
  ownersWhere: amongPlatform('amazon'),
  dimensions: {
    shop: ofShop.shop,
    marketplace: ofShop.marketplace,
    ...ofProduct,
    ...ofListing,
    ...ofSku,
    ...ofProductGroup,
    reason: key('reason', { title: ['退货原因', 'Reason'], kind: 'text', codes: returnReasons }),
    disposition: key('disposition', { title: ['退货状况', 'Disposition'], kind: 'text', codes: dispositions }),
    salesman,
    department: ownersDepartment,
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    returnUnits: sum(returnedUnits, 'quantity', { title: ['退货件数', 'Units returned'], source: fromReturns, kind: 'integer' }),
  },
  main: ['returnUnits'],
  by: ['reason', 'sku'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/fbaReturnStatistics/report',
    lines: '/fbaReturnStatistics/lines',
    export: '/fbaReturnStatistics/export',
    compute: '/fbaReturnStatistics/compute',
  },
})

export const returnFigures = figures([returnStatistics])
