/** What follows from personnel actions: they say whom and what, one a person and day; findings; who leaves is leaving. */
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { openedText, setDerived, followerOf } from '#platform/server/records.ts'
import { actionFindings, actionKinds, actionStates, personnelAction } from './action-tables.ts'
import { isMinor, noticeDays } from './contract-rules.ts'
import { hrFile, stages } from './file-tables.ts'
import { isSaid, readNumber } from './identity-number.ts'
import { orderTakeEffect } from './order.ts'
import { placeNames } from './words.ts'

type Row = Parameters<Follower>[2][number]['after'] & object
const leftStatus = 2
const nothing = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))

/** Before an action is asked for it says whom and what; one that is due takes effect at once. */
const keepActions = followerOf(personnelAction, async (context, tx, changes) => {
  let isDue = false
  for (const { before, after } of changes) {
    if (after === null || before?.state === after.state) continue
    if (after.state === actionStates.asked[0]) refuseIncomplete(after)
    if (after.kind === actionKinds.leave[0]) await tellLeaving(context, tx, before, after)
    isDue ||= after.state === actionStates.waiting[0] && asText(after.effectiveOn) <= todayOf(context)
  }
  if (isDue) await orderTakeEffect(tx, context.house, context.caller.orgId)
})

/** Who has a day on which he leaves is leaving; withdrawn, he is what he was. */
async function tellLeaving(context: Context, tx: Tx, before: Row | null, after: Row): Promise<void> {
  const [is, was] = [after['state'] === actionStates.waiting[0], before?.['state'] === actionStates.waiting[0]]
  if (!is && !(was && after['state'] === actionStates.withdrawn[0])) return
  const server = await inServersName(context, tx, 'the stage of who leaves')
  const file = await server.db
    .selectFrom('hr_file')
    .select(['id', 'probation_to', 'regular_on'])
    .where('employee_id', '=', asText(after['employeeId']))
    .executeTakeFirst()
  if (file === undefined) return
  const isProbation = file.regular_on === null && file.probation_to !== null && asText(file.probation_to) >= todayOf(context)
  const last = is ? undefined : await lastInEffect(server, asText(after['employeeId']))
  const stage = is ? stages.leaving : (lasting.get(Number(last)) ?? (isProbation ? stages.probation : stages.regular))
  await setDerived(server, hrFile, [{ id: asText(file.id), stage: stage[0] }])
}
/** stages that stand until the next action of another kind */
const lasting = new Map<number, (typeof stages)['unpaid' | 'rehired']>([
  [actionKinds.unpaid[0], stages.unpaid],
  [actionKinds.rehire[0], stages.rehired],
])
/** The kind of the last action in effect that set a person's stage; a transfer or a pay level sets none. */
async function lastInEffect({ db }: Context, employeeId: string): Promise<number | undefined> {
  const { join, regularise, unpaid, comeBack, rehire } = actionKinds
  const row = await db
    .selectFrom('personnel_action')
    .select('kind')
    .where('employee_id', '=', employeeId)
    .where('state', '=', actionStates.effective[0])
    .where(
      'kind',
      'in',
      [join, regularise, unpaid, comeBack, rehire].map(([code]) => code),
    )
    .orderBy('effective_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.kind
}

function refuseIncomplete(row: Row): void {
  const isJoining = row['kind'] === actionKinds.join[0]
  if (isJoining && nothing(row['personName']) === null) throw refuse.invalid([{ field: 'personName', message: sentence`入职请填写姓名` }])
  if (isJoining && nothing(row['deptId']) === null) throw refuse.invalid([{ field: 'deptId', message: sentence`入职请选择部门` }])
  if (!isJoining && nothing(row['employeeId']) === null) throw refuse.invalid([{ field: 'employeeId', message: sentence`请选择员工` }])
}

/** 转正, 调动 and the like are of somebody who works here; one action for a person and day. */
const keepUnique = followerOf(personnelAction, async (caller, tx, changes) => {
  const live = changes.flatMap(({ id, after }) =>
    after !== null && nothing(after.employeeId) !== null && after.state !== actionStates.withdrawn[0] ? [{ id, after }] : [],
  )
  if (live.length === 0) return
  const { db } = await inServersName(caller, tx, 'actions for one person and day')
  const people = [...new Set(live.map(({ after }) => asText(after.employeeId)))]
  const others = await db
    .selectFrom('personnel_action')
    .select(['id', 'no', 'employee_id', 'effective_on'])
    .where('employee_id', 'in', people)
    .where('effective_on', 'in', [...new Set(live.map(({ after }) => asText(after.effectiveOn)))])
    .where('state', '<>', actionStates.withdrawn[0])
    .execute()
  const employees = await db.selectFrom('employee').select(['id', 'name', 'status']).where('id', 'in', people).execute()
  const employeeOf = new Map(employees.map(one => [asText(one.id), one]))
  for (const { id, after } of live) {
    const employeeId = asText(after.employeeId)
    const same = others.find(
      one => asText(one.id) !== id && asText(one.employee_id) === employeeId && asText(one.effective_on) === asText(after.effectiveOn),
    )
    if (same !== undefined)
      throw refuse.invalid([
        { field: 'effectiveOn', message: sentence`异动单 ${asText(same.no)} 已是这名员工同一天的异动，请改日期或修改那一张` },
      ])
    if (after.kind === actionKinds.rehire[0] || after.state === actionStates.effective[0]) continue
    const one = employeeOf.get(employeeId)
    if (one?.status === leftStatus)
      throw refuse.invalid([{ field: 'employeeId', message: sentence`${one.name} 已离职，只能办理返聘或入职` }])
  }
})

/** Whoever joins below 18, and whoever leaves with a short notice: shown, never refused. */
const keepFindings = followerOf(personnelAction, async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) =>
    after?.state === actionStates.draft[0] || after?.state === actionStates.asked[0] ? [id] : [],
  )
  if (ids.length === 0) return
  const server = await inServersName(caller, tx, 'what the law asks to mind of an action')
  const rows = await server.db
    .selectFrom('personnel_action as p')
    .leftJoin('hr_file as f', 'f.employee_id', 'p.employee_id')
    .select(['p.id', 'p.kind', 'p.id_no', 'p.business_on', 'p.effective_on', 'f.probation_to', 'f.regular_on'])
    .where('p.id', 'in', ids)
    .execute()
  await setDerived(
    server,
    personnelAction,
    rows.map(row => {
      const [on, asked] = [asText(row.effective_on), asText(row.business_on)]
      const said = row.id_no === null ? null : readNumber(openedText(server, personnelAction, 'idNo', row.id_no), addDays(on, 1))
      const isProbation = row.regular_on === null && row.probation_to !== null && asText(row.probation_to) >= asked
      const isShort = row.kind === actionKinds.leave[0] && addDays(asked, noticeDays(isProbation)) > on
      const findings = [
        ...(said !== null && isSaid(said) && isMinor(said.birthday, on) ? [actionFindings.minor[0]] : []),
        ...(isShort ? [actionFindings.shortNotice[0]] : []),
      ]
      return { id: asText(row.id), findings: findings.length === 0 ? null : findings }
    }),
  )
})

