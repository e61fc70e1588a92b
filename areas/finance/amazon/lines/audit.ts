/**
 * Auditing lines: an audited line can't be edited or deleted; taking the mark back is recorded like setting it. Refused in a closed month.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { changeEach } from '#platform/server/batches/change-each.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import type { Locker } from '#platform/server/contract/record-hooks.ts'
import { closedUntil } from '../months/closed-months.ts'

const idsMax = 1_000

/** The mark is part of what a month was closed with. */
const closedLines: Locker = async ({ caller }, db) => {
  const closed = await closedUntil(db as Tx, caller.orgId)
  if (closed === null) return []
  return [{ where: sql<boolean>`booked_on <= ${closed}`, reason: sentence`${closed.slice(0, 7)} 及以前的月份已结账，不能再改审核标记` }]
}

/** Sets or clears the mark on all of these lines, or on none. */
export async function auditLines(context: Context, r: Resource, ids: readonly string[], audit: 0 | 1): Promise<{ changed: number }> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要审核的数据` }])
  if (unique.length > idsMax) throw refuse.invalid([{ field: 'ids', message: sentence`一次最多审核 ${idsMax} 行` }])
  return changeEach(context, r, unique, { auditState: audit }, { verb: audit === 1 ? 'audit' : 'unaudit', hooks: { locks: closedLines } })
}
