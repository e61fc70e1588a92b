/** Requirements planning on random nets against a plain calculation, and the worked example to the day. MRP_CASES: how many nets. */
import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { plainLevels, plainPlan, type PlainNet } from '../../../test/setup/plain-mrp.ts'
import { daysOf, NoWorkingDay } from './days.ts'
import { Circle, levelsOf } from './levels.ts'
import { planOf } from './plan.ts'
import { kinds, millionths, type Item, type Plan, type Snapshot, type Version } from './snapshot.ts'

const cases = Number(process.env['MRP_CASES'] ?? 300)
let seed = Number(process.env['MRP_SEED'] ?? 7)
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const below = (most: number): number => Math.floor(random() * most)
const week = [true, true, true, true, true, false, false]
const today = '2026-11-02'
const stockOf = { list: '', id: '', no: '' }
const orderOf = (id: string) => ({ list: 'purchaseOrder', id, no: `CG${id}` })
const saleOf = (id: string) => ({ list: 'goodsOut', id, no: `CK${id}` })
const item = (productId: string, source: number, lead: number, more: Partial<Item> = {}): Item => ({
  productId,
  sku: productId,
  source,
  lead,
  moq: '0',
  lot: '0',
  safety: '0',
  supplierId: null,
  ...more,
})
const bill = (
  productId: string,
  kind: number,
  lines: readonly (readonly [string, string, string?])[],
  more: Partial<Version> = {},
): Version => ({
  bomId: `b${productId}`,
  productId,
  kind,
  base: '1',
  from: '2026-01-01',
  to: null,
  lines: lines.map(([partId, per, scrap = '0']) => ({ partId, per, scrap })),
  ...more,
})
const amount = (productId: string, day: string, quantity: string, origin: Snapshot['stock'][number]['origin'], warehouseId = 'w1') => ({
  productId,
  warehouseId,
  day,
  quantity,
  origin,
})
const base: Snapshot = {
  today,
  parameters: { horizonDays: 180, freezeDays: 7, pullDays: 30, transferDays: 3 },
  calendar: { week, days: {} },
  warehouses: ['w1', 'w2'],
  items: [],
  bills: [],
  stock: [],
  supplies: [],
  demands: [],
}
const example: Snapshot = {
  ...base,
  items: [
    item('1', 2, 2, { safety: '20' }),
    item('2', 1, 5, { moq: '100', lot: '50' }),
    item('3', 2, 1, { lot: '60' }),
    item('4', 1, 3, { lot: '25' }),
  ],
  bills: [
    bill('1', 1, [
      ['2', '2'],
      ['3', '1'],
    ]),
    bill('3', 1, [['4', '0.5']]),
  ],
  stock: [
    amount('1', today, '50', stockOf),
    amount('2', today, '60', stockOf),
    amount('3', today, '30', stockOf),
    amount('4', today, '20', stockOf),
  ],
  supplies: [amount('2', '2026-11-06', '100', orderOf('9'))],
  demands: [amount('1', '2026-11-12', '120', saleOf('1')), amount('1', '2026-11-19', '80', saleOf('2'))],
}
const told = (plan: Plan): readonly string[] =>
  plan.lines.map(one => {
    const on = (day: number): string => addDays(today, day).slice(5)
    return `${one.productId} ${one.kind} ${one.quantity / 1_000_000n} ${on(one.due)} ${on(one.start)}${one.isLate ? ' late' : ''}`
  })

test('the worked example to the day', () => {
  const plan = planOf(example)
  expect(told(plan)).toEqual([
    '1 3 90 11-12 11-10',
    '1 3 80 11-19 11-17',
    '2 2 100 11-10 11-05',
    '2 2 100 11-17 11-12',
    '3 3 60 11-10 11-09',
    '3 3 120 11-17 11-16',
    '4 2 25 11-09 11-06',
    '4 2 50 11-16 11-13',
  ])
  const a = plan.cells.find(one => one.productId === '2')
  const first = a?.supplies.findIndex(one => one.planned === '2:w1:1')
  expect(a?.pegs.filter(one => one.supply === first).map(one => [a.demands[one.demand]?.of, one.quantity / 1_000_000n])).toEqual([
    ['1:w1:1', 20n],
    ['1:w1:2', 80n],
  ])
  expect(planOf(structuredClone(example))).toEqual(plan)
})

