/** Signing in: lockout, verification picture, password, session. The answers never tell whether an account exists. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { sql, type Kysely } from 'kysely'
import { type Database, type Tx, refuse } from '#platform/server/area.ts'
import {
  captchaMinutes,
  isAnswer,
  newCaptcha,
  queuePerKey,
  limitConcurrency,
  failuresSince,
  lockedUntil,
  lockLimits,
  needsCaptcha,
  isPassword,
  trimmedPassword,
  deviceOf,
  rememberDevice,
  type Device,
  beginSession,
  type Visitor,
} from '#platform/server/rights.ts'
import { signedAs } from './account-names.ts'
import { loginRecord } from './account/tables.ts'
import { noteOwnAct } from './account/trail.ts'
import { readSysConfig } from './sys-config.ts'
import { account, employee } from './tables.ts'

export interface SignInNeeds {
  readonly db: Kysely<Database>
  readonly now: Date
}
export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha?: string | undefined
}
export interface SignedIn {
  readonly answer: { readonly access_token: string; readonly name: string; readonly loginState: '0' | '1' }
  /** token of the device's cookie */
  readonly device: string
}

const statuses = account.fields.status.choices
const left = employee.fields.status.choices.left[0]
const outcomes = loginRecord.fields.outcome.choices
const usernameLengthMax = 100
const passwordLengthMax = 200
/** failed tries are of no use to anybody after a day */
const failuresKeptMs = 24 * 3_600_000
/** Tries for one name run one after the other; more than these are sent away. */
const oneAfterTheOther = queuePerKey(20)
const waitSeconds = 5
/** a try holds a connection while its password is checked: a flood of names must leave connections to the others */
const atOnce = limitConcurrency(4)

const inSession = Symbol('in a session')
/** What decides about a try: who he says he is, and from where. */
interface Door {
  readonly username: string
  readonly address: string
  /** absent: no try to sign in, it is not in the history */
  readonly userAgent?: string
  /** token of the device's cookie; `inSession`: the device is signed in already */
  readonly device: string | null | typeof inSession
}
type Verdict<T> = { readonly passed: true; readonly value: T } | { readonly passed: false; readonly error: Error }

export const usernameOf = (typed: string): string => typed.normalize('NFC').trim().toLowerCase().slice(0, usernameLengthMax)

/** Signs in and begins a session. */
export async function signIn(
  needs: SignInNeeds,
  credentials: Credentials,
  visitor: Visitor & { readonly device: string | null },
): Promise<SignedIn> {
  const door = { username: await signedAs(needs.db, usernameOf(credentials.username)), ...visitor }
  const answer = await guarded<SignedIn | { missing: Wording }>(needs, door, async (tx, failures) => {
    if (needsCaptcha(failures, lockLimits, needs.now.getTime())) await checkCaptcha(tx, door, credentials.captcha, needs)
    const found = await tx
      .selectFrom('account')
      .select(['id', 'name', 'password_hash', 'must_change', 'status', 'last_org_id'])
      .where('username', '=', door.username)
      .executeTakeFirst()
    const right = await isPassword(trimmedPassword(credentials.password).slice(0, passwordLengthMax), found?.password_hash ?? null)
    if (!found || !right || found.status === statuses.disabled[0] || (await hasLeft(tx, found.id))) return null
    // whoever knows the password may learn what is still missing
    const missing = await missingBefore(tx, found)
    if (missing !== null) return { missing }
    // refused tries stand in the sign-in history alone, where names without account do as well
    await noteOwnAct(tx, found.id, {
      verb: 'signIn',
      after: { userAgent: visitor.userAgent.slice(0, 300) },
      address: visitor.address,
      now: needs.now,
    })
    return {
      answer: {
        access_token: await beginSession(tx, found.id, visitor, needs.now),
        name: found.name,
        loginState: found.must_change ? '1' : '0',
      },
      device: await rememberDevice(tx, visitor.device, found.id, needs.now),
    }
  })
  if ('missing' in answer) throw refuse.rule(answer.missing)
  return answer
}

