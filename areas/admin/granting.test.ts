/** Who may grant what to whom, what it changes, and how soon; menus of the organisation; viewing as somebody. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const home = (): string => h.demo.organisationIds[0]!
const idOf = async (table: 'employee' | 'role' | 'shop' | 'warehouse' | 'department', name: string, orgId = home()): Promise<string> =>
  (await h.db.selectFrom(table).select('id').where('name', '=', name).where('org_id', '=', orgId).executeTakeFirstOrThrow()).id
const later = (ms = 1000): void => {
  h.clock.now = new Date(h.clock.now.getTime() + ms)
}
const put = (who: Person, path: string, payload: object): Promise<{ code: number; msg: string }> =>
  h.app
    .inject({ method: 'PUT', url: `/api-2024${path}`, payload, headers: { authorization: `Bearer ${who.token}` } })
    .then(answer => answer.json())
const shopNames = async (who: Person): Promise<string[]> =>
  ((await who.post('/sysShopSetting/list', { pageSize: 100 })).data?.list ?? []).map((row: { name: string }) => row.name)

interface Wish {
  roleId: string
  version: number
  permissions: { permissionId: string; operations: number[] }[]
  scopes: { permissionId: string; dataScope: number; namedDeptIds?: string[] }[]
}
/** The role as it stands, in the shape of a wish. */
async function wishOf(name: string): Promise<Wish> {
  const roleId = await idOf('role', name)
  const { data } = await admin.post('/roleManagement/permissions', { roleId })
  const byPermission = Map.groupBy(data.granted as string[], pair => pair.split(' ')[0]!)
  return {
    roleId,
    version: data.version,
    permissions: [...byPermission].map(([permissionId, pairs]) => ({
      permissionId,
      operations: pairs.map(pair => Number(pair.split(' ')[1])),
    })),
    scopes: data.scopes,
  }
}

