import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownValue } from '#platform/declare/own-value.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { canonical } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { readLines } from '#platform/server/reports/answer/lines.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { amounts } from '../../facts/amounts.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { amazonProfit } from './profit.ts'
import { missingCosts } from './product-costs.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
})
afterAll(() => b.close())

const tables = [
  'amazon_settlement',
  'amazon_settlement_line',
  'amazon_transaction_line',
  'amazon_summary_line',
  'finance_cost_line',
  'stale_day',
  'currency_rate',
  'product_cost',
  ...amounts.grains.map(g => g.table),
]
beforeEach(async () => {
  await run(b, `truncate ${tables.join(', ')}`)
  await run(b, 'delete from finance_cost__shop_month_currency_item; ')
  await run(b, 'delete from finance_cost__shop_month_sku_currency_item')
  await run(b, 'delete from finance_cost__shop_day_sku_currency_item')
})

const quarter = { startDate: '2026-01-01', endDate: '2026-03-31' } as const
const ask = (by: readonly string[], more: Partial<ReportQuery> = {}): ReportQuery => ({ by, ...quarter, currency: 'shop', ...more })
/** Computes what these days have made stale; answers how many days of amounts that are. */
async function refreshed(shopDays: Readonly<Record<string, readonly string[]>>): Promise<number> {
  const system = await b.system()
  await system.write(async tx => {
    for (const [shop, days] of Object.entries(shopDays)) await markStale(tx, amounts, shop, days, new Date())
  })
  const { rows } = await run(b, `select count(*)::int as n from stale_day where rollup = '${amounts.name}'`)
  await refreshRollups(b.house, '1')
  return rows[0].n
}
const read = (query: ReportQuery, shops?: readonly string[]) => readReport(b.as(shops), amazonProfit, query)
const rate = (month: string, currency: string, value: string) =>
  b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate: value })

/** Shop 1: an order of 100.00 with fees in January, one of 50.00 in February; shop 2: 200.00 EUR in January. Settled in T1. */
async function ordinary(): Promise<void> {
  for (const shop of [1, 2]) await lines.settlement(b, { shop_id: shop, settlement_id: 'T1' })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-05', kind_id: kinds.principal, amount: '100.00', sku: 'S1', quantity: 2 })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-05', kind_id: kinds.commission, amount: '-15.00', sku: 'S1' })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-05', kind_id: kinds.tax, amount: '7.00', sku: 'S1' })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-02-10', kind_id: kinds.principal, amount: '50.00', sku: 'S2', quantity: 1 })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-02-10', kind_id: kinds.reserve, amount: '-30.00' })
  await lines.settlementLine(b, { shop_id: 2, posted_on: '2026-01-20', kind_id: kinds.principal, amount: '200.00', sku: 'S1', quantity: 4 })
  await lines.settlementLine(b, { shop_id: 2, posted_on: '2026-01-20', kind_id: kinds.fba, amount: '-20.00', sku: 'S1' })
}
const ordinaryDays = { 1: ['2026-01-05', '2026-02-10'], 2: ['2026-01-20'] } as const

