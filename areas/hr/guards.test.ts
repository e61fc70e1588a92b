/** What a clerk of people may not do by way of files, sheets and letters, and what the law says of contracts and of leavers. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workflow } from '#areas/workflow/index.ts'
import { hr } from './index.ts'
import { emptyLeavers } from './nightly.ts'
import { endContracts } from './contracts.ts'

let h: DemoHouse
let [admin, clerk, person] = [] as unknown as [Person, Person, Person]
let [deptA, own] = ['', '']
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>
const account = '6222029876543210987'

beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  const granted = [
    'hrFile',
    'personnelAction',
    'labourContract',
    'hrAssignment',
    'employee',
    'hrFileChange',
    'hrLetter',
    'hrTask',
    'hrRoster',
    'hrPaper',
    'hrFamily',
    'hrReading',
  ]
  await h.db
    .insertInto('role_permission')
    .values(
      [...granted, 'orgChart'].flatMap(permission =>
        [1, 2, 3, 4, 5, 6, 7, 10, 100, 101, 103].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  ;[clerk, person] = [await signedInAs(h, 'hr'), await signedInAs(h, 'sales')]
  own = (await person.get('/system/userprofile')).data.employeeId
  await clerk.post('/hrFile/insert', { employeeId: own })
  deptA = (await admin.post('/department/insert', { name: '甲部' })).data.id
})
afterAll(() => h.close())

const fileOf = async (employeeId: string): Promise<Values & { id: string; version: number }> =>
  (await clerk.post('/hrFile/list', { employeeId: [employeeId] })).data.list[0]
const employ = async (no: string, name: string, more: Values = {}): Promise<string> =>
  (await admin.post('/userManage/insert', { no, name, deptId: deptA, hiredOn: '2025-01-06', ...more })).data.id as string
const system = () => h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
/** What the server does on a day; people's sessions stay those of today. */
const onDay = async <T>(day: string, work: () => Promise<T>): Promise<T> => {
  h.clock.now = new Date(`${day}T09:05:00+08:00`)
  const done = await work()
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  return done
}
const revoke = async (permission: string, operations: readonly number[]): Promise<() => Promise<unknown>> => {
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  const held = h.db.deleteFrom('role_permission').where('permission', '=', permission).where('role_id', '=', role.id)
  await held.where('operation', 'in', operations).execute()
  await h.db
    .updateTable('scope_version')
    .set(eb => ({ version: eb('version', '+', '1') }))
    .execute()
  clerk = await signedInAs(h, 'hr')
  return async () => {
    await h.db
      .insertInto('role_permission')
      .values(operations.map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })))
      .execute()
    await h.db
      .updateTable('scope_version')
      .set(eb => ({ version: eb('version', '+', '1') }))
      .execute()
    clerk = await signedInAs(h, 'hr')
  }
}

describe('a sheet of the roster', () => {
  const row = { name: '名一', hiredOn: '2024-03-01' }
  test('takes over nobody’s account', async () => {
    const accounts = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .innerJoin('employee as e', 'e.id', 'm.employee_id')
      .select(['e.id', 'e.no', 'e.name', 'e.email', 'e.dept_id'])
      .where('a.username', 'in', ['admin', 'sales'])
      .execute()
    expect(accounts).toHaveLength(2)
    for (const one of accounts) {
      const done = await clerk.post('/hrRoster/insert', {
        ...row,
        no: one.no,
        name: one.name,
        deptId: one.dept_id,
        email: 'mine@example.com',
      })
      expect(done.code, one.name).not.toBe(0)
      expect(done.msg).toMatch(/邮箱用来找回密码|系统管理员/)
      const after = await h.db.selectFrom('employee').select('email').where('id', '=', one.id).executeTakeFirst()
      expect(after?.email).toBe(one.email)
    }
  })
  test('makes and changes employees for who may', async () => {
    const restore = await revoke('employee', [1, 3])
    expect((await clerk.post('/hrRoster/insert', { ...row, no: 'N1', deptId: deptA })).msg).toContain('没有新增员工的权限')
    const id = await employ('N2', '名二')
    expect((await clerk.post('/hrRoster/insert', { ...row, no: 'N2', name: '改名', deptId: deptA })).msg).toContain('没有修改员工的权限')
    expect(await h.db.selectFrom('employee').select('name').where('id', '=', id).executeTakeFirst()).toEqual({ name: '名二' })
    await restore()
  })
  test('leaves what its cells do not say, and employs nobody again who has left', async () => {
    const stays = await employ('S1', '留一', { phone: '13900002222', email: 's1@example.com' })
    const gone = await employ('S2', '离一', { phone: '13900003333' })
    await admin.post('/userManage/update', { id: gone, version: 1, status: 2 })
    for (const [no, name] of [
      ['S1', '留一'],
      ['S2', '离一'],
    ]) {
      const done = await clerk.post('/hrRoster/insert', { no, name, deptId: deptA, hiredOn: '2025-01-06', bankAccount: account })
      expect(done.code, done.msg).toBe(0)
    }
    const people = h.db.selectFrom('employee').select(['phone', 'email', 'status'])
    expect(await people.where('id', '=', stays).executeTakeFirst()).toEqual({ phone: '13900002222', email: 's1@example.com', status: 1 })
    expect(await people.where('id', '=', gone).executeTakeFirst()).toMatchObject({ phone: '13900003333', status: 2 })
    expect((await fileOf(gone))['stage']).toBe(5)
    const kept = await h.db.selectFrom('hr_roster').select('bank_account').where('no', '=', 'S1').executeTakeFirst()
    expect(kept).toEqual({ bank_account: null })
  })
  test('makes nobody stand above himself', async () => {
    await employ('C1', '环一')
    await employ('C2', '环二')
    const one = { deptId: deptA, hiredOn: '2025-01-06' }
    expect((await clerk.post('/hrRoster/insert', { ...one, no: 'C1', name: '环一', managerNo: 'C2' })).code).toBe(0)
    expect((await clerk.post('/hrRoster/insert', { ...one, no: 'C2', name: '环二', managerNo: 'C1' })).msg).toContain('直接上级')
  })
})

