/** Receipts, sales and late costs through documents, the refresh, the month close and the profit report. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { costsHandler } from '../../profit/report/calc.ts'
import { costs } from '../costs.ts'
import { companyProfit } from '../../profit/report/profit.ts'
import { outsideTransaction } from '#platform/server/db/one-connection.ts'
import { computeStale, markProducts } from './compute.ts'
import { stockFreight, stockLayer, stockShortage, stockValue } from './derived-tables.ts'
import { returnsFollow, shipmentsFollow } from './flows.ts'
import { postFreight } from './freight-costs.ts'
import { costProvisional } from './provisional.ts'
import { proposeWriteDown } from './write-down.ts'
import { stockWriteDown, stockWriteDownLine, writeDownBand } from './write-down-tables.ts'
import { stockProof } from './stock-proof.ts'
import { valueByKind } from './value-by-kind.ts'
import { costAddition, costInvoice, costReceipt, stockMovement, stockPlace } from './tables.ts'

let b: Books
const plain = (r: unknown): Resource => r as Resource
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
})
afterAll(() => b.close())

const tables = [
  'amazon_settlement',
  'amazon_settlement_line',
  'finance_cost_line',
  'stale_day',
  'product_cost',
  'finance_month',
  'cost_addition',
  'stock_movement',
  'cost_receipt',
  'stock_place',
  'stock_layer',
  'stock_take',
  'stock_value',
  'stock_shortage',
  'stock_ledger',
  'stock_state',
  'stock_age',
  'stock_write_down',
  'stock_write_down_line',
  'write_down_band',
  'stock_sale',
  'stock_flow',
  'stock_freight',
  'cost_invoice',
  'first_leg_shipment',
  'first_leg_fee',
  'first_leg_bill',
  'first_leg_share',
  'fba_return',
  'fba_ledger_line',
  'stock_cost',
  'stock_stale',
  ...[...amounts.grains, ...costs.grains].map(grain => grain.table),
]
let place = { warehouse: '', fba: '' }
beforeEach(async () => {
  await run(b, `truncate ${tables.join(', ')} cascade`)
  const warehouse = await add(stockPlace, { name: '深圳仓', kind: 1, shipsRest: 1 })
  place = { warehouse, fba: await add(stockPlace, { name: 'FBA 德国', kind: 3, shopId: '2' }) }
})

const add = async (r: unknown, values: Readonly<Record<string, unknown>>): Promise<string> =>
  String((await addRecord(b.as(), plain(r), values)).id)
let no = 0
const receive = (day: string, quantity: string, purchase: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  add(costReceipt, { documentNo: `R${++no}`, lineNo: 1, day, productId: '1', placeId: place.warehouse, quantity, purchase, ...more })
/** Units of S1 (product 1) sold in a shop on a day. */
async function sell(shop: number, day: string, quantity: number): Promise<void> {
  await lines.settlementLine(b, { shop_id: shop, posted_on: day, kind_id: kinds.principal, amount: '100.00', sku: 'S1', quantity })
  const system = await b.system()
  await system.write(tx => markStale(tx, amounts, String(shop), [day], new Date()))
}
/** Runs what jobs would until nothing waits; layers = movements = values, whatever happened. */
async function settle(): Promise<void> {
  await costsOnly()
  const months = await rowsOf(stockProof, ['month', 'difference', 'placeId'])
  expect(months.filter(([, difference]) => difference !== '0.0000')).toEqual([])
}
async function costsOnly(): Promise<void> {
  const system = await b.system()
  await costsHandler(b.house, { orgId: '1', fromMonth: '2026-01-01' }, new AbortController().signal)
  for (let round = 0; round < 5; round++) {
    await refreshRollups(b.house, '1')
    if ((await system.write((tx, inside) => computeStale(tx, inside))) === 0) return
  }
}
const costLines = async (): Promise<unknown[]> =>
  (
    await run(
      b,
      `select shop_id::int as shop, booked_on::text as day, item, trim_scale(quantity)::text as units, trim_scale(amount)::text as amount
        from finance_cost_line order by booked_on, shop_id, item`,
    )
  ).rows.map((row: Record<string, unknown>) => Object.values(row))
