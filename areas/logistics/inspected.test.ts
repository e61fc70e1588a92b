/** 出货检验 of a 发货单: made when it is picked, and it ships once that is accepted. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { logistics } from './index.ts'

let h: DemoHouse
let admin: Person
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics])
  admin = await signedInAs(h, 'admin')
}, 180_000)
afterAll(() => h?.close())

const added = async (path: string, body: Values): Promise<string> => {
  const { data, msg } = await admin.post(path, body)
  expect([path, msg]).toEqual([path, ''])
  return data.id as string
}
const step = async (name: string, id: string, one: string, input: Values = {}): Promise<string> =>
  (await admin.post(`/${name}/${one}`, { id, ...input })).msg

test('an order is inspected when it is picked and waits for it; void: anew; cancelled: no more', async () => {
  const productId = await added('/productManage/insert', { sku: 'SHIP-QC', name: '商品' })
  const [from, to] = [
    await added('/warehouseManage/insert', { code: 'SQ', name: 'SQ仓', kind: 1 }),
    await added('/warehouseManage/insert', { code: 'ST', name: 'ST仓', kind: 1 }),
  ]
  const channelId = await added('/channelManage/insert', { code: 'CH-Q', name: '海运', mode: 1 })
  const bin = await h.db.selectFrom('goods_location').select('id').where('warehouse_id', '=', from).where('kind', '=', 1).executeTakeFirst()
  const came = await added('/goodsIn/insert', {
    businessOn: today,
    kind: 4,
    warehouseId: from,
    lines: { added: [{ productId, quantity: '50', unitCost: '5', toId: bin?.id }] },
  })
  expect(await step('goodsIn', came, 'receive')).toBe('')
  await added('/inspectionPlan/insert', {
    name: '出货',
    stage: 4,
    productId,
    sampling: 1,
    validFrom: '2026-01-01',
    lines: { added: [{ name: '外观', kind: 4, level: 3 }] },
  })
  const order = async (quantity: string): Promise<string> => {
    const id = await added('/shippingOrder/insert', {
      businessOn: today,
      fromWarehouseId: from,
      toWarehouseId: to,
      target: 4,
      channelId,
      lines: { added: [{ productId, quantity }] },
    })
    for (const one of ['submit', 'allocate', 'release', 'pick']) expect([one, await step('shippingOrder', id, one)]).toEqual([one, ''])
    return id
  }
  const made = async (id: string) =>
    (
      await sql<{ id: string; state: number; lot: string; warehouse: string }>`select id::text as id, state,
        trim_scale(lot_qty)::text as lot, warehouse_id::text as warehouse from inspection
      where source_type = 'shipping_order' and source_id = ${id} order by id`.execute(h.db)
    ).rows
  const id = await order('20')
  expect(await made(id)).toMatchObject([{ state: 1, lot: '20', warehouse: from }])
  expect((await admin.post('/shippingOrder/packSheet', { id, sheet: '1,40,30,20,8,SHIP-QC,20' })).msg).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toContain('检验合格后才能发运')
  const [first] = await made(id)
  expect(await step('inspection', first?.id ?? '', 'void', { reason: '重做' })).toBe('')
  const again = (await made(id)).at(-1)?.id ?? ''
  expect((await made(id)).map(one => one.state)).toEqual([9, 1])
  expect(await step('inspection', again, 'start')).toBe('')
  const { data } = await admin.post('/listField/lines', { type: 'inspection', id: again })
  const { version } = (await admin.get(`/inspection/query/${again}`)).data
  const changed = data.list.map((line: Values) => ({ id: line['id'], version: line['version'], value: '合格' }))
  expect((await admin.post('/inspection/update', { id: again, version, lines: { changed } })).msg).toBe('')
  expect(await step('inspection', again, 'finish')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  const dropped = await order('5')
  expect(await step('shippingOrder', dropped, 'void', { reason: '不发了' })).toBe('')
  expect((await made(dropped)).map(one => one.state)).toEqual([9])
})
