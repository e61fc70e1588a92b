/** The trace of a batch through the calls: from a supplier's receipt to a customer's order; who may not; freezing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productionHouse, today, type ProductionHouse } from '../../../test/setup/production-house.ts'
import { signedInAs } from '../../../test/setup/demo-house.ts'
import type { TraceRow } from './wire.ts'

let p: ProductionHouse
let part = ''
beforeAll(async () => {
  p = await productionHouse('TR', ['CREAM', 'JAR', 'SET', 'LID', 'DUO', 'UNO'])
  for (const sku of ['CREAM', 'SET', 'LID']) {
    const [supply] = await p.list('productSupply', { productId: [p.ids[sku]] })
    await p.call('productSupply/update', { id: supply?.['id'], version: supply?.['version'], tracking: 1 })
  }
  await p.bill('SET', 1, { CREAM: '2', JAR: '1' }, '1')
  part = await p.add('goodsBatch', { productId: p.ids['CREAM'], batchNo: 'LOT-7', supplierId: p.supplierId })
  await p.receive('CREAM', '50', '3', { batchId: part }, { kind: 1, supplierId: p.supplierId })
  await p.receive('JAR', '50', '1')
}, 180_000)
afterAll(() => p.h.close())

const flat = (rows: readonly TraceRow[]): TraceRow[] => rows.flatMap(row => [row, ...flat(row.children ?? [])])
const trace = async (id: string) => (await p.admin.post('/goodsBatch/trace', { id })).data

const shop = async (): Promise<string> => (await p.h.db.selectFrom('shop').select('id').limit(1).executeTakeFirstOrThrow()).id

test('a batch is followed to its receipt and supplier, and to what was made and shipped of it', async () => {
  const id = await p.order('SET', '10')
  await p.does(id, ['issue'], ['report', { good: '10' }], ['complete', { quantity: '10' }])
  const [made] = await p.list('goodsBatch', { productId: [p.ids['SET']] })
  const batchId = made?.['id'] ?? ''
  const [cell] = await p.list('goodsStock/byLocation', { productId: [p.ids['SET']] })
  expect(await p.call('goodsStock/byLocation/move', { id: cell?.['id'], toId: p.bin, quantity: '10' })).toBe('')
  const shopId = await shop()
  const out = await p.add('goodsOut', {
    businessOn: today,
    kind: 1,
    warehouseId: p.warehouseId,
    shopId,
    orderNo: '114-7',
    lines: { added: [{ productId: p.ids['SET'], quantity: '4' }] },
  })
  for (const step of ['submit', 'allocate', 'release', 'pick', 'ship'])
    expect([step, await p.call(`goodsOut/${step}`, { id: out })]).toEqual([step, ''])

  const back = flat((await trace(batchId)).back)
  expect(back.map(row => [row.name.split(' ')[0], row.quantity])).toEqual([
    ['生产单', '10'],
    ['TR-CREAM', '20'],
    ['入库单', '50'],
    ['TR-JAR', '10'],
  ])
  expect(back[2]).toMatchObject({ list: 'goodsIn', note: expect.stringContaining('采购入库 · ') })
  expect(back[3]).toMatchObject({ note: '不按批次管控，到此为止', list: 'goodsStockByItem' })
  const forward = await trace(part)
  expect(forward).toMatchObject({ here: '30', toFreeze: 2, isCut: false })
  const rows = flat(forward.forward)
  expect(rows.map(row => row.quantity)).toEqual(['30', '20', '10', '6', '4'])
  expect(forward.gone).toEqual([expect.objectContaining({ list: 'goodsOut', quantity: '4', note: expect.stringContaining('114-7') })])
})

test('all that is here is frozen and does not leave; it is done once', async () => {
  expect(await p.call('goodsBatch/freeze', { id: part })).toBe('')
  const { forward, toFreeze } = await trace(part)
  expect(toFreeze).toBe(0)
  expect(flat(forward).flatMap(row => (row.status === '' ? [] : [row.status]))).toEqual(['冻结'])
  const shopId = await shop()
  const out = await p.add('goodsOut', {
    businessOn: today,
    kind: 1,
    warehouseId: p.warehouseId,
    shopId,
    lines: { added: [{ productId: p.ids['SET'], quantity: '1' }] },
  })
  expect(await p.call('goodsOut/submit', { id: out })).toBe('')
  await p.call('goodsOut/allocate', { id: out })
  expect(await p.row(out, 'goodsOut')).toMatchObject({ isLack: true })
  expect(await p.call('goodsBatch/freeze', { id: part })).toContain('没有可冻结的')
})

test('a batch that went in bundles is followed to the shipment, and not into another bundle of it', async () => {
  await p.bill('DUO', 3, { LID: '2', JAR: '1' })
  await p.bill('UNO', 3, { JAR: '1' })
  const lid = await p.add('goodsBatch', { productId: p.ids['LID'], batchNo: 'LID-1', supplierId: p.supplierId })
  await p.receive('LID', '10', '1', { batchId: lid })
  const added = [
    { productId: p.ids['DUO'], quantity: '3' },
    { productId: p.ids['UNO'], quantity: '2' },
  ]
  const header = { businessOn: today, kind: 1, warehouseId: p.warehouseId, shopId: await shop(), orderNo: '114-9' }
  const out = await p.add('goodsOut', { ...header, lines: { added } })
  for (const step of ['submit', 'allocate', 'release', 'pick', 'ship'])
    expect([step, await p.call(`goodsOut/${step}`, { id: out })]).toEqual([step, ''])
  const { forward, gone } = await trace(lid)
  expect(gone).toEqual([expect.objectContaining({ list: 'goodsOut', id: out, quantity: '6', note: expect.stringContaining('114-9') })])
  expect(gone[0].note).toContain('TR-DUO')
  const rows = flat(forward)
  expect(rows.map(row => row.quantity)).toEqual(['4', '6', '3'])
  expect(rows.some(row => row.name.includes('TR-UNO'))).toBe(false)
  expect(await p.call('goodsOut/reverse', { id: out })).toBe('')
  expect((await trace(lid)).gone).toEqual([])
})

test('who has not the right learns nothing of it; of another organisation there is no batch', async () => {
  const keeper = await signedInAs(p.h, 'keeper')
  expect((await keeper.post('/goodsBatch/trace', { id: part })).data).toBeNull()
  expect((await keeper.post('/goodsBatch/freeze', { id: part })).code).not.toBe(0)
  expect((await p.admin.post('/goodsBatch/trace', { id: '999999999' })).code).not.toBe(0)
})