test('a later order is told to come earlier and counted, one that nobody needs is told; what is late keeps its day', () => {
  const plan = planOf({
    ...base,
    items: [item('1', 1, 5)],
    supplies: [amount('1', '2026-11-20', '30', orderOf('1')), amount('1', '2027-01-20', '40', orderOf('2'))],
    demands: [amount('1', '2026-11-05', '35', saleOf('1'))],
  })
  expect(told(plan)).toEqual(['1 2 5 11-05 10-31 late', '1 6 30 11-05 11-20', '1 7 40 01-20 01-20'])
  expect(plan.lines.find(one => one.kind === kinds.earlier)?.isFrozen).toBe(true)
})

test('what another warehouse can spare is sent before anything is bought; its own need and safety stay', () => {
  const plan = planOf({
    ...base,
    items: [item('1', 1, 5, { safety: '10' })],
    stock: [amount('1', today, '100', stockOf, 'w2')],
    demands: [amount('1', '2026-11-20', '60', saleOf('1')), amount('1', '2026-12-20', '50', saleOf('2'), 'w2')],
  })
  expect(plan.lines.map(one => [one.kind, one.warehouseId, one.fromId, String(one.quantity / 1_000_000n)])).toEqual([
    // the safety of today, then what is asked for
    [kinds.transfer, 'w1', 'w2', '10'],
    [kinds.transfer, 'w1', 'w2', '30'],
    [kinds.buy, 'w1', null, '30'],
  ])
})

test('of a bundle its parts are needed; a bill that ends gives way to the next; scrap is added', () => {
  const plan = planOf({
    ...base,
    items: [item('1', 4, 0), item('2', 2, 0), item('3', 1, 0)],
    bills: [
      bill('1', 3, [['2', '2']]),
      bill('2', 1, [['3', '1', '10']], { bomId: 'old', to: '2026-11-30' }),
      bill('2', 1, [['3', '3']], { bomId: 'new', from: '2026-12-01' }),
    ],
    demands: [amount('1', '2026-11-20', '5', saleOf('1')), amount('1', '2026-12-20', '5', saleOf('2'))],
  })
  expect(plan.lines.filter(one => one.productId === '2').map(one => [one.bomId, one.quantity])).toEqual([
    ['old', 10_000_000n],
    ['new', 10_000_000n],
  ])
  expect(plan.lines.filter(one => one.productId === '3').map(one => one.quantity)).toEqual([11_000_000n, 30_000_000n])
})

test('a circle names its products; a calendar without working days is told', () => {
  const circle = [
    bill('1', 1, [['2', '1']]),
    bill('2', 1, [['3', '1']]),
    bill('3', 1, [
      ['2', '1'],
      ['4', '1'],
    ]),
  ]
  let found: unknown
  try {
    levelsOf(circle)
  } catch (error) {
    found = error
  }
  expect(found).toBeInstanceOf(Circle)
  expect([...((found as Circle).productIds ?? [])].toSorted((a, b) => a.localeCompare(b))).toEqual(['2', '3'])
  const idle = { ...example, calendar: { week: week.map(() => false), days: {} } }
  expect(() => planOf(idle)).toThrow(NoWorkingDay)
  const oneDay = {
    ...example,
    calendar: { week: week.map(() => false), days: Object.fromEntries(['2026-11-09', '2026-11-06', '2026-11-03'].map(on => [on, true])) },
  }
  expect(daysOf(today, oneDay.calendar).before(10, 2)).toBe(4)
})

