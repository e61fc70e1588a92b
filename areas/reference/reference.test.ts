import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { reportingZones } from './marketplace-zones.ts'
import { countryRule, currencyRule, marketplaceRule } from './rules.ts'
import { marketplaceSeed, seedReference } from './seed.ts'

let h: DemoHouse
let finance: Person
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  finance = await signedInAs(h, 'finance')
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

describe('rules', () => {
  test.each([
    [countryRule, { code: 'DE' }, 0],
    [countryRule, { code: 'de' }, 1],
    [countryRule, { name: '德国' }, 0],
    [currencyRule, { code: 'EUR' }, 0],
    [currencyRule, { code: 'EU1' }, 1],
    [marketplaceRule, { code: 'amazon.de' }, 0],
    [marketplaceRule, { code: 'Amazon DE' }, 1],
  ])('%o %j', (rule, input, faults) => expect(rule(input).length).toBe(faults))
})

describe('seed', () => {
  test('names in Chinese, decimals by ISO 4217, sites of the documented marketplaces', async () => {
    const name = async (code: string) =>
      await h.db.selectFrom('country').select(['name', 'name_en']).where('code', '=', code).executeTakeFirstOrThrow()
    expect([await name('DE'), await name('TW'), await name('HK')]).toEqual(
      [
        { name: '德国', name_en: 'Germany' },
        { name: '中国台湾', name_en: 'Taiwan' },
        { name: '中国香港', name_en: 'Hong Kong' },
      ].map(n => ({ ...n, name_en: expect.any(String) })),
    )
    const decimals = await h.db
      .selectFrom('currency')
      .select(['code', 'decimals', 'name'])
      .where('code', 'in', ['JPY', 'EUR', 'KWD'])
      .orderBy('code')
      .execute()
    expect(decimals.map(c => [c.code, c.decimals])).toEqual([
      ['EUR', 2],
      ['JPY', 0],
      ['KWD', 3],
    ])
    expect(decimals[0]?.name).toBe('欧元')
    expect(marketplaceSeed.filter(m => m.amazonId !== null).length).toBe(23)
    const stored = await h.db.selectFrom('marketplace').select(['code', 'zone']).execute()
    expect(new Map(stored.map(m => [m.code, m.zone]))).toEqual(
      new Map(Object.entries(reportingZones).map(([code, { zone }]) => [code, zone])),
    )
    const names = await h.db.selectFrom('country').select('name').execute()
    for (const { name: chinese } of names) expect(chinese).toMatch(/\p{Script=Han}/u)
  })
  test('a second run keeps what somebody has changed', async () => {
    await h.db.updateTable('country').set({ name: '德意志' }).where('code', '=', 'DE').execute()
    await seedReference(h.db)
    expect((await h.db.selectFrom('country').select('name').where('code', '=', 'DE').executeTakeFirstOrThrow()).name).toBe('德意志')
    await h.db.updateTable('country').set({ name: '德国' }).where('code', '=', 'DE').execute()
  })
})

describe('rates', () => {
  test('listed by month, added once per month and currency, changed with audit, deleted', async () => {
    const listed = await finance.get('/currencyManage/currencyRatelist?pageSize=1000')
    // 17 currencies, two years and the two months around them
    expect(listed.data.total).toBe(17 * 26)
    expect(listed.data.list[0]).toMatchObject({ month: '2026-11', rate: expect.stringMatching(/^\d+\.\d{10}$/) })
    const rate = { month: '2026-12', currency: 'EUR', rate: '7.9', source: '测试' }
    const added = await finance.post('/currencyManage/add', rate)
    expect(added.code).toBe(0)
    expect(await finance.post('/currencyManage/add', rate)).toMatchObject({ code: 1002, msg: '月份、币种已存在，请换一个' })
    expect((await finance.post('/currencyManage/upate', { id: added.data.id, version: 1, rate: '7.95' })).data.version).toBe(2)
    expect((await finance.post('/currencyManage/upate', { id: added.data.id, version: 1, rate: '8' })).code).toBe(1009)
    const trail = await h.db
      .selectFrom('audit_entry')
      .select(['verb', 'account_name'])
      .where('subject', '=', 'currency_rate')
      .where('record_id', '=', added.data.id)
      .orderBy('id')
      .execute()
    expect(trail).toEqual([
      { verb: 'add', account_name: '周敏' },
      { verb: 'update', account_name: '周敏' },
    ])
    expect((await finance.post('/currencyManage/delete', { id: added.data.id })).code).toBe(0)
  })
  test.each([
    [{ month: '2026-13', currency: 'EUR', rate: '1' }, 'month'],
    [{ month: '2026-12', currency: 'EUR', rate: '0' }, 'rate'],
    [{ month: '2026-12', currency: 'EUR', rate: '-1' }, 'rate'],
    [{ month: '2026-12', currency: 'EUR', rate: '1.12345678901' }, 'rate'],
    [{ month: '2026-12', currency: 'XXX', rate: '1' }, 'currency'],
    [{ month: '2026-12', rate: '1' }, 'currency'],
  ])('refused %j', async (input, field) => {
    const answer = await finance.post('/currencyManage/add', input)
    expect([answer.status, answer.code, answer.data.errors.map((e: { field: string }) => e.field)]).toEqual([200, 1002, [field]])
  })
  test('who may not', async () => {
    const buyer = await signedInAs(h, 'buyer')
    expect((await buyer.get('/currencyManage/currencyRatelist')).code).toBe(0)
    expect(await buyer.post('/currencyManage/add', { month: '2026-12', currency: 'EUR', rate: '1' })).toMatchObject({
      status: 403,
      code: 1003,
    })
    expect(await (await signedInAs(h, 'employee')).get('/currencyManage/currencyRatelist')).toMatchObject({ status: 403, code: 1003 })
  })
  test('the other organisation has its own', async () => {
    const [row] = (await admin.get('/currencyManage/currencyRatelist', h.demo.organisationIds[1])).data.list
    expect(
      await admin.post('/currencyManage/upate', { id: row.id, version: row.version, rate: '9' }, h.demo.organisationIds[0]),
    ).toMatchObject({ status: 404, code: 1004, msg: '汇率不存在或已删除' })
  })
})

