/** Joiners by a sheet, plans beside who is there, tabs of the month, the insurance desk, the chart for who sees few, letters as issued. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workflow } from '#areas/workflow/index.ts'
import { createEach } from '#platform/server/records.ts'
import { hrAssignment } from './assignment-tables.ts'
import { checkOf } from './identity-number.ts'
import { hr } from './index.ts'
import { keepBands } from './nightly.ts'
import { takeEffect } from './take-effect.ts'

let h: DemoHouse
let [admin, clerk, head] = [] as unknown as [Person, Person, Person]
let [deptA, deptB, position] = ['', '', '']
let companies: string[] = []
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>
const numberOf = (birthday: string, n: number): string => {
  const first17 = `990000${birthday.replaceAll('-', '')}${n}`
  return first17 + checkOf(first17)
}

beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', 'in', ['人事', '销售']).execute()
  const lists = 'hrFile personnelAction labourContract hrAssignment employee hrLetter hrRoster hrHeadcount hrTurn'.split(' ')
  const rightsOf = (name: string): readonly (readonly [string, number])[] =>
    name === '人事'
      ? [...lists.flatMap(one => [1, 2, 3, 4, 5, 6, 7, 10, 100, 101].map(n => [one, n] as const)), ['orgChart', 2]]
      : [['orgChart', 2]]
  await h.db
    .insertInto('role_permission')
    .values(
      roles.flatMap(({ id, org_id, name }) =>
        rightsOf(name).map(([permission, operation]) => ({ org_id, role_id: id, permission, operation })),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  ;[clerk, head] = [await signedInAs(h, 'hr'), await signedInAs(h, 'sales')]
  deptA = (await admin.post('/department/insert', { name: '甲部' })).data.id
  deptB = (await admin.post('/department/insert', { name: '乙部' })).data.id
  position = (await admin.post('/positionManage/insert', { name: '专员甲' })).data?.id ?? ''
  if (position === '') position = (await admin.post('/positionManage/list', {})).data.list[0].id
  companies = (await admin.post('/companyManage/list', {})).data.list.map((one: { id: string }) => one.id)
  if (companies.length < 2) companies.push((await admin.post('/companyManage/insert', { name: '乙公司' })).data.id)
})
afterAll(() => h.close())

const employ = async (no: string, name: string, more: Values = {}): Promise<string> => {
  const made = await admin.post('/userManage/insert', { no, name, deptId: deptA, hiredOn: '2025-01-06', ...more })
  expect(made.code, made.msg).toBe(0)
  return made.data.id as string
}
const fileOf = async (employeeId: string): Promise<Values & { id: string; version: number }> =>
  (await clerk.post('/hrFile/list', { employeeId: [employeeId] })).data.list[0]
const act = async (values: Values): Promise<string> => {
  const made = await clerk.post('/personnelAction/insert', { businessOn: today, ...values })
  expect(made.code, made.msg).toBe(0)
  const done = await clerk.post('/personnelAction/submit', { ids: [{ id: made.data.id }] })
  expect(done.code, done.msg).toBe(0)
  return made.data.id as string
}
const actionOf = async (id: string): Promise<Values> => (await clerk.get(`/personnelAction/query/${id}`)).data
const system = () => h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
const onDay = async <T>(day: string, work: () => Promise<T>): Promise<T> => {
  h.clock.now = new Date(`${day}T09:05:00+08:00`)
  const done = await work()
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  return done
}
const takenOn = (day: string) => onDay(day, async () => takeEffect(await system()))
const tab = async (name: string): Promise<Values[]> => {
  const { data } = await clerk.post('/listField/getByType', { type: 'hrFile' })
  const { conditionList } = data.tabs.find((one: { profileId: string }) => one.profileId === name)
  return (await clerk.post('/hrFile/list', { conditionList })).data.list
}

describe('a sheet of joiners', () => {
  const row = { effectiveOn: '2026-12-07', deptId: '' }
  test('makes drafts that are submitted together; a corrected row changes its draft, a submitted one stays', async () => {
    row.deptId = deptA
    for (let seq = 1; seq <= 3; seq += 1) {
      const made = await clerk.post('/hrJoiner/insert', { ...row, seq, personName: `新人${seq}`, idNo: numberOf('1999-02-03', 200 + seq) })
      expect(made.code, made.msg).toBe(0)
    }
    const wrong = await clerk.post('/hrJoiner/insert', { ...row, seq: 9, personName: '童', idNo: numberOf('2012-02-03', 209) })
    expect(wrong.msg).toContain('不满 16 周岁')
    const rows = (await clerk.post('/hrJoiner/list', { sortField: 'seq', sortWay: 'ASC' })).data.list as (Values & {
      id: string
      version: number
    })[]
    expect(rows).toHaveLength(3)
    expect(await h.db.selectFrom('hr_joiner').select('id').where('id_no', 'is not', null).execute()).toEqual([])
    const [first] = rows
    expect((await clerk.post('/hrJoiner/update', { id: first?.id, version: first?.version, personName: '新名' })).msg).toBe('')
    const ids = rows.map(one => ({ id: one['actionId'] as string }))
    expect(await actionOf(ids[0]?.id ?? '')).toMatchObject({ personName: '新名', kind: 1, state: 0, idNo: '****' })
    const done = await clerk.post('/personnelAction/submit', { ids })
    expect(done.code, done.msg).toBe(0)
    const now = (await clerk.post('/hrJoiner/list', { sortField: 'seq', sortWay: 'ASC' })).data.list[0]
    expect((await clerk.post('/hrJoiner/update', { id: now.id, version: now.version, personName: '再改' })).msg).toContain('已提交')
    expect(await takenOn('2026-12-07')).toBe(3)
    expect((await admin.post('/userManage/list', { name: '新人' })).data.total).toBe(2)
  })
})

test('an action says who is below 18 and whose notice is short; nobody below 16 is hired by any way', async () => {
  const young = await act({ kind: 1, personName: '小', deptId: deptA, effectiveOn: '2026-12-01', idNo: numberOf('2009-06-01', 101) })
  expect((await actionOf(young))['findings']).toEqual([1])
  const id = await employ('F1', '提一')
  expect((await actionOf(await act({ kind: 8, employeeId: id, effectiveOn: '2026-12-05' })))['findings']).toEqual([2])
  const later = await employ('F2', '提二')
  expect((await actionOf(await act({ kind: 8, employeeId: later, effectiveOn: '2026-12-23' })))['findings'] ?? []).toEqual([])
  const child = { no: 'F3', name: '童二', deptId: deptA, hiredOn: '2026-11-01', birthday: '2011-01-01' }
  expect((await admin.post('/userManage/insert', child)).msg).toContain('不满 16 周岁')
  const plain = await employ('F4', '童三', { hiredOn: '2026-11-02' })
  const file = await fileOf(plain)
  const set = await clerk.post('/hrFile/update', { id: file.id, version: file.version, idNo: numberOf('2011-01-01', 103) })
  expect(set.msg).toContain('不满 16 周岁')
  await takenOn('2026-12-01')
  await onDay('2026-12-01', async () => (await system()).write((tx, inside) => keepBands(inside, tx)))
  const bands = await sql<{
    age_band: number
  }>`select f.age_band from hr_file f join employee e on e.id = f.employee_id where e.name = '小'`.execute(h.db)
  expect(bands.rows).toEqual([{ age_band: 6 }])
})

test('tabs of the month: whose probation ends, whose birthday it is', async () => {
  const probation = await act({ kind: 1, personName: '转正人', deptId: deptA, effectiveOn: today, probationTo: '2026-11-29' })
  expect(await takenOn(today)).toBe(1)
  const born = await employ('B1', '生一', { birthday: '1990-11-02' })
  await employ('B2', '生二', { birthday: '1990-12-02' })
  expect((await tab('regular')).map(one => one['employeeIdLabel'])).toEqual(['转正人'])
  const birthdays = await tab('birthday')
  expect(birthdays.map(one => [one['employeeId'], one['birthdayOn']])).toEqual([[born, '2026-11-02']])
  expect((await actionOf(probation))['state']).toBe(3)
})

test('plans stand beside who is there, who comes and who goes', async () => {
  const planned = await clerk.post('/hrHeadcount/insert', { year: 2026, deptId: deptB, positionId: position, planned: 3 })
  expect(planned.code, planned.msg).toBe(0)
  const plan = async (): Promise<Values> => (await clerk.get(`/hrHeadcount/query/${planned.data.id}`)).data
  const [one] = [await employ('H1', '编一', { deptId: deptB, positionId: position })]
  expect(await plan()).toMatchObject({ planned: 3, actual: 1, arriving: 0, leaving: 0, open: 2 })
  const other = await employ('H2', '编二')
  await act({ kind: 3, employeeId: other, deptId: deptB, positionId: position, effectiveOn: '2026-12-02' })
  await act({ kind: 8, employeeId: one, effectiveOn: '2026-12-03' })
  expect(await plan()).toMatchObject({ actual: 1, arriving: 1, leaving: 1, open: 2 })
  await takenOn('2026-12-02')
  expect(await plan()).toMatchObject({ actual: 2, arriving: 0, leaving: 1, open: 2 })
})

test('the insurance desk sees who changed the company', async () => {
  const id = await employ('I1', '社一')
  const [a, b] = companies
  await sql`update hr_assignment set company_id = ${a} where employee_id = ${id}`.execute(h.db)
  await act({ kind: 3, employeeId: id, companyId: b, effectiveOn: '2026-11-24' })
  await takenOn('2026-11-24')
  const { data } = await clerk.post('/hrTurn/list', { employeeId: [id], sortField: 'day', sortWay: 'DESC' })
  expect(data.list.map((one: Values) => [one['way'], one['day'], one['companyId']])).toEqual([
    [1, '2026-11-24', b],
    [2, '2026-11-23', a],
    [1, '2025-01-06', a],
  ])
  // in the same company nobody comes or goes
  await act({ kind: 3, employeeId: id, deptId: deptB, effectiveOn: '2026-11-25' })
  await takenOn('2026-11-25')
  expect((await clerk.post('/hrTurn/list', { employeeId: [id] })).data.total).toBe(3)
})

test('the chart tells heads and numbers to whoever may open it, whatever people he sees', async () => {
  const leader = await employ('K1', '部长', { deptId: deptB })
  const dept = (await admin.get(`/department/query/${deptB}`)).data
  expect((await admin.post('/department/update', { id: deptB, version: dept.version, managerId: leader })).msg).toBe('')
  const [mine, theirs] = await Promise.all(
    [clerk, head].map(async who => (await who.post('/orgChart/query', { day: '2026-12-31' })).data.departments),
  )
  const of = (all: (Values & { id: string })[]) => all.find(one => one.id === deptB)
  expect(of(theirs)).toEqual(of(mine))
  expect(of(theirs)).toMatchObject({ head: '部长' })
  expect((await head.post('/orgChart/query', {}, h.demo.organisationIds[1])).code).toBe(1003)
})

test('a letter says what it said when it was issued', async () => {
  const id = await employ('L1', '证一')
  const made = await clerk.post('/hrLetter/insert', { businessOn: today, employeeId: id, kind: 1, purpose: '签证', addressee: '大使馆' })
  const ids = [{ id: made.data.id }]
  for (const [call, input] of [
    ['submit', {}],
    ['issue', {}],
  ] as const)
    expect((await clerk.post(`/hrLetter/${call}`, { ids, ...input })).msg).toBe('')
  const wording = async () =>
    (await h.db.selectFrom('hr_letter').select('wording').where('id', '=', made.data.id).executeTakeFirst())?.wording
  const first = await wording()
  expect(first).toContain('证一')
  expect(first).toContain('甲部')
  expect(first).toContain('大使馆')
  const { version } = (await admin.get(`/userManage/query/${id}`)).data
  await admin.post('/userManage/update', { id, version, deptId: deptB, name: '改名' })
  expect(await wording()).toBe(first)
  expect(JSON.stringify((await clerk.post('/hrLetter/list', {})).data.list)).not.toContain('兹证明')
})

test('a sheet of the roster fills the file, and keeps nothing personal', async () => {
  const nation = (await h.db.selectFrom('dictionary_item').select('id').where('dictionary_id', '=', '98').executeTakeFirst())?.id
  const row = {
    no: 'R1',
    name: '册一',
    deptId: deptA,
    hiredOn: '2024-03-01',
    address: '滨江区',
    emergencyName: '家属',
    emergencyPhone: '13900000001',
    household: 1,
  }
  const done = await clerk.post('/hrRoster/insert', { ...row, ...(nation === undefined ? {} : { nation }) })
  expect(done.code, done.msg).toBe(0)
  const file = await h.db
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .select(['f.address', 'f.emergency_name', 'f.household'])
    .where('e.no', '=', 'R1')
    .executeTakeFirst()
  expect(file).toEqual({ address: '滨江区', emergency_name: '家属', household: 1 })
  const kept = await h.db
    .selectFrom('hr_roster')
    .select(['address', 'emergency_phone', 'household', 'nation'])
    .where('no', '=', 'R1')
    .executeTakeFirst()
  expect(kept).toEqual({ address: null, emergency_phone: null, household: null, nation: null })
})

describe('an assignment that was imported', () => {
  const write = async (values: Values) => (await system()).write((_, inside) => createEach(inside, hrAssignment, [values]))
  const employeeOf = (id: string) =>
    h.db.selectFrom('employee').select(['dept_id', 'position_id', 'manager_id']).where('id', '=', id).executeTakeFirstOrThrow()
  test('says where its person stands today; one of the past or of a day to come does not', async () => {
    const [id, manager] = [await employ('P1', '任一'), await employ('P2', '任二')]
    await sql`update hr_assignment set valid_to = '2026-10-31', ended_on = '2026-11-01' where employee_id = ${id}`.execute(h.db)
    await write({ employeeId: id, deptId: deptB, managerId: manager, validFrom: '2026-11-01', validTo: '2026-12-31' })
    expect(await employeeOf(id)).toMatchObject({ dept_id: deptB, manager_id: manager })
    await write({ employeeId: id, deptId: deptA, validFrom: '2027-01-01' })
    expect(await employeeOf(id)).toMatchObject({ dept_id: deptB })
    await expect(
      write({ employeeId: manager, deptId: deptA, managerId: id, validFrom: '2020-01-01', validTo: '2020-12-31' }),
    ).resolves.toBeDefined()
    await sql`delete from hr_assignment where employee_id = ${manager} and valid_to is null`.execute(h.db)
    await expect(write({ employeeId: manager, deptId: deptA, managerId: id, validFrom: '2026-11-01' })).rejects.toThrow(
      '直接上级不能是本人或本人的下属',
    )
  })
  test('into a closed department is refused', async () => {
    const id = await employ('P3', '任三')
    const closed = (await admin.post('/department/insert', { name: '停部', status: 2 })).data.id
    await sql`update hr_assignment set valid_to = '2026-10-31' where employee_id = ${id}`.execute(h.db)
    await expect(write({ employeeId: id, deptId: closed, validFrom: '2026-11-01' })).rejects.toThrow('已停用')
  })
})
