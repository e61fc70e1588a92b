/** What people do with their own files, letters and checklists, and what leaves the server of their numbers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workflow } from '#areas/workflow/index.ts'
import { checkOf } from './identity-number.ts'
import { hr } from './index.ts'
import { emptyLeavers } from './nightly.ts'
import { takeEffect } from './take-effect.ts'
import { tellOpenTasks } from './tasks.ts'

let h: DemoHouse
let [admin, clerk, person, other] = [] as unknown as [Person, Person, Person, Person]
let [deptA, own, bossRole] = ['', '', '']
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>
const number = (birthday: string, n: number): string => {
  const first17 = `990000${birthday.replaceAll('-', '')}${n}`
  return first17 + checkOf(first17)
}
const account = '6222029876543210987'

beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  bossRole = (await h.db.selectFrom('role').select('id').where('name', '=', '总经理').executeTakeFirstOrThrow()).id
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
  ;[clerk, person, other] = [await signedInAs(h, 'hr'), await signedInAs(h, 'sales'), await signedInAs(h, 'it')]
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
const act = async (values: Values): Promise<string> => {
  const { data } = await clerk.post('/personnelAction/insert', { businessOn: today, ...values })
  const done = await clerk.post('/personnelAction/submit', { ids: [{ id: data.id }] })
  expect(done.code, done.msg).toBe(0)
  return data.id as string
}

describe('one’s own file', () => {
  const idNo = number('1991-07-08', 111)
  test('is seen by its person alone, with his own numbers and without a right', async () => {
    const file = await fileOf(own)
    const changed = await clerk.post('/hrFile/update', { id: file.id, version: file.version, idNo, bankAccount: account, address: '滨江' })
    expect(changed.code, changed.msg).toBe(0)
    const { data } = await person.post('/hrMine/list', {})
    expect(data.list).toMatchObject([{ employeeId: own, idNo: '****', bankAccount: '****', address: '滨江', missing: [3, 5, 6] }])
    expect((await person.post('/hrMine/reveal', { id: own, field: 'idNo' })).data).toEqual({ value: idNo })
    expect((await other.post('/hrMine/reveal', { id: own, field: 'idNo' })).code).not.toBe(0)
    expect((await other.post('/hrMine/list', {})).data.list.filter((one: Values) => one['employeeId'] === own)).toEqual([])
    expect((await person.post('/hrFile/reveal', { id: file.id, field: 'idNo', reason: '看看' })).code).toBe(1003)
  })
  test('its person reads who looked, when and why', async () => {
    const file = await fileOf(own)
    expect((await clerk.post('/hrFile/reveal', { id: file.id, field: 'bankAccount', reason: '核对代发' })).data).toEqual({ value: account })
    const { data } = await person.post('/hrReading/list', {})
    expect(data.list).toMatchObject([{ employeeId: own, what: 2, way: 1, reason: '核对代发' }])
    expect((await other.post('/hrReading/list', {})).data.list).toEqual([])
  })
  test('a change waits for HR, is decided by nobody himself, and is told by names alone', async () => {
    const next = '6222021111222233334'
    const made = await person.post('/hrFileChange/insert', { address: '西湖', bankAccount: next, marriage: null })
    expect(made.code, made.msg).toBe(0)
    const ids = [{ id: made.data.id }]
    expect((await person.post('/hrFileChange/submit', { ids })).code).toBe(0)
    expect((await fileOf(own))['address']).toBe('滨江')
    const [waiting] = (await clerk.post('/hrFileChange/list', { employeeId: [own] })).data.list
    expect(waiting).toMatchObject({ state: 1, what: '现住址、银行账号', bankAccount: '****' })
    for (const who of [person, other]) expect((await who.post('/hrFileChange/accept', { ids })).code).not.toBe(0)
    const done = await clerk.post('/hrFileChange/accept', { ids })
    expect(done.code, done.msg).toBe(0)
    expect((await fileOf(own))['address']).toBe('西湖')
    expect((await person.post('/hrMine/reveal', { id: own, field: 'bankAccount' })).data).toEqual({ value: next })
    const wrong = await person.post('/hrFileChange/insert', { idNo: '110105194912310021' })
    expect(wrong.msg).toContain('证件号校验位不正确')
    const empty = await person.post('/hrFileChange/insert', {})
    expect((await person.post('/hrFileChange/submit', { ids: [{ id: empty.data.id }] })).msg).toContain('请至少填写一项')
  })
  test('is exported whole by its person, with an entry', async () => {
    const file = await h.app.inject({
      method: 'POST',
      url: '/api-2024/hrMine/mineExport',
      headers: { authorization: `Bearer ${person.token}` },
      payload: {},
    })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toContain('spreadsheet')
    const ways = (await person.post('/hrReading/list', {})).data.list.map((one: Values) => one['way'])
    expect(ways.filter((way: unknown) => way === 4)).toHaveLength(2)
  })
})

describe('a named export', () => {
  const exported = (who: Person, path: string, payload: Values) =>
    h.app.inject({ method: 'POST', url: `/api-2024/hrFile/${path}`, headers: { authorization: `Bearer ${who.token}` }, payload })
  test.each(['roster', 'accounts'])('%s takes its right and a reason, and leaves an entry a person', async path => {
    expect((await exported(other, path, { reason: '年检' })).json()).toMatchObject({ code: 1003 })
    expect((await exported(clerk, path, { reason: ' ' })).json()).toMatchObject({ code: 1002 })
    const before = (await clerk.post('/hrReading/list', { pageSize: 50 })).data.total
    const file = await exported(clerk, path, { reason: '年检' })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toContain('spreadsheet')
    const after = (await clerk.post('/hrReading/list', { pageSize: 50 })).data.total
    expect(after).toBeGreaterThan(before)
  })
})

describe('a letter', () => {
  test('is asked for by the person, issued by HR with a number, its income seen by him and by who may', async () => {
    const made = await person.post('/hrLetter/insert', { businessOn: today, kind: 2, purpose: '办理贷款', employeeId: '1' })
    expect(made.code, made.msg).toBe(0)
    const ids = [{ id: made.data.id }]
    expect((await person.post('/hrLetter/submit', { ids })).code).toBe(0)
    expect((await person.post('/hrLetter/issue', { ids, income: '1' })).code).not.toBe(0)
    const done = await clerk.post('/hrLetter/issue', { ids, income: '12345.67' })
    expect(done.code, done.msg).toBe(0)
    const [letter] = (await person.post('/hrLetter/list', {})).data.list
    expect(letter).toMatchObject({ employeeId: own, state: 2, income: expect.stringMatching(/^12345\.670*$/), issuedOn: today })
    expect(letter.no).toMatch(/^RZ/)
    expect((await other.post('/hrLetter/list', {})).data.list).toEqual([])
    await h.db
      .deleteFrom('role_permission')
      .where('permission', '=', 'hrLetter')
      .where('operation', '=', 101)
      .where('role_id', '=', bossRole)
      .execute()
    const boss = await signedInAs(h, 'boss')
    for (const row of (await boss.post('/hrLetter/list', {})).data.list) expect(row.income ?? null).toBeNull()
    expect((await boss.post('/hrLetter/print', { id: letter.id })).code).not.toBe(0)
  })
  test('a template fills in what letters have, and nothing of another table', async () => {
    const wrong = await clerk.post('/hrLetterTemplate/insert', { kind: 1, language: 1, title: '在职', body: '{name} {password_hash}' })
    expect(wrong.msg).toContain('不是证明能填的内容')
    expect((await clerk.post('/hrLetterTemplate/insert', { kind: 1, language: 1, title: '在职', body: '{name}' })).code).toBe(0)
  })
})

describe('a checklist', () => {
  test('comes with the approval of leaving; leaving takes effect whatever is open, and open lines are told each working day', async () => {
    const bound = await clerk.post('/hrTaskTemplate/insert', { kind: 3, item: '交还电脑', ownerBy: 1, days: -1 })
    expect(bound.code, bound.msg).toBe(0)
    const missing = await clerk.post('/hrTaskTemplate/insert', { kind: 3, item: '停用邮箱', ownerBy: 3 })
    expect(missing.msg).toContain('请选择负责人')
    const employeeId = await employ('T1', '离一')
    const action = await act({ kind: 8, employeeId, effectiveOn: '2026-11-27' })
    const { data } = await clerk.post('/hrTask/list', { employeeId: [employeeId] })
    expect(data.list.map((one: Values) => [one['item'], one['dueOn'], one['ownerId'] === employeeId])).toEqual([
      ['交还电脑', '2026-11-26', true],
      ['开具离职证明', '2026-11-27', false],
    ])
    expect(await onDay('2026-11-28', async () => takeEffect(await system()))).toBe(1)
    expect((await fileOf(employeeId))['stage']).toBe(5)
    const told = async (): Promise<number> =>
      Number(
        (await h.db.selectFrom('notice_event').select(h.db.fn.countAll().as('n')).where('code', '=', 'hr.openTasks').executeTakeFirst())?.n,
      )
    for (const [day, count] of [
      ['2026-11-28', 0],
      ['2026-11-30', 1],
      ['2026-11-30', 1],
      ['2026-12-01', 2],
    ] as const) {
      await onDay(day, async () => (await system()).write((tx, inside) => tellOpenTasks(inside, tx)))
      expect(await told(), day).toBe(count)
    }
    const line = data.list[1]
    expect((await clerk.post('/hrTask/finish', { ids: [{ id: line.id }] })).code).toBe(0)
    expect(action).not.toBe('')
  })
  test('has the certificate on the last day and required, whatever the template says', async () => {
    const made = await clerk.post('/hrTaskTemplate/insert', { kind: 3, item: '邮寄离职证明', ownerBy: 1, days: 15, required: false })
    expect(made.code, made.msg).toBe(0)
    const employeeId = await employ('T0', '离零')
    await act({ kind: 8, employeeId, effectiveOn: '2026-12-03' })
    const { data } = await clerk.post('/hrTask/list', { employeeId: [employeeId] })
    const lines = data.list.map((one: Values) => [one['item'], one['dueOn'], one['required']])
    expect(lines).toContainEqual(['邮寄离职证明', '2026-12-03', true])
    expect(lines).toHaveLength(2)
    expect((await clerk.post('/hrTaskTemplate/delete', { ids: [made.data.id] })).msg).toBe('')
  })
  test('of an action that is withdrawn is dropped', async () => {
    const employeeId = await employ('T2', '离二')
    const action = await act({ kind: 8, employeeId, effectiveOn: '2026-12-04' })
    expect((await clerk.post('/personnelAction/withdraw', { ids: [{ id: action }], endReason: '挽留' })).code).toBe(0)
    const { data } = await clerk.post('/hrTask/list', { employeeId: [employeeId] })
    expect(data.list.map((one: Values) => one['state'])).toEqual([2, 2])
  })
})

describe('bad input', () => {
  test('a circle of managers, a closed department, a third term without a wish', async () => {
    const [a, b] = [await employ('B1', '环一'), await employ('B2', '环二')]
    await act({ kind: 3, employeeId: a, managerId: b, effectiveOn: today })
    await act({ kind: 3, employeeId: b, managerId: a, effectiveOn: today })
    expect(await takeEffect(await system())).toBe(1)
    const closing = (await admin.post('/department/insert', { name: '将停' })).data.id
    const moved = await employ('B3', '调停')
    await act({ kind: 3, employeeId: moved, deptId: closing, effectiveOn: '2026-11-25' })
    const { version } = (await admin.get(`/department/query/${closing}`)).data ?? { version: 1 }
    await admin.post('/department/update', { id: closing, version, status: 2 })
    await onDay('2026-11-25', async () => takeEffect(await system()))
    const failed = (await clerk.post('/personnelAction/list', { pageSize: 50 })).data.list
      .map((one: Values) => one['failed'] ?? '')
      .filter((text: string) => text !== '')
    expect(failed.sort()).toEqual([expect.stringContaining('直接上级'), expect.stringContaining('将停')].sort(() => 0))
  })
})

describe('the roster', () => {
  test('a row becomes an employee with his file and his place; the same row with another cell changes them', async () => {
    const idNo = number('1988-08-08', 121)
    const row = { no: 'R1', name: '名一', deptId: deptA, hiredOn: '2024-03-01', idNo, bankAccount: account, kind: 1, stage: 3 }
    const made = await clerk.post('/hrRoster/insert', row)
    expect(made.code, made.msg).toBe(0)
    const [one] = (await admin.post('/userManage/list', { no: 'R1' })).data.list
    expect(one).toMatchObject({ name: '名一', deptId: deptA, birthday: '1988-08-08', hiredOn: '2024-03-01' })
    const file = await fileOf(one.id)
    expect(file).toMatchObject({ sex: 1, idNo: '****', stage: 3 })
    expect((await clerk.post('/hrFile/reveal', { id: file.id, field: 'idNo', reason: '核对' })).data).toEqual({ value: idNo })
    const changed = await clerk.post('/hrRoster/update', { id: made.data.id, version: 1, name: '名二' })
    expect(changed.code, changed.msg).toBe(0)
    expect((await admin.post('/userManage/list', { no: 'R1' })).data.list).toMatchObject([{ name: '名二' }])
    const wrong = await clerk.post('/hrRoster/insert', { ...row, no: 'R2', idNo: `${idNo.slice(0, 17)}${idNo[17] === '0' ? '1' : '0'}` })
    expect(wrong.msg).toContain('证件号校验位不正确')
    const child = await clerk.post('/hrRoster/insert', { ...row, no: 'R3', idNo: number('2012-01-01', 122) })
    expect(child.msg).toContain('不满 16 周岁')
  })
})

test('the chart of a day has those who stand there on it', async () => {
  const peopleOn = async (day: string): Promise<number> =>
    (await clerk.post('/orgChart/query', { day })).data.departments.find((one: Values) => one['id'] === deptA)?.people ?? 0
  const before = await peopleOn('2026-12-01')
  await employ('K1', '图一', { hiredOn: '2026-12-01' })
  expect([await peopleOn('2026-12-01'), await peopleOn('2026-11-30')]).toEqual([before + 1, await peopleOn('2026-11-30')])
  expect((await person.post('/orgChart/query', {})).code).toBe(1003)
})

test('two years after somebody left the sheet by which he joined has no row of him', async () => {
  const row = { effectiveOn: today, seq: 1, personName: '清二', deptId: deptA, phone: '13900002222', email: 'x2@example.com' }
  const made = await clerk.post('/hrJoiner/insert', row)
  expect(made.code, made.msg).toBe(0)
  const { data } = await clerk.get(`/hrJoiner/query/${made.data.id}`)
  await clerk.post('/personnelAction/submit', { ids: [{ id: data.actionId }] })
  await onDay(today, async () => takeEffect(await system()))
  const [{ id: employeeId }] = (await admin.post('/userManage/list', { name: '清二' })).data.list
  expect((await clerk.get(`/personnelAction/query/${data.actionId}`)).data).toMatchObject({ employeeId, state: 3 })
  await h.db.updateTable('hr_file').set({ stage: 5, left_on: '2020-01-31' }).where('employee_id', '=', employeeId).execute()
  await (await system()).write((tx, inside) => emptyLeavers(inside, tx))
  expect(await h.db.selectFrom('hr_joiner').select('id').execute()).toEqual([])
})

test('two years after somebody left his personal fields are empty, his name and days stay', async () => {
  const employeeId = await employ('X1', '清一', { phone: '13900001111' })
  const file = await fileOf(employeeId)
  await clerk.post('/hrFile/update', { id: file.id, version: file.version, idNo: number('1970-01-01', 131), address: '旧址' })
  await act({ kind: 8, employeeId, effectiveOn: '2026-11-24' })
  await onDay('2026-11-25', async () => takeEffect(await system()))
  const empty = (day: string) => onDay(day, async () => (await system()).write((tx, inside) => emptyLeavers(inside, tx)))
  await empty('2028-11-24')
  const row = async () =>
    h.db
      .selectFrom('hr_file')
      .select(['address', 'id_no', 'left_on', 'emptied_on'])
      .where('employee_id', '=', employeeId)
      .executeTakeFirst()
  expect(await row()).toMatchObject({ address: '旧址', left_on: '2026-11-24' })
  await empty('2028-11-25')
  expect(await row()).toEqual({ address: null, id_no: null, left_on: '2026-11-24', emptied_on: '2028-11-25' })
  expect(await h.db.selectFrom('employee').select(['name', 'phone']).where('id', '=', employeeId).executeTakeFirst()).toEqual({
    name: '清一',
    phone: null,
  })
})

test('whoever comes back after his fields were emptied is emptied again when he has left again', async () => {
  const [rehired = '', byHand = ''] = await Promise.all(['X2', 'X3'].map(no => employ(no, `返${no}`, { hiredOn: '2019-01-07' })))
  const { orgId } = (await system()).caller
  const both = [rehired, byHand]
  await h.db.updateTable('employee').set({ status: 2 }).where('org_id', '=', orgId).where('id', 'in', both).execute()
  await h.db.updateTable('hr_file').set({ stage: 5, left_on: '2020-01-31' }).where('employee_id', 'in', both).execute()
  await h.db.updateTable('hr_assignment').set({ valid_to: '2020-01-31' }).where('employee_id', 'in', both).execute()
  await (await system()).write((tx, inside) => emptyLeavers(inside, tx))
  const emptied = async () =>
    (await h.db.selectFrom('hr_file').select('emptied_on').where('employee_id', 'in', both).execute()).map(one => one.emptied_on)
  expect(await emptied()).toEqual([today, today])
  await act({ kind: 9, employeeId: rehired, deptId: deptA, effectiveOn: today })
  await takeEffect(await system())
  const { version } = (await admin.get(`/userManage/query/${byHand}`)).data
  const back = await admin.post('/userManage/update', { id: byHand, version, status: 1 })
  expect(back.code, back.msg).toBe(0)
  expect(await emptied()).toEqual([null, null])
})
