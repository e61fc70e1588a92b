/**
 * Amazon's side on 127.0.0.1, for the demo company and for tests: tokens, a company with reports, documents, and faults by script. It has
 * no clock, and counts every effect.
 */
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ownValue } from '#platform/declare/own-value.ts'
import { amazonOperations } from '../amazon/index.ts'
import type { ModelOperation } from '../core/model.ts'
import { OtherMarketplaces, pageOf, pageRows, type OtherAsked, type OtherBooks, type OtherSaid } from './others.ts'

export interface MadeReport {
  readonly type: string
  readonly site: string
  /** of what Amazon makes by itself: when */
  readonly made?: string
  readonly bytes: Buffer
}
export type Fault =
  | 'throttle'
  | 'status500'
  | 'status503'
  | 'cutJson'
  | 'cutGzip'
  | 'plainAsGzip'
  | 'html'
  | 'drop'
  | 'expire'
  | 'revoke'
  | 'redirect'
  | 'role'
  | 'gone'
  | 'strange'
  /** a document that says to be of 2 GB */
  | 'huge'
  /** the page before once more */
  | 'repeatPage'
export interface Script {
  readonly operation: string
  /** from 1 */
  readonly nth: number
  readonly does: Fault
}
export interface Company {
  /** the sheet of these days; null: nothing to report */
  readonly asked?: (type: string, site: string, from: string, to: string) => Buffer | null
  readonly made?: readonly MadeReport[]
  /** what was posted between two instants, as listTransactions tells it */
  readonly transactions?: (from: string, to: string) => readonly object[]
  /** what left for the bank between two instants, as listPayouts tells it */
  readonly payouts?: (site: string, from: string, to: string) => readonly object[]
  /** what lies there now, as getInventorySummaries tells it */
  readonly stock?: (site: string) => readonly object[]
  /** orders that changed between two instants, as searchOrders tells them */
  readonly orders?: (site: string, from: string, to: string) => readonly object[]
  readonly sites: readonly { readonly id: string; readonly name: string }[]
  /** the other marketplaces, on the same address */
  readonly others?: OtherBooks
  /** what time it says with each answer; without one it says none */
  readonly clock?: () => Date
  /** reports are there when they are first looked at, and pages are as long as they are asked for */
  readonly isQuick?: true
}
interface Report {
  readonly id: string
  readonly type: string
  readonly site: string
  readonly from: string | null
  readonly to: string | null
  readonly bytes: Buffer | null
  polls: number
  /** the marketplace lists it no more */
  isGone?: true
}

/** Literally what a book of pairs says of a call; tests have one. */
export interface Asked {
  readonly operation: ModelOperation
  readonly path: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
  readonly body: string
}
export interface Said {
  readonly status: number
  readonly value: unknown
}
export interface Book {
  readonly operations: readonly ModelOperation[]
  answer(asked: Asked): Said
}

