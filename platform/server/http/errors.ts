/** Turns anything thrown into an answer: a refusal as it is, a faulty request in our words, everything else as a defect (HTTP 500). */
import type { Language } from '../contract/context.ts'
import { CommitUnsure, ConnectionLost, MachineLate, MachineLost, QueueTooLong } from '../db/connection-lost.ts'
import { diskFull, isDiskFull } from '../calls/disk-full.ts'
import type { Envelope } from './answers.ts'
import { FileMissing } from '../files/store.ts'
import { texts } from '../calls/messages.ts'
import type { Registry } from '../contract/registry.ts'
import { Refusal, refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import type { Wording } from '#platform/declare/sentence.ts'
import { BeyondCalendar } from '#platform/format/dates.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface ErrorAnswer {
  readonly status: number
  readonly envelope: Envelope
  readonly headers: Readonly<Record<string, string>>
  readonly isDefect: boolean
  /** nothing of the request or of ours: the operator has to make room */
  readonly isDiskFull?: boolean
}

type Mapped = readonly [status: number, code: number, text: keyof typeof texts]

/** Codes of Fastify and its plugins (FST_…) and of PostgreSQL (five characters) that mean something to the caller. */
const known: Readonly<Record<string, Mapped>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [200, 1002, 'badJson'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [200, 1002, 'badJson'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [200, 1002, 'badRequest'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 1013, 'bodyTooLarge'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 1015, 'wrongType'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 1015, 'multipartOnly'],
  FST_ERR_BAD_URL: [200, 1002, 'badUrl'],
  FST_ERR_MAX_PARAM_LENGTH: [200, 1002, 'badUrl'],
  FST_REQ_FILE_TOO_LARGE: [413, 1013, 'fileTooLarge'],
  FST_FILES_LIMIT: [413, 1013, 'tooManyFiles'],
  FST_PARTS_LIMIT: [413, 1013, 'tooManyFiles'],
  FST_FIELDS_LIMIT: [413, 1013, 'bodyTooLarge'],
  FST_PROTO_VIOLATION: [200, 1002, 'badRequest'],
  FST_MP_PREMATURE_CLOSE: [200, 1002, 'badRequest'],
  // query_canceled: the only thing that cancels an interactive statement is its time limit
  '57014': [200, 1002, 'statementTimeout'],
  // datetime_field_overflow: every day that is sent is one; reckoned from the first or last ones of the calendar it may be none
  '22008': [200, 1002, 'beyondCalendar'],
  // serialization_failure, deadlock_detected, lock_not_available: nothing was written, doing it again is right
  '40001': [200, 1009, 'busyRecord'],
  '40P01': [200, 1009, 'busyRecord'],
  '55P03': [200, 1009, 'busyRecord'],
}

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')

/** Whatever else Fastify and its plugins refuse of a request, e.g. an address above the root. */
const isFaultOfRequest = (error: unknown): boolean =>
  codeOf(error).startsWith('FST_') &&
  typeof error === 'object' &&
  error !== null &&
  'statusCode' in error &&
  Number(error.statusCode) >= 400 &&
  Number(error.statusCode) < 500

/** Puts what is said into a language: the registry's. */
export type InWords = Registry['inWords']

/** The complaints about single fields in the language of the answer. */
function withMessages(data: unknown, say: (message: Wording) => string): unknown {
  if (typeof data !== 'object' || data === null || !('errors' in data) || !Array.isArray(data.errors)) return data
  return { ...data, errors: (data.errors as readonly FieldError[]).map(one => ({ ...one, message: say(one.message) })) }
}

/** Seconds after which a call is worth another try: a new connection takes less, a database that starts again some more. */
const lostRetrySeconds = 3
const lineRetrySeconds = 2
/** a machine is started anew, or replaced by another one, in minutes at best */
const machineRetrySeconds = 30

/**
 * No free connection and a broken one pass by themselves; what was being written is rolled back, but where the commit itself was cut off.
 */
function ofConnection(error: unknown): Refusal | null {
  if (error instanceof QueueTooLong) return refuse.tooMany(texts.lineTooLong, lineRetrySeconds)
  if (error instanceof CommitUnsure) return refuse.unavailable(texts.commitUnsure, lostRetrySeconds)
  if (error instanceof MachineLate) return refuse.unavailable(texts.machineLate, machineRetrySeconds)
  if (error instanceof MachineLost) return refuse.unavailable(texts.machineGone, machineRetrySeconds)
  return error instanceof ConnectionLost ? refuse.unavailable(texts.databaseGone, lostRetrySeconds) : null
}

/** The answer to a thrown value, in the language of whoever asked. */
export function answerTo(error: unknown, language: Language, requestId: string, inWords: InWords): ErrorAnswer {
  const say = (message: Wording): string => inWords(message, language)
  const thrown = isDiskFull(error) ? diskFull() : error
  if (thrown instanceof Refusal) {
    return {
      status: thrown.status,
      envelope: { code: thrown.code, msg: say(thrown.wording), data: withMessages(thrown.data, say) },
      headers: thrown.headers,
      isDefect: false,
      ...(thrown === error ? {} : { isDiskFull: true }),
    }
  }
  const passing = ofConnection(error)
  if (passing !== null) return answerTo(passing, language, requestId, inWords)
  const mapped = error instanceof BeyondCalendar ? known['22008'] : ownValue(known, codeOf(error))
  if (mapped) {
    const [status, code, text] = mapped
    return {
      status,
      envelope: { code, msg: say(texts[text]), data: code === 1002 ? { errors: [] } : null },
      headers: {},
      isDefect: false,
    }
  }
  // the caller went away and his queries with him (lists/cancel-abandoned.ts): the answer reaches nobody
  if (error instanceof DOMException && error.name === 'AbortError')
    return { status: 499, envelope: { code: 1, msg: say(texts.abandoned), data: null }, headers: {}, isDefect: false }
  if (error instanceof FileMissing)
    return { status: 404, envelope: { code: 1004, msg: say(texts.fileMissing), data: null }, headers: {}, isDefect: false }
  if (isFaultOfRequest(error))
    return { status: 200, envelope: { code: 1002, msg: say(texts.badRequest), data: { errors: [] } }, headers: {}, isDefect: false }
  // a fault of the request that Fastify names only by its status, e.g. a broken JSON text
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
    return { status: 200, envelope: { code: 1002, msg: say(texts.badJson), data: { errors: [] } }, headers: {}, isDefect: false }
  }
  return { status: 500, envelope: { code: 1, msg: say(texts.defect), data: { requestId } }, headers: {}, isDefect: true }
}
