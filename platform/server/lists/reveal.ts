/** A sensitive value on request. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { writeAudit } from '../trail/write-audit.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { anyTable } from '../db/any-table.ts'
import { rowOf } from './read-rows.ts'
import { isEncrypted, openedText } from '../db/encrypted.ts'
import { sensitiveFields } from './sensitive.ts'

/** One value of a record in the caller's scope; the reading is in the trail before it is told. */
export async function revealValue(
  context: Context,
  r: Resource,
  { id, field, reason }: { readonly id: string; readonly field: string; readonly reason?: string | null },
): Promise<{ value: unknown }> {
  const [, declared] = sensitiveFields(r).find(([name]) => name === field) ?? []
  if (declared === undefined || declared.options.secret === true)
    throw refuse.invalid([{ field: 'field', message: sentence`未知的字段 ${field}` }])
  const why = reason?.trim() ?? ''
  if (isEncrypted(declared) && why === '') throw refuse.invalid([{ field: 'reason', message: sentence`请填写查看的原因` }])
  return context.write(async (tx, inside) => {
    const row = await rowOf(inside, anyTable(tx), r, id)
    if (!row) throw refuse.unknown(r.title)
    await writeAudit(context, tx, {
      subject: r.table,
      recordId: row.id,
      verb: 'reveal',
      before: null,
      after: { fields: [field], ...(why === '' ? {} : { reason: why }) },
    })
    const value = row[field] ?? null
    return { value: isEncrypted(declared) && typeof value === 'string' ? openedText(context, r, field, value) : value }
  })
}
