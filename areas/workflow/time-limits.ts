/** Time limits on the working calendar: a reminder before, and when a task is late a word to its holder and a question to his head. */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import type { Context, Tx, OrganisationTimed } from '#platform/server/area.ts'
import { timed } from '#platform/server/jobs.ts'
import { stepOf } from '#platform/format/flow-graph.ts'
import { act } from './act.ts'
import { note } from './apply.ts'
import { instanceOf, pendingKey, type Instance } from './load.ts'
import { tellPeople } from './notices.ts'
import { Organisation, standInsOf } from './people.ts'
import { taskStates } from './tables.ts'

/** tasks that one run looks at; the next run takes the others */
const portion = 500

interface Late {
  readonly id: string
  readonly no: number
  readonly instance_id: string
  readonly record_id: string | null
  readonly form_code: string
  readonly process_id: string
  readonly round: number
  readonly employee_id: string
  readonly due_at: string | null
  readonly escalated_at: string | null
}

const columns = [
  'id',
  'no',
  'instance_id',
  'record_id',
  'form_code',
  'process_id',
  'round',
  'employee_id',
  'due_at',
  'escalated_at',
] as const
const openTasks = (tx: Tx) =>
  tx.selectFrom('approval_task').select(columns).where('state', '=', taskStates.open[0]).where('is_waiting', '=', false)

async function keepLimits(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const now = inside.now().toISOString()
  const soon = await openTasks(tx).where('remind_at', '<=', now).where('reminded_at', 'is', null).orderBy('id').limit(portion).execute()
  for (const task of soon) await remind(inside, tx, task, now)
  const late = await openTasks(tx).where('due_at', '<=', now).where('escalated_at', 'is', null).orderBy('due_at').limit(portion).execute()
  for (const task of late) await escalate(inside, tx, task, now)
  const n = soon.length + late.length
  return n === 0 ? undefined : sentence`提醒 ${n} 条`
}

const instanceFor = (inside: Context, tx: Tx, task: Late, hold: boolean): Promise<Instance | null> =>
  instanceOf(inside, tx, { formCode: task.form_code, keyValue: task.record_id ?? pendingKey(task.instance_id) }, hold)

async function remind(inside: Context, tx: Tx, task: Late, now: string): Promise<void> {
  await tx.updateTable('approval_task').set({ reminded_at: now }).where('id', '=', task.id).execute()
  const instance = await instanceFor(inside, tx, task, false)
  if (instance === null || instance.id !== task.instance_id) return
  const standIns = await standInsOf(inside, tx, [task.employee_id])
  const people = [task.employee_id, ...(standIns.get(task.employee_id) ?? [])]
  await tellPeople(inside, tx, 'soon', instance, people, { by: '', text: dueText(inside, task) })
}

/** By the clock of the organisation. */
function dueText({ caller }: Context, { due_at: due }: Pick<Late, 'due_at'>): Title {
  if (due === null) return ['', '']
  const at = dateTimeInZone(instantMs(due), caller.zone).slice(0, 16)
  return [`截止 ${at}`, `Due ${at}`]
}

async function escalate(inside: Context, tx: Tx, task: Late, now: string): Promise<void> {
  await tx.updateTable('approval_task').set({ escalated_at: now }).where('id', '=', task.id).execute()
  const instance = await instanceFor(inside, tx, task, true)
  if (instance === null || instance.id !== task.instance_id) return
  const organisation = new Organisation(inside, tx)
  const isEscalated = stepOf(instance.flow, task.process_id)?.limit?.escalate === true
  // his heads, the nearest first; where he has none whoever looks after the flow
  const above = isEscalated ? await organisation.above(task.employee_id) : []
  const heads = isEscalated ? [...above, ...(await organisation.administrators(instance.flow))] : []
  const activity = instance.engine.open.find(one => one.node === task.process_id && one.round === task.round)
  const asked = new Set(activity?.tasks.map(one => one.person))
  const head = heads.find(id => !asked.has(id) && (instance.flow.ownRequest || id !== instance.applicantId))
  await tellPeople(inside, tx, 'late', instance, [task.employee_id], { by: '', text: dueText(inside, task) })
  if (head === undefined || activity === undefined) return
  const at = { node: task.process_id, round: task.round }
  await act(inside, tx, instance, { do: 'escalate', at, person: task.employee_id, to: head })
  await note({ context: inside, tx, instance }, 'escalate', {
    round: task.round,
    processId: task.process_id,
    employeeId: head,
    actingForId: task.employee_id,
  })
}

export const limitWork: readonly OrganisationTimed[] = [
  timed('approval.limits', ['审批时限提醒与升级', 'Time limits of approvals'], { every: 5, work: keepLimits }),
]
