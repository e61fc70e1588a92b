/** The mark of an audit with who set it and when; taking it back clears both. */
import { sentence } from '#platform/declare/sentence.ts'
import { changeEach } from '#platform/server/records.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { financeSummary } from './tables.ts'

export async function auditSummaries(context: Context, ids: readonly string[], audit: 0 | 1): Promise<{ changed: number }> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要审核的数据` }])
  const set =
    audit === 1
      ? { auditState: 1, auditedBy: context.caller.name, auditedAt: context.now().toISOString() }
      : { auditState: 0, auditedBy: '', auditedAt: null }
  return changeEach(context, financeSummary, unique, set, { verb: audit === 1 ? 'audit' : 'unaudit' })
}