/** Calls that answer page by page: what of the company it is, the name of the page's token, and how a page is told. */
interface Paged {
  readonly token: string
  readonly all: (company: Company, of: (name: string) => string) => readonly object[] | undefined
  readonly tell: (page: readonly object[], next: { readonly nextToken?: string }, of: (name: string) => string) => object
}
const paged: Readonly<Record<string, Paged>> = {
  searchOrders: {
    token: 'paginationToken',
    all: ({ orders }, of) => orders?.(of('marketplaceIds'), of('lastUpdatedAfter'), of('lastUpdatedBefore')),
    tell: (orders, pagination) => ({ orders, pagination, unknownField: 1 }),
  },
  listTransactions: {
    token: 'nextToken',
    all: ({ transactions }, of) => transactions?.(of('postedAfter'), of('postedBefore')),
    tell: (transactions, next) => ({ payload: { transactions, ...next } }),
  },
  listPayouts: {
    token: 'nextToken',
    all: ({ payouts }, of) => payouts?.(of('marketplaceIds'), of('createdAfter'), of('createdBefore')),
    tell: (payouts, next) => ({ payouts, ...next }),
  },
  getInventorySummaries: {
    token: 'nextToken',
    all: ({ stock }, of) => stock?.(of('granularityId')),
    tell: (inventorySummaries, pagination, of) => ({
      payload: { granularity: { granularityType: 'Marketplace', granularityId: of('granularityId') }, inventorySummaries },
      pagination,
    }),
  },
}
const pattern = ({ path }: ModelOperation): RegExp => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`)

export class AmazonEmulator {
  readonly #server = http.createServer((request, answer) => void this.#answer(request, answer))
  readonly #company: Company
  readonly reports: Report[] = []
  readonly calls = new Map<string, number>()
  scripts: readonly Script[] = []
  /** of the scripts what came to be */
  readonly fired: Script[] = []
  #token = 0
  #last: unknown = null
  #lastOther: OtherSaid | null = null
  refreshes = 0

  readonly #book: Book | null
  readonly #others: OtherMarketplaces

  constructor(company: Company = { sites: [] }, book: Book | null = null) {
    this.#company = company
    this.#others = new OtherMarketplaces(company.others ?? {}, company)
    this.#book = book
    for (const one of company.made ?? []) this.#add({ type: one.type, site: one.site, from: one.made ?? null, to: null, bytes: one.bytes })
  }
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    // it ends with the process that it is part of
    this.#server.unref()
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #add(report: Omit<Report, 'id' | 'polls'>): Report {
    const made = { ...report, id: `R${this.reports.length + 1}`, polls: 0 }
    this.reports.push(made)
    return made
  }

  async #answer(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    answer.sendDate = false
    if (this.#company.clock !== undefined) answer.setHeader('date', this.#company.clock().toUTCString())
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    const [, host = '', path = '/', query = ''] = /^\/([^/]+)(\/[^?]*)\??(.*)$/.exec(request.url ?? '') ?? []
    const asked = new URLSearchParams(query)
    const say = (status: number, value: unknown): void => {
      answer.writeHead(status, {
        'content-type': 'application/json',
        'x-amzn-requestid': `rq-${[...this.calls.values()].reduce((a, b) => a + b, 0)}`,
      })
      answer.end(value === undefined ? '' : JSON.stringify(value))
    }
    const refuse = (status: number, code: string): void => say(status, { errors: [{ code, message: code }] })
    const other = { host, method: request.method ?? '', path, query: asked, headers: request.headers, body }
    if (this.#other(other, answer, refuse)) return
    if (host === 'api.amazon.com') {
      if (this.#fault('token') === 'revoke') return say(400, { error: 'invalid_grant' })
      this.refreshes += 1
      this.#token += 1
      return say(200, { access_token: `Atza|${this.#token}`, token_type: 'bearer', expires_in: 3_600 })
    }
    if (host === 'doc.amazonaws.com') return this.#document(path.slice(1), answer)
    const operation = (this.#book?.operations ?? amazonOperations()).find(one => one.method === request.method && pattern(one).test(path))
    if (operation === undefined) return refuse(404, 'NotFound')
    const fault = this.#fault(operation.id)
    if (fault === 'expire') this.#token += 1
    if (request.headers['x-amz-access-token'] !== `Atza|${this.#token}`)
      return say(403, { errors: [{ code: 'Unauthorized', message: 'The access token you provided has expired.' }] })
    if (fault === 'gone') for (const one of this.reports) if (path.endsWith(`/${one.id}`)) one.isGone = true
    if (this.#failed(fault, answer, refuse)) return
    if (fault === 'repeatPage' && this.#last !== null) return say(200, this.#last)
    const given = pattern(operation).exec(path)?.slice(1).map(decodeURIComponent) ?? []
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '')
    const values = Object.fromEntries(names.map((name, i) => [name, given[i]]))
    const done = this.#book?.answer({ operation, path: values, query: asked, body }) ?? this.#do(operation.id, values, asked, body)
    if (fault === 'drop') return void answer.destroy()
    this.#last = done.value
    return say(done.status, done.value)
  }

  /** Whether a script answered in its place. */
  #failed(fault: Fault | undefined, answer: ServerResponse, refuse: (status: number, code: string) => void): boolean {
    const wrong = (
      { throttle: [429, 'QuotaExceeded'], status500: [500, 'InternalFailure'], status503: [503, 'ServiceUnavailable'] } as const
    )[fault as 'throttle'] as readonly [number, string] | undefined
    const refused =
      wrong ?? (fault === 'role' ? ([403, 'Unauthorized'] as const) : fault === 'gone' ? ([404, 'NotFound'] as const) : undefined)
    if (refused !== undefined) refuse(...refused)
    else if (fault === 'strange') answer.writeHead(200).end('<html>')
    else if (fault === 'redirect') answer.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    else if (fault === 'cutJson') {
      answer.writeHead(200, { 'content-length': 1_000 }).write('{"repor')
      setTimeout(() => answer.destroy(), 10)
    } else return false
    return true
  }

  /** The other marketplaces, with the same scripts. */
  #other(asked: OtherAsked, answer: ServerResponse, refuse: (status: number, code: string) => void): boolean {
    const operation = this.#others.operationOf(asked)
    if (operation === null) return false
    const fault = this.#fault(operation)
    if (fault === 'expire') this.#others.expire()
    if (this.#failed(fault, answer, refuse)) return true
    const { status, value, bytes, headers } =
      fault === 'repeatPage' && this.#lastOther !== null ? this.#lastOther : this.#others.answer(asked)
    this.#lastOther = { status, ...(bytes === undefined ? { value } : { bytes }) }
    if (fault === 'drop') answer.destroy()
    else answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytes ?? JSON.stringify(value))
    return true
  }

  #fault(operation: string): Fault | undefined {
    const nth = (this.calls.get(operation) ?? 0) + 1
    this.calls.set(operation, nth)
    const script = this.scripts.find(one => one.operation === operation && one.nth === nth)
    if (script !== undefined) this.fired.push(script)
    return script?.does
  }

  #do(id: string, path: Readonly<Record<string, unknown>>, asked: URLSearchParams, body: string): Said {
    const found = (key: unknown) => this.reports.find(one => one.id === key)
    const listed = ownValue(paged, id)
    if (listed !== undefined) return this.#page(listed, asked)
    switch (id) {
      case 'getMarketplaceParticipations':
        return {
          status: 200,
          value: { payload: this.#company.sites.map(marketplace => ({ marketplace, participation: { isParticipating: true } })) },
        }
      case 'createReport': {
        const {
          reportType: type,
          marketplaceIds: [site],
          dataStartTime: from = null,
          dataEndTime: to = null,
        } = JSON.parse(body) as {
          reportType: string
          marketplaceIds: [string]
          dataStartTime?: string
          dataEndTime?: string
        }
        const bytes = this.#company.asked?.(type, site, from ?? '', to ?? '') ?? null
        return { status: 202, value: { reportId: this.#add({ type, site, from, to, bytes }).id } }
      }
      case 'getReports':
        return this.#listed(asked)
      case 'getReport': {
        const one = found(path['reportId'])
        if (one === undefined) return { status: 404, value: { errors: [{ code: 'NotFound' }] } }
        one.polls += 1
        const status = one.bytes === null ? 'CANCELLED' : one.polls > 1 || this.#company.isQuick === true ? 'DONE' : 'IN_PROGRESS'
        return {
          status: 200,
          value: { reportId: one.id, processingStatus: status, ...(status === 'DONE' ? { reportDocumentId: `D${one.id}` } : {}) },
        }
      }
      case 'getReportDocument':
        return {
          status: 200,
          value: {
            reportDocumentId: path['reportDocumentId'],
            url: `https://doc.amazonaws.com/${String(path['reportDocumentId'])}?X-Amz-Signature=canary`,
            compressionAlgorithm: 'GZIP',
          },
        }
      default:
        throw new Error(`the emulator does not do ${id}`)
    }
  }

  #listed(asked: URLSearchParams): Said {
    const [type, site] = [asked.get('reportTypes'), asked.get('marketplaceIds')]
    const [since, until] = [asked.get('createdSince') ?? '', asked.get('createdUntil') ?? '9']
    const isMade = asked.get('processingStatuses') !== null
    const list = this.reports.filter(
      one =>
        one.isGone !== true &&
        one.type === type &&
        one.site === site &&
        (!isMade || ((one.from ?? '') >= since && (one.from ?? '') <= until)),
    )
    return {
      status: 200,
      value: {
        reports: list.map(one => ({
          reportId: one.id,
          reportType: one.type,
          processingStatus: 'DONE',
          reportDocumentId: `D${one.id}`,
          dataStartTime: one.from ?? undefined,
          dataEndTime: one.to ?? undefined,
        })),
      },
    }
  }

  #page({ token, all, tell }: Paged, asked: URLSearchParams): Said {
    const of = (name: string): string => asked.get(name) ?? ''
    const { page, next } = pageOf(all(this.#company, of) ?? [], Number(of(token)), pageRows)
    return { status: 200, value: tell(page, next === null ? {} : { nextToken: String(next) }, of) }
  }

  #document(id: string, answer: ServerResponse): void {
    const bytes = this.reports.find(one => `D${one.id}` === id)?.bytes
    if (!bytes) return void answer.writeHead(404).end()
    const packed = gzipSync(bytes)
    const fault = this.#fault('document')
    if (fault === 'html') return void answer.writeHead(200).end('<html><body>busy</body></html>')
    if (fault === 'huge') return void answer.writeHead(200, { 'content-length': 2 * 1_024 ** 3 }).write(packed)
    if (fault === 'plainAsGzip') return void answer.writeHead(200, { 'content-type': 'application/x-gzip' }).end(bytes)
    if (fault === 'cutGzip') return void answer.writeHead(200).end(packed.subarray(0, packed.length - 9))
    answer.writeHead(200, { 'content-type': 'application/octet-stream' }).end(packed)
  }
}
