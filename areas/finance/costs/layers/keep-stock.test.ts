/** 启用库存账: a place of finance becomes a warehouse whose stock the ledger of goods keeps, on the first day of an open month. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { postGoods, type GoodsPosting } from '#areas/goods/index.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { cellsAgainstLayers } from './cells-proof.ts'
import { computeStale } from './compute.ts'
import { keepStock } from './keep-stock.ts'
import { costReceipt, stockPlace } from './tables.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks([])
  await b.put('product_cost', { org_id: 1, product_id: 3, month: '2026-01-01', unit_cost: '7', currency: 'CNY' })
  // locations outside are numbered after those that are put
  await run(b, `select setval('goods_location_id_seq', 100)`)
})
afterAll(() => b.close())
const tables = ['cost_receipt', 'stock_layer', 'stock_take', 'stock_value', 'stock_ledger', 'stock_age', 'stock_shortage', 'stock_state']
let home = ''
beforeEach(async () => {
  await run(
    b,
    `truncate ${tables.join(', ')}, stock_stale, finance_month, goods_move, goods_posting, goods_cell, goods_location,
    stock_place, goods_batch cascade`,
  )
  // a shop names its warehouse: cascading from there would empty the shops
  await run(b, 'delete from warehouse')
  for (const id of [1, 2, 3]) await b.put('product_supply', { org_id: 1, product_id: id })
  await b.put('warehouse', { id: 1, org_id: 1, code: 'A', name: '甲仓', kind: 1 })
  await b.put('warehouse', { id: 2, org_id: 1, code: 'F', name: '平台仓', kind: 2 })
  await b.put('goods_location', { id: 10, org_id: 1, code: 'A', kind: 0, warehouse_id: 1 })
  for (const [id, code] of [
    [11, 'A-1'],
    [12, 'A-2'],
  ])
    await b.put('goods_location', { id, org_id: 1, code, kind: 1, warehouse_id: 1, parent_id: 10, pool_id: 10 })
  home = String((await addRecord(b.as(), stockPlace as unknown as Resource, { name: '深圳仓', kind: 1, shipsRest: 1 })).id)
})
const receive = (no: string, day: string, productId: string, quantity: string, purchase: string) =>
  addRecord(b.as(), costReceipt as unknown as Resource, { documentNo: no, lineNo: 1, day, productId, placeId: home, quantity, purchase })
async function settle(): Promise<void> {
  const system = await b.system()
  while ((await system.write((tx, inside) => computeStale(tx, inside))) > 0);
}
const keep = (sheet: string, more: Partial<Parameters<typeof keepStock>[1]> = {}) =>
  keepStock(b.as(undefined, ['1', '2']), { id: '1', month: '2026-02', placeId: home, sheet, ...more })
let keys = 0
const post = (bookedOn: string, more: Partial<GoodsPosting>) =>
  b
    .as(undefined, ['1', '2'])
    .write((tx, inside) => postGoods(inside, tx, { docType: 'test', docId: '1', docNo: 'D1', key: `test:${++keys}`, bookedOn, ...more }))
const bring = (bookedOn: string, productId: string, to: string, quantity: string, batchId: string | null = null) =>
  post(bookedOn, { lines: [{ productId, quantity, from: { outside: 'supplier' }, to, reason: 'bought', batchId }] })
const cellsNow = async () =>
  (
    await run(
      b,
      `select product_id::int as product, location_id::int as location, quantity::int as units from goods_cell
      where quantity <> 0 order by 1, 2`,
    )
  ).rows.map(row => [row.product, row.location, row.units])
/** product, whether cells are layers, what nothing explains */
const agreeing = async () =>
  (await cellsAgainstLayers((await b.system()).db, '1', true)).map(one => [one.product, one.cells === one.layers, Number(one.unexplained)])
const valueOn = async (month: string): Promise<number> =>
  Number(
    (await run(b, `select coalesce(sum(purchase + first_leg + duty + other), 0) as value from stock_value where month = '${month}-01'`))
      .rows[0].value,
  )

