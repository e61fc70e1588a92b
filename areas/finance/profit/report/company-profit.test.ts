/**
 * The company's profit on random amounts, costs and corrections of four marketplaces: whatever it is told by, it adds up to what the
 * sources say; each marketplace's own report is its part; a salesman who changes inside a month gets his own days.
 */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutCost } from '#platform/declare/cost.ts'
import type { Report } from '#platform/declare/report.ts'
import type { ReportRow } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { changeOf } from '#platform/format/change.ts'
import { add, canonical, roundTo, subtract, sum, toFixedScale } from '#platform/format/decimal.ts'
import { showExact, showPercent, TRUE_MINUS } from '#platform/format/numbers.ts'
import { readLines } from '#platform/server/reports/answer/lines.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { readWhy } from '#platform/server/reports/answer/why.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { orderPage } from '../orders/order-page.ts'
import { financeItems } from '../../base/finance-items.ts'
import { amounts } from '../../facts/amounts.ts'
import { amazonProfit, companyProfit, marketProfits } from './profit.ts'

const period = { startDate: '2026-01-01', endDate: '2026-02-28' }
const markets = [
  [11, 'ebay.com', 2, 'USD'],
  [12, 'walmart.com', 3, 'USD'],
  [13, 'aliexpress.com', 4, 'CNY'],
] as const
const shopIds = ['1', '2', ...markets.map(([id]) => String(id))]
const rates: Readonly<Record<string, number>> = { USD: 7.1, EUR: 7.9 }
let state = 22
const below = (n: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T
const dayOf = (at: number): string => `2026-0${1 + (at % 2)}-${String(1 + below(28)).padStart(2, '0')}`

const waterfallOf = ({ measures }: Report): string[] =>
  Object.entries(measures)
    .filter(([, m]) => m.waterfall !== undefined)
    .toSorted(([, one], [, other]) => (one.waterfall ?? 0) - (other.waterfall ?? 0))
    .map(([name]) => name)

let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02'])
  await run(b, `select ensure_month('market_line', m::date) from unnest(array['2026-01-01', '2026-02-01']) m`)
  for (const month of ['2026-01', '2026-02'])
    for (const [currency, rate] of Object.entries(rates)) await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  for (const [id, code, platform, currency] of markets) {
    await b.put('marketplace', { code, name: code, platform, currency, zone: 'UTC' })
    await b.put('shop', { id, org_id: 1, name: code, account_name: 'x', marketplace_code: code, currency })
    await b.put('sku_map', { org_id: 1, shop_id: id, seller_sku: 'S1', product_id: 1 })
  }
  await b.put('department', { id: 1, org_id: 1, name: '销售部' })
  for (const id of [1, 2]) await b.put('employee', { id, org_id: 1, no: `E${id}`, name: `业务员${id}`, dept_id: 1 })
  for (const [shop_id, employee_id, valid_from, valid_to] of [
    [11, 1, '2026-01-01', '2026-01-15'],
    [11, 2, '2026-01-16', null],
    [1, 1, '2026-01-01', null],
  ])
    await b.put('sku_owner', { org_id: 1, shop_id, seller_sku: 'S1', employee_id, dept_id: 1, valid_from, valid_to })
  for (const [shop_id, item_id] of [
    [1, 'B01'],
    [11, '44'],
  ])
    await b.put('sku_listing', { shop_id, sku: 'S1', item_id, title: '灯', seen_on: '2026-02-01' })
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-01-01', unit_cost: '3.3333', currency: 'CNY' })
  for (const shop_id of [1, 2]) await lines.settlement(b, { shop_id, settlement_id: 'T1', counted_from: 1 })
  for (let at = 0; at < 160; at++) {
    const sku = oneOf(['S1', 'S2', 'S9', ''])
    const order = below(8) === 0 ? '' : `O${below(50)}`
    const posted_on = dayOf(at)
    const isSale = below(2) === 0
    const amount = `${isSale ? '' : '-'}${below(200)}.${String(below(100)).padStart(2, '0')}`
    const what = {
      sku,
      posted_on,
      amount,
      kind_id: isSale ? kinds.principal : oneOf([kinds.commission, kinds.fba]),
      quantity: isSale ? 1 : null,
    }
    const shop = Number(oneOf(shopIds))
    if (shop < 10) await lines.settlementLine(b, { ...what, shop_id: shop, order_id: order })
    else
      await b.put('market_line', {
        ...what,
        order_no: order,
        shop_id: shop,
        tx_key: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        typed_key: `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`,
        ordinal: 1,
        part: 1,
        posted_at: `${posted_on} 10:00Z`,
        booked_on: posted_on,
        currency: shop === 13 ? 'CNY' : 'USD',
        source: 1,
        import_id: 1,
      })
    if (at % 20 === 0)
      await b.put('finance_correction', {
        org_id: 1,
        voucher: `V${at}`,
        shop_id: shop,
        day: posted_on,
        item: 52,
        amount: '-1.01',
        currency: 'USD',
        sku,
        order_no: order,
        reason: 'x',
      })
  }
  const days = Array.from({ length: 59 }, (_, at) => addDays('2026-01-01', at))
  const system = await b.system()
  await system.write(async tx => {
    for (const of of [amounts, corrections]) for (const shop of shopIds) await markStale(tx, of, shop, days, system.now())
  })
  await refreshRollups(b.house, '1')
}, 120_000)
afterAll(() => b?.close())

