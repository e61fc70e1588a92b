/**
 * What Amazon's money files become: typed lines and heads. Amounts are exact decimal strings, absent texts empty strings, instants ISO 8601
 * in UTC. Pure.
 */
import type { AmountColumn } from './header-columns.ts'

export type SettlementLayout = 'v1' | 'v2'

export interface SettlementHead {
  readonly settlementId: string
  readonly startAt: string
  readonly endAt: string
  /** null where the settlement was not paid out */
  readonly depositAt: string | null
  readonly total: string
  readonly currency: string
  readonly layout: SettlementLayout
}

export interface SettlementLine {
  /** physical line of the file */
  readonly line: number
  readonly settlementId: string
  /** 1-based position among the non-blank lines after the settlement's own line */
  readonly lineNo: number
  readonly postedAt: string
  readonly postedOn: string
  readonly transactionType: string
  readonly orderId: string
  readonly merchantOrderId: string
  readonly adjustmentId: string
  readonly shipmentId: string
  readonly marketplaceName: string
  readonly amountType: string
  readonly amountDescription: string
  readonly amount: string
  readonly fulfillment: string
  readonly orderItemCode: string
  readonly sku: string
  readonly quantity: number | null
  readonly promotionId: string
  readonly layout: SettlementLayout
}

export type TransactionAmounts = Readonly<Record<AmountColumn, string>>

export interface TransactionHead {
  /** as the preamble states it, else the asker's */
  readonly currency: string
  readonly language: string
}

export interface TransactionLine {
  readonly line: number
  readonly postedAt: string
  readonly postedOn: string
  readonly settlementId: string
  /** as printed */
  readonly type: string
  /** null where the type is unknown: merged as unmapped */
  readonly typeCode: string | null
  readonly orderId: string
  readonly sku: string
  readonly description: string
  readonly quantity: number | null
  readonly marketplace: string
  readonly accountType: string
  readonly fulfillment: string
  readonly city: string
  readonly state: string
  readonly postal: string
  readonly taxModel: string
  readonly amounts: TransactionAmounts
  /** amounts of columns that no table knows, by their printed head; null where the line has none */
  readonly unmapped: Readonly<Record<string, string>> | null
  /** their sum, which the total holds */
  readonly unmappedAmount: string
  readonly total: string
  readonly status: 'released' | 'deferred' | null
  readonly releasedAt: string | null
  /** 128-bit merge key, 32 hex digits: see merge-key.ts */
  readonly key: string
}

export interface SummaryHead {
  readonly currency: string
  /** first line, with the period */
  readonly title: string
  /** what the report says of itself when Amazon cut it, else null */
  readonly truncatedNote: string | null
}

export interface SummaryLine {
  readonly line: number
  readonly postedOn: string
  readonly orderId: string
  readonly sku: string
  readonly transactionType: string
  readonly paymentType: string
  readonly paymentDetail: string
  readonly amount: string
  readonly quantity: number | null
  readonly title: string
  readonly key: string
}
