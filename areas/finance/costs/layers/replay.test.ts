/**
 * Documents of stock in whatever order they are entered leave the same cost; the moving average over closed months against a slow
 * reference; the fee of a consignment in a currency without rate.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { addDays, addMonths } from '#platform/format/dates.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
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

/** What happened on a day of its own, in whole units. */
interface Happened {
  readonly kind: 'receipt' | 'transfer' | 'sale' | 'return' | 'writeOff'
  readonly day: string
  readonly quantity: number
  readonly shop: 1 | 2
  /** of a receipt; what came late is added */
  costs: number[]
  id?: string
}
type Place = 'warehouse' | 'fba'
const placeOf = (shop: 1 | 2): Place => (shop === 1 ? 'warehouse' : 'fba')

/** Some months in which nothing is sold, sent or written off that is not there. */
function happenings(seed: number): Happened[] {
  const random = seededRandom(seed)
  const all: Happened[] = []
  const there = { warehouse: 0, fba: 0 }
  const sold = { 1: 0, 2: 0 }
  for (let day = '2026-01-02'; day < '2026-03-18'; day = addDays(day, 1 + random.below(2))) {
    const shop = random.of([1, 2] as const)
    const kind = random.of(['receipt', 'transfer', 'sale', 'sale', 'sale', 'return', 'writeOff'] as const)
    const most = { receipt: 40, transfer: there.warehouse, sale: there[placeOf(shop)], return: sold[shop], writeOff: there.warehouse }[kind]
    if (most === 0) continue
    const quantity = 1 + random.below(kind === 'writeOff' ? 1 : Math.min(most, 12))
    all.push({
      kind,
      day,
      quantity,
      shop,
      costs: kind === 'receipt' ? [5 * quantity + random.below(9999) / 100, random.below(3000) / 100] : [],
    })
    if (kind === 'receipt') there.warehouse += quantity
    if (kind === 'transfer') there.fba += quantity
    if (kind === 'transfer' || kind === 'writeOff') there.warehouse -= quantity
    if (kind === 'sale') there[placeOf(shop)] -= quantity
    if (kind === 'return') there[placeOf(shop)] += quantity
    if (kind === 'sale' || kind === 'return') sold[shop] += kind === 'sale' ? quantity : -quantity
  }
  return all
}

/** A quantity and a value for each place: what leaves takes its part, what comes back brings what it left with, the latest sale first. */
function movingAverage(all: readonly Happened[]): { lines: Map<string, number>; value: number } {
  const pools = { warehouse: { units: 0, value: 0 }, fba: { units: 0, value: 0 } }
  const sales: Record<1 | 2, { left: number; unit: number }[]> = { 1: [], 2: [] }
  const lines = new Map<string, number>()
  const take = (from: Place, units: number): number => {
    const pool = pools[from]
    const value = (pool.value * units) / pool.units
    pool.units -= units
    pool.value -= value
    return value
  }
  const put = (to: Place, units: number, value: number): void => {
    pools[to].units += units
    pools[to].value += value
  }
  for (const { kind, day, quantity, shop, costs } of all)
    if (kind === 'receipt')
      put(
        'warehouse',
        quantity,
        costs.reduce((sum, one) => sum + one, 0),
      )
    else if (kind === 'transfer') put('fba', quantity, take('warehouse', quantity))
    else if (kind === 'writeOff') take('warehouse', quantity)
    else if (kind === 'sale') {
      const value = take(placeOf(shop), quantity)
      sales[shop].push({ left: quantity, unit: value / quantity })
      lines.set(`${shop} ${day}`, -value)
    } else {
      let [left, value] = [quantity, 0]
      for (const sale of sales[shop].toReversed()) {
        const units = Math.min(left, sale.left)
        sale.left -= units
        left -= units
        value += units * sale.unit
      }
      put(placeOf(shop), quantity, value)
      lines.set(`${shop} ${day}`, value)
    }
  return { lines, value: pools.warehouse.value + pools.fba.value }
}