const read = (report: Report, by: readonly string[], more: object = {}) =>
  readReport(b.as(shopIds), report, { by, ...period, currency: 'CNY', pageSize: 1000, ...more }, ['profit', 'units', 'sales'])
const sumOf = (rows: readonly ReportRow[], measure: string): string => rows.reduce((sum, row) => add(sum, row.values[measure] ?? '0'), '0')
/** rows are rounded to four decimals each */
const near = (one: string, other: string, rows: number): void =>
  expect(Math.abs(Number(one) - Number(other))).toBeLessThanOrEqual(rows * 0.00005)

/** The profit by the rows of the sources, each at the rate of its currency. */
async function fromSources(): Promise<string> {
  const { rows } = await run(
    b,
    `select sum(amount * case currency when 'USD' then 7.1 when 'EUR' then 7.9 else 1 end)::text as profit from (
      select amount, currency from amazon_settlement_line union all select amount, currency from market_line
      union all select amount, currency from finance_correction union all select amount, currency from finance_cost_line) f`,
  )
  return String((rows[0] as { profit: string }).profit)
}

describe('the company’s profit', () => {
  it.each(
    [
      ['platform'],
      ['marketplace'],
      ['shop'],
      ['brand'],
      ['category'],
      ['listing'],
      ['product'],
      ['sku'],
      ['order'],
      ['salesman'],
      ['department'],
      ['day'],
      ['week'],
      ['month'],
      ['quarter'],
      ['year'],
      ['platform', 'shop', 'sku'],
      ['shop', 'order', 'day'],
      ['salesman', 'month'],
    ].map(by => [by.join(' > '), by] as const),
  )('by %s is what the sources add up to', async (_way, by) => {
    const answer = await read(companyProfit, by)
    const total = answer.totals[0]?.values['profit'] ?? ''
    expect(canonical(total)).toBe(canonical(roundTo(await fromSources(), 4, 'halfUp')))
    near(sumOf(answer.list, 'profit'), total, answer.list.length)
    expect(canonical(sumOf(answer.list, 'units'))).toBe(canonical(answer.totals[0]?.values['units'] ?? ''))
  })

  it('is the sum of the marketplaces’ own reports, each of which knows its shops alone', async () => {
    const platforms = await read(companyProfit, ['platform'])
    const own = await Promise.all([amazonProfit, ...marketProfits].map(report => read(report, ['shop'])))
    expect(own.map(answer => canonical(answer.totals[0]?.values['profit'] ?? ''))).toEqual(
      ['1', '2', '3', '4'].map(code => canonical(platforms.list.find(row => row.key['platform'] === code)?.values['profit'] ?? '')),
    )
    expect(own.map(answer => answer.list.map(row => row.key['shop']).toSorted((x, y) => Number(x) - Number(y)))).toEqual([
      ['1', '2'],
      ['11'],
      ['12'],
      ['13'],
    ])
    expect(platforms.list.map(row => row.label['platform']).toSorted((x, y) => String(x).localeCompare(String(y)))).toEqual(
      expect.arrayContaining(['亚马逊', 'eBay', '沃尔玛']),
    )
  })

  it('gives a day to whoever sold the SKU on it, inside a month as well', async () => {
    const where = { shop: ['11'], sku: ['S1'] }
    const days = await read(companyProfit, ['day'], { where })
    const upTo = (isMine: (day: string) => boolean) =>
      sumOf(
        days.list.filter(row => isMine(row.key['day'] ?? '')),
        'profit',
      )
    const salesmen = await read(companyProfit, ['salesman'], { where })
    const of = (id: string) => salesmen.list.find(row => row.key['salesman'] === id)?.values['profit'] ?? '0'
    near(
      of('1'),
      upTo(day => day <= '2026-01-15'),
      60,
    )
    near(
      of('2'),
      upTo(day => day > '2026-01-15'),
      60,
    )
    expect(Number(of('1'))).not.toBe(0)
    expect(Number(of('2'))).not.toBe(0)
    const departments = await read(companyProfit, ['department'], { where })
    near(departments.list.find(row => row.key['department'] === '1')?.values['profit'] ?? '', add(of('1'), of('2')), 3)
  })

  it('of an order is what its own page says, shop by shop', async () => {
    const { list } = await read(companyProfit, ['shop', 'order'])
    const orders = list.filter(row => row.key['order'] !== '')
    expect(orders.length).toBeGreaterThan(60)
    for (const row of orders) {
      const { sums } = await orderPage(b.as(shopIds), String(row.key['order']), String(row.key['shop']))
      const inCny = sums.reduce((sum, { currency, amount }) => sum + Number(amount) * (rates[currency] ?? 1), 0)
      near(inCny.toFixed(4), row.values['profit'] ?? '', 4)
    }
  })

  it('gives each order its part of what the goods of its day cost, to the last digit, and what came back to none', async () => {
    const shop = 12
    const sell = (at: number, order_no: string) =>
      b.put('market_line', {
        shop_id: shop,
        sku: 'L1',
        posted_on: '2026-02-20',
        booked_on: '2026-02-20',
        posted_at: '2026-02-20 10:00Z',
        amount: '9',
        kind_id: kinds.principal,
        quantity: 1,
        order_no,
        tx_key: `00000000-0000-4000-8000-0000009999${at}0`,
        typed_key: `00000000-0000-4000-9000-0000009999${at}0`,
        ordinal: 1,
        part: 1,
        currency: 'USD',
        source: 1,
        import_id: 1,
      })
    for (const [at, order] of ['P1', 'P2', 'P3'].entries()) await sell(at, order)
    const where = { shop: [String(shop)], sku: ['L1'] }
    const byOrder = async (more: object = {}, measure = 'productCost') => {
      const { list } = await readReport(
        b.as(shopIds),
        companyProfit,
        { by: ['order'], ...period, currency: 'CNY', where: { ...where, ...more } },
        ['productCost', 'firstLeg', 'costVariance'],
      )
      return Object.fromEntries(list.map(row => [row.key['order'], canonical(row.values[measure] ?? '')]))
    }
    const line = { shop_id: shop, booked_on: '2026-02-20', sku: 'L1', item: financeItems.productCost.id, currency: 'CNY' }
    // as the refresh divides it: the units of the day are settled, and no pay-out of them has arrived
    const days = { event_on: '2026-02-20', shipped_on: '2026-02-20', settled_on: '2026-02-20', cash_on: 'infinity' }
    await b.put('finance_cost_part', { ...line, ...days, quantity: 3, unit_cost: '3.33333333', amount: '-10' })
    expect(await byOrder()).toEqual({ P1: '-3.3333', P2: '-3.3334', P3: '-3.3333' })
    expect(await byOrder({ order: ['P2'] })).toEqual({ P2: '-3.3334' })
    await run(b, `update finance_cost_part set quantity = 2, amount = -6.6667 where sku = 'L1'`)
    expect(await byOrder()).toEqual({ P1: '-3.3333', P2: '-3.3334', P3: '-3.3333', '': '3.3333' })
    // first leg has a line of its own: what a returned unit brings back on a day without sales is of no order
    const leg = { ...line, item: financeItems.firstLeg.id }
    await b.put('finance_cost_part', { ...leg, ...days, quantity: 2, unit_cost: '0.5', amount: '-1' })
    await b.put('finance_cost_part', { ...leg, ...days, booked_on: '2026-02-21', quantity: 0, unit_cost: null, amount: '2.5' })
    await b.put('finance_cost_part', { ...line, ...days, booked_on: '2026-02-21', quantity: -1, unit_cost: '3', amount: '3' })
    expect(await byOrder({}, 'firstLeg')).toEqual({ P1: '-0.5', P2: '-0.5', P3: '-0.5', '': '3' })
    expect(await byOrder()).toEqual({ P1: '-3.3333', P2: '-3.3334', P3: '-3.3333', '': '6.3333' })
    const { list, figure } = await readLines(b.as(shopIds), companyProfit, {
      measure: 'productCost',
      where: { ...where, order: ['P2'] },
      ...period,
      currency: 'CNY',
    })
    expect([list.length, figure]).toEqual([1, '-3.3334'])
  })

  it('tells all orders, whose lines are read once, as it tells them by their numbers', async () => {
    const { list } = await read(companyProfit, ['shop', 'month', 'order'])
    const named = await read(companyProfit, ['shop', 'month', 'order'], { where: { order: list.map(row => row.key['order'] ?? '') } })
    expect(list).toEqual(named.list)
  })

  it('reads orders of so many amounts only by their number', async () => {
    await run(b, `update ${amounts.grains[0]?.table} set n = n + 600000 where shop_id = 13`)
    await expect(read(companyProfit, ['order'])).rejects.toThrow('按订单或结算单查看最多 500,000 笔')
    expect((await read(companyProfit, ['order'], { where: { order: ['O1'] } })).list.length).toBe(1)
    expect((await read(companyProfit, ['order'], { where: { shop: ['11'] } })).list.length).toBeGreaterThan(5)
  })

  it('shows a person his shops alone', async () => {
    const answer = await readReport(b.as(['11']), companyProfit, { by: ['shop'], ...period, currency: 'shop' }, ['profit'])
    expect(answer.list.map(row => row.key['shop'])).toEqual(['11'])
  })

  it('ends with the income after fees for whoever may not see costs, to the cent what the marketplaces pay and charge', async () => {
    const as = (operations: readonly number[]) =>
      b.house.asUser(
        { ...b.as().caller, systemAdmin: false, permissions: new Map([['finance.profit', new Set(operations)]]) } as never,
        'zh',
        'test',
      )
    const ask = { ...period, by: ['shop', 'sku', 'month'], currency: 'CNY', pageSize: 1000 } as const
    const [seen, unseen] = [await readReport(as([2, 100]), companyProfit, ask), await readReport(as([2]), companyProfit, ask)]
    const told = withoutCost(companyProfit)
    const steps = waterfallOf(told).filter(name => name !== 'feesTaken')
    const costs = waterfallOf(companyProfit).filter(name => name !== 'profit' && !steps.includes(name))
    expect(steps).toEqual(['sales', 'refund', 'platformFees', 'fbaFees', 'advertisingFees', 'shippingLabel', 'others'])
    expect(costs.slice(0, 3)).toEqual(['billedCosts', 'productCost', 'firstLeg'])
    const cents = (all: readonly (string | null | undefined)[]) => roundTo(sum(all.map(one => one ?? '0')), 2, 'halfUp')
    expect([unseen.list.length > 15, unseen.list.length]).toEqual([true, seen.list.length])
    for (const [at, { values }] of [...unseen.list, ...unseen.totals].entries()) {
      const whole = [...seen.list, ...seen.totals][at]?.values ?? {}
      expect(cents(steps.map(name => values[name]))).toBe(cents([values['feesTaken']]))
      expect(cents([values['feesTaken'], ...costs.map(name => whole[name])])).toBe(cents([whole['profit']]))
      expect(values).toEqual(Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(told.measures, name))))
    }
    expect([told.keyFigures, companyProfit.keyFigures]).toEqual([
      ['sales', 'feesTaken', 'units', 'refundRate'],
      ['sales', 'profit', 'margin', 'units', 'refundRate'],
    ])
  })
})