describe('a warehouse that the ledger begins to keep', () => {
  it('differs from the day before by the posted count differences alone; cells are layers', async () => {
    await receive('R1', '2026-01-10', '1', '10', '100')
    await receive('R2', '2026-01-11', '2', '5', '50')
    await settle()
    // more of the first in two bins, less of the second, and a third that nothing was known of
    await keep('A-1\tP1\t7\nA-2\tP1\t5\t\t\tS1\n\nA-2\tP2\t3\n,P3,4')
    await settle()
    const { rows } = await run(
      b,
      `select product_id::int as product, reason, trim_scale(sum(quantity))::int as units from goods_move
      group by 1, 2 order by 1, 2`,
    )
    expect(rows.map(row => [row.product, row.reason, row.units])).toEqual([
      [1, 52, 2],
      [1, 71, 10],
      [2, 51, 2],
      [2, 71, 5],
      [3, 52, 4],
    ])
    expect(
      (await run(b, 'select product_id::int as product, sum(quantity)::int as units from goods_cell group by 1 order by 1')).rows,
    ).toEqual([
      { product: 1, units: 12 },
      { product: 2, units: 3 },
      { product: 3, units: 4 },
    ])
    const posted = await run(b, `select sum(amount)::float as amount from stock_ledger where month = '2026-02-01'`)
    // two more at 10, two less at 10, four at the cost of the month
    expect([await valueOn('2026-01'), await valueOn('2026-02'), posted.rows[0].amount]).toEqual([150, 178, 28])
    const all = await cellsAgainstLayers((await b.system()).db, '1', true)
    expect(all.map(one => [one.product, one.cells === one.layers, Number(one.unexplained)])).toEqual([
      ['1', true, 0],
      ['2', true, 0],
      ['3', true, 0],
    ])
    await expect(receive('R3', '2026-02-03', '1', '1', '1')).rejects.toThrow('已启用库存账')
    await expect(keep('')).rejects.toThrow('从 2026-02-01 起已启用')
  })

  it('begins with what was counted where nothing was known, at the cost of the month', async () => {
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    await keep('A-1,P3,4')
    await settle()
    expect((await run(b, `select reason from goods_move`)).rows).toEqual([{ reason: 71 }])
    expect([await valueOn('2026-02')]).toEqual([28])
  })

  it.each([
    ['a month that is closed', {}, '2026-02 已结账', `insert into finance_month (org_id, month, state) values (1, '2026-02-01', 1)`],
    ['a month that has not come', { month: '2026-04' }, '还没有到', ''],
    ['no place', { placeId: null }, '请选择核算地点', ''],
    ['a warehouse of the marketplace', { id: '2' }, '平台仓', ''],
    ['a warehouse that is not seen', { id: '9' }, '仓库', ''],
    [
      'a place of another warehouse',
      {},
      '已是仓库“乙仓”',
      `insert into warehouse (id, org_id, code, name) values (3, 1, 'B', '乙仓');
      update stock_place set warehouse_id = 3`,
    ],
    ['a place under way', {}, '自有仓或第三方仓', 'update stock_place set kind = 2'],
    ['an unknown bin', { sheet: 'X-1,P1,1' }, '第 1 行：这个仓库没有库位 X-1', ''],
    ['an unknown item', { sheet: 'A-1,P1,1\nA-1,P9,1' }, '第 2 行：没有 SKU 为 P9 的商品', ''],
    ['less than nothing', { sheet: 'A-1,P1,-1' }, '数量 -1', ''],
    ['seven decimals', { sheet: 'A-1,P1,1.0000001' }, '数量 1.0000001', ''],
    ['no number', { sheet: 'A-1,P1,many' }, '数量 many', ''],
    ['a day that is none', { sheet: 'A-1,P1,1,B1,2026-02-31' }, '失效日期 2026-02-31', ''],
    ['a label of another product', { sheet: 'A-1,P1,1,,,S2' }, 'S2 不是 P1 的平台 SKU', ''],
    ['an item by batch without one', { sheet: 'A-1,P1,1' }, '请填写批号', 'update product_supply set tracking = 1 where product_id = 1'],
  ] as const)('refuses %s, and nothing is kept', async (_, more, said, before) => {
    if (before !== '') await run(b, before)
    await expect(keep('A-1,P1,1', more)).rejects.toThrow(said)
    expect((await run(b, 'select id from warehouse where kept_since is not null')).rows).toEqual([])
    expect((await run(b, 'select id from goods_move')).rows).toEqual([])
    await run(b, 'update product_supply set tracking = 0')
  })

  it('refuses what was typed at the place from that day on', async () => {
    await receive('R1', '2026-02-10', '1', '10', '100')
    await expect(keep('A-1,P1,10')).rejects.toThrow('启用日 2026-02-01 起已手工录入 R1')
    await keep('A-1,P1,10', { month: '2026-03' })
  })

  it('keeps a warehouse that had goods before: what was taken back is nothing, what lies there becomes what was counted', async () => {
    const { postingId } = await bring('2026-01-05', '1', '11', '9')
    await post('2026-01-05', { reverses: postingId })
    // one more than the layers have, the same, one that layers know nothing of, and one that nobody counted
    await receive('R1', '2026-01-10', '1', '10', '100')
    await receive('R2', '2026-01-11', '2', '5', '50')
    await settle()
    await bring('2026-01-12', '1', '11', '11')
    await bring('2026-01-12', '2', '12', '5')
    await bring('2026-01-12', '3', '12', '6')
    await keep('A-1,P1,9\nA-2,P1,3\nA-2,P2,5\nA-1,P3,2')
    await settle()
    expect(await cellsNow()).toEqual([
      [1, 11, 9],
      [1, 12, 3],
      [2, 12, 5],
      [3, 11, 2],
    ])
    expect((await run(b, `select 1 from goods_move where product_id = 2 and booked_on = '2026-02-01'`)).rows).toEqual([])
    // two more of the first at 10, two of the third at the cost of the month
    expect([await valueOn('2026-01'), await valueOn('2026-02')]).toEqual([150, 184])
    expect(await agreeing()).toEqual([
      ['1', true, 0],
      ['2', true, 0],
      ['3', true, 0],
    ])
  })

  it('begins with what was counted where cells held goods and no layer did', async () => {
    await bring('2026-01-05', '3', '11', '9')
    await keep('A-1,P3,4')
    await settle()
    expect([await cellsNow(), await valueOn('2026-02'), await agreeing()]).toEqual([[[3, 11, 4]], 28, [['3', true, 0]]])
  })

  it('refuses while goods moved since that day, and while a transfer is under way; what was taken back on its day has not', async () => {
    const { postingId } = await bring('2026-02-05', '1', '11', '9')
    await expect(keep('A-1,P1,9')).rejects.toThrow('启用日 2026-02-01 起这个仓库已有库存流水 D1')
    await post('2026-02-05', { reverses: postingId })
    await b.put('goods_transfer', { id: 5, org_id: 1, no: 'DB-5', business_on: '2026-01-05', from_warehouse_id: 1, to_warehouse_id: 2 })
    await b.put('goods_location', { id: 13, org_id: 1, code: 'ZT', kind: 7, warehouse_id: 1, doc_type: 'goods_transfer', doc_id: '5' })
    await bring('2026-01-06', '1', '13', '9')
    await expect(keep('A-1,P1,9')).rejects.toThrow('调拨单 DB-5 还在途')
    await run(b, 'delete from goods_transfer')
    await keep('A-1,P1,9')
  })

  it('an item by batch that was counted 0, in the batch that its line names', async () => {
    await run(b, 'update product_supply set tracking = 1 where product_id = 1')
    await receive('R1', '2026-01-10', '1', '10', '100')
    await settle()
    await keep('A-1,P1,0,B1')
    await settle()
    const { rows } = await run(
      b,
      `select reason, quantity::int as units, batch_no as batch from goods_move m join goods_batch g on g.id = m.batch_id order by m.id`,
    )
    expect(rows).toEqual([
      { reason: 71, units: 10, batch: 'B1' },
      { reason: 51, units: 10, batch: 'B1' },
    ])
    expect([await valueOn('2026-02'), await cellsNow()]).toEqual([0, []])
    await run(b, 'update product_supply set tracking = 0')
  })
})
