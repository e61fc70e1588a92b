/**
 * Second, plain readings of the lighter kinds: statements as tags and as an old workbook, electronic invoices, orders, a packing list, and
 * Amazon's reports of stock, fees and tax. Each reads a sample of the repository and, where the folder is there, the whole file.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asText } from '#platform/format/text.ts'
import { fbaSheets } from '#areas/finance/facts/fba/all-sheets.ts'
import { ebayEarnings } from '#areas/finance/facts/markets/ebay/earnings-sheet.ts'
import { ediInvoice, packingList, type Packed } from '#areas/finance/costs/freight/made-files.ts'
import { camtStatement, ofxStatement } from '../setup/bank-files.ts'
import { kindSamples } from '../setup/kind-samples.ts'
import { workbookOfRows } from '../setup/made-workbook.ts'
import {
  cellIn,
  cellsOf,
  fixtures,
  plainOldWorkbook,
  plainTable,
  plainWorkbook,
  productReads,
  said,
  sums,
  textOf,
  units,
} from '../setup/plain-reading.ts'
import { genuineFolder } from '../setup/genuine.ts'

type Line = Readonly<Record<string, unknown>>
/** What both readings tell of a line: texts, and amounts in ten-thousandths. */
type Told = readonly (string | bigint)[]
interface SecondReading {
  /** code of the kind that must know the file */
  readonly kind: string
  /** a file that stands in the repository or is made by a generator; absent: there is none */
  readonly own?: string | Buffer
  /** its name tells what reads it */
  readonly ownName?: string
  /** places in the folder of whole files, or of the repository's fixtures */
  readonly whole: readonly string[]
  readonly ask?: { readonly currency?: string; readonly marketplace?: string }
  readonly plain: (path: string) => readonly Told[]
  readonly read: (line: Line) => Told
}

const inLine = (line: Line, field: string): Line => line[field] as Line
const way = (amount: bigint): Told => [amount < 0n ? 'out' : 'in', amount < 0n ? -amount : amount]
const between = (text: string, tag: string): string => new RegExp(`<${tag}(?: [^>]*)?>\\s*([^<\\r\\n]*)`).exec(text)?.[1]?.trim() ?? ''
const blocks = (text: string, tag: string): string[] =>
  [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, one = '']) => one)