/** six levels; an edge leads down alone */
const levelsMax = 6
function randomBills(products: readonly string[], from: () => readonly [string, string | null]): Version[] {
  const per = Math.ceil(products.length / levelsMax)
  return products.flatMap((id, at) => {
    const under = products.slice((Math.floor(at / per) + 1) * per)
    if (under.length === 0 || below(4) === 0) return []
    const parts = [...new Set(Array.from({ length: 1 + below(3) }, () => under[below(under.length)] ?? ''))]
    const lines = parts.map(partId => ({ partId, per: String((1 + below(40)) / 10), scrap: String(below(3) * 2.5) }))
    const [validFrom, to] = from()
    return [{ bomId: `b${at}`, productId: id, kind: 1, base: String(1 + below(3)), from: validFrom, to, lines }]
  })
}
function randomNet(): Snapshot {
  const products = Array.from({ length: levelsMax + below(14) }, (_, at) => String(at + 1))
  const bills = randomBills(products, () => ['2026-01-01', below(5) === 0 ? addDays(today, below(60)) : null])
  const next = bills.flatMap(one =>
    one.to === null ? [] : [{ ...one, bomId: `${one.bomId}n`, from: addDays(one.to, 1), to: null, base: '2' }],
  )
  const made = new Set(bills.map(one => one.productId))
  const at = (): string => (below(4) === 0 ? 'w2' : 'w1')
  const of = (n: number, most: number, origin: typeof saleOf, ahead = 100) =>
    Array.from({ length: n }, (_, id) => ({
      ...amount(
        products[below(products.length)] ?? '',
        addDays(today, below(ahead) - 3),
        String((1 + below(most * 10)) / 10),
        origin(String(id)),
        at(),
      ),
    }))
  return {
    ...base,
    parameters: { ...base.parameters, horizonDays: 90 },
    calendar: { week, days: Object.fromEntries(Array.from({ length: 6 }, () => [addDays(today, below(90) - 10), below(2) === 0])) },
    items: products.map(id =>
      item(id, made.has(id) ? 2 : 1, below(8), {
        moq: String(below(3) * 20),
        lot: String(below(3) * 12.5),
        safety: String(below(3) * 10),
      }),
    ),
    bills: [...bills, ...next],
    stock: of(below(12), 80, () => stockOf, 1).map(one => ({ ...one, day: today })),
    supplies: of(below(8), 60, orderOf),
    demands: of(1 + below(20), 50, saleOf),
  }
}

const plainOf = (net: Snapshot): PlainNet => {
  const days = daysOf(today, net.calendar)
  const weekdays = (day: number): number => (new Date(`${addDays(today, day)}T00:00:00Z`).getUTCDay() + 6) % 7
  const plain = (stock: boolean) => (one: Snapshot['stock'][number]) => ({
    product: one.productId,
    warehouse: one.warehouseId,
    day: days.numberOf(one.day),
    quantity: millionths(one.quantity),
    stock,
    sent: one.sent === true,
  })
  return {
    works: day => net.calendar.days[addDays(today, day)] ?? week[weekdays(day)] ?? false,
    warehouses: net.warehouses,
    items: net.items.map(one => ({
      id: one.productId,
      source: one.source,
      moq: millionths(one.moq),
      lot: millionths(one.lot),
      safety: millionths(one.safety),
      lead: one.lead,
    })),
    bills: net.bills.map(one => ({
      id: one.bomId,
      product: one.productId,
      base: millionths(one.base),
      from: days.numberOf(one.from),
      to: one.to === null ? 100_000 : days.numberOf(one.to),
      lines: one.lines.map(x => ({ part: x.partId, per: millionths(x.per), scrap: millionths(x.scrap) })),
    })),
    supplies: [...net.stock.map(plain(true)), ...net.supplies.map(plain(false))],
    demands: net.demands.map(plain(false)),
    horizon: net.parameters.horizonDays,
    pullDays: net.parameters.pullDays,
    transferDays: net.parameters.transferDays,
  }
}
const names = new Map<number, string>([
  [kinds.buy, 'buy'],
  [kinds.make, 'make'],
  [kinds.transfer, 'transfer'],
  [kinds.earlier, 'earlier'],
  [kinds.surplus, 'surplus'],
])

