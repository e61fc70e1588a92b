/**
 * Ten thousand random amounts by five clocks, against a plain reckoning beside them: months of every clock, every bridge by cause, the
 * receivable of each day, and costs that follow their units.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { addDays } from '#platform/format/dates.ts'
import type { bridgeCauses } from '#platform/declare/bridge-words.ts'
import { askedReport } from '#platform/server/reports/ask/asked-report.ts'
import { proveClocks } from '#platform/server/reports/proof/proof.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { openBooks, run, shops, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { companyProfit } from '../report/profit.ts'
import { clockBridge } from './bridge.ts'
import { proveReceivable } from './receivable.ts'
import { moneyClocks, type MoneyClock } from '../../facts/clocks/words.ts'

const clocks = Object.keys(moneyClocks) as MoneyClock[]
const months = ['2025-12', '2026-01', '2026-02', '2026-03']
const period = { startDate: '2025-12-01', endDate: '2026-05-31', currency: 'shop' } as const
/** the same numbers each time */
let seed = 7
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed % below
}
const dayAt = (n: number): string => addDays('2026-01-01', n)
const key = (n: number): string => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`

interface Amount {
  readonly shop: string
  readonly kind: number
  /** hundredths */
  readonly cents: number
  readonly days: Readonly<Record<MoneyClock, string | null>>
}
const told: Amount[] = []
let b: Books
beforeAll(async () => {
  b = await openBooks(months)
  await run(b, `update amazon_kind set type = 'Order' where id in (10, 20)`)
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-01-01', unit_cost: '3.333', currency: 'CNY' })
  for (const month of [...months, '2026-04', '2026-05'])
    for (const currency of ['USD', 'EUR']) await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate: '7' })
  await fill()
  for (const shop of shops)
    await (await b.system()).write(tx => markStale(tx, amounts, shop, [...new Set(told.flatMap(one => one.days.booked ?? []))], new Date()))
  await refreshRollups(b.house, '1')
})
afterAll(() => b.close())

/** One statement a table: each row by its columns, the types of the table. */
const insert = (table: string, rows: readonly object[]) =>
  run(
    b,
    `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')})
    select ${Object.keys(rows[0] ?? {}).join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )

/** Shipments by order, arrivals by settlement; of both shops alike. */
const shipped = new Map<string, string>()
const arrived = new Map<string, string>()
async function fill(): Promise<void> {
  for (let n = 0; n < 400; n += 2) shipped.set(`O${n}`, dayAt(random(80)))
  for (let n = 0; n < 30; n += 1) if (n % 3 > 0) arrived.set(`T${n}`, dayAt(20 + random(100)))
  const each = (of: (shop: string) => object[]) => shops.flatMap(of)
  await insert(
    'finance_order_day',
    each(shop => [...shipped].map(([order_no, shipped_on]) => ({ shop_id: shop, order_no, shipped_on }))),
  )
  await insert(
    'finance_payout_day',
    each(shop => [...arrived].map(([payout, cash_on]) => ({ shop_id: shop, payout, cash_on }))),
  )
  await insert(
    'amazon_settlement',
    each(shop => Array.from({ length: 20 }, (_, n) => settlementRow(shop, `T${n}`))),
  )
  const [settled, events] = [[] as object[], [] as object[]]
  for (let n = 0; n < 6_000; n += 1) settledLine(n, settled, events)
  await insert('amazon_settlement_line', settled)
  await insert('amazon_line_event', events)
  const [transactions, releases] = [[] as object[], [] as object[]]
  for (let n = 0; n < 2_000; n += 1) transaction(n, transactions, releases)
  await insert('amazon_transaction_line', transactions)
  await insert('amazon_line_release', releases)
}
const settlementRow = (shop_id: string, settlement_id: string) => ({
  shop_id,
  settlement_id,
  start_at: '2026-01-01Z',
  end_at: '2026-01-15Z',
  deposit_on: '2026-01-17',
  total: 0,
  currency: 'USD',
  line_count: 0,
  layout: 2,
  counted_from: 1,
  import_id: 1,
  transaction_count: 0,
  reconciled: 0,
})
const currencyOf = (shop: string): string => (shop === '2' ? 'EUR' : 'USD')
const common = { import_id: 1, audit_state: 0, fulfillment: '', sku: 'S1' }
/** some come after their month was closed */
const bookedOf = (day: string): string => (day < '2026-02-01' && random(5) === 0 ? '2026-02-01' : day)

