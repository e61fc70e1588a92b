/** A line of an order as every marketplace's file says it, and what is wrong with one. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { add, isDecimal, negate, isNegative, subtract } from '#platform/format/decimal.ts'
import { isDate } from '#platform/format/dates.ts'
import { dayInZone, instantInZone } from '#platform/format/zones.ts'
import { customerNoOf, type Buyer } from './buyer.ts'

export interface OrderFileLine {
  readonly line: number
  readonly orderedOn: string
  readonly orderNo: string
  readonly orderLineNo: string
  readonly customerOrderNo: string
  readonly purchasedAt: string
  readonly paidAt: string | null
  /** the day by which the marketplace wants it shipped */
  readonly dueOn: string | null
  readonly customerNo: string
  readonly buyerUser: string
  readonly buyerFirst: string
  readonly buyerLast: string
  readonly buyerEmail: string
  readonly status: number
  readonly statusAt: string
  readonly itemId: string
  readonly sku: string
  readonly title: string
  readonly quantity: string
  readonly item: string
  readonly shipping: string
  readonly giftWrap: string
  readonly discount: string
  readonly tax: string
  readonly currency: string
  readonly country: string
  /** null: the file does not say who sends the parcel */
  readonly shippedBy: number | null
}

/** What a layout says of a line; words that it leaves out are empty, amounts zero. */
export interface ToldLine extends Pick<
  OrderFileLine,
  'orderNo' | 'orderLineNo' | 'status' | 'sku' | 'title' | 'quantity' | 'item' | 'currency'
> {
  readonly purchasedMs: number
  readonly paidMs?: number | null
  /** the marketplace's instant of the state */
  readonly sinceMs: number
  readonly dueMs?: number | null
  readonly buyer?: Buyer
  readonly customerOrderNo?: string
  readonly itemId?: string
  readonly country?: string
  readonly shippedBy?: number | null
  readonly shipping?: string
  readonly giftWrap?: string
  readonly discount?: string
  readonly tax?: string
}

/** The line of it, its day as the marketplace's zone counts it. */
export function lineOf(
  { purchasedMs, paidMs = null, sinceMs, dueMs = null, buyer = { user: '' }, ...told }: ToldLine,
  line: number,
  zone: string,
): OrderFileLine {
  return {
    line,
    orderedOn: dayInZone(purchasedMs, zone),
    purchasedAt: instantText(purchasedMs),
    paidAt: paidMs === null ? null : instantText(paidMs),
    statusAt: instantText(sinceMs),
    dueOn: dueMs === null ? null : dayInZone(dueMs, zone),
    customerNo: customerNoOf(buyer.user),
    buyerUser: buyer.user,
    buyerFirst: buyer.first ?? '',
    buyerLast: buyer.last ?? '',
    buyerEmail: buyer.email ?? '',
    customerOrderNo: '',
    itemId: '',
    country: '',
    shippedBy: null,
    shipping: '0',
    giftWrap: '0',
    discount: '0',
    tax: '0',
    ...told,
  }
}

/** Item, shipping and gift wrap less discount, as printed. */
export const salesOf = (line: Pick<OrderFileLine, 'item' | 'shipping' | 'giftWrap' | 'discount'>): string =>
  subtract(add(add(line.item, line.shipping), line.giftWrap), line.discount)

/** What is wrong with a line, and where. */
export class LineFault extends Error {
  readonly refusal: Omit<Refusal, 'line'>
  constructor(column: string, value: string, reason: Wording) {
    super(column)
    this.refusal = { column, value: value.slice(0, 200), reason }
  }
}

/** Whole pieces; empty: `absent`. */
export function piecesOf(column: string, written: string, absent?: string): string {
  if (written === '' && absent !== undefined) return absent
  if (!/^\d{1,9}$/.test(written)) throw new LineFault(column, written, sentence`数量不是整数`)
  return String(Number(written))
}

/** A currency by its three letters. */
export function currencyCode(column: string, code: string): string {
  if (code === '') throw new LineFault(column, code, sentence`这一行没有写明币种`)
  if (!/^[A-Z]{3}$/.test(code)) throw new LineFault(column, code, sentence`币种应为三个大写字母`)
  return code
}

/** An amount with a point for its decimals, with or without the sign of a currency; empty: 0. */
export function amountOf(column: string, written: string): string {
  if (written === '') return '0'
  const bare = written.replace(/^(-?)\s*(?:[A-Z]{1,3}\s?)?[$£€]?\s?(-?)/u, '$1$2').replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
  if (!isDecimal(bare)) throw new LineFault(column, written, sentence`金额不是数字`)
  return bare
}

/** What was taken off, whichever sign it is written with. */
export const taken = (amount: string): string => (isNegative(amount) ? negate(amount) : amount)

/** The instant of a day and time without an offset, by the clock of a zone. */
export function clockTime(column: string, written: string, day: string, time: string, zone: string): number {
  if (!isDate(day) || !/^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(time)) throw new LineFault(column, written, sentence`日期格式无法识别`)
  return instantInZone(day, time, zone)
}
const instantText = (ms: number): string => new Date(ms).toISOString()
