import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reference } from '#areas/reference/index.ts'
import { defaultSettings } from '#platform/format/shell-settings.ts'
import { admin, createFirstAdmin, demoPeople } from './index.ts'
import { demoAccounts } from './demo-people.ts'
import { demoNames, demoProducts, demoRates, monthsEnding } from './demo-trade.ts'
import { seededRandom } from './seeded-random.ts'
import { ask, demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse()
})
afterAll(() => h.close())

describe('data out of a seed', () => {
  test('is the same each time', () => {
    expect([demoRates('2026-11', 14), demoProducts(0, 300), demoNames(31)]).toEqual([
      demoRates('2026-11', 14),
      demoProducts(0, 300),
      demoNames(31),
    ])
    const numbers = (seed: number): number[] => {
      const chance = seededRandom(seed)
      return Array.from({ length: 8 }, () => chance.below(1000))
    }
    expect(numbers(7)).toEqual(numbers(7))
    expect(numbers(7)).not.toEqual(numbers(8))
  })
  test('months across a year', () => expect(monthsEnding('2026-02', 4)).toEqual(['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01']))
  test('rates stay near the real ones', () => {
    const euros = demoRates('2026-11', 14)
      .filter(r => r.currency === 'EUR')
      .map(r => Number(r.rate))
    expect(Math.min(...euros)).toBeGreaterThan(7.9827 * 0.979)
    expect(Math.max(...euros)).toBeLessThan(7.9827 * 1.021)
    expect(demoRates('2026-11', 1).find(r => r.currency === 'JPY')?.rate).toMatch(/^0\.04\d{5}$/)
  })
  test('no two products or people are called the same', () => {
    const products = demoProducts(0, 300)
    expect([new Set(products.map(p => p.sku)).size, new Set(products.map(p => p.name)).size, new Set(demoNames(31)).size]).toEqual([
      300, 300, 31,
    ])
  })
})

test('the demo company counts what it promises', async () => {
  const count = async (table: string): Promise<number> =>
    Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(h.db)).rows[0]?.n)
  const counts = Object.fromEntries(
    await Promise.all(
      ['organisation', 'department', 'employee', 'account', 'shop', 'product_category', 'product', 'currency_rate'].map(async t => [
        t,
        await count(t),
      ]),
    ),
  )
  expect(counts).toEqual({
    organisation: 2,
    department: 6,
    employee: 40,
    account: 9,
    shop: 12,
    product_category: 14,
    product: 300,
    currency_rate: 2 * 17 * 26,
  })
  expect(h.demo.accounts.map(a => a.username)).toEqual(['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'])
  for (const shop of h.demo.shops) expect(shop.sellerSkus.length).toBeGreaterThan(10)
  expect(new Set(h.demo.shops.map(s => s.marketplaceCode.split('.')[0]))).toEqual(new Set(['amazon', 'ebay', 'walmart', 'aliexpress']))
})

test('every field of the specification is in the profile, null where nothing is known', async () => {
  const { data, code } = await (await signedInAs(h, 'finance')).get('/system/userprofile')
  expect(code).toBe(0)
  const fields = [
    'token',
    'name',
    'niceName',
    'faceImgUrl',
    'photoUrl',
    'avatar',
    'positionName',
    'isManager',
    'employeeId',
    'deptId',
    'deptName',
    'roleNames',
    'roles',
    'modules',
    'culturalLever',
    'culturalPoint',
    'curLevelMaxPoint',
    'culturalImageUrl',
    'integral',
    'organizationList',
    'curOrganization',
    'loginState',
  ]
  for (const field of fields) expect(data).toHaveProperty(field)
  expect(data).toMatchObject({
    name: '周敏',
    positionName: '财务专员',
    deptName: '职能部',
    roleNames: ['财务'],
    isManager: false,
    culturalPoint: null,
    organizationList: [{ orgId: h.demo.organisationIds[0], orgName: '杭州云帆贸易有限公司' }],
  })
})