/** Who has left every organisation he worked for is told what a disabled account is told: that the password is wrong. */
async function hasLeft(tx: Tx, accountId: string): Promise<boolean> {
  const memberships = await tx
    .selectFrom('account_organisation as m')
    .leftJoin('employee as e', 'e.id', 'm.employee_id')
    .select('e.status')
    .where('m.account_id', '=', accountId)
    .execute()
  return memberships.length > 0 && memberships.every(({ status }) => status === left)
}

/** Why a registered account can't be used yet; null where it can. */
async function missingBefore(tx: Tx, { id, status }: { readonly id: string; readonly status: number }): Promise<Wording | null> {
  if (status === statuses.waiting[0]) return sentence`账号尚未激活，请打开激活邮件中的链接`
  const member = await tx.selectFrom('account_organisation').select('id').where('account_id', '=', id).limit(1).executeTakeFirst()
  return member === undefined ? sentence`账号还没有加入任何组织，请联系系统管理员` : null
}

/** Whether the person who is signed in knows the password; tries count as failed sign-ins, so that a stolen session can't guess it. */
export async function checkOldPassword(needs: SignInNeeds, accountId: string, password: string, address: string): Promise<boolean> {
  const found = await needs.db.selectFrom('account').select(['username', 'password_hash']).where('id', '=', accountId).executeTakeFirst()
  if (!found) return false
  const verdict = await attempt(needs, { username: found.username, address, device: inSession }, async () =>
    (await isPassword(password, found.password_hash)) ? true : null,
  )
  if (verdict.passed) return true
  if (verdict.error instanceof WrongPassword) return false
  throw verdict.error
}

