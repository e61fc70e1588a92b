/** Rows of an imported roster become employees and their files, in sets. */
import { operations } from '#platform/declare/operations.ts'
import { columnOf, permissionOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { employee } from '#areas/admin/index.ts'
import { may, refuse, type Context, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, createEach, hashOfText, openedText, setDerived, type Rule, followerOf } from '#platform/server/records.ts'
import { hrAssignment } from './assignment-tables.ts'
import { refuseCircles } from './keep.ts'
import { mayWork } from './contract-rules.ts'
import { hrFile, stages } from './file-tables.ts'
import { isSaid, plainNumber, readNumber, type Said } from './identity-number.ts'
import { hrRoster, rosterPersonal, rosterTaken } from './roster-tables.ts'

const statuses = { employed: 1, left: 2 } as const
const identityCard = 1
const text = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))

/** What a cell of the sheet is held against, before anything is written. */
export const rosterRule: Rule = ({ idNo, idKind, hiredOn }) => {
  if (typeof idNo !== 'string' || idNo === '' || (idKind !== undefined && idKind !== identityCard)) return []
  const said = readNumber(idNo, '9999-12-31')
  if (!isSaid(said)) return [{ field: 'idNo', message: said }]
  return typeof hiredOn !== 'string' || mayWork(said.birthday, hiredOn)
    ? []
    : [{ field: 'idNo', message: sentence`入职日期时不满 16 周岁（禁止使用童工规定第二条）` }]
}

interface Line {
  readonly no: string
  readonly row: Values
  readonly idNo: string | null
  readonly bankAccount: string | null
  readonly said: Said | null
  /** hashes of what this sheet and those before it gave the file */
  readonly taken: Taken
}
type Taken = Readonly<Partial<Record<(typeof rosterTaken)[number], string>>>

export const keepRoster = followerOf(hrRoster, async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) => (after === null ? [] : [id]))
  if (ids.length === 0) return
  const server = await inServersName(caller, tx, 'files of an imported roster, and whose numbers there are')
  const rows: Values[] = await tx.selectFrom('hr_roster').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const whole = rows.map(row => lineOf(server, row))
  const there = new Set((await employeesOf(server.db, whole)).map(one => one.no))
  const beforeOf = new Map(changes.map(({ id, before, after }) => [id, { before, after }]))
  const lines = whole.map(line => (there.has(line.no) ? changedOf(line, beforeOf.get(asText(line.row['id']))) : line))
  await keepEmployees(caller, server, lines)
  const people = await employeesOf(server.db, lines)
  const idOf = new Map(people.map(one => [one.no, one.id]))
  // of those who were there, the files that the caller sees
  const seen = new Set(
    (
      await tx
        .selectFrom('hr_file')
        .select('employee_id')
        .where('employee_id', 'in', [...idOf.values()])
        .execute()
    ).map(one => one.employee_id),
  )
  const reached = new Map(people.filter(one => !there.has(one.no) || seen.has(one.id)).map(one => [one.no, one.id]))
  await writeFiles(server, lines, reached)
  await writePlaces(server, lines, idOf)
  // the file has them now, and who reads them there is told to the person
  await setDerived(
    server,
    hrRoster,
    whole.map(({ no, row, taken }) => ({
      id: asText(row['id']),
      taken: JSON.stringify(reached.has(no) ? taken : takenOf(row)),
      ...Object.fromEntries(rosterTaken.map(name => [name, null])),
    })),
  )
})

