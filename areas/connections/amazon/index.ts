/** Amazon's Selling Partner API as data: addresses, models, and the reports that are fetched by themselves. */
import { join } from 'node:path'
import { modelAt, type ModelOperation } from '../core/model.ts'
import type { Platform, Source } from '../core/platform.ts'

export const regions = {
  na: [1, '北美', 'North America'],
  eu: [2, '欧洲', 'Europe'],
  fe: [3, '远东', 'Far East'],
} as const
const hosts: Readonly<Record<number, string>> = {
  1: 'sellingpartnerapi-na.amazon.com',
  2: 'sellingpartnerapi-eu.amazon.com',
  3: 'sellingpartnerapi-fe.amazon.com',
}
const tokenHost = 'api.amazon.com'

const models = {
  getReports: 'reports_2021-06-30',
  createReport: 'reports_2021-06-30',
  getReport: 'reports_2021-06-30',
  getReportDocument: 'reports_2021-06-30',
  getMarketplaceParticipations: 'sellers',
  searchOrders: 'orders_2026-01-01',
  listTransactions: 'finances_2024-06-19',
  listPayouts: 'transfers_2024-06-01',
  getInventorySummaries: 'fbaInventory',
} as const
type AmazonCall = keyof typeof models

function operationOf(call: string): ModelOperation {
  const model = models[call as AmazonCall]
  const found = modelAt(join(import.meta.dirname, 'models', `${model}.json`)).get(call)
  if (found === undefined) throw new Error(`the model ${model} has no operation ${call}`)
  return found
}

/** All that are called. */
export const amazonOperations = (): readonly ModelOperation[] => (Object.keys(models) as AmazonCall[]).map(operationOf)