describe('shops', () => {
  const fresh = { name: '云帆西班牙站', accountName: 'YunfanEU', marketplaceCode: 'amazon.es', countryCode: 'ES', currency: 'EUR' }
  test('a new shop is seen at once by who opened it and by who sees all', async () => {
    const added = await admin.post('/sysShopSetting/insert', fresh)
    expect(added.code).toBe(0)
    // the clock stands still: its maker and who sees all see it at the next call
    const names = async (p: Person) =>
      (await p.post('/sysShopSetting/list', { pageSize: 50 })).data.list.map((s: { name: string }) => s.name)
    expect(await names(admin)).toContain(fresh.name)
    expect(await names(finance)).toContain(fresh.name)
    expect(await names(await signedInAs(h, 'sales'))).not.toContain(fresh.name)
    expect(await admin.post('/sysShopSetting/insert', fresh)).toMatchObject({ code: 1002, msg: '店铺名称已存在，请换一个' })
    expect((await admin.post('/sysShopSetting/delete', { id: added.data.id })).code).toBe(0)
    expect(await names(admin)).not.toContain(fresh.name)
  })
  test.each([
    [{ marketplaceCode: 'amazon.xx' }, 'marketplaceCode'],
    [{ currency: 'XXX' }, 'currency'],
    [{ countryCode: 'QQ' }, 'countryCode'],
    [{ name: '' }, 'name'],
    [{ status: 7 }, 'status'],
    [{ countryCode: 'FR' }, 'marketplaceCode'],
  ])('refused %j', async (change, field) => {
    const answer = await admin.post('/sysShopSetting/insert', { ...fresh, ...change })
    expect([answer.status, answer.code, answer.data?.errors?.[0]?.field]).toEqual([200, 1002, field])
  })
  test('a country leaves its own marketplaces, in the select and in what is saved', async () => {
    const offered = async (countryCode: string) =>
      (await admin.post('/listField/options', { type: 'marketplace', by: 'code', where: { countryCode } })).data.map(
        (one: { value: string }) => one.value,
      )
    expect(await offered('ES')).toContain('amazon.es')
    expect(await offered('FR')).not.toContain('amazon.es')
    const { data } = await admin.post('/sysShopSetting/insert', fresh)
    h.clock.now = new Date(h.clock.now.getTime() + 600)
    // the marketplace is fixed once the shop is there: the country is what has to be mended
    expect((await admin.post('/sysShopSetting/update', { id: data.id, version: 1, countryCode: 'FR' })).data.errors).toEqual([
      { field: 'countryCode', message: '国家与站点不符，请重新选择' },
    ])
    expect((await admin.post('/sysShopSetting/update', { id: data.id, version: 1, countryCode: null })).code).toBe(0)
    expect((await admin.post('/sysShopSetting/delete', { id: data.id })).code).toBe(0)
    expect((await admin.post('/sysShopSetting/insert', { ...fresh, countryCode: null, marketplaceCode: 'aliexpress.com' })).code).toBe(0)
  })
  test('one in use can not be deleted, one of others is unknown', async () => {
    expect(await admin.post('/sysShopSetting/delete', { id: h.demo.shops[0]!.id })).toMatchObject({ code: 1002 })
    expect(await admin.post('/sysShopSetting/delete', { id: h.demo.shops[11]!.id }, h.demo.organisationIds[0])).toMatchObject({
      status: 404,
      code: 1004,
    })
    expect((await finance.post('/sysShopSetting/delete', { id: h.demo.shops[0]!.id })).code).toBe(1003)
  })
  test('options: countries with shops, seller accounts, all countries', async () => {
    const sales = await signedInAs(h, 'sales')
    expect(
      (await sales.get('/sysShopSetting/shopCountry')).data.map(
        (c: { countryCode: string; countryName: string; shops: { shopName: string }[] }) => [
          c.countryCode,
          c.countryName,
          c.shops.map(s => s.shopName),
        ],
      ),
    ).toEqual([
      ['DE', '德国', ['云帆德国站']],
      ['US', '美国', ['云帆美国站']],
    ])
    expect((await sales.get('/sysShopSetting/allAccount')).data.map((a: { accountName: string }) => a.accountName)).toEqual([
      'YunfanEU',
      'YunfanHome',
    ])
    expect((await sales.get('/shipping/CountryListData')).data.length).toBeGreaterThan(200)
  })
})