/** Employees are made and changed by the caller himself: what he may not do with them by hand he may not do by a sheet. */
async function keepEmployees(caller: Context, server: Context, lines: readonly Line[]): Promise<void> {
  const known = new Map((await employeesOf(server.db, lines)).map(one => [one.no, one]))
  const seen = new Set((await employeesOf(caller.db, lines)).map(one => one.no))
  const unseen = lines.find(({ no }) => known.has(no) && !seen.has(no))
  if (unseen !== undefined) throw refuse.rule(sentence`工号 ${unseen.no} 的员工不在您的数据范围内，不能由您导入`)
  const personOf = ({ row, said }: Line): Values => ({
    name: row['name'],
    deptId: row['dept_id'],
    positionId: row['position_id'],
    phone: row['phone'],
    email: row['email'],
    hiredOn: row['hired_on'],
    birthday: said?.birthday ?? null,
    status: text(row['stage']) === null ? null : row['stage'] === stages.left[0] ? statuses.left : statuses.employed,
  })
  const fresh = lines.filter(({ no }) => !known.has(no))
  if (fresh.length > 0 && !may(caller.caller, employeeRight, operations.add))
    throw refuse.rule(sentence`工号 ${fresh[0]?.no ?? ''} 还没有员工，您没有新增员工的权限`)
  await createEach(
    caller,
    employee,
    fresh.map(line => ({
      no: line.no,
      ...personOf(line),
      status: line.row['stage'] === stages.left[0] ? statuses.left : statuses.employed,
    })),
  )
  const changed = lines.flatMap(line => {
    const one = known.get(line.no)
    return one === undefined ? [] : toSet(one.id, personOf(line))
  })
  let count = 0
  for (const group of Map.groupBy(changed, one => Object.keys(one).join()).values())
    count += (await changeEachTo(caller, employee, group, { verb: 'update' })).changed
  if (count > 0 && !may(caller.caller, employeeRight, operations.edit)) throw refuse.rule(sentence`您没有修改员工的权限，不能由导入修改`)
}
const employeeRight = permissionOf(employee)
/** Of a row that was there already the cells that have changed: the others may be older than what the employee has now. */
const changedOf = (line: Line, change: { before: Values | null; after: Values | null } | undefined): Line => {
  const { before, after } = change ?? {}
  if (!before || !after) return line
  // what was taken over stands in the sheet no more: its hash does
  const known = takenOf(line.row)
  const isTaken = (name: string): boolean =>
    rosterTaken.some(one => one === name && known[one] !== undefined && known[one] === line.taken[one])
  const same = Object.keys(hrRoster.fields).filter(name => text(before[name]) === text(after[name]) || isTaken(name))
  const row = { ...line.row, ...Object.fromEntries(same.map(name => [columnOf(name), null])) }
  return {
    ...line,
    row,
    ...(isTaken('idNo') ? { idNo: null, said: null } : {}),
    ...(isTaken('bankAccount') ? { bankAccount: null } : {}),
  }
}
const takenOf = (row: Values): Taken => (text(row['taken']) === null ? {} : (JSON.parse(asText(row['taken'])) as Taken))
/** A cell that is empty leaves what is there. */
function toSet(id: string, values: Values): (Values & { readonly id: string })[] {
  const said = Object.entries(values).filter(([, value]) => text(value) !== null)
  return said.length === 0 ? [] : [{ ...Object.fromEntries(said), id }]
}

function lineOf(server: Context, row: Values): Line {
  const opened = (name: 'idNo' | 'bankAccount', column: string): string | null =>
    row[column] === null ? null : openedText(server, hrRoster, name, asText(row[column]))
  const idNo = opened('idNo', 'id_no')
  const isCard = idNo !== null && row['id_kind'] === identityCard
  const said = isCard ? readNumber(idNo, todayOf(server)) : null
  if (said !== null && !isSaid(said)) throw refuse.rule(sentence`工号 ${asText(row['no'])}：${said}`)
  const number = isCard ? plainNumber(idNo) : idNo
  const bankAccount = opened('bankAccount', 'bank_account')
  const cells: Values = { ...row, id_no: number, bank_account: bankAccount }
  const given = rosterTaken.flatMap(name => {
    const value = text(cells[columnOf(name)])
    return value === null ? [] : [[name, hashOfText(server, hrRoster, name, `${asText(row['no'])} ${value}`)] as const]
  })
  return { no: asText(row['no']), row, idNo: number, bankAccount, said, taken: { ...takenOf(row), ...Object.fromEntries(given) } }
}

