/** On the floor: parts drawn by themselves, bad units reworked, inspections in process and of what is made, tasks, random work. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, canonical, compare, subtract } from '#platform/format/decimal.ts'
import { productionHouse, type ProductionHouse } from '../../test/setup/production-house.ts'

let p: ProductionHouse
beforeAll(async () => {
  p = await productionHouse('FL', ['FG', 'PART', 'GLUE', 'QC', 'RND', 'LOT', 'OFLOT'], 1_000_000_000)
  await p.bill('FG', 1, { PART: '2', GLUE: { per: '0.1', scrap: '10' } }, '1')
  await p.bill('QC', 1, { PART: '1' })
  await p.bill('OFLOT', 1, { LOT: '1' })
  await p.bill('RND', 1, { PART: '2' }, '0.5')
}, 180_000)
afterAll(() => p.h.close())

const materials = (orderId: string) => p.list('productionMaterial', { orderId: [orderId] })
const told = async (id: string) => {
  const { good, bad, done, state } = await p.row(id)
  return [canonical(good), canonical(bad), canonical(done), state]
}
/** What lies in an area or bin of the warehouse. */
const lies = async (sku: string, kind: number): Promise<string> =>
  canonical(
    (
      await p.one(sql<{ n: string }>`select coalesce(sum(c.quantity), 0)::text as n from goods_cell c
        join goods_location l on l.id = c.location_id
        where c.warehouse_id = ${p.warehouseId} and c.product_id = ${p.ids[sku]} and l.kind = ${kind}`)
    ).n,
  )

test('an order that draws by itself takes what it holds, then what is free; refused when that is short', async () => {
  await p.receive('PART', '15', '2')
  await p.receive('GLUE', '5', '10')
  const id = await p.order('FG', '10', { backflush: true })
  await p.does(id, ['report', { good: '10' }])
  expect(await p.on('complete', id, { quantity: '8' })).toContain('可用')
  await p.does(id, ['complete', { quantity: '6' }])
  expect((await materials(id)).map(one => [one['issued'], one['used'], one['left']].map(n => canonical(n ?? '')))).toEqual([
    ['12', '12', '0'],
    ['0.66', '0.66', '0'],
  ])
  // 12 at 2, 0.66 at 10, 1 each
  expect(await p.layers('FG')).toEqual(['6', '36.6'])
  const [receipt] = await p.list('productionReceipt', { orderId: [id] })
  expect(await p.call('productionReceipt/reverse', { id: receipt?.['id'] })).toBe('')
  expect([await p.layers('FG'), await p.layers('PART'), await p.working()]).toEqual([['0', '0'], ['15', '30'], '0'])
  await p.receive('PART', '5', '2')
  await p.does(id, ['complete', { quantity: '10' }], ['close'])
  expect([await p.layers('PART'), await p.working()]).toEqual([['0', '0'], '0'])
})

test('bad units that rework makes good may be received; never more than were bad, nor more than were ordered', async () => {
  await p.receive('PART', '40', '2')
  await p.receive('GLUE', '5', '10')
  const id = await p.order('FG', '10', { backflush: true })
  await p.does(id, ['report', { good: '7', bad: '2', badReason: 1 }])
  expect(await p.on('report', id, { reworked: '3' })).toContain('可返工的不良还有 2')
  expect(await p.on('complete', id, { quantity: '8' })).toContain('报工良品还有 7')
  await p.does(id, ['report', { reworked: '2' }], ['complete', { quantity: '9' }])
  expect(await told(id)).toEqual(['9', '0', '9', 4])
  const reports = await p.list('workReport', { orderId: [id] })
  expect(await p.call('workReport/void', { id: reports.find(one => Number(one['bad']) > 0)?.['id'] })).not.toBe('')
  expect(await p.on('report', id, { good: '2' })).toContain('还可报良品 1')
  await p.does(id, ['report', { good: '1' }], ['complete', { quantity: '1' }], ['close'])
})

