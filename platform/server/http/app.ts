/** The HTTP server: everything between a socket and a handler of the route map. */
import { sentence } from '#platform/declare/sentence.ts'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { House } from '../contract/house.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { mountOpenApi } from './mount-openapi.ts'
import { sendEnvelope } from './answers.ts'
import { tokenOf } from './authenticate.ts'
import { createCallTimes, type CallTimes } from './call-times.ts'
import { codingOf, compressed, compressedStream } from './compress.ts'
import { excessOf, openLimits } from '../calls/body-limits.ts'
import { answerTo } from './errors.ts'
import { mountHealth } from './health.ts'
import { languageOf, texts } from '../calls/messages.ts'
import { createMetrics, type Gauges } from './metrics.ts'
import { mountRoute } from './mount.ts'
import { mountPolicyReports } from './policy-reports.ts'
import { refuse } from '../calls/refusal.ts'
import { holdsKey } from '../session/key-text.ts'
import { basePath, pathOf } from '../calls/request.ts'
import { callPolicy, commonHeaders } from './security-headers.ts'
import { readToEnd } from './unread-body.ts'
import { unusedConnections } from './unused-connections.ts'
import { buildHeader, buildOf, isPageRequest, mountWebBuild, sendPage } from './web-build.ts'

export interface AppOptions {
  /** folder of the web build; absent: dist/web; null: none (Vite serves the browser in development) */
  readonly webFolder?: string | null
  readonly realtime?: Realtime
  /** name of the newest migration of this program, for /readyz */
  readonly newestMigration?: string
  /** further figures for /metrics */
  readonly gauges?: Gauges
  /** calls of one session in a minute, in this process */
  readonly callsPerMinute?: number
  /** addresses of proxies whose X-Forwarded-For is believed (trusted-proxies.ts); absent: nobody's */
  readonly trustProxy?: readonly string[]
  /** whether calls are answered already; until then they are refused with 503 and code 1053. Absent: from the beginning */
  readonly open?: () => boolean
}

const headerBytesMax = 16 * 1024
/** An opaque id carries shop, day and number. */
const pathParameterLengthMax = 300
const uploadBytesMax = 1024 ** 3
const uploadFilesMax = 50
const formFieldsMax = 20
const formFieldBytesMax = 64 * 1024
const callsPerMinuteDefault = 3_000
/** seconds after which whoever came during the first start may come again */
const startRetrySeconds = 3
const webFolderDefault = 'dist/web'

/** Builds the server; `listen` (or `inject` in tests) starts it. `app.close()` finishes what runs. */
export function createApp(house: House, options: AppOptions = {}): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: house.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: raw => requestIdOf(raw.headers['x-request-id']),
    bodyLimit: openLimits.bytesMax,
    http: { maxHeaderSize: headerBytesMax },
    routerOptions: { maxParamLength: pathParameterLengthMax },
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
    exposeHeadRoutes: false,
    // an upload of 1 GB over a slow line takes as long as it takes; headers keep Node's limit of 60 s
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      const { status, envelope } = answerTo(error, languageOf(request.headers['accept-language']), request.id, house.registry.inWords)
      void sendEnvelope(reply, status, envelope)
    },
  })
  let shuttingDown = false
  const endUnused = unusedConnections(app.server)
  app.addHook('preClose', async () => {
    shuttingDown = true
    endUnused()
  })
  app.addHook('onResponse', async request => {
    readToEnd(request.raw)
    // close() ends connections that are idle then; one whose request was still running would be kept alive for a minute more
    if (shuttingDown) setImmediate(() => app.server.closeIdleConnections())
  })
  const metrics = createMetrics()
  const times = createCallTimes(house)
  app.addHook('onClose', async () => {
    metrics.stop()
    times.stop()
  })
  observe(app, house, { metrics, times }, house.settings.publicUrl?.startsWith('https:') === true)
  answerErrors(app, house, options.webFolder === null ? false : mountWebBuild(app, options.webFolder ?? webFolderDefault))
  mountHealth(
    app,
    house,
    {
      shuttingDown: () => shuttingDown,
      open: options.open ?? (() => true),
      ...(options.newestMigration === undefined ? {} : { newestMigration: options.newestMigration }),
    },
    metrics,
    options.gauges,
  )
  mountPolicyReports(app, house)
  options.realtime?.mount(app)
  if (options.trustProxy === undefined) warnOfProxy(app, house)
  mountCalls(app, house, options)
  mountOpenApi(app, house)
  return app
}

/** A request id that a proxy has given is kept, so that its log and ours meet. */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()
}

interface Watchers {
  readonly metrics: ReturnType<typeof createMetrics>
  readonly times: CallTimes
}

