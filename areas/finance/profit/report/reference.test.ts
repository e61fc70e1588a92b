/** The profit of 10,000 random cells of shop, SKU and month against a slow, plain reading: amounts, costs, allocations, rates. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMonths } from '#platform/format/dates.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { financeItems } from '../../base/finance-items.ts'
import { amounts } from '../../facts/amounts.ts'
import { companyProfit } from './profit.ts'

const [skus, shops] = [500, [1, 2]] as const
const months = Array.from({ length: 10 }, (_, at) => addMonths('2025-05', at))
const days = ['03', '14', '25']
const currencyOf = (shop: number): string => (shop === 2 ? 'EUR' : 'USD')
/** pseudo-random in SQL and of a row alone */
const below = (n: number, salt: string): string => `(mod(abs(hashint8extended(i, ${salt.length * 31 + salt.charCodeAt(0)})), ${n}))::int`

let b: Books
beforeAll(async () => {
  b = await openBooks(months)
  for (const month of months)
    for (const [currency, rate] of [
      ['USD', `7.${month.slice(5)}`],
      ['EUR', `8.${month.slice(5)}`],
    ])
      await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  for (const shop of shops) await lines.settlement(b, { shop_id: shop, settlement_id: `T${shop}` })
  await run(b, `insert into product (id, org_id, sku, name) select 1000 + i, 1, 'R' || i, 'R' || i from generate_series(1, $1::int) i`, [
    skus,
  ])
  // every seventh SKU stands for no product
  await run(
    b,
    `insert into sku_map (org_id, shop_id, seller_sku, product_id)
    select 1, s, 'K' || i, 1000 + i from generate_series(1, $1::int) i, unnest($2::bigint[]) s where i % 7 <> 0`,
    [skus, shops],
  )
  await run(
    b,
    `insert into product_cost (org_id, product_id, month, unit_cost, currency)
    select 1, 1000 + i, (array['2025-01-01', '2025-07-01', '2025-11-01'])[1 + n]::date, 1 + ${below(9000, 'cost')} / 1000.0,
      (array['CNY', 'USD', 'EUR'])[1 + ${below(3, 'of')}]
    from generate_series(1, $1::int) i, generate_series(0, 2) n where (i + n) % 5 <> 0`,
    [skus],
  )
  for (const [at, shop] of shops.entries())
    for (const [of, month] of months.entries())
      await run(
        b,
        `insert into amazon_settlement_line (shop_id, settlement_id, line_no, posted_on, posted_at, booked_on, currency,
          import_id, sku, kind_id,
        quantity, amount)
      select $1::bigint, 'T' || $1::text, $2::int + i, d, d::timestamp at time zone 'UTC', d, $3::text, 1, 'K' || (1 + i % $4::int), k,
        case when k = ${kinds.principal} then ${below(5, 'units')} end,
        (${below(200_000, 'amount')} - case when k = ${kinds.principal} then 0 else 200000 end) / 100.0
      from (select i, ($5::text || '-' || (array['${days.join("', '")}'])[1 + ${below(3, 'day')}])::date as d,
          (array[${kinds.principal}, ${kinds.principal}, ${kinds.commission}, ${kinds.fba}, ${kinds.tax}])[1 + ${below(5, 'kind')}] as k
        from (select n + $2::int as i from generate_series(1, $4::int * 2) n) r) l`,
        [shop, (at * months.length + of) * skus * 4, currencyOf(shop), skus, month],
      )
  // allocations in force and tried, own ones and such as move what was billed; the line without a SKU is told apart
  await run(
    b,
    `insert into cost_allocation_share (shop_id, day, document_no, allocation_id, run, sku, item, basis, weight, share, currency,
      state, moves)
    select s, m::date, 'F', n + 10 * extract(month from m)::int, 1, 'K' || i,
      case when n = 2 then ${financeItems.fbaStorage.id} else ${financeItems.allocated.id} end, 1, 1,
      (${below(20_000, 'share')} - 4000) / 100.0, 'CNY', case when n = 3 then 0 else 1 end, case when n = 2 then 1 else 0 end
    from generate_series(1, $1::int) i, unnest($2::bigint[]) s, unnest($3::date[]) m, generate_series(1, 3) n where (i + n) % 3 = 0`,
    [skus, shops, months.map(month => `${month}-01`)],
  )
  const system = await b.system()
  const all = months.flatMap(month => ['01', ...days].map(day => `${month}-${day}`))
  for (const shop of shops) await system.write(tx => markStale(tx, amounts, String(shop), all, system.now()))
  await refreshRollups(b.house, '1')
  await run(b, 'analyze')
}, 120_000)
afterAll(() => b?.close())

