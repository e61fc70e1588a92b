/** The three families of Amazon's money files, as the import knows them. */
import type { FileFamily } from '#platform/server/imports/family.ts'
import {
  settlementV1,
  settlementV2,
  transactionReport,
  transactionSummary,
  type SettlementHead,
  type SummaryHead,
  type TransactionHead,
} from '../files/index.ts'
import { mergeSettlement } from './settlement-merge.ts'
import { mergeSummary } from './summary-merge.ts'
import { mergeTransactions } from './transaction-merge.ts'
import { removeSettlement, removeSummary, removeTransactions } from './remove.ts'
import { shopOfFile, zoneOfFile } from './shop-of-file.ts'

const reader = (name: string): string => new URL(`./${name}-reader.ts`, import.meta.url).href
const family = <Head>(f: FileFamily<Head>): FileFamily => f as unknown as FileFamily

export const amazonFamilies: readonly FileFamily[] = [
  family<SettlementHead>({
    code: 'amazonSettlement',
    permission: 'finance.amazon.settlement',
    reader: reader('settlement'),
    stagingTable: 'amazon_settlement_staging',
    monthTables: ['amazon_settlement_line'],
    kinds: [settlementV2, settlementV1],
    shopOf: shopOfFile,
    zoneOf: zoneOfFile,
    merge: mergeSettlement,
    remove: removeSettlement,
  }),
  family<TransactionHead>({
    code: 'amazonTransaction',
    permission: 'finance.amazon.transaction',
    reader: reader('transaction'),
    stagingTable: 'amazon_transaction_staging',
    monthTables: ['amazon_transaction_line'],
    kinds: [transactionReport],
    shopOf: shopOfFile,
    zoneOf: zoneOfFile,
    merge: mergeTransactions,
    remove: removeTransactions,
  }),
  family<SummaryHead>({
    code: 'amazonSummary',
    permission: 'finance.amazon.transaction',
    reader: reader('summary'),
    stagingTable: 'amazon_summary_staging',
    monthTables: ['amazon_summary_line'],
    kinds: [transactionSummary],
    shopOf: shopOfFile,
    zoneOf: zoneOfFile,
    merge: mergeSummary,
    remove: removeSummary,
  }),
]
