/** What an answer means for the call: its status, and the code that its error body names. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { OutgoingFault } from '#platform/server/outgoing.ts'

export type Verdict =
  | { readonly is: 'done' }
  /** the marketplace's limit: `afterMs` is a lower bound */
  | { readonly is: 'limited'; readonly afterMs: number }
  /** it may be whole the next time */
  | { readonly is: 'again'; readonly why: Wording }
  /** the access token, once */
  | { readonly is: 'refresh' }
  /** the whole connection waits for a person */
  | { readonly is: 'reauthorise' | 'app'; readonly why: Wording }
  /** this plan waits for a person */
  | { readonly is: 'role'; readonly why: Wording }
  | { readonly is: 'gone' }
  | { readonly is: 'fail'; readonly why: Wording }

function verdictFor(meant: ErrorCodes[string], code: string, role: string): Verdict {
  switch (meant) {
    case 'limited':
      return { is: 'limited', afterMs: limitMs }
    case 'refresh':
      return { is: 'refresh' }
    case 'again':
      return { is: 'again', why: sentence`平台暂时不可用（${code}）` }
    case 'reauthorise':
      return { is: 'reauthorise', why: sentence`授权已失效，请重新授权` }
    case 'app':
      return { is: 'app', why: sentence`应用密钥无效或已过期，请在“开发者应用”中更换` }
    case 'signature':
      return { is: 'app', why: sentence`签名被拒绝，请检查密钥和服务器时间` }
    case 'role':
      return { is: 'role', why: sentence`授权缺少“${role}”权限，请在卖家后台勾选后重新授权` }
  }
}
/** where a code says that it is too much, and no header how long */
const limitMs = 60_000
/** no wait is longer than a quarter of an hour: a header that says more is not believed */
const waitMsMax = 900_000

/** What a marketplace's own codes mean, where they say more than the status. */
export type ErrorCodes = Readonly<Record<string, 'limited' | 'again' | 'refresh' | 'reauthorise' | 'app' | 'role' | 'signature'>>

interface ErrorBody {
  readonly error?: unknown
  readonly errors?: unknown
  readonly error_response?: { readonly code?: unknown }
  readonly code?: unknown
}
/** Each marketplace has its own shape: `{ errors: [{ code }] }`, `{ error: 'code' }`, `{ error: [{ code }] }`, `{ error_response }`. */
const codeIn = (body: string): string => {
  try {
    const value = JSON.parse(body) as ErrorBody | null
    const nested = value?.errors
    const list = Array.isArray(nested) ? nested : (nested as { readonly error?: unknown } | undefined)?.error
    const [first] = (Array.isArray(list) ? list : Array.isArray(value?.error) ? value.error : []) as readonly ErrorCode[]
    const code = first?.code ?? first?.errorId ?? value?.error_response?.code ?? value?.error ?? value?.code
    return typeof code === 'string' ? code.slice(0, 60) : typeof code === 'number' ? String(code) : ''
  } catch {
    // a page of HTML, or nothing: its status speaks
    return ''
  }
}
interface ErrorCode {
  readonly code?: unknown
  readonly errorId?: unknown
}

export function verdictOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  role: string,
  codes: ErrorCodes = {},
): Verdict {
  const code = codeIn(body)
  const meant = codes[code]
  if (meant !== undefined) return verdictFor(meant, code, role)
  // an answer of 200 is looked at where the marketplace's may hold an error: 0 says that it holds none
  if (status >= 200 && status < 300)
    return code === '' || code === '0' ? { is: 'done' } : { is: 'fail', why: sentence`请求被拒绝（${code}）` }
  if (status === 429) {
    const seconds = Number(headers['retry-after'] ?? 0)
    return { is: 'limited', afterMs: Math.min(waitMsMax, Number.isFinite(seconds) ? Math.max(0, seconds) * 1_000 : 0) }
  }
  if (status >= 500) return { is: 'again', why: sentence`平台暂时不可用（${status}）` }
  if (code === 'invalid_grant' || code === 'unauthorized_client') return { is: 'reauthorise', why: sentence`授权已失效，请重新授权` }
  if (code === 'invalid_client') return { is: 'app', why: sentence`应用密钥无效或已过期，请在“开发者应用”中更换` }
  if (status === 401 || (status === 403 && /expired|revoked/i.test(body))) return { is: 'refresh' }
  if (status === 403) return { is: 'role', why: sentence`授权缺少“${role}”权限，请在卖家后台勾选后重新授权` }
  if (status === 404) return { is: 'gone' }
  if (status >= 300 && status < 400) return { is: 'fail', why: sentence`平台把请求转到了别处，没有跟随` }
  return { is: 'fail', why: sentence`请求被拒绝（${code === '' ? status : code}）` }
}

export const verdictOfFault = (fault: OutgoingFault): Verdict =>
  fault === 'large'
    ? { is: 'fail', why: sentence`平台返回的数据过大，请缩短同步区间` }
    : { is: 'again', why: fault === 'cut' ? sentence`平台返回的数据不完整` : sentence`无法连接平台，请检查服务器网络或代理` }

const secondMs = 1_000
const minuteMs = 60 * secondMs
/** tries with a pause of seconds, then these minutes; after the last one it is given up */
const quickTries = 5
const laterMinutes = [5, 15, 60, 240] as const
export const triesMax = quickTries + laterMinutes.length

/** Pause before the next try, in ms; null: none follows. `chance`: 0 to 1, so that many do not come back at once. */
export function pauseOf(tries: number, chance: number): number | null {
  if (tries < quickTries) return Math.ceil(chance * Math.min(minuteMs, secondMs * 2 ** tries))
  const minutes = laterMinutes[tries - quickTries]
  return minutes === undefined ? null : minutes * minuteMs
}
