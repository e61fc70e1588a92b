/** Stickers: of records that one may see, as many as asked for, each a page of its size; what has no bar code is said. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { closePrinter } from './printer.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let bins: readonly string[] = []

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply])
  ;[admin, keeper] = [await signedInAs(h, 'admin'), await signedInAs(h, 'keeper')]
  await admin.post('/warehouseManage/insert', { code: 'LB', name: '标签仓', kind: 1 })
  bins = (await admin.post('/goodsLocation/list', { code: 'LB-' })).data.list.map((one: { id: string }) => one.id)
}, 120_000)
afterAll(async () => {
  await closePrinter()
  await h.close()
})

const print = (by: Person, payload: object) =>
  h.app.inject({ method: 'POST', url: '/api-2024/label/print', headers: { authorization: `Bearer ${by.token}` }, payload })

test('a page for each sticker, of its size', async () => {
  const { headers, rawPayload } = await print(admin, { type: 'goodsLocation', ids: bins.slice(0, 2), copies: 3 })
  expect(headers['content-type']).toBe('application/pdf')
  const text = rawPayload.toString('latin1')
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(6)
  // 60 x 40 mm in points
  expect(text).toMatch(/\/MediaBox\s*\[0 0 17\d(\.\d+)? 11\d(\.\d+)?\]/)
}, 60_000)

test('what one may not see is not printed, a code of Chinese is no bar code, a list without stickers has none', async () => {
  expect((await print(keeper, { type: 'goodsLocation', ids: bins })).json()).toMatchObject({ code: 1004 })
  expect((await print(admin, { type: 'shop', ids: ['1'] })).json()).toMatchObject({ code: 1004 })
  expect((await print(admin, { type: 'goodsLocation', ids: bins, copies: 200 })).json().msg).toContain('一次打印 1 到 1000 张标签')
  const root = (await h.db
    .selectFrom('goods_location')
    .select(['id', 'warehouse_id'])
    .where('code', '=', 'LB')
    .executeTakeFirstOrThrow()) as {
    id: unknown
    warehouse_id: unknown
  }
  const named = { code: '一号架', warehouseId: String(root.warehouse_id), parentId: String(root.id), kind: 1 }
  const { data } = await admin.post('/goodsLocation/insert', named)
  expect((await print(admin, { type: 'goodsLocation', ids: [data.id] })).json().msg).toContain('条码不能用的字符')
})