it.each([1, 2, 3])('the moving average of random months is that of a slow reference; closed months keep theirs (seed %i)', async seed => {
  await run(b, `truncate ${[...derived, ...entered, 'finance_month', 'stock_state'].join(', ')} cascade`)
  await run(b, 'update organisation set cost_method = 2 where id = 1')
  const days = Array.from({ length: 78 }, (_, at) => addDays('2026-01-01', at))
  // sums of what other tests sold
  for (const shop of ['1', '2']) await (await b.system()).write(tx => markStale(tx, amounts, shop, days, new Date()))
  const random = seededRandom(seed + 100)
  const all = happenings(seed)
  const money = (amount: number | undefined): string => (amount ?? 0).toFixed(2)
  const enter = async (one: Happened, no: number): Promise<void> => {
    const { kind, day, quantity, shop, costs } = one
    const [name, units] = [`${kind}${no}`, String(quantity)]
    if (kind === 'receipt') one.id = await receive(name, day, units, money(costs[0]), { firstLeg: money(costs[1]) })
    else if (kind === 'transfer') await move(name, day, 1, units, { toPlaceId: place.fba })
    else if (kind === 'writeOff') await move(name, day, 2, units)
    else if (kind === 'return') {
      const back = { fromPlaceId: undefined, toPlaceId: place[placeOf(shop)], shopId: String(shop), sellerSku: 'S1' }
      await move(name, day, 3, units, back)
    } else {
      // now and then a unit more, which is taken back the same day
      const more = random.below(3) === 0 ? 1 : 0
      await sell(shop, day, quantity + more)
      if (more > 0) await sell(shop, day, -more)
    }
  }
  /** what lines of each shop and day come to; variances by themselves */
  const booked = async (): Promise<Map<string, number>> => {
    const { rows } = await run(
      b,
      `select shop_id::int as shop, booked_on::text as day, item = 90 as late, sum(amount)::float as amount
        from finance_cost_line group by 1, 2, 3`,
    )
    return new Map(rows.map(({ shop, day, late, amount }) => [`${late ? 'late ' : ''}${shop} ${day}`, Number(amount)]))
  }
  const monthOf = (day: string): string => day.slice(0, 7)
  const kept = new Map<string, number>()
  let closed = ''
  for (const month of ['2026-01', '2026-02', '2026-03']) {
    const known = all.filter(one => monthOf(one.day) <= month)
    for (const [no, one] of known.entries()) if (monthOf(one.day) === month) await enter(one, no)
    // costs that come late, some of them back again, also of what was sold in closed months
    for (const one of known)
      if (one.kind === 'receipt' && random.below(3) === 0) {
        const amount = (random.below(4000) - 1000) / 100
        one.costs.push(amount)
        const of = { receiptId: one.id, part: 1 + random.below(2), meaning: 2, currency: 'CNY', day: `${month}-28` }
        await add(costAddition, { ...of, amount: money(amount) })
      }
    const undone = await receive(`X${month}`, `${month}-19`, '5', '900')
    await settle()
    await removeRecords(b.as(), costReceipt as unknown as Resource, [undone])
    await settle()
    const whole = movingAverage(known)
    const expected = new Map(kept)
    for (const [key, amount] of whole.lines) if (key.slice(2) > closed) expected.set(key, amount)
    for (const shop of [1, 2]) {
      const sumOf = (lines: ReadonlyMap<string, number>): number =>
        [...lines].reduce(
          (sum, [key, amount]) => (key.replace('late ', '').startsWith(`${shop} `) && key.slice(-10) <= closed ? sum + amount : sum),
          0,
        )
      const late = sumOf(whole.lines) - sumOf(kept)
      if (closed !== '' && Math.abs(late) > 0.0001) expected.set(`late ${shop} ${month}-01`, late)
    }
    const found = await booked()
    const keys = [...new Set([...found.keys(), ...expected.keys()])].sort()
    const off = keys.filter(key => Math.abs((found.get(key) ?? 0) - (expected.get(key) ?? 0)) > 0.005)
    expect(off.map(key => [key, found.get(key), expected.get(key)])).toEqual([])
    const { rows } = await run(
      b,
      `select coalesce(sum(purchase + first_leg + duty + other), 0)::float as value from stock_value where month = '${month}-01'`,
    )
    expect(Math.abs(Number(rows[0]?.value) - whole.value)).toBeLessThan(0.01)
    for (const [key, amount] of found) kept.set(key, amount)
    closed = addDays(addMonths(month, 1) + '-01', -1)
    await b.put('finance_month', { org_id: 1, month: `${month}-01`, state: 1 })
  }
  await run(b, 'update organisation set cost_method = 1 where id = 1')
})

it('the fee of a consignment in a currency without rate reaches no layer: month and currency are named', async () => {
  await run(b, 'delete from finance_month')
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
