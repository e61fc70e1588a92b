/** Policies through the calls: audited by another, minutes where staff are concerned, confirmed version by version. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '#areas/contracts/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr as hrArea } from '#areas/hr/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { documents } from './index.ts'
import { askNewcomers } from './regulations.ts'

let h: DemoHouse
let [hr, boss, sales, employee] = [] as unknown as [Person, Person, Person, Person]
let [ownerId, employeeId, salesDept] = ['', '', '']
let n = 0
beforeAll(async () => {
  h = await demoHouse([goods, finance, salesArea, supply, hrArea, contracts, workflow, documents])
  for (const [name, operations] of [
    ['人事', [1, 2, 3, 4]],
    ['总经理', [2, 6]],
  ] as const) {
    const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', name).executeTakeFirstOrThrow()
    await h.db
      .insertInto('role_permission')
      .values(operations.map(operation => ({ org_id: role.org_id, role_id: role.id, permission: 'regulation', operation })))
      .onConflict(c => c.doNothing())
      .execute()
  }
  ;[hr, boss, sales, employee] = [
    await signedInAs(h, 'hr'),
    await signedInAs(h, 'boss'),
    await signedInAs(h, 'sales'),
    await signedInAs(h, 'employee'),
  ]
  const { rows } = await sql<{
    username: string
    id: string
    dept: string
  }>`select a.username, m.employee_id::text as id, e.dept_id::text as dept
    from account a join account_organisation m on m.account_id = a.id join employee e on e.id = m.employee_id`.execute(h.db)
  const of = (username: string) => rows.find(one => one.username === username)
  ;[ownerId, employeeId, salesDept] = [of('hr')?.id ?? '', of('employee')?.id ?? '', of('sales')?.dept ?? '']
}, 180_000)
afterAll(() => h.close())

type Values = Readonly<Record<string, unknown>>
const written = async (values: Values = {}): Promise<string> => {
  const { msg, data } = await hr.post('/regulation/insert', {
    title: `制度${++n}`,
    kind: 1,
    ownerId,
    content: '<p>第一条 上班时间</p><p>第二条 请假</p>',
    effectiveOn: '2026-12-01',
    mustRead: true,
    ...values,
  })
  expect(msg).toBe('')
  return data.id
}
const step = async (by: Person, id: string, name: string): Promise<string> => (await by.post(`/regulation/${name}`, { id })).msg
const published = async (values: Values = {}): Promise<string> => {
  const id = await written(values)
  expect([await step(hr, id, 'submit'), await step(boss, id, 'audit')]).toEqual(['', ''])
  return id
}
type Line = Record<string, unknown>
const readings = async (by: Person, id: string, more: Values = {}): Promise<Line[]> =>
  (await by.post('/regulationReading/list', { publishedId: [id], pageSize: 200, ...more })).data.list

test('somebody else audits; who is concerned was consulted; readers see it, open it and confirm once', async () => {
  const id = await written({ concernsStaff: true })
  expect(await step(hr, id, 'submit')).toContain('协商日期')
  const { version } = (await hr.get(`/regulation/query/${id}`)).data
  expect((await hr.post('/regulation/update', { id, version, consultedOn: '2026-11-01' })).msg).toBe('')
  expect(await step(hr, id, 'submit')).toContain('协商纪要')
  const { rows } = await sql<{ id: string }>`insert into stored_file
      (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select m.org_id, a.id, 'minutes', '纪要.pdf', 10, 'm', 'ATTACHMENT', 'application/pdf'
    from account a join account_organisation m on m.account_id = a.id where a.username = 'hr' limit 1 returning id::text as id`.execute(
    h.db,
  )
  const now = (await hr.get(`/regulation/query/${id}`)).data
  expect((await hr.post('/regulation/update', { id, version: now.version, minutes: [rows[0]?.id] })).msg).toBe('')
  expect(await step(hr, id, 'submit')).toBe('')
  expect(await step(hr, id, 'audit')).not.toBe('')
  expect((await employee.get(`/regulationPublished/query/${id}`)).code).not.toBe(0)
  expect(await step(boss, id, 'audit')).toBe('')
  const shown = await employee.get(`/regulationPublished/query/${id}`)
  expect(shown.data).toMatchObject({ title: expect.stringContaining('制度'), mustRead: true, readers: 1 })
  expect(JSON.stringify(shown.data)).not.toContain('纪要')
  const [mine] = await readings(employee, id)
  expect(mine).toMatchObject({ state: 1, employeeId, revision: 1, dueOn: '2026-11-28' })
  expect(await readings(employee, id)).toHaveLength(1)
  expect((await sales.post('/regulationReading/confirm', { id: mine?.['id'] })).msg).not.toBe('')
  expect((await employee.post('/regulationPublished/confirmRead', { id })).msg).toBe('')
  expect((await employee.post('/regulationPublished/confirmRead', { id })).msg).toContain('已经确认过')
  expect((await readings(employee, id))[0]).toMatchObject({ state: 2 })
  expect((await readings(hr, id, { state: [1] })).length).toBeGreaterThan(3)
})

test('a new version says what is other, and is confirmed anew; confirmations of the old one stay', async () => {
  const id = await published()
  expect((await employee.post('/regulationPublished/confirmRead', { id })).msg).toBe('')
  const { version } = (await hr.get(`/regulation/query/${id}`)).data
  const content = '<p>第一条 上班时间</p><p>第二条 请假要提前一天</p><p>第三条 加班</p>'
  expect((await hr.post('/regulation/update', { id, version, content })).msg).toBe('')
  expect((await hr.get(`/regulation/query/${id}`)).data.changes).toBe('－ 第二条 请假\n＋ 第二条 请假要提前一天\n＋ 第三条 加班')
  expect((await employee.get(`/regulationPublished/query/${id}`)).data.content).toContain('第二条 请假</p>')
  expect([await step(hr, id, 'submit'), await step(boss, id, 'audit')]).toEqual(['', ''])
  expect((await readings(employee, id)).map(one => [one['revision'], one['state']])).toEqual([
    [2, 1],
    [1, 2],
  ])
  expect((await readings(sales, id, { employeeId: [employeeId] })).every(one => one['employeeId'] === employeeId)).toBe(true)
  const versions = (await hr.post('/regulationVersion/list', { regulationId: [id] })).data.list as Line[]
  expect(versions.map(one => [one['revision'], JSON.stringify(one['changes']).includes('加班')])).toEqual([
    [2, true],
    [1, false],
  ])
  expect((await employee.post('/regulationVersion/list', {})).code).not.toBe(0)
})

test('one that readers do not see any more asks nobody', async () => {
  for (const [name, more] of [
    ['cancelAudit', 'redraft'],
    ['archive', null],
  ] as const) {
    const id = await published()
    expect((await readings(employee, id)).map(one => one['state'])).toEqual([1])
    expect(await step(boss, id, name)).toBe('')
    expect((await readings(employee, id)).map(one => one['state'])).toEqual([3])
    if (more === null) continue
    // drawn up anew it is another version, which is asked for
    expect([await step(hr, id, more), await step(hr, id, 'submit'), await step(boss, id, 'audit')]).toEqual(['', '', ''])
    expect((await readings(employee, id)).map(one => one['state'])).toEqual([1, 3])
  }
})

test('it is for its audience alone; who joins later is asked at night', async () => {
  const id = await published({ forAll: false, forDepts: [salesDept] })
  expect((await employee.get(`/regulationPublished/query/${id}`)).code).not.toBe(0)
  expect(await readings(employee, id)).toEqual([])
  const before = (await readings(hr, id)).length
  expect(before).toBeGreaterThan(0)
  await sql`update employee set dept_id = ${salesDept} where id = ${employeeId}`.execute(h.db)
  const inside = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
  await inside.write((tx, at) => askNewcomers(at, tx))
  await inside.write((tx, at) => askNewcomers(at, tx))
  expect((await readings(hr, id)).length).toBe(before + 1)
})