describe('figures', () => {
  it('sums per shop in its own currency, with one total per currency whose margin is its own', async () => {
    await ordinary()
    expect(await refreshed(ordinaryDays)).toBe(3)
    const answer = await read(ask(['shop'], { sortField: 'shop', sortWay: 'ASC' }))
    expect(
      answer.list.map(r => [
        r.label['shop'],
        r.currency,
        r.values['sales'],
        r.values['platformFees'],
        r.values['profit'],
        r.values['margin'],
        r.values['units'],
      ]),
    ).toEqual([
      ['德国店', 'EUR', '200.0000', '0.0000', '180.0000', '0.900000', '4'],
      ['美国店', 'USD', '150.0000', '-15.0000', '135.0000', '0.900000', '3'],
    ])
    expect(answer.totals.map(t => [t.currency, t.values['profit'], t.values['taxes'], t.values['timing'], t.values['ledger']])).toEqual([
      ['EUR', '180.0000', '0.0000', '0.0000', '180.0000'],
      ['USD', '135.0000', '7.0000', '-30.0000', '112.0000'],
    ])
    expect(answer).toMatchObject({ total: 2, computing: [], missingRates: [], unmapped: 0 })
  })

  it('computes the margin of a total after summing', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    await rate('2026-01', 'USD', '7')
    await rate('2026-02', 'USD', '8')
    await rate('2026-01', 'EUR', '9.5')
    const answer = await read(ask(['shop'], { currency: 'CNY' }))
    // 100·7 + 50·8 + 200·9.5 = 3000 sales; fees −15·7 − 20·9.5 = −295
    expect(answer.totals).toHaveLength(1)
    expect(answer.totals[0]?.values).toMatchObject({ sales: '3000.0000', profit: '2705.0000', margin: '0.901667' })
  })

  it('leaves a figure without rate empty, total included, and names month and currency', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    await rate('2026-01', 'USD', '7')
    await rate('2026-01', 'EUR', '9.5')
    const answer = await read(ask(['shop', 'month'], { currency: 'CNY' }))
    const sales = Object.fromEntries(answer.list.map(r => [`${r.key['shop']} ${r.key['month']}`, r.values['sales']]))
    expect(sales).toEqual({ '1 2026-01': '700.0000', '1 2026-02': null, '2 2026-01': '1900.0000' })
    expect(answer.totals[0]?.values['sales']).toBeNull()
    expect(answer.totals[0]?.values['units']).toBe('7')
    expect(answer.missingRates).toEqual([{ month: '2026-02', currency: 'USD' }])
    const inPeriod = await read(ask(['shop'], { currency: 'CNY', endDate: '2026-01-31' }))
    expect(inPeriod).toMatchObject({ missingRates: [] })
    expect(inPeriod.totals[0]?.values['sales']).toBe('2600.0000')
  })

  it('converts what a shop earns in another currency into its own', async () => {
    await ordinary()
    await lines.settlementLine(b, {
      shop_id: 1,
      posted_on: '2026-01-06',
      kind_id: kinds.principal,
      amount: '10.00',
      currency: 'EUR',
      sku: 'S1',
      quantity: 1,
    })
    await refreshed({ ...ordinaryDays, 1: ['2026-01-05', '2026-01-06', '2026-02-10'] })
    const january = { endDate: '2026-01-31', where: { shop: ['1'] } }
    const without = await read(ask(['shop'], january))
    expect(without.list[0]?.values['sales']).toBeNull()
    expect(without.missingRates).toEqual([
      { month: '2026-01', currency: 'EUR' },
      { month: '2026-01', currency: 'USD' },
    ])
    await rate('2026-01', 'USD', '7')
    await rate('2026-01', 'EUR', '10.5')
    expect((await read(ask(['shop'], january))).list[0]).toMatchObject({ currency: 'USD', values: { sales: '115.0000' } })
    const drill = await readLines(b.as(), amazonProfit, {
      measure: 'productSales',
      where: { shop: ['1'] },
      ...quarter,
      endDate: '2026-01-31',
      rowCurrency: 'USD',
    })
    expect(drill).toMatchObject({ total: 2, sums: { USD: '100', EUR: '10' }, figure: '115' })
    expect(drill.conversions).toContainEqual(
      expect.objectContaining({ month: '2026-01', currency: 'EUR', to: 'USD', amount: '10', converted: '15' }),
    )
  })

  it('answers parts of a month from the grain by day', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    expect(
      (await read(ask(['day'], { startDate: '2026-01-05', endDate: '2026-01-19' }))).list.map(r => [r.key['day'], r.values['sales']]),
    ).toEqual([['2026-01-05', '100.0000']])
  })

  it('shows brand, product and what belongs to no SKU as 未分摊', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    const brands = await read(ask(['brand'], { where: { shop: ['1'] } }))
    expect(brands.list.map(r => [r.key['brand'], r.label['brand'], r.values['sales']])).toEqual([
      ['山', '山', '100.0000'],
      ['', '未分摊', '50.0000'],
    ])
    const skus = await read(ask(['sku'], { where: { shop: ['1'] } }))
    expect(skus.list.find(r => r.key['sku'] === '')).toMatchObject({
      label: { sku: '未分摊' },
      values: { timing: '-30.0000', sales: '0.0000' },
    })
    const products = await read(ask(['product'], { where: { marketplace: ['amazon.de'] } }))
    expect(products.list.map(r => [r.label['product'], r.values['profit']])).toEqual([['商品1', '180.0000']])
  })

  it('pages and sorts by a measure, with totals on every page', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    const second = await read(ask(['shop', 'month'], { sortField: 'profit', sortWay: 'ASC', pageNum: 2, pageSize: 2 }))
    expect(second).toMatchObject({ total: 3, pageNum: 2 })
    expect(second.list.map(r => r.values['profit'])).toEqual(['180.0000'])
    expect(second.totals).toHaveLength(2)
  })
})

