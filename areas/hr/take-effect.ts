/** Personnel actions come true on their day, each in a transaction of its own, once. */
import { sql } from 'kysely'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { employee } from '#areas/admin/index.ts'
import { handOnTasks } from '#areas/workflow/index.ts'
import { Refusal, refuse, type Context, type Timed, type Tx, type Values } from '#platform/server/area.ts'
import { merged, timed } from '#platform/server/jobs.ts'
import { change, create, hashOfText, openedText, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { actionKinds as kinds, actionStates, personnelAction } from './action-tables.ts'
import { hrFile, stages } from './file-tables.ts'
import { isSaid, plainNumber, readNumber } from './identity-number.ts'
import { endAssignments, moveTo } from './keep.ts'
import { orderTakeEffect, takeEffectJob } from './order.ts'
import { taskKinds } from './task-tables.ts'
import { makeTasks } from './tasks.ts'
import { placeNames } from './words.ts'

/** those of one run; the next day takes what is left */
const atOnceMax = 2_000
const statuses = { employed: 1, left: 2 } as const

export const hrTimed: readonly Timed[] = [
  timed(takeEffectJob, ['人事异动到日生效', 'Personnel actions take effect'], {
    at: '00:10',
    work: async (inside, tx) => {
      await orderTakeEffect(tx, inside.house, inside.caller.orgId)
      return undefined
    },
  }),
]

export const takeEffectJobs = {
  [takeEffectJob]: merged('figures', async (house, { orgId }) => {
    await takeEffect(await house.asSystem(String(orgId), 'personnel actions that are due'))
  }),
}

interface Due {
  readonly id: string
  readonly kind: number
  readonly effectiveOn: string
}

/** What is refused says why in its record and is tried again the next day. Answers how many took effect. */
export async function takeEffect(server: Context): Promise<number> {
  const today = todayOf(server)
  const found = await server.db
    .selectFrom('personnel_action')
    .select(['id', 'kind', 'effective_on as effectiveOn'])
    .where('state', '=', actionStates.waiting[0])
    .where('effective_on', '<=', today)
    .orderBy('effective_on')
    .orderBy('id')
    .limit(atOnceMax)
    .execute()
  let done = 0
  for (const row of found) {
    const due = { id: asText(row.id), kind: Number(row.kind), effectiveOn: asText(row.effectiveOn) }
    // whose last day is today works today
    if (due.kind === kinds.leave[0] && due.effectiveOn >= today) continue
    try {
      await server.write(async (tx, inside) => {
        await takeSteps(inside, personnelAction, { ids: [{ id: due.id }], pick: { step: 'takeEffect' }, input: {}, byProgram: true })
        await carryOut(inside, tx, due)
      })
      done += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await noteFailure(server, due.id, error.wording)
    }
  }
  return done
}

const noteFailure = (server: Context, id: string, why: Wording): Promise<void> =>
  server.write((_, inside) => setDerived(inside, personnelAction, [{ id, failed: server.house.registry.inWords(why, 'zh') }]))

const stageBy: Readonly<Record<number, number>> = {
  [kinds.regularise[0]]: stages.regular[0],
  [kinds.unpaid[0]]: stages.unpaid[0],
  [kinds.comeBack[0]]: stages.regular[0],
  [kinds.leave[0]]: stages.left[0],
  [kinds.rehire[0]]: stages.rehired[0],
}

async function carryOut(server: Context, tx: Tx, { id, kind, effectiveOn }: Due): Promise<void> {
  const row = await tx.selectFrom('personnel_action').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const place: Values = {
    deptId: row.dept_id,
    positionId: row.position_id,
    gradeId: row.grade_id,
    managerId: row.manager_id,
    workplaceId: row.workplace_id,
    companyId: row.company_id,
  }
  const set = Object.fromEntries(placeNames.flatMap(name => (place[name] === null ? [] : [[name, place[name]]])))
  const employeeId = kind === kinds.join[0] ? await joined(server, tx, row, effectiveOn) : asText(row.employee_id)
  const comes = kind === kinds.join[0] || kind === kinds.rehire[0]
  const file = await tx.selectFrom('hr_file').select(['id', 'stage']).where('employee_id', '=', employeeId).executeTakeFirst()
  if (file === undefined) throw refuse.rule(sentence`这名员工没有档案，请先建立`)
  const fileId = asText(file.id)
  if (!comes && Number(file.stage) === stages.left[0]) throw refuse.rule(sentence`员工已离职，这张异动不再生效`)
  if (kind === kinds.leave[0]) {
    await endAssignments(server, [employeeId], effectiveOn)
    await handOnTasks(server, tx, employeeId, textOf(row.hand_over_to))
    await change(server, hrFile, fileId, { stage: stages.left[0], leftOn: effectiveOn, leaveReason: row.leave_reason })
    await change(server, employee, employeeId, { status: statuses.left })
    return
  }
  if (kind === kinds.rehire[0]) await change(server, employee, employeeId, { status: statuses.employed, hiredOn: effectiveOn })
  if (Object.keys(set).length > 0) {
    await moveTo(server, [{ employeeId, from: effectiveOn, set, actionId: id }])
    const moved = Object.fromEntries(
      (['deptId', 'positionId'] as const).flatMap(name => (Object.hasOwn(set, name) ? [[name, set[name]]] : [])),
    )
    if (Object.keys(moved).length > 0 && kind !== kinds.join[0]) await change(server, employee, employeeId, moved)
  }
  if (kind === kinds.join[0]) {
    // from now on the action is one of this person
    await setDerived(server, personnelAction, [{ id, employeeId }])
    const askedBy = row.asked_by === null ? null : asText(row.asked_by)
    await makeTasks(server, tx, { employeeId, kind: taskKinds.join[0], on: effectiveOn, actionId: id, otherwise: askedBy })
  }
  const stage = kind === kinds.join[0] ? (row.probation_to === null ? stages.regular[0] : stages.probation[0]) : stageBy[kind]
  await change(server, hrFile, fileId, {
    ...(stage === undefined ? {} : { stage }),
    ...(kind === kinds.regularise[0] ? { regularOn: effectiveOn } : {}),
    ...(row.probation_to === null ? {} : { probationTo: row.probation_to }),
    ...(row.salary_level === null ? {} : { salaryLevel: row.salary_level }),
    ...(comes ? { hiredOn: effectiveOn, leftOn: null, emptiedOn: null } : {}),
  })
}

type ActionRow = Readonly<Record<string, unknown>>
const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : asText(value))

