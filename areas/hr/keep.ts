/** What follows from changes of employees: each has a file, and one assignment on each day. */
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { employee } from '#areas/admin/index.ts'
import { handOnTasks } from '#areas/workflow/index.ts'
import { refuse, type Context, type Follower, type Tx, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, createEach, setDerived, followerOf } from '#platform/server/records.ts'
import { hrAssignment } from './assignment-tables.ts'
import { mayWork } from './contract-rules.ts'
import { hrFile, stages } from './file-tables.ts'
import { birthdayIn } from './nightly.ts'
import { placeNames } from './words.ts'

type Row = Parameters<Follower>[2][number]['after'] & object
const leftStatus = 2
const placed = ['deptId', 'positionId'] as const
const nothing = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))

/** Where a person stands from a day on. */
export interface Move {
  readonly employeeId: string
  readonly from: string
  /** what changes; the rest stays as it was the day before */
  readonly set: Readonly<Values>
  readonly actionId?: string
}

type Open = Readonly<Values> & { readonly id: string; readonly employeeId: string; readonly validFrom: string }

/** Assignments without end of these people, by person. */
async function openOf({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Open>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('hr_assignment')
    .select(['id', 'employee_id as employeeId', 'valid_from as validFrom', 'dept_id as deptId', 'position_id as positionId'])
    .select(['grade_id as gradeId', 'manager_id as managerId', 'workplace_id as workplaceId', 'company_id as companyId'])
    .where('employee_id', 'in', ids)
    .where('valid_to', 'is', null)
    .execute()
  return new Map(found.map(row => [row.employeeId, row]))
}

/** Where these people stand on a day, by person. */
async function holdingOf({ db }: Context, ids: readonly string[], day: string): Promise<ReadonlyMap<string, Readonly<Values>>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('hr_assignment')
    .select(['employee_id as employeeId', 'dept_id as deptId', 'position_id as positionId'])
    .where('employee_id', 'in', ids)
    .where('valid_from', '<=', day)
    .where(eb => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', day)]))
    .execute()
  return new Map(found.map(row => [row.employeeId, row]))
}

/** Ends what holds the day before and begins anew; the same day again changes what began on it. One person each. */
export async function moveTo(server: Context, moves: readonly Move[]): Promise<void> {
  await refuseCircles(server, moves)
  await refuseClosed(server, moves)
  const open = await openOf(
    server,
    moves.map(one => one.employeeId),
  )
  const isLater = ({ employeeId, from }: Move): boolean => (open.get(employeeId)?.validFrom ?? '') < from
  const early = moves.find(one => (open.get(one.employeeId)?.validFrom ?? '') > one.from)
  if (early !== undefined)
    throw refuse.rule(sentence`${early.from} 之后已有任职记录（${open.get(early.employeeId)?.validFrom ?? ''} 起），生效日期不能更早`)
  const again = moves.filter(one => open.has(one.employeeId) && !isLater(one))
  const fresh = moves.filter(isLater)
  const ended = fresh.filter(one => open.has(one.employeeId))
  const verb = 'update'
  await changeEachTo(
    server,
    hrAssignment,
    ended.map(one => ({ id: open.get(one.employeeId)?.id ?? '', validTo: addDays(one.from, -1) })),
    { verb },
  )
  const valuesOf = ({ employeeId, set }: Move): Values =>
    Object.fromEntries(placeNames.map(name => [name, nothing(Object.hasOwn(set, name) ? set[name] : open.get(employeeId)?.[name])]))
  await changeEachTo(
    server,
    hrAssignment,
    again.map(one => ({ id: open.get(one.employeeId)?.id ?? '', ...valuesOf(one), actionId: one.actionId ?? null })),
    { verb },
  )
  await createEach(
    server,
    hrAssignment,
    fresh.map(one => ({ employeeId: one.employeeId, ...valuesOf(one), validFrom: one.from, actionId: one.actionId ?? null })),
  )
  // approvals ask the employee (workflow)
  await setDerived(
    server,
    employee,
    moves.filter(one => Object.hasOwn(one.set, 'managerId')).map(one => ({ id: one.employeeId, managerId: nothing(one.set['managerId']) })),
  )
}

/** Nobody stands above himself, in however many steps: the managers of all of them go up together, a statement a level. */
export async function refuseCircles(server: Context, moves: readonly Pick<Move, 'employeeId' | 'set'>[]): Promise<void> {
  const given = new Map(
    moves.flatMap(({ employeeId, set }) => (Object.hasOwn(set, 'managerId') ? [[employeeId, nothing(set['managerId'])] as const] : [])),
  )
  const known = new Map<string, string | null>(given)
  let at = [...given.values()].filter(id => id !== null)
  for (let level = 0; at.length > 0 && level < levelsMax; level += 1) {
    const unknown = [...new Set(at.filter(id => !known.has(id)))]
    const found =
      unknown.length === 0 ? [] : await server.db.selectFrom('employee').select(['id', 'manager_id']).where('id', 'in', unknown).execute()
    for (const row of found) known.set(asText(row.id), nothing(row.manager_id))
    at = found.flatMap(row => nothing(row.manager_id) ?? [])
  }
  for (const employeeId of given.keys()) {
    let above = known.get(employeeId) ?? null
    for (let level = 0; above !== null && level < levelsMax; level += 1) {
      if (above === employeeId) throw refuse.invalid([{ field: 'managerId', message: sentence`直接上级不能是本人或本人的下属` }])
      above = known.get(above) ?? null
    }
  }
}
const levelsMax = 30

async function refuseClosed({ db }: Context, moves: readonly Move[]): Promise<void> {
  const ids = moves.flatMap(({ set }) => nothing(set['deptId']) ?? [])
  if (ids.length === 0) return
  const closed = await db.selectFrom('department').select('name').where('id', 'in', ids).where('status', '<>', 1).executeTakeFirst()
  if (closed !== undefined) throw refuse.rule(sentence`部门 ${closed.name} 已停用，请改选部门`)
}

/** The last day of an assignment; who has none is left alone. */
export async function endAssignments(server: Context, ids: readonly string[], lastDay: string): Promise<void> {
  const open = [...(await openOf(server, ids)).values()]
  const ends = open.map(one => ({ id: one.id, validTo: lastDay < one.validFrom ? one.validFrom : lastDay }))
  await changeEachTo(server, hrAssignment, ends, { verb: 'update' })
}

/** A new employee gets his file and his first assignment; a change by hand elsewhere makes an assignment from today on. */
export const keepPeople = followerOf(employee, async (caller, tx, changes) => {
  const written = changes.filter((one): one is typeof one & { after: Row } => one.after !== null)
  const fresh = written.filter(one => one.before === null)
  const moved = written.filter(
    ({ before, after }) =>
      before !== null && before.status === after.status && placed.some(name => nothing(before[name]) !== nothing(after[name])),
  )
  const turned = written.filter(({ before, after }) => before !== null && before.status !== after.status)
  const born = written.filter(({ before, after }) => nothing(before?.birthday) !== nothing(after.birthday))
  const hired = written.filter(one => born.includes(one) || nothing(one.before?.hiredOn) !== nothing(one.after.hiredOn))
  if (hired.some(({ after }) => isChild(after))) throw refuse.invalid([{ field: 'birthday', message: tooYoung }])
  if (fresh.length + moved.length + turned.length + born.length === 0) return
  const server = await inServersName(caller, tx, 'files and assignments of people')
  const today = todayOf(caller)
  const isLeft = (row: Row): boolean => row['status'] === leftStatus
  await createEach(
    server,
    hrFile,
    fresh.map(({ id, after }) => ({
      employeeId: id,
      stage: isLeft(after) ? stages.left[0] : stages.regular[0],
      hiredOn: nothing(after.hiredOn),
      // what the sheet says of it comes after
      leftOn: isLeft(after) ? today : null,
    })),
  )
  await keepBirthdays(server, born, today)
  await keepDepts(server, moved)
  const holds = await holdingOf(
    server,
    moved.map(one => one.id),
    today,
  )
  const isNews = ({ id, after }: (typeof written)[number]): boolean =>
    placed.some(name => nothing(holds.get(id)?.[name]) !== nothing(after[name]))
  await moveTo(server, [
    ...fresh.filter(one => !isLeft(one.after)).map(({ id, after }) => moveOf(id, after, nothing(after.hiredOn) ?? today)),
    ...moved.filter(one => isNews(one) && !isLeft(one.after)).map(({ id, after }) => moveOf(id, after, today)),
  ])
  await followStatus(server, tx, turned, today)
})

/** 禁止使用童工规定 2 */
const tooYoung = sentence`入职日期时不满 16 周岁（禁止使用童工规定第二条）`
const isChild = (row: Row): boolean => {
  const [birthday, hiredOn] = [nothing(row['birthday']), nothing(row['hiredOn'])]
  return birthday !== null && hiredOn !== null && row['status'] !== leftStatus && !mayWork(birthday, hiredOn)
}

async function keepBirthdays(server: Context, born: readonly { id: string; after: Row }[], today: string): Promise<void> {
  if (born.length === 0) return
  const birthdays = new Map(born.map(({ id, after }) => [id, nothing(after['birthday'])]))
  const files = await server.db
    .selectFrom('hr_file')
    .select(['id', 'employee_id'])
    .where('employee_id', 'in', [...birthdays.keys()])
    .execute()
  const of = (file: (typeof files)[number]): string | null => birthdayIn(birthdays.get(asText(file.employee_id)) ?? null, today)
  await setDerived(
    server,
    hrFile,
    files.map(file => ({ id: asText(file.id), birthdayOn: of(file) })),
  )
}

/** The file shows and is found by where its person stands. */
async function keepDepts(server: Context, moved: readonly { id: string; after: Row }[]): Promise<void> {
  if (moved.length === 0) return
  const rowOf = new Map(moved.map(({ id, after }) => [id, after]))
  const files = await server.db
    .selectFrom('hr_file')
    .select(['id', 'employee_id'])
    .where('employee_id', 'in', [...rowOf.keys()])
    .execute()
  const of = (file: (typeof files)[number], name: (typeof placed)[number]): string | null =>
    nothing(rowOf.get(asText(file.employee_id))?.[name])
  await setDerived(
    server,
    hrFile,
    files.map(file => ({ id: asText(file.id), deptId: of(file, 'deptId'), positionId: of(file, 'positionId') })),
  )
}
/** A file that is new. */
export const keepNewFiles = followerOf(hrFile, async (caller, tx, changes) => {
  const people = changes.flatMap(({ before, after }) => (before === null && after !== null ? [asText(after.employeeId)] : []))
  if (people.length === 0) return
  const server = await inServersName(caller, tx, 'where the people of new files stand')
  const rows = await tx
    .selectFrom('employee')
    .select(['id', 'dept_id as deptId', 'position_id as positionId'])
    .where('id', 'in', people)
    .execute()
  await keepDepts(
    server,
    rows.map(row => ({ id: asText(row.id), after: row as unknown as Row })),
  )
})

const moveOf = (employeeId: string, after: Row, from: string): Move => ({
  employeeId,
  from,
  set: Object.fromEntries(placed.map(name => [name, after[name]])),
})

/** Somebody is set to left, or back, by hand. */
async function followStatus(server: Context, tx: Tx, turned: readonly { id: string; after: Row }[], today: string): Promise<void> {
  if (turned.length === 0) return
  const files = await server.db
    .selectFrom('hr_file')
    .select(['id', 'employee_id', 'stage', 'left_on'])
    .where(
      'employee_id',
      'in',
      turned.map(one => one.id),
    )
    .execute()
  const fileOf = new Map(files.map(one => [asText(one.employee_id), one]))
  const filed = turned.filter(({ id }) => fileOf.has(id))
  const gone = filed.filter(({ id, after }) => after['status'] === leftStatus && fileOf.get(id)?.stage !== stages.left[0])
  const back = filed.filter(({ id, after }) => after['status'] !== leftStatus && fileOf.get(id)?.stage === stages.left[0])
  const idOf = (id: string): string => asText(fileOf.get(id)?.id ?? '')
  await setDerived(server, hrFile, [
    ...gone.map(({ id }) => ({ id: idOf(id), stage: stages.left[0], leftOn: today })),
    ...back.map(({ id }) => ({ id: idOf(id), stage: stages.regular[0], leftOn: null, emptiedOn: null })),
  ])
  await endAssignments(
    server,
    gone.map(one => one.id),
    today,
  )
  for (const { id } of gone) await handOnTasks(server, tx, id, null)
  await moveTo(
    server,
    back.map(({ id, after }) => {
      const [hiredOn, leftOn] = [nothing(after['hiredOn']) ?? '', nothing(fileOf.get(id)?.left_on) ?? '']
      return moveOf(id, after, hiredOn > leftOn && hiredOn < today ? hiredOn : today)
    }),
  )
}
