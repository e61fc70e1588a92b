/** Assemblies and splits through the calls: quantities, and the cost of what was used in what was made, late costs too. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { logistics } from '#areas/logistics/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { defined } from '#platform/server/area.ts'
import { production } from './index.ts'

let h: DemoHouse
let admin: Person
let warehouseId = ''
const ids: Record<string, string> = {}
type Values = Readonly<Record<string, unknown>>
const today = '2026-11-21'

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics, production])
  admin = await signedInAs(h, 'admin')
  for (const sku of ['A', 'B', 'SET', 'TOP'])
    ids[sku] = (await admin.post('/productManage/insert', { sku: `CV-${sku}`, name: `商品${sku}` })).data.id as string
  warehouseId = (await admin.post('/warehouseManage/insert', { code: 'CV', name: '组装仓', kind: 1 })).data.id as string
  await keep()
  await receive({ A: ['100', '2'], B: ['30', '5'] })
  await bill('SET', 3, { A: '2', B: '1' }, '0.5')
  await bill('TOP', 1, { SET: '1', A: '1' }, '1')
}, 180_000)
afterAll(() => h.close())

async function keep(): Promise<void> {
  const placeId = (await admin.post('/FinanceStockPlace/insert', { name: '组装仓', kind: 1 })).data.id
  expect((await admin.post('/warehouseManage/keepStock', { id: warehouseId, month: '2026-11', placeId })).msg).toBe('')
}

async function receive(of: Readonly<Record<string, readonly [quantity: string, unitCost: string]>>): Promise<void> {
  const bin = await h.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('kind', '=', 1)
    .executeTakeFirstOrThrow()
  const added = Object.entries(of).map(([sku, [quantity, unitCost]]) => ({ productId: ids[sku], quantity, unitCost, toId: bin.id }))
  const { data } = await admin.post('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId, lines: { added } })
  expect((await admin.post('/goodsIn/receive', { id: data.id })).msg).toBe('')
}
const bills: Record<string, string> = {}
async function bill(
  sku: string,
  kind: number,
  parts: Readonly<Record<string, string | Values>>,
  fee = '0',
  validFrom = '2026-11-01',
): Promise<string> {
  const added = Object.entries(parts).map(([part, per]) => ({ partId: ids[part], ...(typeof per === 'string' ? { per } : per) }))
  const header = { businessOn: today, productId: ids[sku], kind, fee, validFrom }
  const { data, msg } = await admin.post('/bom/insert', { ...header, lines: { added } })
  expect(msg).toBe('')
  expect((await admin.post('/bom/submit', { id: data.id })).msg).toBe('')
  bills[`${sku}${kind}`] ??= data.id as string
  return data.id as string
}
const convert = async (bomId: string | undefined, kind: number, quantity: string, more: Values = {}): Promise<string> => {
  const { data, msg } = await admin.post('/goodsConvert/insert', { businessOn: today, warehouseId, bomId, kind, quantity, ...more })
  expect(msg).toBe('')
  return data.id as string
}
const post = async (id: string): Promise<string> => (await admin.post('/goodsConvert/post', { id })).msg
const toBin = async (): Promise<string> =>
  (
    await h.db
      .selectFrom('goods_location')
      .select('id')
      .where('warehouse_id', '=', warehouseId)
      .where('kind', '=', 1)
      .executeTakeFirstOrThrow()
  ).id
const settle = async (): Promise<void> => {
  const handler = defined(finance.jobs?.['stock.layers'], 'the job of the layers')
  await handler(h.house, { orgId: h.demo.organisationIds[0] }, new AbortController().signal)
}
/** units and value in layers */
const layers = async (sku: string): Promise<readonly [string, string]> => {
  await settle()
  const { rows } = await sql<{ quantity: string; value: string }>`select coalesce(sum(quantity), 0)::text as quantity,
      coalesce(sum(purchase + first_leg + duty + other), 0)::text as value from stock_layer where product_id = ${ids[sku]}`.execute(h.db)
  return [canonical(rows[0]?.quantity ?? '0'), canonical(rows[0]?.value ?? '0')]
}

test('a set takes its parts with scrap and fee, is taken back on its day exactly, and its cost goes on to what is made of it', async () => {
  expect(await layers('A')).toEqual(['100', '200'])
  const id = await convert(bills['SET3'], 1, '10', { toId: await toBin() })
  const lines = (await admin.post('/goodsConvertLine/list', { convertId: [id] })).data.list as Values[]
  expect(lines.map(one => [one['direction'], one['quantity'], one['fee']])).toEqual([
    [1, '20.000000', '0.0000'],
    [1, '10.000000', '0.0000'],
    [2, '10.000000', '5.0000'],
  ])
  expect(await post(id)).toBe('')
  // 20 at 2, 10 at 5, half a yuan each
  expect([await layers('A'), await layers('B'), await layers('SET')]).toEqual([
    ['80', '160'],
    ['20', '100'],
    ['10', '95'],
  ])
  expect((await admin.post('/goodsConvert/reverse', { id })).msg).toBe('')
  expect([await layers('A'), await layers('B'), await layers('SET')]).toEqual([
    ['100', '200'],
    ['30', '150'],
    ['0', '0'],
  ])
  const again = await convert(bills['SET3'], 1, '10', { toId: await toBin() })
  expect(await post(again)).toBe('')
  const top = await convert(bills['TOP1'], 1, '4')
  expect(await post(top)).toBe('')
  // four sets at 9.5, four parts at 2, a fee of 1 each
  expect([await layers('SET'), await layers('TOP')]).toEqual([
    ['6', '57'],
    ['4', '50'],
  ])
})

