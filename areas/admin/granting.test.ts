/** Who may grant what to whom, what it changes, and how soon. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { homeOf, idOf, later, shopNames, wishOf } from '../../test/setup/back-office.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

describe('roles', () => {
  test('saved with a difference shown before; a grant and its withdrawal hold within a second', async () => {
    const keeper = await signedInAs(h, 'keeper')
    expect((await keeper.post('/supplierManage/list')).code).toBe(1003)
    const wish = await wishOf(h, admin, '仓管')
    wish.permissions.push({ permissionId: 'supplier', operations: [2] })
    const { data } = await admin.post('/roleManagement/difference', wish)
    expect(data).toMatchObject({
      gained: ['供应商 · 查看'],
      lost: [],
      scopesChanged: false,
      people: [{ name: '何平', gained: ['供应商 · 查看'] }],
    })
    expect((await keeper.post('/supplierManage/list')).code).toBe(1003)
    expect((await admin.post('/roleManagement/savePermissions', wish)).code).toBe(0)
    later(h)
    expect((await keeper.post('/supplierManage/list')).code).toBe(0)
    expect((await admin.post('/roleManagement/savePermissions', wish)).code).toBe(1009)
    const back = await wishOf(h, admin, '仓管')
    back.permissions = back.permissions.filter(one => one.permissionId !== 'supplier')
    expect((await admin.post('/roleManagement/difference', back)).data.people[0].lost).toEqual(['供应商 · 查看'])
    await admin.post('/roleManagement/savePermissions', back)
    later(h)
    expect((await keeper.post('/supplierManage/list')).code).toBe(1003)
  })
  test('an unknown template makes no role; an unknown subject in 更多, and one that the role does not see, are refused', async () => {
    const name = '没有模板的角色'
    const refusal = { code: 1002, msg: '模板不存在，请刷新后重选' }
    expect(await admin.post('/roleManagement/begin', { name, presetId: 'nobody' })).toMatchObject(refusal)
    for (const presetId of ['', 7, ['sales'], 'x'.repeat(61)])
      expect((await admin.post('/roleManagement/begin', { name, presetId })).code, JSON.stringify(presetId)).toBe(1002)
    expect((await admin.post('/roleManagement/begin', { name, employeeIds: ['0'] })).code).not.toBe(0)
    expect(await idOf(h, 'role', name).catch(() => null)).toBeNull()
    const wish = await wishOf(h, admin, '仓管')
    const unknown = await admin.post('/roleManagement/savePermissions', { ...wish, more: ['subject.nobody'] })
    expect(unknown).toMatchObject({ code: 1002, msg: '菜单 subject.nobody 不存在，请刷新后重选' })
    for (const call of ['savePermissions', 'difference', 'preview'])
      for (const more of [[{}], [null], ['x'.repeat(101)]])
        expect((await admin.post(`/roleManagement/${call}`, { ...wish, more })).code, `${call} ${JSON.stringify(more)}`).toBe(1002)
    expect((await wishOf(h, admin, '仓管')).version).toBe(wish.version)
  })
  test('what another role gives as well is not lost', async () => {
    const employeeId = await idOf(h, 'employee', '何平')
    const roleIds = [await idOf(h, 'role', '仓管'), await idOf(h, 'role', '采购')]
    expect((await admin.post('/userManage/empAddRole', { employeeId, roleIds: roleIds.join(',') })).code).toBe(0)
    const wish = await wishOf(h, admin, '仓管')
    wish.permissions = []
    const { data } = await admin.post('/roleManagement/difference', wish)
    expect(data.lost.length).toBeGreaterThan(0)
    expect(data.people[0].lost).toEqual([])
    await admin.post('/userManage/empAddRole', { employeeId, roleIds: [roleIds[0]] })
  })
  test('a permission of a menu that is gone is refused when granted, shown where it was granted, and goes when saved', async () => {
    const wish = await wishOf(h, admin, '采购')
    const refused = await admin.post('/roleManagement/savePermissions', {
      ...wish,
      permissions: [...wish.permissions, { permissionId: 'formerPage', operations: [2] }],
    })
    expect(refused).toMatchObject({ code: 1002, msg: '权限 formerPage 的操作 2 不存在，菜单可能已删除，请刷新后重选' })
    await h.db
      .insertInto('role_permission')
      .values({ org_id: homeOf(h), role_id: wish.roleId, permission: 'formerPage', operation: 2 })
      .execute()
    expect((await admin.post('/roleManagement/permissions', { roleId: wish.roleId })).data.gone).toEqual(['formerPage 2'])
    await admin.post('/roleManagement/savePermissions', wish)
    expect((await admin.post('/roleManagement/permissions', { roleId: wish.roleId })).data.gone).toEqual([])
  })
  test('one that people hold is not deleted; one nobody holds goes with its grants', async () => {
    expect((await admin.post('/roleManagement/delete', { id: await idOf(h, 'role', '财务') })).msg).toContain('还有人在用')
    const { data } = await admin.post('/roleManagement/insert', { name: '临时' })
    await admin.post('/roleManagement/savePermissions', {
      roleId: data.id,
      version: 1,
      permissions: [{ permissionId: 'shop', operations: [2] }],
      scopes: [],
    })
    expect((await admin.post('/roleManagement/delete', { id: data.id })).data.deleted).toBe(1)
  })
})

describe('granting checks the granter', () => {
  /** hr with the right to grant, and no more of his own than before */
  beforeAll(async () => {
    const wish = await wishOf(h, admin, '人事')
    for (const [permissionId, operations] of [
      ['role', [1, 2, 3, 100]],
      ['employee', [2, 100, 101, 102]],
    ] as const) {
      const known = wish.permissions.find(one => one.permissionId === permissionId)
      if (known) known.operations = [...new Set([...known.operations, ...operations])]
    }
    await admin.post('/roleManagement/savePermissions', wish)
    later(h)
  })
  test('a role that grants itself is refused', async () => {
    const hr = await signedInAs(h, 'hr')
    const wish = await wishOf(h, admin, '人事')
    wish.permissions.push({ permissionId: 'shop', operations: [2] })
    expect((await hr.post('/roleManagement/savePermissions', wish)).msg).toBe('您自己就是 人事，不能修改自己的权限，请系统管理员来改')
    const self = await idOf(h, 'employee', '吴倩')
    expect((await hr.post('/userManage/empAddRole', { employeeId: self, roleIds: [await idOf(h, 'role', '财务')] })).msg).toContain(
      '不能给自己授权',
    )
    expect((await hr.put('/userManage/dataAclSetting', { employeeId: self, dataScope: 3 })).msg).toContain('不能给自己授权')
  })
  test('nobody gives what he does not have', async () => {
    const hr = await signedInAs(h, 'hr')
    const wish = await wishOf(h, admin, '采购')
    wish.permissions.push({ permissionId: 'currencyRate', operations: [3] })
    expect((await hr.post('/roleManagement/savePermissions', wish)).msg).toContain('不能授予自己没有的权限')
    const clerk = await idOf(h, 'employee', '王芳')
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: [await idOf(h, 'role', '财务')] })).msg).toContain(
      '您自己没有的权限',
    )
    // what he has himself he may give
    const own = await hr.post('/roleManagement/insert', { name: '前台' })
    const fine = { roleId: own.data.id, version: 1, permissions: [{ permissionId: 'employee', operations: [2] }], scopes: [] }
    expect((await hr.post('/roleManagement/savePermissions', fine)).code).toBe(0)
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: [own.data.id] })).code).toBe(0)
  })
  test('nobody takes away what he does not have', async () => {
    const hr = await signedInAs(h, 'hr')
    const clerk = await idOf(h, 'employee', '周敏')
    const roles = async (): Promise<string[]> =>
      (await admin.post('/userManage/access', { employeeId: clerk })).data.roles.map((one: { name: string }) => one.name)
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: [] })).msg).toBe(
      '角色 财务 含有您自己没有的权限，不能由您取消',
    )
    const both = [await idOf(h, 'role', '财务'), await idOf(h, 'role', '前台')]
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: both })).code).toBe(0)
    expect(await roles()).toEqual(['前台', '财务'].toSorted())
    // what he could give he takes
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: [both[0]] })).code).toBe(0)
    expect(await roles()).toEqual(['财务'])
    const wish = await wishOf(h, admin, '采购')
    expect((await hr.post('/roleManagement/savePermissions', { ...wish, permissions: [] })).msg).toContain('不能取消自己没有的权限')
  })
  test('roles and reach of a system administrator are closed to others', async () => {
    const hr = await signedInAs(h, 'hr')
    const employeeId = await idOf(h, 'employee', '管理员')
    const refusal = { status: 403, code: 1003, msg: '管理员 是系统管理员，只有系统管理员能修改其账号' }
    expect(await hr.post('/userManage/empAddRole', { employeeId, roleIds: [await idOf(h, 'role', '前台')] })).toMatchObject(refusal)
    expect(await hr.put('/userManage/dataAclSetting', { employeeId, dataScope: 0 })).toMatchObject(refusal)
  })
  test('nobody moves himself to where he would see more', async () => {
    const hr = await signedInAs(h, 'hr')
    const employeeId = await idOf(h, 'employee', '吴倩')
    const deptId = await idOf(h, 'department', '总经办')
    const refusal = { code: 1002, msg: '不能修改自己的部门，请系统管理员来改' }
    expect(await hr.post('/userManage/otherDepartments', { employeeId, otherDeptIds: [deptId] })).toMatchObject(refusal)
    const { version } = (await admin.get(`/userManage/query/${employeeId}`)).data
    expect(await hr.post('/userManage/update', { id: employeeId, version, deptId })).toMatchObject(refusal)
    expect(await hr.post('/userManage/batchUpdate', { ids: [{ id: employeeId, version }], changes: { deptId } })).toMatchObject(refusal)
    // the rest of his record is his work like any other's
    expect((await hr.post('/userManage/update', { id: employeeId, version, nickname: '小吴' })).code).toBe(0)
  })
  test('nobody brings below himself whom he does not see: neither a department nor a person', async () => {
    const account = await h.db.selectFrom('account').select('id').where('username', '=', 'hr').executeTakeFirstOrThrow()
    const scope = async (data_scope: 1 | 3): Promise<void> => {
      await h.db.updateTable('account_organisation').set({ data_scope }).where('account_id', '=', account.id).execute()
      later(h)
    }
    await scope(1)
    const hr = await signedInAs(h, 'hr')
    const own = await idOf(h, 'department', '职能部')
    const refusal = { code: 1002, msg: '移动后您会看到原来看不到的员工的数据，请系统管理员来改' }
    const versionOf = async (path: string, id: string): Promise<number> => (await admin.get(`${path}/query/${id}`)).data.version
    const supply = await idOf(h, 'department', '供应链部')
    const move = { id: supply, version: await versionOf('/department', supply), parentId: own }
    expect(await hr.post('/department/update', move)).toMatchObject(refusal)
    const other = await idOf(h, 'employee', '王芳')
    const transfer = { id: other, version: await versionOf('/userManage', other), deptId: own }
    expect(await hr.post('/userManage/update', transfer)).toMatchObject(refusal)
    expect(await hr.post('/userManage/otherDepartments', { employeeId: other, otherDeptIds: [own] })).toMatchObject(refusal)
    // what shows him no more is his work; so is somebody new
    const elsewhere = { ...transfer, deptId: await idOf(h, 'department', '销售部') }
    expect((await hr.post('/userManage/update', elsewhere)).code).toBe(0)
    expect((await hr.post('/userManage/insert', { no: 'N-1', name: '新人', deptId: own })).code).toBe(0)
    // who sees everybody moves whom he likes
    await scope(3)
    expect((await hr.post('/department/update', move)).code).toBe(0)
  })
  test('who sees only himself widens nobody', async () => {
    const account = await h.db.selectFrom('account').select('id').where('username', '=', 'hr').executeTakeFirstOrThrow()
    await h.db.updateTable('account_organisation').set({ data_scope: 0 }).where('account_id', '=', account.id).execute()
    later(h)
    const hr = await signedInAs(h, 'hr')
    const clerk = await idOf(h, 'employee', '王芳')
    expect((await hr.put('/userManage/dataAclSetting', { employeeId: clerk, dataScope: 3 })).msg).toContain('不能授予“本人”以外的数据权限')
    // nor does he narrow who sees more than himself; what is sent unchanged is no grant
    const seller = await idOf(h, 'employee', '周敏')
    expect((await hr.put('/userManage/dataAclSetting', { employeeId: seller, dataScope: 0 })).msg).toContain('不能取消“本人”以外的数据权限')
    expect((await hr.put('/userManage/dataAclSetting', { employeeId: seller, dataScope: 3, warehouseIds: [] })).code).toBe(0)
    const wide = await wishOf(h, admin, '前台')
    await admin.post('/roleManagement/savePermissions', { ...wide, scopes: [{ permissionId: '*', dataScope: 3 }] })
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: [] })).msg).toContain('不能取消“本人”以外的数据权限')
    // a shop he does not see himself is unknown to him
    expect((await hr.put('/userManage/dataAclSetting', { employeeId: clerk, shopIds: [await idOf(h, 'shop', '云帆美国站')] })).code).toBe(
      1002,
    )
    await h.db.updateTable('account_organisation').set({ data_scope: 3 }).where('account_id', '=', account.id).execute()
    later(h)
  })
})

