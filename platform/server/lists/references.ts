/** What a record refers to must be visible to who writes it. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import type { Values } from '../contract/record-hooks.ts'
import { editableFields } from './editable-fields.ts'
import { isWide, namedRows } from './named-rows.ts'

/**
 * Every reference set by this write must be visible to the writer: one look-up per field through the target's door. Of links those that the
 * record held before stay, whoever may see them now. What is linked to is held until the transaction ends: no foreign key does it.
 */
export async function checkReferences(
  context: Context,
  tx: AnyDb,
  r: Resource,
  values: Readonly<Values>,
  before: Readonly<Record<string, unknown>> | null = null,
): Promise<void> {
  const errors: FieldError[] = []
  for (const [name, field] of editableFields(r)) {
    const value = values[columnOf(name)]
    if (field.to === undefined || value === undefined || value === null) continue
    if (!context.house.registry.resources.has(field.to)) continue
    const held = field.kind === 'links' && Array.isArray(before?.[name]) ? (before[name] as unknown[]).map(String) : []
    const ids = [value]
      .flat()
      .map(String)
      .filter(id => !held.includes(id))
    if (ids.length === 0) continue
    const found = namedRows(tx, field.to, context.caller.orgId, isWide(field))
      .select(sql<number>`1`.as('one'))
      .where(sql<boolean>`${sql.ref(`${field.to}.${field.by ?? 'id'}`)} = any(${ids})`)
    const rows = await (field.kind === 'links' ? found.forKeyShare() : found).execute()
    if (rows.length < ids.length) errors.push({ field: name, message: sentence`${field.title}不存在或无权使用，请重新选择` })
  }
  if (errors.length > 0) throw refuse.invalid(errors)
}
