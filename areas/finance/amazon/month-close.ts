/** Closing and reopening a month of the books: in order, alone, with the figures it was closed with. */
import { sql } from 'kysely'
import { writeAudit } from '#platform/server/audit/write-audit.ts'
import type { Context } from '#platform/server/context.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { costsFollow } from './calc.ts'
import { holdMonthsAlone } from './closed-months.ts'
import { checkMonth, daysOfMonth } from './month-check.ts'
import { financeMonth } from './month-table.ts'

/** Closes a month, or refuses with all that keeps it open (the findings are the refusal's data). */
export async function closeMonth(context: Context, month: string): Promise<{ month: string }> {
  const { first } = daysOfMonth(month)
  const { caller } = context
  return context.write(async (tx, inside) => {
    await holdMonthsAlone(tx, caller.orgId)
    // nobody writes into the books while the months are held
    const check = await checkMonth(inside, month)
    if (check.closed) throw refuse.rule(`${month} 已结账`)
    if (check.blockers.length > 0)
      throw refuse.rule(`${month} 还不能结账：${check.blockers.map(b => b.message).join('；')}`, check.blockers)
    const before = await tx.selectFrom('finance_month').select(['id', 'version', 'state']).where('month', '=', first).executeTakeFirst()
    const values = {
      state: 1 as const,
      profit: check.result.cny['profit'] ?? null,
      closed_by_name: caller.name,
      closed_at: context.now().toISOString(),
      result: JSON.stringify(check.result) as never,
    }
    const row = before
      ? await tx
          .updateTable('finance_month')
          .set({ ...values, version: before.version + 1, updated_by: caller.accountId, updated_at: values.closed_at })
          .where('id', '=', before.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('finance_month')
          .values({ org_id: caller.orgId, month: first, created_by: caller.accountId, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
    await writeAudit(context, tx, {
      subject: financeMonth.table,
      recordId: row.id,
      verb: 'close',
      before: { month, state: 0 },
      after: { month, state: 1, result: check.result },
    })
    return { month }
  })
}

/** Opens the last closed month again. Its result stays in the trail. */
export async function reopenMonth(context: Context, id: string): Promise<{ month: string }> {
  if (!/^[0-9]{1,18}$/.test(id)) throw refuse.unknown(financeMonth.title[0])
  const { caller } = context
  return context.write(async tx => {
    await holdMonthsAlone(tx, caller.orgId)
    const row = await tx
      .selectFrom('finance_month')
      .select(['id', 'version', 'state', sql<string>`to_char(month, 'YYYY-MM')`.as('name')])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw refuse.unknown(financeMonth.title[0])
    if (row.state !== 1) throw refuse.rule(`${row.name} 没有结账`)
    const later = await tx
      .selectFrom('finance_month')
      .select(sql<string | null>`to_char(max(month), 'YYYY-MM')`.as('name'))
      .where('state', '=', 1)
      .executeTakeFirst()
    if (later?.name && later.name > row.name) throw refuse.rule(`请先反结账 ${later.name}，月份按倒序打开`)
    await tx
      .updateTable('finance_month')
      .set({
        state: 0,
        profit: null,
        closed_by_name: null,
        closed_at: null,
        version: row.version + 1,
        updated_by: caller.accountId,
        updated_at: context.now().toISOString(),
      })
      .where('id', '=', id)
      .execute()
    // Costs and mappings may have changed while the month kept those it was closed with.
    await costsFollow(tx, context, { fromMonth: `${row.name}-01` })
    await writeAudit(context, tx, {
      subject: financeMonth.table,
      recordId: id,
      verb: 'reopen',
      before: { month: row.name, state: 1 },
      after: { month: row.name, state: 0 },
    })
    return { month: row.name }
  })
}