describe('data access', () => {
  test('shops, warehouses and channels given to an employee are seen within a second, and no others', async () => {
    const employeeId = await idOf(h, 'employee', '何平')
    const wish = await wishOf(h, admin, '仓管')
    wish.permissions.push({ permissionId: 'warehouse', operations: [1, 2, 3] }, { permissionId: 'shop', operations: [2] })
    await admin.post('/roleManagement/savePermissions', wish)
    later(h)
    const keeper = await signedInAs(h, 'keeper')
    expect((await keeper.post('/warehouseManage/list')).data.total).toBe(0)
    const acl = { employeeId, warehouseIds: [await idOf(h, 'warehouse', '杭州总仓')], shopIds: [await idOf(h, 'shop', '云帆日本站')] }
    expect((await admin.put('/userManage/dataAclSetting', acl)).code).toBe(0)
    later(h)
    expect((await keeper.post('/warehouseManage/list')).data.list.map((row: { name: string }) => row.name)).toEqual(['杭州总仓'])
    expect(await shopNames(keeper)).toEqual(['云帆日本站'])
    expect((await keeper.get(`/warehouseManage/query/${await idOf(h, 'warehouse', '洛杉矶海外仓')}`)).code).toBe(1004)
    // what he opens himself he sees
    expect((await keeper.post('/warehouseManage/insert', { code: 'W09', name: '临时仓' })).code).toBe(0)
    later(h)
    expect((await keeper.post('/warehouseManage/list')).data.total).toBe(2)
    expect((await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [] })).code).toBe(0)
    later(h)
    expect((await keeper.post('/warehouseManage/list')).data.total).toBe(0)
    expect(await shopNames(keeper)).toEqual(['云帆日本站'])
  })
  test('objects of another organisation, and shipping orders that there are none of yet, are refused', async () => {
    const employeeId = await idOf(h, 'employee', '何平')
    const foreign = h.demo.organisationIds[1]!
    expect(
      (await admin.put('/userManage/dataAclSetting', { employeeId, shopIds: [await idOf(h, 'shop', '启明美国站', foreign)] })).code,
    ).toBe(1002)
    expect(
      (await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [await idOf(h, 'warehouse', '杭州总仓', foreign)] })).code,
    ).toBe(1002)
    expect(
      (
        await admin.put('/userManage/dataAclSetting', {
          employeeId,
          namedDeptIds: [await idOf(h, 'department', '运营部', foreign)],
          dataScope: 2,
        })
      ).code,
    ).toBe(1002)
    expect((await admin.put('/userManage/dataAclSetting', { employeeId, dataScope: 2, namedDeptIds: [] })).code).toBe(1002)
    // the call names shipping orders; until there are some, an order is refused with all that came with it, none is nothing
    const orders = { employeeId, shippingOrderIds: ['1'], shopIds: [] }
    const before = (await admin.post('/userManage/access', { employeeId })).data.shops
    expect(await admin.put('/userManage/dataAclSetting', orders)).toMatchObject({ code: 1002, msg: '物流单还没有启用，暂时不能授权' })
    expect((await admin.put('/userManage/dataAclSetting', { employeeId, shippingOrderIds: [] })).code).toBe(0)
    expect((await admin.post('/userManage/access', { employeeId })).data).toMatchObject({ shops: before, shippingOrders: [] })
    expect(before).toHaveLength(1)
    expect((await admin.put('/userManage/dataAclSetting', { employeeId: await idOf(h, 'employee', '许建国'), dataScope: 3 })).code).toBe(
      1002,
    )
  })
  test('a role widens one list and leaves the others', async () => {
    const wish = await wishOf(h, admin, '销售')
    await admin.post('/roleManagement/savePermissions', { ...wish, scopes: [{ permissionId: 'shop', dataScope: 3 }] })
    later(h)
    const sales = await signedInAs(h, 'sales')
    expect(await shopNames(sales)).toHaveLength(10)
    const maps = (await sales.post('/skuMap/list', { pageSize: 1000 })).data.list as { shopId: string }[]
    expect(new Set(maps.map(row => row.shopId)).size).toBe(2)
    const all = await wishOf(h, admin, '销售')
    await admin.post('/roleManagement/savePermissions', { ...all, scopes: [{ permissionId: '*', dataScope: 3 }] })
    later(h)
    const wide = (await sales.post('/skuMap/list', { pageSize: 1000 })).data.list as { shopId: string }[]
    expect(new Set(wide.map(row => row.shopId)).size).toBeGreaterThan(2)
    await admin.post('/roleManagement/savePermissions', { ...(await wishOf(h, admin, '销售')), scopes: [] })
    later(h)
    expect(await shopNames(sales)).toHaveLength(2)
  })
})
