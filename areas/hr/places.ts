/** An assignment that holds today says where its person stands, whoever wrote it: account, scope and approvals ask the employee. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { employee } from '#areas/admin/index.ts'
import { refuse, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, setDerived, followerOf } from '#platform/server/records.ts'
import { refuseCircles } from './keep.ts'
import { hrAssignment } from './assignment-tables.ts'

const text = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))

export const placesFollow = followerOf(hrAssignment, async (caller, tx, changes) => {
  const today = todayOf(caller)
  const written = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  const holds = written.filter(({ after }) => asText(after.validFrom) <= today && (text(after.validTo) ?? today) >= today)
  const coming = written.filter(({ after }) => (text(after.validTo) ?? today) >= today)
  if (coming.length === 0) return
  const server = await inServersName(caller, tx, 'where people stand today')
  const depts = coming.flatMap(({ before, after }) => (text(before?.deptId) === text(after.deptId) ? [] : asText(after.deptId)))
  const closed =
    depts.length === 0
      ? undefined
      : await tx
          .selectFrom('department')
          .select('name')
          .where('id', 'in', [...new Set(depts)])
          .where('status', '<>', 1)
          .executeTakeFirst()
  if (closed !== undefined) throw refuse.rule(sentence`部门 ${closed.name} 已停用，请改选部门`)
  if (holds.length === 0) return
  const ids = [...new Set(holds.map(({ after }) => asText(after.employeeId)))]
  const found = await tx
    .selectFrom('employee')
    .select(['id', 'dept_id', 'position_id', 'manager_id', 'status'])
    .where('id', 'in', ids)
    .execute()
  const employeeOf = new Map(found.map(row => [asText(row.id), row]))
  const [moved, managed]: [(Values & { id: string })[], { id: string; managerId: string | null }[]] = [[], []]
  for (const { after } of holds) {
    const id = asText(after.employeeId)
    const now = employeeOf.get(id)
    if (now === undefined || now.status !== 1) continue
    const to = { deptId: text(after.deptId), positionId: text(after.positionId) }
    if (to.deptId !== text(now.dept_id) || to.positionId !== text(now.position_id)) moved.push({ id, ...to })
    if (text(after.managerId) !== text(now.manager_id)) managed.push({ id, managerId: text(after.managerId) })
  }
  await refuseCircles(
    server,
    managed.map(({ id, managerId }) => ({ employeeId: id, set: { managerId } })),
  )
  await setDerived(server, employee, managed)
  await changeEachTo(server, employee, moved, { verb: 'update' })
})
