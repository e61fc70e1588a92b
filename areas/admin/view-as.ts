/** Looking at the product as somebody else: for system administrators, read-only, recorded when it begins and when it ends. */
import { sentence } from '#platform/declare/sentence.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { writeAudit } from '#platform/server/records.ts'
import { hashOfToken } from '#platform/server/rights.ts'
import { accountOf, accountState } from './accounts.ts'

/** From now on this session sees what the employee sees. */
export async function beginView(context: Context, employeeId: string, token: string): Promise<{ name: string }> {
  const { caller, house } = context
  const { accountId, name } = await accountOf(context, employeeId)
  if (accountId === caller.accountId) throw refuse.rule(sentence`请选择其他员工`)
  if ((await house.rights.callerOf(accountId, caller.orgId)) === null)
    throw refuse.rule(sentence`${name} 的账号已停用或已离职，不能以其身份查看`)
  const { username } = await accountState(context, accountId)
  await context.write(async tx => {
    await writeAudit(context, tx, { subject: 'account', recordId: accountId, verb: 'viewAs', before: null, after: { name, username } })
    await tx
      .withoutPlugins()
      .updateTable('session')
      .set({ view_as_account_id: accountId, view_as_org_id: caller.orgId })
      .where('token_hash', '=', hashOfToken(token))
      .where('account_id', '=', caller.accountId)
      .execute()
  })
  house.rights.forget?.()
  return { name }
}

/** Back to oneself. The entry is written as the administrator, for the one looked at may write nothing. */
export async function endView(context: Context, token: string): Promise<null> {
  const { viewer, accountId } = context.caller
  if (!viewer) return null
  const own = await context.house.rights.callerOf(viewer.accountId, viewer.orgId)
  if (!own) throw refuse.signIn()
  const mine = context.house.asUser(own, context.language, context.requestId)
  await mine.write(async tx => {
    await writeAudit(mine, tx, { subject: 'account', recordId: accountId, verb: 'endViewAs', before: null, after: null })
    await tx
      .withoutPlugins()
      .updateTable('session')
      .set({ view_as_account_id: null, view_as_org_id: null })
      .where('token_hash', '=', hashOfToken(token))
      .where('account_id', '=', viewer.accountId)
      .execute()
  })
  context.house.rights.forget?.()
  return null
}
