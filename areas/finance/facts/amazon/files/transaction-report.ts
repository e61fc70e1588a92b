/**
 * Date-range and unified transaction report of any marketplace: one line is one item of one transaction, its last money column the sum of
 * the others. Pure.
 */
import type { FileKind } from '#platform/declare/file-kind.ts'
import { explainReport, recogniseReport, transactionReportTitle } from './header-match.ts'
import { namesOf } from './header-names.ts'
import { describingColumns, type ReportColumn } from './header-columns.ts'
import type { TransactionHead, TransactionLine } from './lines.ts'
import { explainOtherReport } from './other-reports.ts'
import { TransactionReader } from './transaction-read.ts'
import { TransactionSurveyor, type ReportFormat } from './transaction-survey.ts'

/** The unified form of 30 columns, in Amazon's order. */
export const unifiedColumns: readonly ReportColumn[] = [
  ...describingColumns,
  'productSales',
  'productSalesTax',
  'shippingCredits',
  'shippingCreditsTax',
  'giftWrapCredits',
  'giftWrapCreditsTax',
  'regulatoryFee',
  'regulatoryFeeTax',
  'promotionalRebates',
  'promotionalRebatesTax',
  'marketplaceWithheldTax',
  'sellingFees',
  'fbaFees',
  'otherTransactionFees',
  'other',
  'total',
]

export const transactionReport: FileKind<ReportFormat, TransactionHead, TransactionLine> = {
  code: 'amazonTransactionReport',
  title: transactionReportTitle,
  origin: 'genuine',
  family: 'amazonTransaction',
  month: 'one',
  template: unifiedColumns.map(column => namesOf(column, 'en')[0] ?? column),
  recognise: recogniseReport,
  explain: firstRows => explainReport(firstRows) ?? explainOtherReport(firstRows),
  survey: match => new TransactionSurveyor(match),
  read: (match, format, ask, sink) => new TransactionReader(match, format, ask, sink),
}
