/** The history of a record and what else the trail holds: sign-ins, exports, passwords; who may read which. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choice, reference, richText, text, texts } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { changesOf } from './changes.ts'

let h: DemoHouse
let [admin, buyer, keeper, employee] = [] as unknown as [Person, Person, Person, Person]
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  buyer = await signedInAs(h, 'buyer')
  keeper = await signedInAs(h, 'keeper')
  employee = await signedInAs(h, 'employee')
})
afterAll(() => h?.close())

test('who changed it from what to what, newest first; for whom may see the record', async () => {
  const { id } = (await buyer.post('/productManage/insert', { sku: 'H-1', name: '旧名', brand: '云帆', status: 1 })).data
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  await buyer.post('/productManage/update', { id, version: 1, name: '新名' })
  const { code, data } = await keeper.post('/auditTrail/history', { type: 'product', id })
  expect(code).toBe(0)
  expect(data.more).toBe(false)
  expect(data.list).toMatchObject([
    { by: '陈刚', verb: 'update', verbTitle: '修改', changes: [{ title: '商品名称', before: '旧名', after: '新名' }] },
    { by: '陈刚', verb: 'add', address: '10.0.0.1', via: '新增商品' },
  ])
  expect(data.list[1].changes).toContainEqual({ field: 'brand', title: '品牌', before: null, after: '云帆' })
  expect(await employee.post('/auditTrail/history', { type: 'product', id })).toMatchObject({ code: 1003 })
  expect(await keeper.post('/auditTrail/history', { type: 'product', id: '999999' })).toMatchObject({ code: 1004 })
  expect(await keeper.post('/auditTrail/history', { type: 'nothing', id })).toMatchObject({ code: 1002 })
})

test('what a batch referred to is told by name', async () => {
  const { id: categoryId } = (await buyer.post('/productCategory/insert', { name: '灯具' })).data
  const { id } = (await buyer.post('/productManage/insert', { sku: 'H-2', name: '灯', status: 1 })).data
  await buyer.post('/productManage/batchUpdate', { ids: [{ id, version: 1 }], changes: { categoryId } })
  const { list } = (await keeper.post('/auditTrail/history', { type: 'product', id })).data
  expect(list.flatMap((one: { changes: unknown[] }) => one.changes)).toContainEqual({
    field: 'categoryId',
    title: '品类',
    before: null,
    after: '灯具',
  })
})

test('sign-ins, exports, changed and reset passwords are in it; the list is for whom it was granted', async () => {
  expect(await keeper.post('/auditTrail/list')).toMatchObject({ code: 1003 })
  const verbs = async (filter: object) =>
    (await admin.post('/auditTrail/list', filter)).data.list.map((row: { verb: string; accountName: string; address: string }) => [
      row.verb,
      row.accountName,
      row.address,
    ])
  expect(await verbs({ verb: 'signIn', accountName: '何平' })).toEqual([['登录', '何平', '10.0.0.1']])
  expect(await verbs({ verb: '登录', subject: '账号', accountName: '何平' })).toEqual([['登录', '何平', '10.0.0.1']])
  expect(await verbs({ conditionList: [{ field: 'verb', condition: 'EQ', value: '登录' }], accountName: '何平' })).toHaveLength(1)
  const sheet = { headers: ['名称'], fields: ['name'], query: {} }
  const exported = await h.app.inject({
    method: 'POST',
    url: '/api-2024/productManage/listExport',
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: sheet,
  })
  expect(exported.statusCode).toBe(200)
  const list = (await admin.post('/auditTrail/list', { verb: 'export' })).data.list
  expect(list).toMatchObject([{ subject: '商品', accountName: '陈刚' }])
  expect((await admin.post('/auditTrail/detail', { id: list[0].id })).data).toMatchObject({ verbTitle: '导出', by: '陈刚' })
  expect(await keeper.post('/auditTrail/detail', { id: list[0].id })).toMatchObject({ code: 1003 })

  const { employeeId } = (await employee.get('/system/userprofile')).data
  expect((await admin.post('/auth/user/resetPassword', { employeeId })).code).toBe(0)
  expect((await keeper.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword: 'other5678' })).code).toBe(0)
  expect(await verbs({ verb: 'resetPassword' })).toEqual([['重置密码', '管理员', '10.0.0.1']])
  expect(await verbs({ verb: 'password' })).toEqual([['修改密码', '何平', '10.0.0.1']])
  const all = await h.db.selectFrom('audit_entry').select(['before', 'after']).execute()
  expect(JSON.stringify(all)).not.toMatch(/other5678|demo1234/)
})

test('what was granted to an employee stands in his history, by name', async () => {
  const employeeId = (await keeper.get('/system/userprofile')).data.employeeId
  const ids = async (table: 'role' | 'shop' | 'department', name: string): Promise<string> =>
    (await h.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const roleIds = [await ids('role', '仓管'), await ids('role', '采购')]
  await admin.post('/userManage/empAddRole', { employeeId, roleIds })
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  const acl = { employeeId, shopIds: [await ids('shop', '云帆日本站')], dataScope: 2, namedDeptIds: [await ids('department', '销售部')] }
  await admin.put('/userManage/dataAclSetting', acl)
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  await admin.post('/userManage/otherDepartments', { employeeId, otherDeptIds: [await ids('department', '销售部')] })
  const { data } = await admin.post('/auditTrail/history', { type: 'employee', id: employeeId })
  expect(data.list.slice(0, 3)).toMatchObject([
    { verbTitle: '设置兼任部门', changes: [{ title: '兼任部门', before: null, after: '销售部' }] },
    {
      subjectTitle: '数据权限',
      verbTitle: '授权',
      changes: [
        { title: '数据权限', before: '本人', after: '指定部门' },
        { title: '店铺', before: null, after: '云帆日本站' },
        { title: '指定部门', before: null, after: '销售部' },
      ],
    },
    { subjectTitle: '账号角色', changes: [{ title: '角色', before: '仓管', after: expect.stringMatching(/^(仓管、采购|采购、仓管)$/) }] },
  ])
})

test('the exported trail reads as its list does, and is asked for in the same words', async () => {
  const exported = async (query: object): Promise<string[]> => {
    const answer = await h.app.inject({
      method: 'POST',
      url: '/api-2024/auditTrail/listExport',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { headers: ['对象', '操作', '操作人'], fields: ['subject', 'verb', 'accountName'], query, format: 'csv' },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    return answer.rawPayload.toString('utf8').split('\r\n').slice(4)
  }
  expect(await exported({ verb: '登录', accountName: '何平' })).toEqual(['对象,操作,操作人', '账号,登录,何平', ''])
  const all = (await exported({})).slice(1, -1).map(line => line.split(',').slice(0, 2).join(','))
  expect(all).toContain('数据权限,授权')
  for (const line of all) expect(line).toMatch(/^[\u4e00-\u9fff]+,[\u4e00-\u9fff]+$/)
})

test('changes in words: titles, labels, choices, lists, texts; what is not on the wire is left out', () => {
  const r = resource('probe_change', {
    title: ['试验', 'Probe'],
    access: { scope: everybody },
    fields: {
      name: text('名称', 'Name'),
      shopId: reference('店铺', 'Shop', 'shop'),
      state: choice('状态', 'State', { on: [1, '启用', 'On'], off: [2, '停用', 'Off'] }),
      tags: texts('标签', 'Tags', { optional: true }),
      body: richText('正文', 'Text', { optional: true }),
      secret: text('密钥', 'Secret', { hidden: true }),
    },
  })
  const before = {
    id: '1',
    name: '甲',
    shopId: '3',
    shopIdLabel: '一店',
    state: 1,
    tags: ['a'],
    body: '<p>一</p>',
    secret: 'x',
    version: 1,
  }
  const after = { ...before, shopId: '4', shopIdLabel: '二店', state: 2, tags: [], body: '<p>一</p><p>二</p>', secret: 'y', version: 2 }
  expect(changesOf(r, before, after, 'zh')).toEqual([
    { field: 'shopId', title: '店铺', before: '一店', after: '二店' },
    { field: 'state', title: '状态', before: '启用', after: '停用' },
    { field: 'tags', title: '标签', before: 'a', after: null },
    { field: 'body', title: '正文', before: '一', after: '一 二' },
  ])
  expect(changesOf(r, before, before, 'zh')).toEqual([])
  expect(changesOf(r, null, { id: '1', name: '甲', state: 1 }, 'en')).toEqual([
    { field: 'name', title: 'Name', before: null, after: '甲' },
    { field: 'state', title: 'State', before: null, after: 'On' },
  ])
  // an entry that an area wrote down itself
  expect(changesOf(undefined, null, { month: '2026-10' }, 'zh')).toEqual([
    { field: 'month', title: '月份', before: null, after: '2026-10' },
  ])
})
