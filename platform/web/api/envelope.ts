/** What an answer of the server means: the code decides before the HTTP status. */
import { t } from '../i18n/t.ts'
import { ApiError } from './api-error.ts'

/** The JSON answer of every call: `{ code, msg, data }`. */
export interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

export type Verdict =
  | { readonly kind: 'ok'; readonly data: unknown }
  /** the session is missing, expired or revoked */
  | { readonly kind: 'signIn'; readonly error: ApiError }
  /** a defect of the server */
  | { readonly kind: 'defect'; readonly error: ApiError }
  /** refused with a reason a person can act on */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** an answer that is a state, not a refusal: the QR upload's "not uploaded yet" */
  | { readonly kind: 'waiting'; readonly error: ApiError }
  /** no envelope: network or proxy */
  | { readonly kind: 'foreign'; readonly error: ApiError }

export const codes = {
  defect: 1,
  signIn: 1001,
  invalid: 1002,
  forbidden: 1003,
  unknown: 1004,
  conflict: 1009,
  credentials: 1010,
  captcha: 1011,
  proof: 1016,
  factor: 1017,
  tooMany: 1029,
  notUploadedYet: 10101,
  codeIsOver: 10102,
} as const

/** Reads `{ code, msg, data }`; a code written as a string counts too. Null where the body is no envelope. */
function asEnvelope(body: unknown): Envelope | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  const code = typeof body.code === 'string' && /^\d+$/.test(body.code) ? Number(body.code) : body.code
  if (typeof code !== 'number') return null
  const msg = 'msg' in body && typeof body.msg === 'string' ? body.msg : ''
  return { code, msg, data: 'data' in body ? body.data : null }
}

/** Judges an answer. `body`: parsed JSON, or null where it is not JSON; `requestId`: for the report of a defect. */
export function judge(status: number, body: unknown, requestId: string | null = null): Verdict {
  const envelope = asEnvelope(body)
  if (envelope?.code === 0) return { kind: 'ok', data: envelope.data }
  const fail = (code: number, text: string): ApiError => new ApiError(code, text, envelope?.data ?? null, status, requestId)
  if (status === 401 || envelope?.code === codes.signIn)
    return { kind: 'signIn', error: fail(codes.signIn, envelope?.msg || t('已过期，请重新登录')) }
  if (status === 500) return { kind: 'defect', error: fail(envelope?.code ?? codes.defect, t('服务器内部错误')) }
  if (envelope === null) return { kind: 'foreign', error: fail(-1, t('网络异常，请稍后重试（{status}）', { status })) }
  if (envelope.code === codes.notUploadedYet) return { kind: 'waiting', error: fail(envelope.code, envelope.msg) }
  return { kind: 'refused', error: fail(envelope.code, envelope.msg || t('操作未成功')) }
}