/** Language, id and headers of every request; one log line and one observation of every answer. No query string, no body. */
function observe(app: FastifyInstance, house: House, { metrics, times }: Watchers, https: boolean): void {
  const headers = commonHeaders(https)
  app.decorateRequest('language', 'zh')
  app.decorateRequest('caller', null)
  app.decorateRequest('answerCode', null)
  app.decorateRequest('endOfWait', null)
  app.addHook('onRequest', async (request, reply) => {
    request.language = languageOf(request.headers['accept-language'])
    reply.headers(headers).header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const code = request.answerCode ?? 0
    const isUnnamed = isAboutSealed(request)
    metrics.observe(isUnnamed ? sealedLabel : route, code, reply.statusCode, ms)
    if (!request.is404 && request.url.startsWith(basePath)) times.count(route.replace(basePath, ''), reply.statusCode, ms, isUnnamed)
    // counted by day alone: a line would stand between others that tell who was there
    if (isUnnamed) return
    const line = {
      requestId: request.id,
      route,
      path: holdsKey(request.url) ? hiddenPath : pathOf(request.url),
      status: reply.statusCode,
      code,
      ms,
      accountId: request.caller?.accountId ?? null,
      address: request.ip,
    }
    if (quiet.has(pathOf(request.url)) || isAsset(request)) house.log.debug(line, 'request')
    else house.log.info(line, 'request')
  })
}
/** A call whose author may be sealed (mount.ts). */
const isAboutSealed = (request: FastifyRequest): boolean => request.routeOptions.config?.namesNobody === true
const sealedLabel = 'sealed'
/** A part of the browser's program: its name tells which page was opened. */
const isAsset = (request: FastifyRequest): boolean => pathOf(request.url).startsWith('/assets/')
const hiddenPath = '(an API key)'
const quiet: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Once: behind a proxy that is not named everybody has its address, and with it one limit and one lock. */
function warnOfProxy(app: FastifyInstance, house: House): void {
  let isSaid = false
  app.addHook('onRequest', async request => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    house.log.warn({ address: request.ip }, 'requests come through a proxy that TRUST_PROXY does not name')
  })
}

function answerErrors(app: FastifyInstance, house: House, hasPages: boolean): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, envelope, headers, isDefect, isDiskFull } = answerTo(error, request.language, request.id, house.registry.inWords)
    if (isDefect || isDiskFull === true)
      house.log.error(
        {
          err: error,
          ...(isAboutSealed(request) || holdsKey(request.url) ? {} : { requestId: request.id, path: pathOf(request.url) }),
          ...(isAboutSealed(request) ? {} : { accountId: request.caller?.accountId ?? null }),
        },
        isDefect ? 'a defect' : 'the disk is full',
      )
    // a body that nobody will read must not keep the connection busy
    if (status === 413 || status === 415) reply.header('connection', 'close')
    return sendEnvelope(reply, status, envelope, { 'cache-control': 'no-store', 'content-security-policy': callPolicy, ...headers })
  })
  app.setNotFoundHandler((request, reply) => {
    if (hasPages && isPageRequest(request)) return sendPage(reply)
    const { status, envelope } = answerTo(refuse.noSuchCall(), request.language, request.id, house.registry.inWords)
    return sendEnvelope(reply, status, envelope, { 'cache-control': 'no-store', 'content-security-policy': callPolicy })
  })
}

/** Who is counted together: a session, else an address. The token itself is not kept. */
function limitKey(request: FastifyRequest): string {
  const token = tokenOf(request)
  return token === null ? request.ip : hash('sha256', token, 'base64')
}

function mountCalls(app: FastifyInstance, house: House, options: AppOptions): void {
  const build = options.webFolder === null ? null : buildOf(options.webFolder ?? webFolderDefault)
  app.register(
    async calls => {
      readJson(calls)
      // addresses stand in logs of proxies and in histories of browsers
      calls.addHook('onRequest', async ({ url }) => {
        if (holdsKey(url)) throw refuse.rule(sentence`API 密钥只能放在 Authorization 请求头里，出现在网址中的密钥请立即撤销`)
      })
      // before the limit of calls: who waits for the start is not counted
      calls.addHook('onRequest', async () => {
        if (options.open?.() === false) throw refuse.unavailable(sentence`系统正在首次启动，正在建立数据，请稍后再试`, startRetrySeconds)
      })
      await calls.register(multipart, {
        limits: {
          fileSize: uploadBytesMax,
          files: uploadFilesMax,
          fields: formFieldsMax,
          fieldSize: formFieldBytesMax,
          parts: uploadFilesMax + formFieldsMax,
        },
      })
      await calls.register(rateLimit, {
        max: options.callsPerMinute ?? callsPerMinuteDefault,
        timeWindow: 60_000,
        keyGenerator: limitKey,
        errorResponseBuilder: (request, { ttl }) => refuse.tooMany(texts.tooMany, Math.ceil(ttl / 1000)),
        addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
        addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      })
      calls.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store').header('content-security-policy', callPolicy)
        if (build !== null) reply.header(buildHeader, build)
      })
      calls.addHook('onSend', async (request, reply, payload) => {
        const coding = codingOf(request.headers['accept-encoding'])
        if (coding === null || !(typeof payload === 'string' || payload instanceof Readable)) return payload
        const bytes = typeof payload === 'string' ? await compressed(payload, coding) : compressedStream(payload, coding)
        if (bytes === null) return payload
        reply.header('content-encoding', coding).header('vary', 'accept-encoding').removeHeader('content-length')
        return bytes
      })
      for (const route of house.registry.routes) mountRoute(calls, house, route)
    },
    { prefix: basePath },
  )
}

/** Long bodies are parsed one in a turn of the event loop: however many come at once, nobody else waits longer than one takes. */
function turns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(() => nextTurn()))
}

/** JSON only, counted before it is parsed; an empty body is no input. Names such as __proto__ are refused by the parser. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const turn = turns()
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const excess = excessOf(text as string, request.routeOptions.config.body ?? openLimits)
    if (excess !== null) done(refuse.tooLarge(texts[excess]))
    else if (text === '') done(null, undefined)
    else if (text.length <= openLimits.bytesMax) void parse(request, text as string, done)
    else void turn().then(() => parse(request, text as string, done))
  })
}
