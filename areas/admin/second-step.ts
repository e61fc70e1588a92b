/** What comes after the right password: the second factor that an account has or that its roles demand, and the session at the end. */
import { sentence } from '#platform/declare/sentence.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import { sql } from 'kysely'
import { type Tx, refuse, type Db } from '#platform/server/area.ts'
import {
  beginSession,
  deviceOf,
  hasFactor,
  isTrusted,
  issueTicket,
  noteDevice,
  rememberDevice,
  ticketCookie,
  ticketPurposes,
  type Visitor,
  type Ways,
  waysOf,
} from '#platform/server/rights.ts'
import { noteOwnAct } from './account/trail.ts'

export interface SigningIn {
  readonly id: string
  readonly name: string
  readonly must_change: boolean
  readonly is_system_admin: boolean
}
export interface SignedIn {
  readonly answer: { readonly access_token: string; readonly name: string; readonly loginState: '0' | '1' }
  /** token of the device's cookie; null: it keeps the one it has */
  readonly device: string | null
}
/** The password was right: what is asked next. */
export interface Half {
  readonly ticket: string
  readonly browser: string
  /** he has no factor, and must set one up */
  readonly setUp: boolean
  readonly ways: Ways
  readonly mayTrust: boolean
}
export interface NextStep {
  /** the ticket's; null: the password is enough */
  readonly purpose: number | null
  /** the first step was company sign-in */
  readonly isOfCompany?: true
  readonly ways: Ways
}

/** Whether a second factor is asked. Administrators trust no device. */
export async function nextStep(tx: Tx, account: SigningIn, trusted: string | null, now: Date): Promise<NextStep> {
  const ways = await waysOf(tx, account.id)
  if (hasFactor(ways)) {
    const isEnough = !account.is_system_admin && (await isTrusted(tx, trusted, account.id, now))
    return { purpose: isEnough ? null : ticketPurposes.factor, ways }
  }
  return { purpose: (await isDemanded(tx, account, now)) ? ticketPurposes.setUp : null, ways }
}

interface Demanded {
  readonly id: string
  readonly is_system_admin: boolean
}
/** The day from which one is demanded of an account, by a role or of all system administrators; null: never. */
export async function demandedFrom(db: Db, { id, is_system_admin }: Demanded): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    select least(
      (select min(r.factor_from) from account_role a join role r on r.id = a.role_id where a.account_id = ${id}),
      (select c.admin_factor_from from sys_config c where c.code = 'main' and ${is_system_admin}))::text as first`.execute(db)
  return rows[0]?.first ?? null
}
async function isDemanded(tx: Tx, account: SigningIn, now: Date): Promise<boolean> {
  const first = await demandedFrom(tx, account)
  return first !== null && first <= dayInZone(now.getTime(), homeZone)
}

export async function halfWay(tx: Tx, account: SigningIn, step: NextStep, device: string | null, now: Date): Promise<Half> {
  const { purpose, ways } = step
  const known = await deviceOf(tx, device, now)
  const deviceHash = known?.hash ?? null
  const byCompany = step.isOfCompany === true
  const isSetUp = purpose === ticketPurposes.setUp
  return {
    ...(await issueTicket(tx, { accountId: account.id, purpose: purpose ?? ticketPurposes.factor, deviceHash, byCompany }, now)),
    setUp: isSetUp,
    ways,
    mayTrust: !account.is_system_admin && !isSetUp,
  }
}

export const refuseHalf = ({ browser, ...told }: Half, isHttps: boolean): Error =>
  refuse.factor(told.setUp ? sentence`请先设置第二步验证` : sentence`请完成第二步验证`, told, {
    'set-cookie': ticketCookie(browser, isHttps),
  })

export interface WholeVisit extends Visitor {
  readonly now: Date
  /** token of the device's cookie, or where that is not sent its hash, where it has signed in before */
  readonly device: string | null | { readonly hash: string | null }
  /** he has proved himself by all that he has */
  readonly isFresh: boolean
  /** what he proved himself by besides, or instead */
  readonly by?: string
  /** a provider has said who he is */
  readonly isOfCompany?: true
}

/** The session. Refused tries stand in the sign-in history alone, where names without account do as well. */
export async function wholeWay(tx: Tx, account: SigningIn, visit: WholeVisit): Promise<SignedIn> {
  const { now, device } = visit
  await noteOwnAct(tx, account.id, {
    verb: 'signIn',
    after: { userAgent: visit.userAgent.slice(0, 300), ...(visit.by === undefined ? {} : { by: visit.by }) },
    address: visit.address,
    now,
  })
  const token = await beginSession(tx, account.id, visit, now, { isFresh: visit.isFresh, isOfCompany: visit.isOfCompany === true })
  const answer = { access_token: token, name: account.name, loginState: account.must_change ? ('1' as const) : ('0' as const) }
  if (device === null || typeof device === 'string') return { answer, device: await rememberDevice(tx, device, account.id, now) }
  if (device.hash === null) return { answer, device: await rememberDevice(tx, null, account.id, now) }
  await noteDevice(tx, device.hash, account.id, now)
  return { answer, device: null }
}
