/** Why somebody sees a record or does not, and looking at the product as somebody else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { homeOf, idOf, shopNames } from '../../test/setup/back-office.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

describe('why', () => {
  const why = async (name: string, type: string, recordId?: string) =>
    (await admin.post('/userManage/explain', { employeeId: await idOf(h, 'employee', name), type, ...(recordId ? { recordId } : {}) })).data
  test('agrees with what the person is answered, record by record', async () => {
    const sales = await signedInAs(h, 'sales')
    const shops = await h.db.selectFrom('shop').select(['id', 'name']).where('org_id', '=', homeOf(h)).execute()
    const seen = await shopNames(sales)
    for (const shop of shops) expect((await why('林晓', 'shop', shop.id)).visible, shop.name).toBe(seen.includes(shop.name))
  })
  test('names the step that stops it', async () => {
    expect((await why('王芳', 'shop')).steps.map((step: { title: string; passed: boolean }) => [step.title, step.passed])).toEqual([
      ['账号', true],
      ['操作权限', false],
    ])
    const shopId = await idOf(h, 'shop', '云帆加拿大站')
    const stopped = await why('林晓', 'shop', shopId)
    expect(stopped.steps.at(-1)).toMatchObject({
      title: '数据权限 · 店铺',
      passed: false,
      detail: expect.stringContaining('不在可见范围内（个人：本人）'),
    })
    await admin.post('/userManage/disable', { ids: [await idOf(h, 'employee', '郑凯')] })
    expect(await why('郑凯', 'shop')).toMatchObject({ visible: false, steps: [{ title: '账号', detail: '账号 it 已停用' }] })
    await admin.post('/userManage/enable', { ids: [await idOf(h, 'employee', '郑凯')] })
  })
  test('is for system administrators, and about records of their own organisation', async () => {
    const boss = await signedInAs(h, 'boss')
    expect((await boss.post('/userManage/explain', { employeeId: await idOf(h, 'employee', '林晓'), type: 'shop' })).code).toBe(1003)
    const foreign = await idOf(h, 'shop', '启明美国站', h.demo.organisationIds[1]!)
    const answer = await admin.post('/userManage/explain', {
      employeeId: await idOf(h, 'employee', '林晓'),
      type: 'shop',
      recordId: foreign,
    })
    expect(answer.code).toBe(1004)
  })
  test('effective rights come with the roles that give them', async () => {
    const { data } = await admin.post('/userManage/permissions', { employeeId: await idOf(h, 'employee', '陈刚') })
    const product = data.permissions.find((one: { permissionId: string }) => one.permissionId === 'product')
    expect(product.operations.every((one: { roleNames: string[] }) => one.roleNames.includes('采购'))).toBe(true)
    expect(data.employees).toBe(1)
  })
})

describe('viewing as somebody', () => {
  test('shows what he sees, changes nothing, is recorded at both ends, and ends', async () => {
    const viewer = await signedInAs(h, 'admin')
    expect((await viewer.post('/userManage/viewAs', { employeeId: await idOf(h, 'employee', '林晓') })).data).toEqual({ name: '林晓' })
    const { data } = await viewer.get('/system/userprofile')
    expect(data).toMatchObject({ username: 'sales', viewerName: '管理员' })
    expect((await shopNames(viewer)).toSorted()).toEqual(['云帆德国站', '云帆美国站'])
    const refusal = { status: 403, code: 1003, msg: '正在以他人身份查看，只能看不能改，请先退出查看' }
    expect(
      await viewer.post('/skuMap/insert', { shopId: await idOf(h, 'shop', '云帆美国站'), sellerSku: 'X', productId: '1' }),
    ).toMatchObject(refusal)
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
    const employeeId = await idOf(h, 'employee', '林晓')
    expect((await boss.post('/userManage/viewAs', { employeeId })).code).toBe(1003)
    expect((await admin.post('/userManage/viewAs', { employeeId: await idOf(h, 'employee', '管理员') })).code).toBe(1002)
    const [foreign] = await h.db.selectFrom('employee').select('id').where('org_id', '=', h.demo.organisationIds[1]!).limit(1).execute()
    expect((await admin.post('/userManage/viewAs', { employeeId: foreign!.id })).code).toBe(1004)
  })
})
