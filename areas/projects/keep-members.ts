/** Who leads or takes part in a project sees it: a row of `project_member` for each of them, the manager first. */
import { sql } from 'kysely'
import type { Context, Tx, RecordChange } from '#platform/server/area.ts'
import { roles } from './words.ts'

const rolesOf = (row: RecordChange['after']): ReadonlyMap<string, 1 | 2> => {
  const members = Array.isArray(row?.['memberIds']) ? row['memberIds'].map(String) : []
  const named = members.map(id => [id, roles.member[0]] as const)
  return new Map(row === null ? [] : [...named, [String(row['managerId']), roles.manager[0]] as const])
}
const asText = (of: ReadonlyMap<string, number>): string =>
  [...of]
    .map(([id, role]) => `${id}:${role}`)
    .toSorted((a, b) => a.localeCompare(b))
    .join()

export async function keepMembers(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const changed = changes.flatMap(({ id, before, after }) => {
    const wanted = rolesOf(after)
    return asText(rolesOf(before)) === asText(wanted) ? [] : [{ id, wanted }]
  })
  if (changed.length === 0) return
  const { db, caller } = await context.house.asSystem(context.caller.orgId, 'who takes part in projects', tx)
  await db
    .deleteFrom('project_member')
    .where(sql<boolean>`project_id = any(${changed.map(({ id }) => id)}::bigint[])`)
    .execute()
  const rows = changed.flatMap(({ id, wanted }) =>
    [...wanted].map(([employeeId, role]) => ({ org_id: caller.orgId, project_id: id, employee_id: employeeId, role })),
  )
  if (rows.length > 0) await db.insertInto('project_member').values(rows).execute()
}
