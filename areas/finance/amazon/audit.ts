/** Auditing lines: an audited line can't be edited or deleted; taking the mark back is recorded like setting it. Refused in a closed month. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { writeAudit } from '#platform/server/audit/write-audit.ts'
import type { Context } from '#platform/server/context.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { keyOfRowId } from '#platform/server/lists/columns.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { byKey } from '#platform/server/lists/keys.ts'
import { closedUntil } from './closed-months.ts'

const idsMax = 1_000

/** Sets or clears the mark on all of these lines, or on none. */
export async function auditLines(context: Context, r: Resource, ids: readonly string[], audit: 0 | 1): Promise<{ changed: number }> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw refuse.invalid([{ field: 'ids', message: '请先选择要审核的数据' }])
  if (unique.length > idsMax) throw refuse.invalid([{ field: 'ids', message: `一次最多审核 ${idsMax} 行` }])
  const keys = unique.map(id => keyOfRowId(r, id))
  if (keys.includes(null)) throw refuse.unknown(r.title[0])
  return context.write(async tx => {
    const db = anyTable(tx)
    const closed = await closedUntil(tx, context.caller.orgId)
    const where = sql<boolean>`(${sql.join(
      keys.map(k => sql`(${byKey(r, k ?? [])})`),
      sql` or `,
    )})`
    const rows = await db
      .selectFrom(r.table)
      .select([sql<string>`to_char(booked_on, 'YYYY-MM')`.as('month')])
      .where(where)
      .forUpdate()
      .execute()
    if (rows.length < unique.length) throw refuse.unknown(r.title[0])
    const lastClosed = closed?.slice(0, 7)
    if (lastClosed !== undefined && rows.some(row => row.month <= lastClosed))
      throw refuse.rule(`${lastClosed} 及以前的月份已结账，不能再改审核标记`)
    const done = await db.updateTable(r.table).set({ audit_state: audit }).where(where).where('audit_state', '<>', audit).executeTakeFirst()
    await writeAudit(context, tx, {
      subject: r.table,
      recordId: null,
      verb: audit === 1 ? 'audit' : 'unaudit',
      before: null,
      after: { ids: unique },
    })
    return { changed: Number(done.numUpdatedRows) }
  })
}
