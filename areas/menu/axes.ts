/** What pages of one tab differ by. A value that is chosen goes along to other tabs of the subject that have it. */
import { axis } from '#platform/declare/subject.ts'

export const platform = axis('platform', ['平台', 'Marketplace'], {
  all: ['全部', 'All'],
  amazon: ['亚马逊', 'Amazon'],
  ebay: ['eBay', 'eBay'],
  walmart: ['沃尔玛', 'Walmart'],
  aliexpress: ['速卖通', 'AliExpress'],
  others: ['其他平台', 'Others'],
})

export const basis = axis('basis', ['口径', 'Clock'], { settled: ['结算', 'Settled'], shipped: ['发货', 'Shipped'] })

export const look = axis('look', ['看法', 'View'], {
  analysis: ['分析', 'Analysis'],
  lines: ['明细', 'Lines'],
  statistics: ['统计', 'Statistics'],
  documents: ['单据', 'Documents'],
  check: ['核对', 'Check'],
  invoices: ['发票', 'Invoices'],
  summary: ['汇总', 'Summary'],
  orders: ['订单', 'Orders'],
  shipments: ['货件', 'Shipments'],
  stock: ['库存', 'Stock'],
  removals: ['移除', 'Removals'],
  proof: ['对账', 'Check'],
  bill: ['平台月账单', 'Monthly bill'],
  inventory: ['库存报表', 'Inventory'],
  storage: ['月度仓储费', 'Monthly storage'],
  longTerm: ['超龄附加费', 'Aged surcharge'],
  preview: ['费用预览', 'Fee preview'],
  report: ['报表', 'Report'],
  year: ['年表', 'By year'],
  monthEnd: ['月末汇总', 'Month end'],
  cover: ['可售天数', 'Days of cover'],
  unsold: ['滞销预警', 'Slow stock'],
  byInventory: ['按库存报表', 'By inventory'],
  item: ['按商品', 'By item'],
  location: ['按库位', 'By location'],
  batch: ['按批次', 'By batch'],
  label: ['按标签', 'By label'],
  held: ['占用', 'Held'],
  turnover: ['周转与呆滞', 'Turnover'],
})

export const level = axis('level', ['对象', 'Level'], { shop: ['店铺', 'Shops'], department: ['部门', 'Departments'] })

export const use = axis('use', ['用途', 'Use'], { reports: ['平台报告', 'Reports'], profit: ['店铺利润表', 'Shop profit'] })

export const request = axis('request', ['申请', 'Request'], {
  balance: ['申请与假期', 'Ask and balances'],
  leave: ['请假', 'Leave'],
  supplement: ['补卡', 'Missed punches'],
  outing: ['外出', 'Outings'],
  trip: ['出差', 'Business trips'],
  overtime: ['加班', 'Overtime'],
  entitlement: ['假期额度', 'Entitlements'],
  month: ['考勤月报', 'Months'],
})
