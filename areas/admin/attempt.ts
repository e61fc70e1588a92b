/**
 * One try to sign in, by whatever a person proves himself: lockout of names and places, the history, one after another for a name. All
 * doors count together.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { sql } from 'kysely'
import { type Tx, refuse, type Db } from '#platform/server/area.ts'
import {
  queuePerKey,
  limitConcurrency,
  failuresSince,
  lockedUntil,
  lockLimits,
  needsCaptcha,
  deviceByHash,
  deviceOf,
  type Device,
} from '#platform/server/rights.ts'
import { loginRecord } from './account/tables.ts'
import { readSysConfig } from './sys-config.ts'

export interface SignInNeeds {
  readonly db: Db
  readonly now: Date
}

const outcomes = loginRecord.fields.outcome.choices
/** failed tries are of no use to anybody after a day */
const failuresKeptMs = 24 * 3_600_000
/** Tries for one name run one after the other; more than these are sent away. */
const oneAfterTheOther = queuePerKey(20)
const waitSeconds = 5
/** a try holds a connection while its password is checked: a flood of names must leave connections to the others */
const atOnce = limitConcurrency(4)

export const inSession = Symbol('in a session')
/** What decides about a try: who he says he is, and from where. */
export interface Door {
  readonly username: string
  readonly address: string
  /** absent: no try to sign in, it is not in the history */
  readonly userAgent?: string
  /** token of the device's cookie, or its hash; `inSession`: the device is signed in already */
  readonly device: string | null | typeof inSession | { readonly hash: string | null }
  /** what a failure is in the history; absent: a wrong password */
  readonly refusedAs?: 'refused' | 'factor'
}
export type Verdict<T> = { readonly passed: true; readonly value: T } | { readonly passed: false; readonly error: Error }

export class WrongProof extends Error {}

/** The password was right, and more is asked: failures stay, or whoever knows it would have as many tries at the rest as he likes. */
export class HalfWay<T> {
  readonly value: T
  constructor(value: T) {
    this.value = value
  }
}

type Check<T> = (tx: Tx, failures: readonly number[]) => Promise<T | HalfWay<T> | null>

export async function guarded<T>(needs: SignInNeeds, door: Door, check: Check<T>, wrong: Wording = sentence`账号或密码不正确`): Promise<T> {
  const verdict = await attempt(needs, door, check)
  if (verdict.passed) return verdict.value
  if (!(verdict.error instanceof WrongProof)) throw verdict.error
  const failures = await failuresOfName(needs.db, door.username, needs.now)
  throw refuse.credentials(wrong, {
    captchaRequired: needsCaptcha(failures, lockLimits, needs.now.getTime()),
  })
}

/**
 * One try, alone for its name in this process and, by an advisory lock, in all of them: a hundred at once are still counted one by one.
 * The transaction commits whatever the verdict, for a failure must stay written.
 */
export async function attempt<T>(needs: SignInNeeds, door: Door, check: Check<T>): Promise<Verdict<T>> {
  const turn = oneAfterTheOther(door.username, () =>
    atOnce(() =>
      needs.db.transaction().execute(async (tx): Promise<Verdict<T>> => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${door.username}`}, 0))`.execute(tx)
        const device = await knownDevice(tx, door.device, needs.now)
        const failures = await failuresOfName(tx, door.username, needs.now)
        const atPlace = await failuresOfPlace(tx, door, device, needs.now)
        const { perAddressLimit } = await readSysConfig(tx)
        const locked = lockOf(failures, atPlace, perAddressLimit, needs.now.getTime())
        if (locked !== null) return { passed: false, error: tooMany(locked, needs) }
        try {
          const value = await check(tx, failures)
          if (value instanceof HalfWay) {
            await record(tx, door, outcomes.halfWay[0], needs.now)
            return { passed: true, value: value.value }
          }
          if (value !== null) {
            await record(tx, door, outcomes.succeeded[0], needs.now)
            await tx.deleteFrom('login_failure').where('username', '=', door.username).execute()
            return { passed: true, value }
          }
        } catch (error) {
          // nothing was tried, but that a picture is used up must stay written
          if (error instanceof Untried) return { passed: false, error: error.refusal }
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
        await record(tx, door, outcomes[door.refusedAs ?? 'refused'][0], needs.now)
        return { passed: false, error: new WrongProof() }
      }),
    ),
  )
  if (turn === null) throw refuse.tooMany(sentence`登录请求过于频繁，请稍后再试`, waitSeconds)
  return turn
}

async function knownDevice(tx: Tx, device: Door['device'], now: Date): Promise<Device | null> {
  if (device === null || device === inSession) return null
  if (typeof device === 'string') return deviceOf(tx, device, now)
  return device.hash === null ? null : deviceByHash(tx, device.hash, now)
}

/** A line of the sign-in history of this name; kept for names that no account has as well, so that a try takes as long. */
async function record(tx: Tx, { username, address, userAgent }: Door, outcome: 1 | 2 | 3 | 4, now: Date): Promise<void> {
  if (userAgent === undefined) return
  await tx
    .insertInto('login_record')
    .values({ username, at: now.toISOString(), outcome, address: address.slice(0, 64), user_agent: userAgent.slice(0, 300) })
    .execute()
}

/** Instants (ms) of the failures of a name. */
async function failuresOfName(db: Db, username: string, now: Date): Promise<number[]> {
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
async function failuresOfPlace(db: Db, door: Door, device: Device | null, now: Date): Promise<number[]> {
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

/** Refused before anything was tried: it counts for nothing. */
export class Untried extends Error {
  readonly refusal: Error
  constructor(refusal: Error) {
    super('not tried')
    this.refusal = refusal
  }
}
