/** What an answer means for the call: its status, and the code that Amazon's error bodies name. Pure. */
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

/** no wait is longer than a quarter of an hour: a header that says more is not believed */
const waitMsMax = 900_000

const codeIn = (body: string): string => {
  try {
    const value = JSON.parse(body) as { readonly error?: unknown; readonly errors?: readonly { readonly code?: unknown }[] } | null
    const code = value?.errors?.[0]?.code ?? value?.error
    return typeof code === 'string' ? code.slice(0, 60) : ''
  } catch {
    // a page of HTML, or nothing: its status speaks
    return ''
  }
}

export function verdictOf(status: number, headers: Readonly<Record<string, string>>, body: string, role: string): Verdict {
  const code = codeIn(body)
  if (status >= 200 && status < 300) return { is: 'done' }
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
