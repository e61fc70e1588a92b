/**
 * Refusals: what the caller can mend. Anything else that is thrown is a defect of ours (HTTP 500, code 1). Codes and statuses:
 * docs/api.md.
 */
import type { FieldError } from '../contract/route.ts'
import { inChinese, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { texts } from './messages.ts'

/** An answer stays short, however much was wrong. */
export const fieldErrorsMax = 100

/** Put into the caller's language by errors.ts; `message`, in Chinese, is for logs. */
export class Refusal extends Error {
  readonly code: number
  readonly status: number
  readonly wording: Wording
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(code: number, status: number, wording: Wording, data: unknown = null, headers: Readonly<Record<string, string>> = {}) {
    super(inChinese(wording))
    this.code = code
    this.status = status
    this.wording = wording
    this.data = data
    this.headers = headers
  }
}

export const refuse = {
  /** missing, expired or revoked session */
  signIn: (wording: Wording = texts.signIn) => new Refusal(1001, 401, wording),
  /** every failing field in one answer, the first hundred of them */
  invalid: (errors: readonly FieldError[], wording: Wording = errors[0]?.message ?? sentence`请求不正确`) =>
    new Refusal(1002, 200, wording, { errors: errors.slice(0, fieldErrorsMax) }),
  rule: (wording: Wording, data: unknown = null) => new Refusal(1002, 200, wording, data),
  forbidden: (wording: Wording = texts.forbidden) => new Refusal(1003, 403, wording),
  /** an unknown record, or one outside the caller's scope: the same answer */
  unknown: (kindOfRecord: Title) => new Refusal(1004, 404, gone(kindOfRecord)),
  noSuchCall: () => new Refusal(1004, 404, texts.noSuchCall),
  conflict: (wording: Wording, data: unknown = null) => new Refusal(1009, 200, wording, data),
  credentials: (wording: Wording, data: unknown = null) => new Refusal(1010, 200, wording, data),
  captcha: (wording: Wording, data: unknown = null) => new Refusal(1011, 200, wording, data),
  tooLarge: (wording: Wording) => new Refusal(1013, 413, wording),
  wrongType: (wording: Wording) => new Refusal(1015, 415, wording),
  /** the person must prove himself first (`fresh` of a route): by which ways stands in `data` */
  proof: (data: unknown) => new Refusal(1016, 200, texts.proof, data),
  /** the password was right; the ticket in `data` takes the second factor */
  factor: (wording: Wording, data: unknown, headers: Readonly<Record<string, string>>) => new Refusal(1017, 200, wording, data, headers),
  tooMany: (wording: Wording, seconds: number) => new Refusal(1029, 429, wording, null, { 'retry-after': String(seconds) }),
  /** nothing is wrong with the request: the house can't answer it yet, or not now: the same again in some seconds is right */
  unavailable: (wording: Wording, seconds: number) => new Refusal(1053, 503, wording, null, { 'retry-after': String(seconds) }),
}

/** What is said of a record that is not there, or not for the caller. */
export const gone = (kindOfRecord: Title): Wording => sentence`${kindOfRecord}不存在或已删除`
