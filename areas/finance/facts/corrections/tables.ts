/**
 * 手工调整: one amount that no file tells, with who says so and why. It counts as a line of its own and never changes another; of a
 * closed month none is added, changed or taken away.
 */
import { choice, date, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ofFewValues } from '#areas/reference/index.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { financeItemChoices } from '../../base/finance-item-choices.ts'
import { costItems } from '../../base/finance-items.ts'

export const financeCorrection = resource('finance_correction', {
  type: 'financeCorrection',
  title: ['手工调整', 'Corrections by hand'],
  access: { scope: grantedShops, permission: 'finance.correction' },
  fields: {
    voucher: text('单据号', 'Voucher', {
      max: 60,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      width: 150,
      help: ['每个店铺内不重复；再次导入同一单据号会更新这一笔。', 'Unique within a shop; importing it again changes this correction.'],
    }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
    day: date('日期', 'Day', { filter: 'range', sort: true }),
    item: choice('财务科目', 'Finance item', financeItemChoices, { filter: 'select', width: 130 }),
    amount: money('金额', 'Amount', {
      currency: 'currency',
      total: true,
      sort: true,
      help: ['收入为正，费用为负，与账单相同。', 'Income is positive, fees are negative, as in the reports.'],
    }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 80 }),
    orderNo: text('订单号', 'Order no.', { max: 100, default: '', filter: 'equals', width: 170, linkTo: 'order' }),
    sku: text('MSKU', 'Seller SKU', { max: 100, default: '', filter: 'contains', width: 140, synonyms: ['平台 SKU'] }),
    reason: text('原因', 'Reason', { max: 200, filter: 'contains', width: 240 }),
    authorId: reference('登记人', 'Author', 'employee', { optional: true, filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    shownAs: { card: { title: 'voucher', subtitle: 'reason', amount: 'amount' } },
    empty: ['账单没有的金额在这里逐笔登记，注明原因', 'Amounts that no report tells are entered here, one by one, with their reason'],
  },
  record: { label: 'voucher' },
  storage: {
    key: ['shopId', 'voucher'],
    index: [
      ['day', 'shopId'],
      ['shopId', 'orderNo'],
    ],
  },
  life: { closes: { on: 'day', but: ['reason'] } },
})

export const corrections = rollup('finance_manual', {
  title: ['手工调整汇总', 'Corrections'],
  scope: grantedShops,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('日期', 'Day'),
    month: month('月份', 'Month'),
    sku: text('MSKU', 'Seller SKU'),
    item: choice('财务科目', 'Finance item', financeItemChoices),
    currency: referenceBy('币种', 'Currency', 'currency', 'code'),
  },
  lineKeys: { orderId: text('订单号', 'Order no.'), settlementId: text('结算编号', 'Settlement id') },
  sums: { amount: money('金额', 'Amount') },
  count: ['笔数', 'Count'],
  grains: [
    ['shopId', 'month', 'currency', 'item'],
    ['shopId', 'day', 'currency', 'item'],
    ['shopId', 'month', 'sku', 'currency', 'item'],
    ['shopId', 'day', 'sku', 'currency', 'item'],
  ],
  groups: ofFewValues,
  cost: costItems,
  from: [
    {
      name: 'correction',
      title: ['手工调整', 'Correction by hand'],
      fact: financeCorrection,
      booked: 'day',
      keys: { orderId: 'orderNo' },
      sums: { amount: 'amount' },
      check: 'amount',
      lines: { orderId: 'orderNo', description: 'reason' },
    },
  ],
})

export const correctionTables = { financeCorrection }
