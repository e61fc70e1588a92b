/**
 * Customers: who buys in a shop, as its order files name buyers, and what each has ordered. Order lines carry a number that says nothing of
 * the person; user name, names and e-mail stand here alone, masked, and are told one by one.
 */
import { sql } from 'kysely'
import { choice, computed, date, dateTime, decimal, integer, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { everybody, grantedShops } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'

export const customerPermission = 'sales.customer'
export const customerKinds = {
  none: [1, '未成交', 'No order kept', 'quiet'],
  once: [2, '单次购买', 'Bought once', 'info'],
  again: [3, '复购', 'Bought again', 'good'],
} as const

const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140, computed: true })
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, computed: true })
const count = (zh: string, en: string) => integer(zh, en, { total: true, sort: true, computed: true, width: 90 })
const personal = (zh: string, en: string, width: number) =>
  text(zh, en, { max: 200, optional: true, sensitive: true, computed: true, width })
export const customerNo = () => text('客户号', 'Customer no.', { default: '', filter: 'equals', width: 180 })

export const customer = resource('customer', {
  type: 'customer',
  title: ['客户', 'Customers'],
  access: { scope: grantedShops, permission: customerPermission },
  fields: {
    shopId: shop(),
    customerNo: customerNo(),
    kind: computed.sql(
      choice('类别', 'Kind', customerKinds, { filter: 'select', width: 100 }),
      'case when orders > 1 then 3 when orders = 1 then 2 else 1 end',
    ),
    firstOn: date('首单日期', 'First order', { optional: true, filter: 'range', sort: true, computed: true, width: 110 }),
    lastOn: date('最近下单', 'Last order', { optional: true, filter: 'range', sort: true, computed: true, width: 110 }),
    orders: count('订单数', 'Orders'),
    units: count('件数', 'Units'),
    sales: money('销售额（下单）', 'Ordered sales', { currency: 'currency', total: true, sort: true, computed: true, width: 120 }),
    currency: currency(),
    country: text('国家', 'Country', { default: '', filter: 'equals', sort: true, computed: true, width: 80 }),
    userName: personal('买家账号', 'User name', 160),
    firstName: personal('名', 'First name', 110),
    lastName: personal('姓', 'Last name', 110),
    email: personal('邮箱', 'E-mail', 180),
    erasedAt: dateTime('资料已删除', 'Erased at', {
      optional: true,
      computed: true,
      show: false,
      filter: 'range',
      help: ['买家注销了平台账号：账号、姓名、邮箱已删除，以后的文件也不再写入', 'The buyer closed his account: his name stays erased'],
    }),
    /** when the file that named the buyer last says that he ordered */
    toldAt: dateTime('资料时间', 'Told at', { hidden: true }),
  },
  list: {
    search: false,
    privateSearch: ['userName', 'firstName', 'lastName', 'email'],
    sort: { field: 'orders', way: 'DESC' },
    shownAs: { card: { title: 'customerNo', subtitle: 'lastOn', amount: 'sales', state: 'kind' } },
    empty: [
      '导入 eBay、沃尔玛、速卖通的订单后，这里显示买家；亚马逊的订单文件不含买家',
      'Buyers named by order files of eBay, Walmart and AliExpress; those of Amazon name none',
    ],
  },
  record: { editable: [], label: 'customerNo' },
  storage: { key: ['shopId', 'customerNo'], index: [['orders', 'shopId'], ['lastOn']] },
})

/** What each customer of a shop ordered in a month, cancelled lines left out; number '': orders whose file names no buyer. */
export const customerMonth = resource('customer_month', {
  title: ['客户月度', 'Customers by month'],
  access: { scope: grantedShops },
  fields: {
    shopId: shop(),
    month: month('月份', 'Month'),
    customerNo: customerNo(),
    currency: currency(),
    orders: integer('订单数', 'Orders'),
    units: integer('件数', 'Units'),
    sales: money('销售额（下单）', 'Ordered sales'),
    firstOn: date('首单日期', 'First order'),
    lastOn: date('最近下单', 'Last order'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'month', 'customerNo', 'currency'], index: [['shopId', 'customerNo']] },
})

