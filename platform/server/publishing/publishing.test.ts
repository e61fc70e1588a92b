/** What is written by few and read by many: the way of a draft, what its readers see, whom it is for, who has read it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { date, files, longText, text } from '#platform/declare/fields.ts'
import { publishable } from '#platform/declare/publishable.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { add, list, one, remove, update } from '#platform/server/verbs/verbs.ts'
import { steps } from '#platform/server/steps/verbs.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { publishDue } from './due.ts'
import { confirmRoute, publishedList, readersRoute, readRoute } from './routes.ts'

const bulletin = publishable('probe_bulletin', {
  type: 'probeBulletin',
  title: ['通告', 'Bulletin'],
  publish: { shown: ['title', 'content', 'papers'], needs: ['content'], audience: true, mustRead: true },
  access: { scope: ownOrganisation },
  fields: {
    title: text('标题', 'Title', { max: 100, filter: 'contains' }),
    content: longText('内容', 'Content', { as: 'richText', optional: true }),
    day: date('日期', 'Day', { optional: true }),
    papers: files('附件', 'Files', { optional: true }),
  },
  record: { label: 'title' },
})

const area: Area = {
  name: 'probe',
  title: ['探针', 'Probe'],
  resources: [bulletin.draft, bulletin.published],
  routes: {
    'GET /bulletin/all': list(bulletin.draft),
    'POST /bulletin/add': add(bulletin.draft),
    'PUT /bulletin/update': update(bulletin.draft),
    'GET /bulletin/one/{id}': one(bulletin.draft),
    'DELETE /bulletin/one/{id}': remove(bulletin.draft),
    'PUT /bulletin/state': steps(bulletin.draft),
    'POST /bulletin/home': publishedList(bulletin),
    'GET /bulletin/home/{id}': readRoute(bulletin),
    'POST /bulletin/confirm': confirmRoute(bulletin),
    'POST /bulletin/readers': readersRoute(bulletin),
  },
}

const codes = { draft: 0, published: 1, archived: 2, scheduled: 3, withdrawn: 4 }
let h: DemoHouse
let writer: Person
let sales: Person
let keeper: Person
let depts: Map<string, string>
beforeAll(async () => {
  h = await demoHouse([area])
  ;[writer, sales, keeper] = [await signedInAs(h, 'admin'), await signedInAs(h, 'sales'), await signedInAs(h, 'keeper')]
  const rows = await h.db.selectFrom('department').select(['id', 'name']).execute()
  depts = new Map(rows.map(row => [row.name, row.id]))
})
afterAll(() => h.close())

const written = async (values: object = {}): Promise<string> =>
  (await writer.post('/bulletin/add', { title: '放假通知', content: '<p>国庆放假七天</p>', ...values })).data.id
const stateOf = async (id: string) => (await writer.get(`/bulletin/one/${id}`)).data
const move = (id: string, status: number, more: object = {}) => writer.put('/bulletin/state', { id, status, ...more })
const seenBy = async (who: Person): Promise<string[]> =>
  (await who.post('/bulletin/home', { pageSize: 100 })).data.list.map((row: { id: string }) => row.id)

describe('the way of a draft', () => {
  test('readers see nothing of a draft, and what is published from then on', async () => {
    const id = await written()
    expect(await seenBy(sales)).not.toContain(id)
    expect(await sales.get(`/bulletin/home/${id}`)).toMatchObject({ code: 1004 })
    expect(await move(id, codes.published)).toMatchObject({ code: 0, data: { status: 1 } })
    expect(await seenBy(sales)).toContain(id)
    expect((await sales.get(`/bulletin/home/${id}`)).data).toMatchObject({ title: '放假通知', content: '<p>国庆放假七天</p>', revision: 1 })
  })
  test('a change is seen when it is published again, and only then', async () => {
    const id = await written()
    await move(id, codes.published)
    expect(await move(id, codes.published)).toMatchObject({ code: 1002, msg: '没有未发布的修改' })
    const { version } = await stateOf(id)
    expect(await writer.put('/bulletin/update', { id, version, title: '放假通知（更正）' })).toMatchObject({ code: 0 })
    expect((await sales.get(`/bulletin/home/${id}`)).data.title).toBe('放假通知')
    expect(await move(id, codes.published)).toMatchObject({ code: 0 })
    expect((await sales.get(`/bulletin/home/${id}`)).data).toMatchObject({ title: '放假通知（更正）', revision: 2 })
  })
  test('withdrawn it is gone for readers, archived it stays to be read and leaves the front', async () => {
    const [gone, old] = [await written(), await written()]
    for (const id of [gone, old]) await move(id, codes.published)
    expect(await move(gone, codes.withdrawn)).toMatchObject({ code: 0 })
    expect(await move(old, codes.archived)).toMatchObject({ code: 0 })
    expect(await sales.get(`/bulletin/home/${gone}`)).toMatchObject({ code: 1004 })
    expect((await sales.get(`/bulletin/home/${old}`)).data).toMatchObject({ isArchived: true })
    expect(await move(gone, codes.draft)).toMatchObject({ code: 0 })
    expect(await writer.del(`/bulletin/one/${gone}`)).toMatchObject({ code: 1002, msg: '发布过的内容不能删除，请发布后存档' })
    const never = await written()
    expect(await writer.del(`/bulletin/one/${never}`)).toMatchObject({ code: 0 })
  })
  test('what is missing must be filled in before; a state that no way leads to is named', async () => {
    const id = await written({ content: null })
    expect(await move(id, codes.published)).toMatchObject({ code: 1002, msg: '发布前请先填写内容' })
    expect(await move(id, codes.withdrawn)).toMatchObject({ code: 1002 })
    expect(await move(id, 9)).toMatchObject({ code: 1002 })
  })
  test('a schedule begins in the future, is kept once, and can be cancelled', async () => {
    const id = await written()
    const at = (ms: number): string => new Date(h.clock.now.getTime() + ms).toISOString()
    expect(await move(id, codes.scheduled)).toMatchObject({ code: 1002 })
    expect(await move(id, codes.scheduled, { publishAt: at(-60_000) })).toMatchObject({ code: 1002, msg: '定时发布时间不能早于现在' })
    expect(await move(id, codes.scheduled, { publishAt: at(3_600_000) })).toMatchObject({ code: 0 })
    expect(await writer.put('/bulletin/update', { id, version: (await stateOf(id)).version, title: '改' })).toMatchObject({ code: 1002 })
    const round = async (): Promise<unknown> => {
      const system = await h.house.asSystem(h.demo.organisationIds[0]!, 'test')
      return system.write((_, inside) => publishDue(inside))
    }
    expect(await round()).toBeUndefined()
    h.clock.now = new Date(h.clock.now.getTime() + 3_600_001)
    const both = await Promise.all([round(), round()])
    expect(both.filter(said => said !== undefined)).toHaveLength(1)
    expect((await sales.get(`/bulletin/home/${id}`)).data).toMatchObject({ title: '放假通知', revision: 1 })
  })
})

describe('whom it is for', () => {
  test('departments with those below, roles, people; nobody else sees it', async () => {
    const [depart, parent] = ['北美销售组', '销售部'].map(name => depts.get(name)!)
    const byParent = await written({ forAll: false, forDepts: [parent] })
    const byOwn = await written({ forAll: false, forDepts: [depart] })
    const me = (await h.db.selectFrom('employee').select('id').where('name', '=', '何平').executeTakeFirstOrThrow()).id
    const byName = await written({ forAll: false, forPeople: [me] })
    for (const id of [byParent, byOwn, byName]) await move(id, codes.published)
    expect(await seenBy(sales)).toEqual(expect.arrayContaining([byParent, byOwn]))
    expect(await seenBy(sales)).not.toContain(byName)
    expect(await seenBy(keeper)).toContain(byName)
    expect(await seenBy(keeper)).not.toContain(byParent)
    expect(await keeper.get(`/bulletin/home/${byParent}`)).toMatchObject({ code: 1004 })
  })
  test('nobody chosen, and a department that is closed, are refused', async () => {
    const none = await written({ forAll: false })
    expect(await move(none, codes.published)).toMatchObject({ code: 1002, msg: '请先选择可见范围' })
    const id = await written({ forAll: false, forDepts: [depts.get('职能部')!] })
    await h.db.updateTable('department').set({ status: 2 }).where('name', '=', '职能部').execute()
    expect(await move(id, codes.published)).toMatchObject({ code: 1002, msg: '可见部门“职能部”已停用，请重新选择可见范围' })
    expect((await stateOf(id)).status).toBe(0)
    await h.db.updateTable('department').set({ status: 1 }).where('name', '=', '职能部').execute()
  })
})

describe('who has read it', () => {
  test('each reader once, with times; who has not read it is named; a confirmation counts once', async () => {
    const id = await written({ forAll: false, forDepts: [depts.get('销售部')!], mustRead: true })
    await move(id, codes.published)
    expect((await sales.get(`/bulletin/home/${id}`)).data.confirmed).toBe(false)
    await sales.get(`/bulletin/home/${id}`)
    const confirmed = (await sales.post('/bulletin/confirm', { id })).data
    h.clock.now = new Date(h.clock.now.getTime() + 1_000)
    expect((await sales.post('/bulletin/confirm', { id })).data).toEqual(confirmed)
    const readers = (await writer.post('/bulletin/readers', { id })).data
    expect(readers).toMatchObject({ audience: 1, read: 1, confirmed: 1, list: [{ name: '林晓', times: 2 }] })
    expect((await writer.post('/bulletin/readers', { id, unread: true })).data.list).toEqual([])
    expect(await keeper.post('/bulletin/confirm', { id })).toMatchObject({ code: 1004 })
    expect(await keeper.post('/bulletin/readers', { id })).toMatchObject({ code: 1003 })
  })
  test('what needs no confirmation is not confirmed', async () => {
    const id = await written()
    await move(id, codes.published)
    expect(await sales.post('/bulletin/confirm', { id })).toMatchObject({ code: 1002, msg: '这条内容不需要确认阅读' })
  })
  test('who has not read it stands by name, and goes from there to those who have', async () => {
    const dept = depts.get('供应链部')!
    const id = await written({ forAll: false, forDepts: [dept] })
    const of = async (unread: boolean) => (await writer.post('/bulletin/readers', { id, unread })).data
    const names = (answer: { list: readonly { name: string }[] }) => answer.list.map(one => one.name)
    // a draft has no readers yet, and is for nobody
    expect(await of(true)).toEqual({ title: '放假通知', list: [], audience: 0, read: 0, confirmed: 0 })
    await move(id, codes.published)
    const before = await of(true)
    expect(before).toMatchObject({ audience: before.list.length, read: 0, confirmed: 0 })
    expect(before.list.find((one: { name: string }) => one.name === '何平')).toMatchObject({ firstAt: null, lastAt: null, times: 0 })
    await keeper.get(`/bulletin/home/${id}`)
    const after = await of(true)
    expect(names(after)).toEqual(names(before).filter(name => name !== '何平'))
    expect(after).toMatchObject({ audience: before.audience, read: 1, confirmed: 0 })
    expect(names(await of(false))).toEqual(['何平'])
  })
  test('a big audience of departments with those below: each person once, 2,000 at most, all of them counted', async () => {
    const orgId = h.demo.organisationIds[0]!
    const parent = depts.get('销售部')!
    const id = await written({ forAll: false, forDepts: [parent, depts.get('北美销售组')!] })
    await move(id, codes.published)
    const of = async () => (await writer.post('/bulletin/readers', { id, unread: true })).data
    const { audience } = await of()
    await sql`
      with child as (insert into department (org_id, name, parent_id) values (${orgId}, '华东组', ${parent}) returning id),
      person as (insert into employee (org_id, name, no, dept_id)
        select ${orgId}, '店员' || i, 'BIG' || i, child.id from child, generate_series(1, 2100) i returning id, name),
      login as (insert into account (username, name, password_hash) select 'big' || id, name, '' from person returning id, username)
      insert into account_organisation (org_id, account_id, employee_id)
      select ${orgId}, login.id, person.id from login join person on login.username = 'big' || person.id`.execute(h.db)
    const big = await of()
    expect([big.audience, big.list.length]).toEqual([audience + 2_100, 2_000])
    expect(new Set(big.list.map((one: { accountId: string }) => one.accountId)).size).toBe(2_000)
  })
  test('a reader who left stays among those who read, and is missed no more', async () => {
    const id = await written({ forAll: false, forDepts: [depts.get('供应链部')!] })
    await move(id, codes.published)
    await keeper.get(`/bulletin/home/${id}`)
    const of = async (unread: boolean) => (await writer.post('/bulletin/readers', { id, unread })).data
    const before = await of(true)
    const leave = (status: 1 | 2, names: readonly string[]) =>
      h.db.updateTable('employee').set({ status }).where('name', 'in', names).where('org_id', '=', h.demo.organisationIds[0]!).execute()
    const [{ name: other }] = before.list
    await leave(2, ['何平', other])
    const after = await of(true)
    expect(after).toMatchObject({ audience: before.audience - 2, read: 1 })
    expect(after.list.map((one: { name: string }) => one.name)).not.toContain(other)
    expect((await of(false)).list).toMatchObject([{ name: '何平', times: 1 }])
    await leave(1, ['何平', other])
  })
})