const money = (line: Line): Told => [String(line['day']), String(line['direction']), said(line['amount'])]
const day8 = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`

const statements: readonly SecondReading[] = [
  {
    kind: 'citic',
    whole: [join(fixtures, 'bank/citic-credit.xls')],
    // what is spent stands above zero
    plain: path =>
      plainOldWorkbook(path)
        .slice(2)
        .map(row => [row[1] ?? '', ...way(-units(row[7] ?? '')), row[2] ?? '']),
    read: line => [...money(line), String(inLine(line, 'texts')['summary'])],
  },
  {
    kind: 'camt053',
    own: camtStatement('82.50'),
    ownName: 'camt.xml',
    whole: ['bank-statements/camt053.xml'],
    // a reversal is printed with the sign of what it does; what is only expected is no line
    plain: path =>
      blocks(textOf(path), 'Ntry')
        .filter(entry => between(entry, 'Sts').includes('BOOK'))
        .map(entry => {
          const day = between(entry.slice(entry.indexOf('<BookgDt>')), 'Dt')
          return [day, between(entry, 'CdtDbtInd') === 'CRDT' ? 'in' : 'out', units(between(entry, 'Amt'))]
        }),
    read: money,
  },
  {
    kind: 'ofx',
    own: ofxStatement(1),
    ownName: 'old.ofx',
    whole: ['bank-statements/ofx.ofx'],
    plain: path =>
      blocks(textOf(path), 'STMTTRN').map(one => [
        day8(between(one, 'DTPOSTED')),
        ...way(units(between(one, 'TRNAMT'))),
        between(one, 'FITID'),
      ]),
    read: line => [...money(line), String(inLine(line, 'texts')['serialNo'])],
  },
  {
    kind: 'fedexEdi',
    own: ediInvoice([
      { invoice: '812300001', tracking: '7001', net: '12.48', fuel: '1.75', resi: '0.00', stated: '26.58' },
      { invoice: '812300001', tracking: '7002', net: '14.10', fuel: '1.98', resi: '2.22', stated: '26.58' },
      { type: 'Past Due', invoice: '812300001', tracking: '7001', net: '12.48', fuel: '1.75', resi: '0.00', stated: '26.58' },
    ]),
    ownName: 'edi.csv',
    whole: ['carrier-invoices/fedex-edi-2026-09.csv'],
    plain: path => {
      const table = plainTable(path, 'Net Chrg', ',')
      const of = (row: readonly string[], head: string): string => cellIn(table, row, head)
      // the items of each are of an invoice that the file itself holds
      const fresh = table.rows.filter(row => of(row, 'Type') !== 'Past Due')
      return fresh.map(row => [
        day8(of(row, 'Ship Date')),
        ...way(units(of(row, 'Net Chrg'))),
        of(row, 'Tracking Number'),
        ...['Freight Amt', 'Fuel Amt', 'Resi Amt'].map(head => units(of(row, head))),
      ])
    },
    read: line => [
      ...money(line),
      String(inLine(line, 'texts')['trackingNo']),
      ...['freight', 'fuel', 'residential'].map(name => said(inLine(line, 'figures')[name])),
    ],
  },
]

const packed = (sku: string, quantity: string, volume: string, gross: string): Packed => ({
  sku,
  name: '轨道',
  quantity,
  cartons: volume === '' ? '' : '1',
  volume,
  gross,
  net: gross === '' ? '' : '4.25',
  price: '100.5',
})
const packedRows = packingList([packed('P-1', '3', '0.5', '4.7'), packed('P-2', '2', '', '')])
  .trimEnd()
  .split('\n')
  .map(row => cellsOf(row, ','))
const orders = (file: string): Pick<SecondReading, 'own' | 'ownName'> => ({ own: kindSamples[file]?.content ?? '', ownName: `${file}.txt` })
const orderLine = (line: Line): Told => [
  ...['orderNo', 'sku', 'quantity'].map(field => String(line[field])),
  ...['item', 'shipping', 'tax'].map(field => said(line[field])),
]
interface AliexpressOrder {
  readonly order_id?: number
  readonly id?: number
  readonly product_list?: { readonly order_product_dto: readonly AliexpressChild[] }
  readonly child_order_list?: { readonly global_aeop_tp_child_order_dto: readonly AliexpressChild[] }
}
interface AliexpressChild {
  readonly sku_code: string
  readonly product_id: number
  readonly product_count: number
  /** of all pieces, in lists; of one piece, in details */
  readonly total_product_amount?: AliexpressMoney
  readonly product_price?: AliexpressMoney
  readonly logistics_amount: AliexpressMoney
}
interface AliexpressMoney {
  readonly amount?: string
  readonly amount_str?: string
}
const aliexpressUnits = (money: AliexpressMoney | undefined): bigint => units(money?.amount ?? money?.amount_str ?? '')
const others: readonly SecondReading[] = [
  {
    kind: 'packingList',
    own: workbookOfRows(packedRows),
    ownName: 'packing.xlsx',
    whole: ['first-leg-freight/CXCI20240812001-packing-list.xlsx'],
    plain: path => {
      const rows = plainWorkbook(path)
      const at = rows.findIndex(row => row.includes('Part Number'))
      const heads = rows[at] ?? []
      const of = (row: readonly string[], head: string): string => row[heads.indexOf(head)] ?? ''
      // a line has its running number; the totals below have none
      const lines = rows.slice(at + 2).filter(row => /^\d+$/.test(row[0] ?? ''))
      return lines.map(row => [
        of(row, 'Part Number'),
        ...['Quantity', 'Total Volume (CBM)', 'Total Gross Weight (kg)', 'Total Net Weight (kg)'].map(head => units(of(row, head))),
        (units(of(row, 'Quantity')) * units(of(row, 'Unit Price (Excl. Tax, CNY)'))) / 10_000n,
      ])
    },
    read: line => [
      String(line['sku']),
      ...['quantity', 'volume', 'grossWeight', 'netWeight', 'declaredValue'].map(name => said(inLine(line, 'measures')[name])),
    ],
  },
  {
    kind: 'ebayOrders',
    ...orders('ebayOrders'),
    whole: ['ebay-orders-fixture/orders-report-2026-10-01.csv', 'ebay-orders/orders-2023-head-first.csv'],
    plain: path => {
      // the sample of others has names of its own
      const [no, price] = textOf(path).includes('Order ID') ? ['Order ID', 'Item Price'] : ['Order Number', 'Sold For']
      const table = plainTable(path, no, ',')
      const of = (row: readonly string[], head: string): string => cellIn(table, row, head)
      return table.rows
        .filter(row => of(row, no) !== '')
        .map(row => [
          of(row, no),
          of(row, 'Custom Label') || of(row, 'Item Number'),
          of(row, 'Quantity'),
          ...[price, 'Shipping And Handling', 'eBay Collected Tax'].map(head => units(of(row, head))),
        ])
    },
    read: orderLine,
  },
  {
    kind: 'aliexpressOrders',
    ...orders('aliexpressOrders'),
    whole: ['aliexpress-api/order-list.example.json', 'aliexpress-api/order-info.example.json'],
    plain: path => {
      const found: AliexpressOrder[] = []
      JSON.parse(textOf(path), (name, value: unknown) => {
        if (name === 'order_dto') found.push(...(value as AliexpressOrder[]))
        if (name === 'data') found.push(value as AliexpressOrder)
        return value
      })
      return found.flatMap(order =>
        (order.product_list?.order_product_dto ?? order.child_order_list?.global_aeop_tp_child_order_dto ?? []).map(child => [
          String(order.order_id ?? order.id),
          child.sku_code || String(child.product_id),
          String(child.product_count),
          order.product_list === undefined
            ? aliexpressUnits(child.product_price) * BigInt(child.product_count)
            : aliexpressUnits(child.total_product_amount),
          aliexpressUnits(child.logistics_amount),
          0n,
        ]),
      )
    },
    read: orderLine,
  },
  {
    kind: 'amazonOrders',
    ...orders('amazonOrders'),
    whole: ['amazon-fba-fixtures/all-orders.txt'],
    // the rows of one site
    ask: { currency: 'EUR', marketplace: 'amazon.de' },
    plain: path => {
      const table = plainTable(path, 'amazon-order-id', '\t')
      const of = (row: readonly string[], head: string): string => cellIn(table, row, head)
      const sum = (row: readonly string[], ...heads: string[]): bigint => heads.reduce((all, head) => all + units(of(row, head)), 0n)
      const site = path.startsWith(genuineFolder) && genuineFolder !== '' ? 'Amazon.de' : 'Amazon.com'
      return table.rows
        .filter(row => of(row, 'sales-channel') === site)
        .map(row => [
          of(row, 'amazon-order-id'),
          of(row, 'sku'),
          of(row, 'quantity') || '0',
          sum(row, 'item-price'),
          sum(row, 'shipping-price'),
          sum(row, 'item-tax', 'shipping-tax', 'gift-wrap-tax'),
        ])
    },
    read: orderLine,
  },
]

/** Texts and figures of Amazon's reports: the head, and the field that it fills. */
interface FbaWords {
  readonly kind: string
  readonly head: string
  readonly whole: readonly string[]
  readonly texts: Readonly<Record<string, string>>
  readonly figures: Readonly<Record<string, string>>
}
const fixture = (name: string): string[] => [`amazon-fba-fixtures/${name}.txt`]
const fbaWords: readonly FbaWords[] = [
  {
    kind: 'amazonStorageFees',
    head: 'asin',
    whole: fixture('storage-fees'),
    texts: { asin: 'asin', fulfillment_center: 'centre', currency: 'currency' },
    figures: {
      average_quantity_on_hand: 'quantity',
      estimated_total_item_volume: 'volume',
      estimated_monthly_storage_fee: 'fee',
      est_sus: 'surcharge',
    },
  },
  {
    kind: 'amazonLongTermStorage',
    head: 'snapshot-date',
    whole: [],
    texts: { sku: 'sku', 'surcharge-age-tier': 'tier' },
    figures: { 'qty-charged': 'charged', 'amount-charged': 'fee', 'rate-surcharge': 'feeRate' },
  },
  {
    kind: 'amazonFeePreview',
    head: 'sku',
    whole: fixture('fee-preview'),
    texts: { sku: 'sku', 'product-size-tier': 'sizeTier' },
    figures: {
      'your-price': 'price',
      'estimated-fee-total': 'total',
      'estimated-referral-fee-per-unit': 'referral',
      'expected-fulfillment-fee-per-unit': 'fulfilment',
    },
  },
  {
    kind: 'amazonLedgerDetail',
    head: 'MSKU',
    whole: fixture('ledger-detail'),
    texts: { Date: 'happenedOn', MSKU: 'sku', 'Event Type': 'event', Disposition: 'disposition', 'Fulfillment Center': 'centre' },
    figures: { Quantity: 'quantity', 'Unreconciled Quantity': 'unreconciled' },
  },
  {
    kind: 'amazonLedgerSummary',
    head: 'MSKU',
    whole: [],
    texts: { MSKU: 'sku', Location: 'location' },
    figures: {
      'Starting Warehouse Balance': 'opening',
      'In Transit Between Warehouses': 'inTransit',
      Receipts: 'receipts',
      'Customer Shipments': 'shipments',
      'Customer Returns': 'customerReturns',
      'Vendor Returns': 'vendorReturns',
      'Warehouse Transfer In/Out': 'transfers',
      Found: 'found',
      Lost: 'lost',
      Damaged: 'damaged',
      Disposed: 'disposed',
      'Other Events': 'otherEvents',
      'Ending Warehouse Balance': 'closing',
      'Unknown Events': 'unknownEvents',
    },
  },
  {
    kind: 'amazonInventoryAge',
    head: 'snapshot-date',
    whole: fixture('inventory-planning'),
    texts: { 'snapshot-date': 'snapshotOn', sku: 'sku', currency: 'currency' },
    figures: {
      available: 'available',
      'inv-age-0-to-90-days': 'age0To90',
      'inv-age-91-to-180-days': 'age91To180',
      'inv-age-181-to-270-days': 'age181To270',
      'inv-age-456-plus-days': 'age456Plus',
      'estimated-ais-181-210-days': 'surcharge181210',
      'estimated-ais-331-356-days': 'surcharge331365',
      'estimated-excess-quantity': 'excess',
    },
  },
  {
    kind: 'amazonStock',
    head: 'sku',
    whole: [],
    texts: { sku: 'sku', fnsku: 'fnsku', condition: 'condition' },
    figures: { 'afn-fulfillable-quantity': 'available', 'afn-total-quantity': 'total', 'afn-inbound-shipped-quantity': 'shipped' },
  },
  {
    kind: 'amazonRemovalOrders',
    head: 'request-date',
    whole: [],
    texts: { 'order-id': 'orderId', 'order-status': 'status', sku: 'sku' },
    figures: { 'requested-quantity': 'requested', 'shipped-quantity': 'shipped', 'removal-fee': 'fee' },
  },
  {
    kind: 'amazonRemovalShipments',
    head: 'request-date',
    whole: [],
    texts: { 'order-id': 'orderId', sku: 'sku', 'tracking-number': 'tracking' },
    figures: { 'shipped-quantity': 'quantity' },
  },
  {
    kind: 'amazonReturns',
    head: 'return-date',
    whole: ['amazon-fba-returns/2014-12-01_2016-04-08-fba-customer-returns-us.txt'],
    texts: { 'order-id': 'orderId', sku: 'sku', reason: 'reason', 'detailed-disposition': 'disposition' },
    figures: { quantity: 'quantity' },
  },
  {
    kind: 'amazonReimbursements',
    head: 'approval-date',
    whole: ['amazon-fba-reimbursements/2014-12-01_2016-04-25-fba-reimbursements-us.txt'],
    texts: { 'reimbursement-id': 'reimbursementId', reason: 'reason', sku: 'sku', 'currency-unit': 'currency' },
    figures: { 'amount-total': 'amount', 'quantity-reimbursed-cash': 'cashUnits', 'quantity-reimbursed-inventory': 'stockUnits' },
  },
  {
    kind: 'amazonVatTransactions',
    head: 'ACTIVITY_TRANSACTION_ID',
    // the sample of the folder lacks the two columns that decide who declares: it is refused, see below
    whole: [],
    texts: {
      TRANSACTION_TYPE: 'type',
      ACTIVITY_TRANSACTION_ID: 'activityId',
      SELLER_SKU: 'sku',
      TRANSACTION_CURRENCY_CODE: 'transactionCurrency',
      TRANSACTION_SELLER_VAT_NUMBER_COUNTRY: 'transactionVatCountry',
      TAX_REPORTING_SCHEME: 'reportingScheme',
      TAX_COLLECTION_RESPONSIBILITY: 'responsibility',
    },
    figures: {
      QTY: 'quantity',
      TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL: 'net',
      TOTAL_ACTIVITY_VALUE_VAT_AMT: 'vatAmount',
      TOTAL_ACTIVITY_VALUE_AMT_VAT_INCL: 'gross',
    },
  },
]
/** eBay's order earnings are a sheet as well, of another room. */
const earnings: FbaWords = {
  kind: 'ebayEarnings',
  head: 'Order earnings',
  whole: [],
  texts: { 'Order number': 'orderNo', 'Item ID': 'itemId', 'Payout currency': 'currency' },
  figures: { Quantity: 'quantity', 'Gross amount': 'gross', Expenses: 'expenses', Refunds: 'refunds', 'Order earnings': 'earnings' },
}
const fba = [...fbaWords, earnings].map(({ kind, head, whole, texts, figures }): SecondReading => {
  const fields = Object.keys([...fbaSheets, ebayEarnings].find(sheet => sheet.code === kind)?.columns ?? {})
  const valueOf = (line: Line, field: string): unknown => {
    expect(fields, kind).toContain(field)
    return (line['values'] as readonly unknown[])[fields.indexOf(field)]
  }
  return {
    kind,
    ...orders(kind),
    whole,
    plain: path => {
      const table = plainTable(path, head, textOf(path).includes('\t') ? '\t' : ',')
      return table.rows.map(row => [
        ...Object.keys(texts).map(name => cellIn(table, row, name).replace(/^'(.*)'$|^--$/, '$1')),
        ...Object.keys(figures).map(name => units(cellIn(table, row, name))),
      ])
    },
    read: line => [
      ...Object.values(texts).map(field => asText(valueOf(line, field) ?? '')),
      ...Object.values(figures).map(field => said(valueOf(line, field))),
    ],
  }
})

let place = ''
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'second-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

/** Both readings of a file: its kind, its lines, and the sums of each column of amounts by the first of its texts. */
async function bothOf(reading: SecondReading, path: string, ask: SecondReading['ask']) {
  const { kind, lines } = await productReads(path, 'UTC', ask)
  const [read, plain] = [lines.map(reading.read), reading.plain(path)]
  const columns = (plain[0] ?? []).flatMap((cell, at) => (typeof cell === 'bigint' ? [at] : []))
  const whole = (of: string, told: readonly Told[]) => ({
    kind: of,
    isEmpty: told.length === 0,
    told,
    sums: columns.map(at => sums(told.map(line => [String(line[0]), line[at] as bigint]))),
  })
  return { read: whole(kind, read), plain: { ...whole(reading.kind, plain), isEmpty: false } }
}

const all = [...statements, ...others, ...fba]
test.each(all.map(one => [one.kind, one] as const))('%s: a made sample, line by line', async (_kind, reading) => {
  // what has no made sample stands in the repository itself
  const path = reading.own === undefined ? (reading.whole[0] ?? '') : join(place, reading.ownName ?? reading.kind)
  if (reading.own !== undefined) await writeFile(path, reading.own)
  const { read, plain } = await bothOf(reading, path, reading.kind === 'amazonOrders' ? { currency: 'USD', marketplace: 'amazon.com' } : {})
  expect(read).toEqual(plain)
})

const files = all.flatMap(reading =>
  reading.whole.map(
    path => [`${reading.kind} ${path.split('/').at(-1) ?? ''}`, reading, path.startsWith('/') ? path : join(genuineFolder, path)] as const,
  ),
)
test.each(files.filter(([, , path]) => existsSync(path)))('%s: the whole file, line by line', async (_name, reading, path) => {
  const { read, plain } = await bothOf(reading, path, reading.ask)
  expect(read).toEqual(plain)
})

const vatSample = join(genuineFolder, fixture('vat-transactions')[0] ?? '')
test.runIf(existsSync(vatSample))('the VAT sample of others has no column that says who declares: refused by their names', async () => {
  await expect(productReads(vatSample)).rejects.toThrow(/TAX_REPORTING_SCHEME.*TAX_COLLECTION_RESPONSIBILITY/)
})

test('every report of FBA is read a second time', () => {
  expect(fbaWords.map(one => one.kind).toSorted()).toEqual(fbaSheets.map(sheet => sheet.code).toSorted())
})