const plan = async (stage: number): Promise<string> =>
  p.add('inspectionPlan', {
    name: `阶段${stage}`,
    stage,
    productId: p.ids['QC'],
    sampling: 1,
    validFrom: '2026-01-01',
    lines: { added: [{ name: '外观', kind: 4, level: 2 }] },
  })
const inspected = async (orderId: string, stage: number): Promise<string> =>
  (
    await p.one(sql<{ id: string }>`select id::text as id from inspection where source_type = 'production_order' and source_id = ${orderId}
      and stage = ${stage} and state not in (8, 9) order by id desc limit 1`)
  ).id
async function judge(id: string, badQty: number): Promise<void> {
  expect(await p.call('inspection/start', { id })).toBe('')
  const line = (await p.admin.post('/listField/lines', { type: 'inspection', id })).data.list[0]
  expect(await p.call('inspectionLine/record', { id: line.id, value: badQty > 0 ? '不合格' : '合格', badQty })).toBe('')
  expect(await p.call('inspection/finish', { id })).toBe('')
}

test('what is inspected in process is received as far as it passed; what is made waits in the area of inspection', async () => {
  await p.receive('PART', '20', '2')
  await plan(2)
  const id = await p.order('QC', '10', { backflush: true })
  await p.does(id, ['report', { good: '6' }])
  const first = await inspected(id, 2)
  expect(await p.on('complete', id, { quantity: '1' })).toContain('还没有结论')
  expect(await p.call('inspection/void', { id: first, reason: '重来' })).toBe('')
  // nobody gets round it: another one is made
  expect(await p.on('complete', id, { quantity: '1' })).toContain('还没有结论')
  await judge(await inspected(id, 2), 2)
  expect(await p.on('complete', id, { quantity: '5' })).toContain('过程检验合格 4')
  await plan(3)
  await p.does(id, ['complete', { quantity: '3' }])
  expect([await lies('QC', 3), await lies('QC', 2)]).toEqual(['3', '0'])
  const [receipt] = await p.list('productionReceipt', { orderId: [id] })
  const finished = await inspected(id, 3)
  await judge(finished, 1)
  expect([await lies('QC', 3), await lies('QC', 2), await lies('QC', 4)]).toEqual(['0', '2', '1'])
  expect(await p.call('productionReceipt/reverse', { id: receipt?.['id'] })).toContain('请先冲销检验单')
  await p.does(id, ['complete', { quantity: '1' }])
  const [again] = await p.list('productionReceipt', { orderId: [id] })
  expect(await p.call('productionReceipt/reverse', { id: again?.['id'] })).toBe('')
  const { state } = await p.one(sql<{ state: number }>`select state from inspection where source_id = ${id} and stage = 3
    order by id desc limit 1`)
  expect(state).toBe(9)
})

test('what was rejected is reworked by an order of its own: it comes out of the defective area and keeps its value', async () => {
  const { id } = await p.one(sql<{ id: string }>`select id::text as id from nonconformity where product_id = ${p.ids['QC']} and state = 1
    order by id desc limit 1`)
  expect((await p.admin.post('/nonconformity/rework', { id })).msg).not.toBe('')
  expect(await p.call('nonconformity/decide', { id, chosen: 2 })).toBe('')
  const value = await p.layers('QC')
  const { data, msg } = await p.admin.post('/nonconformity/rework', { id })
  expect([msg, data?.page?.list]).toEqual(['', 'productionOrder'])
  const orderId: string = data.page.id
  expect((await p.admin.post('/nonconformity/rework', { id })).msg).not.toBe('')
  expect(await p.call('nonconformity/carry', { id })).toContain('由处理单据执行')
  const edited = async (values: object) =>
    p.call('productionOrder/update', { id: orderId, version: (await p.row(orderId)).version, ...values })
  expect(await edited({ quantity: '2' })).toContain('商品、数量和仓库不能修改')
  expect(await edited({ backflush: true })).toBe('')
  expect(await p.call('productionOrder/submit', { id: orderId })).toContain('不能倒冲')
  expect(await edited({ backflush: false })).toBe('')
  expect(await p.call('productionOrder/submit', { id: orderId })).toBe('')
  expect(await p.row(orderId)).toMatchObject({ kind: 2, isLack: false })
  await p.does(orderId, ['issue'])
  const more = { id: (await materials(orderId))[0]?.['id'], quantity: '0.01', reason: '多领' }
  expect(await p.call('productionMaterial/more', more)).toContain('不能超领')
  expect([await lies('QC', 4), await p.working()]).toEqual(['0', '1'])
  const { docNo, state } = await p.row(id, 'nonconformity')
  expect([docNo, state]).toEqual([(await p.row(orderId)).no, 3])
  await p.does(orderId, ['report', { good: '1' }])
  await judge(await inspected(orderId, 2), 0)
  await p.does(orderId, ['complete', { quantity: '1' }], ['close'])
  expect([await lies('QC', 3), await p.layers('QC')]).toEqual(['1', value])
  const told = await p.one(sql<{ made: string; orders: string; actual: string; hours: number }>`select sum(received)::text as made,
    sum(orders)::text as orders, sum(actual)::text as actual, count(*)::int as hours from production_figure where order_id = ${orderId}`)
  expect([...[told.made, told.orders, told.actual].map(canonical), told.hours > 0]).toEqual(['0', '0', '0', true])
})

