/** AliExpress's open platform as data: every call is signed by the application's secret; its errors come with 200. */
import { dateTimeInZone } from '#platform/format/zones.ts'
import { declared } from '../core/declared.ts'
import type { Keys, Platform } from '../core/platform.ts'
import { signedQuery } from './signature.ts'

const host = 'api-sg.aliexpress.com'
/** its clock */
const pacific = 'America/Los_Angeles'
const [orderList, loanList] = ['aliexpress.solution.order.get', 'aliexpress.trade.redefining.findloanlistquery'] as const
/** not published */
const few = { rate: 2, burst: 10 }
const pages = ['method', 'param0', 'current_page', 'page_size', 'create_date_start', 'create_date_end', 'loan_status'] as const
const operationOf = declared([orderList, loanList].map(id => ({ id, path: '/sync', query: pages, ...few })))
const at = (instant: Date): string => dateTimeInZone(instant.getTime(), pacific)
const rowsPerPage = 50
const asked = ({ clientId }: Keys, now: Date) => ({ app_key: clientId, timestamp: String(now.getTime()), sign_method: 'sha256' })

export const aliexpress: Platform = {
  title: ['速卖通', 'AliExpress'],
  operationOf,
  sources: {
    aliexpressOrders: {
      by: 'call',
      title: ['速卖通订单', 'AliExpress orders'],
      call: orderList,
      kind: 'aliexpressOrders',
      role: '订单',
      rows: 'aliexpress_solution_order_get_response.result.target_list.order_dto',
      ask: ({ start, end }, current_page) => ({
        method: orderList,
        param0: JSON.stringify({ modified_date_start: at(start), modified_date_end: at(end), current_page, page_size: rowsPerPage }),
      }),
      paging: { by: 'number', pages: 'aliexpress_solution_order_get_response.result.total_page' },
      days: 7,
      delayHours: 1,
      rereadDays: [30],
      backfillDays: 180,
    },
    aliexpressPayouts: {
      by: 'call',
      title: ['速卖通放款', 'AliExpress pay-outs'],
      call: loanList,
      kind: 'aliexpressOrderItems',
      role: '资金',
      rows: 'aliexpress_trade_redefining_findloanlistquery_response.result.order_list',
      ask: ({ start, end }, current_page) => ({
        method: loanList,
        create_date_start: at(start),
        create_date_end: at(end),
        loan_status: 'loan_ok',
        current_page,
        page_size: rowsPerPage,
      }),
      paging: { by: 'number', pages: 'aliexpress_trade_redefining_findloanlistquery_response.result.total_page' },
      days: 30,
      delayHours: 24,
      rereadDays: [14, 30, 60],
      backfillDays: 180,
    },
  },
  siteOf: code => code,
  hostOf: () => host,
  documentHosts: [],
  requestId: 'x-request-id',
  errorsIn200: true,
  tokenRequest: (keys, now) => {
    if (keys.refreshToken === null) return null
    const path = '/auth/token/refresh'
    const query = signedQuery(path, { ...asked(keys, now), refresh_token: keys.refreshToken.use() }, keys.clientSecret.use())
    return { host, request: { method: 'POST', path: `/rest${path}?${query}`, headers: {}, body: null } }
  },
  signed: (request, keys, token, now) => {
    const given = Object.fromEntries(new URL(request.path, `https://${host}`).searchParams)
    const query = signedQuery('', { ...given, ...asked(keys, now), session: token.use() }, keys.clientSecret.use())
    return { ...request, path: `/sync?${query}` }
  },
  codes: {
    IllegalAccessToken: 'refresh',
    IllegalRefreshToken: 'reauthorise',
    InvalidRefreshToken: 'reauthorise',
    IncompleteSignature: 'signature',
    InvalidTimestamp: 'signature',
    InvalidAppKey: 'app',
    InsufficientPermission: 'role',
    ApiCallLimit: 'limited',
    AppCallLimit: 'limited',
    ServiceTimeout: 'again',
    SystemError: 'again',
  },
  keysFrom: 'https://openservice.aliexpress.com',
  test: {
    call: orderList,
    values: { method: orderList, param0: JSON.stringify({ current_page: 1, page_size: 1 }) },
    sites: () => [{ id: 'aliexpress.com', name: 'aliexpress.com' }],
  },
}
