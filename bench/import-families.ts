/**
 * The families of files whose import is measured, each by its parameters: whose shop, which table the lines end in, and how a file of any
 * size is written.
 */
import { template as ebayColumns } from '#areas/finance/facts/markets/ebay/report-columns.ts'
import { amazonOrders } from '#areas/sales/amazon/orders-file.ts'
import { addDays } from '#platform/format/dates.ts'
import { decimalText } from '#platform/format/decimal.ts'
import { scattered, writePieces } from './file-of-lines.ts'
import type { BenchShop } from './place.ts'
import { firstDay, writeSettlementFile } from './settlement-file.ts'

export interface WantedLines {
  readonly path: string
  readonly lines: number
  /** another one, other lines */
  readonly seed: number
  readonly shop: BenchShop
}
export interface ImportFamily {
  readonly name: string
  readonly marketplace: string
  readonly table: string
  /** column by which the table is partitioned into months; null: it is not */
  readonly byMonth: string | null
  /** order in which its lines stand in the file */
  readonly order: string
  readonly fileName: string
  write(wanted: WantedLines): Promise<void>
}

const days = 14
const dayOf = (n: number): string => addDays(firstDay, n % days)
const money = (minor: number): string => decimalText(BigInt(minor), 2)
const priceOf = (n: number, seed: number): number => 699 + (scattered(n, seed) % 6_800)
const skuOf = ({ shop: { skus } }: WantedLines, n: number): string => skus[n % skus.length] ?? 'BENCH-1'
const clock = (n: number): string =>
  [Math.floor(n / 3_600) % 24, Math.floor(n / 60) % 60, n % 60].map(one => String(one).padStart(2, '0')).join(':')
const row = (heads: readonly string[], cells: Readonly<Record<string, string | number>>, mark: string, none: string): string =>
  `${heads.map(head => String(cells[head] ?? none)).join(mark)}\r\n`

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const inWords = (day: string): string => `"${months[Number(day.slice(5, 7)) - 1] ?? ''} ${Number(day.slice(8))}, ${day.slice(0, 4)}"`

function* ebayLines(wanted: WantedLines): Generator<string> {
  const { lines, seed } = wanted
  yield `"Transaction report. All dates and times are in your local time zone."\r\nSeller,bench\r\n--\r\n\r\n${ebayColumns.join(',')}\r\n`
  for (let i = 0; i < lines; i += 1) {
    const n = scattered(i, seed)
    const price = priceOf(i, seed)
    const [fixed, variable] = [-30, -Math.round(price * 0.13)]
    yield row(
      ebayColumns,
      {
        'Transaction creation date': inWords(dayOf(n)),
        Type: 'Order',
        'Order number': `06-${String(10_000 + (seed % 80_000))}-${String(i).padStart(7, '0')}`,
        'Transaction ID': `${seed}-${i}`,
        'Net amount': money(price + fixed + variable),
        'Gross transaction amount': money(price),
        'Payout currency': wanted.shop.currency,
        'Transaction currency': wanted.shop.currency,
        'Item ID': String(317_000_000_000 + (n % 5_000)),
        'Item title': 'Bench item',
        'Custom label': skuOf(wanted, n),
        Quantity: 1,
        'Item subtotal': money(price),
        'Shipping and handling': '0.00',
        'Final Value Fee - fixed': money(fixed),
        'Final Value Fee - variable': money(variable),
      },
      ',',
      '--',
    )
  }
}

const walmartColumns = (
  'Period Start Date|Period End Date|Total Payable|Currency|Transaction Posted Timestamp|Transaction Type|' +
  'Transaction Description|Customer Order #|Customer Order line #|Purchase Order #|Purchase Order line #|Amount|' +
  'Amount Type|Ship Qty|Partner Item Id|Partner Item Name|Fulfillment Type'
).split('|')
const walmartAmounts: readonly (readonly [type: string, share: number])[] = [
  ['Product Price', 100],
  ['Product tax', 8],
  ['Product tax withheld', -8],
  ['Commission on Product', -15],
]
const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
const walmartAmount = (i: number, seed: number): number => {
  const [, share = 0] = walmartAmounts[i % walmartAmounts.length] ?? []
  return Math.round((priceOf(Math.floor(i / walmartAmounts.length), seed) * share) / 100)
}
function* walmartLines(wanted: WantedLines): Generator<string> {
  const { lines, seed, shop } = wanted
  let payable = 0
  for (let i = 0; i < lines; i += 1) payable += walmartAmount(i, seed)
  const period = {
    'Period Start Date': american(firstDay),
    'Period End Date': american(addDays(firstDay, days - 1)),
    Currency: shop.currency,
  }
  yield `${walmartColumns.join(',')}\r\n`
  yield row(walmartColumns, { ...period, 'Total Payable': money(payable), 'Transaction Type': 'PaymentSummary' }, ',', '')
  for (let i = 0; i < lines; i += 1) {
    const order = Math.floor(i / walmartAmounts.length)
    const n = scattered(order, seed)
    const no = String((seed % 90_000) * 1_000_000 + order).padStart(12, '0')
    yield row(
      walmartColumns,
      {
        ...period,
        'Transaction Posted Timestamp': `${american(dayOf(n))} ${clock(n)}`,
        'Transaction Type': 'Sale',
        'Transaction Description': 'Purchase',
        'Customer Order #': `20${no}`,
        'Customer Order line #': 1,
        'Purchase Order #': `10${no}`,
        'Purchase Order line #': 1,
        Amount: money(walmartAmount(i, seed)),
        'Amount Type': walmartAmounts[i % walmartAmounts.length]?.[0] ?? '',
        'Ship Qty': 1,
        'Partner Item Id': skuOf(wanted, n),
        'Partner Item Name': 'Bench item',
        'Fulfillment Type': 'Seller Fulfilled',
      },
      ',',
      '',
    )
  }
}

