import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { group, module } from '#platform/declare/page.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const ids = async (person: Person, kind: string): Promise<string[]> =>
  (await person.post('/myCommonMenu/list', { kind })).data.list.map((one: { id: string }) => one.id)

test('who never chose has the first modules pinned and no favourites', async () => {
  expect(await ids(admin, 'MODULE')).toEqual(['reference', 'people'])
  expect(await ids(admin, 'MENU')).toEqual([])
})

test('pins are added, put in order and removed, each person has his own', async () => {
  const finance = await signedInAs(h, 'finance')
  const before = await ids(finance, 'MODULE')
  expect((await admin.post('/myCommonMenu/delete', { kind: 'MODULE', id: 'reference' })).code).toBe(0)
  expect(await ids(admin, 'MODULE')).toEqual(['people'])
  await admin.post('/myCommonMenu/insert', { kind: 'MODULE', id: 'reference' })
  await admin.post('/myCommonMenu/insert', { kind: 'MODULE', id: 'reference' })
  expect(await ids(admin, 'MODULE')).toEqual(['people', 'reference'])
  await admin.post('/myCommonMenu/batchUpdate', { kind: 'MODULE', ids: [] })
  expect(await ids(admin, 'MODULE')).toEqual([])
  expect(await ids(finance, 'MODULE')).toEqual(before)
})

test('favourites are pages the person may open', async () => {
  await admin.post('/myCommonMenu/insert', { kind: 'MENU', id: 'reference.currency' })
  expect((await admin.post('/myCommonMenu/list', { kind: 'MENU' })).data.list).toEqual([
    { id: 'reference.currency', kind: 'MENU', title: '币种', sort: 0 },
  ])
  const employee = await signedInAs(h, 'employee')
  expect((await employee.post('/myCommonMenu/insert', { kind: 'MENU', id: 'reference.currency' })).code).toBe(1004)
  expect((await admin.post('/myCommonMenu/insert', { kind: 'PAGE', id: 'x' })).code).toBe(1002)
})

test('pages of the back office can be marked, the back office is no module of the top menu', async () => {
  expect((await admin.post('/myCommonMenu/insert', { kind: 'MENU', id: 'admin.sys-menu' })).code).toBe(0)
  expect(await ids(admin, 'MENU')).toContain('admin.sys-menu')
  expect((await admin.post('/myCommonMenu/insert', { kind: 'MODULE', id: 'admin' })).code).toBe(1004)
  const finance = await signedInAs(h, 'finance')
  expect((await finance.post('/myCommonMenu/insert', { kind: 'MENU', id: 'admin.sys-menu' })).code).toBe(1004)
  await admin.post('/myCommonMenu/delete', { kind: 'MENU', id: 'admin.sys-menu' })
})

test("the administrator's default per role holds for whoever gets the role, until he chooses himself", async () => {
  const it = await signedInAs(h, 'it')
  const role = await h.db.selectFrom('role').select('id').where('name', '=', '财务').executeTakeFirstOrThrow()
  expect((await it.post('/myCommonMenu/roleDefault', { roleId: role.id, ids: ['people'] })).code).toBe(1003)
  expect((await admin.post('/myCommonMenu/roleDefault', { roleId: role.id, ids: ['people', 'nothing'] })).code).toBe(1004)
  expect((await admin.post('/myCommonMenu/roleDefault', { roleId: '999999', ids: [] })).code).toBe(1004)
  expect((await admin.post('/myCommonMenu/roleDefault', { roleId: role.id, ids: ['people'] })).code).toBe(0)
  // given the role after the default was set
  const { id, org_id } = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select(['a.id', 'm.org_id'])
    .where('a.username', '=', 'admin')
    .orderBy('m.org_id')
    .executeTakeFirstOrThrow()
  await h.db.deleteFrom('common_menu').execute()
  await h.db.insertInto('account_role').values({ org_id, account_id: id, role_id: role.id }).execute()
  expect(await ids(admin, 'MODULE')).toEqual(['people'])
  await admin.post('/myCommonMenu/batchUpdate', { kind: 'MODULE', ids: ['reference'] })
  expect(await ids(admin, 'MODULE')).toEqual(['reference'])
})

describe('with more than five modules', () => {
  const page = (id: string) => ({
    path: `/${id}/page`,
    name: 'page',
    title: ['页面', 'Page'] as const,
    component: 'list/currency',
    permission: 'currency',
    operations: [2],
  })
  const modules = ['m1', 'm2', 'm3', 'm4'].map(id => module(id, [id, id], 'tool', [group('g', ['组', 'Group'], [page(id)])]))
  const many: Area = { name: 'many', title: ['多', 'Many'], resources: [], routes: {}, modules }

  test('the sixth is refused in the words of the specification', async () => {
    const house = await demoHouse([many])
    const person = await signedInAs(house, 'admin')
    const everything: string[] = (await person.get('/system/userprofile')).data.modules.map((one: { moduleId: string }) => one.moduleId)
    // the back office has a layout of its own
    const all = everything.filter(id => id !== 'admin')
    expect(all).toHaveLength(6)
    expect(await ids(person, 'MODULE')).toEqual(all.slice(0, 5))
    const refusal = { code: 1002, msg: '顶部菜单最多只能放5个哦！请删除一些再操作！' }
    expect(await person.post('/myCommonMenu/insert', { kind: 'MODULE', id: all[5] })).toMatchObject(refusal)
    expect(await person.post('/myCommonMenu/batchUpdate', { kind: 'MODULE', ids: all })).toMatchObject(refusal)
    await house.close()
  })
})