describe('roles', () => {
  test('saved with a difference shown before; a grant and its withdrawal hold within a second', async () => {
    const keeper = await signedInAs(h, 'keeper')
    expect((await keeper.post('/supplierManage/list')).code).toBe(1003)
    const wish = await wishOf('仓管')
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
    later()
    expect((await keeper.post('/supplierManage/list')).code).toBe(0)
    expect((await admin.post('/roleManagement/savePermissions', wish)).code).toBe(1009)
    const back = await wishOf('仓管')
    back.permissions = back.permissions.filter(one => one.permissionId !== 'supplier')
    expect((await admin.post('/roleManagement/difference', back)).data.people[0].lost).toEqual(['供应商 · 查看'])
    await admin.post('/roleManagement/savePermissions', back)
    later()
    expect((await keeper.post('/supplierManage/list')).code).toBe(1003)
  })
  test('what another role gives as well is not lost', async () => {
    const employeeId = await idOf('employee', '何平')
    const roleIds = [await idOf('role', '仓管'), await idOf('role', '采购')]
    expect((await admin.post('/userManage/empAddRole', { employeeId, roleIds: roleIds.join(',') })).code).toBe(0)
    const wish = await wishOf('仓管')
    wish.permissions = []
    const { data } = await admin.post('/roleManagement/difference', wish)
    expect(data.lost.length).toBeGreaterThan(0)
    expect(data.people[0].lost).toEqual([])
    await admin.post('/userManage/empAddRole', { employeeId, roleIds: [roleIds[0]] })
  })
  test('a permission of a menu that is gone is refused when granted, shown where it was granted, and goes when saved', async () => {
    const wish = await wishOf('采购')
    const refused = await admin.post('/roleManagement/savePermissions', {
      ...wish,
      permissions: [...wish.permissions, { permissionId: 'formerPage', operations: [2] }],
    })
    expect(refused).toMatchObject({ code: 1002, msg: '权限 formerPage 的操作 2 不存在，菜单可能已删除，请刷新后重选' })
    await h.db
      .insertInto('role_permission')
      .values({ org_id: home(), role_id: wish.roleId, permission: 'formerPage', operation: 2 })
      .execute()
    expect((await admin.post('/roleManagement/permissions', { roleId: wish.roleId })).data.gone).toEqual(['formerPage 2'])
    await admin.post('/roleManagement/savePermissions', wish)
    expect((await admin.post('/roleManagement/permissions', { roleId: wish.roleId })).data.gone).toEqual([])
  })
  test('one that people hold is not deleted; one nobody holds goes with its grants', async () => {
    expect((await admin.post('/roleManagement/delete', { id: await idOf('role', '财务') })).msg).toContain('还有人在用')
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
    const wish = await wishOf('人事')
    for (const [permissionId, operations] of [
      ['role', [1, 2, 3, 100]],
      ['employee', [2, 100, 101, 102]],
    ] as const) {
      const known = wish.permissions.find(one => one.permissionId === permissionId)
      if (known) known.operations = [...new Set([...known.operations, ...operations])]
    }
    await admin.post('/roleManagement/savePermissions', wish)
    later()
  })
  test('a role that grants itself is refused', async () => {
    const hr = await signedInAs(h, 'hr')
    const wish = await wishOf('人事')
    wish.permissions.push({ permissionId: 'shop', operations: [2] })
    expect((await hr.post('/roleManagement/savePermissions', wish)).msg).toBe('您自己就是 人事，不能修改自己的权限，请系统管理员来改')
    const self = await idOf('employee', '吴倩')
    expect((await hr.post('/userManage/empAddRole', { employeeId: self, roleIds: [await idOf('role', '财务')] })).msg).toContain(
      '不能给自己授权',
    )
    expect((await put(hr, '/userManage/dataAclSetting', { employeeId: self, dataScope: 3 })).msg).toContain('不能给自己授权')
  })
  test('nobody gives what he does not have', async () => {
    const hr = await signedInAs(h, 'hr')
    const wish = await wishOf('采购')
    wish.permissions.push({ permissionId: 'currencyRate', operations: [3] })
    expect((await hr.post('/roleManagement/savePermissions', wish)).msg).toContain('不能授予自己没有的权限')
    const clerk = await idOf('employee', '王芳')
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: [await idOf('role', '财务')] })).msg).toContain(
      '您自己没有的权限',
    )
    // what he has himself he may give
    const own = await hr.post('/roleManagement/insert', { name: '前台' })
    const fine = { roleId: own.data.id, version: 1, permissions: [{ permissionId: 'employee', operations: [2] }], scopes: [] }
    expect((await hr.post('/roleManagement/savePermissions', fine)).code).toBe(0)
    expect((await hr.post('/userManage/empAddRole', { employeeId: clerk, roleIds: [own.data.id] })).code).toBe(0)
  })
  test('who sees only himself widens nobody', async () => {
    const account = await h.db.selectFrom('account').select('id').where('username', '=', 'hr').executeTakeFirstOrThrow()
    await h.db.updateTable('account_organisation').set({ data_scope: 0 }).where('account_id', '=', account.id).execute()
    later()
    const hr = await signedInAs(h, 'hr')
    const clerk = await idOf('employee', '王芳')
    expect((await put(hr, '/userManage/dataAclSetting', { employeeId: clerk, dataScope: 3 })).msg).toContain('不能授予“本人”以外的数据权限')
    // a shop he does not see himself is unknown to him
    expect((await put(hr, '/userManage/dataAclSetting', { employeeId: clerk, shopIds: [await idOf('shop', '云帆美国站')] })).code).toBe(
      1002,
    )
    await h.db.updateTable('account_organisation').set({ data_scope: 3 }).where('account_id', '=', account.id).execute()
    later()
  })
})

