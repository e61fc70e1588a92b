/** First leg of shipping orders in the cost layers, by the calls: it falls on what left the warehouse, estimated and then billed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { defined } from '#platform/server/base/defined.ts'
import { seededRandom } from '#areas/admin/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { employeesOf, flowOf, inLine, publishFlow, stepOf } from '../../test/setup/flows.ts'
import { logistics } from './index.ts'

let h: DemoHouse
let admin: Person
let [home, abroad, channelId, productId] = ['', '', '', '']
const today = '2026-11-21'

const asked = async (path: string, body: object) => {
  const { msg, data } = await admin.post(path, body)
  expect([path, msg]).toEqual([path, ''])
  return data
}
const made = async (path: string, body: object): Promise<string> => (await asked(`/${path}/insert`, body)).id
const step = (name: string, id: string, input: object = {}) => asked(`/shippingOrder/${name}`, { id, ...input })

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics, workflow])
  admin = await signedInAs(h, 'admin')
  ;[home, abroad] = [
    await made('warehouseManage', { code: 'LA', name: '本仓', kind: 1 }),
    await made('warehouseManage', { code: 'LB', name: '海外仓', kind: 3 }),
  ]
  productId = await made('productManage', { sku: 'LEG-1', name: '商品' })
  channelId = await made('channelManage', { code: 'CH-L', name: '海运', mode: 1 })
  const tariff = [{ item: 1, fromWeight: '0', by: 4, price: '100' }]
  await made('freightTariff', { businessOn: today, channelId, currency: 'CNY', validFrom: '2026-11-01', lines: { added: tariff } })
  for (const [id, name, kind] of [
    [home, '本仓', 1],
    [abroad, '海外仓', 4],
  ]) {
    const placeId = await made('FinanceStockPlace', { name, kind })
    await asked('/warehouseManage/keepStock', { id, month: '2026-11', placeId })
  }
  const { id: bin } = await h.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', home)
    .where('kind', '=', 1)
    .executeTakeFirstOrThrow()
  const added = [{ productId, quantity: '100', unitCost: '5', toId: bin }]
  await asked('/goodsIn/receive', { id: await made('goodsIn', { businessOn: today, kind: 4, warehouseId: home, lines: { added } }) })
}, 180_000)
afterAll(() => h.close())

/** by kind of the place: units that lie there and the first leg that they bear; 0: what was written off, with its whole cost */
async function layers(of = productId): Promise<Readonly<Record<number, readonly string[]>>> {
  const handler = defined(finance.jobs?.['stock.layers'], 'the job of the layers')
  await handler(h.house, { orgId: h.demo.organisationIds[0] }, new AbortController().signal)
  const { rows } = await sql<{ kind: number; units: string; amount: string }>`select p.kind, trim_scale(sum(l.quantity))::text as units,
      trim_scale(sum(l.first_leg))::text as amount
    from stock_layer l join stock_place p on p.id = l.place_id where l.product_id = ${of} and l.quantity > 0 group by 1
    union all
    select 0, trim_scale(sum(quantity))::text, trim_scale(sum(amount))::text from stock_take
    where product_id = ${of} and kind = 3 having count(*) > 0 order by 1`.execute(h.db)
  return Object.fromEntries(rows.map(({ kind, units, amount }) => [kind, [units, amount]]))
}

test('goods at sea, arrived and lost bear their part of the estimate, and of the bill that replaces it', async () => {
  const id = await made('shippingOrder', {
    businessOn: today,
    fromWarehouseId: home,
    toWarehouseId: abroad,
    target: 3,
    channelId,
    lines: { added: [{ productId, quantity: '10' }] },
  })
  for (const name of ['submit', 'allocate', 'release', 'pick']) await step(name, id)
  await step('packSheet', id, { sheet: '1\t50\t40\t30\t12\tLEG-1\t10' })
  await step('ship', id)
  expect(await layers()).toEqual({ 1: ['90', '0'], 2: ['10', '100'] })
  const line = (await asked('/listField/lines', { type: 'shippingOrder', id })).list[0].id as string
  await asked('/shippingOrderLine/arrive', { id: line, quantity: '6' })
  await asked('/shippingOrderLine/lose', { id: line, quantity: '1', reason: '丢件' })
  // a unit cost 5 and bears 10
  expect(await layers()).toEqual({ 0: ['1', '15'], 1: ['90', '0'], 2: ['3', '30'], 4: ['6', '60'] })
  const { consignmentId: shipmentId } = (await admin.get(`/shippingOrder/query/${id}`)).data
  const { list } = await asked('/FinanceFirstLegBill/list', { shipmentId: [shipmentId] })
  expect(list).toMatchObject([{ meaning: 2, state: 1 }])
  const bill = await made('FinanceFirstLegBill', {
    businessOn: today,
    shipmentId,
    basis: 1,
    currency: 'CNY',
    meaning: 1,
    lines: { added: [{ kind: 1, amount: '150' }] },
  })
  // by more than 3 % above what was estimated: somebody agrees first, where a flow is published
  expect((await admin.get(`/FinanceFirstLegBill/query/${bill}`)).data).toMatchObject({ beyond: true })
  await asked('/FinanceFirstLegFee/generate', { ids: [bill] })
  // the first bill of a carrier replaces the estimate by itself
  expect((await asked('/FinanceFirstLegBill/list', { shipmentId: [shipmentId], meaning: [1] })).list).toMatchObject([
    { replacesId: list[0].id },
  ])
  expect(await layers()).toEqual({ 0: ['1', '20'], 1: ['90', '0'], 2: ['3', '45'], 4: ['6', '90'] })
  await step('arrivalBack', id)
  expect(await layers()).toMatchObject({ 2: ['4', '60'], 4: ['6', '90'] })
})

