/** Adjustments of a group's result: asked by somebody outside the group, in force when another has approved them. */
import { sql } from 'kysely'
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { decimal, files, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { isZero } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { namedId, create, setDerived, oneRecord, followerOf } from '#platform/server/records.ts'
import { amongMembers } from './figures.ts'
import { groupsOf } from './groups.ts'
import { adjustmentStates, performanceStates } from './states.ts'
import { performance, performanceAdjustment, performanceGroupAmount } from './tables.ts'

export const adjustFace: ActionDeclaration = {
  name: 'adjust',
  title: ['调整', 'Adjust'],
  over: 'row',
  operation: operations.edit,
  input: {
    amount: decimal('调整金额', 'Amount', 2, { help: ['减少填负数', 'Less than 0 takes away'] }),
    reason: text('原因', 'Reason', { max: 200 }),
    papers: files('附件', 'Files', { optional: true, max: 8 }),
  },
}

export async function adjust(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ id: string; changed: number }> {
  const id = namedId(input['id'], performanceGroupAmount.title)
  const amount = asText(input['amount'])
  if (isZero(amount)) throw refuse.invalid([{ field: 'amount', message: sentence`调整金额不能为 0` }])
  const row = await oneRecord(context, performanceGroupAmount, id)
  if (input['version'] !== undefined && Number(input['version']) !== row.version)
    throw refuse.conflict(sentence`这条小组绩效刚被修改过，请刷新后再调整`)
  return context.write(async (_, inside) => {
    const groupId = asText(row['groupId'])
    const own = await inside.db
      .selectFrom('performance_group_member')
      .select('id')
      .where('group_id', '=', groupId)
      .where('employee_id', '=', inside.caller.employeeId ?? '0')
      .limit(1)
      .executeTakeFirst()
    if (own !== undefined) throw refuse.forbidden(sentence`小组成员不能调整自己小组的结果`)
    const made = await create(inside, performanceAdjustment, {
      amountId: id,
      amount,
      reason: input['reason'],
      ...(input['papers'] === undefined ? {} : { papers: input['papers'] }),
    })
    return { id: made.id, changed: 1 }
  })
}

/** What is in force is added to the group, and divided among its members as far as nothing of theirs is confirmed. */
export const keepAdjustments = followerOf(performanceAdjustment, async (context, tx, changes) => {
  const ids = [
    ...new Set(
      changes
        .filter(({ before, after }) => before?.state !== after?.state)
        .map(({ after, before }) => asText((after ?? before)?.['amountId'])),
    ),
  ]
  if (ids.length === 0) return
  const system = await inServersName(context, tx, 'adjustments of performance')
  const amounts = await system.db
    .selectFrom('performance_group_amount as a')
    .select(['a.id', 'a.group_id', 'a.measure', sql<string>`to_char(a.month, 'YYYY-MM')`.as('month')])
    .select(e =>
      e
        .selectFrom('performance_adjustment as j')
        .select(sql<string>`coalesce(sum(j.amount), 0)`.as('sum'))
        .whereRef('j.amount_id', '=', 'a.id')
        .where('j.state', '=', adjustmentStates.passed[0])
        .as('sum'),
    )
    .where('a.id', 'in', ids)
    .execute()
  await setDerived(
    system,
    performanceGroupAmount,
    amounts.map(({ id, sum }) => ({ id, adjust: sum ?? '0' })),
  )
  const groups = new Map((await groupsOf(system, [...new Set(amounts.map(row => row.group_id))])).map(group => [group.id, group]))
  for (const { group_id, measure, month, sum } of amounts) {
    const group = groups.get(group_id)
    if (group === undefined) continue
    const parts = amongMembers(group, month, sum ?? '0')
    const rows = await system.db
      .selectFrom('performance')
      .select(['id', 'employee_id'])
      .where('group_id', '=', group_id)
      .where('measure', '=', measure)
      .where(sql<boolean>`month = ${`${month}-01`}::date`)
      .where('state', '<', performanceStates.confirmed[0])
      .execute()
    await setDerived(
      system,
      performance,
      rows.map(row => ({ id: row.id, adjust: parts.get(row.employee_id) ?? '0' })),
    )
  }
})