test('less was rejected than rework is told to take: good units in bins do not take its place', async () => {
  await p.receive('PART', '20', '2')
  const made = await p.order('QC', '10', { backflush: true })
  await p.does(made, ['report', { good: '10' }])
  await judge(await inspected(made, 2), 0)
  await p.does(made, ['complete', { quantity: '10' }])
  await judge(await inspected(made, 3), 2)
  const { id } = await p.one(sql<{ id: string }>`select id::text as id from nonconformity where product_id = ${p.ids['QC']} and state = 1
    order by id desc limit 1`)
  expect(await p.call('nonconformity/decide', { id, chosen: 2 })).toBe('')
  const orderId: string = (await p.admin.post('/nonconformity/rework', { id })).data.page.id
  await p.receive('QC', '5', '3')
  expect(await p.call('productionOrder/submit', { id: orderId })).toBe('')
  await sql`update warehouse set by_task = true where id = ${p.warehouseId}`.execute(p.h.db)
  try {
    await p.does(orderId, ['issue'])
    const task = await p.one(sql<{ id: string }>`select id::text as id from goods_task where doc_type = 'production_order'
      and doc_id = ${orderId}`)
    const { data } = await p.admin.post('/goodsTask/claim', { id: task.id })
    const { data: after, msg } = await p.admin.post('/goodsTask/short', { lineId: data.lines[0].id, found: '1', reason: '1' })
    expect([msg, after.lines.map((one: { quantity: string }) => one.quantity)]).toEqual(['', ['1']])
    expect((await materials(orderId)).map(one => canonical(one['held'] ?? ''))).toEqual(['1'])
    expect(await p.row(orderId)).toMatchObject({ isLack: true })
  } finally {
    await sql`update warehouse set by_task = false where id = ${p.warehouseId}`.execute(p.h.db)
  }
})

