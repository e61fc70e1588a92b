/** Files of the American shop that tell of the days up to yesterday: money of two months, which is less in the second, orders and stock. */
import { seededRandom } from '#areas/admin/index.ts'
import { planned } from '#areas/finance/facts/fba/demo-fees.ts'
import { ordersOfDay } from '#areas/sales/demo/orders.ts'
import { writers } from '#areas/sales/demo/writers.ts'
import { addDays, addMonths, daysFromTo, firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { english, order, report } from './amazon-files.ts'
import { asOwner, goodCallsOf } from './calls.ts'
import { untilImported } from './settlement.ts'
import type { RunningProduct } from './product.ts'

const dayMs = 86_400_000
const zone = 'America/Los_Angeles'
const days = (): { readonly today: string; readonly all: readonly string[] } => {
  const today = new Date().toISOString().slice(0, 10)
  return { today, all: daysFromTo(firstOfMonth(addMonths(monthOf(today), -1)), addDays(today, -1)) }
}

/** By the company's days. */
const monthAt = (ms: number): number => new Date(ms + 8 * 3_600_000).getUTCMonth()
/** Nothing of the month is complete yet on its first days: nothing has moved then. */
export const isEarlyInMonth = (): boolean => monthAt(Date.now() - 2 * dayMs) !== monthAt(Date.now())

async function bring(product: RunningProduct, path: string, name: string, content: string): Promise<void> {
  const call = await goodCallsOf(product, 'finance')
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const [id] = (await call('POST', path, form)).importIds as string[]
  await untilImported(call, id)
}

/** 90 of each order are left of 100 in the second month. */
export async function importTransactions(product: RunningProduct): Promise<void> {
  const { today, all } = days()
  const lines = all.map((day, at) => ({
    ...order(at, { productSales: monthOf(day) === monthOf(today) ? '90.00' : '100.00' }),
    epochMs: instantInZone(day, '12:00:00', zone),
  }))
  await bring(product, '/AmazonTransactionReport/importData', 'transactions.csv', report(lines, english))
}

const lamp = { sku: 'YF-A', title: 'Lamp' }

/** Stock by age at the end of the month before: of what is ordered more than once a day there are 5 left. */
export async function importStock(product: RunningProduct): Promise<void> {
  const month = addMonths(monthOf(days().today), -1)
  const left = {
    day: firstOfMonth(month),
    offer: lamp,
    event: 'Receipts',
    reference: 'R1',
    quantity: 5,
    disposition: 'SELLABLE',
    reason: '',
  }
  const content = planned({ currency: 'USD', site: 'Amazon.com' }, lastOfMonth(month), [lamp], [left], seededRandom(5))
  await bring(product, '/amzFba/importData', 'inventory-planning.txt', content)
}

export async function importOrders(product: RunningProduct): Promise<void> {
  const { today, all } = days()
  const [id = ''] = await asOwner(product, `select id::text as value from shop where name = '云帆美国站'`)
  const shop = { id, name: '', number: 1, marketplaceCode: 'amazon.com', currency: 'USD', zone, decimals: 2 }
  const offers = [{ ...lamp, cents: 1_999, itemId: 'B0A' }]
  const random = seededRandom(3)
  const orders = all.flatMap(day => ordersOfDay(shop, day, today, offers, 3, random))
  await bring(product, '/saleOrder/importData', 'orders.txt', writers.amazon.write(orders, shop).join(''))
}
