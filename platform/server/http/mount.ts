/** Binds one line of the route map to Fastify: authenticate, merge, validate, call one function, answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context } from '../contract/context.ts'
import type { House } from '../contract/house.ts'
import { onceMore } from '../db/again.ts'
import { nobody, personHash } from '../db/sealed-author.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { sendBlob, sendEnvelope, success, type Envelope } from './answers.ts'
import { callerFor } from './authenticate.ts'
import { limitsOf } from '../calls/body-limits.ts'
import { answerTo } from './errors.ts'
import { once, ticketOf, type Result, type TicketOwner } from './idempotency.ts'
import { mergedInput, type Input } from './input.ts'
import { texts } from '../calls/messages.ts'
import { Refusal, refuse } from '../calls/refusal.ts'
import { checkOf, type Check } from './validate.ts'
import { AnswerWithHeaders, isBlob } from '../calls/verbs.ts'
import type { AnswerHeaders, Ask, Blob } from '../contract/route.ts'

/** `/notice/{id}` of the route map as Fastify writes it, `/notice/:id`. */
export const fastifyPath = (path: string): string => path.replaceAll(':', '::').replace(/\{([^}]+)\}/g, ':$1')

const writingVerbs: ReadonlySet<BoundRoute['verb']> = new Set([
  'add',
  'update',
  'batchUpdate',
  'remove',
  'removeBetween',
  'undo',
  'action',
  'step',
  'import',
])
/**
 * Whether a call may change something, so that an Idempotency-Key means something. A POST written by hand does unless it says that it does
 * not: one that is taken for a read by mistake would write twice.
 */
export const isWrite = (route: BoundRoute): boolean =>
  route.write ??
  (writingVerbs.has(route.verb) ||
    (route.verb === 'call' && route.method === 'POST') ||
    route.method === 'PUT' ||
    route.method === 'DELETE')

/**
 * A call about records whose author may be sealed, reading or writing: what the server keeps of the call itself names nobody, whoever he
 * is, and tells nothing nearer than its day.
 */
const namesNobody = (route: BoundRoute): boolean => route.resource?.sealedAuthor !== undefined

/** Mounts a route below the prefix of `app`. */
export function mountRoute(app: FastifyInstance, house: House, route: BoundRoute): void {
  const check = route.input === undefined ? null : checkOf(route.input, route.resource)
  const body = limitsOf(route)
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    bodyLimit: body.bytesMax,
    config: { body, namesNobody: namesNobody(route) },
    // before the body is read: megabytes of somebody without rights are not parsed
    preParsing: async (request, reply) => {
      // a person who sends a file waits for his line, not for this server
      if (!isMultipart(request)) countIn(house, request, reply)
      request.caller = await callerFor(route, request, house)
    },
    handler: async (request, reply) => {
      const ask = askOf(house, route, request, check)
      // a route open to anyone has no session: its handler knows that its context is null (verbs.ts)
      let context =
        request.caller === null
          ? (null as unknown as Context)
          : house.asUser(request.caller, request.language, request.id, abandonedSignal(reply), {
              address: request.ip,
              call: `${route.method} ${route.path}`,
            })
      if (namesNobody(route)) context = { ...context, log: house.log.child({ requestId: request.id }) }
      // what comes with the stream of a form can't be read a second time
      const handled = (): Promise<unknown> =>
        isMultipart(request) || !isWrite(route) ? route.handler(context, ask) : onceMore(() => route.handler(context, ask))
      const key = request.headers['idempotency-key']
      if (typeof key !== 'string' || request.caller === null || !isWrite(route) || isMultipart(request))
        return await answer(reply, await handled())
      return await answerOnce(
        reply,
        house,
        ask,
        ticketOf(key, ownerOf(house, route, request.caller), `${route.method} ${route.path}`, {
          ...ask.input,
          ...ask.params,
        }),
        handled,
      )
    },
  })
}

/** Whose results are repeated. Where nobody may be named, a hash stands for him; what an API key was answered is that key's alone. */
function ownerOf(house: House, route: BoundRoute, { accountId, orgId, key }: Caller): TicketOwner {
  if (namesNobody(route)) return { accountId: nobody, orgId, mark: personHash(house, accountId) }
  return { accountId, orgId, ...(key === undefined ? {} : { mark: `key ${key.id}` }) }
}

/** Long work waits for this call until it is answered, or its client has gone. */
function countIn({ peoplesCalls }: House, request: FastifyRequest, { raw }: FastifyReply): void {
  const end = peoplesCalls.begin()
  request.endOfWait = end
  raw.once('finish', end).once('close', end)
}

/**
 * Aborts when the connection closes before the answer is out; made when first asked for. Not `request.signal`: that one goes off as soon as
 * the body has been read.
 */
function abandonedSignal({ raw }: FastifyReply): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (controller !== undefined) return controller.signal
    const made = new AbortController()
    raw.once('close', () => {
      if (!raw.writableFinished) made.abort()
    })
    if (raw.destroyed) made.abort()
    controller = made
    return made.signal
  }
}

const isMultipart = (request: FastifyRequest): boolean => request.headers['content-type']?.toLowerCase().startsWith('multipart/') === true

function askOf(house: House, route: BoundRoute, request: FastifyRequest, check: Check | null): Ask {
  const { language } = request
  const multipart = isMultipart(request)
  if (multipart && route.multipart !== true) throw refuse.wrongType(texts.wrongType)
  const merged = mergedInput(request.query, multipart ? undefined : request.body, route.input)
  return {
    // the fields of a form arrive with its stream: whoever reads it checks them
    input: check === null || multipart ? merged : checked(check, merged),
    params: request.params as Readonly<Record<string, string>>,
    headers: request.headers as Readonly<Record<string, string | undefined>>,
    address: request.ip,
    raw: request,
    house,
    language,
    requestId: request.id,
  }
}

function checked(check: Check, input: Input): Input {
  const result = check(input)
  if (result.errors !== undefined) throw refuse.invalid(result.errors)
  return result.value
}

async function answer(reply: FastifyReply, given: unknown): Promise<FastifyReply> {
  if (isBlob(given)) return await sendBlob(reply, given)
  if (given instanceof AnswerWithHeaders) return sendEnvelope(reply, 200, success(given.data), given.headers)
  return sendEnvelope(reply, 200, success(given))
}

/** Codes of refusals that are a result: the same request again would be refused again. A limit or a lost session is none. */
const lasting: ReadonlySet<number> = new Set([1002, 1003, 1004, 1009])

async function answerOnce(
  reply: FastifyReply,
  house: House,
  ask: Ask,
  ticket: Parameters<typeof once>[1],
  handle: () => Promise<unknown>,
): Promise<FastifyReply> {
  let blob: Blob | undefined
  let headers: AnswerHeaders = {}
  const result = await once(house, ticket, async (): Promise<Result | null> => {
    try {
      const given = await handle()
      if (isBlob(given)) {
        blob = given
        return null
      }
      if (given instanceof AnswerWithHeaders) headers = given.headers
      return { status: 200, envelope: success(given instanceof AnswerWithHeaders ? given.data : given) }
    } catch (error) {
      if (!(error instanceof Refusal) || !lasting.has(error.code)) throw error
      const { status, envelope } = answerTo(error, ask.language, ask.requestId, house.registry.inWords)
      return { status, envelope: envelope satisfies Envelope }
    }
  })
  if (result === null) return await answer(reply, blob)
  return sendEnvelope(reply, result.status, result.envelope, result.repeated ? { 'idempotency-replayed': 'true' } : headers)
}
