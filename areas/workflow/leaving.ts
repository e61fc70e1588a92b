/** Who leaves hands on what waits for him: to whom he hands over, else to his head, else to whoever looks after the flow. */
import type { Context, Tx } from '#platform/server/area.ts'
import { act } from './act.ts'
import { instanceOf, pendingKey } from './load.ts'
import { Organisation } from './people.ts'
import { taskStates } from './tables.ts'

/** a person has fewer */
const tasksMax = 1_000

/** In the transaction in which somebody leaves. A task that nobody can take stays as it is. Answers how many were handed on. */
export async function handOnTasks(inside: Context, tx: Tx, employeeId: string, to: string | null): Promise<number> {
  const open = await tx
    .selectFrom('approval_task')
    .select(['no', 'instance_id', 'record_id', 'form_code', 'process_id', 'round'])
    .where('employee_id', '=', employeeId)
    .where('state', '=', taskStates.open[0])
    .orderBy('instance_id')
    .orderBy('no')
    .limit(tasksMax)
    .execute()
  if (open.length === 0) return 0
  const organisation = new Organisation(inside, tx)
  const heads = [...(to === null ? [] : [to]), ...(await organisation.above(employeeId))]
  const known = await organisation.people(heads)
  let done = 0
  for (const task of open) {
    const which = { formCode: task.form_code, keyValue: task.record_id ?? pendingKey(task.instance_id) }
    const instance = await instanceOf(inside, tx, which, true)
    const at = { node: task.process_id, round: task.round }
    const activity = instance?.engine.open.find(one => one.node === at.node && one.round === at.round)
    if (instance === null || instance.id !== task.instance_id || activity === undefined) continue
    const asked = new Set(activity.tasks.filter(one => one.state === 'open' || one.state === 'waiting').map(one => one.person))
    if (!asked.has(employeeId)) continue
    const further = [...heads.filter(id => known.get(id)?.isEmployed === true), ...(await organisation.administrators(instance.flow))]
    const next = further.find(id => !asked.has(id) && (instance.flow.ownRequest || id !== instance.applicantId))
    if (next === undefined) continue
    await act(inside, tx, instance, { do: 'transfer', at, person: employeeId, to: next })
    done += 1
  }
  return done
}
