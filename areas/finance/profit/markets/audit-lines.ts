import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { changeEach } from '#platform/server/records.ts'
import { closedIn } from '../../base/closed-months.ts'

/** What a month was closed with stays: nobody edits or audits its lines. */
export const marketHooks = { rowLocks: closedIn('booked_on', closed => sentence`${closed} 及以前的月份已结账，不能再改`) }

/** Lines are marked as audited, or no longer. */
export async function auditLines(context: Context, r: Resource, ids: readonly string[], mark: 0 | 1): Promise<{ changed: number }> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要审核的数据` }])
  return changeEach(context, r, unique, { auditState: mark }, { verb: mark === 1 ? 'audit' : 'unaudit', hooks: marketHooks })
}
