/** What the HTTP layer remembers of a request while it runs. */
import type { Caller, Language } from '../contract/context.ts'
import type { BodyLimits } from './body-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** how much this route takes; absent: as little as a call open to anybody */
    body?: BodyLimits
  }
  interface FastifyRequest {
    language: Language
    caller: Caller | null
    /** code of the envelope, for log and figures; null before the answer */
    answerCode: number | null
    /** from here on nobody waits for this call (see `RequestsUnderWay`); null where it is not counted */
    endOfWait: (() => void) | null
  }
  interface FastifyContextConfig {
    /** what is kept of the call names nobody (mount.ts) */
    namesNobody?: boolean
  }
}

/** Base path of every call. */
export const basePath = '/api-2024'
/** Path of a request without its query string, which may carry secrets (passwords, tickets) and is never logged. */
export const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
/** Whether a path belongs to the calls, not to the browser's program. */
export const isCallPath = (path: string): boolean => path === basePath || path.startsWith(`${basePath}/`)