test('a consignment of finance with the logistics number of an order is the order’s, and stays when that is taken back', async () => {
  const was = await layers()
  const shipmentNo = 'TC-BROUGHT'
  const brought = { shipmentNo, stage: 1, period: today.slice(0, 7), mode: 1 }
  const shipmentId = await made('FinanceFirstLegShipment', brought)
  const count = async () => (await asked('/FinanceFirstLegShipment/list', {})).total as number
  const before = await count()
  await sql`insert into first_leg_fee (org_id, shipment_id, period, row_no, sku, name, quantity, stated_fee, currency, created_by)
    select org_id, id, period, 1, 'LEG-1', 'LEG-1', 10, 70, 'CNY', created_by from first_leg_shipment where id = ${shipmentId}`.execute(
    h.db,
  )
  const to = { fromWarehouseId: home, toWarehouseId: abroad, target: 3, channelId, logisticsNo: shipmentNo }
  const id = await made('shippingOrder', { businessOn: today, ...to, lines: { added: [{ productId, quantity: '10' }] } })
  for (const name of ['submit', 'allocate', 'release', 'pick']) await step(name, id)
  await step('packSheet', id, { sheet: '1\t50\t40\t30\t12\tLEG-1\t10' })
  await step('ship', id)
  expect(await count()).toBe(before)
  expect((await admin.get(`/shippingOrder/query/${id}`)).data).toMatchObject({ consignmentId: shipmentId, estimate: '0.0000' })
  // its ten units at sea bear the fee of its packed line
  const [units, amount] = was[2] ?? ['0', '0']
  expect((await layers())[2]).toEqual([String(Number(units) + 10), String(Number(amount) + 70)])
  await step('reverse', id)
  expect(await layers()).toEqual(was)
  expect((await admin.get(`/FinanceFirstLegShipment/query/${shipmentId}`)).data).toMatchObject({ shipmentNo })
})

test('a bill is held against its estimate with what others of its consignment came to, in any order and currency', async () => {
  const id = await made('shippingOrder', {
    businessOn: today,
    fromWarehouseId: home,
    toWarehouseId: abroad,
    target: 3,
    channelId,
    lines: { added: [{ productId, quantity: '10' }] },
  })
  for (const name of ['submit', 'allocate', 'release', 'pick']) await step(name, id)
  await step('packSheet', id, { sheet: '1\t50\t40\t30\t12\tLEG-1\t10' })
  await step('ship', id)
  const { consignmentId: shipmentId } = (await admin.get(`/shippingOrder/query/${id}`)).data
  const billed = (amount: string, currency = 'CNY') =>
    made('FinanceFirstLegBill', {
      businessOn: today,
      shipmentId,
      basis: 1,
      currency,
      meaning: 1,
      lines: { added: [{ kind: 1, amount }] },
    })
  const beyond = async (...ids: readonly string[]) =>
    Promise.all(ids.map(async bill => (await admin.get(`/FinanceFirstLegBill/query/${bill}`)).data.beyond as boolean))
  const bills = [await billed('80'), await billed('80'), await billed('20', 'USD')]
  const [a = '', b = '', usd = ''] = bills
  expect(await beyond(a, b, usd)).toEqual([false, false, true])
  const { boss = '' } = await employeesOf(h)
  await publishFlow(
    admin,
    'financeFirstLegBill',
    flowOf([stepOf('a', [{ by: 'person', ids: [boss] }])], inLine('a'), { needed: [{ field: 'beyond', condition: 'EQ', value: true }] }),
  )
  expect((await admin.post('/FinanceFirstLegFee/generate', { ids: [a, b] })).msg).toContain('请单独分摊')
  expect(await beyond(a, b)).toEqual([false, false])
  expect(await asked('/FinanceFirstLegFee/generate', { ids: [a] })).toMatchObject({ changed: 1 })
  expect(await beyond(b)).toEqual([true])
  await asked('/FinanceFirstLegFee/batchCancel', { ids: [a] })
  expect(await beyond(a, b)).toEqual([false, false])
  await asked('/FinanceFirstLegFee/generate', { ids: [b] })
  const held = await asked('/FinanceFirstLegFee/generate', { ids: [a] })
  expect(held.approval).toBeDefined()
  expect((await admin.get(`/FinanceFirstLegBill/query/${a}`)).data).toMatchObject({ beyond: true, state: 0 })
  await sql`update workflow_setting set status = 0 where form_code = 'financeFirstLegBill'`.execute(h.db)
})

