/**
 * What a transaction of eBay's report is made of. Net is gross and fees; gross is item, shipping and seller-collected tax where these
 * columns make it, else it stands as it is printed: a refund prints none of them, a hold prints the item whole and without sign. What
 * eBay collects as tax is in none of it. Pure.
 */
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { add, compare, isNegative, isZero, multiply, negate, roundTo, subtract, sum } from '#platform/format/decimal.ts'
import { ebayFee, isEbayFee } from '../../kinds/ebay-words.ts'

export type AmountColumn = 'net' | 'subtotal' | 'shipping' | 'sellerTax' | 'gross'
export interface ReportRow {
  readonly source: SourceRow
  /** null: the cell is empty */
  readonly amounts: Readonly<Record<AmountColumn, string | null>>
  readonly fees: readonly { readonly head: string; readonly amount: string }[]
  readonly quantity: string | null
}
export interface Part {
  readonly amountType: string
  readonly description: string
  readonly amount: string
  readonly row: ReportRow
  readonly quantity: string | null
  /** printed word of a fee that nobody knows */
  readonly unknown: boolean
}
interface Transaction {
  readonly type: string
  readonly head: ReportRow
  readonly items: readonly ReportRow[]
  /** of transaction to pay-out currency, 1 where they are one; null: they are two and no rate is printed */
  readonly rate: string | null
  readonly words: string
}
interface Made {
  readonly net: string
  readonly parts: readonly Part[]
  /** net as it is printed, and as it follows */
  readonly doubt: { readonly stated: string; readonly found: string } | null
}

const sumOf = (parts: readonly Part[]): string => sum(parts.map(part => part.amount))
const cent = '0.01'
const size = (amount: string): string => (isNegative(amount) ? negate(amount) : amount)
const isWithin = (amount: string, cents: number): boolean => compare(size(amount), multiply(cent, String(cents))) <= 0

/** The parts of a transaction, which add up to its net; null: it has no amount at all. */
export function partsOf(of: Transaction): Made | null {
  const { head, items, rate } = of
  const { net: printed } = head.amounts
  // totals stand in the row of totals, in its items, or some here and some there
  const places = items.length === 0 ? [[head]] : [items, [head], [head, ...items]]
  const columnsAt = places.map(rows => rows.flatMap(row => columnsIn(of.type, row)))
  const feesAt = places.map(rows => rows.flatMap(feesIn))
  const [someFees = []] = feesAt.filter(fees => fees.length > 0)
  const known = grossOf(of, columnsAt)
  if (printed === null && known === null && someFees.length === 0) return null
  const gross = known ?? (printed === null || rate === null ? '0' : null)
  if (gross === null) return { net: printed ?? '0', ...settled(of, someFees, printed ?? '0', '1'), doubt: null }
  const made = (fees: readonly Part[]): string => multiply(add(gross, sumOf(fees)), rate ?? '1')
  const follows = (fees: readonly Part[]): boolean =>
    printed !== null && rate !== null && isWithin(subtract(printed, made(fees)), rate === '1' ? 0 : fees.length + 2)
  const fees = feesAt.find(follows) ?? someFees
  const net = printed ?? roundTo(made(fees), 2, 'halfUp')
  const doubt = follows(fees) ? null : { stated: printed ?? '0', found: roundTo(made(fees), 2, 'halfUp') }
  // without a rate nothing in the other currency can be told
  if (rate === null) return { net, parts: [whole(of, net)], doubt }
  const columns = columnsAt.find(parts => parts.length > 0 && compare(sumOf(parts), gross) === 0)
  return { net, ...settled(of, [...(columns ?? wholeOf(of, gross, fees.length > 0)), ...fees], net, rate), doubt }
}

/** As it is printed; else what the item's columns make; null: neither. */
function grossOf({ head, items }: Transaction, columnsAt: readonly (readonly Part[])[]): string | null {
  if (head.amounts.gross !== null) return head.amounts.gross
  const ofItems = items.flatMap(row => (row.amounts.gross === null ? [] : [row.amounts.gross]))
  if (ofItems.length > 0) return sum(ofItems)
  const made = columnsAt.find(parts => parts.length > 0)
  return made === undefined ? null : sumOf(made)
}

function feesIn(row: ReportRow): Part[] {
  return row.fees
    .filter(fee => !isZero(fee.amount))
    .map(({ head, amount }) => {
      const description = ebayFee(head)
      return { amountType: 'FEE', description, amount, row, quantity: null, unknown: !isEbayFee(description) }
    })
}

const columns = [
  ['ITEM', 'subtotal'],
  ['SHIPPING', 'shipping'],
  ['TAX', 'sellerTax'],
] as const
function columnsIn(type: string, row: ReportRow): Part[] {
  return columns.flatMap(([amountType, column]) => {
    const amount = row.amounts[column]
    const quantity = amountType === 'ITEM' && type === 'SALE' ? row.quantity : null
    return amount === null || isZero(amount) ? [] : [{ amountType, description: '', amount, row, quantity, unknown: false }]
  })
}

const ofOrders: readonly string[] = ['SALE', 'REFUND']
function whole({ type, head, items, words }: Transaction, amount: string): Part {
  const description = type === 'NON_SALE_CHARGE' ? ebayFee(words) : ''
  const row = items[0] ?? head
  return {
    amountType: ofOrders.includes(type) ? 'ITEM' : 'TOTAL',
    description,
    amount,
    row,
    quantity: type === 'SALE' ? row.quantity : null,
    unknown: type === 'NON_SALE_CHARGE' && !isEbayFee(description),
  }
}
/** Gross that no columns make: of each item where the items print it, else one amount; none where only fees move. */
function wholeOf(of: Transaction, gross: string, hasFees: boolean): Part[] {
  if (isZero(gross) && hasFees) return []
  const printed = of.items.filter(row => row.amounts.gross !== null)
  if (printed.length > 0 && compare(sum(printed.map(row => row.amounts.gross ?? '0')), gross) === 0)
    return printed.map(row => whole({ ...of, items: [row] }, row.amounts.gross ?? '0'))
  return [whole(of, gross)]
}

/** In the currency of the pay-out; a cent an amount of rounding goes to the first of them, any other rest stands by itself. */
function settled(of: Transaction, parts: readonly Part[], net: string, rate: string): { readonly parts: Part[] } {
  const turned = rate === '1' ? parts : parts.map(part => ({ ...part, amount: roundTo(multiply(part.amount, rate), 2, 'halfUp') }))
  const rest = subtract(net, sumOf(turned))
  if (isZero(rest)) return { parts: [...turned] }
  if (rate !== '1' && isWithin(rest, turned.length + 1))
    return { parts: turned.map((part, at) => (at === 0 ? { ...part, amount: add(part.amount, rest) } : part)) }
  return { parts: [...turned, { ...whole(of, rest), amountType: 'REST', description: '', quantity: null }] }
}
