/** The three families of Amazon's money files, as the import knows them. */
import type { Resource } from '#platform/declare/resource.ts'
import type { FileFamily, Identity } from '#platform/server/area.ts'
import {
  settlementV1,
  settlementV2,
  transactionReport,
  transactionSummary,
  amazonFinances,
  transactionView,
  type SettlementHead,
  type SummaryHead,
  type TransactionHead,
} from '../files/index.ts'
import { mergeSettlement } from './settlement-merge.ts'
import { mergeSummary, mergeView } from './summary-merge.ts'
import { mergeTransactions } from './transaction-merge.ts'
import { removeSettlement, removeSummary, removeTransactions } from './remove.ts'
import { shopOfAmazonFile, zoneOfFile } from './shop-of-file.ts'
import { settlement, summaryLine, transactionLine } from '../tables.ts'

const reader = (name: string): string => new URL(`./${name}-reader.ts`, import.meta.url).href
const family = <Head>(f: FileFamily<Head>): FileFamily => f

const plain = (r: unknown): Resource => r as Resource

/** Amazon numbers settlements over all sellers and marketplaces. */
const settlementIdentity: Identity = {
  name: 'amazonSettlement',
  title: ['结算单', 'Settlement'],
  facts: [
    { of: plain(settlement), field: 'settlementId' },
    { of: plain(transactionLine), field: 'settlementId' },
  ],
}
/** So it does with orders; they tell the shop of lines that name no settlement. */
const orderIdentity: Identity = {
  name: 'amazonOrder',
  title: ['订单', 'Order'],
  facts: [
    { of: plain(summaryLine), field: 'orderId' },
    { of: plain(transactionLine), field: 'orderId', unless: 'settlementId' },
  ],
}

export const amazonFamilies: readonly FileFamily[] = [
  family<SettlementHead>({
    code: 'amazonSettlement',
    permission: 'finance.amazon.settlement',
    reader: reader('settlement'),
    stagingTable: 'amazon_settlement_staging',
    identities: [{ of: settlementIdentity, field: 'settlementId' }],
    monthTables: ['amazon_settlement_line'],
    kinds: [settlementV2, settlementV1],
    shopOf: shopOfAmazonFile,
    zoneOf: zoneOfFile,
    merge: mergeSettlement,
    remove: removeSettlement,
  }),
  family<TransactionHead>({
    code: 'amazonTransaction',
    permission: 'finance.amazon.transaction',
    reader: reader('transaction'),
    stagingTable: 'amazon_transaction_staging',
    identities: [
      { of: settlementIdentity, field: 'settlementId' },
      { of: orderIdentity, field: 'orderId', unless: 'settlementId' },
    ],
    monthTables: ['amazon_transaction_line'],
    kinds: [transactionReport],
    shopOf: shopOfAmazonFile,
    zoneOf: zoneOfFile,
    merge: mergeTransactions,
    remove: removeTransactions,
  }),
  family<SummaryHead>({
    code: 'amazonSummary',
    permission: 'finance.amazon.transaction',
    reader: reader('summary'),
    stagingTable: 'amazon_summary_staging',
    identities: [{ of: orderIdentity, field: 'orderId' }],
    monthTables: ['amazon_summary_line'],
    kinds: [transactionSummary],
    shopOf: shopOfAmazonFile,
    zoneOf: zoneOfFile,
    merge: mergeSummary,
    remove: removeSummary,
  }),
  // lines of the same table; a family of its own, so that its days never count as complete
  family<SummaryHead>({
    code: 'amazonView',
    permission: 'finance.amazon.transaction',
    reader: reader('view'),
    stagingTable: 'amazon_summary_staging',
    identities: [{ of: orderIdentity, field: 'orderId' }],
    monthTables: ['amazon_summary_line'],
    kinds: [transactionView, amazonFinances],
    unseen: true,
    shopOf: shopOfAmazonFile,
    zoneOf: zoneOfFile,
    merge: mergeView,
    remove: removeSummary,
  }),
]
