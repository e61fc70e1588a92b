/** Lines of orders by the day of purchase, added up for every report of sales. */
import { date, flag, integer, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { ofFewValues } from '#areas/reference/index.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { ordersFamily, products } from './products.ts'
import { orderLine } from './tables.ts'

const amount = (zh: string, en: string) => money(zh, en)

export const orderLines = rollup('sales_order', {
  title: ['订单汇总', 'Orders'],
  scope: grantedShops,
  clock: 'posted',
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('订购日期', 'Ordered on'),
    week: date('订购周段', 'Part of a week ordered'),
    month: month('订购月份', 'Month ordered'),
    sku: text('MSKU', 'Seller SKU'),
    country: text('国家', 'Country'),
    currency: referenceBy('币种', 'Currency', 'currency', 'code'),
    isCancelled: flag('已取消', 'Cancelled'),
  },
  sums: {
    sales: amount('销售额（下单）', 'Ordered sales'),
    salesNet: amount('订购未税', 'Ordered without tax'),
    item: amount('商品金额', 'Items'),
    shipping: amount('运费', 'Shipping'),
    giftWrap: amount('礼品包装', 'Gift wrap'),
    discount: amount('折扣', 'Discount'),
    tax: amount('税', 'Tax'),
    quantity: integer('数量', 'Quantity'),
    firstOfOrder: integer('订单数', 'Orders'),
    firstOfSku: integer('SKU 订单数', 'Orders of SKU'),
  },
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month', 'country', 'currency', 'isCancelled'],
    ['shopId', 'week', 'country', 'currency', 'isCancelled'],
    ['shopId', 'day', 'country', 'currency', 'isCancelled'],
    ['shopId', 'month', 'sku', 'country', 'currency', 'isCancelled'],
    ['shopId', 'week', 'sku', 'country', 'currency', 'isCancelled'],
    ['shopId', 'day', 'sku', 'country', 'currency', 'isCancelled'],
  ],
  groups: ofFewValues,
  from: [
    {
      name: 'orders',
      title: ['订单', 'Orders'],
      fact: orderLine,
      family: products.map(ordersFamily),
      booked: 'orderedOn',
      sums: {
        sales: 'sales',
        salesNet: 'salesNet',
        item: 'item',
        shipping: 'shipping',
        giftWrap: 'giftWrap',
        discount: 'discount',
        tax: 'tax',
        quantity: 'quantity',
        firstOfOrder: 'firstOfOrder',
        firstOfSku: 'firstOfSku',
      },
      check: 'sales',
      lines: { orderId: 'orderNo', description: 'title', postedAt: 'purchasedAt' },
    },
  ],
})
