/** Organisation, departments, employees, accounts: what is refused, and what is out within a second. */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, person, signedInAs, ask, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
let hr: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  // this one also deletes people and closes accounts, which the preset leaves to administrators
  const org_id = h.demo.organisationIds[0] ?? ''
  const role_id = await idOf('role', '人事')
  const more = [4, 8, 9].map(operation => ({ org_id, role_id, permission: 'employee', operation }))
  await h.db.insertInto('role_permission').values(more).execute()
  hr = await signedInAs(h, 'hr')
})
afterAll(() => h.close())

const idOf = async (
  table: 'employee' | 'department' | 'role' | 'position',
  name: string,
  orgId = h.demo.organisationIds[0]!,
): Promise<string> =>
  (await h.db.selectFrom(table).select('id').where('name', '=', name).where('org_id', '=', orgId).executeTakeFirstOrThrow()).id
const record = async (who: Person, path: string, name: string) =>
  (await who.post(`${path}/list`, { pageSize: 200 })).data.list.find((row: { name: string }) => row.name === name)
const later = (ms: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + ms)
}

describe('departments', () => {
  test('one moved under itself, or under one of its own below, is refused', async () => {
    const sales = await record(hr, '/department', '销售部')
    const group = await record(hr, '/department', '北美销售组')
    const refusal = { code: 1002, msg: '上级部门不能是自己或自己的下级，请重新选择' }
    expect(await hr.post('/department/update', { id: sales.id, version: sales.version, parentId: sales.id })).toMatchObject(refusal)
    expect(await hr.post('/department/update', { id: sales.id, version: sales.version, parentId: group.id })).toMatchObject(refusal)
    expect((await record(hr, '/department', '销售部')).parentId).toBeNull()
  })
  test('two that move under each other at once: one of them is refused', async () => {
    const [a, b] = [await record(hr, '/department', '供应链部'), await record(hr, '/department', '职能部')]
    const answers = await Promise.all([
      hr.post('/department/update', { id: a.id, version: a.version, parentId: b.id }),
      hr.post('/department/update', { id: b.id, version: b.version, parentId: a.id }),
    ])
    // which of the two it is, and whether it meets the check or a lock, is a matter of microseconds
    expect(answers.filter(one => one.code === 0)).toHaveLength(1)
    expect([1002, 1009]).toContain(answers.find(one => one.code !== 0)?.code)
    await h.db.updateTable('department').set({ parent_id: null }).where('id', 'in', [a.id, b.id]).execute()
  })
  test('a move and a new name are remembered, with the span in which they held', async () => {
    const group = await record(hr, '/department', '北美销售组')
    const head = await idOf('department', '总经办')
    later(1000)
    await hr.post('/department/update', { id: group.id, version: group.version, parentId: head })
    later(1000)
    const moved = await record(hr, '/department', '北美销售组')
    await hr.post('/department/update', { id: group.id, version: moved.version, name: '北美一组' })
    const found = (await hr.post('/departmentHistory/list', { departmentId: group.id })).data.list
    // the demo company was made by the database's clock, not by the test's
    const list = found.toSorted((a: { validTo: string }, b: { validTo: string }) => b.validTo.localeCompare(a.validTo))
    expect(list.map((row: { name: string; parentName: string }) => [row.name, row.parentName])).toEqual([
      ['北美销售组', '总经办'],
      ['北美销售组', '销售部'],
    ])
    expect(list[0].validFrom).toBe(list[1].validTo)
    const now = await record(hr, '/department', '北美一组')
    await hr.post('/department/update', {
      id: group.id,
      version: now.version,
      name: '北美销售组',
      parentId: await idOf('department', '销售部'),
    })
  })
  test('one with people or open departments below is not closed, and nobody is put into a closed one', async () => {
    const sales = await record(hr, '/department', '销售部')
    expect((await hr.post('/department/update', { id: sales.id, version: sales.version, status: 2 })).msg).toContain('还有在职员工')
    const { data } = await hr.post('/department/insert', { name: '已撤部门', status: 2 })
    const clerk = await record(hr, '/userManage', '王芳')
    expect((await hr.post('/userManage/update', { id: clerk.id, version: clerk.version, deptId: data.id })).msg).toBe(
      '部门 已撤部门 已停用，请另选部门',
    )
  })
  test('a department of another organisation is unknown in every field that takes one', async () => {
    const foreign = await idOf('department', '运营部', h.demo.organisationIds[1])
    const clerk = await record(hr, '/userManage', '王芳')
    expect((await hr.post('/department/insert', { name: '新部门', parentId: foreign })).code).toBe(1002)
    expect((await hr.post('/userManage/update', { id: clerk.id, version: clerk.version, deptId: foreign })).code).toBe(1002)
    expect((await hr.post('/userManage/otherDepartments', { employeeId: clerk.id, otherDeptIds: [foreign] })).code).toBe(1002)
    expect((await hr.post('/department/update', { id: foreign, version: 1, name: '改名' })).code).toBe(1004)
  })
})

