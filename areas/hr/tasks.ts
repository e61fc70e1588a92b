/** Checklists: made from the template when an action is approved, told each working day to whose lines are open. */
import { givenAccounts, notice } from '#platform/declare/notice.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { isWorkingDay } from '#platform/format/working-time.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, RouteMap, Timed, Tx } from '#platform/server/area.ts'
import { managersOf } from '#areas/workflow/index.ts'
import { inServersName } from '#platform/server/database.ts'
import { timed, workClockOf } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { add, createEach, family, remove, type Rule, followerOf } from '#platform/server/records.ts'
import { step, takeSteps } from '#platform/server/steps.ts'
import { actionKinds, actionStates, personnelAction } from './action-tables.ts'
import { hrTask, hrTaskTemplate, taskKinds, taskOwners, taskStates } from './task-tables.ts'

type Kind = (typeof taskKinds)[keyof typeof taskKinds][0]
const kindOf: Readonly<Record<number, Kind>> = {
  [actionKinds.join[0]]: taskKinds.join[0],
  [actionKinds.regularise[0]]: taskKinds.regularise[0],
  [actionKinds.leave[0]]: taskKinds.leave[0],
}
/** due on the last day, whatever the template says (劳动合同法 50) */
const certificate = '开具离职证明'

const ownerRule: Rule = ({ ownerBy, ownerId }) =>
  (ownerBy === taskOwners.named[0] || ownerBy === String(taskOwners.named[0])) &&
  (ownerId === undefined || ownerId === null || ownerId === '')
    ? [{ field: 'ownerId', message: sentence`请选择负责人` }]
    : []

interface Whose {
  readonly employeeId: string
  readonly kind: Kind
  readonly on: string
  readonly actionId: string | null
  /** who does what nobody else is named for */
  readonly otherwise: string | null
}

/** The lines of one person; what he has of this action already stays. */
export async function makeTasks(server: Context, tx: Tx, { employeeId, kind, on, actionId, otherwise }: Whose): Promise<void> {
  const lines = await tx
    .selectFrom('hr_task_template')
    .select(['item', 'owner_by as ownerBy', 'owner_id as ownerId', 'days', 'required'])
    .where('kind', '=', kind)
    .orderBy('sort')
    .orderBy('id')
    .limit(200)
    .execute()
  const had =
    actionId === null
      ? undefined
      : await tx.selectFrom('hr_task').select('id').where('action_id', '=', actionId).limit(1).executeTakeFirst()
  if (had !== undefined) return
  const manager = (await managersOf(server, tx, [employeeId])).get(employeeId) ?? null
  const isCertificate = (line: { readonly item: string }): boolean => kind === taskKinds.leave[0] && line.item.includes('离职证明')
  const own = { item: certificate, ownerBy: taskOwners.named[0], ownerId: otherwise, days: 0, required: true }
  const wanted = [...lines, ...(kind === taskKinds.leave[0] && !lines.some(isCertificate) ? [own] : [])]
  const ownerOf = ({ ownerBy, ownerId }: (typeof wanted)[number]): string | null =>
    (ownerBy === taskOwners.person[0] ? employeeId : ownerBy === taskOwners.manager[0] ? manager : ownerId) ?? otherwise ?? manager
  await createEach(
    server,
    hrTask,
    wanted.map(line => ({
      employeeId,
      kind,
      item: line.item,
      ownerId: ownerOf(line) ?? employeeId,
      dueOn: isCertificate(line) ? on : addDays(on, Number(line.days)),
      required: isCertificate(line) || line.required,
      actionId,
    })),
  )
}

/** An approved action brings its checklist; one that is withdrawn drops what is open. Who joins has his when he is there. */
export const followActions = followerOf(personnelAction, async (caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null || before?.state === after.state) continue
    const kind = kindOf[Number(after.kind)]
    if (kind === undefined) continue
    const isJoining = kind === taskKinds.join[0]
    if (after.state === actionStates.waiting[0] && !isJoining) {
      const server = await inServersName(caller, tx, 'the checklist of an action')
      await makeTasks(server, tx, {
        employeeId: asText(after.employeeId),
        kind,
        on: asText(after.effectiveOn),
        actionId: id,
        otherwise: after.askedBy === null ? null : asText(after.askedBy),
      })
    }
    if (after.state === actionStates.withdrawn[0]) {
      const server = await inServersName(caller, tx, 'the checklist of an action that was withdrawn')
      const open = await tx.selectFrom('hr_task').select('id').where('action_id', '=', id).where('state', '=', taskStates.open[0]).execute()
      const ids = open.map(row => ({ id: asText(row.id) }))
      if (ids.length > 0) await takeSteps(server, hrTask, { ids, pick: { step: 'drop' }, input: {}, byProgram: true })
    }
  }
})

const openTasks = notice('hr.openTasks', ['入离职清单未完成', 'Open lines of checklists'], {
  title: ['{n} 项入离职事项到期未完成：{what}', '{n} lines of checklists are due: {what}'],
  to: [givenAccounts],
})
const [ownersMax, namesMax] = [1_000, 5]

/** Owners of lines that are due, each once a working day. */
export async function tellOpenTasks(inside: Context, tx: Tx): Promise<undefined> {
  const today = todayOf(inside)
  const { calendar } = await workClockOf(inside)
  if (!isWorkingDay(today, calendar)) return undefined
  const due = await tx
    .selectFrom('hr_task as t')
    .innerJoin('employee as e', 'e.id', 't.employee_id')
    .select(['t.owner_id as ownerId', 't.item', 'e.name'])
    .where('t.state', '=', taskStates.open[0])
    .where('t.due_on', '<=', today)
    .orderBy('t.due_on')
    .limit(ownersMax * 10)
    .execute()
  const byOwner = Map.groupBy(due, row => asText(row.ownerId))
  const accounts = await inside.house.rights.accountsOfEmployees(inside.caller.orgId, [...byOwner.keys()].slice(0, ownersMax), tx)
  for (const [ownerId, lines] of byOwner) {
    const to = accounts.get(ownerId) ?? []
    if (to.length === 0) continue
    const what = lines
      .slice(0, namesMax)
      .map(line => `${line.name} ${line.item}`)
      .join('、')
    await notify(inside, tx, openTasks, {
      accounts: to,
      values: { n: String(lines.length), what },
      once: `${ownerId} ${today}`,
      target: { list: 'hrTask' },
    })
  }
  return undefined
}

export const taskTimed: readonly Timed[] = [
  timed('hr.openTasks', ['入离职清单提醒', 'Reminder of open checklists'], { at: '09:00', work: tellOpenTasks }),
]

export const taskRoutes: RouteMap = {
  ...family('hrTaskTemplate', hrTaskTemplate, ownerRule),
  ...family('hrTask', hrTask),
  // lines of others are HR's to make; everybody ticks his own
  'POST /hrTask/insert': { ...add(hrTask), demand: needs('hrTask', operations.add) },
  'POST /hrTask/delete': { ...remove(hrTask), demand: needs('hrTask', operations.remove) },
  'POST /hrTask/finish': step(hrTask, 'finish'),
  'POST /hrTask/reopen': step(hrTask, 'reopen'),
}
