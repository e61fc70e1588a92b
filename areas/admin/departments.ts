/** What must hold among departments, and what is remembered of them: none closed over people or departments, and where each stood before. */
import type { RecordChange } from '#platform/server/area.ts'
import type { Context } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { raiseScopeVersion } from '#platform/server/session/scope-version.ts'
import { department, employee } from './tables.ts'

const closed = department.fields.status.choices.closed[0]
const employed = employee.fields.status.choices.employed[0]
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Follows every write of a department: form, batch, import. */
export async function departmentChanged(context: Context, tx: Tx, { id, before, after }: RecordChange): Promise<void> {
  if (before !== null && after === null) {
    await tx.deleteFrom('department_history').where('department_id', '=', id).execute()
    await raiseScopeVersion(tx, context.caller.orgId)
    return
  }
  if (after === null) return
  const moved = before === null || before['parentId'] !== after['parentId']
  if (after['status'] === closed && before?.['status'] !== closed) await refuseClosing(tx, id, textOf(after['name']) ?? '')
  if (before !== null && (moved || before['name'] !== after['name'])) await remember(context, tx, id, before)
  if (moved) await raiseScopeVersion(tx, context.caller.orgId)
}

async function refuseClosing(tx: Tx, id: string, name: string): Promise<void> {
  const people = await tx
    .selectFrom('employee')
    .select('id')
    .where('dept_id', '=', id)
    .where('status', '=', employed)
    .limit(1)
    .executeTakeFirst()
  if (people) throw refuse.invalid([{ field: 'status', message: `${name} 还有在职员工，请先把他们调到其他部门` }])
  const child = await tx
    .selectFrom('department')
    .select('name')
    .where('parent_id', '=', id)
    .where('status', '<>', closed)
    .limit(1)
    .executeTakeFirst()
  if (child) throw refuse.invalid([{ field: 'status', message: `${name} 还有下级部门 ${child.name}，请先移动或停用它` }])
}

/** The span that ends now begins where the one before it ended, or when the department was made. */
async function remember(context: Context, tx: Tx, id: string, before: NonNullable<RecordChange['before']>): Promise<void> {
  const last = await tx
    .selectFrom('department_history')
    .select('valid_to')
    .where('department_id', '=', id)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  const parentId = textOf(before['parentId'])
  await tx
    .insertInto('department_history')
    .values({
      org_id: context.caller.orgId,
      department_id: id,
      name: textOf(before['name']) ?? '',
      parent_id: parentId,
      parent_name: textOf(before['parentIdLabel']),
      valid_from: last?.valid_to ?? textOf(before['createdAt']) ?? context.now().toISOString(),
      valid_to: context.now().toISOString(),
      created_by: context.caller.accountId,
    })
    .execute()
}
