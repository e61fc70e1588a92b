/** Where the lines are that an amount of a voucher is made of: profit report of its shop and month, sides of bank matches, the check. */
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import { financeItems, type FinanceItemCode } from '../../base/finance-items.ts'
import { voucher, voucherSource } from './tables.ts'
import { topics } from './words.ts'

const bankSides = '/finance/bank/match-sides'
const profit = '/finance/profit'
const orders = '/production/order'
const compared = '/finance/vouchers/check'

/** The measure of the profit report that an item is part of. */
function measureOf(topic: number, event: number): string {
  if (topic === topics.correction[0]) return 'corrections'
  const name = (Object.keys(financeItems) as FinanceItemCode[]).find(one => financeItems[one].id === event) ?? 'ledger'
  // costs that stand in a marketplace's own reports
  return topic === topics.platform[0] && name !== 'ledger' && financeItems[name].class === 'cost' ? 'billedCosts' : name
}

export async function linesPage(context: Context, id: unknown): Promise<string> {
  const source = await oneRecord(context, voucherSource, namedId(id, voucherSource.title))
  const head = await oneRecord(context, voucher, asText(source['voucherId']))
  if (head['topic'] === topics.bank[0]) return bankSides
  if (head['topic'] === topics.rounding[0]) return compared
  if (head['topic'] === topics.production[0]) return orders
  const month = asText(source['month']).slice(0, 'YYYY-MM'.length)
  const search = new URLSearchParams({
    'f.shop': asText(source['shopId']),
    from: month,
    to: month,
    by: 'sku,day',
    columns: measureOf(Number(head['topic']), Number(source['item'])),
  })
  return `${profit}?${search.toString()}`
}
