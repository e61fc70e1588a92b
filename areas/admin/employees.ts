/** What follows when employees or positions change. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import { type RecordChange, type Context, type Tx, refuse } from '#platform/server/area.ts'
import { raiseScopeVersion } from '#platform/server/rights.ts'
import { refuseAdministrator, refuseLastAdmin } from './accounts.ts'
import { refuseMovingMyself, refuseSeeingMore } from './granting-rules.ts'
import { department, employee } from './tables.ts'

const left = employee.fields.status.choices.left[0]
const closed = department.fields.status.choices.closed[0]
const deciding = ['deptId', 'status', 'otherDeptIds'] as const

/** Follows every write of employees: form, batch, import. */
export async function employeesChanged(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const idsWhere = (holds: (before: RecordChange['before'], after: NonNullable<RecordChange['after']>) => boolean): string[] =>
    changes.flatMap(({ id, before, after }) => (after !== null && holds(before, after) ? [id] : []))
  const moved = new Set(idsWhere((before, after) => before === null || before['deptId'] !== after['deptId']))
  for (const { id, before } of changes) if (before !== null && moved.has(id)) refuseMovingMyself(context, id)
  if (changes.some(({ id, before }) => before !== null && moved.has(id)))
    await refuseSeeingMore(context, tx, new Set(changes.flatMap(({ id, before }) => (before === null ? [id] : []))))
  await refuseTakingOver(
    context,
    tx,
    idsWhere((before, after) => before !== null && before['email'] !== after['email']).filter(id => id !== context.caller.employeeId),
  )
  await refuseClosedDepartments(
    tx,
    changes.flatMap(({ id, after }) => (moved.has(id) ? [asText(after?.['deptId'])] : [])),
  )
  await namePositions(
    tx,
    sql`id`,
    idsWhere((before, after) => before?.['positionId'] !== after['positionId']),
  )
  await refuseLastAdminLeaving(
    tx,
    idsWhere((before, after) => after['status'] === left && before?.['status'] !== left),
  )
  if (changes.some(({ before, after }) => before === null || after === null || deciding.some(field => before[field] !== after[field])))
    await raiseScopeVersion(tx, context.caller.orgId)
}

/**
 * A link to set a new password goes to the e-mail on record: whoever changes another's could take over his account with all its rights. The
 * person himself proves a new address by a code (own-employee.ts).
 */
async function refuseTakingOver(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (context.caller.installationAdmin === true || ids.length === 0) return
  const members = await tx
    .selectFrom('account_organisation as m')
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .select(['e.name', 'm.account_id'])
    .where(sql<boolean>`m.employee_id = any(${ids})`)
    .execute()
  const [found] = members
  if (found && !context.caller.systemAdmin)
    throw refuse.invalid([
      { field: 'email', message: sentence`${found.name} 已有账号，邮箱用来找回密码，请本人用验证码修改，或由系统管理员来改` },
    ])
  for (const { account_id: accountId, name } of members) await refuseAdministrator(context, tx, accountId, name)
}

async function refuseClosedDepartments(tx: Tx, deptIds: readonly string[]): Promise<void> {
  if (deptIds.length === 0) return
  const found = await tx
    .selectFrom('department')
    .select('name')
    .where(sql<boolean>`id = any(${[...new Set(deptIds)]})`)
    .where('status', '=', closed)
    .limit(1)
    .executeTakeFirst()
  if (found) throw refuse.invalid([{ field: 'deptId', message: sentence`部门 ${found.name} 已停用，请另选部门` }])
}

async function refuseLastAdminLeaving(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const members = await tx
    .selectFrom('account_organisation')
    .select('account_id')
    .where(sql<boolean>`employee_id = any(${ids})`)
    .execute()
  if (members.length > 0)
    await refuseLastAdmin(
      tx,
      members.map(member => member.account_id),
    )
}

/** The people found by a column get the name of the position they hold now. */
async function namePositions(tx: Tx, by: ReturnType<typeof sql>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('employee')
    .set(e => ({
      position_name: sql<string>`coalesce(${e
        .selectFrom('position')
        .select('name')
        .whereRef('position.id', '=', 'employee.position_id')}, '')`,
    }))
    .where(sql<boolean>`${by} = any(${ids})`)
    .execute()
}

/** A position that is renamed is renamed in its people. */
export async function positionsChanged(_context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const renamed = changes.filter(({ before, after }) => before !== null && after !== null && before['name'] !== after['name'])
  await namePositions(
    tx,
    sql`position_id`,
    renamed.map(({ id }) => id),
  )
}
