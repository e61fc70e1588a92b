/** What readers of marketplaces' money files share: a line, its keys, and faults of a line. Pure. */
import { hash } from 'node:crypto'
import type { Refusal } from '#platform/declare/file-kind.ts'
import type { Wording } from '#platform/declare/sentence.ts'
import { canonical } from '#platform/format/decimal.ts'

/** One amount of a transaction. */
export interface MarketLine {
  /** running number over all amounts of the file */
  readonly no: number
  readonly postedOn: string
  /** ISO, UTC */
  readonly postedAt: string
  readonly txKey: string
  readonly typedKey: string
  readonly part: number
  /** words of the type map */
  readonly type: string
  readonly amountType: string
  readonly description: string
  /** of words that are no words of the type map: as printed in this language */
  readonly language?: string
  readonly orderNo: string
  readonly sku: string
  readonly itemId: string
  readonly title: string
  readonly quantity: string | null
  readonly amount: string
  readonly currency: string
  readonly transactionId: string
  readonly payoutId: string
}

/** A character no cell holds. */
const between = '\u001F'
const keyOf = (values: readonly string[]): string => hash('sha256', values.join(between), 'hex').slice(0, 32)

/** By its number; what is placed and taken back under one number (a hold) differs by the sign. */
export const txKeyOf = (type: string, id: string, net: string): string => keyOf(['id', type, id, net.startsWith('-') ? '-' : '+'])

/** By its values, for a transaction without a number: the same in every file and language. */
export const typedKeyOf = (of: { day: string; type: string; orderNo: string; net: string; currency: string }): string =>
  keyOf(['typed', of.day, of.type, of.orderNo, canonical(of.net), of.currency])

/** What is wrong with a line, and where. */
export class LineFault extends Error {
  readonly refusal: Omit<Refusal, 'line'>
  constructor(column: string, value: string, reason: Wording) {
    super(column)
    this.refusal = { column, value: value.slice(0, 200), reason }
  }
}