test('a position that is renamed is renamed in its people', async () => {
  const clerk = await record(hr, '/positionManage', '跟单员')
  expect((await hr.post('/positionManage/update', { id: clerk.id, version: clerk.version, name: '订单专员' })).code).toBe(0)
  expect((await (await signedInAs(h, 'employee')).get('/system/userprofile')).data.positionName).toBe('订单专员')
})

test('what follows people follows many at once: the name of the position, the department that is closed', async () => {
  const [a, b] = [await record(hr, '/userManage', '王芳'), await record(hr, '/userManage', '周敏')]
  const ids = [a, b].map(({ id, version }) => ({ id, version }))
  const positionId = (await hr.post('/positionManage/insert', { name: '稽核员' })).data.id
  expect((await hr.post('/userManage/batchUpdate', { ids, changes: { positionId } })).data.changed).toBe(2)
  const held = await h.db.selectFrom('employee').select('position_name').where('id', 'in', [a.id, b.id]).execute()
  expect(held.map(one => one.position_name)).toEqual(['稽核员', '稽核员'])
  const deptId = await idOf('department', '已撤部门')
  const again = ids.map(({ id, version }) => ({ id, version: version + 1 }))
  expect((await hr.post('/userManage/batchUpdate', { ids: again, changes: { deptId } })).msg).toBe('部门 已撤部门 已停用，请另选部门')
})