/** Where and at which level whoever it is about stands: of what it changes alone, until it is in effect. */
const keepBefore = followerOf(personnelAction, async (caller, tx, changes) => {
  const open = changes.flatMap(({ id, before, after }) =>
    after !== null && before?.state !== actionStates.effective[0] && after.state !== actionStates.withdrawn[0] ? [{ id, after }] : [],
  )
  const people = [...new Set(open.flatMap(({ after }) => nothing(after.employeeId) ?? []))]
  if (people.length === 0) return
  const server = await inServersName(caller, tx, 'where somebody stands before an action')
  const stood = await server.db
    .selectFrom('hr_file as f')
    .leftJoin('hr_assignment as a', join => join.onRef('a.employee_id', '=', 'f.employee_id').on('a.valid_to', 'is', null))
    .select(['f.employee_id', 'f.salary_level as salaryLevel', 'a.dept_id as deptId', 'a.position_id as positionId'])
    .select(['a.grade_id as gradeId', 'a.manager_id as managerId', 'a.workplace_id as workplaceId', 'a.company_id as companyId'])
    .where('f.employee_id', 'in', people)
    .execute()
  const stoodOf = new Map(stood.map(row => [asText(row.employee_id), row]))
  const rows = open.map(({ id, after }) => {
    const at = stoodOf.get(nothing(after.employeeId) ?? '')
    const was = ([...placeNames, 'salaryLevel'] as const).map(name => [
      `from${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      nothing(after[name]) === null ? null : nothing(at?.[name]),
    ])
    return { id, ...(Object.fromEntries(was) as Readonly<Record<string, string | null>>) }
  })
  await setDerived(server, personnelAction, rows)
})

export const actionFollowers = followerOf(personnelAction, async (context, tx, changes) => {
  await keepUnique(context, tx, changes)
  await keepBefore(context, tx, changes)
  await keepActions(context, tx, changes)
  await keepFindings(context, tx, changes)
})
