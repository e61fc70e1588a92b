/** Bills of materials: days, circles, what parts cost and how many were used, against a plain reading. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { Materials, type BomLine } from './explode.ts'
import { logistics } from '#areas/logistics/index.ts'
import { materialYear } from './year.ts'

let b: Books
/** a version of its own for each line would overlap: lines of one version are put together */
let no = 0
async function line(productId: string, partId: string, per: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { scrap = '0', validFrom = '2025-01-01', validTo = null, kind = 1 } = more
  const id = 1_000 + ++no
  await b.put('bom', {
    id,
    org_id: 1,
    no: `BOM${no}`,
    business_on: '2026-01-01',
    product_id: productId,
    kind,
    state: 2,
    base: '2',
    valid_from: validFrom,
    valid_to: validTo,
  })
  await b.put('bom_line', { org_id: 1, bom_id: id, line_no: 1, part_id: partId, per: String(2 * Number(per)), scrap })
  return String(id)
}

beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02'], [logistics])
  await run(b, 'delete from product_cost')
  for (const [id, sku] of [
    [21, 'BOX'],
    [22, 'LAMP-BODY'],
    [23, 'LED'],
  ])
    await b.put('product', { id, org_id: 1, sku, name: sku })
  await b.put('currency_rate', { org_id: 1, month: '2026-02-01', currency: 'USD', rate: '7' })
  for (const [product_id, month, unit_cost, currency] of [
    [21, '2026-01-01', '1.5', 'CNY'],
    [23, '2026-01-01', '2', 'CNY'],
    [23, '2026-02-01', '0.5', 'USD'],
  ])
    await b.put('product_cost', { org_id: 1, product_id, month, unit_cost, currency })
  const system = await b.system()
  for (const [shop_id, posted_on, quantity] of [
    [1, '2026-01-10', 4],
    [2, '2026-01-11', 6],
    [1, '2026-02-10', 5],
  ] as const) {
    await lines.settlement(b, { shop_id, settlement_id: `T${posted_on}` })
    await lines.settlementLine(b, {
      shop_id,
      posted_on,
      kind_id: kinds.principal,
      amount: '10',
      sku: 'S1',
      quantity,
      settlement_id: `T${posted_on}`,
    })
    await system.write(tx => markStale(tx, amounts, String(shop_id), [posted_on], new Date()))
  }
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

const monthOf = async (by: 'product' | 'part', sku: string, month: string, shops?: readonly string[]) => {
  const row = (await materialYear(b.as(shops), 2026, by)).list.find(one => one.sku === sku)
  const found = row?.months.find(one => one.month === month)
  return found === undefined ? null : [found.unitCost, found.quantity, canonical(found.amount)]
}

test('parts of parts, scrap, days and rates: by product and by part, over the shops that one sees', async () => {
  await line('1', '21', '1')
  await line('1', '22', '1')
  await line('22', '23', '3', { scrap: '10', validTo: '2026-01-31' })
  await line('22', '23', '4', { validFrom: '2026-02-01' })
  // a box at 1.5 and 3.3 lights at 2
  expect(await monthOf('product', 'P1', '2026-01')).toEqual(['8.1', '10', '81'])
  // four lights at half a dollar
  expect(await monthOf('product', 'P1', '2026-02')).toEqual(['15.5', '5', '77.5'])
  expect(await monthOf('product', 'P1', '2026-01', ['1'])).toEqual(['8.1', '4', '32.4'])
  expect(await monthOf('part', 'LED', '2026-01')).toEqual(['2', '33', '66'])
  expect(await monthOf('part', 'BOX', '2026-02')).toEqual(['1.5', '5', '7.5'])
  // what is made of parts and has no cost of its own stands for them
  expect(await monthOf('part', 'LAMP-BODY', '2026-01')).toEqual(['6.6', '0', '0'])
})

test('a part without cost leaves the product without one', async () => {
  const id = await line('1', '2', '1', { validFrom: '2026-02-01' })
  expect(await monthOf('product', 'P1', '2026-02')).toEqual([null, '5', '0'])
  await run(b, `delete from bom_line where bom_id = ${id}`)
})

test('a product that was made outside has the cost of that until it is made here', async () => {
  const outside = await line('22', '21', '2', { kind: 2, validFrom: '2026-03-01' })
  const here = await line('22', '21', '1', { validFrom: '2026-05-01' })
  await run(b, "update bom set valid_to = '2026-02-28' where product_id = 22 and kind = 1 and valid_from = '2026-02-01'")
  expect((await monthOf('product', 'LAMP-BODY', '2026-04'))?.[0]).toBe('3')
  expect((await monthOf('product', 'LAMP-BODY', '2026-06'))?.[0]).toBe('1.5')
  await run(b, `delete from bom_line where bom_id in (${outside}, ${here})`)
})

test('300 random sheets: cost and use equal a plain reading', () => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9 })), {
    maxLength: 8,
  })
  const costs = fc.array(fc.option(fc.integer({ min: 0, max: 50 })), { minLength: 9, maxLength: 9 })
  fc.assert(
    fc.property(parts, costs, fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }), (all, known, sold) => {
      // a part has a higher number than what it goes into: no circle
      const bom = all.map(([product, further, quantity]): BomLine => {
        return {
          productId: String(product),
          kind: 1,
          partId: String(product + further),
          quantity: String(quantity),
          scrap: '0',
          from: '2020-01-01',
          to: null,
        }
      })
      const of = new Materials({
        lines: bom,
        costOf: id => (known[Number(id)] === null ? null : String(known[Number(id)])),
        soldOf: id => String(sold[Number(id)] ?? 0),
      })
      const plain = (id: number): number | null => {
        const own = bom.filter(one => one.productId === String(id))
        return own.length === 0
          ? null
          : own.reduce<number | null>((sum, one) => {
              const part = known[Number(one.partId)] ?? plain(Number(one.partId))
              return sum === null || part === null ? null : sum + Number(one.quantity) * part
            }, 0)
      }
      for (const id of [0, 1, 2, 3, 4]) {
        const cost = of.unitCost(String(id), '2026-01')
        expect(cost === null ? null : Number(cost)).toBe(plain(id))
      }
      const used = new Map<number, number>()
      const take = (id: number, units: number): void => {
        for (const one of bom.filter(row => row.productId === String(id))) {
          const part = Number(one.partId)
          const isMade = known[part] === null && bom.some(row => row.productId === one.partId)
          if (isMade) take(part, units * Number(one.quantity))
          else used.set(part, (used.get(part) ?? 0) + units * Number(one.quantity))
        }
      }
      for (const id of [0, 1, 2, 3, 4]) if (bom.some(row => row.productId === String(id)) && sold[id] !== 0) take(id, sold[id] ?? 0)
      expect(new Map([...of.used('2026-01')].map(([id, units]) => [Number(id), Number(units)]))).toEqual(used)
    }),
    { numRuns: 300, seed: 4 },
  )
})
