/** The functions of the ledger of quantities: what they refuse, in which order they hold, and that a key is entered once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, goodsBooks, today, type GoodsBooks, type Line } from '../../test/setup/goods-books.ts'

let b: GoodsBooks
beforeAll(async () => {
  b = await goodsBooks(64)
})
afterAll(() => b.close())

const into = (toId: number, quantity: number | string, more: Partial<Line> = {}): Line => ({
  productId: 1,
  quantity,
  fromKind: 27,
  toId,
  reason: 71,
  ...more,
})
const out = (fromId: number, quantity: number, more: Partial<Line> = {}): Line => ({
  productId: 1,
  quantity,
  fromId,
  toKind: 26,
  reason: 54,
  ...more,
})
const move = (fromId: number, toId: number, quantity: number, more: Partial<Line> = {}): Line => ({
  productId: 1,
  quantity,
  fromId,
  toId,
  reason: 23,
  ...more,
})
const quantityOf = async (location: number, more = 'product_id = 1') =>
  (
    await b.rows<{ q: number }>(
      `select coalesce(sum(quantity), 0)::float8 as q from goods_cell where location_id = ${location} and ${more}`,
    )
  )[0]?.q
const detailOf = async (work: Promise<unknown>): Promise<object> =>
  work.then(
    () => ({}),
    (error: { detail?: string }) => JSON.parse(error.detail ?? '{}') as object,
  )
const empty = () => b.owner.query('delete from goods_hold; delete from goods_move; delete from goods_posting; delete from goods_cell')

test('a key is entered once: the second call is answered as the first was; of two at once one is entered', async () => {
  await empty()
  const first = await b.post([into(11, 5)], { key: 'once' })
  expect(await b.post([into(11, 5)], { key: 'once' })).toEqual({ ...first, known: true })
  expect(await codeOf(b.post([into(11, 5)], { key: 'once', docId: '2' }))).toBe('GP003')
  const both = await Promise.all([1, 2, 3, 4].map(() => b.post([into(11, 1)], { key: 'at once' })))
  expect(both.filter(one => !one.known)).toHaveLength(1)
  expect(await quantityOf(11)).toBe(6)
})

test('one call a transaction; another organisation; nobody writes the tables past the functions', async () => {
  await empty()
  await b.post([into(11, 5)])
  const twice = b.inTransaction(async client => {
    await b.callPost(client, b.doc(), [out(11, 1)])
    await b.callHold(client, [{ productId: 1, warehouseId: 1, quantity: 1 }])
  })
  expect(await codeOf(twice)).toBe('GP002')
  expect(
    await codeOf(b.inTransaction(async client => void (await client.query("select goods_post(2, null, now(), '{}', '[]', '[]')")))),
  ).toBe('GP004')
  expect(await codeOf(b.post([into(11, 1, { productId: 9 })]))).toBe('GP003')
  for (const statement of [
    'update goods_cell set quantity = 9',
    'delete from goods_move',
    'select goods_follow(1, null, now(), 1, 1, 1, 1)',
  ])
    await expect(b.inTransaction(async client => void (await client.query(statement)))).rejects.toMatchObject({
      code: expect.stringMatching(/42501|GP008/),
    })
  expect(await quantityOf(11)).toBe(5)
})

test('what is short is refused with what is free; holds count as taken', async () => {
  await empty()
  await b.post([into(11, 5)])
  expect(await detailOf(b.post([out(11, 6)]))).toMatchObject({ item: 'A 水壶', location: '1-1', free: '5', asked: '6', held: '0' })
  await b.hold([{ productId: 1, warehouseId: 1, quantity: 2 }])
  expect(await detailOf(b.post([out(11, 4)]))).toMatchObject({ free: '3', held: '2' })
  expect(await codeOf(b.post([out(12, 1)]))).toBe('GP001')
  await b.post([out(11, 3)])
  expect(await b.cells()).toEqual([{ key: '1/11/0/0', quantity: 2, reserved: 2 }])
})

test('lines that can not be', async () => {
  await empty()
  await b.post([into(11, 5), into(11, 4, { productId: 3, batchId: 31 })])
  const wrong: Readonly<Record<string, Line>> = {
    'quantity 0': into(11, 0),
    negative: into(11, -1),
    'seven decimals': into(11, '0.0000001'),
    'into itself': move(11, 11, 1),
    'a group': into(10, 1),
    'no location': into(999, 1),
    'from outside to outside': { productId: 1, quantity: 1, fromKind: 20, toKind: 26, reason: 11 },
    'a kind that is none': into(11, 1, { fromKind: 28 }),
    'shipped without a shop': out(11, 1, { toKind: 21 }),
    'a shop that is none': out(11, 1, { toKind: 21, shopId: 77 }),
    'no batch': into(11, 1, { productId: 3 }),
    "another product's batch": into(11, 1, { batchId: 31 }),
    'batch of an item without': into(11, 1, { productId: 2, batchId: 31 }),
    "another product's label": into(11, 1, { labelId: 43 }),
    'a product that is none': into(11, 1, { productId: 99 }),
  }
  for (const [name, line] of Object.entries(wrong)) expect([name, await codeOf(b.post([line]))]).toEqual([name, 'GP003'])
  expect(await codeOf(b.post([]))).toBe('GP003')
  expect(await quantityOf(11, 'true')).toBe(9)
})

test('no posting in a closed month nor on a day to come, by whatever way', async () => {
  await empty()
  await b.owner.query("insert into finance_month (org_id, month, state) values (1, '2026-10-01', 1)")
  expect(await detailOf(b.post([into(11, 1)], { bookedOn: '2026-10-31' }))).toMatchObject({ day: '2026-10-31', closed: '2026-10' })
  expect(await codeOf(b.post([into(11, 1)], { bookedOn: '2026-11-01' }))).toBe(null)
  expect(await codeOf(b.post([into(11, 1)], { bookedOn: '2026-11-22' }))).toBe('GP005')
  await b.owner.query('delete from finance_month')
})

test('a location that is stopped, a batch that is blocked or expired', async () => {
  await empty()
  await b.owner.query('update goods_location set status = 3 where id = 12')
  expect(await codeOf(b.post([into(12, 1)]))).toBe('GP006')
  await b.owner.query('update goods_location set status = 1 where id = 12')
  const batch = { productId: 3, batchId: 33 }
  await b.post([into(11, 5, batch), into(11, 5, { productId: 3, batchId: 31 })])
  expect(await detailOf(b.post([out(11, 1, batch)]))).toMatchObject({ batch: 'C3', expired: '2026-11-01' })
  expect(await codeOf(b.post([move(11, 16, 1, batch), out(11, 1, { ...batch, toKind: 25, reason: 53 })]))).toBe(null)
  await b.owner.query('update goods_batch set status = 3 where id = 31')
  expect(await codeOf(b.post([move(11, 15, 1, { productId: 3, batchId: 31 })]))).toBe('GP007')
  expect((await b.hold([{ productId: 3, warehouseId: 1, quantity: 1 }]))[0]?.taken).toBe('0')
  await b.owner.query('update goods_batch set status = 1 where id = 31')
})

test('room and mix of a bin; a fixed bin', async () => {
  await empty()
  await b.owner.query('update goods_location set max_volume = 10 where id = 11')
  expect(await codeOf(b.post([into(11, 5)]))).toBe(null)
  expect(await detailOf(b.post([into(11, 1)]))).toMatchObject({ why: 'room', room: '10', litres: '12' })
  await b.owner.query('update goods_location set max_volume = null, mix = 2 where id = 11')
  expect(await detailOf(b.post([into(11, 1, { productId: 2 })]))).toMatchObject({ why: 'product' })
  await b.owner.query('update goods_location set mix = 3 where id = 12')
  await b.post([into(12, 1, { productId: 3, batchId: 31 })])
  expect(await detailOf(b.post([into(12, 1, { productId: 3, batchId: 32 })]))).toMatchObject({ why: 'batch' })
  await b.owner.query('update goods_location set mix = 1, product_id = 2 where id = 13')
  expect(await detailOf(b.post([into(13, 1)]))).toMatchObject({ why: 'fixed' })
  await b.owner.query('update goods_location set mix = 1, product_id = null where id in (11, 12, 13)')
})

test('backdated: enough on every later day too, else the day and what is free', async () => {
  await empty()
  await b.post([into(11, 10)], { bookedOn: '2026-11-10' })
  await b.post([out(11, 8)], { bookedOn: '2026-11-12' })
  await b.post([into(11, 5)], { bookedOn: '2026-11-15' })
  expect(await detailOf(b.post([out(11, 4)], { bookedOn: '2026-11-11' }))).toMatchObject({ day: '2026-11-12', free: '2' })
  expect(await codeOf(b.post([out(11, 2)], { bookedOn: '2026-11-11' }))).toBe(null)
  expect(await codeOf(b.post([out(11, 1)], { bookedOn: '2026-11-13' }))).toBe('GP009')
  expect(await codeOf(b.post([out(11, 5)], { bookedOn: '2026-11-15' }))).toBe(null)
})

test('taken back exactly, once; what has gone on is refused', async () => {
  await empty()
  const first = await b.post([into(11, 5), into(12, 2, { labelId: 41 })], { bookedOn: '2026-11-10' })
  const back = { reversesId: first.posting, bookedOn: '2026-11-10' }
  const gone = await b.post([out(11, 1)])
  expect(await codeOf(b.post([], back))).toBe('GP001')
  const again = await b.post([], { reversesId: gone.posting })
  expect(await codeOf(b.post([], { reversesId: gone.posting }))).toBe('GP010')
  expect(await codeOf(b.post([], { reversesId: again.posting }))).toBe('GP003')
  expect(await codeOf(b.post([], { reversesId: first.posting, bookedOn: '2026-11-09' }))).toBe('GP003')
  // between 10 and today the unit was out of the cell
  expect(await codeOf(b.post([], back))).toBe('GP009')
  await b.post([], { reversesId: first.posting })
  expect(await b.cells()).toEqual([])
  expect(
    await b.rows(
      'select m.id from goods_move m left join goods_move r on r.reverses_id = m.id where m.reverses_id is null and r.id is null',
    ),
  ).toEqual([])
  const relabel = await b.post([into(11, 3)]).then(() => b.post([move(11, 11, 2, { toLabelId: 41, reason: 26 })]))
  expect(await b.cells()).toEqual([
    { key: '1/11/0/0', quantity: 1, reserved: 0 },
    { key: '1/11/0/41', quantity: 2, reserved: 0 },
  ])
  await b.post([], { reversesId: relabel.posting })
  expect(await b.cells()).toEqual([{ key: '1/11/0/0', quantity: 3, reserved: 0 }])
})

test('held first in first out, by expiry, the asked label before bare units; all or nothing unless a part will do', async () => {
  await empty()
  await b.post([into(13, 2)], { bookedOn: '2026-11-05' })
  await b.post([into(11, 2), into(12, 9, { labelId: 42 }), into(14, 9)])
  await b.post([into(12, 1, { labelId: 41 })])
  await b.post([
    into(11, 2, { productId: 3, batchId: 31 }),
    into(12, 2, { productId: 3, batchId: 32 }),
    into(13, 2, { productId: 3, batchId: 33 }),
  ])
  const taken = async (demand: object) =>
    (await b.hold([{ warehouseId: 1, part: true, ...demand }]))[0]?.holds.map(h => [h.locationId, h.labelId ?? h.batchId, h.quantity])
  expect(await taken({ productId: 1, quantity: 3, labelId: 41 })).toEqual([
    ['12', '41', '1'],
    ['13', null, '2'],
  ])
  expect((await b.hold([{ warehouseId: 1, productId: 1, quantity: 3 }]))[0]).toMatchObject({ taken: '0', free: '2', holds: [] })
  expect(await taken({ productId: 1, quantity: 3 })).toEqual([['11', null, '2']])
  expect(await taken({ productId: 3, quantity: 9 })).toEqual([
    ['12', '32', '2'],
    ['11', '31', '2'],
  ])
  await b.inTransaction(
    async client => void (await client.query(`select goods_release(1, null, now(), '[{"docType": "test", "docId": "1"}]')`)),
  )
  expect((await b.cells()).filter(cell => cell.reserved > 0)).toEqual([])
  await b.owner.query('update product_supply set min_days_out = 150 where product_id = 3')
  expect(await taken({ productId: 3, quantity: 9 })).toEqual([['11', '31', '2']])
  await b.owner.query('update product_supply set min_days_out = null where product_id = 3')
  expect(await b.proof()).toEqual([])
})

test('a hold follows what is picked, in parts too, and is used when it ships; a count cuts the least urgent', async () => {
  await empty()
  await b.post([into(11, 10)])
  const [one] = await b.hold([{ productId: 1, warehouseId: 1, quantity: 6, lineId: '7' }])
  const id = one!.holds[0]!.id
  await b.post([move(11, 15, 4, { reason: 22 })], {}, [{ no: 0, id, quantity: 4 }])
  expect(await b.cells()).toEqual([
    { key: '1/11/0/0', quantity: 6, reserved: 2 },
    { key: '1/15/0/0', quantity: 4, reserved: 4 },
  ])
  expect(await codeOf(b.post([out(15, 1)]))).toBe('GP001')
  expect(await codeOf(b.post([out(15, 1)], {}, [{ no: 0, id, quantity: 1 }]))).toBe('GP008')
  const staged = (await b.rows<{ id: string }>('select id::text as id from goods_hold where state = 1 and quantity = 4'))[0]!.id
  await b.post([out(15, 4, { toKind: 21, shopId: 1, reason: 41 })], {}, [{ no: 0, id: staged, quantity: 4 }])
  expect(await b.cells()).toEqual([{ key: '1/11/0/0', quantity: 6, reserved: 2 }])
  const [urgent] = await b.hold([{ productId: 1, warehouseId: 1, quantity: 3, priority: 4 }])
  expect(await codeOf(b.post([out(11, 3, { toKind: 24, reason: 51 })]))).toBe('GP001')
  const counted = await b.post([out(11, 3, { toKind: 24, reason: 51 })], { cuts: true })
  expect(counted.cut.map(String)).toEqual([id])
  expect(await b.cells()).toEqual([{ key: '1/11/0/0', quantity: 3, reserved: 3 }])
  expect(urgent?.taken).toBe('3')
  expect(await b.proof()).toEqual([])
})

test('64 writers hold, pick and ship the last 100 units: exactly 100', async () => {
  await empty()
  await b.post([into(11, 60), into(12, 40)])
  const writer = async (w: number): Promise<number> => {
    let shipped = 0
    for (let turn = 0; turn < 5; turn += 1) {
      const [held] = await b.hold([
        { productId: 1, warehouseId: 1, quantity: 1 + ((w + turn) % 3), part: true, docId: `${w}`, lineId: `${turn}` },
      ])
      for (const { id, locationId, quantity: q } of held?.holds ?? []) {
        const quantity = Number(q)
        await b.post([move(Number(locationId), 15, quantity, { reason: 22 })], {}, [{ no: 0, id, quantity }])
        await b.post([out(15, quantity, { toKind: 21, shopId: 1, reason: 41 })], {}, [{ no: 0, id, quantity }])
        shipped += quantity
      }
    }
    return shipped
  }
  const done = await Promise.all(Array.from({ length: 64 }, (_, w) => writer(w)))
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(100)
  expect(await b.cells()).toEqual([])
  expect(await b.proof()).toEqual([])
}, 60_000)

test('a killed writer leaves nothing half; what is worked out anew is what there is', async () => {
  await empty()
  await b.post([into(11, 10), into(12, 4, { labelId: 41 })])
  await b.hold([{ productId: 1, warehouseId: 1, quantity: 3 }])
  const before = await b.cells()
  const killed = b.inTransaction(async client => {
    await b.callPost(client, b.doc(), [out(11, 1)])
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await b.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await client.query('select 1')
  })
  await expect(killed).rejects.toThrow(/terminat|closed|Connection/i)
  expect(await b.cells()).toEqual(before)
  await b.owner.query('update goods_cell set quantity = quantity + 1, reserved = 0')
  expect(await b.proof()).toHaveLength(3)
  await b.inTransaction(async client => void (await client.query('select goods_rebuild(1)')))
  expect([await b.cells(), await b.proof()]).toEqual([before, []])
})

test('500 lines post as one', async () => {
  await empty()
  const lines = Array.from({ length: 500 }, (_, n) => into(11 + (n % 3), 1 + (n % 7), n % 2 === 0 ? { labelId: 41 } : {}))
  const at = performance.now()
  expect((await b.post(lines, { bookedOn: today })).moves).toHaveLength(500)
  console.log(`500 lines: ${Math.round(performance.now() - at)} ms`)
})