describe('data access', () => {
  test('shops, warehouses and channels given to an employee are seen within a second, and no others', async () => {
    const employeeId = await idOf('employee', '何平')
    const wish = await wishOf('仓管')
    wish.permissions.push({ permissionId: 'warehouse', operations: [1, 2, 3] }, { permissionId: 'shop', operations: [2] })
    await admin.post('/roleManagement/savePermissions', wish)
    later()
    const keeper = await signedInAs(h, 'keeper')
    expect((await keeper.post('/warehouseManage/list')).data.total).toBe(0)
    const acl = { employeeId, warehouseIds: [await idOf('warehouse', '杭州总仓')], shopIds: [await idOf('shop', '云帆日本站')] }
    expect((await put(admin, '/userManage/dataAclSetting', acl)).code).toBe(0)
    later()
    expect((await keeper.post('/warehouseManage/list')).data.list.map((row: { name: string }) => row.name)).toEqual(['杭州总仓'])
    expect(await shopNames(keeper)).toEqual(['云帆日本站'])
    expect((await keeper.get(`/warehouseManage/query/${await idOf('warehouse', '洛杉矶海外仓')}`)).code).toBe(1004)
    // what he opens himself he sees
    expect((await keeper.post('/warehouseManage/insert', { code: 'W09', name: '临时仓' })).code).toBe(0)
    later()
    expect((await keeper.post('/warehouseManage/list')).data.total).toBe(2)
    expect((await put(admin, '/userManage/dataAclSetting', { employeeId, warehouseIds: [] })).code).toBe(0)
    later()
    expect((await keeper.post('/warehouseManage/list')).data.total).toBe(0)
    expect(await shopNames(keeper)).toEqual(['云帆日本站'])
  })
  test('objects of another organisation, and shipping orders that there are none of yet, are refused', async () => {
    const employeeId = await idOf('employee', '何平')
    const foreign = h.demo.organisationIds[1]!
    expect(
      (await put(admin, '/userManage/dataAclSetting', { employeeId, shopIds: [await idOf('shop', '启明美国站', foreign)] })).code,
    ).toBe(1002)
    expect(
      (await put(admin, '/userManage/dataAclSetting', { employeeId, warehouseIds: [await idOf('warehouse', '杭州总仓', foreign)] })).code,
    ).toBe(1002)
    expect(
      (
        await put(admin, '/userManage/dataAclSetting', {
          employeeId,
          namedDeptIds: [await idOf('department', '运营部', foreign)],
          dataScope: 2,
        })
      ).code,
    ).toBe(1002)
    expect((await put(admin, '/userManage/dataAclSetting', { employeeId, dataScope: 2, namedDeptIds: [] })).code).toBe(1002)
    expect((await put(admin, '/userManage/dataAclSetting', { employeeId, shippingOrderIds: ['1'] })).msg).toBe(
      '物流单还没有启用，暂时不能授权',
    )
    expect((await put(admin, '/userManage/dataAclSetting', { employeeId: await idOf('employee', '许建国'), dataScope: 3 })).code).toBe(1002)
  })
  test('a role widens one list and leaves the others', async () => {
    const wish = await wishOf('销售')
    await admin.post('/roleManagement/savePermissions', { ...wish, scopes: [{ permissionId: 'shop', dataScope: 3 }] })
    later()
    const sales = await signedInAs(h, 'sales')
    expect(await shopNames(sales)).toHaveLength(10)
    const maps = (await sales.post('/skuMap/list', { pageSize: 1000 })).data.list as { shopId: string }[]
    expect(new Set(maps.map(row => row.shopId)).size).toBe(2)
    const all = await wishOf('销售')
    await admin.post('/roleManagement/savePermissions', { ...all, scopes: [{ permissionId: '*', dataScope: 3 }] })
    later()
    const wide = (await sales.post('/skuMap/list', { pageSize: 1000 })).data.list as { shopId: string }[]
    expect(new Set(wide.map(row => row.shopId)).size).toBeGreaterThan(2)
    await admin.post('/roleManagement/savePermissions', { ...(await wishOf('销售')), scopes: [] })
    later()
    expect(await shopNames(sales)).toHaveLength(2)
  })
})

describe('why', () => {
  const why = async (name: string, type: string, recordId?: string) =>
    (await admin.post('/userManage/explain', { employeeId: await idOf('employee', name), type, ...(recordId ? { recordId } : {}) })).data
  test('agrees with what the person is answered, record by record', async () => {
    const sales = await signedInAs(h, 'sales')
    const shops = await h.db.selectFrom('shop').select(['id', 'name']).where('org_id', '=', home()).execute()
    const seen = await shopNames(sales)
    for (const shop of shops) expect((await why('林晓', 'shop', shop.id)).visible, shop.name).toBe(seen.includes(shop.name))
  })
  test('names the step that stops it', async () => {
    expect((await why('王芳', 'shop')).steps.map((step: { title: string; passed: boolean }) => [step.title, step.passed])).toEqual([
      ['账号', true],
      ['操作权限', false],
    ])
    const shopId = await idOf('shop', '云帆加拿大站')
    const stopped = await why('林晓', 'shop', shopId)
    expect(stopped.steps.at(-1)).toMatchObject({
      title: '数据权限 · 店铺',
      passed: false,
      detail: expect.stringContaining('不在可见范围内（个人：本人）'),
    })
    await admin.post('/userManage/disable', { ids: [await idOf('employee', '郑凯')] })
    expect(await why('郑凯', 'shop')).toMatchObject({ visible: false, steps: [{ title: '账号', detail: '账号 it 已停用' }] })
    await admin.post('/userManage/enable', { ids: [await idOf('employee', '郑凯')] })
  })
  test('is for system administrators, and about records of their own organisation', async () => {
    const boss = await signedInAs(h, 'boss')
    expect((await boss.post('/userManage/explain', { employeeId: await idOf('employee', '林晓'), type: 'shop' })).code).toBe(1003)
    const foreign = await idOf('shop', '启明美国站', h.demo.organisationIds[1]!)
    const answer = await admin.post('/userManage/explain', { employeeId: await idOf('employee', '林晓'), type: 'shop', recordId: foreign })
    expect(answer.code).toBe(1004)
  })
  test('effective rights come with the roles that give them', async () => {
    const { data } = await admin.post('/userManage/permissions', { employeeId: await idOf('employee', '陈刚') })
    const product = data.permissions.find((one: { permissionId: string }) => one.permissionId === 'product')
    expect(product.operations.every((one: { roleNames: string[] }) => one.roleNames.includes('采购'))).toBe(true)
    expect(data.employees).toBe(1)
  })
})

