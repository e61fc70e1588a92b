/** Documents of stock in whatever order they are entered leave the same cost; the fee of a consignment in a currency without rate. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { refreshRollups } from '#platform/server/reports/refresh.ts'
import { markStale } from '#platform/server/reports/stale.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../test/setup/finance-books.ts'
import { amounts } from '../amazon/profit/amounts.ts'
import { computeStale } from './compute.ts'
import { postFreight } from './freight-costs.ts'
import { costAddition, costReceipt, stockMovement, stockPlace } from './tables.ts'

let b: Books
const place = { warehouse: '', fba: '' }
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  await lines.settlement(b, { shop_id: 2, settlement_id: 'T2' })
  place.warehouse = await add(stockPlace, { name: '深圳仓', kind: 1, shipsRest: 1 })
  place.fba = await add(stockPlace, { name: 'FBA 德国', kind: 3, shopId: '2' })
})
afterAll(() => b.close())

const add = async (r: unknown, values: Readonly<Record<string, unknown>>): Promise<string> =>
  String((await addRecord(b.as(), r as Resource, values)).id)
async function settle(): Promise<void> {
  const system = await b.system()
  do await refreshRollups(b.house, '1')
  while ((await system.write((tx, inside) => computeStale(tx, inside))) > 0)
}
const receive = (no: string, day: string, quantity: string, purchase: string, more: object = {}) =>
  add(costReceipt, { documentNo: no, lineNo: 1, day, productId: '1', placeId: place.warehouse, quantity, purchase, ...more })
const move = (no: string, day: string, kind: number, quantity: string, more: object = {}) =>
  add(stockMovement, { documentNo: no, lineNo: 1, day, kind, productId: '1', quantity, fromPlaceId: place.warehouse, ...more })
async function sell(shop: number, day: string, quantity: number): Promise<void> {
  const of = { shop_id: shop, settlement_id: `T${shop}`, posted_on: day, kind_id: kinds.principal, amount: '10.00', sku: 'S1' }
  await lines.settlementLine(b, { ...of, quantity })
  const system = await b.system()
  await system.write(tx => markStale(tx, amounts, String(shop), [day], new Date()))
}

/** A receipt and what was paid for it later belong together: the second cannot be entered first. */
const documents: readonly (() => Promise<unknown>)[] = [
  async () => {
    const receiptId = await receive('R1', '2026-01-03', '7', '100', { firstLeg: '10' })
    await add(costAddition, { receiptId, part: 2, meaning: 1, amount: '13.37', currency: 'CNY', day: '2026-02-20' })
  },
  () => receive('R2', '2026-01-20', '5', '81.11', { duty: '3.33' }),
  () => receive('R3', '2026-02-02', '9', '140.01'),
  () => move('M1', '2026-01-21', 1, '6', { toPlaceId: place.fba }),
  () => move('M2', '2026-02-10', 1, '3', { toPlaceId: place.fba }),
  () => move('M3', '2026-02-11', 2, '1'),
  () => sell(1, '2026-01-05', 3),
  () => sell(1, '2026-02-04', 2),
  () => sell(2, '2026-01-25', 4),
  () => sell(2, '2026-02-12', 5),
]
const derived = ['stock_layer', 'stock_take', 'stock_value', 'stock_shortage', 'stock_cost', 'finance_cost_line']
const entered = ['amazon_settlement_line', 'cost_addition', 'stock_movement', 'cost_receipt', 'stock_sale', 'stock_stale']
/** Of each derived table what it says, without the numbers that documents and rows were given. */
const said: Readonly<Record<string, string>> = {
  stock_layer: 'place_id, day, kind, whole, quantity, purchase, first_leg, duty, other',
  stock_take: 'day, kind, place_id, quantity, amount, starts_at',
  stock_value: 'month, place_id, quantity, purchase, first_leg, duty, other',
  stock_shortage: 'day, place_id, kind, quantity',
  stock_cost: 'shop_id, day, sku, item, quantity, amount',
  finance_cost_line: 'shop_id, booked_on, sku, item, quantity, amount',
}

it('documents entered in three orders, worked out now and then between them, leave the same stock, value and cost', async () => {
  const results: string[] = []
  for (let seed = 1; seed <= 3; seed++) {
    await run(b, `truncate ${[...derived, ...entered].join(', ')} cascade`)
    const random = seededRandom(seed)
    for (const { enter, pauses } of documents
      .map(enter => ({ enter, at: random.below(1_000_003), pauses: random.below(5) === 0 }))
      .toSorted((one, other) => one.at - other.at)) {
      await enter()
      if (pauses) await settle()
    }
    for (const shop of [1, 2]) {
      const days = ['2026-01-05', '2026-01-25', '2026-02-04', '2026-02-12']
      await (await b.system()).write(tx => markStale(tx, amounts, String(shop), days, new Date()))
    }
    await settle()
    const tables = []
    for (const table of derived) {
      const { rows } = await run(b, `select ${said[table]} from ${table} order by ${said[table]}`)
      tables.push({ table, rows })
    }
    results.push(JSON.stringify(tables))
  }
  expect(results[0]).toContain('"item":81')
  expect(new Set(results).size).toBe(1)
})

it('the fee of a consignment in a currency without rate reaches no layer: month and currency are named', async () => {
  const put = (table: string, row: Record<string, unknown>) => b.put(table, { org_id: 1, ...row })
  await put('first_leg_shipment', { id: 7, shipment_no: 'HJ-1', period: '2026-02-01' })
  await put('first_leg_fee', { id: 71, shipment_id: 7, period: '2026-02-01', sku: 'P1', row_no: 1, quantity: 10, line_key: randomUUID() })
  await put('first_leg_bill', { id: 1, no: 'B1', shipment_id: 7, business_on: '2026-02-20', currency: 'JPY', state: 1 })
  const share = { bill_id: 1, fee_id: 71, row_no: 1, basis: 5, weight: 1, share: '900', currency: 'JPY', in_force: 1 }
  await put('first_leg_share', share)
  const arrive = () => receive('R9', '2026-02-10', '10', '100', { shipmentId: '7' })
  await expect(arrive()).rejects.toThrow('缺少 2026-02 的 JPY 汇率，头程费用不能计入成本批次')
  await put('currency_rate', { month: '2026-02-01', currency: 'JPY', rate: '0.05' })
  await arrive()
  await (await b.system()).write((tx, inside) => postFreight(tx, inside, ['7']))
  const { rows } = await run(b, `select trim_scale(amount)::text as amount from stock_freight where shipment_id = 7`)
  expect(rows).toEqual([{ amount: '45' }])
})
