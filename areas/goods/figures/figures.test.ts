/** 收发存, turnover, accuracy and classes: each figure against the moves themselves, after postings in any order and their reversals. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { finance } from '#areas/finance/index.ts'
import { classify } from '#areas/finance/costs/layers/abc.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { markStale, proveRollup, refreshRollups } from '#platform/server/reports.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { goods, postGoods, type GoodsLine } from '../index.ts'
import type { moveReasons } from '../ledger-tables.ts'
import { goodsLegs } from './legs.ts'

let h: DemoHouse
let [admin, keeper]: Person[] = []
let me: Context
let today = ''
const products: string[] = []
const warehouses: string[] = []
const bins: string[] = []
const as = (who: Person | undefined): Person => {
  if (who === undefined) throw new Error('nobody is signed in')
  return who
}
beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance])
  ;[admin, keeper] = [await signedInAs(h, 'admin'), await signedInAs(h, 'keeper')]
  me = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'tests of figures of goods')
  today = todayOf(me)
  const added = async (path: string, body: object) => {
    const answer = await as(admin).post(path, body)
    expect([path, answer.code, answer.msg]).toEqual([path, 0, ''])
    return answer.data.id as string
  }
  for (const no of [1, 2, 3, 4]) products.push(await added('/productManage/insert', { sku: `FIG-${no}`, name: `商品${no}` }))
  for (const code of ['FA', 'FB']) {
    warehouses.push(await added('/warehouseManage/insert', { code, name: `仓${code}`, kind: 1 }))
    const bin = await me.db.selectFrom('goods_location').select('id').where('code', '=', `${code}-KW`).executeTakeFirstOrThrow()
    bins.push(String(bin.id))
  }
}, 120_000)
afterAll(() => h?.close())

let keys = 0
const post = (lines: readonly GoodsLine[], bookedOn: string) =>
  me.write((tx, inside) => postGoods(inside, tx, { docType: 'test', docId: '1', key: `f:${(keys += 1)}`, lines, bookedOn }))
const takeBack = (reverses: string) =>
  me.write((tx, inside) => postGoods(inside, tx, { docType: 'test', docId: '1', key: `f:${(keys += 1)}`, reverses }))

type Reason = keyof typeof moveReasons
test('every figure is the sum of its moves, by day and month, after random postings and reversals', async () => {
  const chance = seededRandom(31)
  const outside = { outside: 'consumed' } as const
  for (const [at, productId] of products.entries())
    await post(
      [{ productId, quantity: '500', from: { outside: 'opening' }, to: bins[at % 2] ?? '', reason: 'opening' }],
      addDays(today, -120),
    )
  for (let round = 0; round < 60; round++) {
    const [productId, bin] = [chance.of(products), chance.of(bins)]
    const line = { productId, quantity: String(1 + chance.below(20)) }
    const [into, out, across] = [
      { ...line, from: { outside: 'supplier' } as const, to: bin, reason: 'bought' as Reason },
      { ...line, from: bin, to: outside, reason: 'consumed' as Reason },
      { ...line, from: bin, to: bins.find(one => one !== bin) ?? '', reason: 'transferred' as Reason },
    ]
    // what is not there is refused, and moves nothing
    const posted = await post([chance.of([into, out, across])], addDays(today, -chance.below(100))).catch(() => null)
    if (posted !== null && chance.below(5) === 0) await takeBack(posted.postingId).catch(() => null)
  }
  await refreshRollups(h.house, me.caller.orgId)
  expect(await proveRollup(me, goodsLegs)).toEqual([])
  const { rows: moves } = await sql<{ key: string; n: string }>`
    select w.id || ' ' || m.product_id || ' ' || m.reason || ' ' || m.booked_on as key, trim_scale(sum(w.sign * m.quantity))::text as n
    from goods_move m cross join lateral (values (m.to_warehouse_id, 1), (m.from_warehouse_id, -1)) as w (id, sign)
    where w.id = any(${warehouses}::bigint[]) group by 1 order by 1`.execute(h.db)
  const { rows: stored } = await sql<{ key: string; n: string }>`
    select warehouse_id || ' ' || product_id || ' ' || reason || ' ' || day as key, trim_scale(quantity)::text as n
    from goods_legs__warehouse_day_product_reason where warehouse_id = any(${warehouses}::bigint[]) order by 1`.execute(h.db)
  expect(stored).toEqual(moves)
  expect(stored.length).toBeGreaterThan(20)
  // closing is what lies there
  const asked = { startDate: addDays(today, -200), endDate: today, by: ['warehouse', 'product'], currency: 'CNY' }
  const answer = await as(admin).post('/goodsBalance/report', asked)
  expect([answer.code, answer.msg]).toEqual([0, ''])
  const { rows: cells } = await sql<{ key: string; n: string }>`
    select warehouse_id || ' ' || product_id as key, trim_scale(sum(quantity))::text as n from goods_cell
    where warehouse_id = any(${warehouses}::bigint[]) group by 1 having sum(quantity) <> 0 order by 1`.execute(h.db)
  const closing = answer.data.list.map(({ key, values }: { key: Record<string, string>; values: Record<string, string> }) => ({
    key: `${key['warehouse'] ?? ''} ${key['product'] ?? ''}`,
    n: values['closing'],
  }))
  const own = closing.filter(({ key }: { key: string }) => warehouses.includes(key.split(' ')[0] ?? ''))
  expect(own.toSorted((x: { key: string }, y: { key: string }) => (x.key < y.key ? -1 : 1))).toEqual(cells)
})

test('who has no grant of a warehouse sees none of its figures', async () => {
  for (const path of ['/goodsTurnover/list', '/goodsCount/accuracyList']) {
    const { code, data } = await as(keeper).post(path, { pageSize: 200 })
    if (code === 0) expect(data.list.filter((row: { warehouseId: string }) => warehouses.includes(row.warehouseId))).toEqual([])
    else expect(code).toBe(1003)
  }
})

test('turnover: mean stock by what left in 90 days; dead is what nothing left of for so long', async () => {
  const warehouseId = warehouses[0]
  const { data } = await as(admin).post('/goodsTurnover/list', { warehouseId, pageSize: 100 })
  const { rows } = await sql<Record<'product' | 'now' | 'moved' | 'issued', string>>`
    select c.product_id::text as product, c.now::text as now,
      coalesce((select sum(g.quantity) from goods_legs__warehouse_day_product_reason g where g.warehouse_id = ${warehouseId}
        and g.product_id = c.product_id and g.day > (now() at time zone 'Asia/Shanghai')::date - 90), 0)::text as moved,
      coalesce((select -sum(g.quantity) from goods_legs__warehouse_day_product_reason g where g.warehouse_id = ${warehouseId}
        and g.product_id = c.product_id and g.day > (now() at time zone 'Asia/Shanghai')::date - 90
        and g.reason in (41, 54)), 0)::text as issued
    from (select product_id, sum(quantity) as now from goods_cell
      where warehouse_id = ${warehouseId} and quantity > 0 group by 1) c`.execute(h.db)
  const listed = new Map(data.list.map((row: Record<string, unknown>) => [row['productId'], row]))
  expect(listed.size).toBe(rows.length)
  for (const { product, now, moved, issued } of rows) {
    const row = listed.get(product) as Record<string, unknown>
    const mean = (Number(now) + Math.max(0, Number(now) - Number(moved))) / 2
    expect([Number(row['quantity']), Number(row['issued'])]).toEqual([Number(now), Number(issued)])
    expect(Number(row['mean'])).toBeCloseTo(mean, 1)
    if (Number(issued) === 0) expect(row['days']).toBeNull()
    else expect(Number(row['days'])).toBeCloseTo((mean * 90) / Number(issued), 0)
  }
})

test('classes: the greatest value first, A to 80 %, B to 95 %, C the rest', async () => {
  const [a = '', b = '', c = '', none = ''] = products
  await sql`delete from goods_legs__warehouse_day_product_reason`.execute(h.db)
  const costs = [
    [a, '10', 80],
    [b, '10', 15],
    [c, '10', 5],
  ] as const
  for (const [productId, cost, out] of costs) {
    await sql`insert into goods_legs__warehouse_day_product_reason (org_id, warehouse_id, day, product_id, reason, quantity, n)
      values (${me.caller.orgId}, ${warehouses[0]}, ${today}, ${productId}, 41, ${-out}, 1)`.execute(h.db)
    await sql`insert into product_cost (org_id, product_id, month, unit_cost, currency)
      values (${me.caller.orgId}, ${productId}, ${`${today.slice(0, 7)}-01`}, ${cost}, 'CNY')`.execute(h.db)
  }
  await sql`delete from stock_layer where product_id = any(${products}::bigint[])`.execute(h.db)
  expect(await classify(me)).toBeGreaterThan(3)
  expect(await classify(me)).toBe(0)
  const rows = await me.db.selectFrom('product_supply').select(['product_id', 'abc']).where('product_id', 'in', products).execute()
  expect(new Map(rows.map(row => [String(row.product_id), row.abc]))).toEqual(
    new Map([
      [a, 1],
      [b, 2],
      [c, 3],
      [none, 3],
    ]),
  )
})

test('a count of one class has lines of its products alone', async () => {
  const lines = await counting({ abc: 1 })
  expect([...new Set(lines.rows.map(row => row['productId']))]).toEqual([products[0]])
})

type Line = Readonly<Record<string, unknown>>
const call = async (path: string, body: object) => {
  const answer = await as(admin).post(path, body)
  expect([path, answer.code, answer.msg]).toEqual([path, 0, ''])
  return answer.data
}
/** A count that has begun, with its lines. */
async function counting(of: object): Promise<{ id: string; rows: readonly Line[] }> {
  const values = { businessOn: today, warehouseId: warehouses[0], kind: 3, blind: false, tolerance: '100', ...of }
  const { id } = await call('/goodsCount/insert', { ...values, lines: { added: [] } })
  await call('/goodsCount/start', { id })
  return { id, rows: (await call('/goodsCountLine/list', { countId: id, pageSize: 100 })).list }
}

