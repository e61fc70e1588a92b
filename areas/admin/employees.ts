/** What follows when an employee or a position changes. */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { RecordChange } from '#platform/server/area.ts'
import type { Context } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { raiseScopeVersion } from '#platform/server/session/scope-version.ts'
import { refuseLastAdmin } from './accounts.ts'
import { department, employee } from './tables.ts'

const left = employee.fields.status.choices.left[0]
const closed = department.fields.status.choices.closed[0]
const deciding = ['deptId', 'status', 'otherDeptIds'] as const

/** Follows every write of an employee: form, batch, import. */
export async function employeeChanged(context: Context, tx: Tx, { id, before, after }: RecordChange): Promise<void> {
  if (after !== null && (before === null || before['deptId'] !== after['deptId'])) await refuseClosedDepartment(tx, after['deptId'])
  if (after !== null && before?.['positionId'] !== after['positionId'])
    await tx
      .updateTable('employee')
      .set(e => ({
        position_name: sql<string>`coalesce(${e
          .selectFrom('position')
          .select('name')
          .where('position.id', '=', asText(after['positionId'] ?? '0'))}, '')`,
      }))
      .where('id', '=', id)
      .execute()
  if (after !== null && after['status'] === left && before?.['status'] !== left) {
    const member = await tx.selectFrom('account_organisation').select('account_id').where('employee_id', '=', id).executeTakeFirst()
    if (member) await refuseLastAdmin(tx, member.account_id)
  }
  if (before === null || after === null || deciding.some(field => before[field] !== after[field]))
    await raiseScopeVersion(tx, context.caller.orgId)
}

async function refuseClosedDepartment(tx: Tx, deptId: unknown): Promise<void> {
  const found = await tx.selectFrom('department').select(['name', 'status']).where('id', '=', asText(deptId)).executeTakeFirst()
  if (found?.status === closed) throw refuse.invalid([{ field: 'deptId', message: `部门 ${found.name} 已停用，请另选部门` }])
}

/** A position that is renamed is renamed in its people. */
export async function positionChanged(_context: Context, tx: Tx, { id, before, after }: RecordChange): Promise<void> {
  if (before === null || after === null || before['name'] === after['name']) return
  await tx
    .updateTable('employee')
    .set({ position_name: asText(after['name']) })
    .where('position_id', '=', id)
    .execute()
}
