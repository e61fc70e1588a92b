/** Refusals: what the caller can mend. Anything else that is thrown is a defect of ours (HTTP 500, code 1). Codes and statuses: decisions.md, "Wire format". */
import type { FieldError } from '../contract/route.ts'

/** An answer stays short, however much was wrong. */
export const fieldErrorsMax = 100

export class Refusal extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(code: number, status: number, message: string, data: unknown = null, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
    this.headers = headers
  }
}

export const refuse = {
  /** missing, expired or revoked session */
  signIn: (message = '已过期，请重新登录') => new Refusal(1001, 401, message),
  /** every failing field in one answer, the first hundred of them */
  invalid: (errors: readonly FieldError[], message = errors[0]?.message ?? '请求不正确') =>
    new Refusal(1002, 200, message, { errors: errors.slice(0, fieldErrorsMax) }),
  rule: (message: string, data: unknown = null) => new Refusal(1002, 200, message, data),
  forbidden: (message = '没有权限进行此操作') => new Refusal(1003, 403, message),
  /** an unknown record, or one outside the caller's scope: the same answer */
  unknown: (kindOfRecord: string) => new Refusal(1004, 404, `${kindOfRecord}不存在或已删除`),
  noSuchCall: () => new Refusal(1004, 404, '接口不存在'),
  conflict: (message: string, data: unknown = null) => new Refusal(1009, 200, message, data),
  credentials: (message: string, data: unknown = null) => new Refusal(1010, 200, message, data),
  captcha: (message: string, data: unknown = null) => new Refusal(1011, 200, message, data),
  tooLarge: (message: string) => new Refusal(1013, 413, message),
  wrongType: (message: string) => new Refusal(1015, 415, message),
  tooMany: (message: string, seconds: number) => new Refusal(1029, 429, message, null, { 'retry-after': String(seconds) }),
  /** nothing is wrong with the request: the house can't answer it yet, or not now: the same again in some seconds is right */
  unavailable: (message: string, seconds: number) => new Refusal(1053, 503, message, null, { 'retry-after': String(seconds) }),
}
