/** 订单交易: what was paid for an order, through which channel, and when it was shipped. */
import { choice, computed, dateTime, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'

const amount = (zh: string, en: string, more: object = {}) => money(zh, en, { currency: 'currency', total: true, sort: true, ...more })

export const orderPayment = resource('order_payment', {
  type: 'orderPayment',
  title: ['订单交易', 'Order payments'],
  access: { scope: grantedShops, permission: 'finance.orderPayment' },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
    orderNo: text('订单号', 'Order no.', {
      max: 60,
      filter: 'equals',
      sort: true,
      editDisabled: true,
      width: 180,
      linkTo: 'order',
      synonyms: ['订单编号', 'order-id', 'Order ID'],
    }),
    paidAt: dateTime('付款时间', 'Paid at', { filter: 'range', sort: true, editDisabled: true, width: 170, synonyms: ['支付时间'] }),
    channel: choice(
      '支付渠道',
      'Channel',
      {
        marketplace: [1, '平台代收', 'Marketplace'],
        paypal: [2, 'PayPal', 'PayPal'],
        card: [3, '信用卡', 'Card'],
        transfer: [4, '银行转账', 'Bank transfer'],
        other: [9, '其他', 'Other'],
      },
      { default: 1, filter: 'select', synonyms: ['付款方式', '支付方式'] },
    ),
    gross: amount('支付金额', 'Gross', { synonyms: ['金额', '实付金额'] }),
    fee: amount('手续费', 'Fee', { default: '0', min: 0 }),
    net: computed.sql(amount('净额', 'Net'), 'gross - fee'),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 80 }),
    shippedAt: dateTime('发货时间', 'Shipped at', { optional: true, sort: true, width: 170 }),
    trackingNo: text('运单号', 'Tracking no.', { max: 60, default: '', filter: 'contains', width: 160 }),
    remark: text('备注', 'Remark', { max: 200, default: '' }),
  },
  list: {
    find: 'orderNo',
    search: ['orderNo', 'trackingNo'],
    sort: { field: 'paidAt', way: 'DESC' },
    empty: ['每笔订单的付款、手续费和发货', 'Payments of orders with their fees and shipment'],
  },
  record: { label: 'orderNo' },
  storage: { key: ['shopId', 'orderNo', 'paidAt'], index: [['-paidAt'], ['orgId', 'orderNo'], ['shopId', '-paidAt']] },
})