describe('viewing as somebody', () => {
  test('shows what he sees, changes nothing, is recorded at both ends, and ends', async () => {
    const viewer = await signedInAs(h, 'admin')
    expect((await viewer.post('/userManage/viewAs', { employeeId: await idOf('employee', '林晓') })).data).toEqual({ name: '林晓' })
    const { data } = await viewer.get('/system/userprofile')
    expect(data).toMatchObject({ username: 'sales', viewerName: '管理员' })
    expect((await shopNames(viewer)).toSorted()).toEqual(['云帆德国站', '云帆美国站'])
    const refusal = { status: 403, code: 1003, msg: '正在以他人身份查看，只能看不能改，请先退出查看' }
    expect(await viewer.post('/skuMap/insert', { shopId: await idOf('shop', '云帆美国站'), sellerSku: 'X', productId: '1' })).toMatchObject(
      refusal,
    )
    expect(await viewer.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword: 'demo12345' })).toMatchObject(refusal)
    expect(await viewer.post('/auth/user/sessions')).toMatchObject(refusal)
    expect(await viewer.post('/realtime/ticket')).toMatchObject(refusal)
    expect((await viewer.post('/menuSetting/list')).code).toBe(1003)
    // his own other session is himself
    expect((await admin.get('/system/userprofile')).data.viewerName).toBeNull()
    expect((await viewer.post('/userManage/endViewAs')).code).toBe(0)
    expect((await viewer.get('/system/userprofile')).data).toMatchObject({ username: 'admin', viewerName: null })
    const trail = await h.db
      .selectFrom('audit_entry')
      .select(['verb', 'account_name'])
      .where('verb', 'in', ['viewAs', 'endViewAs'])
      .orderBy('id')
      .execute()
    expect(trail).toEqual([
      { verb: 'viewAs', account_name: '管理员' },
      { verb: 'endViewAs', account_name: '管理员' },
    ])
  })
  test('is refused to others, at oneself, at the disabled, and at people of other organisations', async () => {
    const boss = await signedInAs(h, 'boss')
    const employeeId = await idOf('employee', '林晓')
    expect((await boss.post('/userManage/viewAs', { employeeId })).code).toBe(1003)
    expect((await admin.post('/userManage/viewAs', { employeeId: await idOf('employee', '管理员') })).code).toBe(1002)
    const [foreign] = await h.db.selectFrom('employee').select('id').where('org_id', '=', h.demo.organisationIds[1]!).limit(1).execute()
    expect((await admin.post('/userManage/viewAs', { employeeId: foreign!.id })).code).toBe(1004)
  })
})