/** Who joins: somebody new, or a known identity number of who left is that person again. Answers the employee. */
async function joined(server: Context, tx: Tx, row: ActionRow, effectiveOn: string): Promise<string> {
  const sealed = textOf(row['id_no'])
  const idNo = sealed === null ? null : plainNumber(openedText(server, personnelAction, 'idNo', sealed))
  const said = idNo === null ? null : readNumber(idNo, addDays(effectiveOn, 1))
  const known = idNo === null ? undefined : await fileWith(server, tx, idNo)
  const values = {
    name: textOf(row['person_name']),
    deptId: textOf(row['dept_id']),
    positionId: textOf(row['position_id']),
    phone: textOf(row['phone']),
    email: textOf(row['email']),
    hiredOn: effectiveOn,
    status: statuses.employed,
    ...(said !== null && isSaid(said) ? { birthday: said.birthday } : {}),
  }
  if (known?.status === statuses.employed) throw refuse.rule(sentence`证件号与在职员工 ${asText(known.name)} 相同，请核对`)
  if (known !== undefined) {
    // what the action leaves open stays as it was
    await change(server, employee, known.employeeId, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)))
    return known.employeeId
  }
  const no = textOf(row['employee_no']) ?? (await nextNumber(tx))
  const { id } = await create(server, employee, { ...values, no })
  const file = await tx.selectFrom('hr_file').select('id').where('employee_id', '=', id).executeTakeFirstOrThrow()
  await change(server, hrFile, asText(file.id), {
    ...(idNo === null ? {} : { idNo }),
    ...(said !== null && isSaid(said) ? { sex: said.sex } : {}),
  })
  return id
}

interface Holder {
  readonly employeeId: string
  readonly name: string
  readonly status: number
}

async function fileWith(server: Context, tx: Tx, idNo: string): Promise<Holder | undefined> {
  const hash = hashOfText(server, hrFile, 'idNo', idNo)
  return tx
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .select(['e.id as employeeId', 'e.name', 'e.status'])
    .where(sql<boolean>`split_part(f.id_no, '.', 6) = ${hash}`)
    .executeTakeFirst()
}

/** The one after the greatest number of digits alone. */
async function nextNumber(tx: Tx): Promise<string> {
  const found = await tx
    .selectFrom('employee')
    .select(sql<string | null>`max(no::bigint)::text`.as('no'))
    .where(sql<boolean>`no ~ '^[0-9]{1,15}$'`)
    .executeTakeFirst()
  return String(BigInt(found?.no ?? 1_000) + 1n)
}