const ledgerColumns = (
  'Date|FNSKU|ASIN|MSKU|Title|Event Type|Reference ID|Quantity|Fulfillment Center|Disposition|Reason|Country|' +
  'Reconciled Quantity|Unreconciled Quantity|Date and Time'
).split('|')
function* ledgerLines(wanted: WantedLines): Generator<string> {
  const { lines, seed } = wanted
  yield `${ledgerColumns.join('\t')}\r\n`
  for (let i = 0; i < lines; i += 1) {
    const n = scattered(i, seed)
    const sku = skuOf(wanted, n)
    yield row(
      ledgerColumns,
      {
        Date: dayOf(n),
        FNSKU: `X0${sku}`,
        ASIN: `B0${sku}`,
        MSKU: sku,
        Title: 'Bench item',
        'Event Type': i % 8 === 0 ? 'Receipts' : 'Shipments',
        'Reference ID': `${seed}-${i}`,
        Quantity: i % 8 === 0 ? 8 : -1,
        'Fulfillment Center': 'ONT8',
        Disposition: 'SELLABLE',
        Country: 'US',
        'Reconciled Quantity': 0,
        'Unreconciled Quantity': 0,
        'Date and Time': `${dayOf(n)}T${clock(n)}+0000`,
      },
      '\t',
      '',
    )
  }
}

function* orderLines(wanted: WantedLines): Generator<string> {
  const { lines, seed, shop } = wanted
  const columns = amazonOrders.template
  yield `${columns.join('\t')}\r\n`
  for (let i = 0; i < lines; i += 1) {
    const n = scattered(i, seed)
    const price = priceOf(i, seed)
    const at = `${dayOf(n)}T${clock(n)}+00:00`
    const none = money(0)
    yield row(
      columns,
      {
        'amazon-order-id': `114-${String(seed % 10_000_000).padStart(7, '0')}-${String(i).padStart(7, '0')}`,
        'purchase-date': at,
        'last-updated-date': at,
        'order-status': 'Shipped',
        'sales-channel': 'Amazon.com',
        'product-name': 'Bench item',
        sku: skuOf(wanted, n),
        asin: `B0${String(n % 5_000).padStart(8, '0')}`,
        'item-status': 'Shipped',
        quantity: 1,
        currency: shop.currency,
        'item-price': money(price),
        'item-tax': money(Math.round(price * 0.078)),
        'shipping-price': none,
        'shipping-tax': none,
        'gift-wrap-price': none,
        'gift-wrap-tax': none,
        'item-promotion-discount': none,
        'ship-promotion-discount': none,
        'ship-country': 'US',
      },
      '\t',
      '',
    )
  }
}

export const settlementFamily: ImportFamily = {
  name: 'settlement',
  marketplace: 'amazon.com',
  table: 'amazon_settlement_line',
  byMonth: 'posted_on',
  order: 'line_no',
  fileName: 'settlement.txt',
  write: ({ path, lines, seed, shop }) =>
    writeSettlementFile({
      path,
      settlementId: String(Date.now() % 1e11),
      lines,
      seed,
      skus: shop.skus,
      marketplaceName: shop.marketplaceCode,
      currency: shop.currency,
    }),
}

export const importFamilies: readonly ImportFamily[] = [
  {
    name: 'eBay transaction report',
    marketplace: 'ebay.com',
    table: 'market_line',
    byMonth: 'posted_on',
    order: 'posted_at, tx_key, part',
    fileName: 'ebay.csv',
    write: wanted => writePieces(wanted.path, ebayLines(wanted)),
  },
  {
    name: 'Walmart reconciliation',
    marketplace: 'walmart.com',
    table: 'market_line',
    byMonth: 'posted_on',
    order: 'posted_at, tx_key, part',
    fileName: 'reconciliation.csv',
    write: wanted => writePieces(wanted.path, walmartLines(wanted)),
  },
  {
    name: 'inventory ledger detail',
    marketplace: 'amazon.com',
    table: 'fba_ledger_line',
    byMonth: null,
    order: 'happened_on',
    fileName: 'ledger.txt',
    write: wanted => writePieces(wanted.path, ledgerLines(wanted)),
  },
  {
    name: 'all orders',
    marketplace: 'amazon.com',
    table: 'order_line',
    byMonth: 'ordered_on',
    order: 'purchased_at',
    fileName: 'orders.txt',
    write: wanted => writePieces(wanted.path, orderLines(wanted)),
  },
]