const cases = Number(process.env['LEG_CASES'] ?? 4)
/** first leg in the books of one product: of what lies anywhere, and of what was lost beside its cost of 5 */
async function legOf(of: string): Promise<string> {
  const handler = defined(finance.jobs?.['stock.layers'], 'the job of the layers')
  await handler(h.house, { orgId: h.demo.organisationIds[0] }, new AbortController().signal)
  const { rows } = await sql<{ leg: string }>`select ((select coalesce(sum(first_leg), 0) from stock_value where product_id = ${of}
      and month = (select max(month) from stock_value where product_id = ${of}))
    + (select coalesce(sum(amount - 5 * quantity), 0) from stock_take
      where product_id = ${of} and kind = 3))::numeric(20, 2)::text as leg`.execute(h.db)
  return rows[0]?.leg ?? ''
}

test(`first leg of ${cases} shipments adds up to the estimate, then to the bill, to the cent, over a closed month`, async () => {
  const random = seededRandom(40)
  const bin = await h.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', home)
    .where('kind', '=', 1)
    .executeTakeFirstOrThrow()
  const sent: { id: string; of: string; line: string; units: number; left: number }[] = []
  const go = async (name: string, id: string, input: object) => asked(`/shippingOrderLine/${name}`, { id, ...input })
  for (let n = 0; n < cases; n += 1) {
    const of = await made('productManage', { sku: `LEG-R${n}`, name: '商品' })
    const added = [{ productId: of, quantity: '60', unitCost: '5', toId: bin.id }]
    await asked('/goodsIn/receive', { id: await made('goodsIn', { businessOn: today, kind: 4, warehouseId: home, lines: { added } }) })
    const units = 5 + random.below(50)
    const header = { businessOn: today, fromWarehouseId: home, toWarehouseId: abroad, target: 3, channelId }
    const id = await made('shippingOrder', { ...header, lines: { added: [{ productId: of, quantity: String(units) }] } })
    for (const name of ['submit', 'allocate', 'release', 'pick']) await step(name, id)
    await step('packSheet', id, { sheet: `1\t50\t40\t30\t12\tLEG-R${n}\t${units}` })
    await step('ship', id)
    expect(await legOf(of)).toBe('100.00')
    const line = (await asked('/listField/lines', { type: 'shippingOrder', id })).list[0].id as string
    const came = 1 + random.below(units - 2)
    await go('arrive', line, { quantity: String(came) })
    expect(await legOf(of)).toBe('100.00')
    sent.push({ id, of, line, units, left: units - came })
  }
  await sql`insert into finance_month (org_id, month, state) values (${h.demo.organisationIds[0]}, '2026-11-01', 1)`.execute(h.db)
  h.clock.now = new Date('2026-12-10T09:00:00+08:00')
  admin = await signedInAs(h, 'admin')
  for (const { id, of, line, units, left } of sent) {
    await go('lose', line, { quantity: '1', reason: '丢件' })
    if (left > 1) await go('arrive', line, { quantity: String(1 + random.below(left - 1)) })
    expect(await legOf(of)).toBe('100.00')
    const { consignmentId: shipmentId } = (await admin.get(`/shippingOrder/query/${id}`)).data
    const amount = `${1 + random.below(900)}.${String(random.below(100)).padStart(2, '0')}`
    const lines = { added: [{ kind: 1, amount }] }
    const bill = await made('FinanceFirstLegBill', { businessOn: '2026-12-10', shipmentId, basis: 1, currency: 'CNY', meaning: 1, lines })
    await asked('/FinanceFirstLegFee/generate', { ids: [bill] })
    expect([of, await legOf(of)]).toEqual([of, amount])
    // what had arrived before the close bears its part of the bill, as what is still at sea does
    const { 2: sea = ['0', '0'], 4: there = ['0', '0'] } = await layers(of)
    for (const [lying = '', leg = ''] of [sea, there])
      expect(Math.abs(Number(leg) - (Number(amount) * Number(lying)) / units), `${of}: ${lying} bear ${leg}`).toBeLessThan(0.01)
  }
}, 240_000)
