/** AliExpress's open platform as data: every call is signed by the application's secret; its errors come with 200. */
import { refundsIn } from '#areas/finance/index.ts'
import { listOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import { asText } from '#platform/format/text.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { declared } from '../core/declared.ts'
import { valueAt, type AskedDays, type Keys, type Platform } from '../core/platform.ts'
import { signedQuery } from './signature.ts'

const host = 'api-sg.aliexpress.com'
/** its clock */
const pacific = 'America/Los_Angeles'
const [orderList, loanList] = ['aliexpress.solution.order.get', 'aliexpress.trade.redefining.findloanlistquery'] as const
const orderInfo = 'aliexpress.solution.order.info.get'
/** not published */
const few = { rate: 2, burst: 10 }
const pages = ['method', 'param0', 'param1', 'current_page', 'page_size', 'create_date_start', 'create_date_end', 'loan_status'] as const
const operationOf = declared([orderList, loanList, orderInfo].map(id => ({ id, path: '/sync', query: pages, ...few })))
const at = (instant: Date): string => dateTimeInZone(instant.getTime(), pacific)
const rowsPerPage = 50
const changed = ({ start, end }: AskedDays, current_page: number) => ({
  method: orderList,
  param0: JSON.stringify({ modified_date_start: at(start), modified_date_end: at(end), current_page, page_size: rowsPerPage }),
})
const orders = 'aliexpress_solution_order_get_response.result'
/** What may have given money back: a dispute, or an end before the goods came. */
const isGivenBack = (order: Json): boolean => {
  const issue = textOf(order['issue_status'])
  return (
    (issue !== '' && issue !== 'NO_ISSUE') || /cancel|refund|close/i.test(`${textOf(order['order_status'])} ${textOf(order['end_reason'])}`)
  )
}
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
      rows: `${orders}.target_list.order_dto`,
      ask: changed,
      paging: { by: 'number', pages: `${orders}.total_page` },
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
    // each order that may have one is asked for: no list tells of refunds
    aliexpressRefunds: {
      by: 'files',
      title: ['速卖通退款', 'AliExpress refunds'],
      kind: 'aliexpressRefunds',
      role: '订单',
      list: orderList,
      listing: changed,
      pages: `${orders}.total_page`,
      // an order that changed again is told anew
      named: answer =>
        listOf(valueAt(answer, `${orders}.target_list.order_dto`))
          .filter(isGivenBack)
          .map(order => [order['order_id'], order['gmt_update']].map(asText).join(' ')),
      file: orderInfo,
      fileOf: name => ({ method: orderInfo, param1: JSON.stringify({ order_id: name.split(' ')[0] }) }),
      holds: answer => refundsIn(answer).length > 0,
      days: 7,
      delayHours: 24,
      rereadDays: [14, 30],
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