function settledLine(n: number, lines: object[], events: object[]): void {
  const [shop_id = '', posted, order] = [shops[n % 2], dayAt(random(75)), `O${random(400)}`]
  const kind = [10, 11, 13, 14][random(4)] ?? 10
  const [cents, settlement] = [random(200_001) - 100_000, `T${random(20)}`]
  const event = random(5) < 2 ? addDays(posted, -1 - random(25)) : posted
  const booked = bookedOf(posted)
  lines.push({
    ...common,
    shop_id,
    currency: currencyOf(shop_id),
    posted_on: posted,
    posted_at: `${posted} 10:00Z`,
    booked_on: booked,
    kind_id: kind,
    amount: (cents / 100).toFixed(2),
    order_id: order,
    quantity: kind === 10 ? 1 + random(3) : null,
    settlement_id: settlement,
    line_no: n,
    marketplace_name: '',
    merchant_order_id: '',
    adjustment_id: '',
    shipment_id: '',
    order_item_code: '',
    promotion_id: '',
  })
  if (event !== posted) events.push({ shop_id, posted_on: posted, settlement_id: settlement, line_no: n, event_on: event })
  const shipment = kind === 10 ? (shipped.get(order) ?? event) : event
  told.push({ shop: shop_id, kind, cents, days: { booked, event, shipment, settlement: posted, cash: arrived.get(settlement) ?? null } })
}

function transaction(n: number, lines: object[], releases: object[]): void {
  const [shop_id = '', posted, order] = [shops[n % 2], dayAt(random(75)), `O${random(400)}`]
  const [sales, fee, settlement] = [random(100_000) + 1, -random(10_000) - 1, `T${20 + random(10)}`]
  const [isHeld, isFreed] = [random(2) === 0, random(2) === 0]
  const released = addDays(posted, 1 + random(20))
  const isReleased = isHeld && isFreed
  const booked = bookedOf(posted)
  lines.push({
    ...common,
    shop_id,
    currency: currencyOf(shop_id),
    posted_on: posted,
    posted_at: `${posted} 10:00Z`,
    booked_on: booked,
    line_key: key(n),
    ordinal: 1,
    type_id: 20,
    total: ((sales + fee) / 100).toFixed(2),
    product_sales: (sales / 100).toFixed(2),
    selling_fees: (fee / 100).toFixed(2),
    ...Object.fromEntries(otherColumns.map(column => [column, 0])),
    order_id: order,
    quantity: 1,
    description: '',
    settlement_id: settlement,
    // a closed month keeps the mark of a line that was released since
    deferred: isHeld && (!isReleased || random(2) === 0),
    unmapped_amount: 0,
    marketplace: '',
    account_type: '',
    city: '',
    state: '',
    postal: '',
    tax_model: '',
    remark: '',
    version: 1,
  })
  if (isReleased)
    releases.push({
      shop_id,
      posted_on: posted,
      line_key: key(n),
      ordinal: 1,
      released_on: released,
      settlement_id: settlement,
      deferred_settlement_id: '',
      import_id: 1,
    })
  const days = {
    booked,
    event: posted,
    shipment: shipped.get(order) ?? posted,
    settlement: isReleased ? released : isHeld ? null : posted,
    cash: isHeld && !isReleased ? null : (arrived.get(settlement) ?? null),
  }
  told.push({ shop: shop_id, kind: 21, cents: sales, days }, { shop: shop_id, kind: 22, cents: fee, days })
}
const otherColumns = [
  'product_sales_tax',
  'shipping_credits',
  'shipping_credits_tax',
  'gift_wrap_credits',
  'gift_wrap_credits_tax',
  'regulatory_fee',
  'regulatory_fee_tax',
  'points_granted',
  'promotional_rebates',
  'promotional_rebates_tax',
  'sales_tax_collected',
  'marketplace_facilitator_tax',
  'marketplace_withheld_tax',
  'fba_fees',
  'other_transaction_fees',
  'other',
]

const money = (cents: number): string => canonical((cents / 100).toFixed(2))
const sums = (rows: readonly (readonly [string, number])[]): Record<string, string> => {
  const all = new Map<string, number>()
  for (const [name, cents] of rows) all.set(name, (all.get(name) ?? 0) + cents)
  return Object.fromEntries([...all].filter(([, cents]) => cents !== 0).map(([name, cents]) => [name, money(cents)]))
}
const monthOf = (day: string | null): string => day?.slice(0, 7) ?? '9999-12'
async function read(report: typeof companyProfit, clock: string, measure: string): Promise<Record<string, string>> {
  const of = askedReport(report, clock)
  const { list } = await readReport(b.as(), of, { ...period, by: ['shop', 'month'], measures: [measure], pageSize: 1000 })
  return Object.fromEntries(
    list.flatMap(row => {
      const figure = canonical(row.values[measure] ?? '0')
      return figure === '0' ? [] : [[`${row.key['shop'] ?? ''} ${row.key['month'] ?? ''}`, figure]]
    }),
  )
}

test.each(clocks)('the months of the clock %s', async clock => {
  const expected = told.flatMap(one => {
    const day = one.days[clock]
    return day === null ? [] : [[`${one.shop} ${monthOf(day)}`, one.cents] as const]
  })
  expect(told.length).toBe(10_000)
  expect(await read(companyProfit, clock, 'ledger')).toEqual(sums(expected))
})

