/** Changing passwords: the first one, one's own, and an employee's by an administrator. Other sessions of the account end with it. */
import { sentence } from '#platform/declare/sentence.ts'
import { writeAudit } from '#platform/server/records.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import {
  forgetTickets,
  isGuessable,
  hashPassword,
  hasPasswordLength,
  isPassword,
  randomPassword,
  trimmedPassword,
  openedByOthers,
  revokeSessions,
} from '#platform/server/rights.ts'
import { refuseAdministrator } from './accounts.ts'
import { acts, tellTouched } from './account/touched.ts'
import { checkOldPassword } from './sign-in.ts'

const words = {
  old: ['请输入原密码', 'Please enter the old password'],
  oldLength: ['请输入6-10位的原密码', 'Please enter an old password of 6-10 characters'],
  oldWrong: ['原密码不正确', 'The old password is wrong'],
  fresh: ['请输入新密码', 'Please enter a new password'],
  freshLength: ['请输入6-10位的新密码', 'Please enter a new password of 6-10 characters'],
  guessable: ['密码太容易被猜到，请换一个', 'This password is too easy to guess, please choose another'],
  same: ['请输入与原密码不同的6-10位密码', 'Please enter a 6-10 character password different from the old one'],
} as const
type Complaint = keyof typeof words
interface Fault {
  readonly field: 'oldPassword' | 'newPassword'
  readonly complaint: Complaint
}

/** What is wrong with a new password, the old one given or (first change) not asked; `names`: the account's. Pure. */
export function passwordFaults(newPassword: string, oldPassword: string | null, names: readonly string[] = []): Fault[] {
  const faults: Fault[] = []
  if (oldPassword === '') faults.push({ field: 'oldPassword', complaint: 'old' })
  else if (oldPassword !== null && !hasPasswordLength(oldPassword)) faults.push({ field: 'oldPassword', complaint: 'oldLength' })
  if (newPassword === '') faults.push({ field: 'newPassword', complaint: 'fresh' })
  else if (newPassword === oldPassword) faults.push({ field: 'newPassword', complaint: 'same' })
  else if (!hasPasswordLength(newPassword)) faults.push({ field: 'newPassword', complaint: 'freshLength' })
  else if (isGuessable(newPassword, names)) faults.push({ field: 'newPassword', complaint: 'guessable' })
  return faults
}

export const refusedPassword = (faults: readonly Fault[]): Error =>
  refuse.invalid(faults.map(({ field, complaint }) => ({ field, message: words[complaint] })))

/** modifyInitPassword: only where the password must be changed; nobody else changes it without the old one. */
export async function changeFirstPassword(context: Context, input: { readonly newPassword?: unknown }, token: string): Promise<null> {
  if (context.caller.loginState !== '1') throw refuse.rule(sentence`当前账号不需要修改初始密码，请使用修改密码`)
  const newPassword = trimmedPassword(input.newPassword)
  const current = await accounts(context)
    .selectFrom('account')
    .select(['password_hash', 'username'])
    .where('id', '=', context.caller.accountId)
    .executeTakeFirstOrThrow()
  const faults = passwordFaults(newPassword, null, [current.username])
  if (faults.length > 0) throw refusedPassword(faults)
  if (await isPassword(newPassword, current.password_hash)) throw refusedPassword([{ field: 'newPassword', complaint: 'same' }])
  await setPassword(context, context.caller.accountId, newPassword, token)
  return null
}

/** modifyPassword: one's own, knowing the old one. */
export async function changePassword(
  context: Context,
  input: { readonly oldPassword?: unknown; readonly newPassword?: unknown },
  token: string,
  address: string,
): Promise<null> {
  const oldPassword = trimmedPassword(input.oldPassword)
  const newPassword = trimmedPassword(input.newPassword)
  const { username } = await accounts(context)
    .selectFrom('account')
    .select('username')
    .where('id', '=', context.caller.accountId)
    .executeTakeFirstOrThrow()
  const faults = passwordFaults(newPassword, oldPassword, [username])
  if (faults.length > 0) throw refusedPassword(faults)
  const known = await checkOldPassword({ db: accounts(context), now: context.now() }, context.caller.accountId, oldPassword, address)
  if (!known) throw refusedPassword([{ field: 'oldPassword', complaint: 'oldWrong' }])
  await setPassword(context, context.caller.accountId, newPassword, token)
  return null
}

/** resetPassword: a random one, told once to the administrator who asked; its owner must change it first and is signed out everywhere. */
export async function resetPassword(context: Context, employeeId: string): Promise<{ password: string }> {
  const membership = await context.db
    .selectFrom('employee as e')
    .leftJoin('account_organisation as m', 'm.employee_id', 'e.id')
    .select(['m.account_id', 'e.name'])
    .where('e.id', '=', employeeId)
    .executeTakeFirst()
  if (!membership) throw refuse.unknown(['员工', 'Employee'])
  if (membership.account_id === null) throw refuse.rule(sentence`该员工还没有账号，不能重置密码`)
  const { account_id: accountId, name } = membership
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  await context.write(async (tx, inside) => {
    await refuseAdministrator(inside, tx, accountId, name)
    // a first password is chosen by whoever was told the random one, and the door is open since that was made
    const now = inside.now()
    await storePassword(tx.withoutPlugins(), accountId, { passwordHash, isByOthers: true, mustChange: true, keepToken: null, now })
    await writeAudit(inside, tx, { subject: 'account', recordId: accountId, verb: 'resetPassword', before: null, after: null })
    await tellTouched(inside, tx, accountId, acts.password)
  })
  context.house.rights.forget?.()
  return { password }
}

const accounts = (context: Context) => context.house.unscoped('passwords: accounts and sessions are sealed')

async function setPassword(context: Context, accountId: string, password: string, keepToken: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await accounts(context)
    .transaction()
    .execute(async tx => {
      await storePassword(tx, accountId, { passwordHash, isByOthers: false, mustChange: false, keepToken, now: context.now() })
      await writeAudit(context, tx, { subject: 'account', recordId: accountId, verb: 'password', before: null, after: null })
    })
  context.house.rights.forget?.()
}

interface StoredPassword {
  readonly passwordHash: string
  /** whether whoever signs in with it need not be who knew the one before */
  readonly isByOthers: boolean
  readonly mustChange: boolean
  /** the session that stays; null: all end */
  readonly keepToken: string | null
  readonly now: Date
}

/** Writes a password and ends the sessions and half-way sign-ins that were begun with another. */
export async function storePassword(
  tx: Tx,
  accountId: string,
  { passwordHash, isByOthers, mustChange, keepToken, now }: StoredPassword,
): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash, must_change: mustChange }).where('id', '=', accountId).execute()
  await forgetTickets(tx, accountId)
  if (isByOthers) await openedByOthers(tx, accountId, now)
  await revokeSessions(tx, accountId, now, keepToken)
}
