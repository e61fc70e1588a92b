/**
 * Accounts of employees: opened, disabled, made administrators. Accounts are sealed; every function here first finds the employee through
 * the caller's door.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { writeAudit } from '#platform/server/records.ts'
import { hashPassword, randomPassword, givenOffice, revokeSessions, raiseScopeVersion } from '#platform/server/rights.ts'
import { nameIn, withoutMark } from './account-names.ts'
import { keepCompanyDoors } from './company-only.ts'
import { dataScopes } from './reach.ts'
import { usernameOf } from './sign-in.ts'
import { account, employee } from './tables.ts'

const { enabled, disabled } = { enabled: account.fields.status.choices.enabled[0], disabled: account.fields.status.choices.disabled[0] }
const employed = employee.fields.status.choices.employed[0]
/** A sealed table inside the caller's own transaction: the door is taken off for statements that name the account found through it. */
const sealed = (tx: Tx): Tx => tx.withoutPlugins()

const protectedFlags = {
  is_system_admin: ['system administrators', sentence`这是最后一个可用的系统管理员，请先设置另一个系统管理员`],
  is_installation_admin: ['administrators of the installation', sentence`这是最后一个可用的安装管理员，请先设置另一个安装管理员`],
} as const
type ProtectedFlag = keyof typeof protectedFlags

/**
 * Throws where, without these accounts, the installation would be left without a system administrator, or an administrator of its own, who
 * can sign in. Holds a lock for each: two can't both be the last but one.
 */
export async function refuseLastAdmin(
  tx: Tx,
  accountIds: readonly string[],
  flags: readonly ProtectedFlag[] = ['is_system_admin', 'is_installation_admin'],
): Promise<void> {
  for (const flag of flags) {
    const [lock, refusal] = protectedFlags[flag]
    const has = sql.ref(`a.${flag}`)
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx)
    const { rows } = await sql<{ me: boolean; others: number }>`
      select exists (select 1 from account a where a.id = any(${accountIds}) and ${has}) as me,
        (select count(distinct a.id)::int from account a join account_organisation m on m.account_id = a.id
          left join employee e on e.id = m.employee_id
          where ${has} and a.status = ${enabled} and a.id <> all(${accountIds}) and (e.id is null
            or e.status = ${employed})) as others`.execute(sealed(tx))
    if (rows[0]?.me && rows[0].others === 0) throw refuse.rule(refusal)
  }
}

/** The account of an employee of the caller's organisation; refuses an employee without one. */
export async function accountOf(context: Context, employeeId: string): Promise<{ accountId: string; name: string }> {
  const found = await context.db
    .selectFrom('employee as e')
    .leftJoin('account_organisation as m', 'm.employee_id', 'e.id')
    .select(['m.account_id', 'e.name'])
    .where('e.id', '=', employeeId)
    .executeTakeFirst()
  if (!found) throw refuse.unknown(['员工', 'Employee'])
  if (found.account_id === null) throw refuse.rule(sentence`${found.name} 还没有账号，请先开通账号`)
  return { accountId: found.account_id, name: found.name }
}

interface Standing {
  readonly admin: boolean
  readonly installation: boolean
  readonly elsewhere: boolean
}