describe('what counts', () => {
  it('a late line counts where it was booked, and is found again', async () => {
    await ordinary()
    await lines.settlementLine(b, {
      shop_id: 1,
      posted_on: '2026-01-07',
      booked_on: '2026-03-01',
      kind_id: kinds.principal,
      amount: '9.99',
      sku: 'S1',
      quantity: 1,
    })
    await refreshed({ ...ordinaryDays, 1: ['2026-01-05', '2026-01-07', '2026-02-10', '2026-03-01'] })
    const answer = await read(ask(['month'], { where: { shop: ['1'] } }))
    expect(answer.list.map(r => [r.key['month'], r.values['sales']])).toEqual([
      ['2026-01', '100.0000'],
      ['2026-02', '50.0000'],
      ['2026-03', '9.9900'],
    ])
    const drill = await readLines(b.as(), amazonProfit, {
      measure: 'productSales',
      where: { month: ['2026-03'] },
      startDate: '2026-03-01',
      endDate: '2026-03-31',
    })
    expect(drill.list).toEqual([
      expect.objectContaining({
        day: '2026-03-01',
        amount: '9.9900',
        sku: 'S1',
        kind: '费用10',
        source: '结算报告',
        shopIdLabel: '美国店',
      }),
    ])
  })

  it('each settlement counts from one report; a transaction without settlement counts', async () => {
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T1', counted_from: 1 })
    await lines.settlementLine(b, {
      shop_id: 1,
      posted_on: '2026-01-05',
      kind_id: kinds.principal,
      amount: '100.00',
      sku: 'S1',
      quantity: 1,
    })
    await lines.transaction(b, {
      shop_id: 1,
      posted_on: '2026-01-05',
      settlement_id: 'T1',
      total: '85.00',
      product_sales: '100.00',
      selling_fees: '-15.00',
      sku: 'S1',
      quantity: 1,
    })
    await lines.transaction(b, {
      shop_id: 1,
      posted_on: '2026-01-05',
      settlement_id: 'T2',
      total: '40.00',
      product_sales: '41.00',
      fba_fees: '-1.00',
      sku: 'S2',
      quantity: 3,
      deferred: true,
    })
    const values = async () => (await read(ask(['shop'], { where: { shop: ['1'] } }))).list[0]?.values
    await refreshed({ 1: ['2026-01-05'] })
    expect(await values()).toMatchObject({
      sales: '141.0000',
      platformFees: '0.0000',
      fbaFees: '-1.0000',
      deferred: '40.0000',
      units: '4',
      ledger: '140.0000',
    })
    await run(b, `update amazon_settlement set counted_from = 2`)
    await refreshed({ 1: ['2026-01-05'] })
    expect(await values()).toMatchObject({ sales: '141.0000', platformFees: '-15.0000', units: '4', ledger: '125.0000' })
  })

  it('a transaction summary counts only on days no other report covers, late ones too', async () => {
    await lines.summary(b, { shop_id: 1, posted_on: '2026-01-05', amount: '70.00' })
    await lines.summary(b, { shop_id: 1, posted_on: '2026-01-06', amount: '30.00' })
    await lines.summary(b, { shop_id: 1, posted_on: '2026-01-08', booked_on: '2026-02-01', amount: '5.00' })
    const sales = async () => await read(ask(['shop'])).then(a => a.list[0]?.values['sales'])
    await refreshed({ 1: ['2026-01-05', '2026-01-06', '2026-02-01'] })
    expect(await sales()).toBe('105.0000')
    await lines.transaction(b, { shop_id: 1, posted_on: '2026-01-05', total: '71.00', product_sales: '71.00' })
    await lines.transaction(b, { shop_id: 1, posted_on: '2026-01-08', total: '5.50', product_sales: '5.50' })
    // the late summary line's own day in the books is found by markStale
    expect(await refreshed({ 1: ['2026-01-05', '2026-01-08'] })).toBe(3)
    expect(await sales()).toBe('106.5000')
    expect((await readLines(b.as(), amazonProfit, { measure: 'ledger', where: {}, ...quarter })).sums).toEqual({ USD: '106.5' })
  })

  it('an unmapped kind stands in 未映射 alone, a column nobody interned too', async () => {
    await ordinary()
    await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-05', kind_id: kinds.strange, amount: '-3.33' })
    await lines.transaction(b, { shop_id: 1, posted_on: '2026-01-05', total: '-2.00', regulatory_fee: '-2.00' })
    await refreshed(ordinaryDays)
    const answer = await read(ask(['shop'], { where: { shop: ['1'] } }))
    expect(answer.unmapped).toBe(2)
    expect(answer.list[0]?.values).toMatchObject({ unmapped: '-5.3300', profit: '135.0000', ledger: '106.6700' })
  })

  it('a changed mapping changes the months it is valid in, without recomputing', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    const { monthsAlteredBy } = await import('./calc.ts')
    expect(await monthsAlteredBy(b.as(), String(kinds.principal))).toEqual([
      { month: '2026-01', currency: 'EUR', amount: '200.0000', lines: 1, closed: false },
      { month: '2026-01', currency: 'USD', amount: '100.0000', lines: 1, closed: false },
      { month: '2026-02', currency: 'USD', amount: '50.0000', lines: 1, closed: false },
    ])
    await b.put('amazon_type_map', { org_id: 1, kind_id: kinds.principal, item: 52, valid_from: '2026-02-01' })
    const months = await read(ask(['month'], { where: { shop: ['1'] } }))
    await run(b, `delete from amazon_type_map where valid_from = '2026-02-01'`)
    expect(months.list.map(r => [r.values['productSales'], r.values['adjustment']])).toEqual([
      ['100.0000', '0.0000'],
      ['0.0000', '50.0000'],
    ])
  })

  it('costs: units times the cost in force that month, in its own currency; what is missing is counted', async () => {
    await ordinary()
    await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-11-01', unit_cost: '10.12345678', currency: 'CNY' })
    await b.put('product_cost', { org_id: 1, product_id: 1, month: '2026-02-01', unit_cost: '99', currency: 'CNY' })
    await refreshed(ordinaryDays)
    const { rows } = await run(b, 'select shop_id, sku, quantity, amount::text, currency from finance_cost_line order by shop_id')
    expect(rows.map(r => [r.shop_id, r.sku, r.amount, r.currency])).toEqual([
      ['1', 'S1', '-20.2469', 'CNY'],
      ['2', 'S1', '-40.4938', 'CNY'],
    ])
    await rate('2026-01', 'USD', '7')
    await rate('2026-01', 'EUR', '8')
    const answer = await read(ask(['shop'], { currency: 'CNY', endDate: '2026-01-31' }))
    expect(answer.totals[0]?.values).toMatchObject({ productCost: '-60.7407', profit: '1974.2593' })
    expect(await missingCosts(b.as(), { startDate: quarter.startDate, endDate: '2026-01-31' })).toEqual({
      missingCosts: 0,
      lackingCosts: [],
    })
    // S2 of shop 1 was sold in February without any cost
    const lacking = await missingCosts(b.as(), quarter)
    expect(lacking.missingCosts).toBe(1)
    // named, so that one knows where to enter what
    expect(lacking.lackingCosts).toHaveLength(1)
    expect(lacking.lackingCosts[0]).toEqual({ shop: '美国店', sku: 'S2', product: 'P2 商品2' })
    const drill = await readLines(b.as(), amazonProfit, { measure: 'productCost', where: { shop: ['1'] }, ...quarter, currency: 'CNY' })
    expect(drill).toMatchObject({ total: 1, sums: { CNY: '-20.2469' }, figure: '-20.2469' })
  })
})