const reasons = {
  noBuyer: [1, '订单文件不含买家', 'Order files name no buyer', 'quiet'],
  someWithout: [2, '部分订单没有买家', 'Some orders name no buyer', 'warn'],
} as const
const few = (zh: string, en: string) => integer(zh, en, { optional: true, sort: true, width: 80 })
const mean = (zh: string, en: string) => decimal(zh, en, 2, { optional: true, sort: true, width: 120 })
export const customerStatistics = view(
  'customer_statistics',
  {
    type: 'customerStatistics',
    title: ['客户统计', 'Customers by month'],
    access: { scope: everybody, permission: customerPermission },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 100 }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
      customers: few('客户数', 'Customers'),
      // everybody is new once; whoever orders in two months is in the others twice, so they have no total
      newCustomers: integer('新客', 'New', { optional: true, total: true, sort: true, width: 80 }),
      returning: few('老客', 'Returning'),
      returningRate: mean('老客占比（%）', 'Returning (%)'),
      orders: integer('订单数', 'Orders', { total: true, sort: true, width: 90 }),
      nameless: integer('无买家订单', 'No buyer', { total: true, sort: true, width: 110 }),
      perCustomer: mean('人均订单', 'Orders per customer'),
      sales: money('销售额（下单）', 'Ordered sales', { currency: 'currency', total: true, sort: true, width: 120 }),
      salesPerCustomer: money('客均金额', 'Sales per customer', { currency: 'currency', optional: true, sort: true, width: 120 }),
      reason: choice('说明', 'Note', reasons, { optional: true, filter: 'select', width: 140 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'month', subtitle: 'shopId', amount: 'customers' } },
      empty: ['导入订单后，这里按月份和店铺统计新客、老客', 'New and returning customers by month and shop'],
    },
    storage: { primary: ['month', 'shopId', 'currency'] },
  },
  db => {
    const isNamed = sql`m.customer_no <> ''`
    const people = sql`nullif(count(*) filter (where ${isNamed}), 0)`
    const fresh = sql`(count(*) filter (where ${isNamed} and date_trunc('month', c.first_on) = m.month))`
    const nameless = sql`coalesce(sum(m.orders) filter (where not ${isNamed}), 0)`
    const ofNamed = (column: string) => sql`sum(${sql.ref(`m.${column}`)}) filter (where ${isNamed})`
    return db
      .selectFrom('customer_month as m')
      .leftJoin('customer as c', join => join.on(sql<boolean>`c.shop_id = m.shop_id and c.customer_no = m.customer_no and ${isNamed}`))
      .groupBy(sql`m.month, m.shop_id, m.currency`)
      .select([
        ...['month', 'shop_id', 'currency'].map(name => sql.ref(`m.${name}`).as(name)),
        sql`${people}::int`.as('customers'),
        sql`(case when ${people} is not null then ${fresh} end)::int`.as('new_customers'),
        sql`(${people} - ${fresh})::int`.as('returning'),
        sql`round((${people} - ${fresh}) * 100.0 / ${people}, 2)`.as('returning_rate'),
        sql`sum(m.orders)::int`.as('orders'),
        sql`${nameless}::int`.as('nameless'),
        sql`round(${ofNamed('orders')} * 1.0 / ${people}, 2)`.as('per_customer'),
        sql`sum(m.sales)`.as('sales'),
        sql`round(${ofNamed('sales')} / ${people}, 4)`.as('sales_per_customer'),
        sql`(case when ${people} is null then ${sql.lit(reasons.noBuyer[0])}
          when ${nameless} > 0 then ${sql.lit(reasons.someWithout[0])} end)::smallint`.as('reason'),
      ])
  },
)

const named = { customer, customerMonth }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