test('where people work by tasks materials are brought by one: confirmed twice it counts once; a void order needs it no more', async () => {
  await sql`update warehouse set by_task = true where id = ${p.warehouseId}`.execute(p.h.db)
  try {
    await p.receive('PART', '20', '2')
    await p.receive('GLUE', '5', '10')
    const id = await p.order('FG', '4')
    await p.does(id, ['issue'])
    expect(await p.working()).toBe('0')
    expect(await p.on('issue', id)).toContain('扫码作业')
    const task = await p.one(sql<{ id: string; no: string }>`select id::text as id, no from goods_task where doc_type = 'production_order'
      and doc_id = ${id}`)
    const { data } = await p.admin.post('/goodsTask/claim', { id: task.id })
    const [part, glue] = data.lines as { id: string; quantity: string }[]
    const same = { lineId: part?.id, quantity: '8', key: 'floor-test-1' }
    expect(await p.call('goodsTask/confirm', same)).toBe('')
    expect(await p.call('goodsTask/confirm', same)).toBe('')
    expect((await materials(id)).map(one => canonical(one['issued'] ?? ''))).toEqual(['8', '0'])
    expect(await p.row(id)).toMatchObject({ state: 3 })
    expect(await p.call('goodsTask/confirm', { lineId: glue?.id, quantity: '0.44', key: 'floor-test-2' })).toBe('')
    const { state } = await p.one(sql<{ state: number }>`select state from goods_task where id = ${task.id}`)
    expect(state).toBe(3)
    await p.does(id, ['report', { good: '4' }], ['complete', { quantity: '4' }], ['close'])
    const gone = await p.order('FG', '1')
    await p.does(gone, ['issue'], ['void', { reason: '不做了' }])
    const { left } = await p.one(sql<{ left: number }>`select count(*)::int as left from goods_task where doc_type = 'production_order'
      and doc_id = ${gone} and state in (1, 2)`)
    expect(left).toBe(0)
  } finally {
    await sql`update warehouse set by_task = false where id = ${p.warehouseId}`.execute(p.h.db)
  }
})

test('of a part that is kept by batch the batch that is held is issued: another one is refused by name', async () => {
  await sql`update product_supply set tracking = 1 where product_id = ${p.ids['LOT']}`.execute(p.h.db)
  await sql`update warehouse set by_task = true where id = ${p.warehouseId}`.execute(p.h.db)
  try {
    for (const batchNo of ['FL-A', 'FL-B']) {
      const batchId = await p.add('goodsBatch', { productId: p.ids['LOT'], batchNo })
      await p.receive('LOT', '5', '2', { batchId })
    }
    const id = await p.order('OFLOT', '5')
    await p.does(id, ['issue'])
    const task = await p.one(sql<{ id: string }>`select id::text as id from goods_task where doc_type = 'production_order'
      and doc_id = ${id}`)
    const { data } = await p.admin.post('/goodsTask/claim', { id: task.id })
    const [line] = data.lines
    expect(line).toMatchObject({ batch: 'FL-A', quantity: '5' })
    const scan = async (code: string) => (await p.admin.post('/goodsTask/scan', { id: task.id, code, lineId: line.id })).data
    expect(await scan('FL-B')).toMatchObject({ fits: 'wrong', said: '这是 FL-LOT 的批次 FL-B，这张作业要的是批次 FL-A' })
    expect(await scan('FL-A')).toMatchObject({ fits: 'item', lineId: line.id })
    expect(await p.call('goodsTask/confirm', { lineId: line.id, quantity: '5', key: 'floor-batch-1' })).toBe('')
    await p.does(id, ['report', { good: '5' }], ['complete', { quantity: '5' }], ['close'])
  } finally {
    await sql`update warehouse set by_task = false where id = ${p.warehouseId}`.execute(p.h.db)
  }
})

test('less lies in the bin than a task says: what is elsewhere is held instead, the rest lacks', async () => {
  await sql`update warehouse set by_task = true where id = ${p.warehouseId}`.execute(p.h.db)
  try {
    await p.receive('PART', '6', '2')
    const other = await p.add('goodsLocation', { code: 'FL-X1', warehouseId: p.warehouseId, kind: 1 })
    const id = await p.order('QC', '6')
    await p.does(id, ['issue'])
    await p.receive('PART', '2', '2', { toId: other })
    const task = await p.one(sql<{ id: string }>`select id::text as id from goods_task where doc_type = 'production_order'
      and doc_id = ${id}`)
    const { data } = await p.admin.post('/goodsTask/claim', { id: task.id })
    const [line] = data.lines
    const { data: after, msg } = await p.admin.post('/goodsTask/short', { lineId: line.id, found: '3', reason: '1' })
    expect(msg).toBe('')
    expect(after.lines.map((one: { from: string; quantity: string }) => [one.from === 'FL-X1', one.quantity])).toEqual([
      [false, '3'],
      [true, '2'],
    ])
    expect((await materials(id)).map(one => canonical(one['held'] ?? ''))).toEqual(['5'])
    expect(await p.row(id)).toMatchObject({ isLack: true })
  } finally {
    await sql`update warehouse set by_task = false where id = ${p.warehouseId}`.execute(p.h.db)
  }
})

