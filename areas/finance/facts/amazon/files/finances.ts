/**
 * Transactions as Amazon's Finances API answers them (listTransactions 2024-06-19, one page or several in an array), in the columns of the
 * Transaction View: what reaches the seller by four sums. They are of the whole account; a shop takes those of its site. Pure.
 */
import type { FileKind } from '#platform/declare/file-kind.ts'
import { add, isDecimal, subtract } from '#platform/format/decimal.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import type { SummaryHead, SummaryLine } from './lines.ts'
import { transactionView, viewAmounts, viewExtras, type ViewFormat } from './transaction-view.ts'

/** an amount as the file writes it, with its cents */
function amountIn(value: unknown): string {
  const written = textOf(objectOf(value)['currencyAmount'])
  return isDecimal(written) ? written : '0'
}
const withCents = (amount: string): string => {
  const [whole = '0', places = ''] = amount.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
}

/** which of the sums a part belongs to, by its name; what none of these names is told is 'Other' */
const sums: readonly (readonly [words: RegExp, sum: 0 | 1 | 2])[] = [
  [/promo|rebate|discount/i, 1],
  [/fee|commission/i, 2],
  [/product.?charges|principal|our.?price/i, 0],
]
/** Adds up the topmost parts that are named; each holds those below it. */
function collect(parts: readonly Json[], into: [string, string, string]): void {
  for (const part of parts) {
    const at = sums.find(([words]) => words.test(textOf(part['breakdownType'])))?.[1]
    if (at === undefined) collect(listOf(part['breakdowns']), into)
    else into[at] = add(into[at], amountIn(part['breakdownAmount']))
  }
}

const heads = [
  'Date',
  'Transaction Status',
  'Transaction type',
  'Order ID',
  'Product Details',
  ...viewAmounts,
  'Total',
  ...viewExtras,
] as const
type Row = Readonly<Record<(typeof heads)[number], string>>

function rowOf(one: Json): Row {
  const total = amountIn(one['totalAmount'])
  const named: [string, string, string] = ['0', '0', '0']
  collect(listOf(one['breakdowns']), named)
  const posted = textOf(one['postedDate'])
  const items = listOf(one['items'])
  const skus = new Set(items.flatMap(item => listOf(item['contexts']).flatMap(context => textOf(context['sku']) || [])))
  const order = listOf(one['relatedIdentifiers']).find(known => textOf(known['relatedIdentifierName']) === 'ORDER_ID')
  const [charges, rebates, fees] = named.map(withCents) as [string, string, string]
  return {
    Date: posted.slice(0, 10),
    'Transaction Status': textOf(one['transactionStatus']),
    'Transaction type': textOf(one['description']) || textOf(one['transactionType']),
    'Order ID': textOf(order?.['relatedIdentifierValue']),
    'Product Details': textOf(items[0]?.['description']),
    'Total product charges': charges,
    'Total promotional rebates': rebates,
    'Amazon fees': fees,
    Other: withCents(named.reduce(subtract, total)),
    Total: withCents(total),
    'Transaction ID': textOf(one['transactionId']),
    Posted: posted,
    SKU: skus.size === 1 ? ([...skus][0] ?? '') : '',
    Site: textOf(objectOf(one['marketplaceDetails'])['marketplaceName']).toLowerCase(),
    Currency: textOf(objectOf(one['totalAmount'])['currencyCode']),
  }
}

/** Every transaction once: of one that pages repeat, the last telling. */
function rowsIn(document: unknown): string[][] | null {
  const found = pagesOf(document).flatMap(page => listOf(objectOf(page['payload'])['transactions']))
  if (!found.some(one => 'transactionType' in one && 'postedDate' in one)) return null
  const last = new Map(found.map((one, at) => [textOf(one['transactionId']) || `${at}`, one]))
  return [[...heads], ...[...last.values()].map(rowOf).map(row => heads.map(head => row[head]))]
}

const columns = Object.fromEntries(heads.map((head, at) => [head, at]))

export const amazonFinances: FileKind<ViewFormat, SummaryHead, SummaryLine> = {
  ...transactionView,
  code: 'amazonFinances',
  title: ['亚马逊交易接口', 'Amazon Finances API'],
  origin: 'described',
  template: heads,
  fromJson: rowsIn,
  recognise: ([first]) =>
    first !== undefined && heads.every((head, at) => first.cells[at] === head)
      ? { headerLine: 1, columns, language: null, confidence: 1 }
      : null,
  explain: () => null,
}
