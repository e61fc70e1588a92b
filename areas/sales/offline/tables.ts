/**
 * Offline orders: what is sold at fairs, to distributors and other companies, outside of every marketplace. A document with lines; what it
 * adds up to, by month, channel, customer and salesman, is read from the documents that a person sees. SKUs are read from the lines.
 */
import { sql } from 'kysely'
import { bigInteger, choice, computed, date, integer, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { everybody, ownedBy } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'

export const offlinePermission = 'sales.offline'
export const offlineChannels = {
  distributor: [1, '经销商', 'Distributors'],
  company: [2, '企业采购', 'Companies'],
  fair: [3, '展会', 'Fairs'],
  store: [4, '门店', 'Stores'],
  other: [9, '其他', 'Other'],
} as const
export const offlineStates = {
  open: [1, '进行中', 'Open', 'info'],
  done: [2, '已完成', 'Done', 'good'],
  cancelled: [5, '已取消', 'Cancelled', 'quiet'],
} as const
const sku = () => referenceBy('SKU', 'SKU', 'product', 'sku', { filter: 'select', noForeignKey: true, width: 150 })
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 80 })
const salesman = () => reference('业务员', 'Salesman', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 })

export const offlineOrder = document('offline_order', {
  type: 'offlineOrder',
  title: ['线下订单', 'Offline order'],
  number: 'XX',
  access: { permission: offlinePermission, scope: ownedBy('salesmanId') },
  fields: {
    channel: choice('渠道', 'Channel', offlineChannels, { filter: 'select', width: 100 }),
    customer: text('客户', 'Customer', { max: 100, filter: 'contains', sort: true, width: 180 }),
    shopId: reference('店铺', 'Shop', 'shop', {
      optional: true,
      filter: 'select',
      width: 130,
      help: [
        '站点为“线下”的店铺；留空时计入组织唯一的线下店铺，没有线下店铺的订单不进公司销售统计',
        'A shop of the site Offline; empty: the only one there is. Without such a shop the order stands in no figure of the company',
      ],
    }),
    contact: text('联系方式', 'Contact', { max: 100, optional: true, sensitive: true, width: 140 }),
    salesmanId: salesman(),
    deptId: reference('部门', 'Department', 'department', {
      optional: true,
      filter: 'select',
      atCreation: 'salesmanId.deptId',
      width: 120,
    }),
    currency: currency(),
    status: choice('状态', 'Status', offlineStates, { default: 1, filter: 'select', as: 'radio', inline: true, width: 90 }),
    paid: money('已收款', 'Paid', { currency: 'currency', default: '0', min: 0, total: true, sort: true, width: 120 }),
    paidOn: date('收款日期', 'Paid on', { optional: true, width: 110 }),
    shippedOn: date('发货日期', 'Shipped on', { optional: true, filter: 'range', width: 110 }),
  },
  list: { empty: ['展会、经销商、企业采购等平台以外的订单登记在这里', 'Orders from outside of the marketplaces are kept here'] },
  storage: { index: [['salesmanId']] },
})

export const offlineOrderLine = lines('offline_order_line', {
  type: 'offlineOrderLine',
  title: ['线下订单明细', 'Lines of offline orders'],
  of: { orderId: reference('线下订单', 'Offline order', 'offline_order', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  access: { permission: offlinePermission },
  fields: {
    sku: sku(),
    quantity: integer('数量', 'Quantity', { min: 1, total: true, width: 100 }),
    price: money('单价', 'Price', { min: 0, currency: 'currency', width: 110 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { atCreation: 'orderId.currency', width: 80 }),
    amount: computed.sql(money('金额', 'Amount', { currency: 'currency', total: true, sort: true, width: 120 }), 'quantity * price'),
    note: text('说明', 'Note', { max: 100, optional: true, width: 160 }),
  },
  record: { label: 'sku' },
  storage: { index: [['sku']] },
})

/** what orders are told apart by, beside their month */
const groups = ['o.channel', 'o.customer', 'o.salesman_id', 'o.dept_id', 'o.currency']
const count = (zh: string, en: string) => integer(zh, en, { total: true, sort: true, width: 90 })
/** Orders that are not cancelled, each once. */
export const offlineStatistics = view(
  'offline_statistics',
  {
    type: 'offlineStatistics',
    title: ['线下订单统计', 'Offline orders by month'],
    access: { permission: offlinePermission, scope: everybody },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 100 }),
      channel: choice('渠道', 'Channel', offlineChannels, { filter: 'select', sort: true, width: 100 }),
      customer: text('客户', 'Customer', { filter: 'contains', sort: true, width: 180 }),
      salesmanId: reference('业务员', 'Salesman', 'employee', { filter: 'select', sort: true, width: 100 }),
      deptId: reference('部门', 'Department', 'department', { optional: true, filter: 'select', sort: true, width: 120 }),
      // a key is never empty
      soldIn: bigInteger('部门编号', 'Number of the department', { hidden: true }),
      orders: count('订单数', 'Orders'),
      units: count('件数', 'Units'),
      sales: money('销售额', 'Sales', { currency: 'currency', total: true, sort: true, width: 120 }),
      paid: money('已收款', 'Paid', { currency: 'currency', total: true, sort: true, width: 120 }),
      open: money('未收款', 'Open', { currency: 'currency', total: true, sort: true, width: 120 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'customer', subtitle: 'month', amount: 'sales' } },
      empty: ['登记线下订单后，按月份、渠道、客户和业务员的合计在这里', 'Sums of the offline orders that you see'],
    },
    storage: { primary: ['month', 'channel', 'customer', 'salesmanId', 'soldIn', 'currency'] },
  },
  db => {
    const whole = db
      .selectFrom('offline_order_line as l')
      .groupBy(sql`l.order_id`)
      .select([sql`l.order_id`.as('order_id'), sql`sum(l.quantity)`.as('units'), sql`sum(l.quantity * l.price)`.as('amount')])
    const keys = [sql`date_trunc('month', o.business_on)::date`, ...groups.map(name => sql.ref(name))]
    return db
      .selectFrom('offline_order as o')
      .innerJoin(whole.as('l'), join => join.on(sql<boolean>`l.order_id = o.id`))
      .where(sql<boolean>`o.status <> ${sql.lit(offlineStates.cancelled[0])}`)
      .groupBy(keys)
      .select([
        sql`date_trunc('month', o.business_on)::date`.as('month'),
        ...groups.map(name => sql.ref(name).as(name.slice(2))),
        sql`coalesce(o.dept_id, 0)`.as('sold_in'),
        sql`count(*)::int`.as('orders'),
        sql`sum(l.units)::int`.as('units'),
        sql`sum(l.amount)`.as('sales'),
        sql`sum(o.paid)`.as('paid'),
        sql`sum(l.amount - o.paid)`.as('open'),
      ])
  },
)

const named = { offlineOrder, offlineOrderLine }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