const [finance, inventory, orders, analytics, listing] = ['财务与会计', '亚马逊库存与订单履约', '库存与订单追踪', '品牌分析', '商品信息']
const report = { by: 'report' } as const
const daily = { ...report, days: 30, delayHours: 6, rereadDays: [14], backfillDays: 540 } as const
const moment = { snapshot: true, days: 1, delayHours: 0, rereadDays: [], backfillDays: 0 } as const
const snapshot = { ...report, ...moment } as const
const sources: Readonly<Record<string, Source>> = {
  settlement: {
    ...report,
    title: ['结算报表', 'Settlement'],
    type: 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2',
    kind: 'amazonSettlementV2',
    role: finance,
    listed: true,
    days: 30,
    delayHours: 0,
    rereadDays: [],
    backfillDays: 89,
  },
  // of the whole account: asked by site, Amazon leaves self-shipped orders of the United States out
  transactions: {
    by: 'call',
    title: ['交易（接口）', 'Transactions'],
    call: 'listTransactions',
    kind: 'amazonFinances',
    role: finance,
    rows: 'payload.transactions',
    ask: ({ start, end }) => ({ postedAfter: start.toISOString(), postedBefore: end.toISOString() }),
    paging: { by: 'token', read: 'payload.nextToken', send: 'nextToken' },
    days: 7,
    delayHours: 48,
    rereadDays: [14, 30],
    backfillDays: 170,
  },
  payouts: {
    by: 'call',
    title: ['放款', 'Pay-outs'],
    call: 'listPayouts',
    kind: 'amazonPayouts',
    role: finance,
    rows: 'payouts',
    ask: ({ start, end, site }) => ({ marketplaceIds: [site], createdAfter: start.toISOString(), createdBefore: end.toISOString() }),
    paging: { by: 'token', read: 'nextToken', send: 'nextToken' },
    days: 30,
    least: 2,
    delayHours: 6,
    // what is under way arrives, or comes back
    rereadDays: [7],
    backfillDays: 540,
  },
  orders: {
    title: ['所有订单', 'All orders'],
    type: 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL',
    kind: 'amazonOrders',
    role: orders,
    ...daily,
    rereadDays: [30],
  },
  // the last days: a year of it would take 300 calls of three minutes each
  newOrders: {
    by: 'call',
    title: ['最近订单', 'Last orders'],
    call: 'searchOrders',
    kind: 'amazonOrders',
    role: orders,
    rows: 'orders',
    ask: ({ start, end, site }) => ({
      lastUpdatedAfter: start.toISOString(),
      lastUpdatedBefore: end.toISOString(),
      marketplaceIds: [site],
      maxResultsPerPage: 100,
      includedData: ['PROCEEDS', 'PROMOTION', 'CANCELLATION', 'FULFILLMENT'],
    }),
    paging: { by: 'token', read: 'pagination.nextToken', send: 'paginationToken' },
    days: 1,
    delayHours: 0,
    rereadDays: [],
    backfillDays: 3,
  },
  returns: {
    title: ['退货', 'Returns'],
    type: 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA',
    kind: 'amazonReturns',
    role: inventory,
    ...daily,
  },
  reimbursements: {
    title: ['赔偿', 'Reimbursements'],
    type: 'GET_FBA_REIMBURSEMENTS_DATA',
    kind: 'amazonReimbursements',
    role: inventory,
    ...daily,
    rereadDays: [14, 30],
  },
  ledgerDetail: {
    title: ['库存分类账明细', 'Ledger, detail'],
    type: 'GET_LEDGER_DETAIL_VIEW_DATA',
    kind: 'amazonLedgerDetail',
    role: inventory,
    ...daily,
  },
  ledgerSummary: {
    title: ['库存分类账汇总', 'Ledger, summary'],
    type: 'GET_LEDGER_SUMMARY_VIEW_DATA',
    kind: 'amazonLedgerSummary',
    role: inventory,
    ...daily,
    options: { aggregateByLocation: 'COUNTRY', aggregatedByTimePeriod: 'DAILY' },
  },
  removalOrders: {
    title: ['移除订单', 'Removal orders'],
    type: 'GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA',
    kind: 'amazonRemovalOrders',
    role: inventory,
    ...daily,
  },
  removalShipments: {
    title: ['移除货件', 'Removal shipments'],
    type: 'GET_FBA_FULFILLMENT_REMOVAL_SHIPMENT_DETAIL_DATA',
    kind: 'amazonRemovalShipments',
    role: inventory,
    ...daily,
  },
  inventoryAge: {
    title: ['库龄', 'Inventory age'],
    type: 'GET_FBA_INVENTORY_PLANNING_DATA',
    kind: 'amazonInventoryAge',
    role: inventory,
    ...snapshot,
  },
  stock: {
    by: 'call',
    title: ['当前库存', 'Stock now'],
    call: 'getInventorySummaries',
    kind: 'amazonStock',
    role: inventory,
    rows: 'payload.inventorySummaries',
    ask: ({ site }) => ({ details: true, granularityType: 'Marketplace', granularityId: site, marketplaceIds: [site] }),
    paging: { by: 'token', read: 'pagination.nextToken', send: 'nextToken' },
    ...moment,
  },
  listings: {
    title: ['在售商品', 'Listings'],
    type: 'GET_MERCHANT_LISTINGS_ALL_DATA',
    kind: 'amazonListings',
    role: listing,
    ...snapshot,
    days: 7,
    least: 7,
  },
  feePreview: {
    title: ['费用预览', 'Fee preview'],
    type: 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA',
    kind: 'amazonFeePreview',
    role: inventory,
    ...snapshot,
    days: 7,
    least: 7,
  },
  // both are made by the tenth of the month that follows
  storageFees: {
    title: ['月度仓储费', 'Storage fees'],
    type: 'GET_FBA_STORAGE_FEE_CHARGES_DATA',
    kind: 'amazonStorageFees',
    role: inventory,
    ...daily,
    least: 20,
    delayHours: 240,
    rereadDays: [],
  },
  longTermStorage: {
    title: ['长期仓储费', 'Long-term storage'],
    type: 'GET_FBA_FULFILLMENT_LONGTERM_STORAGE_FEE_CHARGES_DATA',
    kind: 'amazonLongTermStorage',
    role: inventory,
    ...daily,
    least: 20,
    delayHours: 240,
    rereadDays: [],
  },
  traffic: {
    ...report,
    title: ['业务报告', 'Sales and traffic'],
    type: 'GET_SALES_AND_TRAFFIC_REPORT',
    kind: 'amazonTraffic',
    role: analytics,
    days: 1,
    delayHours: 24,
    rereadDays: [3, 14, 30],
    backfillDays: 60,
    options: { dateGranularity: 'DAY', asinGranularity: 'CHILD' },
    limit: { rate: 96 / 86_400, burst: 1 },
  },
}

interface Participations {
  readonly payload?: readonly {
    readonly marketplace: { readonly id: string; readonly name: string }
    readonly participation: { readonly isParticipating: boolean }
  }[]
}
export const amazon: Platform = {
  title: ['亚马逊', 'Amazon'],
  sources,
  operationOf,
  siteOf: (_, amazonId) => amazonId,
  hostOf: (_, region) => hosts[region] ?? '',
  documentHosts: ['.amazonaws.com', '.cloudfront.net'],
  requestId: 'x-amzn-requestid',
  rate: 'x-amzn-ratelimit-limit',
  tokenRequest: ({ clientId, clientSecret, refreshToken }) => {
    if (refreshToken === null) return null
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken.use(),
      client_id: clientId,
      client_secret: clientSecret.use(),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { host: tokenHost, request: { method: 'POST', path: '/auth/o2/token', headers, body: form.toString() } }
  },
  signed: (request, _, token) => ({ ...request, headers: { ...request.headers, 'x-amz-access-token': token.use() } }),
  codes: {},
  keysFrom: 'https://solutionproviderportal.amazon.com',
  lasts: { secret: 180, consent: 365 },
  test: {
    call: 'getMarketplaceParticipations',
    values: {},
    sites: answer =>
      ((answer as Participations).payload ?? []).filter(one => one.participation.isParticipating).map(one => one.marketplace),
  },
}
