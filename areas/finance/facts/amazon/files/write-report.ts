/** Writes transaction reports as Amazon does, piece by piece, for demo data and tests. Pure. */
import { namesOf } from './header-names.ts'
import { amountColumns, type AmountColumn, type ReportColumn, type ReportLanguage } from './header-columns.ts'
import { moneyText, parseMoney } from './numbers.ts'
import type { TransactionTypeCode } from './type-names.ts'
import {
  currencySentences,
  printInstant,
  printNumber,
  printType,
  utcZone,
  type DateStyle,
  type NumberStyle,
  type PrintedZone,
} from './write-styles.ts'

export {
  writeSettlementV1,
  writeSettlementV2,
  type SettlementStyle,
  type WrittenSettlementHead,
  type WrittenSettlementLine,
} from './write-settlement.ts'
export { japanZone, pacificZone, utcZone, type DateStyle, type NumberStyle, type PrintedZone } from './write-styles.ts'

export interface WrittenTransaction {
  readonly epochMs: number
  readonly settlementId: string
  /** code, printed in the report's language; any other text is printed as it is */
  readonly type: TransactionTypeCode | (string & {})
  readonly orderId?: string
  readonly sku?: string
  readonly description?: string
  readonly quantity?: number
  readonly marketplace?: string
  readonly accountType?: string
  readonly fulfillment?: string
  readonly city?: string
  readonly state?: string
  readonly postal?: string
  readonly taxModel?: string
  /** exact decimals with a point; absent is zero. The total is written as their sum. */
  readonly amounts: Readonly<Partial<Record<AmountColumn, string>>>
  /** as printed */
  readonly status?: string
  readonly releasedMs?: number
}

export interface ReportStyle {
  readonly language: ReportLanguage
  readonly currency: string
  readonly columns: readonly ReportColumn[]
  readonly numbers: NumberStyle
  readonly dates: DateStyle
  readonly zone?: PrintedZone
  readonly separator?: ',' | ';' | '\t'
  readonly lineEnd?: '\n' | '\r\n' | '\r'
}

const preambleFirst = 'Includes Amazon Marketplace, Fulfillment by Amazon (FBA), and Amazon Webstore transactions'
const definitions = [
  'Definitions:',
  'Sales tax collected: Includes sales tax collected from buyers for product sales, shipping, and gift wrap.',
  'Selling fees: Includes variable closing fees and referral fees.',
  'Other transaction fees: Includes shipping chargebacks, shipping holdbacks, per-item fees  and sales tax collection fees.',
  'Other: Includes non-order transaction amounts. For more details, see the "Type" and "Description" columns for each order ID.',
]

/** Preamble, header, then a piece of text for each line; put together they are the file, without a byte-order mark. */
export function* writeTransactionReport(lines: Iterable<WrittenTransaction>, style: ReportStyle): Generator<string> {
  const separator = style.separator ?? ','
  const lineEnd = style.lineEnd ?? '\n'
  for (const text of [preambleFirst, currencySentences[style.language](style.currency), ...definitions]) yield quoted(text) + lineEnd
  yield (
    style.columns.map(column => quoted(namesOf(column, style.language)[0] ?? namesOf(column, 'en')[0] ?? column)).join(separator) + lineEnd
  )
  for (const line of lines) yield style.columns.map(column => quoted(cell(line, column, style))).join(separator) + lineEnd
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function cell(line: WrittenTransaction, column: ReportColumn, style: ReportStyle): string {
  const zone = style.zone ?? utcZone
  switch (column) {
    case 'postedAt':
      return printInstant(line.epochMs, style.dates, style.language, zone)
    case 'releasedAt':
      return line.releasedMs === undefined ? '' : printInstant(line.releasedMs, style.dates, style.language, zone)
    case 'type':
      return printType(line.type, style.language)
    case 'quantity':
      return line.quantity === undefined ? '' : String(line.quantity)
    case 'total':
      return printNumber(totalOf(line), style.numbers)
    case 'settlementId':
    case 'orderId':
    case 'sku':
    case 'description':
    case 'marketplace':
    case 'accountType':
    case 'fulfillment':
    case 'city':
    case 'state':
    case 'postal':
    case 'taxModel':
    case 'status':
      return line[column] ?? ''
    default:
      return printNumber(line.amounts[column] ?? '0', style.numbers)
  }
}

/** Exact sum of a line's amounts, with the two places Amazon prints; zero as `0`. */
export function totalOf(line: Pick<WrittenTransaction, 'amounts'>): string {
  const units = amountColumns.reduce((sum, column) => sum + (parseMoney(line.amounts[column] ?? '0', '.')?.units ?? 0n), 0n)
  const hasPlaces = amountColumns.some(column => line.amounts[column]?.includes('.'))
  return units === 0n ? '0' : moneyText(units, hasPlaces ? 2 : 0)
}