describe('scope', () => {
  it('shows a person only his shops, whatever he asks for', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    expect((await read(ask(['shop']), ['2'])).list.map(r => r.key['shop'])).toEqual(['2'])
    expect((await read(ask(['shop'], { where: { shop: ['1'] } }), ['2'])).list).toEqual([])
    expect((await read(ask(['month']), [])).totals).toEqual([])
    expect((await readLines(b.as(['2']), amazonProfit, { measure: 'productSales', where: { shop: ['1'] }, ...quarter })).total).toBe(0)
  })
  it.each([
    [{ by: ['colour'] }, '没有“colour”这个维度'],
    [{ by: ['shop'], where: { shop: ["1' or 1"] } }, '不是有效的店铺'],
    [{ by: ['shop'], startDate: '2026-02-30' }, '开始日期不正确'],
    [{ by: ['shop'], startDate: '2026-04-01' }, '结束日期早于开始日期'],
    [{ by: ['shop'], sortField: 'drop' }, '不能按“drop”排序'],
  ])('refuses %o in words', async (query, message) => {
    await expect(read(ask([], query as Partial<ReportQuery>))).rejects.toThrow(message)
  })
  it('a formula opens its parts, each with its figure, down to lines', async () => {
    await ordinary()
    await refreshed(ordinaryDays)
    const where = { shop: ['1'] }
    const [total] = (await read(ask([], { where }))).totals
    const opened: string[] = []
    const open = async (measure: string): Promise<void> => {
      const answer = await readLines(b.as(), amazonProfit, { measure, where, ...quarter })
      expect([measure, canonical(answer.figure ?? 'none')]).toEqual([measure, canonical(total?.values[measure] ?? '0')])
      opened.push(measure)
      for (const part of answer.list) {
        const name = asText(part['measure'])
        if (answer.parts === undefined) return
        expect([name, part['amount']]).toEqual([name, total?.values[name] ?? null])
        const of = ownValue(amazonProfit.measures, name)
        if (of?.class !== 'none' && !opened.includes(name)) await open(name)
      }
    }
    await open('profit')
    expect(opened).toEqual(expect.arrayContaining(['profit', 'productSales']))
  })
})