describe('SKU mapping follows the shops', () => {
  test('a salesman reads and adds for his own shops only', async () => {
    const sales = await signedInAs(h, 'sales')
    const all = await sales.post('/skuMap/list', { pageSize: 1000 })
    const own = h.demo.shops.filter(s => ['云帆美国站', '云帆德国站'].includes(s.name))
    expect(all.data.total).toBe(own.reduce((n, s) => n + s.sellerSkus.length, 0))
    expect(all.data.list[0]).toMatchObject({ shopIdLabel: expect.any(String), productIdLabel: expect.any(String) })
    const productId = own[0]!.sellerSkus[0]!.productId
    expect((await sales.post('/skuMap/insert', { shopId: own[0]!.id, sellerSku: 'NEW-1', productId })).code).toBe(0)
    const foreign = await sales.post('/skuMap/insert', { shopId: h.demo.shops[5]!.id, sellerSku: 'NEW-1', productId })
    expect(foreign).toMatchObject({ code: 1002, data: { errors: [{ field: 'shopId', message: '店铺不存在或无权使用，请重新选择' }] } })
  })
})

test('countries and marketplaces are kept by who may; their list answers GET and POST', async () => {
  expect((await finance.get('/countryManage/list?code=DE')).data.list).toMatchObject([{ code: 'DE', name: '德国' }])
  expect((await finance.post('/countryManage/list', { code: 'DE' })).data.total).toBe(1)
  expect((await finance.post('/countryManage/insert', { code: 'ZZ', name: '测试', nameEn: 'Test' })).code).toBe(1003)
  expect(await admin.post('/countryManage/insert', { code: 'zz', name: '测试', nameEn: 'Test' })).toMatchObject({
    code: 1002,
    msg: '国家代码应为两位大写字母，例如 DE',
  })
  expect((await admin.post('/countryManage/insert', { code: 'ZZ', name: '测试', nameEn: 'Test' })).code).toBe(0)
  expect(
    (await admin.post('/marketplaceManage/insert', { code: 'shop.example', name: '自建站', platform: 2, currency: 'USD', zone: 'Nowhere' }))
      .data.errors[0].field,
  ).toBe('zone')
})

test('the list says which cells open their control and which texts are HTML; a value set there is an ordinary update', async () => {
  const { result, calls } = (await admin.post('/listField/getByType', { type: 'product' })).data
  const told = (name: string) => result.find((one: { field: string }) => one.field === name)
  expect([told('name').isInline, told('sku').isInline, told('description').isHtml, told('name').isHtml]).toEqual([
    true,
    undefined,
    true,
    undefined,
  ])
  expect(calls.update.path).toBe('/api-2024/productManage/update')
  await admin.post('/productManage/insert', { sku: 'INLINE-1', name: '台灯' })
  const { list } = (await admin.post('/productManage/list', { conditionList: [{ field: 'sku', condition: 'EQ', value: 'INLINE-1' }] })).data
  const { id, version } = list[0]
  expect((await admin.post('/productManage/update', { id, version, name: '落地灯' })).code).toBe(0)
  const stale = await admin.post('/productManage/update', { id, version, name: '吊灯' })
  expect([stale.code, stale.data.current.name, stale.data.current.version]).toEqual([1009, '落地灯', version + 1])
})