describe('why the profit moved', () => {
  const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
  const february = { startDate: '2026-02-01', endDate: '2026-02-28' }
  const profitOf = async (shops: readonly string[], of: typeof january): Promise<string> => {
    const { totals } = await readReport(b.as(shops), companyProfit, { by: [], ...of, currency: 'CNY' }, ['profit'])
    return totals[0]?.values['profit'] ?? '0'
  }
  it.each([shopIds, ['1'], ['11', '13']])('for shops %j the effects add up to the difference of the report', async (...shops) => {
    const { now, was, difference, effects, sentences } = await readWhy(b.as(shops), companyProfit, { ...february, compare: 'before' })
    expect([now, was].map(one => canonical(one ?? ''))).toEqual(
      [await profitOf(shops, february), await profitOf(shops, january)].map(canonical),
    )
    const cents = (value: string) => roundTo(value, 2, 'halfUp')
    expect(canonical(sum(effects.map(one => one.value)))).toBe(canonical(subtract(cents(now ?? ''), cents(was ?? ''))))
    expect(canonical(difference ?? '')).toBe(canonical(subtract(now ?? '', was ?? '')))
    expect(sentences[0]?.map(one => one.text).join('')).toContain('2 月利润')
  })
  it('a rise and a fall are told by the figures of the report: what it is, by how much, which effects, which shops', async () => {
    const shown = (value: string, sign = ''): string => {
      const size = value.replace('-', '')
      const fixed = toFixedScale(size, Number(size) >= 1000 ? 0 : 2, 'halfUp')
      return `${sign}${showExact(fixed)} 元`
    }
    const signed = (value: string): string => shown(value, value.startsWith('-') ? TRUE_MINUS : '+')
    const told: string[] = []
    for (const shops of [shopIds, ...shopIds.map(id => [id])]) {
      const { now, difference, effects, sentences } = await readWhy(b.as(shops), companyProfit, { ...february, compare: 'before' })
      const [was, is] = [await profitOf(shops, january), await profitOf(shops, february)]
      const moved = subtract(is, was)
      const isFall = moved.startsWith('-')
      expect([now, difference].map(one => canonical(one ?? ''))).toEqual([is, moved].map(canonical))
      const [head = [], why = [], movers = []] = sentences
      const rate = Number(was) > 0 ? `（${isFall ? '' : '+'}${showPercent(changeOf(is, was).rate ?? '')}）` : ''
      const value = is.startsWith('-') ? shown(is, TRUE_MINUS) : shown(is)
      expect(head.map(one => one.text).join('')).toBe(`2 月利润 ${value}，比 1 月${isFall ? '少' : '多'} ${shown(moved)}${rate}`)
      const named = why.flatMap(({ text, measures }) => (measures === undefined ? [] : [{ text, measures }]))
      const ofNamed = named.map(({ measures }) => effects.find(one => isDeepStrictEqual(one.measures, measures))?.value ?? '')
      expect(named.map(one => one.text)).toEqual(ofNamed.map(signed))
      // three of them, or four fifths of all that go the same way
      const sameWay = (values: readonly string[]): readonly string[] =>
        values.filter(one => Number(one) !== 0 && one.startsWith('-') === isFall)
      const [part, all] = [ofNamed, effects.map(one => one.value)].map(values => Number(sum(sameWay(values)))) as [number, number]
      expect(sameWay(ofNamed).length === 3 || part / all >= 0.8, why.map(one => one.text).join('')).toBe(true)
      for (const { text, where } of movers.filter(one => one.where !== undefined)) {
        const [shop = ''] = where?.['shop'] ?? []
        expect(text).toBe(signed(subtract(await profitOf([shop ?? ''], february), await profitOf([shop ?? ''], january))))
      }
      told.push(isFall ? 'fall' : 'rise')
    }
    expect(new Set(told)).toEqual(new Set(['fall', 'rise']))
  })
  it('of a month that nothing is before, of one without anything, and of what is no report of it', async () => {
    const alone = await readWhy(b.as(shopIds), companyProfit, { ...january, compare: 'yearBefore' })
    // what it is, and that all of its shops are new
    expect([alone.was, alone.effects, alone.sentences.length]).toEqual([null, [], 2])
    const empty = await readWhy(b.as(shopIds), companyProfit, { startDate: '2024-01-01', endDate: '2024-01-31' })
    expect([empty.now, empty.difference, empty.effects]).toEqual([null, null, []])
    const { why: _none, ...silent } = companyProfit
    await expect(readWhy(b.as(shopIds), silent, january)).rejects.toThrow('不说明变动的原因')
  })
  it('to who may not see costs is told of what stands before them', async () => {
    const seller = b.as(shopIds)
    const caller = { ...seller.caller, systemAdmin: false, permissions: new Map([['finance.profit', new Set([2])]]) }
    const { of, effects } = await readWhy({ ...seller, caller }, companyProfit, { ...february, compare: 'before' })
    expect(of.measure).toBe('feesTaken')
    expect(effects.flatMap(one => one.measures)).not.toContain('productCost')
  })
})
