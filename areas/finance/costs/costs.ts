/** Costs by shop and SKU, in the currency they were bought in: goods sold now, first leg and own storage once their lines are written. */
import { choice, date, decimal, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { ofFewValues } from '#areas/reference/index.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { costItems, financeItems } from '../base/finance-items.ts'
import { financeItemChoices } from '../base/finance-item-choices.ts'
import { allocationCosts, allocationTaken } from './allocation/source.ts'
import { templateCosts } from '../facts/sheets/template-costs.ts'
import { costPart } from '../facts/clocks/tables.ts'
import { clockKeys, clocksOfRollup } from '../facts/clocks/words.ts'
import { unitCostDemand } from './layers/words.ts'
import { amounts } from '../facts/amounts.ts'

export const costs = rollup('finance_cost', {
  title: ['成本汇总', 'Costs'],
  scope: grantedShops,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('入账日期', 'Booked on'),
    week: date('周段', 'Part of a week'),
    month: month('月份', 'Month'),
    sku: text('MSKU', 'Seller SKU'),
    item: choice('科目', 'Item', financeItemChoices),
    currency: referenceBy('币种', 'Currency', 'currency', 'code'),
    ...clockKeys,
  },
  lineKeys: { orderId: text('订单号', 'Order no.'), settlementId: text('结算编号', 'Settlement id') },
  clocks: clocksOfRollup,
  sums: { amount: money('金额', 'Amount'), quantity: decimal('数量', 'Quantity', 6) },
  count: ['笔数', 'Count'],
  grains: [
    ['shopId', 'month', 'currency', 'item'],
    ['shopId', 'week', 'currency', 'item'],
    ['shopId', 'day', 'currency', 'item'],
    ['shopId', 'month', 'sku', 'currency', 'item'],
    ['shopId', 'week', 'sku', 'currency', 'item'],
    ['shopId', 'day', 'sku', 'currency', 'item'],
  ],
  groups: ofFewValues,
  cost: { ...costItems, otherwise: true },
  from: [
    {
      name: 'cost',
      title: ['成本明细', 'Cost lines'],
      fact: costPart,
      booked: 'bookedOn',
      clocks: { event: 'eventOn', shipment: 'shippedOn', settlement: 'settledOn', cash: 'cashOn' },
      sums: { amount: 'amount', quantity: 'quantity' },
      check: 'amount',
      lines: { unitCost: 'unitCost', made: 'sku' },
      see: { unitCost: unitCostDemand, made: unitCostDemand },
      // costs of goods sold are those of the orders of that day and SKU, whether they come from layers or from the cost of the month
      shared: {
        by: amounts,
        on: ['sku', ...Object.keys(clockKeys)],
        units: 'quantity',
        means: [financeItems.productSales.id],
        quantity: 'quantity',
        each: 'unitCost',
        only: { field: 'item', is: [financeItems.productCost.id, financeItems.firstLeg.id] },
      },
    },
    ...templateCosts,
    allocationCosts,
    allocationTaken,
  ],
})
