/** Amazon's Selling Partner API as data: addresses, models, and the reports that are fetched by themselves. */
import { join } from 'node:path'
import type { Title } from '#platform/declare/title.ts'
import { modelAt, type ModelOperation } from '../core/model.ts'

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
export const hostOf = (region: number): string => hosts[region] ?? ''
export const tokenHost = 'api.amazon.com'
/** hosts of documents end with one of these */
export const documentHosts: readonly string[] = ['.amazonaws.com', '.cloudfront.net']

const models = {
  getReports: 'reports_2021-06-30',
  createReport: 'reports_2021-06-30',
  getReport: 'reports_2021-06-30',
  getReportDocument: 'reports_2021-06-30',
  getMarketplaceParticipations: 'sellers',
} as const
export type AmazonCall = keyof typeof models

export function operationOf(call: AmazonCall): ModelOperation {
  const found = modelAt(join(import.meta.dirname, 'models', `${models[call]}.json`)).get(call)
  if (found === undefined) throw new Error(`the model ${models[call]} has no operation ${call}`)
  return found
}

/** All that are called. */
export const amazonOperations = (): readonly ModelOperation[] => (Object.keys(models) as AmazonCall[]).map(operationOf)

/** A report that a plan fetches: asked for by days, or (`listed`) made by Amazon itself and looked for by the day it was made. */
export interface AmazonReport {
  readonly title: Title
  readonly type: string
  /** kind of file that its documents are (`FileKind.code`) */
  readonly kind: string
  /** the role that the seller's consent needs, in his own words */
  readonly role: string
  readonly listed?: true
  /** a state of this moment: has no past */
  readonly snapshot?: true
  readonly days: number
  readonly delayHours: number
  readonly rereadDays: readonly number[]
  readonly backfillDays: number
  readonly options?: Readonly<Record<string, string>>
}

const [finance, inventory, orders, analytics] = ['财务与会计', '亚马逊库存与订单履约', '库存与订单追踪', '品牌分析']
const daily = { days: 30, delayHours: 6, rereadDays: [14], backfillDays: 540 } as const
/** by code, as plans keep it */
export const reports: Readonly<Record<string, AmazonReport>> = {
  settlement: {
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
  orders: {
    title: ['所有订单', 'All orders'],
    type: 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL',
    kind: 'amazonOrders',
    role: orders,
    ...daily,
    rereadDays: [30],
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
    snapshot: true,
    days: 1,
    delayHours: 0,
    rereadDays: [],
    backfillDays: 0,
  },
  traffic: {
    title: ['业务报告', 'Sales and traffic'],
    type: 'GET_SALES_AND_TRAFFIC_REPORT',
    kind: 'amazonTraffic',
    role: analytics,
    days: 1,
    delayHours: 24,
    rereadDays: [3, 14, 30],
    backfillDays: 60,
    options: { dateGranularity: 'DAY', asinGranularity: 'CHILD' },
  },
}
