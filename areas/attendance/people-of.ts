/** People of the groups in a month, as the caller sees them: the rows of grids and of the team. */
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { likeText, type CellsAsked } from '#platform/server/lists.ts'

export interface GroupPerson {
  readonly id: string
  readonly name: string
  readonly no: string
}

export async function peopleOf(
  { db }: Context,
  { month, by, keyword, pageNum, pageSize }: CellsAsked,
): Promise<{ readonly people: readonly GroupPerson[]; readonly total: number }> {
  let members = db
    .selectFrom('attendance_member as m')
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .where('m.valid_from', '<=', lastOfMonth(month))
    .where(w => w.or([w('m.valid_to', 'is', null), w('m.valid_to', '>=', firstOfMonth(month))]))
  if (by !== undefined) members = members.where('m.group_id', '=', by)
  if (keyword !== undefined) {
    const like = `%${likeText(keyword)}%`
    members = members.where(w => w.or([w('e.name', 'ilike', like), w('e.no', 'ilike', like)]))
  }
  const { n } = await members.select(eb => eb.fn.count<string>('e.id').distinct().as('n')).executeTakeFirstOrThrow()
  const rows = await members
    .select(['e.id', 'e.name', 'e.no'])
    .distinct()
    .orderBy('e.no')
    .orderBy('e.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { people: rows.map(row => ({ id: asText(row.id), name: row.name, no: row.no })), total: Number(n) }
}

export async function groupsOf({ db }: Context): Promise<{ readonly value: string; readonly label: string }[]> {
  const rows = await db.selectFrom('attendance_group').select(['id', 'name']).orderBy('name').limit(500).execute()
  return rows.map(row => ({ value: asText(row.id), label: row.name }))
}
