/** Amazon's money files: what the import asks who recognises a file, and what others may read of it. */
import type { FileKind } from '#platform/declare/file-kind.ts'
import { settlementV1 } from './settlement-v1.ts'
import { settlementV2 } from './settlement.ts'
import { transactionReport } from './transaction-report.ts'
import { transactionSummary } from './transaction-summary.ts'
import { amazonFinances } from './finances.ts'
import { transactionView } from './transaction-view.ts'

export const amazonFileKinds: readonly FileKind[] = [
  settlementV2,
  settlementV1,
  transactionReport,
  transactionSummary,
  transactionView,
  amazonFinances,
]

export type {
  SettlementHead,
  SettlementLine,
  SummaryHead,
  SummaryLine,
  TransactionAmounts,
  TransactionHead,
  TransactionLine,
} from './lines.ts'
export { settlementV1, settlementV2, transactionReport, transactionSummary, transactionView, amazonFinances }
