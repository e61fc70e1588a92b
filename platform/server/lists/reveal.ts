/** A sensitive value on request. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { writeAudit } from '../trail/write-audit.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { anyTable } from '../db/any-table.ts'
import { rowOf } from './read-rows.ts'
import { sensitiveFields } from './sensitive.ts'

/** One value of a record in the caller's scope; the reading is in the trail before it is told. */
export async function revealValue(
  context: Context,
  r: Resource,
  { id, field }: { readonly id: string; readonly field: string },
): Promise<{ value: unknown }> {
  if (!sensitiveFields(r).some(([name]) => name === field))
    throw refuse.invalid([{ field: 'field', message: sentence`未知的字段 ${field}` }])
  return context.write(async (tx, inside) => {
    const row = await rowOf(inside, anyTable(tx), r, id)
    if (!row) throw refuse.unknown(r.title)
    await writeAudit(context, tx, { subject: r.table, recordId: row.id, verb: 'reveal', before: null, after: { fields: [field] } })
    return { value: row[field] ?? null }
  })
}
