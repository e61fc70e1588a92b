/** eBay as data: money by the Finances API, orders by the Fulfillment API. Calls are signed, as sellers of the EU and UK must. */
import { declared } from '../core/declared.ts'
import type { AskedDays, Platform } from '../core/platform.ts'
import { basicOf } from '../core/basic.ts'
import { signatureOf } from './signature.ts'

const [api, money] = ['api.ebay.com', 'apiz.ebay.com'] as const
/** eBay counts by the day: 5,000 calls */
const perDay = { rate: 5_000 / 86_400, burst: 50 }
const pages = ['filter', 'limit', 'offset'] as const
const operationOf = declared([
  { id: 'getTransactions', path: '/sell/finances/v1/transaction', query: pages, headers: ['x-ebay-c-marketplace-id'], ...perDay },
  { id: 'getPayouts', path: '/sell/finances/v1/payout', query: pages, headers: ['x-ebay-c-marketplace-id'], ...perDay },
  { id: 'getOrders', path: '/sell/fulfillment/v1/order', query: pages, ...perDay },
  { id: 'getUser', path: '/commerce/identity/v1/user/', ...perDay },
])
const between = (field: string, { start, end }: AskedDays): string => `${field}:[${start.toISOString()}..${end.toISOString()}]`
const page = { limit: 200, offset: 0 }
const shared = {
  by: 'call',
  paging: { by: 'offset', send: 'offset', limit: 200, total: 'total' },
  delayHours: 6,
  backfillDays: 540,
} as const
const finances = { ...shared, kind: 'ebayApi', role: 'sell.finances', days: 7, rereadDays: [14, 30] } as const

/** its sites as calls name them, by country */
const sites: ReadonlyMap<string, string> = new Map([
  ['ebay.com', 'EBAY_US'],
  ['ebay.co.uk', 'EBAY_GB'],
  ['ebay.de', 'EBAY_DE'],
  ['ebay.com.au', 'EBAY_AU'],
])

export const ebay: Platform = {
  title: ['eBay', 'eBay'],
  operationOf,
  sources: {
    ebayTransactions: {
      ...finances,
      title: ['eBay 交易', 'eBay transactions'],
      call: 'getTransactions',
      rows: 'transactions',
      ask: days => ({ ...page, filter: between('transactionDate', days), 'x-ebay-c-marketplace-id': days.site }),
    },
    ebayPayouts: {
      ...finances,
      title: ['eBay 放款', 'eBay pay-outs'],
      call: 'getPayouts',
      rows: 'payouts',
      ask: days => ({ ...page, filter: between('payoutDate', days), 'x-ebay-c-marketplace-id': days.site }),
    },
    ebayOrders: {
      ...shared,
      title: ['eBay 订单', 'eBay orders'],
      call: 'getOrders',
      kind: 'ebayOrders',
      role: 'sell.fulfillment',
      rows: 'orders',
      days: 7,
      rereadDays: [30],
      // orders of two years ago are the oldest that it tells
      ask: days => ({ ...page, filter: between('lastmodifieddate', days) }),
    },
  },
  siteOf: code => sites.get(code) ?? '',
  hostOf: call => (call === 'getOrders' ? api : money),
  documentHosts: [],
  requestId: 'x-ebay-c-request-id',
  tokenRequest: ({ clientId, clientSecret, refreshToken }) => {
    if (refreshToken === null) return null
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken.use() })
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basicOf(clientId, clientSecret),
    }
    return { host: api, request: { method: 'POST', path: '/identity/v1/oauth2/token', headers, body: form.toString() } }
  },
  signed: (request, { signingKey, signingName }, token, now) => {
    const headers = { ...request.headers, authorization: `Bearer ${token.use()}` }
    if (signingKey === null || signingName === null || !request.path.startsWith('/sell/finances/')) return { ...request, headers }
    return { ...request, headers: { ...headers, ...signatureOf(request, money, signingKey.use(), signingName.use(), now) } }
  },
  codes: {
    '1001': 'refresh',
    '1002': 'refresh',
    '1100': 'role',
    '2001': 'limited',
    '2002': 'limited',
    '215001': 'signature',
    '215002': 'signature',
    '215003': 'signature',
    '215119': 'signature',
    '215120': 'signature',
    '215121': 'signature',
    '215122': 'signature',
  },
  keysFrom: 'https://developer.ebay.com/my/keys',
  lasts: { consent: 547, signing: 1_095 },
  test: {
    call: 'getUser',
    values: {},
    sites: answer => {
      const { registrationMarketplaceId: id } = answer as { readonly registrationMarketplaceId?: string }
      return id === undefined ? [] : [{ id, name: [...sites].find(([, site]) => site === id)?.[0] ?? id }]
    },
  },
}
