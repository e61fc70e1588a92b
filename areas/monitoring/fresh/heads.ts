/** Whom somebody answers to: the head of his department, or of the one above where he is the head himself. */
import type { Context } from '#platform/server/area.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

export async function headsOf(context: Context, employees: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  if (employees.length === 0) return new Map()
  const [people, departments] = await Promise.all([
    context.db
      .selectFrom('employee')
      .select(['id', 'dept_id as deptId'])
      .where('id', 'in', [...new Set(employees)])
      .execute(),
    context.db
      .selectFrom('department as d')
      .leftJoin('employee as m', 'm.id', 'd.manager_id')
      .select(['d.id', 'd.parent_id as parentId', 'm.id as headId', 'm.name as headName'])
      .execute(),
  ])
  const byId = new Map(departments.map(one => [one.id, one]))
  const heads = new Map<string, Person>()
  for (const { id, deptId } of people) {
    const seen = new Set<string>()
    for (let at = byId.get(deptId ?? ''); at !== undefined && !seen.has(at.id); at = byId.get(at.parentId ?? '')) {
      seen.add(at.id)
      if (at.headId === null || at.headId === id) continue
      heads.set(id, { id: at.headId, name: at.headName ?? '' })
      break
    }
  }
  return heads
}
