/** Who answers for an item. Whose owner has left falls to the next head above him who is there, else to whoever may close months. */
import type { Context } from '#platform/server/area.ts'
import type { ListedItem } from '../../base/answers.ts'

const employed = 1
/** departments above each other at most, as trees are */
const levelsMax = 20

export async function ownersOf({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, NonNullable<ListedItem['owner']>>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('employee')
    .select(['id', 'name', 'status', 'dept_id'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const hasLeft = people.some(one => one.status !== employed)
  // departments of one organisation: some hundreds, and only where somebody has left
  const departments = hasLeft
    ? await db
        .selectFrom('department as d')
        .leftJoin('employee as m', join => join.onRef('m.id', '=', 'd.manager_id').on('m.status', '=', employed))
        .select(['d.id', 'd.parent_id', 'm.id as head', 'm.name as headName'])
        .execute()
    : []
  const byId = new Map(departments.map(one => [one.id, one]))
  return new Map(
    people.map(({ id, name, status, dept_id: deptId }): [string, NonNullable<ListedItem['owner']>] => {
      if (status === employed) return [id, { id, name, left: null }]
      let at = byId.get(deptId)
      for (let level = 0; at !== undefined && at.head === null && level < levelsMax; level += 1)
        at = at.parent_id === null ? undefined : byId.get(at.parent_id)
      return [id, { id: at?.head ?? null, name: at?.headName ?? '', left: name }]
    }),
  )
}
