/** The other marketplaces on 127.0.0.1: their tokens, signatures checked for real, pages, files. */
import { createPublicKey, verify } from 'node:crypto'
import { instantMs } from '#platform/format/instants.ts'
import { signatureOf } from '../aliexpress/signature.ts'
import { signedText } from '../ebay/signature.ts'

export interface OtherAsked {
  readonly host: string
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
export interface OtherSaid {
  readonly status: number
  readonly value?: unknown
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}
/** What they have, of any days. */
export interface OtherBooks {
  readonly ebay?: {
    /** absent: the United States */
    readonly site?: string
    readonly orders: readonly object[]
    readonly transactions: readonly object[]
    readonly payouts: readonly object[]
  }
  /** the public key of a seller who signs (SPKI, DER); absent: nobody does */
  readonly ebayKey?: Buffer
  /** the public key by which eBay signs its notices (SPKI, DER) */
  readonly ebayNotices?: Buffer
  readonly walmart?: {
    readonly orders: readonly object[]
    readonly files: Readonly<Record<string, Buffer>>
    readonly statement: object | null
  }
  readonly aliexpress?: {
    readonly orders: readonly object[]
    readonly loans: readonly object[]
    /** details of orders, by number */
    readonly details?: Readonly<Record<string, object>>
    /** so many pages it says that there are */
    readonly pages?: number
    readonly secret: string
  }
}
/** a signature is taken for so long */
const signedMsMax = 300_000
/** of an answer by pages in tests; the demo company has pages as long as they are asked for */
export const pageRows = 2
/** A page of what was found, and where the next one begins; null: this is the last. */
export const pageOf = (all: readonly object[], at: number, rows: number): { page: readonly object[]; next: number | null } => ({
  page: all.slice(at, at + rows),
  next: at + rows < all.length ? at + rows : null,
})
const refused = (status: number, code: string): OtherSaid => ({ status, value: { errors: [{ code, errorId: code }] } })

export class OtherMarketplaces {
  readonly #books: OtherBooks
  readonly #clock: (() => Date) | undefined
  readonly #isQuick: boolean
  #answers = 0
  readonly #tokens = { ebay: 0, walmart: 0, aliexpress: 0 }
  constructor(books: OtherBooks, { clock, isQuick = false }: { readonly clock?: () => Date; readonly isQuick?: boolean } = {}) {
    this.#books = books
    this.#clock = clock
    this.#isQuick = isQuick
  }
  #rows(asked: unknown): number {
    return this.#isQuick ? Number(asked ?? pageRows) : pageRows
  }
  /** a signature of another time is none */
  #isNow(ms: number): boolean {
    return this.#clock === undefined || Math.abs(this.#clock().getTime() - ms) < signedMsMax
  }
  /** the tokens that are out end */
  expire(): void {
    for (const side of ['ebay', 'walmart', 'aliexpress'] as const) this.#tokens[side] += 1
  }
  #token(side: 'ebay' | 'walmart' | 'aliexpress'): string {
    return `token-${side}-${this.#tokens[side]}`
  }
  /** what is called; null: none of them is asked */
  operationOf({ host, path, query }: OtherAsked): string | null {
    if (!/ebay\.com$|walmartapis\.com$|aliexpress\.com$/.test(host)) return null
    return (
      query.get('method') ??
      path
        .split('/')
        .filter(part => part !== '')
        .at(-1) ??
      ''
    )
  }
  answer(asked: OtherAsked): OtherSaid {
    const id = `rq-${(this.#answers += 1)}`
    const { headers, ...said } = this.#said(asked)
    return { ...said, headers: { 'x-ebay-c-request-id': id, 'wm_qos.correlation_id': id, 'x-request-id': id, ...headers } }
  }
  #said(asked: OtherAsked): OtherSaid {
    if (asked.host.endsWith('ebay.com')) return this.#ebay(asked)
    return asked.host.endsWith('aliexpress.com') ? this.#aliexpress(asked) : this.#walmart(asked)
  }
  #given(side: 'ebay' | 'walmart' | 'aliexpress', expires: number): OtherSaid {
    this.#tokens[side] += 1
    return { status: 200, value: { access_token: this.#token(side), expires_in: expires, code: '0' } }
  }

  #ebay(asked: OtherAsked): OtherSaid {
    const { path, query, headers } = asked
    if (path === '/identity/v1/oauth2/token') return this.#given('ebay', 7_200)
    if (headers['authorization'] !== `Bearer ${this.#token('ebay')}`) return refused(401, '1001')
    if (path.startsWith('/sell/finances/') && this.#books.ebayKey !== undefined && !this.#isSigned(asked, this.#books.ebayKey))
      return refused(403, '215120')
    if (path === '/commerce/notification/v1/public_key/known')
      return { status: 200, value: { key: pemOf(this.#books.ebayNotices), algorithm: 'ECDSA', digest: 'SHA1' } }
    if (path === '/commerce/notification/v1/public_key/down') return refused(500, '195001')
    if (path === '/commerce/notification/v1/public_key/broken') return { status: 200, value: { key: 'x' } }
    if (path.startsWith('/commerce/notification/')) return refused(404, '195002')
    const { site = 'EBAY_US', orders = [], transactions = [], payouts = [] } = this.#books.ebay ?? {}
    if (path.endsWith('/user/')) return { status: 200, value: { userId: 'u', registrationMarketplaceId: site } }
    const [name, all] = path.endsWith('/order')
      ? ['orders', orders]
      : path.endsWith('/payout')
        ? ['payouts', payouts]
        : ['transactions', transactions]
    const [, from = '', to = ''] = /:\[(.+)\.\.(.+)\]/.exec(query.get('filter') ?? '') ?? []
    const found = all.filter(one => isWithin(one, ['lastModifiedDate', 'transactionDate', 'payoutDate'], from, to))
    const [at, limit] = [Number(query.get('offset')), this.#rows(query.get('limit'))]
    return { status: 200, value: { [name]: pageOf(found, at, limit).page, total: found.length, offset: at, limit } }
  }
  #isSigned({ method, path, host, headers }: OtherAsked, key: Buffer): boolean {
    const [, parameters = ''] = /^sig1=(.+)$/.exec(String(headers['signature-input'])) ?? []
    const [, signature = ''] = /^sig1=:(.+):$/.exec(String(headers['signature'])) ?? []
    const text = signedText({ method: method as 'GET', path }, host, String(headers['x-ebay-signature-key']), parameters)
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
    const [, created] = /created=(\d+)/.exec(parameters) ?? []
    if (!this.#isNow(Number(created) * 1_000)) return false
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
  }

  #walmart({ path, query, headers }: OtherAsked): OtherSaid {
    if (path === '/v3/token') return this.#given('walmart', 900)
    if (headers['wm_sec.access_token'] !== this.#token('walmart')) return refused(401, 'UNAUTHORIZED.GMP_GATEWAY_API')
    const { orders = [], files = {}, statement = null } = this.#books.walmart ?? {}
    if (path.endsWith('/detail'))
      return { status: 200, value: { is_valid: true, scopes: { orders: 'full_access', reports: 'view_only', item: 'full_access' } } }
    if (path.endsWith('/availableReconFiles')) return { status: 200, value: { availableApReportDates: Object.keys(files) } }
    if (path.endsWith('/statement')) return { status: 200, value: statement ?? {} }
    const bytes = files[query.get('reportDate') ?? '']
    if (path.endsWith('/reconFile')) return bytes === undefined ? refused(404, 'NOT_FOUND') : { status: 200, bytes }
    const [from, to] = [instantMs(query.get('lastModifiedStartDate') ?? ''), instantMs(query.get('lastModifiedEndDate') ?? '')]
    const found = orders.filter(one => (one as { orderDate: number }).orderDate >= from && (one as { orderDate: number }).orderDate <= to)
    const [at, limit] = [Number(query.get('soIndex') ?? 0), this.#rows(query.get('limit'))]
    const { page: order, next } = pageOf(found, at, limit)
    query.set('soIndex', String(next))
    const nextCursor = next === null ? {} : { nextCursor: `?${query.toString()}` }
    return { status: 200, value: { list: { meta: { totalCount: found.length, limit, ...nextCursor }, elements: { order } } } }
  }

  #aliexpress({ path, query }: OtherAsked): OtherSaid {
    const { orders = [], loans = [], details = {}, pages, secret = '' } = this.#books.aliexpress ?? {}
    const wrong = (code: string): OtherSaid => ({ status: 200, value: { error_response: { code, msg: code } } })
    const { sign = '', ...values } = Object.fromEntries(query)
    const isRest = path.startsWith('/rest')
    if (sign !== signatureOf(isRest ? path.slice('/rest'.length) : '', values, secret)) return wrong('IncompleteSignature')
    if (!this.#isNow(Number(values['timestamp']))) return wrong('InvalidTimestamp')
    if (isRest) return this.#given('aliexpress', 86_400)
    if (values['session'] !== this.#token('aliexpress')) return wrong('IllegalAccessToken')
    const name = `${(values['method'] ?? '').replaceAll('.', '_')}_response`
    const asked = (JSON.parse(values['param1'] ?? '{}') as { readonly order_id?: string }).order_id
    if (asked !== undefined) return { status: 200, value: { [name]: { result: { data: details[asked] ?? {} } } } }
    const isLoans = values['method']?.includes('loan') === true
    const param = JSON.parse(values['param0'] ?? JSON.stringify(values)) as Readonly<Record<string, string>>
    const [from, to] = [
      param['modified_date_start'] ?? param['create_date_start'] ?? '',
      param['modified_date_end'] ?? param['create_date_end'] ?? '9',
    ]
    const found = (isLoans ? loans : orders).filter(one => isWithin(one, ['gmt_update', 'released_datetime'], from, to))
    const rows = this.#rows(param['page_size'])
    const { page } = pageOf(found, (Number(param['current_page'] ?? 1) - 1) * rows, rows)
    const list = isLoans ? { order_list: page } : { target_list: { order_dto: page } }
    const result = { total_count: found.length, total_page: pages ?? Math.ceil(found.length / rows), ...list }
    return { status: 200, value: { [name]: { result } } }
  }
}

/** As eBay writes it, in one line. */
const pemOf = (key?: Buffer): string => `-----BEGIN PUBLIC KEY-----${key?.toString('base64') ?? ''}-----END PUBLIC KEY-----`

function isWithin(one: object, names: readonly string[], from: string, to: string): boolean {
  const told = names.map(name => (one as Readonly<Record<string, string>>)[name]).find(value => value !== undefined) ?? ''
  return told >= from && told <= to
}
