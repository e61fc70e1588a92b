/** Signing in: lockout, verification picture, password, session. The answers never tell whether an account exists. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { type Tx, refuse } from '#platform/server/area.ts'
import {
  captchaMinutes,
  hasFactor,
  isAnswer,
  newCaptcha,
  lockLimits,
  needsCaptcha,
  isPassword,
  trimmedPassword,
  type Visitor,
  waysOf,
} from '#platform/server/rights.ts'
import { signedAs } from './account-names.ts'
import { attempt, guarded, HalfWay, inSession, Untried, WrongProof, type Door, type SignInNeeds } from './attempt.ts'
import { companyOnlySentence, isCompanyOnly } from './company-only.ts'
import { halfWay, nextStep, refuseHalf, wholeWay, type Half, type SignedIn, type SigningIn } from './second-step.ts'
import { account, employee } from './tables.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha?: string | undefined
}
const statuses = account.fields.status.choices
const left = employee.fields.status.choices.left[0]
const usernameLengthMax = 100
const passwordLengthMax = 200

export const usernameOf = (typed: string): string => typed.normalize('NFC').trim().toLowerCase().slice(0, usernameLengthMax)

/** Signs in and begins a session. */
export async function signIn(
  needs: SignInNeeds,
  credentials: Credentials,
  visitor: Visitor & { readonly device: string | null; readonly trusted?: string | null; readonly isHttps?: boolean },
): Promise<SignedIn> {
  const door = { username: await signedAs(needs.db, usernameOf(credentials.username)), ...visitor }
  const answer = await guarded<SignedIn | { missing: Wording } | Half>(needs, door, async (tx, failures) => {
    if (needsCaptcha(failures, lockLimits, needs.now.getTime())) await checkCaptcha(tx, door, credentials.captcha, needs)
    const found = await tx
      .selectFrom('account')
      .select(['id', 'name', 'password_hash', 'must_change', 'status', 'is_system_admin'])
      .where('username', '=', door.username)
      .executeTakeFirst()
    const right = await isPassword(trimmedPassword(credentials.password).slice(0, passwordLengthMax), found?.password_hash ?? null)
    if (!found || !right || found.status === statuses.disabled[0] || (await hasLeft(tx, found.id))) return null
    // whoever knows the password may learn what is still missing
    const missing = await missingBefore(tx, found)
    if (missing !== null) return { missing }
    const { passkeys } = await waysOf(tx, found.id)
    if (await isCompanyOnly(tx, found, passkeys)) return { missing: companyOnlySentence }
    const step = await nextStep(tx, found, visitor.trusted ?? null, needs.now)
    if (step.purpose !== null) return new HalfWay(await halfWay(tx, found, step, visitor.device, needs.now))
    return wholeWay(tx, found, { ...visitor, now: needs.now, isFresh: !hasFactor(step.ways) })
  })
  if ('missing' in answer) throw refuse.rule(answer.missing)
  if ('ticket' in answer) throw refuseHalf(answer, visitor.isHttps === true)
  return answer
}

/** The account of a person who may come in now: neither disabled nor gone. */
export async function standing(tx: Tx, accountId: string): Promise<SigningIn | null> {
  const found = await tx
    .selectFrom('account')
    .select(['id', 'name', 'must_change', 'status', 'is_system_admin'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return !found || found.status !== statuses.enabled[0] || (await hasLeft(tx, found.id)) ? null : found
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
  const verdict = await attempt(needs, { username: found.username, address, device: inSession }, async tx => {
    if (!(await isPassword(password, found.password_hash))) return null
    // who has a factor clears failures by it alone
    return hasFactor(await waysOf(tx, accountId)) ? new HalfWay(true) : true
  })
  if (verdict.passed) return true
  if (verdict.error instanceof WrongProof) return false
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

/** A picture serves one try, right or wrong. */
async function checkCaptcha(tx: Tx, door: Door, typed: string | undefined, { now }: SignInNeeds): Promise<void> {
  const refused = (wording: Wording): Error => new Untried(refuse.captcha(wording, { captchaRequired: true }))
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