/** Row by row, in plain numbers. */
async function plainReading(): Promise<Map<string, number>> {
  const rowsOf = async <Row>(statement: string): Promise<Row[]> => (await run(b, statement)).rows as Row[]
  const rateOf = new Map<string, number>()
  for (const one of await rowsOf<{ m: string; c: string; r: number }>(
    `select to_char(month, 'YYYY-MM') as m, currency as c, rate::float as r from currency_rate`,
  ))
    rateOf.set(`${one.m} ${one.c}`, one.r)
  const inCny = (amount: number, currency: string, month: string): number =>
    amount * (currency === 'CNY' ? 1 : (rateOf.get(`${month} ${currency}`) ?? Number.NaN))
  const priceOf = new Map<string, { since: string; cost: number; currency: string }[]>()
  for (const one of await rowsOf<{ sku: string; since: string; cost: number; currency: string }>(
    `select 'K' || (product_id - 1000) as sku, to_char(month, 'YYYY-MM') as since, unit_cost::float as cost, currency from product_cost
     where product_id > 1000 order by month`,
  ))
    priceOf.set(one.sku, [...(priceOf.get(one.sku) ?? []), one])
  const cells = new Map<string, number>()
  const put = (shop: string, sku: string, month: string, amount: number): void => {
    const key = `${shop} ${sku} ${month}`
    cells.set(key, (cells.get(key) ?? 0) + amount)
  }
  const mapped = new Set((await rowsOf<{ sku: string }>('select distinct seller_sku as sku from sku_map')).map(row => row.sku))
  for (const one of await rowsOf<{
    shop: string
    sku: string
    month: string
    kind: number
    units: number
    amount: number
    currency: string
  }>(
    `select shop_id::text as shop, sku, to_char(booked_on, 'YYYY-MM') as month, kind_id::int as kind, coalesce(quantity, 0)::int as units,
       amount::float as amount, currency from amazon_settlement_line`,
  )) {
    if (one.kind !== kinds.tax) put(one.shop, one.sku, one.month, inCny(one.amount, one.currency, one.month))
    const price = mapped.has(one.sku) ? priceOf.get(one.sku)?.findLast(of => of.since <= one.month) : undefined
    if (one.kind === kinds.principal && price) put(one.shop, one.sku, one.month, -inCny(one.units * price.cost, price.currency, one.month))
  }
  for (const one of await rowsOf<{ shop: string; sku: string; month: string; share: number; moves: number }>(
    `select shop_id::text as shop, sku, to_char(day, 'YYYY-MM') as month, share::float as share, moves from cost_allocation_share
      where state = 1`,
  )) {
    put(one.shop, one.sku, one.month, -one.share)
    if (one.moves === 1) put(one.shop, '', one.month, one.share)
  }
  return cells
}

it('10,000 random cells', async () => {
  const expected = await plainReading()
  const query = {
    by: ['shop', 'sku', 'month'],
    startDate: `${months[0]}-01`,
    endDate: '2026-02-28',
    currency: 'CNY',
    pageSize: 1000,
  } as const
  let compared = 0
  const off: unknown[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await readReport(b.as(), companyProfit, { ...query, pageNum: page } as never, ['profit'])
    for (const { key, values } of list) {
      const name = `${key['shop'] ?? ''} ${key['sku'] ?? ''} ${key['month'] ?? ''}`
      const [found, plain] = [Number(values['profit'] ?? Number.NaN), expected.get(name) ?? 0]
      // cost lines are rounded to four decimals each, in their currency
      if (!(Math.abs(found - plain) < 0.01)) off.push([name, found, plain])
      expected.delete(name)
      compared += 1
    }
    if (list.length === 0 || compared >= Number(total)) break
  }
  expect(off.slice(0, 5)).toEqual([])
  expect([...expected].filter(([, amount]) => Math.abs(amount) > 0.01).slice(0, 5)).toEqual([])
  expect(compared).toBeGreaterThanOrEqual(10_000)
}, 120_000)
