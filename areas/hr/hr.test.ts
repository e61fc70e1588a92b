/** Files with their encrypted numbers, actions that come true on their day, assignments without a gap, contracts as the law has them. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { checkOf } from './identity-number.ts'
import { workflow } from '#areas/workflow/index.ts'
import { hr } from './index.ts'
import { takeEffect } from './take-effect.ts'

let h: DemoHouse
let [admin, clerk, head, other] = [] as unknown as [Person, Person, Person, Person]
let [deptA, deptB] = ['', '']
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>
const number = (birthday: string, n: number): string => {
  const first17 = `990000${birthday.replaceAll('-', '')}${n}`
  return first17 + checkOf(first17)
}
const account = '6222021234567890123'

beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  admin = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  const granted = ['hrFile', 'personnelAction', 'labourContract', 'hrAssignment', 'employee']
  await h.db
    .insertInto('role_permission')
    .values(
      granted.flatMap(permission =>
        [1, 2, 3, 4, 6, 7, 10, 100, 101].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  ;[clerk, head, other] = [await signedInAs(h, 'hr'), await signedInAs(h, 'it'), await signedInAs(h, 'sales')]
  deptA = (await admin.post('/department/insert', { name: '甲部' })).data.id
  deptB = (await admin.post('/department/insert', { name: '乙部' })).data.id
})
afterAll(() => h.close())

const employ = async (no: string, name: string, more: Values = {}): Promise<string> =>
  (await admin.post('/userManage/insert', { no, name, deptId: deptA, hiredOn: '2025-01-06', ...more })).data.id as string
const fileOf = async (employeeId: string): Promise<Values & { id: string; version: number }> =>
  (await clerk.post('/hrFile/list', { employeeId: [employeeId] })).data.list[0]
const assignmentsOf = async (employeeId: string): Promise<Values[]> => {
  const { data } = await clerk.post('/hrAssignment/list', { employeeId: [employeeId], validOn: '' })
  return (data.list as Values[]).toReversed()
}
const act = async (values: Values): Promise<string> => {
  const { data } = await clerk.post('/personnelAction/insert', { businessOn: today, ...values })
  const done = await clerk.post('/personnelAction/submit', { ids: [{ id: data.id }] })
  expect(done.code, done.msg).toBe(0)
  return data.id as string
}
/** What the job does, on a day. */
const onDay = async (day: string): Promise<number> => {
  h.clock.now = new Date(`${day}T09:00:00+08:00`)
  const done = await takeEffect(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  return done
}
const employeeOf = async (id: string): Promise<Values> => (await admin.get(`/userManage/query/${id}`)).data

describe('a number that is encrypted', () => {
  const idNo = number('1990-05-06', 101)
  let employeeId = ''
  test('says birthday and sex, is held against its check character, and is one person', async () => {
    employeeId = await employ('E1', '密一')
    const { id, version } = await fileOf(employeeId)
    const wrong = await clerk.post('/hrFile/update', { id, version, idNo: `${idNo.slice(0, 17)}${idNo[17] === '0' ? '1' : '0'}` })
    expect(wrong.msg).toContain('证件号校验位不正确')
    expect((await clerk.post('/hrFile/update', { id, version, idNo: idNo.toLowerCase(), bankAccount: account })).code).toBe(0)
    expect(await fileOf(employeeId)).toMatchObject({ idNo: '****', bankAccount: '****', sex: 1 })
    expect(await employeeOf(employeeId)).toMatchObject({ birthday: '1990-05-06' })
    const second = await fileOf(await employ('E2', '密二'))
    const taken = await clerk.post('/hrFile/update', { id: second.id, version: second.version, idNo })
    expect(taken).toMatchObject({ code: 1002, msg: '证件号已存在，请换一个' })
    // masked and sent back so it stays
    const now = await fileOf(employeeId)
    expect((await clerk.post('/hrFile/update', { id: now.id, version: now.version, idNo: '****', address: '滨江' })).code).toBe(0)
  })
  test('is told one at a time, for a reason, to who may; each time is in the trail', async () => {
    const { id } = await fileOf(employeeId)
    expect((await clerk.post('/hrFile/reveal', { id, field: 'idNo' })).msg).toContain('请填写查看的原因')
    expect((await clerk.post('/hrFile/reveal', { id, field: 'idNo', reason: '社保增员' })).data).toEqual({ value: idNo })
    for (const who of [head, other]) expect((await who.post('/hrFile/reveal', { id, field: 'idNo', reason: '看看' })).code).toBe(1003)
    const { data } = await clerk.post('/auditTrail/history', { type: 'hrFile', id })
    expect(JSON.stringify(data)).toContain('社保增员')
  })
  test('is found by its whole alone, by who may see it', async () => {
    const filter = (value: string, condition = 'EQ') => ({ conditionList: [{ field: 'idNo', condition, value }] })
    expect((await clerk.post('/hrFile/list', filter(idNo))).data.total).toBe(1)
    expect((await clerk.post('/hrFile/list', filter(number('1990-05-06', 103)))).data.total).toBe(0)
    for (const condition of ['LIKE', 'START', 'IN', 'NE'])
      expect((await clerk.post('/hrFile/list', filter(idNo, condition))).code).toBe(1002)
    expect((await clerk.post('/hrFile/list', { sortField: 'idNo', sortWay: 'ASC' })).code).toBe(1002)
  })
  test('is in no export, trail, search or table', async () => {
    const file = await h.app.inject({
      method: 'POST',
      url: '/api-2024/hrFile/listExport',
      headers: { authorization: `Bearer ${clerk.token}` },
      payload: { headers: [], fields: [], query: {}, format: 'csv' },
    })
    expect(file.statusCode).toBe(200)
    const texts = [file.rawPayload.toString('utf8'), JSON.stringify(await clerk.post('/search/find', { keyword: idNo }))]
    const owner = new pg.Client(h.ownerUrl)
    await owner.connect()
    const { rows: tables } = await owner.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
    for (const { name } of tables)
      texts.push((await owner.query<{ all: string | null }>(`select string_agg(t::text, ' ') as all from "${name}" t`)).rows[0]?.all ?? '')
    await owner.end()
    for (const text of texts) for (const secret of [idNo, account]) expect(text.includes(secret)).toBe(false)
  })
  test('what is not sealed is refused by the table itself, and another place opens nothing', async () => {
    await expect(sql`update hr_file set id_no = ${idNo}`.execute(h.db)).rejects.toThrow('hr_file_id_no_sealed')
    const { id } = await fileOf(employeeId)
    await sql`update hr_file set id_no = bank_account where id = ${id}`.execute(h.db)
    expect((await clerk.post('/hrFile/reveal', { id, field: 'idNo', reason: '核对' })).code).not.toBe(0)
  })
})

describe('assignments', () => {
  test('a new employee has one from his first day; a change by hand makes the next from today', async () => {
    const id = await employ('A1', '任一')
    expect(await assignmentsOf(id)).toMatchObject([{ deptId: deptA, validFrom: '2025-01-06', validTo: null }])
    const { version } = await employeeOf(id)
    expect((await admin.post('/userManage/update', { id, version, deptId: deptB })).code).toBe(0)
    expect(await assignmentsOf(id)).toMatchObject([
      { deptId: deptA, validTo: '2026-11-20' },
      { deptId: deptB, validFrom: today, validTo: null },
    ])
    // twice on one day changes the one of that day
    await admin.post('/userManage/update', { id, version: (await employeeOf(id))['version'], deptId: deptA })
    expect(await assignmentsOf(id)).toHaveLength(2)
    await admin.post('/userManage/update', { id, version: (await employeeOf(id))['version'], status: 2 })
    expect((await assignmentsOf(id)).at(-1)).toMatchObject({ validTo: today })
    expect(await fileOf(id)).toMatchObject({ stage: 5, leftOn: today })
  })
})

describe('an action', () => {
  test('is asked for whole', async () => {
    const { data } = await clerk.post('/personnelAction/insert', { businessOn: today, kind: 3, effectiveOn: today })
    expect((await clerk.post('/personnelAction/submit', { ids: [{ id: data.id }] })).msg).toContain('请选择员工')
    const joining = await clerk.post('/personnelAction/insert', {
      businessOn: today,
      kind: 1,
      effectiveOn: today,
      idNo: '110105194912310021',
    })
    expect(joining.msg).toContain('证件号校验位不正确')
    const child = { businessOn: today, kind: 1, personName: '童', deptId: deptA, effectiveOn: today, idNo: number('2012-01-01', 104) }
    expect((await clerk.post('/personnelAction/insert', child)).msg).toContain('不满 16 周岁')
  })
  test('joins on its day, once, with file, number and assignment; a leaver who comes again is that person', async () => {
    const idNo = number('1995-02-03', 102)
    const id = await act({ kind: 1, personName: '新人', deptId: deptA, effectiveOn: '2026-11-23', idNo, probationTo: '2027-02-22' })
    expect(await onDay('2026-11-22')).toBe(0)
    expect(await onDay('2026-11-23')).toBe(1)
    expect(await onDay('2026-11-23')).toBe(0)
    const [person] = (await admin.post('/userManage/list', { name: '新人' })).data.list
    expect(person).toMatchObject({ deptId: deptA, hiredOn: '2026-11-23', birthday: '1995-02-03', status: 1 })
    expect(await fileOf(person.id)).toMatchObject({ stage: 2, sex: 2, probationTo: '2027-02-22', idNo: '****' })
    expect(await assignmentsOf(person.id)).toMatchObject([{ validFrom: '2026-11-23', actionId: id }])

    const leaving = await act({ kind: 8, employeeId: person.id, effectiveOn: '2026-12-04' })
    expect(await fileOf(person.id)).toMatchObject({ stage: 4 })
    const done = await clerk.post('/personnelAction/withdraw', { ids: [{ id: leaving }], endReason: '挽留' })
    expect(done.code, done.msg).toBe(0)
    expect(await fileOf(person.id)).toMatchObject({ stage: 2 })
    await act({ kind: 8, employeeId: person.id, effectiveOn: '2026-12-04' })
    expect(await onDay('2026-12-04'), 'the last day is a day of work').toBe(0)
    expect(await onDay('2026-12-05')).toBe(1)
    expect(await employeeOf(person.id)).toMatchObject({ status: 2 })
    expect(await fileOf(person.id)).toMatchObject({ stage: 5, leftOn: '2026-12-04' })
    expect((await assignmentsOf(person.id)).at(-1)).toMatchObject({ validTo: '2026-12-04' })

    // written otherwise, and entered late
    await act({ kind: 1, personName: '新人', deptId: deptB, effectiveOn: '2026-12-20', idNo: ` ${idNo.toLowerCase()} ` })
    expect(await onDay('2026-12-22')).toBe(1)
    expect((await admin.post('/userManage/list', { name: '新人' })).data.total).toBe(1)
    expect(await employeeOf(person.id)).toMatchObject({ status: 1, deptId: deptB, hiredOn: '2026-12-20' })
    expect((await assignmentsOf(person.id)).at(-1)).toMatchObject({ validFrom: '2026-12-20', deptId: deptB })
  })
  test('of leaving, withdrawn, leaves unpaid leave and rehiring as they were', async () => {
    const id = await employ('U1', '停一')
    for (const [kind, on, stage] of [
      [6, '2026-11-23', 6],
      [7, '2026-11-24', 3],
      [9, '2026-11-25', 7],
    ] as const) {
      await act({ kind, employeeId: id, effectiveOn: on })
      expect(await onDay(on)).toBe(1)
      const leaving = await act({ kind: 8, employeeId: id, effectiveOn: '2026-12-20' })
      expect(await fileOf(id)).toMatchObject({ stage: 4 })
      expect((await clerk.post('/personnelAction/withdraw', { ids: [{ id: leaving }], endReason: '挽留' })).code).toBe(0)
      expect(await fileOf(id), on).toMatchObject({ stage })
    }
  })
  test('moves somebody from its day on, and says why it could not', async () => {
    const id = await employ('M1', '调一')
    await act({ kind: 3, employeeId: id, deptId: deptB, effectiveOn: '2026-11-30' })
    const again = await clerk.post('/personnelAction/insert', { businessOn: today, kind: 4, employeeId: id, effectiveOn: '2026-11-30' })
    expect(again.msg).toContain('已是这名员工同一天的异动')
    expect(await onDay('2026-11-30')).toBe(1)
    expect(await assignmentsOf(id)).toMatchObject([
      { deptId: deptA, validTo: '2026-11-29' },
      { deptId: deptB, validFrom: '2026-11-30', validTo: null },
    ])
    expect(await employeeOf(id)).toMatchObject({ deptId: deptB })
    // who has left by then is not moved
    const gone = await employ('M2', '调二')
    const moving = await act({ kind: 3, employeeId: gone, deptId: deptB, effectiveOn: '2026-12-10' })
    const { version } = await employeeOf(gone)
    expect((await admin.post('/userManage/update', { id: gone, version, status: 2 })).code).toBe(0)
    expect(await onDay('2026-12-10')).toBe(0)
    expect((await clerk.get(`/personnelAction/query/${moving}`)).data).toMatchObject({
      state: 2,
      failed: expect.stringContaining('已离职'),
    })
    const early = await act({ kind: 3, employeeId: id, deptId: deptA, effectiveOn: '2026-11-25' })
    expect(await onDay('2026-12-01')).toBe(0)
    const { data } = await clerk.get(`/personnelAction/query/${early}`)
    expect(data).toMatchObject({ state: 2, failed: expect.stringContaining('生效日期不能更早') })
  })
})

describe('a labour contract', () => {
  const contract = async (values: Values) => {
    const [companyId] = (await admin.post('/companyManage/list', {})).data.list.map((one: { id: string }) => one.id)
    return clerk.post('/labourContract/insert', { businessOn: today, companyId, kind: 1, ...values })
  }
  test('has terms and a probation as the law has them, one a person and day', async () => {
    const employeeId = await employ('C1', '合一')
    const terms = { employeeId, validFrom: '2026-01-01', validTo: '2028-12-31' }
    expect((await contract({ ...terms, validTo: null })).msg).toContain('请填写结束日期')
    expect((await contract({ ...terms, probationTo: '2026-07-01' })).msg).toContain('试用期最晚到 2026-06-30')
    const made = await contract({ ...terms, probationTo: '2026-06-30' })
    expect(made.code, made.msg).toBe(0)
    expect((await contract({ ...terms, validFrom: '2027-01-01' })).code).not.toBe(0)
    expect((await clerk.post('/labourContract/sign', { ids: [{ id: made.data.id }], signedOn: '2026-01-02' })).code).toBe(0)
    // a part of the terms is held against the rest
    const next = await contract({ employeeId, validFrom: '2029-01-01', validTo: '2031-12-31', renewalOf: made.data.id })
    const late = await clerk.post('/labourContract/update', { id: next.data.id, version: 1, probationTo: '2029-12-31' })
    expect(late.msg).toContain('试用期最晚到 2029-06-30')
    expect((await clerk.post('/labourContract/sign', { ids: [{ id: next.data.id }], signedOn: '2028-12-01' })).code).toBe(0)
    expect((await clerk.get(`/labourContract/query/${made.data.id}`)).data).toMatchObject({ state: 3 })
  })
})

test('of the files a person sees his own, and another organisation none', async () => {
  for (const who of [head, other]) {
    const { data } = await who.post('/hrFile/list', {})
    const { employeeId } = (await who.get('/system/userprofile')).data
    expect((data?.list ?? []).filter((one: Values) => one['employeeId'] !== employeeId)).toEqual([])
  }
  expect((await clerk.post('/hrFile/list', {}, h.demo.organisationIds[1])).code).toBe(1003)
})