const orders = Number(process.env['FLOOR_ORDERS'] ?? 100)
/** orders whose parts come in one receipt */
const together = 20
const units = (max: number) => fc.integer({ min: 1, max }).map(String)
const issued = fc.constant({ do: 'issue', quantity: '0', bad: '0' } as const)
const reported = fc.record({ do: fc.constant('report' as const), quantity: units(5), bad: fc.constantFrom('0', '0', '1', '2') })
const any = fc.record({
  do: fc.constantFrom('issue', 'complete', 'complete', 'report', 'rework', 'back', 'more', 'reverse', 'voidReport'),
  quantity: units(4),
  bad: fc.constant('0'),
})
/** Parts and reports come first, so that most of the rest can be done. */
const steps = fc
  .tuple(fc.constantFrom([0], [0, 1], [1, 0], [1]), issued, reported, fc.array(any, { minLength: 2, maxLength: 6 }))
  .map(([first, issue, report, rest]) => [...first.map(at => (at === 0 ? report : issue)), ...rest])

test(
  `${orders} random orders: issued - returned = used + left, completed <= good + rework, value in = value out + left`,
  async () => {
    const value = async (): Promise<string> => add((await p.layers('PART'))[1], (await p.layers('RND'))[1])
    const before = await value()
    let [made, came, fees, refused, done] = [0, '0', '0', 0, 0]
    const last = (table: string, gone: string, id: string) =>
      sql<{ id: string }>`select coalesce(max(id), 0)::text as id from ${sql.table(table)} where order_id = ${id} and not ${sql.ref(gone)}`
    const does = async (id: string, materialId: unknown, one: { do: string; quantity: string; bad: string }): Promise<string> => {
      const { quantity, bad } = one
      if (one.do === 'issue') return p.on('issue', id)
      if (one.do === 'report') return p.on('report', id, { good: quantity, bad, badReason: 1 })
      if (one.do === 'rework') return p.on('report', id, { reworked: quantity })
      if (one.do === 'complete') return p.on('complete', id, { quantity })
      if (one.do === 'back') return p.call('productionMaterial/back', { id: materialId, quantity })
      if (one.do === 'more') return p.call('productionMaterial/more', { id: materialId, quantity, reason: '试' })
      if (one.do === 'reverse') return p.call('productionReceipt/reverse', await p.one(last('production_receipt', 'reversed', id)))
      return p.call('workReport/void', await p.one(last('work_report', 'voided', id)))
    }
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (backflush, work) => {
        if (made++ % together === 0) {
          await p.receive('PART', `${together * 14}`, '3')
          came = add(came, `${together * 14 * 3}`)
        }
        const id = await p.order('RND', '6', { backflush })
        const [material] = await materials(id)
        for (const one of work) {
          if ((await does(id, material?.['id'], one)) === '') done++
          else refused++
        }
        const [{ issued = '0', returned = '0', used = '0' } = {}] = await materials(id)
        const { n: leaf } = await p.one(sql<{ n: string }>`select coalesce(sum(c.quantity), 0)::text as n from goods_cell c
          join goods_location l on l.id = c.location_id where l.doc_type = 'production_order' and l.doc_id = ${id}`)
        expect(canonical(subtract(subtract(issued, returned), used))).toBe(canonical(leaf))
        const { good, done: completed, quantity } = await p.row(id)
        expect(compare(completed, good)).toBeLessThanOrEqual(0)
        expect(compare(good, quantity)).toBeLessThanOrEqual(0)
        fees = add(fees, `${Number(completed) * 0.5}`)
      }),
      { numRuns: orders },
    )
    // most of what was tried was done, or little is proved
    expect(done).toBeGreaterThan(refused)
    expect(canonical(await value())).toBe(canonical(add(add(before, came), fees)))
  },
  60_000 + orders * 8_000,
)
