/** What a person is asked to answer by a time, as the schedule shows it. */
import type { Context, DueApproval } from '#platform/server/area.ts'
import { pendingKey, titleIn } from './load.ts'
import { answersFor } from './people.ts'
import { taskStates } from './tables.ts'

/** of one stretch of days */
const dueMax = 500

export async function dueBetween(context: Context, [fromMs, toMs]: readonly [number, number]): Promise<readonly DueApproval[]> {
  const people = await answersFor(context)
  if (people.length === 0) return []
  const { db, house } = context
  const rows = await db
    .selectFrom('approval_task as t')
    .innerJoin('approval_instance as i', 'i.id', 't.instance_id')
    .select(['t.instance_id', 't.due_at', 'i.form_code', 'i.record_id', 'i.matter', 'i.title'])
    .where('t.employee_id', 'in', [...people])
    .where('t.state', '=', taskStates.open[0])
    .where('t.is_waiting', '=', false)
    .where('t.due_at', '>=', new Date(fromMs).toISOString())
    .where('t.due_at', '<', new Date(toMs).toISOString())
    .orderBy('t.due_at')
    .orderBy('t.id')
    .limit(dueMax)
    .execute()
  return rows.flatMap(row =>
    row.due_at === null
      ? []
      : [
          {
            formCode: row.form_code,
            keyValue: row.record_id ?? pendingKey(row.instance_id),
            title: titleIn(house.registry.types.get(row.form_code), row.matter, row.title),
            dueAt: row.due_at,
          },
        ],
  )
}
