/** Who asks, and whether he may: the session's caller, the forced password change, the operation that a route demands. */
import type { FastifyRequest } from 'fastify'
import { sentence } from '#platform/declare/sentence.ts'
import type { Caller } from '../contract/context.ts'
import type { House } from '../contract/house.ts'
import { texts } from '../calls/messages.ts'
import { refuse } from '../calls/refusal.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { satisfies } from '../calls/may.ts'
import { cookieOf } from '../session/cookie.ts'
import { demandFresh } from '../session/fresh.ts'
import { isOpenToKeys } from './open-to-keys.ts'

/** Calls that a person whose password must change first may still make. */
const openBeforeChange: ReadonlySet<string> = new Set([
  '/system/userprofile',
  '/SysOrganization/list',
  '/auth/user/modifyInitPassword',
  '/auth/user/logout',
])
/**
 * Calls that act for an account outside `context.write`: not for whoever looks at the product as somebody else. Nor is any that asks for a
 * fresh factor, for that is proved by his own session.
 */
const closedToViewers = /^\/(auth\/user\/(?!logout$)|realtime\/|factor\/|fileQrUpload\/|account\/|sms\/)/
/** Longer texts are no token of ours and are not worth a hash and a query. */
const tokenLengthMax = 512

/** The bearer token of a request; for routes that say so, of a GET's cookie. */
export function tokenOf(request: FastifyRequest, cookieName?: string): string | null {
  const bearer = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ?? (cookieName !== undefined && request.method === 'GET' ? cookieOf(request.headers.cookie, cookieName) : null)
  return token !== null && token.length <= tokenLengthMax ? token : null
}

/** The organisation that the client names; absent: the one last used. */
const organisationOf = (request: FastifyRequest): string | null => {
  const header = request.headers['orgid']
  return typeof header === 'string' && header !== '' ? header : null
}

/** The caller of a route, allowed to call it; null where the route is open to anyone. */
export async function callerFor(route: BoundRoute, request: FastifyRequest, house: House): Promise<Caller | null> {
  if (route.demand.kind === 'anyone') return null
  const token = tokenOf(request, route.tokenCookie)
  const caller = token === null ? null : await house.rights.callerOfToken(token, organisationOf(request), request.ip)
  if (caller === null) throw refuse.signIn()
  if (caller.key !== undefined && !isOpenToKeys(route)) throw refuse.forbidden(sentence`API 密钥不能调用这个接口`)
  if (caller.loginState === '1' && !openBeforeChange.has(route.path)) throw refuse.forbidden(texts.changePasswordFirst)
  if (caller.viewer && (route.fresh === true || closedToViewers.test(route.path))) throw refuse.forbidden(texts.viewingOnly)
  if (!satisfies(caller, route.demand)) throw refuse.forbidden()
  if (route.fresh === true) await demandFresh(house, token ?? '')
  return caller
}
