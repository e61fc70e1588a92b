/** Factors of somebody else are taken away by an administrator: never given, and never his own. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { writeAudit } from '#platform/server/records.ts'
import { forgetFactors, openedByOthers, revokeSessions } from '#platform/server/rights.ts'
import { accountOf, acts, keepCompanyDoors, refuseAdministrator, tellTouched } from '#areas/admin/index.ts'

/** POST /userManage/resetFactor: sessions end, the sealed things of the account are closed to it, and its owner is told. */
export async function resetFactor(context: Context, input: { readonly employeeId: string; readonly reason: string }): Promise<null> {
  const { accountId, name } = await accountOf(context, input.employeeId)
  if (accountId === context.caller.accountId) throw refuse.rule(sentence`不能重置自己的第二步验证，请联系其他系统管理员`)
  await context.write(async (tx, inside) => {
    await refuseAdministrator(inside, tx, accountId, name)
    const bare = tx.withoutPlugins()
    await keepCompanyDoors(bare, accountId, () => forgetFactors(bare, accountId))
    await openedByOthers(bare, accountId, inside.now())
    await revokeSessions(bare, accountId, inside.now())
    await writeAudit(inside, tx, {
      subject: 'account',
      recordId: accountId,
      verb: 'resetFactor',
      before: null,
      after: { reason: input.reason },
    })
    await tellTouched(inside, tx, accountId, acts.factor)
  })
  context.house.rights.forget?.()
  return null
}