test(`${cases} random nets of six levels: as the plain calculation says; each demand has its pegs; turned lines leave nothing`, () => {
  const sorted = (lines: readonly object[]): readonly string[] =>
    lines.map(one => JSON.stringify(one)).toSorted((a, b) => a.localeCompare(b))
  for (let n = 0; n < cases; n++) {
    const net = randomNet()
    const plan = planOf(net)
    const plain = plainPlan(plainOf(net))
    const mine = plan.lines.map(one => ({
      kind: names.get(one.kind),
      product: one.productId,
      warehouse: one.warehouseId,
      quantity: String(one.quantity),
      due: one.due,
      start: one.start,
    }))
    expect(sorted(mine), `net ${n}`).toEqual(sorted(plain.lines))
    // what is projected never falls below the safety: what comes too late is told late
    expect(plain.lowest >= 0n).toBe(true)
    for (const cell of plan.cells) {
      const got = cell.demands.map(() => 0n)
      for (const { supply, demand, quantity } of cell.pegs) {
        got[demand] = (got[demand] ?? 0n) + quantity
        expect((cell.supplies[supply]?.day ?? 999) <= (cell.demands[demand]?.day ?? -1)).toBe(true)
      }
      expect(got).toEqual(cell.demands.map(one => one.quantity))
    }
    if (n % 10 === 0) expect(told(planOf(turned(net, plan))).filter(line => !/ [67] /.test(line))).toEqual([])
  }
}, 900_000)

/** The snapshot after all lines became documents and orders that shall come earlier do. */
function turned(net: Snapshot, plan: Plan): Snapshot {
  const days = daysOf(today, net.calendar)
  const units = (quantity: bigint): string => `${quantity / 1_000_000n}.${String(quantity % 1_000_000n).padStart(6, '0')}`
  const done = plan.lines.filter(one => one.kind < kinds.earlier)
  const moved = new Map(
    plan.lines.flatMap(one => (one.kind === kinds.earlier ? [[`${one.productId} ${one.origin?.id ?? ''}`, one.due]] : [])),
  )
  return {
    ...net,
    supplies: [
      ...net.supplies.map(one => {
        const due = moved.get(`${one.productId} ${one.origin.id}`)
        return due === undefined ? one : { ...one, day: days.dayOf(due) }
      }),
      ...done.map(one => amount(one.productId, days.dayOf(one.due), units(one.quantity), orderOf(`x${one.key}`), one.warehouseId)),
    ],
    demands: [
      ...net.demands,
      ...done.flatMap(one => {
        const on = days.dayOf(Math.max(0, one.start))
        if (one.fromId !== null)
          return [{ ...amount(one.productId, on, units(one.quantity), saleOf(`x${one.key}`), one.fromId), sent: true as const }]
        return plan.cells.flatMap(cell =>
          cell.demands.flatMap(x =>
            x.of === one.key && cell.productId !== one.productId
              ? [amount(cell.productId, on, units(x.quantity), saleOf(`x${one.key}`), one.warehouseId)]
              : [],
          ),
        )
      }),
    ],
  }
}

test(`${cases} random edits of bills: low-level codes are the longest way down`, () => {
  const products = Array.from({ length: 24 }, (_, at) => String(at + 1))
  let bills = randomBills(products, () => ['2026-01-01', null])
  for (let n = 0; n < cases; n++) {
    const at = below(products.length - 1)
    const kept = bills.filter(one => one.productId !== products[at])
    const parts = [...new Set(Array.from({ length: below(4) }, () => products[at + 1 + below(products.length - at - 1)] ?? ''))]
    bills =
      parts.length === 0
        ? kept
        : [
            ...kept,
            bill(
              products[at] ?? '',
              1,
              parts.map(one => [one, '1'] as const),
            ),
          ]
    const plain = plainLevels(
      bills.map(one => ({ product: one.productId, lines: one.lines.map(x => ({ part: x.partId, per: 1n, scrap: 0n })) })),
    )
    expect(Object.fromEntries(levelsOf(bills))).toEqual(Object.fromEntries(plain))
  }
})
