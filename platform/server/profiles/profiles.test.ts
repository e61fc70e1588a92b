/** Schemes through the real HTTP layer and door: whose they are, who sees them, which one applies. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
let buyer: Person
let boss: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  buyer = await signedInAs(h, 'buyer')
  boss = await signedInAs(h, 'boss')
})
afterAll(() => h.close())

const type = 'product'
const scheme = {
  type,
  name: '常用',
  columnList: [{ field: 'name', width: 9_000 }],
  conditionList: [{ field: 'name', condition: 'LIKE', value: String.raw`a\,b` }],
  orderByList: [{ field: 'name', orderBy: 'DESC' }],
}
const path = '/ListProfile/saveListProfile'
const listed = async (who: Person, orgId?: string) => (await who.get(`/ListProfile/profileList?type=${type}`, orgId)).data
const made = async (who: Person, more: object = {}): Promise<string> => {
  const { code, msg, data } = await who.post(path, { ...scheme, ...more })
  expect(msg).toBe('')
  expect(code).toBe(0)
  return data.profileId
}
const one = async (who: Person, id: string) => (await listed(who)).find((s: { profileId: string }) => s.profileId === id)
const employeeOf = async (username: string): Promise<string> => {
  const row = await h.db
    .selectFrom('account_organisation')
    .innerJoin('account', 'account.id', 'account_organisation.account_id')
    .select('employee_id')
    .where('username', '=', username)
    .where('account_organisation.org_id', '=', h.demo.organisationIds[0] ?? '')
    .executeTakeFirstOrThrow()
  return row.employee_id ?? ''
}

test('a scheme comes back as it was saved, its widths within bounds; others do not see it', async () => {
  const id = await made(admin)
  expect(await one(admin, id)).toMatchObject({
    name: '常用',
    kind: 1,
    isOwn: true,
    isDefault: 0,
    version: 1,
    removed: [],
    columnList: [{ field: 'name', width: 800 }],
    conditionList: [{ field: 'name', condition: 'LIKE', value: String.raw`a\,b` }],
    orderByList: [{ field: 'name', orderBy: 'DESC' }],
  })
  expect(await one(buyer, id)).toBeUndefined()
  const other = await admin.get(`/ListProfile/profileList?type=${type}`, h.demo.organisationIds[1])
  expect(JSON.stringify(other.data)).not.toContain('常用')
  for (const [call, body] of [
    ['deleteListProfile', { profileId: id }],
    ['undo', { profileId: id }],
    ['share', { profileId: id, employeeIds: [] }],
    ['udpate', { id, listType: type }],
    ['saveListProfile', { ...scheme, profileId: id, version: 1 }],
  ] as const)
    expect(await buyer.post(`/ListProfile/${call}`, body), call).toMatchObject({ status: 404, code: 1004 })
})

const hostile = `'; drop table list_profile; --`
test.each([
  ['name', { name: ' ' }, '方案名称不能为空'],
  ['a name that no text can hold', { name: '\0' }, '含有无法保存的字符（NUL 或不完整的字符），请去掉后重试'],
  ['column', { columnList: [{ field: hostile }] }, `未知的列 ${hostile}`],
  ['field', { conditionList: [{ field: hostile, condition: 'EQ', value: '1' }] }, `未知的筛选字段 ${hostile}`],
  ['operator', { conditionList: [{ field: 'name', condition: 'OR 1=1', value: '1' }] }, '商品名称不支持条件 OR 1=1'],
  ['order', { orderByList: [{ field: hostile, orderBy: 'ASC' }] }, `不能按 ${hostile} 排序`],
  ['no value', { conditionList: [{ field: 'name', condition: 'EQ', value: '' }] }, '请填写商品名称的值'],
  ['one value for between', { conditionList: [{ field: 'createdAt', condition: 'BETWEEN', value: '2026-01-01' }] }, '请填写创建时间的值'],
  [
    'too many values',
    { conditionList: [{ field: 'name', condition: 'IN', value: Array.from({ length: 5_001 }, (_, i) => i).join(',') }] },
    '商品名称一次最多筛选 5000 个值，现有 5001 个',
  ],
  ['a column twice', { columnList: [{ field: 'name' }, { field: 'name' }] }, '商品名称出现了两次，请只保留一个'],
])('refused by name: %s', async (_what, more, message) => {
  const before = (await listed(admin)).length
  const answer = await admin.post(path, { ...scheme, ...more })
  expect(answer).toMatchObject({ status: 200, code: 1002 })
  expect(answer.data.errors.map((e: { message: string }) => e.message)).toContain(message)
  expect(await listed(admin)).toHaveLength(before)
})

test('values that look like SQL are values; an unknown list is refused, one without the right too', async () => {
  const id = await made(admin, { name: hostile, conditionList: [{ field: 'name', condition: 'EQ', value: hostile }] })
  expect((await one(admin, id)).conditionList[0].value).toBe(hostile)
  expect(await admin.post(path, { ...scheme, type: hostile })).toMatchObject({ code: 1004 })
  expect(await buyer.post(path, { ...scheme, type: 'auditEntry' })).toMatchObject({ code: 1003 })
})

test('relative conditions need no value', async () => {
  const id = await made(admin, { conditionList: [{ field: 'createdAt', condition: 'LAST_WEEK', value: 'x' }] })
  const [condition] = (await one(admin, id)).conditionList
  expect(condition).toEqual({ field: 'createdAt', condition: 'LAST_WEEK', title: '创建时间' })
})

test('two tabs: the second save is refused and says who; undo brings the former content back', async () => {
  const id = await made(admin, { name: '第一稿' })
  expect(await admin.post(path, { ...scheme, profileId: id, name: '第二稿' })).toMatchObject({ code: 1002 })
  expect((await admin.post(path, { ...scheme, profileId: id, version: 1, name: '第二稿' })).data).toEqual({ profileId: id, version: 2 })
  const stale = await admin.post(path, { ...scheme, profileId: id, version: 1, name: '第三稿' })
  expect(stale).toMatchObject({ status: 200, code: 1009 })
  expect(stale.msg).toContain('修改了这条筛选方案')
  expect(await one(admin, id)).toMatchObject({ name: '第二稿', canUndo: true })
  expect((await admin.post('/ListProfile/undo', { profileId: id })).data.version).toBe(3)
  expect(await one(admin, id)).toMatchObject({ name: '第一稿', canUndo: false })
  expect((await admin.post('/ListProfile/undo', { profileId: id })).msg).toBe('没有可以撤销的修改')
})

test('shared with a person and with a department: read, not changed, and taken back', async () => {
  const id = await made(admin, { name: '给采购' })
  const employeeId = await employeeOf('buyer')
  expect((await admin.post('/ListProfile/share', { profileId: id, employeeIds: [employeeId] })).code).toBe(0)
  expect(await one(buyer, id)).toMatchObject({ isOwn: false, name: '给采购', sharedWith: { employeeIds: [], deptIds: [] } })
  expect((await one(buyer, id)).ownerName).not.toBe('')
  expect(await one(boss, id)).toBeUndefined()
  const refused = await buyer.post(path, { ...scheme, profileId: id, version: 2, name: '改了' })
  expect(refused).toMatchObject({ code: 1002, msg: '这是别人共享的方案，请先复制再修改' })
  expect((await buyer.post('/ListProfile/deleteListProfile', { profileId: id })).code).toBe(1002)
  // taking it as one's own default changes nothing for its owner
  expect((await buyer.post('/ListProfile/udpate', { id, listType: type })).code).toBe(0)
  expect(await one(buyer, id)).toMatchObject({ isDefault: 1 })
  expect(await one(admin, id)).toMatchObject({ isDefault: 0, sharedWith: { employeeIds: [employeeId], deptIds: [] } })
  const dept = await h.db.selectFrom('employee').select('dept_id').where('id', '=', employeeId).executeTakeFirstOrThrow()
  await admin.post('/ListProfile/share', { profileId: id, deptIds: [dept.dept_id] })
  expect(await one(buyer, id)).toMatchObject({ isOwn: false })
  await admin.post('/ListProfile/share', { profileId: id })
  expect(await one(buyer, id)).toBeUndefined()
  expect(await admin.post('/ListProfile/share', { profileId: id, employeeIds: ['999999'] })).toMatchObject({ code: 1004 })
})

test('one default: own, else of the organisation; set by who may', async () => {
  const first = await made(admin, { name: '组织默认' })
  const applied = async (who: Person) => (await who.post('/listField/getByType', { type })).data.defaultScheme?.name ?? null
  expect(await applied(boss)).toBeNull()
  expect(await buyer.post('/ListProfile/setDefault', { id: first, listType: type })).toMatchObject({ status: 403, code: 1003 })
  expect((await admin.post('/ListProfile/setDefault', { id: first, listType: type })).code).toBe(0)
  expect(await applied(boss)).toBe('组织默认')
  const mine = await made(boss, { name: '我的', isDefault: 1 })
  expect(await applied(boss)).toBe('我的')
  const second = await made(boss, { name: '我的新', isDefault: 1 })
  expect(await one(boss, mine)).toMatchObject({ isDefault: 0 })
  expect(await applied(boss)).toBe('我的新')
  await boss.post('/ListProfile/deleteListProfile', { profileId: second })
  expect(await applied(boss)).toBe('组织默认')
  // between the two: the default of a role
  const role = await h.db.selectFrom('role').select('id').where('name', '=', '总经理').executeTakeFirstOrThrow()
  const ofRole = { id: await made(admin, { name: '角色默认' }), listType: type, roleId: role.id }
  expect(await admin.post('/ListProfile/setDefault', { ...ofRole, roleId: '999999' })).toMatchObject({ code: 1004 })
  expect((await admin.post('/ListProfile/setDefault', ofRole)).code).toBe(0)
  expect(await applied(boss)).toBe('角色默认')
  expect(await applied(buyer)).toBe('组织默认')
  expect(await one(admin, ofRole.id)).toMatchObject({ defaultOf: { roleIds: [role.id], isOrganisation: false } })
  expect((await one(boss, ofRole.id)).defaultOf).toEqual({ roleIds: [], isOrganisation: false })
  await made(boss, { name: '又是我的', isDefault: 1 })
  expect(await applied(boss)).toBe('又是我的')
  // taken back: neither default nor seen any more
  await admin.post('/ListProfile/setDefault', { ...ofRole, isDefault: 0 })
  expect(await one(boss, ofRole.id)).toBeUndefined()
  expect(await one(admin, first)).toMatchObject({ defaultOf: { roleIds: [], isOrganisation: true } })
  const may = async (who: Person) => (await who.post('/listField/getByType', { type })).data.maySetDefaults
  expect([await may(admin), await may(buyer)]).toEqual([true, false])
})

test('a filter tab comes with the list, may name a field twice, and needs a name', async () => {
  const twice = [
    { field: 'name', condition: 'LIKE', value: '灯' },
    { field: 'name', condition: 'IN', value: '台灯,落地灯' },
  ]
  const said = { type, kind: 2, name: '灯具', conditionList: twice }
  expect((await admin.post(path, { ...said, name: ' ' })).data.errors).toEqual([{ field: 'name', message: '标签名称不能为空' }])
  const { profileId } = (await admin.post(path, said)).data
  const tabs = async (who: Person) => (await who.post('/listField/getByType', { type })).data.tabs.map((t: { name: string }) => t.name)
  expect(await tabs(admin)).toEqual(['灯具'])
  expect(await tabs(buyer)).toEqual([])
  await admin.post('/ListProfile/share', { profileId, employeeIds: [await employeeOf('buyer')] })
  expect(await tabs(buyer)).toEqual(['灯具'])
  await admin.post('/ListProfile/deleteListProfile', { profileId })
  expect(await tabs(buyer)).toEqual([])
})

test('a column removed since is named, and the scheme still opens', async () => {
  const id = await made(admin, { name: '旧列' })
  const content = {
    name: '旧列',
    columnList: [
      { field: 'gone', width: 90, title: '旧字段' },
      { field: 'name', width: 90, title: '商品名称' },
    ],
    conditionList: [{ field: 'gone', condition: 'EQ', value: '1', title: '旧字段' }],
    orderByList: [],
  }
  await h.db
    .updateTable('list_profile')
    .set({ content: JSON.stringify(content) as never })
    .where('id', '=', id)
    .execute()
  expect(await one(admin, id)).toMatchObject({ removed: ['旧字段'], columnList: [{ field: 'name' }], conditionList: [] })
})

test('column sets are kept beside the schemes', async () => {
  const { data } = await admin.post('/dyColumns/insert', { type, name: '窄', columnList: [{ field: 'name', width: 60 }] })
  const sets = (await admin.post('/dyColumns/list', { type })).data
  expect(sets).toMatchObject([{ profileId: data.profileId, kind: 3, columnList: [{ field: 'name', width: 60 }] }])
  expect(await one(admin, data.profileId)).toBeUndefined()
  expect((await admin.post('/dyColumns/update', { type, id: data.profileId, version: 1, name: '宽' })).data.version).toBe(2)
  expect((await admin.post('/dyColumns/share', { id: data.profileId, employeeIds: [await employeeOf('boss')] })).code).toBe(0)
  expect((await boss.post('/dyColumns/list', { type })).data).toHaveLength(1)
  expect((await admin.post('/dyColumns/delete', { id: data.profileId })).code).toBe(0)
  expect((await admin.post('/dyColumns/list', { type })).data).toEqual([])
})

test('a layout is kept per person; unknown fields are dropped, widths bounded', async () => {
  const columns = [
    { field: 'name', isShow: true, width: 5, frozen: true },
    { field: 'gone', isShow: true, width: 90, frozen: false },
  ]
  expect((await admin.post('/listField/saveLayout', { type, columns, density: 'comfortable' })).code).toBe(0)
  const layout = { columns: [{ field: 'name', isShow: true, width: 40, frozen: true }], density: 'comfortable' }
  expect((await admin.post('/listField/getByType', { type })).data.layout).toEqual(layout)
  expect((await buyer.post('/listField/getByType', { type })).data.layout).toBeNull()
  await admin.post('/listField/saveLayout', { type, columns: [], density: 'compact' })
  expect((await admin.post('/listField/getByType', { type })).data.layout).toEqual({ columns: [], density: 'compact' })
})
