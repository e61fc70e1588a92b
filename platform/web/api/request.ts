/** What every call carries, and what is done with its verdict. Shared by JSON calls, uploads and downloads. */
import { currentLanguage } from '../i18n/language.ts'
import { ApiError } from './api-error.ts'
import { codes, judge } from './envelope.ts'
import { feedback } from './feedback.ts'
import { session } from './session.ts'
import { signInAgain } from './sign-in-again.ts'

export const basePath = '/api-2024'

export type QueryValue = string | number | boolean | null | undefined

export interface CallOptions {
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly signal?: AbortSignal
  /** the caller shows the refusal itself: no toast */
  readonly quiet?: boolean
  /** goes on when the page is left; the browser takes 64 KB of such bodies at most */
  readonly keepalive?: boolean
}

/** Absolute path of a call, with its query string; empty values are left out. */
export function callUrl(path: string, query?: CallOptions['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) parameters.append(name, String(value))
  }
  const text = parameters.toString()
  return basePath + (path.startsWith('/') ? path : `/${path}`) + (text === '' ? '' : `?${text}`)
}

export function commonHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'accept-language': currentLanguage(), 'cache-control': 'no-store' }
  const token = session.token()
  if (token !== null) headers.authorization = `Bearer ${token}`
  const organisationId = session.organisationId()
  if (organisationId !== null) headers.orgid = organisationId
  return headers
}

export const requestIdHeader = 'x-request-id'

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Gives the data of a successful answer; else tells the person what has to be told and throws an ApiError. */
export function settle(status: number, body: unknown, requestId: string | null, quiet: boolean): unknown {
  const verdict = judge(status, body, requestId)
  if (verdict.kind === 'ok') return verdict.data
  if (verdict.kind === 'signIn') signInAgain(verdict.error.msg)
  else if (verdict.kind === 'defect' && !quiet) feedback.defect(verdict.error.msg, verdict.error.requestId)
  else if (verdict.kind === 'refused' && !quiet && verdict.error.code !== codes.proof) feedback.warning(verdict.error.msg)
  throw verdict.error
}

/** A call that got no answer at all. */
export const noAnswer = (): ApiError => new ApiError(-1, '网络连接失败，请检查网络后重试', null, 0)
