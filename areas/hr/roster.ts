/** Rows of an imported roster become employees and their files, in sets. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { employee } from '#areas/admin/index.ts'
import { refuse, type Context, type Follower, type Tx, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, createEach, openedText, setDerived, type Rule } from '#platform/server/records.ts'
import { hrAssignment } from './assignment-tables.ts'
import { mayWork } from './contract-rules.ts'
import { hrFile, stages } from './file-tables.ts'
import { isSaid, plainNumber, readNumber, type Said } from './identity-number.ts'
import { hrRoster } from './roster-tables.ts'

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
}

export const keepRoster: Follower = async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) => (after === null ? [] : [id]))
  if (ids.length === 0) return
  const server = await inServersName(caller, tx, 'employees and files of an imported roster')
  const rows: Values[] = await tx.selectFrom('hr_roster').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const lines = rows.map(row => lineOf(server, row))
  const known = new Map((await employeesOf(tx, lines)).map(one => [one.no, one]))
  const placeOf = ({ row }: Line): Values => ({ deptId: row['dept_id'], positionId: row['position_id'] })
  const isLeft = ({ row }: Line): boolean => row['stage'] === stages.left[0]
  const personOf = (line: Line): Values => ({
    name: line.row['name'],
    ...placeOf(line),
    phone: line.row['phone'],
    email: line.row['email'],
    hiredOn: line.row['hired_on'],
    birthday: line.said?.birthday ?? null,
    status: isLeft(line) ? statuses.left : statuses.employed,
  })
  await createEach(
    server,
    employee,
    lines.filter(line => !known.has(line.no)).map(line => ({ no: line.no, ...personOf(line) })),
  )
  await changeEachTo(
    server,
    employee,
    lines.flatMap(line => {
      const one = known.get(line.no)
      // a birthday is not emptied by a row without a number
      const { birthday, ...rest } = personOf(line)
      return one === undefined ? [] : [{ id: one.id, ...rest, birthday: birthday ?? one.birthday }]
    }),
    { verb: 'update' },
  )
  const idOf = new Map((await employeesOf(tx, lines)).map(one => [one.no, one.id]))
  await writeFiles(server, tx, lines, idOf)
  await writePlaces(server, tx, lines, idOf)
}

function lineOf(server: Context, row: Values): Line {
  const opened = (name: 'idNo' | 'bankAccount', column: string): string | null =>
    row[column] === null ? null : openedText(server, hrRoster, name, asText(row[column]))
  const idNo = opened('idNo', 'id_no')
  const isCard = idNo !== null && row['id_kind'] === identityCard
  const said = isCard ? readNumber(idNo, todayOf(server)) : null
  if (said !== null && !isSaid(said)) throw refuse.rule(sentence`工号 ${asText(row['no'])}：${said}`)
  return { no: asText(row['no']), row, idNo: isCard ? plainNumber(idNo) : idNo, bankAccount: opened('bankAccount', 'bank_account'), said }
}

const employeesOf = (tx: Tx, lines: readonly Line[]) =>
  tx
    .selectFrom('employee')
    .select(['id', 'no', 'birthday'])
    .where(
      'no',
      'in',
      lines.map(line => line.no),
    )
    .execute()

async function writeFiles(server: Context, tx: Tx, lines: readonly Line[], idOf: ReadonlyMap<string, string>): Promise<void> {
  const files = await tx
    .selectFrom('hr_file')
    .select(['id', 'employee_id'])
    .where('employee_id', 'in', [...idOf.values()])
    .execute()
  const fileOf = new Map(files.map(one => [asText(one.employee_id), asText(one.id)]))
  // a cell that is empty leaves what the file has: rows with the same fields go together
  const wanted = lines.flatMap(line => {
    const id = fileOf.get(idOf.get(line.no) ?? '')
    if (id === undefined) return []
    const { row } = line
    const values: Values = {
      stage: row['stage'],
      kind: row['kind'],
      idKind: row['id_kind'],
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
    }
    return [{ id, ...Object.fromEntries(Object.entries(values).filter(([, value]) => text(value) !== null)) }]
  })
  for (const group of Map.groupBy(wanted, one => Object.keys(one).join()).values())
    await changeEachTo(server, hrFile, group, { verb: 'update' })
}

/** Grade, manager, workplace and company stand in the assignment of today. */
async function writePlaces(server: Context, tx: Tx, lines: readonly Line[], idOf: ReadonlyMap<string, string>): Promise<void> {
  const numbers = lines.flatMap(({ row }) => text(row['manager_no']) ?? [])
  const heads = numbers.length === 0 ? [] : await tx.selectFrom('employee').select(['id', 'no']).where('no', 'in', numbers).execute()
  const headOf = new Map(heads.map(one => [one.no, asText(one.id)]))
  const stray = numbers.find(no => !headOf.has(no))
  if (stray !== undefined) throw refuse.rule(sentence`直接上级的工号 ${stray} 不存在，请核对`)
  const open = await tx
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
  await setDerived(server, employee, managers)
}