describe('accounts', () => {
  test('opened once, with a password that must be changed', async () => {
    const [free] = (await admin.post('/userManage/list', { pageSize: 200 })).data.list.filter(
      (row: { email: string | null }) => row.email === null,
    )
    const opened = await admin.post('/userManage/openAccount', { employeeId: free.id, username: ' Zhang.San ' })
    const [home, away] = h.demo.organisationIds
    const name = 'zhang.san'
    expect(opened.data).toMatchObject({ username: name, password: expect.stringMatching(/^.{10}$/) })
    expect((await admin.post('/userManage/openAccount', { employeeId: free.id, username: 'other' })).msg).toContain('已有账号')
    const signed = await ask(h, 'POST', '/auth/user/login', { username: name, password: opened.data.password })
    expect(signed.data.loginState).toBe('1')
    const other = (await admin.post('/userManage/list', { pageSize: 200 })).data.list.filter(
      (row: { email: string | null }) => row.email === null,
    )[1]
    expect((await admin.post('/userManage/openAccount', { employeeId: other.id, username: 'ZHANG.SAN' })).msg).toBe(
      '这个账号名已被使用，请换一个',
    )
    expect((await hr.post('/userManage/openAccount', { employeeId: other.id, username: 'x1' })).code).toBe(1003)
    // in another organisation the same name is free, whatever this one has, and nobody can type another's mark
    const [stranger] = (await admin.post('/userManage/list', { pageSize: 200 }, away)).data.list.filter(
      (row: { email: string | null }) => row.email === null,
    )
    const forged = { employeeId: stranger.id, username: `zhang.san#${home}` }
    expect((await admin.post('/userManage/openAccount', forged, away)).data.errors).toMatchObject([{ field: 'username' }])
    const there = await admin.post('/userManage/openAccount', { employeeId: stranger.id, username: 'Zhang.San' }, away)
    expect(there.data).toMatchObject({ username: `zhang.san#${away}` })
    const taken = await admin.post('/userManage/openAccount', { employeeId: other.id, username: 'sales' })
    expect(taken.data.errors).toMatchObject([{ field: 'username' }])
  })
  test('for many at once, by a list with roles: all or none, the passwords told once', async () => {
    const people = await h.db.selectFrom('employee').select(['id', 'no']).where('email', 'is', null).orderBy('no').limit(8).execute()
    const roleId = await idOf('role', '采购')
    const [[a, b, c, d], org] = [people.slice(4), h.demo.organisationIds[0]]
    const accounts = async (): Promise<number> =>
      (
        await h.db
          .selectFrom('account_organisation')
          .select('id')
          .where('org_id', '=', org ?? '')
          .execute()
      ).length
    const before = await accounts()
    const sheet = (lines: readonly string[]) => admin.post('/userManage/openAccounts', { sheet: lines.join('\n') })
    const good = `${a?.no}\twu.lei\t采购、仓管`
    expect((await sheet([good, `${b?.no}\tsales`])).msg).toBe('第 2 行：这个账号名已被使用，请换一个')
    expect((await sheet([good, `${b?.no}\t\t船长`])).data.errors).toMatchObject([
      { field: 'sheet', message: '第 2 行：没有名为 船长 的角色' },
    ])
    expect((await sheet([good, good])).data.errors[0].message).toBe(`第 2 行：工号 ${a?.no} 出现了两次`)
    expect((await sheet(['X-9'])).data.errors[0].message).toBe('第 1 行：没有工号为 X-9 的员工')
    expect((await sheet(Array.from({ length: 201 }, (_, n) => `N${n}`))).msg).toContain('请分批')
    expect((await hr.post('/userManage/openAccounts', { sheet: good })).code).toBe(1003)
    expect(await accounts()).toBe(before)

    const answer = await h.app.inject({
      method: 'POST',
      url: '/api-2024/userManage/openAccounts',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { sheet: `${good}\n${b?.no}`, roleIds: [roleId] },
    })
    const rows = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
    const [, first, second] = rows
    expect([rows.length, first?.[1], second?.[1]]).toEqual([3, 'wu.lei', b?.no.toLowerCase()])
    const signed = await ask(h, 'POST', '/auth/user/login', { username: first?.[1], password: first?.[2] })
    expect(signed.data.loginState).toBe('1')
    const rolesOf = async (employeeId: string | undefined): Promise<string[]> =>
      (await admin.post('/userManage/access', { employeeId })).data.roles.map((role: { name: string }) => role.name).toSorted()
    expect([await rolesOf(a?.id), await rolesOf(b?.id)]).toEqual([['仓管', '采购'], ['采购']])

    expect((await admin.post('/userManage/openAccounts', { ids: [c?.id, d?.id], nameBy: 2 })).msg).toContain('没有邮箱')
    expect((await admin.post('/userManage/openAccounts', { ids: [a?.id, c?.id], nameBy: 1 })).msg).toContain('已有账号')
  })
  test('a disabled one is out within a second, with an open session', async () => {
    const it = await signedInAs(h, 'it')
    const employeeId = await idOf('employee', '郑凯')
    expect((await it.get('/system/userprofile')).code).toBe(0)
    expect((await admin.post('/userManage/disable', { ids: [employeeId] })).code).toBe(0)
    later(1000)
    expect(await it.get('/system/userprofile')).toMatchObject({ status: 401, code: 1001 })
    expect((await ask(h, 'POST', '/auth/user/login', { username: 'it', password: h.demo.password })).code).toBe(1010)
    expect((await admin.post('/userManage/enable', { ids: [employeeId] })).code).toBe(0)
    expect((await signedInAs(h, 'it')).token).toHaveLength(43)
  })
  test("who keeps employees' records takes over nobody's account by his e-mail, to which a new password's link goes", async () => {
    const refusal = { code: 1002, msg: '管理员 已有账号，邮箱用来找回密码，请本人用验证码修改，或由系统管理员来改' }
    const boss = await record(hr, '/userManage', '管理员')
    const change = { id: boss.id, version: boss.version, email: 'hr-private@example.com' }
    expect(await hr.post('/userManage/update', change)).toMatchObject(refusal)
    expect(await hr.post('/userManage/update', { ...change, email: '' })).toMatchObject(refusal)
    expect(await hr.put('/userManage/employee', { ...change, employeeId: boss.id })).toMatchObject(refusal)
    const batch = { ids: [{ id: boss.id, version: boss.version }], changes: { email: change.email } }
    expect(await hr.post('/userManage/batchUpdate', batch)).toMatchObject(refusal)
    // who has no account can't be taken over, and what is not his e-mail is the keeper's work
    const free = await record(hr, '/userManage', '许建国')
    expect((await hr.post('/userManage/update', { id: free.id, version: free.version, email: 'xu@example.com' })).code).toBe(0)
    expect((await hr.post('/userManage/update', { id: boss.id, version: boss.version, nickname: '总管' })).code).toBe(0)
    expect((await admin.post('/userManage/update', { ...change, version: boss.version + 1, email: boss.email })).code).toBe(0)
    await h.db.updateTable('employee').set({ email: null }).where('id', '=', free.id).execute()
  })
  test('who has left the company is out within a second', async () => {
    const keeper = await signedInAs(h, 'keeper')
    const row = await record(hr, '/userManage', '何平')
    expect((await hr.post('/userManage/update', { id: row.id, version: row.version, status: 2 })).code).toBe(0)
    later(1000)
    expect(await keeper.get('/system/userprofile')).toMatchObject({ status: 401, code: 1001 })
    // nor does he come in again: the right password is told what a wrong one is, and counts as one
    const come = (password: string) => ask(h, 'POST', '/auth/user/login', { username: 'keeper', password }, {}, '10.0.9.1')
    const [right, wrong] = [await come(h.demo.password), await come('wrong-one')]
    expect(right).toMatchObject({ code: 1010, msg: '账号或密码不正确' })
    expect([wrong.status, wrong.code, wrong.msg]).toEqual([right.status, right.code, right.msg])
    const failures = await h.db.selectFrom('login_failure').selectAll().where('username', '=', 'keeper').execute()
    expect(failures).toHaveLength(2)
    await h.db.deleteFrom('login_failure').where('username', '=', 'keeper').execute()
    await hr.post('/userManage/update', { id: row.id, version: row.version + 1, status: 1 })
    later(1000)
    expect((await keeper.get('/system/userprofile')).code).toBe(0)
  })
  test('the last system administrator is neither disabled, nor taken the flag, nor let go', async () => {
    const employeeId = await idOf('employee', '管理员')
    const row = await record(hr, '/userManage', '管理员')
    const last = '这是最后一个可用的系统管理员，请先设置另一个系统管理员'
    expect((await hr.post('/userManage/disable', { ids: [employeeId] })).code).toBe(1003)
    expect((await admin.post('/userManage/disable', { ids: [employeeId] })).msg).toBe('不能停用自己的账号')
    expect((await admin.post('/userManage/systemAdmin', { employeeId, on: false })).msg).toBe(last)
    expect((await hr.post('/userManage/update', { id: row.id, version: row.version, status: 2 })).msg).toBe(last)
    expect((await hr.post('/userManage/delete', { id: employeeId })).code).toBe(1002)
    const second = await idOf('employee', '郑凯')
    expect((await admin.post('/userManage/systemAdmin', { employeeId: second, on: true })).code).toBe(0)
    later(1000)
    const it = await signedInAs(h, 'it')
    expect((await it.get('/system/userprofile')).data.positionName).toBe('系统管理员')
    expect((await admin.post('/userManage/systemAdmin', { employeeId: second, on: false })).code).toBe(0)
    later(1000)
    expect((await it.post('/menuSetting/list')).code).toBe(1003)
  })
  test('whom others administer too is touched by a system administrator alone', async () => {
    const boss = await idOf('employee', '沈云帆')
    expect((await hr.post('/userManage/disable', { ids: [boss] })).msg).toContain('还属于其他组织')
  })
})

test('a new organisation has its creator and the dictionaries, and is seen by nobody else', async () => {
  const made = await admin.post('/SysOrganization/insert', { name: '上海测试公司', shortName: '测试' })
  expect(made.code).toBe(0)
  const items = await admin.post('/dictSetting/dictsByDictIds', { dictIds: [69] }, made.data.id)
  expect(items.data[0].items.map((item: { label: string }) => item.label)).toContain('本科')
  expect((await hr.post('/SysOrganization/list')).data.map((o: { orgName: string }) => o.orgName)).not.toContain('上海测试公司')
  expect((await person(h, hr.token).post('/dictSetting/dictsByDictIds', { dictIds: [69] }, made.data.id)).code).toBe(1003)
})