describe('a file', () => {
  test('is not written where its columns may not be seen', async () => {
    const employeeId = await employ('F1', '档一')
    const { id, version } = await fileOf(employeeId)
    const restore = await revoke('hrFile', [100, 101])
    for (const more of [{ salaryLevel: 'M9' }, { bankName: '某行' }, { address: '某处' }, { protectedUntil: '2027-01-01' }])
      await clerk.post('/hrFile/update', { id, version, ...more })
    const row = await h.db
      .selectFrom('hr_file')
      .select(['salary_level', 'bank_name', 'address', 'protected_until'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ salary_level: null, bank_name: null, address: null, protected_until: null })
    await restore()
  })
  test('of somebody who was looked at keeps him; who was not can be deleted', async () => {
    const [plain, seen] = [await employ('D1', '删一'), await employ('D2', '删二')]
    const file = await fileOf(seen)
    await clerk.post('/hrFile/update', { id: file.id, version: file.version, bankAccount: account })
    expect((await clerk.post('/hrFile/reveal', { id: file.id, field: 'bankAccount', reason: '核对' })).code).toBe(0)
    const done = await admin.post('/userManage/delete', { ids: [plain] })
    expect(done.code, done.msg).toBe(0)
    const kept = await admin.post('/userManage/delete', { ids: [seen] })
    expect(kept.code).toBeGreaterThanOrEqual(1000)
    expect(kept.code).toBeLessThan(5000)
  })
  test('tells its person who looked at the numbers of a correction', async () => {
    const made = await person.post('/hrFileChange/insert', { bankAccount: account })
    await person.post('/hrFileChange/submit', { ids: [{ id: made.data.id }] })
    const shown = await clerk.post('/hrFileChange/reveal', { id: made.data.id, field: 'bankAccount', reason: '核对变更' })
    expect(shown.data, shown.msg).toEqual({ value: account })
    expect((await person.post('/hrReading/list', {})).data.list).toMatchObject([{ employeeId: own, what: 2, reason: '核对变更' }])
  })
})

describe('a letter of income', () => {
  test('says what HR writes, never what its person does, and nothing without a figure', async () => {
    const letter = { businessOn: today, kind: 2, purpose: '贷款' }
    await person.post('/hrLetter/insert', { ...letter, income: '99999' })
    expect(await h.db.selectFrom('hr_letter').select('id').where('income', 'is not', null).execute()).toEqual([])
    const made = await person.post('/hrLetter/insert', letter)
    const ids = [{ id: made.data.id }]
    expect((await person.post('/hrLetter/submit', { ids })).code).toBe(0)
    expect((await clerk.post('/hrLetter/issue', { ids })).msg).toContain('请填写月收入')
    expect((await clerk.post('/hrLetter/issue', { ids, income: '8000' })).code).toBe(0)
  })
})

test('nobody puts lines on the checklists of others', async () => {
  const line = { employeeId: own, ownerId: own, kind: 3, item: '请喝茶', dueOn: today }
  expect((await person.post('/hrTask/insert', line)).code).toBe(1003)
  const made = await clerk.post('/hrTask/insert', line)
  expect(made.code, made.msg).toBe(0)
  expect((await person.post('/hrTask/delete', { ids: [{ id: made.data.id }] })).code).toBe(1003)
})