/** A new verification picture for a name at an address; the one before is void. */
export async function issueCaptcha({ db, now }: SignInNeeds, username: string, address: string): Promise<{ image: string }> {
  const { answer, svg } = newCaptcha()
  const row = { answer, expires_at: new Date(now.getTime() + captchaMinutes * 60_000).toISOString() }
  await db.deleteFrom('login_captcha').where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('login_captcha')
    .values({ username: usernameOf(username), address, ...row })
    .onConflict(conflict => conflict.columns(['username', 'address']).doUpdateSet(row))
    .execute()
  return { image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

class WrongPassword extends Error {}

async function guarded<T>(needs: SignInNeeds, door: Door, check: (tx: Tx, failures: readonly number[]) => Promise<T | null>): Promise<T> {
  const verdict = await attempt(needs, door, check)
  if (verdict.passed) return verdict.value
  if (!(verdict.error instanceof WrongPassword)) throw verdict.error
  const failures = await failuresOfName(needs.db, door.username, needs.now)
  throw refuse.credentials(sentence`账号或密码不正确`, {
    captchaRequired: needsCaptcha(failures, lockLimits, needs.now.getTime()),
  })
}

/**
 * One try, alone for its name in this process and, by an advisory lock, in all of them: a hundred at once are still counted one by one.
 * The transaction commits whatever the verdict, for a failure must stay written.
 */
async function attempt<T>(
  needs: SignInNeeds,
  door: Door,
  check: (tx: Tx, failures: readonly number[]) => Promise<T | null>,
): Promise<Verdict<T>> {
  const turn = oneAfterTheOther(door.username, () =>
    atOnce(() =>
      needs.db.transaction().execute(async (tx): Promise<Verdict<T>> => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${door.username}`}, 0))`.execute(tx)
        const device = typeof door.device === 'string' ? await deviceOf(tx, door.device, needs.now) : null
        const failures = await failuresOfName(tx, door.username, needs.now)
        const atPlace = await failuresOfPlace(tx, door, device, needs.now)
        const { perAddressLimit } = await readSysConfig(tx)
        const locked = lockOf(failures, atPlace, perAddressLimit, needs.now.getTime())
        if (locked !== null) return { passed: false, error: tooMany(locked, needs) }
        try {
          const value = await check(tx, failures)
          if (value !== null) {
            await record(tx, door, outcomes.succeeded[0], needs.now)
            await tx.deleteFrom('login_failure').where('username', '=', door.username).execute()
            return { passed: true, value }
          }
        } catch (error) {
          // a refused picture: nothing was tried, but that the picture is used up must stay written
          if (error instanceof CaptchaRefused) return { passed: false, error: error.refusal }
          throw error
        }
        await tx
          .deleteFrom('login_failure')
          .where('at', '<', new Date(needs.now.getTime() - failuresKeptMs).toISOString())
          .execute()
        await tx
          .insertInto('login_failure')
          .values({ username: door.username, address: door.address, device: device?.hash ?? null, at: needs.now.toISOString() })
          .execute()
        await record(tx, door, outcomes.refused[0], needs.now)
        return { passed: false, error: new WrongPassword() }
      }),
    ),
  )
  if (turn === null) throw refuse.tooMany(sentence`登录请求过于频繁，请稍后再试`, waitSeconds)
  return turn
}

/** A line of the sign-in history of this name; kept for names that no account has as well, so that a try takes as long. */
async function record(tx: Tx, { username, address, userAgent }: Door, outcome: 1 | 2, now: Date): Promise<void> {
  if (userAgent === undefined) return
  await tx
    .insertInto('login_record')
    .values({ username, at: now.toISOString(), outcome, address: address.slice(0, 64), user_agent: userAgent.slice(0, 300) })
    .execute()
}

/** Instants (ms) of the failures of a name. */
async function failuresOfName(db: Kysely<Database>, username: string, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('login_failure')
    .select('at')
    .where('username', '=', username)
    .where('at', '>', new Date(failuresSince(now.getTime())).toISOString())
    .execute()
  return rows.map(row => instantMs(row.at))
}

/**
 * Instants (ms) of the last failure of each name at the place of a try. That place is the address. A device that has signed in before is a
 * place of its own: an address which others have locked does not lock it. For a name that has signed in with the device there is none: its
 * own failures alone count.
 */
async function failuresOfPlace(db: Kysely<Database>, door: Door, device: Device | null, now: Date): Promise<number[]> {
  if (door.device === inSession || device?.usernames.has(door.username) === true) return []
  const rows = await db
    .selectFrom('login_failure')
    .select(e => e.fn.max('at').as('at'))
    .where(e => (device === null ? e('address', '=', door.address) : e('device', '=', device.hash)))
    .where('at', '>', new Date(failuresSince(now.getTime())).toISOString())
    .groupBy('username')
    .execute()
  return rows.map(row => instantMs(row.at))
}

function lockOf(ofName: readonly number[], ofPlace: readonly number[], perPlace: number, nowMs: number): number | null {
  const name = lockedUntil(ofName, lockLimits.perAccount, nowMs)
  const place = lockedUntil(ofPlace, perPlace, nowMs)
  return name === null && place === null ? null : Math.max(name ?? 0, place ?? 0)
}

function tooMany(untilMs: number, { now }: SignInNeeds): Error {
  const seconds = Math.max(1, Math.ceil((untilMs - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  return refuse.tooMany(sentence`登录失败次数过多，请 ${minutes} 分钟后再试`, seconds)
}

class CaptchaRefused extends Error {
  readonly refusal: Error
  constructor(refusal: Error) {
    super('captcha refused')
    this.refusal = refusal
  }
}

/** A picture serves one try, right or wrong. */
async function checkCaptcha(tx: Tx, door: Door, typed: string | undefined, { now }: SignInNeeds): Promise<void> {
  const refused = (wording: Wording): Error => new CaptchaRefused(refuse.captcha(wording, { captchaRequired: true }))
  if (typed === undefined || typed.trim() === '') throw refused(sentence`请输入验证码`)
  const shown = await tx
    .deleteFrom('login_captcha')
    .where('username', '=', door.username)
    .where('address', '=', door.address)
    .returning(['answer', 'expires_at'])
    .executeTakeFirst()
  if (!shown || instantMs(shown.expires_at) < now.getTime()) throw refused(sentence`验证码已过期，请换一张`)
  if (!isAnswer(typed, shown.answer)) throw refused(sentence`验证码不正确，请换一张再输入`)
}
