/** Technical accounts as they are kept: the account behind each follows in the same transaction. */
import { type Context, refuse } from '#platform/server/area.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { followerOf, setDerived } from '#platform/server/records.ts'
import { keepProgramAccount } from '#areas/admin/index.ts'
import { accountStates, technicalAccount } from './tables.ts'

export const technicalChanged = followerOf(technicalAccount, async (context, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null) {
      // keys, webhooks and what they wrote name the account
      if (before !== null) throw refuse.rule(sentence`技术账号不能删除，请改为停用`)
      continue
    }
    const row = await accountOf(context, id)
    const accountId = await keepProgramAccount(context, tx, {
      accountId: row.account_id,
      name: after.name,
      roleIds: row.role_ids ?? [],
      deptIds: row.dept_ids ?? [],
      isOpen: row.status === accountStates.open[0],
    })
    if (row.account_id === null) await setDerived(context, technicalAccount, [{ id, accountId }])
  }
})

/** Inside the transaction: the row as it was just written. */
const accountOf = ({ db }: Context, id: string) =>
  db.selectFrom('technical_account').select(['account_id', 'role_ids', 'dept_ids', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
