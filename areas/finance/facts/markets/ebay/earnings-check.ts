/** What eBay's order earnings report says of an order, beside what its transactions make: see prove-earnings.ts. */
import { choice, date, integer, money, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { currency, shop } from '../../amazon/lines/table-words.ts'

export const ebayEarningCheck = resource('ebay_earning_check', {
  type: 'ebayEarningCheck',
  title: ['eBay 收益核对', 'eBay earnings against transactions'],
  access: { scope: grantedShops, permission: 'finance.market.line' },
  fields: {
    orderedOn: date('下单日期', 'Order creation date', { filter: 'range', sort: true }),
    shopId: shop(),
    orderNo: text('订单号', 'Order no.', { filter: 'equals', width: 150, linkTo: 'order' }),
    state: choice(
      '状态',
      'State',
      {
        equal: [1, '一致', 'Equal', 'good'],
        quantity: [2, '数量不同', 'Quantity differs', 'warn'],
        differs: [3, '金额不同', 'Amount differs', 'bad'],
        missing: [4, '缺交易明细', 'No transactions', 'warn'],
      },
      { filter: 'select', filterAs: 'tags', width: 110 },
    ),
    earnings: money('报告收益', 'As reported', { currency: 'currency', total: true, sort: true }),
    found: money('交易合计', 'Transactions', { currency: 'currency', optional: true, total: true, sort: true }),
    difference: money('差异', 'Difference', { currency: 'currency', optional: true, total: true, sort: true }),
    gross: money('报告总额', 'Gross as reported', { currency: 'currency', optional: true }),
    foundGross: money('交易总额', 'Gross of transactions', { currency: 'currency', optional: true }),
    quantity: integer('报告数量', 'Quantity as reported', { optional: true, width: 90 }),
    foundQuantity: integer('交易数量', 'Quantity of transactions', { optional: true, width: 90 }),
    currency: currency(),
  },
  list: {
    find: 'orderNo',
    search: false,
    bound: { field: 'orderedOn', days: 365 },
    sort: { field: 'orderedOn', way: 'DESC' },
    shownAs: { card: { title: 'orderNo', subtitle: 'shopId', amount: 'difference', state: 'state' } },
    empty: ['导入 eBay 订单收益报告和交易报告后，这里逐单核对', 'Each order is held against its transactions here'],
  },
  record: { editable: [] },
  storage: { kind: 'shop', primary: ['shopId', 'orderNo'], index: [['-orderedOn', 'shopId']] },
})
