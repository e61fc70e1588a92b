/** Customers: their list, what they add up to, and the options of a filter by buyer. What this room adds to sales. */
import { Integer, Optional, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { listPage, type Page } from '#platform/declare/page.ts'
import { asText } from '#platform/format/text.ts'
import { type Context, type RouteMap, act, call, demanding, Query } from '#platform/server/area.ts'
import { namedId, oneRecord, exportOf, list, reveal } from '#platform/server/records.ts'
import { customerOptions, optionsMax, type OptionsAsk } from './options.ts'
import { customer, customerMonth, customerPermission, customerStatistics } from './tables.ts'

const { view } = operations
const [customers, months, sums] = [customer, customerMonth, customerStatistics]

/** The orders of a customer, from his first to his last. */
async function ordersPage(context: Context, id: unknown): Promise<string> {
  const row = await oneRecord(context, customers, namedId(id, customers.title))
  const days = [row['firstOn'], row['lastOn']].map(day => asText(day ?? ''))
  const search = new URLSearchParams({ 'f.shopId': asText(row['shopId']), 'f.customerNo': asText(row['customerNo']) })
  if (days.every(day => day !== '')) search.set('f.orderedOn', days.join(','))
  return `/sales/orders?${search.toString()}`
}

const optionsInput = Query({
  email: Optional(Text({ title: '邮箱', maxLength: 200 })),
  name: Optional(Text({ title: '姓名', maxLength: 200 })),
  pageSize: Optional(Integer({ title: '条数', minimum: 1, maximum: optionsMax })),
})

const routes: RouteMap = {
  'POST /customer/list': list(customers),
  'POST /customer/listExport': exportOf(customers),
  'POST /customer/reveal': reveal(customers),
  'POST /customer/orders': act(
    customers,
    { name: 'orders', title: ['查看订单', 'Show orders'], over: 'row', operation: view, result: 'page' },
    async (context, { input }) => ({ page: await ordersPage(context, input['id']) }),
  ),
  'POST /customer/options': call(
    {
      demand: needs(customerPermission, operations.reveal),
      summary: '按邮箱或姓名查找客户',
      input: optionsInput,
      shown: demanding(optionsInput, ['email'], ['name']),
      write: false,
    },
    (context, { input }) => customerOptions(context, input as OptionsAsk),
  ),
  'POST /customerStatistics/list': list(sums),
  'POST /customerStatistics/listExport': exportOf(sums),
}

export const customerPages: readonly Page[] = [
  listPage(customer, '/sales/customers'),
  listPage(customerStatistics, '/sales/customer-statistics'),
]
export const customersRoom = { resources: [customers, months, sums], routes }