const rowsOf = async (r: unknown, fields: readonly string[]) => {
  const { list } = await listOf(b.as(), plain(r), { pageSize: 100 })
  return list.map(row => fields.map(field => row[field]))
}

describe('product cost in layers', () => {
  it('sales bear what their layers cost, before the first receipt the cost of the month', async () => {
    await b.put('product_cost', { org_id: 1, product_id: 1, month: '2026-01-01', unit_cost: '9', currency: 'USD' })
    for (const shop of [1, 2]) await lines.settlement(b, { shop_id: shop, settlement_id: 'T1' })
    await sell(1, '2026-01-05', 2)
    await receive('2026-01-10', '10', '100', { firstLeg: '20' })
    await receive('2026-01-20', '10', '30', { currency: 'USD', rate: '7' })
    await sell(1, '2026-01-25', 12)
    await settle()
    expect(await costLines()).toEqual([
      [1, '2026-01-05', 80, '2', '-18'],
      // ten of the first receipt, two of the second at 21 each
      [1, '2026-01-25', 80, '12', '-142'],
      [1, '2026-01-25', 81, '12', '-20'],
    ])
    expect(await rowsOf(stockLayer, ['quantity', 'value', 'unitCost'])).toEqual([['8.000000', '168.0000', '21.000000']])
    const { totals } = await readReport(b.as(), companyProfit, {
      by: ['shop'],
      startDate: '2026-01-25',
      endDate: '2026-01-31',
      currency: 'CNY',
    })
    expect(totals[0]?.values['firstLeg']).toBe('-20.0000')
  })

  it('a transfer carries cost to the place a shop ships from, and value by place equals the layers', async () => {
    for (const shop of [1, 2]) await lines.settlement(b, { shop_id: shop, settlement_id: 'T1' })
    await receive('2026-01-10', '10', '100')
    await add(stockMovement, {
      documentNo: 'M1',
      lineNo: 1,
      day: '2026-01-12',
      kind: 1,
      productId: '1',
      fromPlaceId: place.warehouse,
      toPlaceId: place.fba,
      quantity: '6',
    })
    await sell(2, '2026-02-03', 7)
    await settle()
    expect(await costLines()).toEqual([[2, '2026-02-03', 80, '6', '-60']])
    expect(await rowsOf(stockShortage, ['day', 'quantity'])).toEqual([['2026-02-03', '1.000000']])
    const value = await rowsOf(stockValue, ['month', 'placeId', 'quantity', 'value'])
    expect(value.filter(row => row[1] === place.fba)).toEqual([['2026-01', place.fba, '6.000000', '60.0000']])
    expect(value.find(row => row[0] === '2026-03')).toEqual(['2026-03', place.warehouse, '4.000000', '40.0000'])
    expect(await rowsOf(stockLayer, ['quantity', 'value'])).toEqual([['4.000000', '40.0000']])
    expect((await rowsOf(valueByKind, ['month', 'kind', 'quantity', 'value', 'method'])).filter(row => row[0] === '2026-01')).toEqual([
      ['2026-01', 3, '6.000000', '60.0000', 1],
      ['2026-01', 1, '4.000000', '40.0000', 1],
    ])
    // a stock is no sum over months: the totals are those of the last one that is asked for, and name it
    const total = async (more: object) => (await listOf(b.as(), plain(stockValue), { pageSize: 100, ...more })).totals
    expect(await total({})).toMatchObject({ month: '2026-03', quantity: '4.000000', value: '40.0000' })
    expect(await total({ month: ['2026-01', '2026-01'] })).toMatchObject({ month: '2026-01', quantity: '10.000000', value: '100.0000' })
    expect(await total({ month: ['2025-01', '2025-01'] })).toMatchObject({ quantity: '0', value: '0' })
  })

  it('two movements of a day go by their numbers; a month closed by the text of them keeps that until it is reopened', async () => {
    const transit = await add(stockPlace, { name: '在途', kind: 2 })
    await receive('2026-01-10', '5', '50')
    const move = { org_id: 1, line_no: 1, day: '2026-01-12', kind: 1, product_id: 1, quantity: 5 }
    await b.put('stock_movement', { ...move, id: 9, document_no: 'M9', from_place_id: place.warehouse, to_place_id: transit })
    await b.put('stock_movement', { ...move, id: 10, document_no: 'M10', from_place_id: transit, to_place_id: place.fba })
    const lying = async () => {
      await (await b.system()).write((tx, inside) => markProducts(tx, inside, ['1']))
      await settle()
      return rowsOf(stockLayer, ['placeId', 'quantity'])
    }
    expect(await lying()).toEqual([[place.fba, '5.000000']])
    expect(await rowsOf(stockShortage, ['quantity'])).toEqual([])
    await run(b, `truncate stock_state, stock_take, stock_value, stock_ledger, stock_age, stock_shortage`)
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 0, moves_as_text: 1 })
    expect(await lying()).toEqual([[transit, '5.000000']])
    await run(b, `update finance_month set moves_as_text = 0`)
    expect(await lying()).toEqual([[place.fba, '5.000000']])
  })

  it('a freight bill after the close falls on stock, on open sales, and as variance on closed ones', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
    const receipt = await receive('2026-01-10', '10', '100', { firstLeg: '10' })
    await sell(1, '2026-01-15', 4)
    await sell(1, '2026-02-15', 3)
    await settle()
    const before = await costLines()
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    await add(costAddition, { receiptId: receipt, part: 2, meaning: 1, amount: '30', day: '2026-01-31' })
    await settle()
    expect(await costLines()).toEqual([
      ...before.slice(0, 2),
      // 20 more for ten units: 8 for the four of January, 6 for the three of February
      [1, '2026-02-01', 90, '0', '-8'],
      [1, '2026-02-15', 80, '3', '-30'],
      [1, '2026-02-15', 81, '3', '-9'],
    ])
    expect(await rowsOf(stockLayer, ['quantity', 'value', 'firstLeg'])).toEqual([['3.000000', '39.0000', '9.0000']])
    await expect(receive('2026-01-31', '1', '1')).rejects.toThrow('已结账')
  })

  it('closed months are folded once: what comes after goes on from their state, which a month that is opened again leaves', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
    const receipt = await receive('2026-01-10', '10', '100')
    await sell(1, '2026-01-15', 4)
    await settle()
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    const states = async () =>
      (await run(b, 'select day::text as day from stock_state order by day')).rows.map((row: { day: string }) => row.day)
    await receive('2026-02-03', '10', '300')
    await settle()
    expect(await states()).toEqual(['2026-01-31'])
    // a state that says something else shows that it is what the fold goes on from
    await run(b, `update stock_state set state = jsonb_set(state, '{layers,0,worth,0,2}', '"1200000"') where day = '2026-01-31'`)
    await sell(1, '2026-02-15', 5)
    await costsOnly()
    expect((await costLines()).at(-1)).toEqual([1, '2026-02-15', 80, '5', '-60'])
    // a cost of what it holds is folded from nothing
    await add(costAddition, { receiptId: receipt, part: 1, meaning: 2, amount: '10', day: '2026-02-20' })
    await settle()
    expect((await costLines()).at(-1)).toEqual([1, '2026-02-15', 80, '5', '-55'])
    await run(b, `update finance_month set state = 0`)
    await receive('2026-01-12', '1', '10')
    await settle()
    expect(await states()).toEqual([])
  })

  it('a return comes back at the cost it left with; a write-off takes it out of stock', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
    await receive('2026-01-10', '10', '100')
    await sell(1, '2026-01-15', 10)
    await receive('2026-01-20', '10', '300')
    const move = { lineNo: 1, productId: '1' }
    const back = { kind: 3, toPlaceId: place.warehouse, shopId: '1', sellerSku: 'S1' }
    await add(stockMovement, { ...move, ...back, documentNo: 'B1', day: '2026-01-25', quantity: '2' })
    await add(stockMovement, { ...move, documentNo: 'W1', day: '2026-01-26', kind: 2, fromPlaceId: place.warehouse, quantity: '4' })
    await settle()
    expect(await costLines()).toEqual([
      [1, '2026-01-15', 80, '10', '-100'],
      [1, '2026-01-25', 80, '-2', '20'],
    ])
    expect((await rowsOf(stockLayer, ['quantity', 'value'])).sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['2.000000', '20.0000'],
      ['6.000000', '180.0000'],
    ])
  })

  it('first leg of a consignment falls on what arrived of it; the bill replaces the estimate, after the close as a variance', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
    const put = (table: string, row: Record<string, unknown>) => b.put(table, { org_id: 1, ...row })
    await put('first_leg_shipment', { id: 7, shipment_no: 'HJ-1', period: '2026-01-01' })
    // ten packed by the SKU that is sold, and a line of something else
    await put('first_leg_fee', { id: 71, shipment_id: 7, period: '2026-01-01', sku: 'S1', row_no: 1, quantity: 10, line_key: randomUUID() })
    await put('first_leg_fee', { id: 72, shipment_id: 7, period: '2026-01-01', sku: 'X9', row_no: 2, quantity: 5, line_key: randomUUID() })
    const bill = (id: number, more: Record<string, unknown>) =>
      put('first_leg_bill', { id, no: `B${id}`, shipment_id: 7, business_on: '2026-01-20', currency: 'CNY', state: 1, ...more })
    const share = (bill_id: number, fee_id: number, amount: string, duty = '0') =>
      put('first_leg_share', { bill_id, fee_id, row_no: fee_id, basis: 5, weight: 1, share: amount, duty, currency: 'CNY', in_force: 1 })
    const post = async () => (await b.system()).write((tx, inside) => postFreight(tx, inside, ['7']))
    await receive('2026-01-10', '6', '60', { shipmentId: '7', firstLeg: '5' })
    await sell(1, '2026-01-15', 2)
    await settle()
    await bill(1, { meaning: 2 })
    await share(1, 71, '20')
    await share(1, 72, '7')
    await post()
    await settle()
    // six of ten arrived: 12 of 20 in place of the 5 that were estimated at the receipt
    expect(await rowsOf(stockFreight, ['layer', 'amount'])).toEqual([[expect.stringContaining('receipt '), '12.0000']])
    expect((await costLines()).filter(row => (row as unknown[])[2] === 81)).toEqual([[1, '2026-01-15', 81, '2', '-4']])
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    await bill(2, { replaces_id: 1 })
    // ten of it duty
    await share(2, 71, '40', '10')
    await post()
    await post()
    await settle()
    // 18 in place of 12: 2 on the two that were sold in January, 4 on the four in stock
    // and six of ten units bear 6 of the duty: another 2 on those that were sold
    expect((await costLines()).slice(-1)).toEqual([[1, '2026-02-01', 90, '0', '-4']])
    expect(await rowsOf(stockLayer, ['quantity', 'firstLeg', 'duty'])).toEqual([['4.000000', '12.0000', '4.0000']])
    // the rest of it comes by a transfer, which bears the other four units
    await receive('2026-02-02', '4', '40')
    await add(stockMovement, {
      documentNo: 'M9',
      lineNo: 1,
      day: '2026-02-03',
      kind: 1,
      productId: '1',
      quantity: '4',
      shipmentId: '7',
      fromPlaceId: place.warehouse,
      toPlaceId: place.fba,
    })
    await settle()
    expect((await rowsOf(stockFreight, ['layer', 'part', 'amount'])).filter(row => String(row[0]).startsWith('movement '))).toEqual([
      [expect.stringContaining('movement '), 3, '4.0000'],
      [expect.stringContaining('movement '), 2, '12.0000'],
    ])
    expect((await rowsOf(stockLayer, ['placeId', 'quantity', 'firstLeg'])).find(row => row[0] === place.fba)).toEqual([
      place.fba,
      '4.000000',
      '24.0000',
    ])
  })

  it('an invoice takes the provisional cost of its units back and puts its own in place', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
    await receive('2026-01-10', '10', '100', { basis: 2, documentNo: 'ZG-1' })
    await sell(1, '2026-01-15', 5)
    await settle()
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    const open = () => rowsOf(costProvisional, ['month', 'open', 'amount'])
    expect((await open()).find(row => row[0] === '2026-01')).toEqual(['2026-01', '10.000000', '100.0000'])
    const invoice = { invoiceNo: 'FP-1', lineNo: 1, day: '2026-01-31', receiptNo: 'ZG-1', quantity: '6', amount: '66' }
    const first = await add(costInvoice, invoice)
    await settle()
    // 66 in place of 60: 3 on the five that were sold, 3 on the five in stock
    expect((await costLines()).slice(-1)).toEqual([[1, '2026-02-01', 90, '0', '-3']])
    expect(await rowsOf(stockLayer, ['quantity', 'value'])).toEqual([['5.000000', '53.0000']])
    expect((await open()).find(row => row[0] === '2026-01')).toEqual(['2026-01', '10.000000', '100.0000'])
    expect((await open()).find(row => row[0] === '2026-02')).toEqual(['2026-02', '4.000000', '40.0000'])
    const next = { ...invoice, invoiceNo: 'FP-2', day: '2026-02-10' }
    await expect(add(costInvoice, { ...next, quantity: '5' })).rejects.toThrow('超过入库数量')
    await expect(add(costInvoice, { ...next, receiptNo: 'ZG-9' })).rejects.toThrow('没有找到入库单 ZG-9')
    await receive('2026-02-01', '1', '1', { documentNo: 'FP-IN' })
    await expect(add(costInvoice, { ...next, receiptNo: 'FP-IN', quantity: '1' })).rejects.toThrow('不是暂估')
    await add(costInvoice, { ...next, quantity: '4', amount: '40' })
    expect((await open()).map(row => row[0])).toEqual(['2026-01'])
    await run(b, 'delete from cost_invoice where id <> $1', [first])
  })

  describe('returns by reports of the marketplace', () => {
    let line = 0
    const cameBack = (day: string, quantity: number, disposition = 'SELLABLE') =>
      run(
        b,
        `insert into fba_return (shop_id, reported_on, returned_at, sku, quantity, disposition, line_key, state_key, import_id)
          values (2, $1::date, $1::date, 'S1', $2, $3, md5($4)::uuid, md5($4)::uuid, $5)`,
        [day, quantity, disposition, String(++line), line],
      )
    /** What the import does after it merged or took back its lines. */
    const follow = async (isRemoval = false) => {
      const system = await b.system()
      const task = { house: b.house, orgId: '1', shopId: '2', importId: String(line), isRemoval, now: new Date('2026-03-20T08:00:00Z') }
      await system.write(tx => returnsFollow.follow({ ...task, tx: tx as never }))
    }
    beforeEach(() => lines.settlement(b, { shop_id: 2, settlement_id: 'T1' }))

    it('come back at the cost they left with, those that cannot be sold to a place of their own; taken back, nothing came', async () => {
      await receive('2026-01-10', '10', '100', { placeId: place.fba })
      await sell(2, '2026-01-15', 10)
      await receive('2026-01-20', '10', '300', { placeId: place.fba })
      await settle()
      const before = await costLines()
      await cameBack('2026-01-25', 2)
      await follow()
      await cameBack('2026-01-26', 1, 'CUSTOMER_DAMAGED')
      await follow()
      await settle()
      expect(await costLines()).toEqual([
        [2, '2026-01-15', 80, '10', '-100'],
        [2, '2026-01-25', 80, '-2', '20'],
        [2, '2026-01-26', 80, '-1', '10'],
      ])
      const places = await rowsOf(stockPlace, ['id', 'name', 'kind'])
      const aside = places.find(row => row[2] === 5)
      expect(aside?.[1]).toBe('退货不可售')
      expect(await rowsOf(stockLayer, ['placeId', 'quantity', 'value'])).toContainEqual([aside?.[0], '1.000000', '10.0000'])
      await run(b, 'delete from fba_return')
      await follow(true)
      await settle()
      expect(await costLines()).toEqual(before)
    })

    it('of a closed month count from the first open day; what left no layer is worth the cost of the month', async () => {
      await b.put('product_cost', { org_id: 1, product_id: 1, month: '2026-01-01', unit_cost: '9', currency: 'CNY' })
      await sell(2, '2026-01-05', 3)
      await settle()
      await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
      await receive('2026-02-10', '10', '100', { placeId: place.fba })
      await sell(2, '2026-02-15', 1)
      await cameBack('2026-01-20', 1)
      await follow()
      await cameBack('2026-02-20', 3)
      await follow()
      await settle()
      expect(await costLines()).toEqual([
        [2, '2026-01-05', 80, '3', '-27'],
        // before the first receipt: by the month
        [2, '2026-02-01', 80, '-1', '9'],
        [2, '2026-02-15', 80, '1', '-10'],
        // one was sold out of layers, two were not
        [2, '2026-02-20', 80, '-3', '28'],
      ])
      expect(await rowsOf(stockShortage, ['quantity'])).toEqual([])
    })
  })

  it('what the inventory ledger says was shipped stands as 发出商品 at the end of the month until its sale is told', async () => {
    await lines.settlement(b, { shop_id: 2, settlement_id: 'T1' })
    await receive('2026-01-10', '20', '200', { placeId: place.fba })
    await sell(2, '2026-01-30', 1)
    await sell(2, '2026-02-05', 4)
    const left = (day: string, quantity: number, event = 'Shipments') =>
      run(
        b,
        `insert into fba_ledger_line (shop_id, happened_on, sku, event, quantity, line_key, state_key, import_id)
          values (2, $1::date, 'S1', $3, -$2::int, gen_random_uuid(), gen_random_uuid(), 77)`,
        [day, quantity, event],
      )
    // before the first receipt, of another kind, and two shipments of which one unit was sold before
    await left('2026-01-05', 9)
    await left('2026-01-30', 8, 'Adjustments')
    await left('2026-01-28', 3)
    await left('2026-01-31', 3)
    const follow = async (isRemoval = false) => {
      const task = { house: b.house, orgId: '1', shopId: '2', importId: '77', isRemoval, now: new Date('2026-03-20T08:00:00Z') }
      await (await b.system()).write(tx => shipmentsFollow.follow({ ...task, tx: tx as never }))
      await settle()
    }
    await follow()
    const january = async () => (await rowsOf(valueByKind, ['month', 'kind', 'quantity', 'value'])).filter(row => row[0] === '2026-01')
    expect((await january()).sort((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      ['2026-01', 3, '14.000000', '140.0000'],
      ['2026-01', 6, '5.000000', '50.0000'],
    ])
    expect(await rowsOf(stockLayer, ['placeId', 'quantity'])).toContainEqual([expect.not.stringMatching(`^${place.fba}$`), '1.000000'])
    expect(await costLines()).toEqual([
      [2, '2026-01-30', 80, '1', '-10'],
      [2, '2026-02-05', 80, '4', '-40'],
    ])
    expect((await rowsOf(stockPlace, ['name', 'kind', 'shopId'])).filter(row => row[1] === 6)).toEqual([
      [expect.stringContaining('发出商品'), 6, '2'],
    ])
    await run(b, 'delete from fba_ledger_line')
    await follow(true)
    expect(await january()).toEqual([['2026-01', 3, '19.000000', '190.0000']])
  })

  it('stock is written down by its age, less what was before; a proposal that no longer holds is refused', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
    await receive('2026-01-01', '10', '100')
    await receive('2026-02-20', '10', '300')
    await settle()
    const make = (month: string) => add(stockWriteDown, { month, businessOn: '2026-03-20' })
    const first = await make('2026-03')
    await expect(proposeWriteDown(b.as(), first)).rejects.toThrow('没有可用的跌价比例')
    for (const [fromDays, percent] of [[0, '0'] as const, [60, '50'] as const])
      await add(writeDownBand, { validFrom: '2026-01', fromDays, percent })
    const step = (id: string, name: string) => takeSteps(b.as(), plain(stockWriteDown), { ids: [{ id }], pick: { step: name }, input: {} })
    await expect(step(first, 'post')).rejects.toThrow('还没有生成建议')
    await proposeWriteDown(b.as(), first)
    const proposed = () => rowsOf(stockWriteDownLine, ['value', 'needed', 'earlier', 'amount', 'madeOf'])
    // 89 days and 39 days old at the end of March
    expect(await proposed()).toEqual([['400.0000', '50.0000', '0.0000', '50.0000', '60+: 100 × 50%']])
    await receive('2026-01-02', '10', '20')
    await settle()
    await expect(step(first, 'post')).rejects.toThrow('请重新生成建议')
    await proposeWriteDown(b.as(), first)
    await step(first, 'post')
    const march = async () => (await rowsOf(stockProof, ['month', 'value', 'writtenDown', 'net'])).find(row => row[0] === '2026-03')
    expect(await march()).toEqual(['2026-03', '420.0000', '60.0000', '360.0000'])
    // the oldest are sold: what they were written down by is taken back
    await sell(1, '2026-03-10', 10)
    await settle()
    const second = await make('2026-03')
    await proposeWriteDown(b.as(), second)
    await step(second, 'post')
    expect(await march()).toEqual(['2026-03', '320.0000', '10.0000', '310.0000'])
    await expect(step(first, 'reverse')).rejects.toThrow('请先冲销它')
    await step(second, 'reverse')
    await step(first, 'reverse')
    expect(await march()).toEqual(['2026-03', '320.0000', '0.0000', '320.0000'])
    await b.put('finance_month', { org_id: 1, month: '2026-03-01', state: 1 })
    await expect(make('2026-03')).rejects.toThrow('已结账')
    await expect(step(first, 'post')).rejects.toThrow('已结账')
  })

  it('by the moving average every unit costs the same, and by the month layers are left alone', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
    await receive('2026-01-10', '10', '100')
    await receive('2026-01-11', '10', '200')
    await sell(1, '2026-01-15', 5)
    await run(b, 'update organisation set cost_method = 2 where id = 1')
    await settle()
    expect(await costLines()).toEqual([[1, '2026-01-15', 80, '5', '-75']])
    await b.put('product_cost', { org_id: 1, product_id: 1, month: '2026-01-01', unit_cost: '9', currency: 'USD' })
    await run(b, 'update organisation set cost_method = 3 where id = 1')
    await settle()
    expect(await costLines()).toEqual([[1, '2026-01-15', 80, '5', '-45']])
    await run(b, 'update organisation set cost_method = 1 where id = 1')
  })

  it('refuses an amount in a currency without rate, naming month and currency', async () => {
    await expect(receive('2026-01-10', '1', '5', { currency: 'JPY' })).rejects.toThrow('缺少 2026-01 的 JPY 汇率')
    await expect(receive('2026-01-10', '1', '5', { currency: 'JPY', rate: '0.05' })).resolves.toBeTruthy()
  })

  it('a backdated receipt before 10,000 sales changes the cost of each of them in one step', async () => {
    await receive('2026-01-10', '6000', '60000')
    await run(
      b,
      `insert into stock_sale (shop_id, day, sku, product_id, place_id, quantity)
        select 1 + n % 2, date '2026-01-11' + n % 60, 'S' || n, 1, $1, 1 from generate_series(1, 10000) n`,
      [place.warehouse],
    )
    const system = await b.system()
    const work = () => system.write((tx, inside) => computeStale(tx, inside))
    expect(await work()).toBe(1)
    await receive('2026-01-02', '4000', '50000')
    expect(await work()).toBe(1)
    const { rows } = await run(b, 'select sum(amount)::text as cost, count(*)::int as n from stock_cost')
    expect(rows).toEqual([{ cost: '-110000.0000', n: 10_000 }])
  })

  it('writers that mark the same products do not wait for each other, and a mark that comes while the job works outlives it', async () => {
    const system = await b.system()
    const others = ['2', '1']
    await system.write(async (tx, inside) => {
      await markProducts(tx, inside, others.toReversed())
      await outsideTransaction(() => system.write((other, within) => markProducts(other, within, others)))
    })
    const left = async () => (await run(b, 'select product_id::text as id, count(*)::int as n from stock_stale group by 1 order by 1')).rows
    expect(await left()).toEqual([
      { id: '1', n: 2 },
      { id: '2', n: 2 },
    ])
    await system.write(async (tx, inside) => {
      expect(await computeStale(tx, inside)).toBe(2)
      await outsideTransaction(() => system.write((other, within) => markProducts(other, within, ['1'])))
    })
    expect(await left()).toEqual([{ id: '1', n: 1 }])
  })
})