describe('bridges', () => {
  /** the month a cause of an amount stands in, as the two clocks have it */
  const placeOf = (from: string, to: string): readonly (readonly [keyof typeof bridgeCauses, string])[] => {
    if (from === to) return []
    const [never, out] = [monthOf(null), to === monthOf(null) ? 'never' : to > from ? 'later' : 'earlier'] as const
    const come = from === never ? 'fromNever' : from < to ? 'fromEarlier' : 'fromLater'
    return [...(from === never ? [] : [[out, from] as const]), ...(to === never ? [] : [[come, to] as const])]
  }
  test.each(Object.keys(clockBridge.clocks ?? {}))('%s by cause', async pair => {
    const [from, to] = pair.split('_') as [MoneyClock, MoneyClock]
    for (const cause of ['later', 'earlier', 'fromEarlier', 'fromLater', 'fromNever'] as const) {
      const expected = told.flatMap(one =>
        placeOf(monthOf(one.days[from]), monthOf(one.days[to])).flatMap(([found, month]) =>
          found === cause ? [[`${one.shop} ${month}`, cause === 'later' || cause === 'earlier' ? -one.cents : one.cents] as const] : [],
        ),
      )
      expect([cause, await read(clockBridge, pair, cause)]).toEqual([cause, sums(expected)])
    }
    expect(await read(clockBridge, pair, 'unexplained')).toEqual({})
    expect(await read(clockBridge, pair, 'from')).toEqual(await read(companyProfit, from, 'ledger'))
    expect(await read(clockBridge, pair, 'to')).toEqual(await read(companyProfit, to, 'ledger'))
  })
})

test('the receivable rolls forward, its positions make it', async () => {
  const reserve = 14
  const days = [...new Set(told.flatMap(one => Object.values(one.days).filter(day => day !== null)))].toSorted()
  const expected: Record<string, readonly string[]> = {}
  for (const shop of shops) {
    const own = told.filter(one => one.shop === shop)
    const on = (clock: MoneyClock, isReserve: boolean): Map<string, number> =>
      own.reduce((all, one) => {
        const day = one.days[clock]
        if (day !== null && (one.kind === reserve) === isReserve) all.set(day, (all.get(day) ?? 0) + one.cents)
        return all
      }, new Map<string, number>())
    const [events, settled, held, plainPaid, paidReserve] = [
      on('event', false),
      on('settlement', false),
      on('settlement', true),
      on('cash', false),
      on('cash', true),
    ]
    let [closing, open, kept] = [0, 0, 0]
    for (const day of days) {
      if (![events, settled, held, plainPaid, paidReserve].some(one => one.has(day))) continue
      const paid = (plainPaid.get(day) ?? 0) + (paidReserve.get(day) ?? 0)
      closing += (events.get(day) ?? 0) - paid
      open += (events.get(day) ?? 0) - (settled.get(day) ?? 0)
      kept -= held.get(day) ?? 0
      expected[`${shop} ${day}`] = [money(closing), money(open), money(kept), money(closing - open - kept)]
    }
  }
  const { rows } = await run(b, 'select shop_id, day::text, closing::text, held::text, reserve::text, unpaid::text from finance_receivable')
  const found = rows as { shop_id: string; day: string; closing: string; held: string; reserve: string; unpaid: string }[]
  expect(Object.fromEntries(found.map(r => [`${r.shop_id} ${r.day}`, [r.closing, r.held, r.reserve, r.unpaid].map(canonical)]))).toEqual(
    expected,
  )
})

test('costs follow their units and add up to their lines; the books are proven by every clock', async () => {
  const { rows } = await run(
    b,
    `select coalesce(l.shop_id, p.shop_id) from (select shop_id, booked_on, sku, sum(amount) as amount, sum(quantity) as quantity
        from finance_cost_line group by 1, 2, 3) l
      full join (select shop_id, booked_on, sku, sum(amount) as amount, sum(quantity) as quantity from finance_cost_part group by 1, 2, 3) p
        on p.shop_id = l.shop_id and p.booked_on = l.booked_on and p.sku = l.sku
      where (l.amount, l.quantity) is distinct from (p.amount, p.quantity)`,
  )
  expect(rows).toEqual([])
  const { rows: apart } = await run(
    b,
    `select 1 from finance_cost_part p where amount <> 0 and event_on <> booked_on and not exists (select from ${amounts.base.table} f
      where f.shop_id = p.shop_id and f.day = p.booked_on and f.event_day = p.event_on and f.sku = p.sku and f.quantity > 0)`,
  )
  expect(apart).toEqual([])
  expect(Object.keys(await read(companyProfit, 'event', 'productCost')).length).toBeGreaterThan(0)
  const system = await b.system()
  for (const of of [amounts, costs]) expect(await proveClocks(system, of)).toEqual([])
  expect(await proveReceivable(system)).toEqual([])
  const [grain] = amounts.clocks['cash']?.of.grains ?? []
  await run(b, `update ${grain?.table ?? ''} set amount = amount + 0.01`)
  await run(b, 'update finance_receivable set closing = closing + 1 where shop_id = 1')
  expect(new Set((await proveClocks(system, amounts)).map(one => one.what))).toEqual(new Set([grain?.table]))
  expect((await proveReceivable(system)).length).toBeGreaterThan(0)
})

test('a clock that is none is refused by its name', () => {
  expect(() => askedReport(companyProfit, 'moon')).toThrow('没有“moon”这个时间口径')
})