describe('the law of contracts', () => {
  const contractOf = async (employeeId: string, validFrom: string, validTo: string): Promise<string> => {
    const company = await h.db.selectFrom('company').select('id').where('status', '=', 1).executeTakeFirstOrThrow()
    const values = { businessOn: today, employeeId, companyId: company.id, kind: 1, validFrom, validTo }
    const made = await clerk.post('/labourContract/insert', values)
    expect(made.code, made.msg).toBe(0)
    const done = await clerk.post('/labourContract/sign', { ids: [{ id: made.data.id }], signedOn: validFrom })
    expect(done.code, done.msg).toBe(0)
    return made.data.id as string
  }
  const stateOf = async (id: string) =>
    h.db.selectFrom('labour_contract').select(['state', 'finding']).where('id', '=', id).executeTakeFirst()
  const endOn = (day: string) => onDay(day, async () => (await system()).write((tx, inside) => endContracts(inside, tx)))
  test('the contract of somebody protected goes on until she is not any more', async () => {
    const employeeId = await employ('P1', '护一')
    const id = await contractOf(employeeId, '2025-01-06', '2026-12-05')
    const file = await fileOf(employeeId)
    const set = await clerk.post('/hrFile/update', { id: file.id, version: file.version, protectedUntil: '2026-12-20' })
    expect(set.code, set.msg).toBe(0)
    expect(await stateOf(id)).toEqual({ state: 2, finding: 1 })
    await endOn('2026-12-10')
    expect((await stateOf(id))?.state).toBe(2)
    await endOn('2026-12-21')
    expect((await stateOf(id))?.state).toBe(4)
  })
  test('who is between two contracts counts from the end of the last; interns and who is yet to join need none', async () => {
    const years = await employ('U1', '签一', { hiredOn: '2019-03-01' })
    await contractOf(years, '2024-03-01', '2026-11-27')
    await endOn('2026-11-28')
    const never = await employ('U2', '签二', { hiredOn: '2019-03-01' })
    const intern = await employ('U3', '实习', { hiredOn: '2024-03-01' })
    const file = await fileOf(intern)
    expect((await clerk.post('/hrFile/update', { id: file.id, version: file.version, kind: 3 })).code).toBe(0)
    const { data } = await clerk.post('/hrLacking/list', { employeeId: [years, never, intern] })
    const found = new Map(data.list.map((one: Values) => [one['employeeId'], one['contract']]))
    expect([years, never, intern].map(id => found.get(id))).toEqual([1, 3, 0])
  })
})

test('who has left for two years leaves nothing behind of himself, however he came into the system', async () => {
  const sheet = await clerk.post('/hrRoster/insert', {
    no: 'L1',
    name: '久离',
    deptId: deptA,
    hiredOn: '2015-01-05',
    stage: 5,
    leftOn: '2020-01-31',
    phone: '13900004444',
    email: 'l1@example.com',
  })
  expect(sheet.code, sheet.msg).toBe(0)
  const { id } = await h.db.selectFrom('employee').select('id').where('no', '=', 'L1').executeTakeFirstOrThrow()
  expect(await fileOf(id)).toMatchObject({ stage: 5, leftOn: '2020-01-31' })
  const relation = (await h.db.selectFrom('dictionary_item').select('id').where('dictionary_id', '=', '106').executeTakeFirst())?.id
  const { org_id: orgId } = await h.db.selectFrom('employee').select('org_id').where('id', '=', id).executeTakeFirstOrThrow()
  const count = 1_100
  await sql`insert into hr_family (org_id, employee_id, name, relation)
    select ${orgId}, ${id}, '亲属 ' || n, ${relation ?? '1'} from generate_series(1, ${count}::integer) as n`.execute(h.db)
  await sql`insert into hr_paper (org_id, employee_id, kind, no) values (${orgId}, ${id}, 1, '1'), (${orgId}, ${id}, 10, '1')`.execute(h.db)
  await (await system()).write((tx, inside) => emptyLeavers(inside, tx))
  expect((await sql`select id from hr_family where employee_id = ${id}`.execute(h.db)).rows).toEqual([])
  expect((await sql`select kind from hr_paper where employee_id = ${id}`.execute(h.db)).rows).toEqual([{ kind: 10 }])
  expect(await h.db.selectFrom('employee').select(['phone', 'email']).where('id', '=', id).executeTakeFirst()).toEqual({
    phone: null,
    email: null,
  })
})
