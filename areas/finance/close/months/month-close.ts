/** Closing and reopening a month of the books: in order, alone, with the figures it was closed with. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { writeAudit, change, create } from '#platform/server/records.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { noteHappened } from '#platform/server/notices.ts'
import { markStale } from '#platform/server/reports.ts'
import { amounts } from '../../facts/amounts.ts'
import { costsFollow } from '../../base/costs-follow.ts'
import { lockMonths } from '../../base/closed-months.ts'
import { undoReleases } from '../../facts/amazon/imports/releases.ts'
import { booksOf } from '../../base/books-of.ts'
import { checkMonth, daysOfMonth } from './month-check.ts'
import { financeMonth } from '../../base/month-table.ts'
import { companyProfit } from '../../profit/report/profit.ts'

/** The books are closed and opened over every shop of the organisation: not by who sees a part of them. */
const refusedInPart = (): Error => refuse.forbidden(sentence`结账和反结账涉及公司的全部店铺，请由能看到全部店铺的人操作`)

/** Closes a month, or refuses with all that keeps it open (the findings are the refusal's data). */
export async function closeMonth(context: Context, month: string): Promise<{ month: string; profit: string | null }> {
  const { first } = daysOfMonth(month)
  const { caller } = context
  return context.write(async (tx, inside) => {
    await lockMonths(tx, caller.orgId)
    // nobody writes into the books while the months are held
    const check = await checkMonth(inside, month)
    if (!check.isWhole) throw refusedInPart()
    if (check.closed) throw refuse.rule(sentence`${month} 已结账`)
    if (check.blockers.length > 0)
      throw refuse.rule(
        sentence`${month} 还不能结账：${listed(
          check.blockers.map(b => b.message),
          '；',
        )}`,
        check.blockers,
      )
    const before = await tx.selectFrom('finance_month').select('id').where('month', '=', first).executeTakeFirst()
    const values = {
      state: 1,
      profit: check.result.cny['profit'] ?? null,
      closedByName: caller.name,
      closedAt: context.now().toISOString(),
      result: JSON.stringify(check.result),
    }
    const told = { before: { month, state: 0 }, after: { month, state: 1 } }
    const row = before
      ? await change(inside, financeMonth, before.id, values, { verb: 'close', told })
      : await create(inside, financeMonth, { month: first, ...values }, { verb: 'close', told })
    await noteHappened({ orgId: caller.orgId, now: inside.now() }, tx, 'month.closed', financeMonth, row.id)
    // apart from the record: its history is for who sees the month, these figures are those of every shop
    const figures = { month, result: check.result }
    await writeAudit(inside, tx, { subject: companyProfit.name, recordId: null, verb: 'close', before: null, after: figures })
    return { month, profit: values.profit }
  })
}

/** Opens the last closed month again. Its result stays in the trail, under the profit report, and the reason with the month. */
export async function reopenMonth(context: Context, id: string, why: string): Promise<{ month: string }> {
  if (!/^[0-9]{1,18}$/.test(id)) throw refuse.unknown(financeMonth.title)
  const { caller } = context
  const reopenReason = why.trim()
  if (reopenReason === '') throw refuse.invalid([{ field: 'reason', message: sentence`请填写反结账的原因` }])
  if (!(await booksOf(context)).isWhole) throw refusedInPart()
  return context.write(async (tx, inside) => {
    await lockMonths(tx, caller.orgId)
    const row = await tx
      .selectFrom('finance_month')
      .select(['state', sql<string>`to_char(month, 'YYYY-MM')`.as('name')])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw refuse.unknown(financeMonth.title)
    if (row.state !== 1) throw refuse.rule(sentence`${row.name} 没有结账`)
    const later = await tx
      .selectFrom('finance_month')
      .select(sql<string | null>`to_char(max(month), 'YYYY-MM')`.as('name'))
      .where('state', '=', 1)
      .executeTakeFirst()
    if (later?.name && later.name > row.name) throw refuse.rule(sentence`请先反结账 ${later.name}，月份按倒序打开`)
    const told = { before: { month: row.name, state: 1 }, after: { month: row.name, state: 0, reopenReason } }
    const open = { state: 0, profit: null, closedByName: null, closedAt: null, movesAsText: 0, reopenReason }
    await change(inside, financeMonth, id, open, { verb: 'reopen', told })
    const thawed = await undoReleases(anyTable(tx), daysOfMonth(row.name))
    for (const [shopId, lines] of Map.groupBy(thawed, line => line.shopId))
      await markStale(
        tx,
        amounts,
        shopId,
        lines.map(line => line.day),
        context.now(),
      )
    // Costs and mappings may have changed while the month kept those it was closed with.
    await costsFollow(tx, inside, { fromMonth: `${row.name}-01` })
    return { month: row.name }
  })
}
