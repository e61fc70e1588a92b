/** Words that several of Amazon's tables share: families of reports, the money columns, fields that stand on every line. */
import { choice, reference, referenceBy } from '#platform/declare/fields.ts'
import { amountColumns, type AmountColumn } from '../files/header-columns.ts'

export const families = {
  settlement: [1, '结算报告', 'Settlement report'],
  transaction: [2, '交易明细', 'Transaction report'],
  summary: [3, '交易汇总', 'Transaction summary'],
  ebay: [4, 'eBay 交易', 'eBay transactions'],
  walmart: [5, '沃尔玛对账', 'Walmart reconciliation'],
  aliexpress: [6, '速卖通放款', 'AliExpress pay-outs'],
} as const
/** What the codes of marketplaces begin with says the platform; kinds are of a platform, not of a country. */
export const platforms = {
  amazon: [1, '亚马逊', 'Amazon'],
  ebay: [2, 'eBay', 'eBay'],
  walmart: [3, '沃尔玛', 'Walmart'],
  aliexpress: [4, '速卖通', 'AliExpress'],
  other: [9, '其他', 'Other'],
} as const
export const auditState = () =>
  choice(
    '审核',
    'Audit',
    { open: [0, '未审核', 'Open', 'quiet'], audited: [1, '已审核', 'Audited', 'good'] },
    { filter: 'select', default: 0, computed: true, width: 90 },
  )
export const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140, computed: true })
export const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, computed: true })

/** Money columns of the transaction report, as its reader names them; each is its own column of the line. */
export const transactionColumns = amountColumns
export type TransactionColumn = AmountColumn
