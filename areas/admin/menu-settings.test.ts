/** Menus as an organisation arranges them, and settings of the installation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { homeOf } from '../../test/setup/back-office.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

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
    const first = ['reference.currencyRate', 'reference.country', 'reference.currency']
    const declared = (await group(admin, 'reference')).children.map(menu => menu.menuId)
    const order = [...first, ...declared.filter(id => !first.includes(id))]
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
    expect([others[0]?.meta.title, others[2]?.hidden]).toEqual(['国家', false])
    await admin.get('/system/userprofile', homeOf(h))
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
    const names = async (who: Person, at = 1) => (await group(who, 'reference', at)).children.map(menu => menu.meta.title)
    expect(await names(admin)).toContain('停业店铺')
    expect(await names(await signedInAs(h, 'sales'), 0)).toContain('停业店铺')
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
      .values({ org_id: homeOf(h), menu_id: 'reference.former', module_id: 'reference', title: '旧页面' })
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
    expect((await admin.put('/sysConfigSetting/sysConfig', { version: 0, perAddressLimit: 2 })).code).toBe(1002)
    expect((await admin.put('/sysConfigSetting/sysConfig', { version: 0, registrationOpen: false, perAddressLimit: 50 })).code).toBe(0)
    expect((await admin.put('/sysConfigSetting/sysConfig', { version: 0, perAddressLimit: 60 })).code).toBe(1009)
    expect((await admin.get('/sysConfigSetting/sysConfig/1')).data).toMatchObject({
      registrationOpen: false,
      perAddressLimit: 50,
      version: 1,
    })
    expect((await (await signedInAs(h, 'boss')).get('/sysConfigSetting/sysConfig/1')).code).toBe(1003)
    // a second step that nobody could set up
    const { secretKey } = h.house.settings
    Object.assign(h.house.settings, { secretKey: null })
    const saved = await admin.put('/sysConfigSetting/sysConfig', { version: 1, adminFactorFrom: '2026-01-01' })
    expect(saved.msg).toContain('没有设置 SECRET_KEY')
    const wish = { name: '须验证', factorFrom: '2026-01-01' }
    expect((await admin.post('/roleManagement/insert', wish)).msg).toContain('没有设置 SECRET_KEY')
    Object.assign(h.house.settings, { secretKey })
    expect((await admin.post('/roleManagement/insert', wish)).code).toBe(0)
  })
})
