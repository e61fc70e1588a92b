/** Walmart's Marketplace API as data: a token of 15 minutes, orders by cursor, reconciliation files, the payment statement. */
import { randomUUID } from 'node:crypto'
import { basicOf } from '../core/basic.ts'
import { declared, wholeQuery } from '../core/declared.ts'
import type { Keys, Platform } from '../core/platform.ts'

const host = 'marketplace.walmartapis.com'
const rare = { rate: 0.1, burst: 5 }
const operationOf = declared([
  {
    id: 'getAllOrders',
    path: '/v3/orders',
    query: ['lastModifiedStartDate', 'lastModifiedEndDate', 'limit'],
    rate: 1,
    burst: 20,
  },
  { id: 'getAvailableV1ReconReportDates', path: '/v3/report/reconreport/availableReconFiles', query: ['reportVersion'], ...rare },
  { id: 'getReconReportV1', path: '/v3/report/reconreport/reconFile', query: ['reportDate', 'reportVersion'], ...rare },
  { id: 'getPartnerStatement', path: '/v3/report/payment/statement', ...rare },
  { id: 'getTokenDetail', path: '/v3/token/detail', ...rare },
])
const bound = (): Readonly<Record<string, string>> => ({
  'wm_svc.name': 'Walmart Marketplace',
  'wm_qos.correlation_id': randomUUID(),
  accept: 'application/json',
})
const basic = ({ clientId, clientSecret }: Keys): string => basicOf(clientId, clientSecret)

/** `07312018` */
const dayOf = (name: string): string => `${name.slice(4)}-${name.slice(0, 2)}-${name.slice(2, 4)}`

export const walmart: Platform = {
  title: ['沃尔玛', 'Walmart'],
  operationOf,
  sources: {
    walmartOrders: {
      by: 'call',
      title: ['沃尔玛订单', 'Walmart orders'],
      call: 'getAllOrders',
      kind: 'walmartOrders',
      role: 'Orders',
      rows: 'list.elements.order',
      ask: ({ start, end }) => ({ lastModifiedStartDate: start.toISOString(), lastModifiedEndDate: end.toISOString(), limit: 200 }),
      // the next page comes as a whole query
      paging: { by: 'token', read: 'list.meta.nextCursor', send: wholeQuery, alone: true },
      days: 7,
      delayHours: 1,
      rereadDays: [30],
      backfillDays: 180,
    },
    walmartReconciliation: {
      by: 'files',
      title: ['沃尔玛对账明细', 'Walmart reconciliation'],
      kind: 'walmartReconciliation',
      role: 'Reports',
      list: 'getAvailableV1ReconReportDates',
      listing: () => ({ reportVersion: 'v1' }),
      named: (answer, { from, to }) =>
        ((answer as { readonly availableApReportDates?: readonly string[] }).availableApReportDates ?? []).filter(
          name => dayOf(name) >= from && dayOf(name) <= to,
        ),
      file: 'getReconReportV1',
      fileOf: reportDate => ({ reportDate, reportVersion: 'v1' }),
      days: 30,
      delayHours: 24,
      rereadDays: [14],
      backfillDays: 540,
    },
    walmartStatement: {
      by: 'call',
      title: ['沃尔玛付款对账单', 'Walmart payment statement'],
      call: 'getPartnerStatement',
      kind: 'walmartStatement',
      role: 'Reports',
      rows: 'payload',
      ask: () => ({}),
      snapshot: true,
      days: 1,
      delayHours: 0,
      rereadDays: [],
      backfillDays: 0,
    },
  },
  siteOf: code => code,
  hostOf: () => host,
  documentHosts: [],
  requestId: 'wm_qos.correlation_id',
  left: { tokens: 'x-current-token-count', at: 'x-next-replenish-time' },
  tokenRequest: keys => ({
    host,
    request: {
      method: 'POST',
      path: '/v3/token',
      headers: { ...bound(), authorization: basic(keys), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    },
  }),
  signed: (request, keys, token) => ({
    ...request,
    headers: { ...request.headers, ...bound(), authorization: basic(keys), 'wm_sec.access_token': token.use() },
  }),
  codes: { 'UNAUTHORIZED.GMP_GATEWAY_API': 'refresh', 'REQUEST_THRESHOLD_VIOLATED.GMP_GATEWAY_API': 'limited' },
  // its keys are of one account and one site
  keysFrom: 'https://developer.walmart.com/account/generateKey',
  test: {
    call: 'getTokenDetail',
    values: {},
    sites: () => [{ id: 'walmart.com', name: 'walmart.com' }],
    roles: answer =>
      Object.entries((answer as { readonly scopes?: Readonly<Record<string, unknown>> }).scopes ?? {}).flatMap(([name, access]) =>
        access === 'no_access' ? [] : [`${name.charAt(0).toUpperCase()}${name.slice(1)}`],
      ),
  },
}
