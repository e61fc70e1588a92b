/**
 * A forgotten password: a link by mail, half an hour, one use. The request is answered before anybody looks for the account; a job does
 * that, so that neither the answer nor its time tells whether there is one.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { isEmail } from '#platform/format/contact.ts'
import { type Language, type House, refuse, type Db } from '#platform/server/area.ts'
import { hashPassword, trimmedPassword } from '#platform/server/rights.ts'
import { passwordFaults, refusedPassword, storePassword } from '../change-password.ts'
import { usernameOf } from '../sign-in.ts'
import { account } from '../tables.ts'
import { issueLink, linkPurposes, spendLink } from './links.ts'
import { demandCarrier, queueMessage } from './outbox.ts'
import type { Visit } from './register.ts'
import { demandRequest } from './request-limit.ts'
import { noteOwnAct } from './trail.ts'

export const recoverTask = 'account.recover'
export const recoveryMinutes = 30
const enabled = account.fields.status.choices.enabled[0]

/** /auth/user/recover `{ username }`: asks for the mail. */
export async function askRecovery(
  house: House,
  typed: string,
  from: { readonly address: string; readonly language: Language },
): Promise<null> {
  const username = usernameOf(typed)
  if (username === '') throw refuse.invalid([{ field: 'username', message: sentence`请输入账号名或邮箱` }])
  demandCarrier(house, 'mail')
  await house
    .unscoped('recovering: nobody is signed in')
    .transaction()
    .execute(async tx => {
      await demandRequest(tx, username, from.address, house.now())
      await house.jobs.add(tx, recoverTask, { username, language: from.language })
    })
  return null
}

/** The job: mails a link where exactly one account is meant, and has an address. */
export async function mailRecovery(house: House, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const db = house.unscoped('recovering: who is meant is known to the server alone')
  const username = payload['username'] as string
  const found = await meant(db, username)
  if (found === null) return
  const language: Language = payload['language'] === 'en' ? 'en' : 'zh'
  await db.transaction().execute(async tx => {
    const link = await issueLink(house, tx, {
      accountId: found.accountId,
      purpose: linkPurposes.recover[0],
      validMs: recoveryMinutes * 60_000,
    })
    await queueMessage(house, tx, { kind: 'mail', value: found.email }, recoveryMail(link, language))
  })
}

/**
 * By account name, else by the e-mail of an employee, where one account alone has it. The mail goes to the address that is on record, never
 * to the one typed.
 */
async function meant(db: Db, typed: string): Promise<{ accountId: string; email: string } | null> {
  const rows = await db
    .selectFrom('account as a')
    .leftJoin('account_organisation as m', 'm.account_id', 'a.id')
    .leftJoin('employee as e', 'e.id', 'm.employee_id')
    .select(['a.id', 'a.username', 'e.email'])
    .where('a.status', '=', enabled)
    .where(({ eb, or }) => or([eb('a.username', '=', typed), eb('e.email', '=', typed)]))
    .orderBy('a.id')
    .execute()
  const named = rows.filter(row => row.username === typed)
  const meantRows = named.length > 0 ? named : rows
  const accounts = new Set(meantRows.map(row => row.id))
  const email = meantRows.find(row => row.email !== null)?.email ?? (isEmail(typed) ? meantRows[0]?.username : undefined)
  const [accountId] = accounts
  return accounts.size === 1 && accountId !== undefined && email !== undefined && isEmail(email) ? { accountId, email } : null
}

/**
 * /auth/user/recover `{ token, newPassword }`: the link was followed. All sessions end, a lock by failed tries is lifted. The address it
 * was sent to is kept by administrators, and so the door counts as opened by others.
 */
export async function resetByLink(house: House, token: unknown, typed: unknown, { address }: Pick<Visit, 'address'>): Promise<null> {
  const newPassword = trimmedPassword(typed)
  const faults = passwordFaults(newPassword, null)
  if (faults.length > 0) throw refusedPassword(faults)
  const passwordHash = await hashPassword(newPassword)
  const done = await house
    .unscoped('recovering: the link names the account')
    .transaction()
    .execute(async tx => {
      const link = await spendLink(tx, token, linkPurposes.recover[0], house.now())
      if (link === null) return false
      const id = link.accountId
      await storePassword(tx, id, { passwordHash, isByOthers: true, mustChange: false, keepToken: null, now: house.now() })
      await noteOwnAct(tx, id, { verb: 'recover', after: null, address, now: house.now() })
      await tx
        .deleteFrom('login_failure')
        .where('username', 'in', eb => eb.selectFrom('account').select('username').where('id', '=', id))
        .execute()
      return true
    })
  if (!done) throw refuse.rule(sentence`链接无效或已过期，请重新找回密码`)
  house.rights.forget?.()
  return null
}

const recoveryMail = (link: string, language: Language): { subject: string; body: string } =>
  language === 'en'
    ? {
        subject: 'Reset your Zhanggui password',
        body:
          `Open this address within ${recoveryMinutes} minutes to set a new password:\n\n${link}\n\nIf you did not ask for it, ignore ` +
          `this mail; your password stays as it is.\n`,
      }
    : {
        subject: '找回掌柜密码',
        body: `请在 ${recoveryMinutes} 分钟内打开以下地址设置新密码：\n\n${link}\n\n如果不是您本人操作，请忽略这封邮件，密码不会改变。\n`,
      }
