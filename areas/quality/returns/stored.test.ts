/** Origins of returns as stored: by the issue of the order, by what came first, and what changes when more is known. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { markStale, proveRollup, readReport, refreshRollups } from '#platform/server/reports.ts'
import { openBooks, run, type Books } from '../../../test/setup/finance-books.ts'
import { returnedFrom, returnReport } from './tables.ts'
import { returnFiles, returnsTimed, traceReturns } from './trace.ts'

let b: Books
let place = 0
const keys = () => {
  const line_key = `50000000-0000-0000-0000-${String((place += 1)).padStart(12, '0')}`
  return { line_key, state_key: line_key, import_id: 1 }
}
const returned = (row: object) =>
  b.put('fba_return', {
    shop_id: 1,
    reported_on: '2026-03-10',
    returned_at: '2026-03-10Z',
    disposition: 'SELLABLE',
    quantity: 1,
    ...keys(),
    ...row,
  })
const told = (event: string, quantity: number, happened_on: string) =>
  b.put('fba_ledger_line', { shop_id: 1, sku: 'S1', event, quantity, happened_on, disposition: 'SELLABLE', ...keys() })
const days = ['2026-03-10']
const trace = async (): Promise<boolean> => {
  const inside = await b.system()
  return inside.write(async tx => {
    const changed = await traceReturns(tx, '1', days)
    if (changed) await markStale(tx, returnedFrom, '1', days, new Date('2026-03-20T00:00:00Z'))
    return changed
  })
}
const origins = async () =>
  (await run(b, 'select order_no, cause, batch_id::int as batch, supplier_id::int as supplier, quantity from return_origin order by 1, 2'))
    .rows

beforeAll(async () => {
  b = await openBooks(['2026-03'])
  await run(b, "select ensure_month('order_line', '2026-02-01')")
  for (const id of [1, 2, 3]) await b.put('supplier', { id, org_id: 1, code: `V${id}`, name: `供应商${id}` })
  await b.put('warehouse', { id: 1, org_id: 1, code: 'W', name: '仓', kind: 1 })
  for (const [id, supplier] of [
    [1, 1],
    [2, 2],
    [3, null],
  ])
    await b.put('goods_batch', { id, org_id: 1, product_id: 1, batch_no: `B${id}`, supplier_id: supplier, first_in_on: '2026-01-01' })
  await b.put('goods_location', { id: 7, org_id: 1, code: 'FBA', kind: 22, shop_id: 1 })
  await b.put('goods_location', { id: 8, org_id: 1, code: 'OUT', kind: 21, shop_id: 1 })
  await b.put('goods_location', { id: 9, org_id: 1, code: 'SEA', kind: 7 })
  await b.put('goods_posting', {
    id: 1,
    org_id: 1,
    key: 'k',
    doc_type: 'shipping_order',
    doc_id: '1',
    booked_on: '2026-01-10',
    posted_at: '2026-01-10Z',
  })
  const moved = (row: object) =>
    b.put('goods_move', {
      org_id: 1,
      product_id: 1,
      reason: 35,
      from_id: 9,
      to_id: 7,
      doc_type: 'shipping_order',
      doc_id: '1',
      posting_id: 1,
      happened_at: '2026-01-10Z',
      ...row,
    })
  await moved({ booked_on: '2026-01-10', batch_id: 1, quantity: 10 })
  await moved({ booked_on: '2026-02-10', batch_id: 2, quantity: 10 })
  await b.put('goods_out', {
    id: 5,
    org_id: 1,
    no: 'CK1',
    business_on: '2026-02-20',
    kind: 1,
    warehouse_id: 1,
    shop_id: 1,
    order_no: 'O-OWN',
    due_on: '2026-02-20',
  })
  await moved({ booked_on: '2026-02-20', reason: 41, from_id: 7, to_id: 8, doc_type: 'goods_out', doc_id: '5', batch_id: 3, quantity: 1 })
  await returned({ order_id: 'O-OWN', sku: 'S1', reason: 'DEFECTIVE' })
  await returned({ order_id: 'O-FBA', sku: 'S1', reason: 'NOT_AS_DESCRIBED', quantity: 2 })
  await returned({ order_id: 'O-NONE', sku: 'NO-SKU', reason: 'UNWANTED_ITEM' })
}, 120_000)
afterAll(() => b?.close())

test('an issue tells the batch; without a ledger the last arrival does; a SKU that nobody mapped has none', async () => {
  expect(await trace()).toBe(true)
  expect(await origins()).toEqual([
    { order_no: 'O-FBA', cause: 'description', batch: 2, supplier: 2, quantity: 2 },
    { order_no: 'O-NONE', cause: 'none', batch: 0, supplier: 0, quantity: 1 },
    { order_no: 'O-OWN', cause: 'product', batch: 3, supplier: 0, quantity: 1 },
  ])
  expect(await trace()).toBe(false)
})

test('with a ledger what came first leaves first: four lay there, eight left before the order', async () => {
  await told('Receipts', 4, '2026-01-01')
  await told('Shipments', -8, '2026-01-20')
  await told('Shipments', -8, '2026-03-09')
  await b.put('order_line', {
    shop_id: 1,
    ordered_on: '2026-02-25',
    order_no: 'O-FBA',
    line_no: '1',
    purchased_at: '2026-02-25Z',
    status: 1,
    status_at: '2026-02-25Z',
    sku: 'S1',
    quantity: 2,
    item: 0,
    sales: 0,
    currency: 'USD',
    is_cancelled: false,
    first_of_order: 1,
    first_of_sku: 1,
    import_id: 1,
  })
  expect(await trace()).toBe(true)
  expect((await origins())[0]).toMatchObject({ batch: 1, supplier: 1 })
})

test('a batch without a supplier was bought from whoever delivered the product last before the order', async () => {
  await b.put('goods_in', {
    id: 1,
    org_id: 1,
    no: 'RK1',
    business_on: '2026-01-02',
    kind: 1,
    warehouse_id: 1,
    supplier_id: 3,
    state: 4,
    posted_on: '2026-01-02',
  })
  await b.put('goods_in_line', { org_id: 1, in_id: 1, line_no: 1, product_id: 1, quantity: 20, warehouse_id: 1 })
  expect(await trace()).toBe(true)
  expect((await origins())[2]).toMatchObject({ batch: 3, supplier: 3 })
})

test('the report adds it up, a Pareto line ends at all of it, and a file that is gone leaves nothing', async () => {
  await refreshRollups(b.house, '1')
  const ask = { by: ['class'], startDate: '2026-03-01', endDate: '2026-03-31', currency: 'CNY', pageSize: 100 } as const
  const { list } = await readReport(b.as(), returnReport, ask, ['returned', 'ofProduct', 'productRate', 'together'])
  expect(list.map(row => [row.key['class'], row.values['returned'], row.values['together']])).toEqual([
    ['description', '2', '0.500000'],
    ['none', '1', '1.000000'],
    ['product', '1', '1.000000'],
  ])
  expect(await proveRollup(await b.system(), returnedFrom)).toEqual([])
  await run(b, "delete from fba_return where order_id = 'O-FBA'")
  expect(await trace()).toBe(true)
  expect((await origins()).map(row => row['order_no'])).toEqual(['O-NONE', 'O-OWN'])
})

const file = async (isRemoval: boolean) => {
  const inside = await b.system()
  return inside.write(async tx => {
    const now = new Date('2026-03-20T00:00:00Z')
    return returnFiles['amazonReturns']?.follow({ house: b.house, tx, orgId: '1', shopId: '1', importId: '1', isRemoval, now })
  })
}
const bothNone = (quantity: number) => [expect.objectContaining({ order_no: 'O-NONE', quantity }), expect.anything()]

test('one of two files with lines of the same order is taken back: its units go', async () => {
  const second = { order_id: 'O-NONE', sku: 'NO-SKU', reason: 'UNWANTED_ITEM', returned_at: '2026-03-10T09:00Z', quantity: 4 }
  await returned(second)
  await file(false)
  expect(await origins()).toEqual(bothNone(5))
  await run(b, "delete from fba_return where order_id = 'O-NONE' and quantity = 4")
  await file(true)
  expect(await origins()).toEqual(bothNone(1))
})

test('the work of the night waits for an import of its shop', async () => {
  await run(b, 'delete from return_origin')
  await run(b, 'begin')
  await run(b, "select pg_advisory_xact_lock(hashtextextended('import of shop 1', 0))")
  await run(
    b,
    `insert into return_origin (shop_id, day, order_no, sku, reason, cause, product_id, batch_id, supplier_id, quantity)
      select 1, '2026-03-10', 'O-NONE', 'NO-SKU', 'UNWANTED_ITEM', 'none', 0, 0, 0, 1`,
  )
  const inside = await b.system()
  const [work] = returnsTimed
  if (work === undefined || work.of === 'installation') throw new Error('work of an organisation')
  const night = inside.write(tx => Promise.resolve(work.work(inside, tx, { at: new Date(), signal: AbortSignal.timeout(60_000) })))
  const waiting = 'select from pg_locks join pg_database d on d.oid = database and datname = current_database() where not granted'
  await vi.waitUntil(async () => (await run(b, waiting)).rows.length > 0, { timeout: 10_000 })
  await run(b, 'commit')
  await night
  expect(await origins()).toEqual(bothNone(1))
})
