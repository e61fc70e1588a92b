/**
 * Whose use somebody sees: a system administrator that of everybody, by name; who heads departments that of their people and of those below
 * them, who has the operation for it that of all, both in numbers alone.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { wholeOrganisation } from './summary.ts'

export const usePermission = 'monitoring.usage'
/** an operation of this area */
export const allDepartments = 100
/** of fewer people nothing is told by itself */
export const peopleNeeded = 3

export interface SeenDepartment {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
}
export interface Sight {
  readonly withNames: boolean
  /** the department that is asked about, with all below it, or the whole organisation */
  readonly node: string
  readonly seesAll: boolean
  readonly departments: readonly SeenDepartment[]
}

export async function sightOf(context: Context, deptId: string | undefined): Promise<Sight> {
  const { caller } = context
  const all = await context.db
    .selectFrom('department')
    .select(['id', 'name', 'parent_id as parentId', 'manager_id as managerId'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const seesAll = caller.systemAdmin || may(caller, usePermission, allDepartments)
  const headed = all.filter(one => caller.employeeId !== null && one.managerId === caller.employeeId).map(({ id }) => id)
  if (!seesAll && headed.length === 0) throw refuse.forbidden(sentence`您没有负责的部门，看不到使用统计`)
  const seen = new Set(seesAll ? all.map(({ id }) => id) : headed)
  for (let grown = true; grown;) {
    const below = all.filter(one => one.parentId !== null && seen.has(one.parentId) && !seen.has(one.id))
    for (const { id } of below) seen.add(id)
    grown = below.length > 0
  }
  if (deptId !== undefined && !seen.has(deptId)) throw refuse.unknown(['部门', 'Department'])
  const departments = all.filter(({ id }) => seen.has(id)).map(({ id, name, parentId }) => ({ id, name, parentId }))
  const top = departments.find(one => one.parentId === null || !seen.has(one.parentId))
  return {
    withNames: caller.systemAdmin,
    node: deptId ?? (seesAll ? wholeOrganisation : (top?.id ?? wholeOrganisation)),
    seesAll,
    departments,
  }
}