test('a late cost of a part reaches the set and what was made of it', async () => {
  const { data } = await admin.post('/FinanceCostReceipt/list', { productId: [ids['B']] })
  const addition = { receiptId: data.list[0].id, part: 1, meaning: 2, amount: '30', currency: 'CNY', day: today }
  expect((await admin.post('/FinanceCostAddition/insert', addition)).msg).toBe('')
  // one more for each B: ten went into sets, four of these into TOP
  expect([await layers('B'), await layers('SET'), await layers('TOP')]).toEqual([
    ['20', '120'],
    ['6', '63'],
    ['4', '54'],
  ])
})

test('a split shares its cost by percent', async () => {
  await bill('SET', 4, { A: { per: '2', percent: '40' }, B: { per: '1', percent: '60' } })
  const id = await convert(bills['SET4'], 2, '6', { toId: await toBin() })
  expect(await post(id)).toBe('')
  // 63 for six sets: 25.2 and 37.8
  expect(await layers('SET')).toEqual(['0', '0'])
  const [a, b] = [await layers('A'), await layers('B')]
  expect([a[0], b[0]]).toEqual(['88', '26'])
  expect([a[1], b[1]]).toEqual(['177.2', '157.8'])
})

test('value stays what it was, by layers, ledger and places; cells agree', async () => {
  await settle()
  const { data } = await admin.post('/FinanceStockValue/proofList', {})
  expect(data.list.map((row: Values) => row['difference'])).toEqual(data.list.map(() => '0.0000'))
  const { rows } = await sql<{ value: string }>`select sum(purchase + first_leg + duty + other)::text as value from stock_layer
    where product_id = any(${Object.values(ids)}::bigint[])`.execute(h.db)
  // 350 received, 30 late, fees of 5 and 4
  expect(canonical(rows[0]?.value ?? '0')).toBe('389')
})

test('what is put together in the days before the next version begins is made by the one of the day', async () => {
  const next = await bill('SET', 3, { A: '5', B: '5' }, '0.5', '2026-11-28')
  expect(await post(await convert(bills['SET3'], 1, '1'))).toBe('')
  expect(await post(await convert(next, 1, '1'))).toContain('没有生效')
})

/** tasks of a document that wait to be done */
const waiting = async (docType: string, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_task
    where doc_type = ${docType} and doc_id = ${id} and state in (1, 2)`.execute(h.db)
  return rows[0]?.n ?? 0
}
const byTask = (on: boolean) =>
  h.db
    .updateTable('warehouse')
    .set({ by_task: on } as never)
    .where('id', '=', warehouseId)
    .execute()

test('what is put away by task is put away no more once it was taken back', async () => {
  await byTask(true)
  const id = await convert(bills['SET3'], 1, '1')
  expect(await post(id)).toBe('')
  expect(await waiting('goods_convert', id)).toBe(1)
  expect((await admin.post('/goodsConvert/reverse', { id })).msg).toBe('')
  expect(await waiting('goods_convert', id)).toBe(0)
  await byTask(false)
})

test('refused: too few parts, a bill of another kind, one that does not hold, somebody without the warehouse', async () => {
  expect(await post(await convert(bills['TOP1'], 1, '500'))).toContain('不够 500')
  const kind = await admin.post('/goodsConvert/insert', { businessOn: today, warehouseId, bomId: bills['SET4'], kind: 1, quantity: '1' })
  expect(kind.code).not.toBe(0)
  const keeper = await signedInAs(h, 'keeper')
  const foreign = await keeper.post('/goodsConvert/insert', {
    businessOn: today,
    warehouseId,
    bomId: bills['SET3'],
    kind: 1,
    quantity: '1',
  })
  expect(foreign.code).not.toBe(0)
  const early = await convert(bills['SET3'], 1, '1', { businessOn: '2026-11-10' })
  expect(await post(early)).toContain('2026-11-10 太早了')
  const huge = await bill('B', 3, { A: '1000000000' }, '0')
  const of = { businessOn: today, warehouseId, bomId: huge, kind: 1, quantity: '1000000' }
  expect((await admin.post('/goodsConvert/insert', of)).msg).toContain('CV-A 的用量或加工费过大')
  const draft = await convert(bills['SET3'], 1, '1')
  expect((await keeper.post('/goodsConvert/post', { id: draft })).code).not.toBe(0)
})