const employeesOf = (db: Context['db'], lines: readonly Line[]) =>
  db
    .selectFrom('employee')
    .select(['id', 'no'])
    .where(
      'no',
      'in',
      lines.map(line => line.no),
    )
    .execute()

async function writeFiles(server: Context, lines: readonly Line[], idOf: ReadonlyMap<string, string>): Promise<void> {
  const files = await server.db
    .selectFrom('hr_file')
    .select(['id', 'employee_id'])
    .where('employee_id', 'in', [...idOf.values()])
    .execute()
  const fileOf = new Map(files.map(one => [asText(one.employee_id), asText(one.id)]))
  // rows with the same fields go together
  const wanted = lines.flatMap(line => {
    const id = fileOf.get(idOf.get(line.no) ?? '')
    if (id === undefined) return []
    const { row } = line
    const values: Values = {
      stage: row['stage'],
      kind: row['kind'],
      idKind: line.idNo === null ? null : row['id_kind'],
      hiredOn: row['hired_on'],
      idNo: line.idNo,
      bankAccount: line.bankAccount,
      sex: line.said?.sex ?? null,
      firstWorkedOn: row['first_worked_on'],
      probationTo: row['probation_to'],
      education: row['education'],
      bankName: row['bank_name'],
      bankHolder: row['bank_holder'],
      salaryLevel: row['salary_level'],
      leftOn: row['stage'] === stages.left[0] ? row['left_on'] : null,
      ...Object.fromEntries(rosterPersonal.map(name => [name, row[columnOf(name)]])),
    }
    return toSet(id, values)
  })
  for (const group of Map.groupBy(wanted, one => Object.keys(one).join()).values())
    await changeEachTo(server, hrFile, group, { verb: 'update' })
}

/** Grade, manager, workplace and company stand in the assignment of today. */
async function writePlaces(server: Context, lines: readonly Line[], idOf: ReadonlyMap<string, string>): Promise<void> {
  const numbers = lines.flatMap(({ row }) => text(row['manager_no']) ?? [])
  const heads = numbers.length === 0 ? [] : await server.db.selectFrom('employee').select(['id', 'no']).where('no', 'in', numbers).execute()
  const headOf = new Map(heads.map(one => [one.no, asText(one.id)]))
  const stray = numbers.find(no => !headOf.has(no))
  if (stray !== undefined) throw refuse.rule(sentence`直接上级的工号 ${stray} 不存在，请核对`)
  const open = await server.db
    .selectFrom('hr_assignment')
    .select(['id', 'employee_id', 'grade_id', 'manager_id', 'workplace_id', 'company_id'])
    .where('employee_id', 'in', [...idOf.values()])
    .where('valid_to', 'is', null)
    .execute()
  const openOf = new Map(open.map(one => [asText(one.employee_id), one]))
  const rows = lines.flatMap(({ no, row }) => {
    const one = openOf.get(idOf.get(no) ?? '')
    if (one === undefined) return []
    return [
      {
        id: asText(one.id),
        gradeId: row['grade_id'] ?? one.grade_id,
        managerId: headOf.get(text(row['manager_no']) ?? '') ?? one.manager_id,
        workplaceId: row['workplace_id'] ?? one.workplace_id,
        companyId: row['company_id'] ?? one.company_id,
      },
    ]
  })
  await changeEachTo(server, hrAssignment, rows, { verb: 'update' })
  const managers = lines.flatMap(({ no, row }) => {
    const [id, managerId] = [idOf.get(no), headOf.get(text(row['manager_no']) ?? '')]
    return id === undefined || managerId === undefined ? [] : [{ id, managerId }]
  })
  await refuseCircles(
    server,
    managers.map(({ id, managerId }) => ({ employeeId: id, set: { managerId } })),
  )
  await setDerived(server, employee, managers)
}
