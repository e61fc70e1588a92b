/** A code that is scanned: what it is, only of records that the caller may see. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { scanFaults } from './resolve.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let productId = ''
const scan = async (by: Person, code: string) => (await by.post('/code/resolve', { code })).data

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply])
  ;[admin, keeper] = [await signedInAs(h, 'admin'), await signedInAs(h, 'keeper')]
  productId = (await admin.post('/productManage/insert', { sku: 'SCAN-1', name: '扫码商品' })).data.id
  await admin.post('/goodsBarcode/insert', { code: '6901234567892', productId, kind: 1 })
  await admin.post('/warehouseManage/insert', { code: 'SW', name: '扫码仓', kind: 1 })
}, 120_000)
afterAll(() => h.close())

test('a barcode answers its product, a number its document, a location itself, whatever its letters', async () => {
  expect(await scan(admin, ' 6901234567892 ')).toMatchObject([
    { kind: 'item', type: 'goodsBarcode', code: '6901234567892', of: { type: 'product', id: productId, name: 'SCAN-1' } },
  ])
  expect(await scan(admin, 'scan-1')).toMatchObject([{ kind: 'item', type: 'product', id: productId, code: 'SCAN-1' }])
  expect(await scan(admin, 'sw-kw')).toMatchObject([{ kind: 'location', type: 'goodsLocation', code: 'SW-KW' }])
  expect(await scan(admin, 'SCAN')).toEqual([])
  expect(await scan(admin, '%')).toEqual([])
})

test('two records of one code are answered both', async () => {
  await admin.post('/goodsBarcode/insert', { code: 'SCAN-2', productId, kind: 4 })
  const other = (await admin.post('/productManage/insert', { sku: 'SCAN-2', name: '同码' })).data.id
  const found = (await scan(admin, 'SCAN-2')) as { type: string; id: string }[]
  expect(found.map(({ type }) => type).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['goodsBarcode', 'product'])
  expect(found.find(({ type }) => type === 'product')?.id).toBe(other)
})

test('who was not granted the warehouse does not learn of its locations', async () => {
  expect(await scan(admin, 'SW-KW')).toHaveLength(1)
  expect(await scan(keeper, 'SW-KW')).toEqual([])
  expect(await keeper.post('/code/resolve', { code: '' })).toMatchObject({ code: 1002 })
})

test('what can’t be scanned stops the start', () => {
  const of = (list: object, storage: object = {}) =>
    resource('parcel', {
      type: 'parcel',
      title: ['包裹', 'Parcel'],
      access: { scope: everybody },
      fields: { code: text('码', 'Code', { max: 20 }), secret: text('密', 'Secret', { max: 20, sensitive: true }) },
      list,
      storage,
    })
  const fault = (field: string, storage: object = {}) => scanFaults(of({ scans: [{ field, kind: 'item' }] }, storage))
  expect(fault('code', { key: ['code'] })).toEqual([])
  expect(fault('code')).toEqual(['parcel.list: scans: no index leads to code'])
  expect(fault('secret')).toEqual(['parcel.list: scans names secret, no text that everybody sees'])
})
