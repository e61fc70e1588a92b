/** FBA stock by month: what the lines of the inventory ledger make of each shop and SKU, beside what its summary states. */
import { choice, integer, month, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'

const units = (zh: string, en: string, options: object = {}) =>
  integer(zh, en, { total: true, sort: true, default: 0, width: 90, ...options })
const apart = (zh: string, en: string) => integer(zh, en, { total: true, optional: true, width: 90, show: false })

export const inventoryMonth = resource('fba_inventory_month', {
  type: 'financeInventoryReport',
  title: ['库存报表', 'Stock by month'],
  access: { scope: grantedShops, permission: 'finance.fba.inventory' },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140, computed: true }),
    sku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 150 }),
    fnsku: text('FNSKU', 'FNSKU', { default: '', filter: 'equals', width: 120 }),
    opening: units('期初', 'Opening'),
    received: units('入库', 'Received'),
    sold: units('销售出库', 'Sold'),
    returned: units('买家退货', 'Returned'),
    removed: units('移除', 'Removed'),
    transferred: units('仓间调拨', 'Transferred'),
    adjusted: units('调整', 'Adjusted'),
    closing: units('期末', 'Closing'),
    statedClosing: integer('汇总写明的期末', 'Closing as stated', { total: true, optional: true, width: 120 }),
    difference: integer('差异', 'Difference', { total: true, optional: true, sort: true, width: 90 }),
    inTransit: integer('仓间在途', 'In transit', { total: true, optional: true, width: 90 }),
    openingFrom: choice(
      '期初来源',
      'Opening from',
      {
        stated: [1, '汇总写明', 'As stated', 'good'],
        carried: [2, '上月结转', 'Carried on', 'info'],
        unknown: [3, '没有来源', 'No source', 'warn'],
      },
      { default: 3, filter: 'select', width: 100 },
    ),
    source: choice(
      '变动来源',
      'Movements from',
      { detail: [1, '分类账明细', 'Ledger detail'], summary: [2, '分类账汇总', 'Ledger summary'] },
      { filter: 'select', width: 110 },
    ),
    /** what the month has without a line of the detail: an opening that no month before ends with, or a summary alone */
    untold: units('无明细的数量', 'Units without lines', { show: false, width: 120 }),
    statedOpening: apart('汇总写明的期初', 'Opening as stated'),
    openingDifference: apart('期初差异', 'Difference of openings'),
    receivedDifference: apart('入库差异', 'Difference of receipts'),
    soldDifference: apart('出库差异', 'Difference of sales'),
    returnedDifference: apart('退货差异', 'Difference of returns'),
    removedDifference: apart('移除差异', 'Difference of removals'),
    adjustedDifference: apart('调整差异', 'Difference of adjustments'),
  },
  list: {
    search: false,
    bound: { field: 'month', days: 365 },
    balancesOf: 'month',
    sort: { field: 'month', way: 'DESC' },
    empty: [
      '导入库存分类账后，这里显示每月每个 SKU 的期初、变动和期末',
      'Stock by month appears here once the inventory ledger is imported',
    ],
  },
  record: { editable: [] },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'month', 'sku'],
    index: [
      ['-month', 'shopId', 'sku'],
      ['shopId', 'sku', 'month'],
    ],
  },
})
