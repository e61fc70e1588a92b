/**
 * Registration: an account without rights, that the link in a mail makes active and an administrator gives rights to. The answer is the
 * same whether or not the address has an account: its owner learns that from the mail.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { isEmail, phoneOf } from '#platform/format/contact.ts'
import { passwordStrength } from '#platform/format/password-strength.ts'
import { type Language, type Tx, type House, refuse, type FieldError } from '#platform/server/area.ts'
import { isGuessable, hashPassword, hasPasswordLength, trimmedPassword } from '#platform/server/rights.ts'
import { usernameOf } from '../sign-in.ts'
import { readSysConfig } from '../sys-config.ts'
import { account } from '../tables.ts'
import { checkCode } from './codes.ts'
import { issueLink, linkPurposes, spendLink } from './links.ts'
import { demandCarrier, queueMessage } from './outbox.ts'
import { noteOwnAct } from './trail.ts'

export const activationHours = 24
const states = account.fields.status.choices

export type Registration = Readonly<Record<'email' | 'password' | 'password2' | 'mobile' | 'code', unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Who asks, as far as that is known of somebody who is not signed in. */
export interface Visit {
  readonly language: Language
  readonly address: string
}

/** Everything that is wrong with what was typed. Pure. */
export function registrationFaults(typed: Registration): FieldError[] {
  const faults: FieldError[] = []
  const add = (field: keyof Registration, message: Wording): void => void faults.push({ field, message })
  const email = textOf(typed.email)
  if (email === '') add('email', sentence`请输入账号名或邮箱`)
  else if (!isEmail(email)) add('email', sentence`邮箱格式不正确，例如 name@example.com`)
  const password = trimmedPassword(typed.password)
  if (password === '') add('password', sentence`请输入密码`)
  else if (!hasPasswordLength(password)) add('password', sentence`请输入6-10位的密码`)
  else if (passwordStrength(password) === 'short' || isGuessable(password, [email.split('@')[0] ?? '']))
    add('password', sentence`密码太容易被猜到，请换一个`)
  if (password !== trimmedPassword(typed.password2)) add('password2', sentence`两次输入的密码不一致`)
  const mobile = textOf(typed.mobile)
  if (mobile === '') add('mobile', sentence`请输入手机号`)
  else if (phoneOf(mobile) === null) add('mobile', sentence`手机格式不正确，例如 13800001001`)
  if (textOf(typed.code) === '') add('code', sentence`请输入验证码`)
  return faults
}

/** By the setting of the installation. */
export async function registrationOffered(house: House): Promise<boolean> {
  const { registrationOpen } = await readSysConfig(house.unscoped('registering: whether it is open, before anybody is known'))
  return registrationOpen
}

/** /auth/user/register. The code of the phone is spent with the account, in one transaction. */
export async function register(house: House, typed: Registration, { language, address }: Visit): Promise<{ email: string }> {
  if (!(await registrationOffered(house))) throw refuse.forbidden(sentence`注册未开放，请联系系统管理员`)
  demandCarrier(house, 'mail')
  const faults = registrationFaults(typed)
  const phone = phoneOf(textOf(typed.mobile))
  if (faults.length > 0 || phone === null) throw refuse.invalid(faults)
  const email = usernameOf(textOf(typed.email))
  // made whether or not it is needed: the time must not tell
  const passwordHash = await hashPassword(trimmedPassword(typed.password))
  const refusal = await house
    .unscoped('registering: nobody is signed in, accounts are sealed')
    .transaction()
    .execute(async tx => {
      const verdict = await checkCode(tx, phone, textOf(typed.code), house.now())
      if ('refusal' in verdict) return verdict.refusal
      await tx.updateTable('verification_code').set({ used_at: house.now().toISOString() }).where('id', '=', verdict.id).execute()
      await accountFor(house, tx, { email, passwordHash, language, address })
      return null
    })
  if (refusal !== null) throw refuse.captcha(refusal)
  return { email }
}

interface NewAccount extends Visit {
  readonly email: string
  readonly passwordHash: string
}

async function accountFor(house: House, tx: Tx, { email, passwordHash, language, address }: NewAccount): Promise<void> {
  const to = { kind: 'mail', value: email } as const
  const made = await tx
    .insertInto('account')
    .values({
      username: email,
      name: email.slice(0, email.indexOf('@')).slice(0, 50),
      password_hash: passwordHash,
      status: states.waiting[0],
    })
    .onConflict(conflict => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  const known = made ?? (await tx.selectFrom('account').select(['id', 'status']).where('username', '=', email).executeTakeFirstOrThrow())
  // for an address that is known as well: the time must not tell
  await noteOwnAct(tx, known.id, { verb: 'register', after: { isNew: made !== undefined }, address, now: house.now() })
  // Whoever registers again before a mail was read gets another one. Each link brings the password it was asked with: one typed by somebody
  // else before must not become that of who follows his own mail.
  if (made !== undefined || ('status' in known && known.status === states.waiting[0])) {
    const link = await issueLink(house, tx, {
      accountId: known.id,
      purpose: linkPurposes.activate[0],
      validMs: activationHours * 3_600_000,
      passwordHash,
    })
    await queueMessage(house, tx, to, activationMail(link, language))
  } else await queueMessage(house, tx, to, knownMail(language))
}

/** /auth/user/activate: the link was followed within its time. */
export async function activate(house: House, token: unknown, address: string): Promise<{ username: string }> {
  const activated = await house
    .unscoped('activating: nobody is signed in, the link names the account')
    .transaction()
    .execute(async tx => {
      const link = await spendLink(tx, token, linkPurposes.activate[0], house.now())
      if (link === null) return undefined
      const id = link.accountId
      const done = await tx
        .updateTable('account')
        .set({ status: states.enabled[0], ...(link.passwordHash === null ? {} : { password_hash: link.passwordHash }) })
        .where('id', '=', id)
        .where('status', '=', states.waiting[0])
        .returning('username')
        .executeTakeFirst()
      if (done !== undefined) await noteOwnAct(tx, id, { verb: 'activate', after: null, address, now: house.now() })
      return done
    })
  if (activated === undefined) throw refuse.rule(sentence`激活链接无效或已过期，请重新注册`)
  return activated
}

const activationMail = (link: string, language: Language): { subject: string; body: string } =>
  language === 'en'
    ? {
        subject: 'Activate your Zhanggui account',
        body:
          `Open this address within ${activationHours} hours to activate your account:\n\n${link}\n\nA system administrator then ` +
          `assigns your rights. If you did not register, ignore this mail.\n`,
      }
    : {
        subject: '激活掌柜账号',
        body: `请在 ${activationHours} 小时内打开以下地址激活账号：\n\n${link}\n\n激活后由系统管理员分配权限。如果不是您本人注册，请忽略这封邮件。\n`,
      }

const knownMail = (language: Language): { subject: string; body: string } =>
  language === 'en'
    ? {
        subject: 'You already have a Zhanggui account',
        body:
          'Somebody registered with this address, which already has an account. Sign in with it, or recover its password on the ' +
          'sign-in page.\n',
      }
    : { subject: '您已有掌柜账号', body: '有人用这个邮箱注册，但它已有账号。请直接登录；忘记密码时，请在登录页找回。\n' }