describe('menus of the organisation', () => {
  type Menu = {
    menuId: string
    path: string
    meta: { title: string; icon: string | null; keepAlive: boolean }
    hidden: boolean
    isMonitoring: boolean
    children: Menu[]
  }
  const group = async (who: Person, module: string, at = 0, orgId?: string): Promise<Menu> =>
    (await who.get('/system/userprofile', orgId)).data.modules.find((one: { moduleId: string }) => one.moduleId === module).menus[at]
  test('renamed, moved, hidden, kept and monitored as set; another organisation is not touched', async () => {
    const set = {
      menuId: 'reference.country',
      title: '国家地区',
      icon: 'global',
      keepAlive: false,
      isMonitoring: true,
      path: '/reference/country?code=DE',
    }
    expect((await admin.post('/menuSetting/update', set)).code).toBe(0)
    expect((await admin.post('/menuSetting/update', { menuId: 'reference.currency', hidden: true })).code).toBe(0)
    const order = ['reference.currencyRate', 'reference.country', 'reference.currency', 'reference.dictionary', 'reference.dictionaryItem']
    expect((await admin.post('/menuSetting/move', { parentId: 'reference.general', menuIds: order })).code).toBe(0)
    const mine = (await group(admin, 'reference')).children
    expect(mine.map(menu => menu.menuId)).toEqual(order)
    expect(mine[1]).toMatchObject({
      path: '/reference/country?code=DE',
      isMonitoring: true,
      meta: { title: '国家地区', icon: 'global', keepAlive: false },
    })
    expect(mine[2]?.hidden).toBe(true)
    const others = (await group(admin, 'reference', 0, h.demo.organisationIds[1])).children
    expect([others[0]?.meta.title, others[1]?.hidden]).toEqual(['国家', false])
    await admin.get('/system/userprofile', home())
    expect((await admin.post('/menuSetting/delete', { menuId: 'reference.country' })).code).toBe(0)
    expect((await group(admin, 'reference')).children.find(menu => menu.menuId === 'reference.country')?.meta.title).toBe('国家')
  })
  test('an entry of its own shows a page with a query, to whom the page is shown', async () => {
    const made = await admin.post('/menuSetting/insert', {
      moduleId: 'reference',
      parentId: 'reference.sales',
      title: '停业店铺',
      component: 'list/shop',
      path: '/reference/shop?status=2',
    })
    expect(made.data.menuId).toBe('reference.own-1')
    const names = async (who: Person) => (await group(who, 'reference', 1)).children.map(menu => menu.meta.title)
    expect(await names(admin)).toContain('停业店铺')
    expect(await names(await signedInAs(h, 'sales'))).toContain('停业店铺')
    expect(
      (
        await admin.post('/menuSetting/insert', {
          moduleId: 'reference',
          parentId: 'reference.sales',
          title: '又一个',
          component: 'list/shop',
          path: '/reference/shop?status=2',
        })
      ).msg,
    ).toContain('路径已被菜单 停业店铺 使用')
    for (const path of ['reference', '//evil', '/admin/x', '/a b', 'javascript:alert(1)'])
      expect((await admin.post('/menuSetting/update', { menuId: made.data.menuId, path })).code, path).toBe(1002)
    expect((await admin.post('/menuSetting/delete', { menuId: made.data.menuId })).code).toBe(0)
    expect(await names(admin)).not.toContain('停业店铺')
  })
  test('what does not fit is refused; a setting of a menu that is gone does nothing and can be cleared', async () => {
    expect((await admin.post('/menuSetting/move', { parentId: 'people.organisation', menuIds: ['reference.country'] })).code).toBe(1002)
    expect((await admin.post('/menuSetting/update', { menuId: 'reference.nothing', title: 'x' })).code).toBe(1004)
    await h.db
      .insertInto('menu_setting')
      .values({ org_id: home(), menu_id: 'reference.former', module_id: 'reference', title: '旧页面' })
      .execute()
    expect((await admin.post('/menuSetting/list')).data.gone).toEqual(['reference.former'])
    expect(JSON.stringify((await admin.get('/system/userprofile')).data.modules)).not.toContain('旧页面')
    expect((await admin.post('/menuSetting/delete', { menuId: 'reference.former' })).code).toBe(0)
  })
})

describe('settings of the installation', () => {
  test('read and saved by system administrators, with a version', async () => {
    const { data } = await admin.get('/sysConfigSetting/sysConfig/1')
    expect(data).toMatchObject({ registrationOpen: true, perAddressLimit: 30, version: 0 })
    expect((await put(admin, '/sysConfigSetting/sysConfig', { version: 0, perAddressLimit: 2 })).code).toBe(1002)
    expect((await put(admin, '/sysConfigSetting/sysConfig', { version: 0, registrationOpen: false, perAddressLimit: 50 })).code).toBe(0)
    expect((await put(admin, '/sysConfigSetting/sysConfig', { version: 0, perAddressLimit: 60 })).code).toBe(1009)
    expect((await admin.get('/sysConfigSetting/sysConfig/1')).data).toMatchObject({
      registrationOpen: false,
      perAddressLimit: 50,
      version: 1,
    })
    expect((await (await signedInAs(h, 'boss')).get('/sysConfigSetting/sysConfig/1')).code).toBe(1003)
  })
})