test('accuracy of a count: lines without difference, units and value off, by what units cost when it was posted', async () => {
  const [a = '', b = '', c = ''] = products
  const off = new Map([
    [a, -3],
    [b, 2],
    [c, 0],
  ])
  const costOf = new Map([a, b, c].map(product => [product, 10]))
  for (const productId of [a, b, c])
    await post([{ productId, quantity: '40', from: { outside: 'opening' }, to: bins[0] ?? '', reason: 'opening' }], today)
  const { id, rows } = await counting({ productIds: [a, b, c] })
  const { rows: lying } = await sql<{ product: string; n: number }>`select product_id::text as product, quantity::float8 as n
    from goods_cell where location_id = ${bins[0]} and quantity > 0`.execute(h.db)
  const bookOf = new Map(lying.map(one => [one.product, one.n]))
  const changed = rows.map(row => {
    const product = String(row['productId'])
    return { id: row['id'], version: row['version'], counted1: String((bookOf.get(product) ?? 0) + (off.get(product) ?? 0)) }
  })
  expect(changed).toHaveLength(3)
  await call('/goodsCount/update', { id, lines: { changed } })
  await call('/goodsCount/finish', { id })
  // a count that is not posted says nothing
  expect((await call('/goodsCount/accuracyList', { countId: id })).list).toEqual([])
  await call('/goodsCount/approve', { id })
  // what units cost later changes nothing
  await sql`update product_cost set unit_cost = 99 where product_id = any(${products}::bigint[])`.execute(h.db)
  const [row] = (await call('/goodsCount/accuracyList', { countId: id })).list as Line[]
  const sum = (of: (product: string) => number) => [a, b, c].reduce((total, product) => total + of(product), 0)
  const book = sum(product => bookOf.get(product) ?? 0)
  const bookValue = sum(product => (bookOf.get(product) ?? 0) * (costOf.get(product) ?? 0))
  const figures = ['lineCount', 'exact', 'accuracy', 'book', 'off', 'net', 'deviation', 'bookValue', 'offValue', 'valueDeviation']
  expect(figures.map(name => Number(row?.[name]))).toEqual([
    3,
    1,
    33.33,
    book,
    5,
    -1,
    Number(((100 * 5) / book).toFixed(2)),
    bookValue,
    50,
    Number(((100 * 50) / bookValue).toFixed(2)),
  ])
  const { list } = (await as(keeper).post('/goodsCount/accuracyList', { countId: id })).data ?? { list: [] }
  expect(list).toEqual([])
})

test('who posts in a warehouse does not wait for others of that day; a refresh leaves a day that is being written', async () => {
  const org = h.demo.organisationIds[0] ?? ''
  const writer = await h.house.asSystem(org, 'test')
  const mark = (tx: Tx) => markStale(tx, goodsLegs, warehouses[0] ?? '', ['2026-10-05'], new Date())
  const days = async () =>
    (await sql`select 1 from stale_day where rollup = 'goods_legs' and owner_id = ${warehouses[0]} and day = '2026-10-05'`.execute(h.db))
      .rows.length
  await writer.write(mark)
  const [marked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = writer.write(async tx => {
    await mark(tx)
    marked.resolve()
    await ended.promise
  })
  await marked.promise
  await (await h.house.asSystem(org, 'test')).write(mark)
  await refreshRollups(h.house, org)
  expect(await days()).toBe(1)
  ended.resolve()
  await first
  await refreshRollups(h.house, org)
  expect(await days()).toBe(0)
})