async function standingOf(context: Context, tx: Tx, accountId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select is_system_admin as admin, is_installation_admin as installation,
      exists (select 1 from account_organisation where account_id = account.id and org_id <> ${context.caller.orgId}) as elsewhere
    from account where id = ${accountId}`.execute(sealed(tx))
  return rows[0]
}

/** Who is no system administrator touches nothing of theirs, and who is no administrator of the installation nothing of those. */
export async function refuseAdministrator(context: Context, tx: Tx, accountId: string, name: string): Promise<void> {
  if (context.caller.installationAdmin === true) return
  const standing = await standingOf(context, tx, accountId)
  if (standing?.admin && !context.caller.systemAdmin) throw refuse.forbidden(sentence`${name} 是系统管理员，只有系统管理员能修改其账号`)
  if (standing?.installation) throw refuse.forbidden(sentence`${name} 是安装管理员，只有安装管理员能修改其账号`)
}

/** Nor an account that works for another organisation as well. */
export async function refuseAboveMe(context: Context, tx: Tx, accountId: string, name: string): Promise<void> {
  await refuseAdministrator(context, tx, accountId, name)
  if (context.caller.systemAdmin) return
  const standing = await standingOf(context, tx, accountId)
  if (standing?.elsewhere) throw refuse.forbidden(sentence`${name} 的账号还属于其他组织，请联系系统管理员`)
}

export interface OpenedAccount {
  readonly name: string
  readonly username: string
  /** told once: it must be changed at the first sign-in */
  readonly password: string
}

export interface NewPassword {
  readonly password: string
  readonly hash: string
}
/** Some 45 ms; for many people made before their transaction begins, which holds the rights of the organisation. */
export async function newPassword(): Promise<NewPassword> {
  const password = randomPassword()
  return { password, hash: await hashPassword(password) }
}

/** Opens an account with a random password. Refuses names that are taken, and people who have left or have an account. */
export async function openAccount(context: Context, employeeId: string, typed: string, given?: NewPassword): Promise<OpenedAccount> {
  const { caller } = context
  const wanted = withoutMark(usernameOf(typed), caller.orgId)
  if (!/^[\p{L}\p{N}._@-]{2,80}$/u.test(wanted))
    throw refuse.invalid([{ field: 'username', message: sentence`账号应为 2 到 80 个字母、数字或 . _ @ -` }])
  const { password, hash } = given ?? (await newPassword())
  return context.write(async tx => {
    const username = await nameIn(sealed(tx), caller.orgId, wanted)
    const found = await tx
      .selectFrom('employee as e')
      .leftJoin('account_organisation as m', 'm.employee_id', 'e.id')
      .select(['e.name', 'e.status', 'm.account_id'])
      .where('e.id', '=', employeeId)
      .executeTakeFirst()
    if (!found) throw refuse.unknown(['员工', 'Employee'])
    if (found.account_id !== null) throw refuse.rule(sentence`${found.name} 已有账号`)
    if (found.status !== employed) throw refuse.rule(sentence`${found.name} 已离职，不能开通账号`)
    const made = await sealed(tx)
      .insertInto('account')
      .values({
        username,
        name: found.name,
        password_hash: hash,
        must_change: true,
        created_by: caller.accountId,
        door_opened_at: context.now().toISOString(),
      })
      .onConflict(c => c.column('username').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refuse.invalid([{ field: 'username', message: sentence`这个账号名已被使用，请换一个` }])
    await tx
      .insertInto('account_organisation')
      .values({ org_id: caller.orgId, account_id: made.id, employee_id: employeeId, data_scope: dataScopes.self })
      .execute()
    await writeAudit(context, tx, { subject: 'account', recordId: made.id, verb: 'open', before: null, after: { employeeId, username } })
    await raiseScopeVersion(tx, caller.orgId)
    return { name: found.name, username, password }
  })
}

/** Enables or disables the accounts of these employees, all or none; a disabled one is signed out everywhere. */
export async function setAccountsEnabled(context: Context, employeeIds: readonly string[], on: boolean): Promise<{ changed: number }> {
  const accounts = await Promise.all([...new Set(employeeIds)].map(id => accountOf(context, id)))
  if (!on && accounts.some(a => a.accountId === context.caller.accountId)) throw refuse.rule(sentence`不能停用自己的账号`)
  await context.write(async tx => {
    for (const { accountId, name } of accounts) {
      await refuseAboveMe(context, tx, accountId, name)
      if (!on) await refuseLastAdmin(tx, [accountId])
      await keepCompanyDoors(sealed(tx), accountId, () =>
        sealed(tx)
          .updateTable('account')
          .set({ status: on ? enabled : disabled })
          .where('id', '=', accountId)
          .execute(),
      )
      if (!on) await revokeSessions(sealed(tx), accountId, context.now())
      await writeAudit(context, tx, {
        subject: 'account',
        recordId: accountId,
        verb: on ? 'enable' : 'disable',
        before: null,
        after: { name },
      })
    }
    await raiseScopeVersion(tx, context.caller.orgId)
  })
  context.house.rights.forget?.()
  return { changed: accounts.length }
}

/**
 * Administrators and owners of the manager's mailbox: protected flags, set by system administrators alone, that of the installation by
 * those who have it.
 */
export async function setAccountFlag(context: Context, employeeId: string, flag: ProtectedFlag | 'is_manager', on: boolean): Promise<null> {
  const { accountId, name } = await accountOf(context, employeeId)
  await context.write(async tx => {
    if (flag !== 'is_manager') await refuseFlag(context, tx, { accountId, name, flag, on })
    await keepCompanyDoors(sealed(tx), accountId, () =>
      sealed(tx)
        .updateTable('account')
        .set({ [flag]: on })
        .where('id', '=', accountId)
        .execute(),
    )
    if (on) await givenOffice(sealed(tx), accountId, context.now())
    await writeAudit(context, tx, { subject: 'account', recordId: accountId, verb: flag, before: { [flag]: !on }, after: { [flag]: on } })
    await raiseScopeVersion(tx, context.caller.orgId)
  })
  context.house.rights.forget?.()
  return null
}

interface FlagChange {
  readonly accountId: string
  readonly name: string
  readonly flag: ProtectedFlag
  readonly on: boolean
}

/** An administrator of the installation is a system administrator too: the one flag is given after the other and taken before it. */
async function refuseFlag(context: Context, tx: Tx, { accountId, name, flag, on }: FlagChange): Promise<void> {
  await refuseAdministrator(context, tx, accountId, name)
  if (!on) await refuseLastAdmin(tx, [accountId], [flag])
  const standing = await standingOf(context, tx, accountId)
  if (flag === 'is_installation_admin' && on && !standing?.admin) throw refuse.rule(sentence`${name} 不是系统管理员，请先设为系统管理员`)
  if (flag === 'is_system_admin' && !on && standing?.installation) throw refuse.rule(sentence`${name} 是安装管理员，请先取消安装管理员`)
}

export interface AccountState {
  readonly username: string
  readonly isEnabled: boolean
  readonly mustChange: boolean
  readonly isSystemAdmin: boolean
  readonly isInstallationAdmin: boolean
  readonly isManager: boolean
}

/** Name and state of an account that was found through the door. */
export async function accountState(context: Context, accountId: string): Promise<AccountState> {
  const found = await context.house
    .unscoped('the account of an employee found through the door: name and state')
    .selectFrom('account')
    .select([
      'username',
      'status',
      'must_change as mustChange',
      'is_system_admin as isSystemAdmin',
      'is_installation_admin as isInstallationAdmin',
      'is_manager as isManager',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { status, ...state } = found
  return { ...state, isEnabled: status === enabled }
}
