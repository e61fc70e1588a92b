/** Each unit stands in one column of 库存总览: over random chains a row sums to what came less what was sold, lost or went to a marketplace. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { logistics } from '../index.ts'

let h: DemoHouse
let admin: Person
let [home, abroad, shopId, channelId] = ['', '', '', '']
const today = '2026-11-21'
const steps = Number(process.env['CHAIN_STEPS'] ?? 40)

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics])
  admin = await signedInAs(h, 'admin')
  ;[home, abroad] = [
    await made('/warehouseManage/insert', { code: 'OA', name: '本仓', kind: 1 }),
    await made('/warehouseManage/insert', { code: 'OB', name: '海外', kind: 3 }),
  ]
  channelId = await made('/channelManage/insert', { code: 'CH-O', name: '海运', mode: 1 })
  shopId = (await h.db.selectFrom('shop').select('id').orderBy('id').executeTakeFirstOrThrow()).id
}, 180_000)
afterAll(() => h?.close())

const made = async (path: string, body: object): Promise<string> => {
  const { data, msg } = await admin.post(path, body)
  expect([path, msg]).toEqual([path, ''])
  return data.id as string
}
const does = async (path: string, body: object): Promise<void> => expect([path, (await admin.post(path, body)).msg]).toEqual([path, ''])

test(`a row of 库存总览 sums to its product's units over a chain of ${steps} steps`, async () => {
  const random = seededRandom(11)
  const productId = await made('/productManage/insert', { sku: 'CHAIN-1', name: '链' })
  const { rows } = await sql<{ id: string }>`insert into sku_map (org_id, shop_id, seller_sku, product_id)
    select org_id, id, 'CHAIN', ${productId}::bigint from shop where id = ${shopId} returning id::text as id`.execute(h.db)
  const labelId = rows[0]?.id ?? ''
  const bins = await h.db.selectFrom('goods_location').select(['id', 'warehouse_id']).where('kind', '=', 1).execute()
  const binOf = (id: string) => bins.find(bin => bin.warehouse_id === id)?.id
  let units = 0
  const sailing: { id: string; line: string; left: number; isAbroad: boolean }[] = []
  const free = async (): Promise<number> => {
    const { rows: cells } = await sql<{ n: number }>`select coalesce(sum(c.quantity - c.reserved), 0)::int as n from goods_cell c
      join goods_location l on l.id = c.location_id where c.product_id = ${productId} and c.warehouse_id = ${home} and l.kind = 1`.execute(
      h.db,
    )
    return cells[0]?.n ?? 0
  }
  const receive = async () => {
    const quantity = 1 + random.below(80)
    const added = [{ productId, quantity: String(quantity), unitCost: '2', toId: binOf(home) }]
    const id = await made('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: home, lines: { added } })
    await does('/goodsIn/receive', { id })
    units += quantity
  }
  const leave = async () => {
    const quantity = Math.min(await free(), 1 + random.below(9))
    if (quantity === 0) return
    const added = [{ productId, quantity: String(quantity) }]
    const id = await made('/goodsOut/insert', { businessOn: today, kind: 3, warehouseId: home, lines: { added } })
    for (const step of ['submit', 'allocate', 'release', 'pick', 'ship']) await does(`/goodsOut/${step}`, { id })
    units -= quantity
  }
  const ship = async () => {
    const quantity = Math.min(await free(), 1 + random.below(30))
    if (quantity === 0) return
    const isAbroad = random.below(2) === 0
    const to = isAbroad ? { target: 3, toWarehouseId: abroad } : { target: 1, shopId }
    const added = [{ productId, quantity: String(quantity), ...(isAbroad ? {} : { labelId }) }]
    const id = await made('/shippingOrder/insert', { businessOn: today, fromWarehouseId: home, channelId, ...to, lines: { added } })
    const way = ['submit', 'allocate', 'release', 'pick'].slice(0, 1 + random.below(4))
    for (const step of way) await does(`/shippingOrder/${step}`, { id })
    if (way.length < 4) return
    await does('/shippingOrder/packSheet', { id, sheet: `1\t50\t40\t30\t12\tCHAIN-1\t${quantity}` })
    await does('/shippingOrder/ship', { id })
    const { data } = await admin.post('/listField/lines', { type: 'shippingOrder', id })
    sailing.push({ id, line: data.list[0].id, left: quantity, isAbroad })
  }
  const arrive = async (isLost: boolean) => {
    const one = sailing.find(order => order.left > 0)
    if (one === undefined) return
    const quantity = 1 + random.below(one.left)
    const body = { id: one.line, quantity: String(quantity), ...(isLost ? { reason: '丢' } : {}) }
    await does(`/shippingOrderLine/${isLost ? 'lose' : 'arrive'}`, body)
    one.left -= quantity
    // what a marketplace has is in its own files
    if (isLost || !one.isAbroad) units -= quantity
  }
  for (let at = 0; at < steps; at += 1) {
    const which = random.below(10)
    await (which < 3 ? receive() : which < 5 ? leave() : which < 8 ? ship() : arrive(which === 9))
    const { data, msg } = await admin.post('/stockOverview/list', { productId: [productId] })
    expect(msg).toBe('')
    const [row] = data.list as Record<string, string>[]
    const columns = ['ordered', 'free', 'held', 'inspection', 'defective', 'other', 'abroad', 'transit']
    const sum = columns.reduce((all, name) => all + Number(row?.[name] ?? 0), 0)
    expect([at, sum]).toEqual([at, units])
  }
})