describe('what each account sees', () => {
  const profile = async (username: string, orgId?: string) => (await (await signedInAs(h, username)).get('/system/userprofile', orgId)).data
  const pages = (modules: { moduleId: string; menus: { children: { name: string }[] }[] }[]): string[] =>
    modules.filter(m => m.moduleId !== 'admin').flatMap(m => m.menus.flatMap(g => g.children.map(p => p.name)))
  /** pages of these modules, by the declarations of the areas the house has opened */
  const declared = (...modules: string[]): string[] =>
    [...(reference.modules ?? []), ...(admin.modules ?? [])]
      .filter(m => modules.includes(m.id))
      .flatMap(m => m.groups.flatMap(g => g.pages.map(p => p.name)))
      .toSorted()
  const structure = ['company', 'department', 'departmentHistory', 'position', 'employee']
  const rights = ['role', 'role-permission']
  const supply = ['product', 'productCategory', 'productGroup', 'productGroupMember', 'productTag', 'skuMap', 'skuOwner', 'skuView']
  test.each([
    ['admin', declared('reference', 'people')],
    ['boss', declared('reference', 'people')],
    ['it', declared('reference', 'people')],
    ['finance', declared('reference')],
    ['hr', ['country', 'countryOwn', 'dictionary', 'dictionaryItem', ...structure, ...rights].toSorted()],
    ['keeper', [...supply, 'logisticsChannel', 'warehouse'].toSorted()],
    ['employee', []],
  ])('%s', async (username, seen) => expect(pages((await profile(username)).modules).toSorted()).toEqual(seen))
  test("the back office is the system administrators' alone", async () => {
    const has = async (username: string): Promise<boolean> =>
      (await profile(username)).modules.some((m: { moduleId: string }) => m.moduleId === 'admin')
    expect([await has('admin'), await has('boss'), await has('hr')]).toEqual([true, false, false])
  })
  test('administrator and general manager are told apart by position and role', async () => {
    expect(await profile('admin')).toMatchObject({ positionName: '系统管理员', isManager: false, roleNames: [] })
    expect(await profile('boss')).toMatchObject({ positionName: '总经理', isManager: true, roleNames: ['总经理'] })
    expect((await profile('boss', h.demo.organisationIds[1])).roleNames).toEqual(['总经理'])
  })
  test('the organisation last used is remembered', async () => {
    await profile('admin', h.demo.organisationIds[1])
    expect((await profile('admin')).curOrganization).toEqual({ orgId: h.demo.organisationIds[1] })
    expect((await (await signedInAs(h, 'admin')).post('/SysOrganization/list')).data.map((o: { orgName: string }) => o.orgName)).toEqual([
      '杭州云帆贸易有限公司',
      '深圳启明智造有限公司',
    ])
  })
  test('people and departments of the own organisation only', async () => {
    const hr = await signedInAs(h, 'hr')
    expect((await hr.post('/userManage/list')).data.total).toBe(32)
    expect((await hr.get('/userManage/depts')).data.length).toBe(5)
    expect((await hr.get('/roleManagement/roles')).data.length).toBe(7)
    expect((await (await signedInAs(h, 'sales')).post('/userManage/list')).code).toBe(1003)
    expect(JSON.stringify((await hr.post('/userManage/list')).data)).not.toMatch(/password|argon2/)
  })
  test('every demo account signs in', async () => {
    for (const { username } of demoAccounts) expect((await signedInAs(h, username)).token).toHaveLength(43)
  })
})

test('an installation without demo begins with one administrator who must change his password', async () => {
  await h.db.deleteFrom('session').execute()
  await h.db.updateTable('account').set({ username: 'former' }).where('username', '=', 'admin').execute()
  const { username, password } = await createFirstAdmin(h.db)
  expect([username, password]).toEqual(['admin', expect.stringMatching(/^[a-zA-Z2-9]{10}$/)])
  const answer = await ask(h, 'POST', '/auth/user/login', { username, password })
  expect(answer.data.loginState).toBe('1')
})

test('the lists of everybody fill their table, on any device; who buys and who keeps the goods see the shops where they lie', async () => {
  await admin.demo?.(demoPeople(h.house))
  for (const [username, count] of [
    ['buyer', 6],
    ['keeper', 6],
    ['it', 0],
  ] as const)
    expect([username, (await demoPeople(h.house).as(username)).caller.shops.length]).toEqual([username, count])
  for (const username of ['boss', 'employee']) {
    const person = await signedInAs(h, username)
    expect(await person.get('/userSetting/query?device=office-pc')).toMatchObject({
      data: { settings: { ...defaultSettings, autoRows: true } },
    })
  }
})
