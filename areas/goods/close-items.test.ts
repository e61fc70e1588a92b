/** What of the warehouse keeps a month open: receipts that are not posted and counts that are not finished, where the ledger keeps it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBooks, type Books } from '../../test/setup/finance-books.ts'
import { goodsCloseItems } from './close-items.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks([])
  for (const [id, name, kept_since] of [
    [1, '甲仓', '2026-01-01'],
    [2, '乙仓', '2026-02-01'],
    [3, '丙仓', null],
  ] as const) {
    await b.put('warehouse', { id, org_id: 1, code: `W${id}`, name, kind: 1, kept_since })
    const document = { org_id: 1, warehouse_id: id, kind: 4 }
    for (const [no, state, business_on] of [
      ['D1', 0, '2026-01-31'],
      ['D2', 4, '2026-01-31'],
      ['D3', 9, '2026-01-31'],
      ['D4', 0, '2026-02-01'],
    ] as const)
      await b.put('goods_in', { ...document, no: `${no}-${id}`, state, business_on })
    for (const [no, state, business_on] of [
      ['C1', 3, '2026-01-02'],
      ['C2', 4, '2026-01-31'],
      ['C3', 7, '2026-01-31'],
      ['C4', 0, '2026-02-01'],
    ] as const)
      await b.put('goods_count', { ...document, kind: 1, no: `${no}-${id}`, state, business_on })
  }
})
afterAll(() => b.close())

const said = async (month: string, first: string, last: string, next: string): Promise<string[][]> => {
  const ask = { month, first, last, next, shopIds: [] }
  // whoever closes the month may have been granted no warehouse
  // the proof of the ledger is tried with the ledger
  const all = goodsCloseItems
    .filter(one => one.code !== 'goodsLedger')
    .map(async one => (await one.gaps(b.as(undefined, []), ask)).map(({ text }) => text[0]))
  return Promise.all(all)
}

it('tells of documents that are open until the end of the month, of warehouses that are kept since', async () => {
  expect(await said('2026-01', '2026-01-01', '2026-01-31', '2026-02-01')).toEqual([['甲仓：1 张入库单未过账'], ['甲仓：2 张盘点单未完成']])
  expect(await said('2026-02', '2026-02-01', '2026-02-28', '2026-03-01')).toEqual([
    ['乙仓：1 张入库单未过账', '甲仓：2 张入库单未过账'],
    ['乙仓：1 张盘点单未完成', '甲仓：3 张盘点单未完成'],
  ])
  expect(await said('2025-12', '2025-12-01', '2025-12-31', '2026-01-01')).toEqual([[], []])
})
