/** Bundles that buyers order: counted from their parts, put together by the posting that ships, taken apart when it is taken back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { productionHouse, today, type ProductionHouse } from '../../test/setup/production-house.ts'

let p: ProductionHouse
let shopId = ''
beforeAll(async () => {
  p = await productionHouse('BU', ['A', 'B', 'C', 'SET', 'DUO', 'E', 'KIT'])
  await p.bill('SET', 3, { A: '2', B: '1' }, '0.5')
  await p.bill('DUO', 3, { A: '1', C: { per: '0.3', scrap: '5' } })
  shopId = (await p.one(sql<{ id: string }>`select id::text as id from shop where org_id = ${p.orgId} order by id limit 1`)).id
  await p.receive('A', '10', '2')
  await p.receive('B', '5', '5')
}, 180_000)
afterAll(() => p.h.close())

type Values = Readonly<Record<string, unknown>>
const issue = async (of: Readonly<Record<string, string>>, more: Values = {}): Promise<string> => {
  const added = Object.entries(of).map(([sku, quantity]) => ({ productId: p.ids[sku], quantity }))
  const id = await p.add('goodsOut', { businessOn: today, kind: 1, shopId, warehouseId: p.warehouseId, lines: { added }, ...more })
  expect(await p.call('goodsOut/submit', { id })).toBe('')
  return id
}
const steps = async (id: string, ...names: readonly string[]): Promise<void> => {
  for (const name of names) expect([name, await p.call(`goodsOut/${name}`, { id })]).toEqual([name, ''])
}
const lines = async (id: string): Promise<readonly (readonly (string | undefined)[])[]> =>
  (await p.list('goodsOutLine', { outId: [id] }))
    .toSorted((a, b) => Number(a['id']) - Number(b['id']))
    .map(one => [
      Object.keys(p.ids).find(sku => p.ids[sku] === one['productId']),
      ...['quantity', 'held', 'sets'].map(name => canonical(one[name] ?? '0')),
    ])
const bundles = async (sku: string): Promise<string | null> => {
  const [row] = await p.list('goodsStock/byItem', { productId: [p.ids[sku]] })
  return row?.['bundles'] == null ? null : canonical(row['bundles'])
}
const free = async (sku: string): Promise<string> =>
  canonical((await p.list('goodsStock/byItem', { productId: [p.ids[sku]] }))[0]?.['free'] ?? '0')

test('free bundles are the least of their parts; one that is ordered is held as its parts and put together as it ships', async () => {
  expect([await bundles('SET'), await bundles('DUO'), await bundles('A')]).toEqual(['5', '0', null])
  const id = await issue({ SET: '3' })
  await steps(id, 'allocate')
  expect(await lines(id)).toEqual([
    ['SET', '3', '3', '3'],
    ['A', '6', '6', '0'],
    ['B', '3', '3', '0'],
  ])
  expect([await free('A'), await free('B'), await bundles('SET')]).toEqual(['4', '2', '2'])
  await steps(id, 'release', 'pick', 'ship')
  // 6 at 2, 3 at 5, half a yuan each: what was sold lies at the shop
  expect([await p.layers('A'), await p.layers('B'), await p.layers('SET')]).toEqual([
    ['4', '8'],
    ['2', '10'],
    ['3', '28.5'],
  ])
  await steps(id, 'reverse')
  expect([await p.layers('A'), await p.layers('B'), await p.layers('SET')]).toEqual([
    ['10', '20'],
    ['5', '25'],
    ['0', '0'],
  ])
  expect(await p.row(id, 'goodsOut')).toMatchObject({ toPutBack: true })
  await steps(id, 'putBack')
  expect([await free('A'), await free('B'), await bundles('SET')]).toEqual(['10', '5', '5'])
})

test('a part of a batch that has expired, or may not leave so late, is in no free bundle', async () => {
  await p.bill('KIT', 3, { E: '1' })
  await sql`update product_supply set tracking = 1, min_days_out = 30 where product_id = ${p.ids['E']}`.execute(p.h.db)
  for (const [batchNo, quantity, expiresOn] of [
    ['BU-OLD', '3', '2020-01-01'],
    ['BU-SOON', '2', today],
    ['BU-NEW', '4', '2099-01-01'],
  ] as const) {
    const batchId = await p.add('goodsBatch', { productId: p.ids['E'], batchNo })
    await p.receive('E', quantity, '1', { batchId })
    await sql`update goods_batch set expires_on = ${expiresOn} where id = ${batchId}`.execute(p.h.db)
  }
  expect(await bundles('KIT')).toBe('4')
})

test('what lies there is taken first; two bundles of one document each bear the cost of their own parts', async () => {
  await p.receive('SET', '1', '20')
  await p.receive('C', '1', '100')
  const id = await issue({ SET: '2', DUO: '3' })
  await steps(id, 'allocate')
  expect(await lines(id)).toEqual([
    ['SET', '2', '2', '1'],
    ['DUO', '3', '3', '3'],
    ['A', '2', '2', '0'],
    ['B', '1', '1', '0'],
    ['A', '3', '3', '0'],
    ['C', '0.945', '0.945', '0'],
  ])
  await steps(id, 'release', 'pick', 'ship')
  expect(await p.layers('SET')).toEqual(['2', '29.5'])
  expect(await p.layers('DUO')).toEqual(['3', '100.5'])
  // a part that costs more than was thought costs the bundle so much more
  const { id: receiptId } = await p.one(sql<{ id: string }>`select id::text as id from cost_receipt where product_id = ${p.ids['C']}`)
  const addition = { receiptId, part: 1, meaning: 2, amount: '10', currency: 'CNY', day: today }
  expect(await p.call('FinanceCostAddition/insert', addition)).toBe('')
  expect(await p.layers('DUO')).toEqual(['3', '109.95'])
  expect(await p.layers('SET')).toEqual(['2', '29.5'])
})

test('short of a part the document waits and holds no half bundle; with the part it goes; cancelled, all is free', async () => {
  const id = await issue({ SET: '6' })
  await steps(id, 'allocate')
  expect(await p.row(id, 'goodsOut')).toMatchObject({ state: 2, isLack: true })
  // of A five are left
  expect(await lines(id)).toEqual([
    ['SET', '6', '2', '2'],
    ['A', '4', '4', '0'],
    ['B', '2', '2', '0'],
  ])
  await p.receive('A', '7', '2')
  await p.receive('B', '2', '5')
  await steps(id, 'allocate')
  expect(await lines(id)).toEqual([
    ['SET', '6', '6', '6'],
    ['A', '4', '4', '0'],
    ['B', '2', '2', '0'],
    ['A', '8', '8', '0'],
    ['B', '4', '4', '0'],
  ])
  expect(await p.call('goodsOut/void', { id, reason: '不要了' })).toBe('')
  expect([await free('A'), await free('B')]).toEqual(['12', '6'])
})

test('two orders of the last part of a bundle: one has it', async () => {
  const ids = await Promise.all([issue({ SET: '6' }), issue({ SET: '6' })])
  await Promise.all(ids.map(id => p.call('goodsOut/allocate', { id })))
  const states = await Promise.all(ids.map(async id => Number((await p.row(id, 'goodsOut')).state)))
  expect(states.toSorted((a, b) => a - b)).toEqual([2, 3])
  const { over } = await p.one(sql<{ over: number }>`select count(*)::int as over from goods_cell where reserved > quantity`)
  expect(over).toBe(0)
  for (const id of ids) await p.call('goodsOut/void', { id, reason: '试' })
  expect([await free('A'), await free('B')]).toEqual(['12', '6'])
})

test('bundles that lie there under the label of the line are taken before their parts', async () => {
  const { id: labelId } = await p.one(sql<{ id: string }>`insert into sku_map (org_id, shop_id, seller_sku, product_id)
    values (${p.orgId}, ${shopId}, 'BU-SET', ${p.ids['SET']}) returning id::text as id`)
  await p.receive('SET', '2', '20', { labelId })
  await p.receive('A', '20', '2')
  await p.receive('B', '20', '5')
  const lacking = await p.list('goodsStock/byItem', { productId: [p.ids['SET']] })
  const bare = Number(lacking[0]?.['free'] ?? 0) - 2
  const added = [{ productId: p.ids['SET'], quantity: String(bare + 3), labelId }]
  const id = await p.add('goodsOut', { businessOn: today, kind: 1, shopId, warehouseId: p.warehouseId, lines: { added } })
  await steps(id, 'submit', 'allocate')
  expect((await lines(id))[0]).toEqual(['SET', String(bare + 3), String(bare + 3), '1'])
  await steps(id, 'release', 'pick', 'ship')
  expect(canonical((await p.list('goodsStock/byItem', { productId: [p.ids['SET']] }))[0]?.['quantity'] ?? '0')).toBe('0')
})
