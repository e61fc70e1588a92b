/**
 * Pay-outs as Amazon's transfers interface tells them (listPayouts): what left for the bank, of which settlement, and whether it came. They
 * are no money of their own: settlements are held against them (check.ts). Pure.
 */
import type { CodeWords } from '#platform/declare/code-words.ts'
import { shopSheet } from '#platform/declare/shop-sheet.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import { amount, aside, currency, instant, needed, word } from '../../fba/words.ts'

export const payoutPermission = 'finance.amazon.settlement'
const statuses: CodeWords = {
  STARTED: ['处理中', 'Started'],
  IN_TRANSIT: ['在途', 'In transit'],
  PAID: ['已到账', 'Paid'],
  FAILED: ['失败', 'Failed'],
  CANCELLED: ['已取消', 'Cancelled'],
  NO_PAYOUT: ['无放款', 'No pay-out'],
}
const types: CodeWords = { SCHEDULED: ['定期', 'Scheduled'], ON_DEMAND: ['主动', 'On demand'] }
const methods: CodeWords = { BANK_ACCOUNT: ['银行账户', 'Bank account'], DEBIT_CARD: ['借记卡', 'Debit card'] }
const optional = { optional: true } as const

const columns = {
  createdAt: instant('creationDate', '放款时间', 'Paid out at'),
  payoutId: needed('id', '放款编号', 'Pay-out', { filter: 'equals', width: 130 }),
  settlementId: word('settlementId', '结算编号', 'Settlement id', { filter: 'equals', width: 130 }),
  status: needed('currentStatus', '状态', 'State', { filter: 'equals', sort: true, width: 90, codes: statuses }),
  type: word('type', '方式', 'Type', { width: 80, codes: types }),
  amount: amount('amount', '金额', 'Amount', optional),
  currency: currency('currencyCode'),
  periodFrom: instant('startDate', '周期开始', 'Period from', { ...optional, ...aside }),
  periodTo: instant('endDate', '周期结束', 'Period to', { ...optional, ...aside }),
  method: word('paymentMethod', '收款工具', 'Paid to', { width: 90, codes: methods }),
  accountTail: word('accountTail', '账户尾号', 'Account ends with', { filter: 'equals', width: 90 }),
  rail: word('paymentRail', '清算渠道', 'Payment rail', aside),
  trace: word('traceId', '银行追踪号', 'Trace id', { filter: 'equals', width: 170 }),
  marketplace: word('marketplaceId', '站点编号', 'Marketplace id', aside),
} as const

function rowOf(one: Json): string[] {
  const [paid, period] = [objectOf(one['amount']), objectOf(one['period'])]
  const settled = listOf(one['relatedIdentifiers']).find(known => textOf(known['relatedIdentifierName']) === 'SETTLEMENT_ID')
  return [
    ...['creationDate', 'id'].map(name => textOf(one[name])),
    textOf(settled?.['relatedIdentifierValue']),
    ...['currentStatus', 'type'].map(name => textOf(one[name])),
    ...['currencyAmount', 'currencyCode'].map(name => textOf(paid[name])),
    ...['startDate', 'endDate'].map(name => textOf(period[name])),
    ...['paymentMethod', 'accountTail', 'paymentRail', 'traceId'].map(name => textOf(one[name])),
    textOf(objectOf(one['partnerMetadata'])['marketplaceId']),
  ]
}
/** Every pay-out once: of one that pages repeat, the last telling. */
function payoutsOf(document: unknown): string[][] | null {
  const found = pagesOf(document).flatMap(page => listOf(page['payouts']))
  if (!found.some(one => 'partnerMetadata' in one && 'currentStatus' in one)) return null
  const last = new Map(found.map(one => [textOf(one['id']), one]))
  return [Object.values(columns).map(([heads]) => String(heads)), ...[...last.values()].map(rowOf)]
}

export const amazonPayouts = shopSheet('amazon_payout', {
  permission: payoutPermission,
  code: 'amazonPayouts',
  type: 'amazonPayout',
  title: ['亚马逊放款', 'Amazon pay-outs'],
  origin: 'described',
  day: 'createdAt',
  dayTitle: ['放款日期', 'Paid out on'],
  columns,
  identity: ['payoutId'],
  state: ['settlementId', 'status', 'type', 'amount', 'periodFrom', 'periodTo', 'method', 'accountTail', 'rail', 'trace'],
  marketplace: 'marketplace',
  fromJson: payoutsOf,
  claims: { field: 'payoutId', title: ['放款编号', 'Pay-out'] },
  index: [['shopId', 'settlementId'], ['payoutId']],
  find: 'payoutId',
  empty: ['取回放款后，这里显示亚马逊打到银行的每一笔和是否到账', 'What Amazon sent to the bank, and whether it came, appears here'],
})
