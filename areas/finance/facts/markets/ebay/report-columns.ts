/**
 * Columns of eBay's transaction report, in English (United States, United Kingdom, Australia, before and after 2023) and German. The two
 * English heads of the United States are those of genuine files, the others of lists that public importers agree on. A column of money
 * between the item subtotal and the gross amount is a fee, whatever its name; a fee that is known by name is one wherever it stands. Pure.
 */
import type { FileMatch, SourceRow } from '#platform/declare/file-kind.ts'
import { ebayFee, isEbayFee } from '../../kinds/ebay-words.ts'

const heads = {
  created: ['Transaction creation date', 'Datum der Transaktionserstellung', 'Transaction date'],
  type: ['Type', 'Typ'],
  orderNo: ['Order number', 'Bestellnummer'],
  net: ['Net amount', 'Betrag abzügl. Kosten'],
  payoutCurrency: ['Payout currency', 'Auszahlungswährung'],
  payoutId: ['Payout ID', 'Auszahlung Nr.'],
  itemId: ['Item ID', 'Artikelnummer'],
  transactionId: ['Transaction ID', 'Transaktionsnummer'],
  title: ['Item title', 'Angebotstitel'],
  sku: ['Custom label', 'Bestandseinheit', 'Custom label (SKU)'],
  quantity: ['Quantity', 'Stückzahl'],
  subtotal: ['Item subtotal', 'Zwischensumme Artikel'],
  shipping: ['Shipping and handling', 'Verpackung und Versand', 'Postage and packaging', 'Postage and handling', 'P&P'],
  sellerTax: ['Seller collected tax', 'Vom Verkäufer eingezogene Steuern', 'Vom Verkäufer eingezogene Steuer'],
  ebayTax: ['eBay collected tax', 'Von eBay eingezogene Steuern', 'Von eBay eingezogene Steuer'],
  gross: ['Gross transaction amount', 'Transaktionsbetrag (inkl. Kosten)'],
  currency: ['Transaction currency', 'Transaktionswährung'],
  rate: ['Exchange rate', 'Wechselkurs'],
  reference: ['Reference ID', 'Referenznummer'],
  description: ['Description', 'Beschreibung'],
} as const
export type Column = keyof typeof heads
/** between the amounts, but no amount */
const noMoney = ['vom verkäufer angegebener mwst.-satz', 'seller specified vat rate']
/** where a column may be called otherwise or be missing, the file is read without it */
const needed: readonly Column[] = ['created', 'type', 'orderNo', 'net', 'gross']

export const template: readonly string[] = [
  'Transaction creation date',
  'Type',
  'Order number',
  'Legacy order ID',
  'Buyer username',
  'Buyer name',
  'Ship to city',
  'Ship to province/region/state',
  'Ship to zip',
  'Ship to country',
  'Net amount',
  'Payout currency',
  'Payout date',
  'Payout ID',
  'Payout method',
  'Payout status',
  'Reason for hold',
  'Item ID',
  'Transaction ID',
  'Item title',
  'Custom label',
  'Quantity',
  'Item subtotal',
  'Shipping and handling',
  'Seller collected tax',
  'eBay collected tax',
  'Final Value Fee - fixed',
  'Final Value Fee - variable',
  'Regulatory operating fee',
  'Very high "item not as described" fee',
  'Below standard performance fee',
  'International fee',
  'Charity donation',
  'Deposit processing fee',
  'Gross transaction amount',
  'Transaction currency',
  'Exchange rate',
  'Reference ID',
  'Description',
]

/** A head without the marks and spaces that downloads and programs write differently. */
const word = (cell: string): string =>
  cell
    .replaceAll('\uFEFF', '')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\s\u00A0]+/g, ' ')
    .trim()
    .toLowerCase()
const columnByHead: ReadonlyMap<string, Column> = new Map(
  Object.entries(heads).flatMap(([name, names]) => names.map(printed => [word(printed), name as Column] as const)),
)
const german: ReadonlySet<string> = new Set(Object.values(heads).map(([, de]) => word(de)))
const knownHeads: ReadonlySet<string> = new Set(template.map(word))
const isFeeHead = (head: string): boolean => isEbayFee(ebayFee(head))

export interface FeeColumn {
  readonly at: number
  /** as it is printed */
  readonly head: string
  /** a column that the list of columns does not have */
  readonly isNew: boolean
}

/** more of the needed columns are missing: it is another file */
const missingMax = 2
/** The row that has most of the needed columns, and no other report of eBay's that shares a few. */
export function headerRow(rows: readonly SourceRow[]): SourceRow | undefined {
  return rows.find(row => {
    const found = new Set(row.cells.map(cell => columnByHead.get(word(cell))))
    const isMostly = needed.filter(column => !found.has(column)).length <= missingMax
    // amounts after their fees: no other report has them
    return isMostly && (found.has('net') || found.has('gross')) && found.has('payoutCurrency')
  })
}

export function matchOf(row: SourceRow): FileMatch | null {
  const columns: Record<string, number> = {}
  for (const [at, cell] of row.cells.entries()) {
    const column = columnByHead.get(word(cell))
    if (column !== undefined) columns[column] ??= at
  }
  if (needed.some(column => columns[column] === undefined)) return null
  const isGerman = row.cells.some(cell => german.has(word(cell)) && !knownHeads.has(word(cell)))
  return { headerLine: row.line, columns: { ...columns, ...feesIn(row, columns) }, language: isGerman ? 'de' : 'en', confidence: 1 }
}

/** Fees among the columns of a match: `fee:` and the printed head. */
function feesIn(row: SourceRow, columns: Readonly<Record<string, number>>): Record<string, number> {
  const taken = new Set(Object.values(columns))
  const [from, to] = [columns['subtotal'] ?? Infinity, columns['gross'] ?? 0]
  return Object.fromEntries(
    row.cells.flatMap((cell, at) => {
      const head = word(cell)
      const isOther = taken.has(at) || head === '' || noMoney.includes(head)
      const isBetween = at > from && at < to && (isFeeHead(cell) || !knownHeads.has(head))
      return !isOther && (isBetween || isFeeHead(cell)) ? [[`fee:${cell.trim()}`, at]] : []
    }),
  )
}
export const feesOf = ({ columns, language }: FileMatch): FeeColumn[] =>
  Object.entries(columns)
    .filter(([name]) => name.startsWith('fee:'))
    .map(([name, at]) => ({ at, head: name.slice(4), isNew: language === 'en' && !isFeeHead(name.slice(4)) }))

/** Columns of the list that a file lacks, where it looks like the report. */
export function missingIn(rows: readonly SourceRow[]): string[] | null {
  const row = headerRow(rows)
  if (row === undefined) return null
  const present = new Set(row.cells.map(cell => columnByHead.get(word(cell))))
  return needed.filter(column => !present.has(column)).map(column => heads[column][0])
}
