/** The account of a program: roles and reach as a person has them, and no password that anybody knows. Another area decides who has one. */
import { randomUUID } from 'node:crypto'
import { sentence } from '#platform/declare/sentence.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { hashOfNothing, raiseScopeVersion } from '#platform/server/rights.ts'
import { dataScopes } from './reach.ts'
import { account } from './tables.ts'

/** names of such accounts begin so: no person's name has a space */
export const programMark = 'program '
const { enabled, disabled } = account.fields.status.choices

export interface ProgramAccount {
  /** null: there is none yet */
  readonly accountId: string | null
  readonly name: string
  readonly roleIds: readonly string[]
  /** empty: all of the organisation */
  readonly deptIds: readonly string[]
  readonly isOpen: boolean
}

/** Makes it as it is told, for a system administrator alone; answers its id. Inside the transaction of what is told. */
export async function keepProgramAccount(context: Context, tx: Tx, told: ProgramAccount): Promise<string> {
  const { caller } = context
  if (!caller.systemAdmin) throw refuse.forbidden(sentence`只有系统管理员能设置技术账号`)
  const sealed = tx.withoutPlugins()
  const values = { name: told.name, status: told.isOpen ? enabled[0] : disabled[0] }
  const reach = {
    data_scope: told.deptIds.length === 0 ? dataScopes.all : dataScopes.named,
    named_dept_ids: told.deptIds.length === 0 ? null : [...told.deptIds],
  }
  const accountId = told.accountId ?? (await opened(context, sealed, values))
  if (told.accountId === null) {
    await tx
      .insertInto('account_organisation')
      .values({ org_id: caller.orgId, account_id: accountId, ...reach })
      .execute()
  } else {
    await sealed.updateTable('account').set(values).where('id', '=', accountId).where('username', 'like', `${programMark}%`).execute()
    await tx.updateTable('account_organisation').set(reach).where('account_id', '=', accountId).execute()
    await tx.deleteFrom('account_role').where('account_id', '=', accountId).execute()
  }
  const roles = told.roleIds.map(roleId => ({
    org_id: caller.orgId,
    account_id: accountId,
    role_id: roleId,
    created_by: caller.accountId,
  }))
  if (roles.length > 0) await tx.insertInto('account_role').values(roles).execute()
  await raiseScopeVersion(tx, caller.orgId)
  return accountId
}

async function opened({ caller }: Context, sealed: Tx, values: { readonly name: string; readonly status: 1 | 2 }): Promise<string> {
  const username = `${programMark}${randomUUID()}`
  const { id } = await sealed
    .insertInto('account')
    .values({ ...values, username, password_hash: hashOfNothing(), created_by: caller.accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
