/** 核算记录: who asked to work out costs and profit anew, of which shop and days, and what costs were before and after, by SKU and month. */
import { choice, computed, date, dateTime, decimal, integer, money, month, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { currency } from '../../facts/amazon/lines/table-words.ts'
import { financeItemChoices } from '../../base/finance-item-choices.ts'
import { costAmounts } from '../../costs/layers/words.ts'

export const calculationPermission = 'finance.calculation'
export const runStates = { running: [0, '计算中', 'Running', 'info'], done: [1, '已完成', 'Done', 'good'] } as const

const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 150 })

/** One shop of one ask: whoever sees the shop sees it. */
export const calculationRun = resource('calculation_run', {
  type: 'calculationRun',
  title: ['核算记录', 'Calculations'],
  access: { permission: calculationPermission, scope: grantedShops },
  fields: {
    /** one for all shops of an ask */
    no: text('核算编号', 'Number', { max: 30, default: '', filter: 'contains', sort: true, width: 160 }),
    askedAt: dateTime('发起时间', 'Asked at', { filter: 'range', sort: true, width: 170 }),
    askedBy: text('发起人', 'Asked by', { max: 50, filter: 'contains', width: 100 }),
    shopId: shop(),
    fromDay: date('核算自', 'Days from', { sort: true, width: 110 }),
    toDay: date('核算至', 'Days until', { sort: true, width: 110 }),
    state: choice('状态', 'State', runStates, { default: 0, filter: 'select', width: 90 }),
    finishedAt: dateTime('完成时间', 'Finished at', { optional: true, sort: true, width: 170 }),
    changed: integer('变动的 SKU 月份', 'Months of SKUs changed', { default: 0, total: true, sort: true, width: 130 }),
  },
  list: {
    search: false,
    shownAs: { card: { title: 'shopId', subtitle: 'askedAt', amount: 'changed', state: 'state' } },
    sort: { field: 'askedAt', way: 'DESC' },
    empty: [
      '在利润表或这里重新核算后，每次核算的店铺、期间和变动的成本列在这里',
      'Once costs and profit are worked out anew, each time stands here with its shop, its days and the costs it changed',
    ],
  },
  record: { editable: [], label: 'no' },
  storage: {
    index: [
      ['-askedAt', '-id'],
      ['shopId', '-askedAt'],
    ],
  },
})

const units = (zh: string, en: string) => decimal(zh, en, 6, { default: '0', total: true, width: 100 })
const cost = (zh: string, en: string) => money(zh, en, { currency: 'currency', default: '0', total: true, see: costAmounts, width: 130 })

/** Cost of a SKU in a month before and after the run; months whose cost stayed have none. */
export const calculationChange = resource('calculation_change', {
  type: 'calculationChange',
  title: ['核算变动', 'Costs changed by calculations'],
  access: { permission: calculationPermission, scope: grantedShops },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
    sku: text('MSKU', 'Seller SKU', { max: 100, filter: 'contains', sort: true, width: 160 }),
    item: choice('科目', 'Item', financeItemChoices, { filter: 'select', width: 110 }),
    before: cost('核算前成本', 'Cost before'),
    after: cost('核算后成本', 'Cost after'),
    difference: computed.sql(
      money('成本变动', 'Change of cost', { currency: 'currency', total: true, sort: true, see: costAmounts, width: 130 }),
      'after - before',
    ),
    currency: currency(),
    unitsBefore: units('核算前数量', 'Units before'),
    unitsAfter: units('核算后数量', 'Units after'),
    shopId: shop(),
    runId: reference('核算', 'Calculation', 'calculation_run', { filter: 'select', width: 170 }),
  },
  list: {
    search: false,
    shownAs: { card: { title: 'sku', subtitle: 'month', amount: 'difference' } },
    sort: { field: 'month', way: 'DESC' },
    empty: ['没有变动：核算后的成本与之前相同', 'None: costs are what they were'],
  },
  record: { editable: [], label: 'sku' },
  storage: { unique: [['runId', 'month', 'sku', 'item', 'currency']], index: [['-month', '-id'], ['runId'], ['shopId']] },
})

export const calculationTables: readonly Resource[] = [calculationRun, calculationChange]

const named = { calculationRun }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
