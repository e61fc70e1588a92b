/**
 * Stock in Amazon's warehouses by day: what is there follows from the lines of the inventory ledger, and from what months have without
 * lines (an opening when the ledger begins, months of which the summary alone is known), which stands on their first day. At the end of a
 * month it is what the stock by month closes with.
 */
import { date, integer, month, reference, text } from '#platform/declare/fields.ts'
import { key, position, report, sum, times } from '#platform/declare/report.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { amongPlatform, ofListing, ofProduct, ofProductGroup, ofShop, ofSku, ownersDepartment, salesman } from '#areas/reference/index.ts'
import { figures } from '#platform/server/reports.ts'
import { dispositions, ledgerEvents } from './codes.ts'
import { inventoryMonth } from './inventory-month.ts'
import { ledger } from './sheets.ts'
import { fbaPermissions } from './words.ts'

const nowhere = { constant: '' } as const
export const fbaStock = rollup('fba_stock', {
  title: ['FBA 库存变动汇总', 'FBA stock movements'],
  scope: grantedShops,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('日期', 'Day'),
    month: month('月份', 'Month'),
    sku: text('MSKU', 'Seller SKU'),
    event: text('事件类型', 'Event type'),
    disposition: text('库存状况', 'Disposition'),
    centre: text('运营中心', 'Fulfilment centre'),
  },
  sums: { quantity: integer('数量', 'Quantity') },
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month', 'sku', 'event'],
    ['shopId', 'day', 'sku', 'event', 'disposition', 'centre'],
  ],
  from: [
    {
      name: 'ledger',
      title: ledger.title,
      fact: ledger.facts,
      family: ledger.code,
      booked: 'happenedOn',
      sums: { quantity: 'quantity' },
      check: 'quantity',
      lines: { description: 'title' },
    },
    {
      name: 'untold',
      title: ['库存报表（期初或仅有汇总）', 'Stock by month (opening, or summary alone)'],
      fact: inventoryMonth,
      booked: 'month',
      keys: { event: nowhere, disposition: nowhere, centre: nowhere },
      sums: { quantity: 'untold' },
      check: 'untold',
      lines: {},
    },
  ],
})

const fromLedger: Title = [
  '库存分类账明细；期初和仅有汇总的月份取自库存报表，记在当月 1 日。',
  'Ledger detail; openings and months of which the summary alone is known come from the stock by month, on its first day.',
]
/** Amazon writes an event with or without spaces. */
const moved = (title: Title, ...events: readonly string[]) =>
  sum(fbaStock, 'quantity', {
    title,
    source: fromLedger,
    kind: 'integer',
    when: { event: events.flatMap(one => [...new Set([one, one.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')])]) },
  })

export const stockOnHand = report('fbaStockOnHand', {
  title: ['FBA 库存余额', 'FBA stock by day'],
  scope: grantedShops,
  permission: fbaPermissions.stock,
  ownersWhere: amongPlatform('amazon'),
  dimensions: {
    shop: ofShop.shop,
    marketplace: ofShop.marketplace,
    ...ofProduct,
    ...ofListing,
    ...ofSku,
    ...ofProductGroup,
    centre: key('centre', {
      title: ['运营中心', 'Fulfilment centre'],
      kind: 'text',
      codes: dispositions,
      emptyLabel: ['未说明', 'Not told'],
    }),
    disposition: key('disposition', { title: ['库存状况', 'Disposition'], kind: 'text', emptyLabel: ['未说明', 'Not told'] }),
    event: key('event', {
      title: ['事件类型', 'Event type'],
      kind: 'text',
      codes: ledgerEvents,
      emptyLabel: ['期初或仅有汇总', 'Opening, or summary alone'],
    }),
    salesman,
    department: ownersDepartment,
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    opening: position('moved', 'opening', {
      title: ['期初库存', 'Opening stock'],
      source: ['该行时间开始前的全部变动。', 'All movements before the time of the row.'],
    }),
    received: moved(['入库', 'Received'], 'Receipts'),
    sold: moved(['销售出库', 'Sold'], 'Shipments'),
    returned: moved(['买家退货', 'Returned'], 'CustomerReturns'),
    removed: moved(['移除', 'Removed'], 'VendorReturns'),
    transferred: moved(['仓间调拨', 'Transferred'], 'WhseTransfers'),
    adjusted: moved(['调整与弃置', 'Adjusted and disposed'], 'Adjustments', 'Disposals'),
    untold: sum(fbaStock, 'quantity', {
      title: ['无明细的数量', 'Units without lines'],
      source: ['期初库存，或仅有汇总的月份的变动。', 'Stock at first, or what moved in months of which the summary alone is known.'],
      kind: 'integer',
      when: { event: [''] },
    }),
    moved: sum(fbaStock, 'quantity', { title: ['变动合计', 'All movements'], source: fromLedger, kind: 'integer' }),
    closing: position('moved', 'closing', {
      title: ['期末库存', 'Closing stock'],
      source: ['到该行时间结束为止的全部变动，不是各行相加。', 'All movements up to the end of the row’s time, never a sum over times.'],
    }),
  },
  main: ['opening', 'received', 'sold', 'returned', 'moved', 'closing'],
  keyFigures: ['closing', 'received', 'sold'],
  by: ['sku'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/fbaStockOnHand/report',
    lines: '/fbaStockOnHand/lines',
    export: '/fbaStockOnHand/export',
    compute: '/fbaStockOnHand/compute',
  },
})

export const stockFigures = figures([stockOnHand])
