import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outsideTransaction } from '#platform/server/db/one-connection.ts'
import { leavesOf } from '#platform/declare/report.ts'
import { add, isZero, sum } from '#platform/format/decimal.ts'
import { readLines } from '#platform/server/reports/answer/lines.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { amounts } from '../../facts/amounts.ts'
import { computeReport } from '#platform/server/reports/store/compute.ts'
import { recomputeCosts } from './calc.ts'
import { refreshRollups, refreshHandler } from '#platform/server/reports/store/refresh.ts'
import { proveFinance } from './proof.ts'
import { companyProfit } from './profit.ts'
import { jobsWaiting, kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'

/** Deterministic chance (mulberry32), so that a failure can be repeated. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}
const below = chanceOf(20260321)
const money = (): string => `${below(3) === 0 ? '-' : ''}${below(500)}.${String(below(10_000)).padStart(4, '0')}`
const day = (): string => `2026-0${1 + below(3)}-${String(1 + below(28)).padStart(2, '0')}`
const sku = (): string => ['', 'S1', 'S2', 'S9'][below(4)] ?? ''
/** Late lines count on the first of the next month. */
const dated = () => {
  const posted_on = day()
  return below(5) === 0 && posted_on < '2026-03' ? { posted_on, booked_on: `2026-0${Number(posted_on.slice(6, 7)) + 1}-01` } : { posted_on }
}
const currencyOf = (shop: number): { currency?: string } => (below(8) === 0 ? { currency: shop === 1 ? 'EUR' : 'JPY' } : {})

let b: Books
const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
  for (const shop_id of [1, 2])
    for (const [settlement_id, counted_from] of [
      ['T1', 1],
      ['T2', 2],
    ] as const)
      await lines.settlement(b, { shop_id, settlement_id, counted_from })
  const settlementKinds = [kinds.principal, kinds.commission, kinds.fba, kinds.tax, kinds.reserve, kinds.strange]
  for (let i = 0; i < 160; i++) {
    const shop_id = 1 + below(2)
    const common = { shop_id, ...dated(), sku: sku(), quantity: below(4), ...currencyOf(shop_id) }
    await lines.settlementLine(b, {
      ...common,
      settlement_id: ['T1', 'T2'][below(2)],
      kind_id: settlementKinds[below(6)] ?? 10,
      amount: money(),
    })
    const columns = {
      product_sales: below(4) ? money() : '0',
      selling_fees: money(),
      fba_fees: below(2) ? money() : '0',
      other: below(6) ? '0' : money(),
      regulatory_fee: below(6) ? '0' : money(),
    }
    await lines.transaction(b, {
      ...common,
      ...dated(),
      settlement_id: ['T1', 'T2', 'T7', ''][below(4)],
      ...columns,
      total: sum(Object.values(columns)),
      deferred: below(3) === 0,
    })
    await lines.summary(b, { shop_id, ...dated(), amount: money(), sku: sku(), quantity: 1, ...currencyOf(shop_id) })
  }
  for (const month of ['2026-01', '2026-02', '2026-03'])
    for (const [currency, rate] of [
      ['USD', '7.1234567891'],
      ['EUR', '7.7'],
      ['JPY', '0.0471'],
    ])
      await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2026-01-01', unit_cost: '12.34567891', currency: 'CNY' })
  await b.put('amazon_type_map', { org_id: 1, kind_id: kinds.orderSales, item: 52, valid_from: '2026-03-01' })
})
afterAll(() => b.close())

const stored = async (): Promise<unknown[]> => {
  const all: unknown[] = []
  for (const g of amounts.grains)
    all.push(...(await run(b, `select * from ${g.table} order by ${g.keys.map((_, i) => i + 1).join(', ')}`)).rows)
  return all
}

describe('refresh and proof', () => {
  it('computing marks the days and orders a job each time; one refresh takes them all', async () => {
    const { taskId } = await computeReport(b.as(), companyProfit, period)
    await computeReport(b.as(), companyProfit, { ...period, owners: ['1'] })
    expect(taskId).toMatch(/^\d+$/)
    expect(await jobsWaiting(b)).toBe(2)
    const waiting = await readReport(b.as(), companyProfit, { by: ['shop'], ...period, currency: 'shop' })
    expect(waiting.computing).toEqual(['德国店', '美国店'])
    // 90 days of two shops, in two roll-ups: amounts of files, corrections by hand
    const stale = async () => (await run(b, 'select count(*)::int as n from stale_day')).rows[0].n
    expect(await stale()).toBe(360)
    await refreshRollups(b.house, '1')
    expect(await stale()).toBe(0)
    expect((await readReport(b.as(), companyProfit, { by: ['shop'], ...period, currency: 'shop' })).computing).toEqual([])
    const { rows } = await run(b, `select count(*)::int as n from push_message`)
    expect(rows[0].n).toBeGreaterThan(0)
  })

  it('refuses shops outside the scope and periods that are none', async () => {
    await expect(computeReport(b.as(['1']), companyProfit, { ...period, owners: ['2'] })).rejects.toThrow('店铺不存在或已删除')
    await expect(computeReport(b.as(), companyProfit, { startDate: '2026-03-01', endDate: '2026-02-01' })).rejects.toThrow('结束日期不正确')
    await expect(computeReport(b.as(), companyProfit, { startDate: '2020-01-01', endDate: '2026-02-01' })).rejects.toThrow('一次最多计算')
  })

  it('random books are proven, and refreshing again changes nothing', async () => {
    expect(await proveFinance(await b.system())).toEqual([])
    const before = await stored()
    await computeReport(b.as(), companyProfit, { startDate: '2026-02-01', endDate: '2026-02-28' })
    await refreshRollups(b.house, '1')
    expect(await stored()).toEqual(before)
  })

  it('finds a planted difference, in a grain and in the facts', async () => {
    const day = amounts.base.table
    await run(
      b,
      `update ${day} set amount = amount + 0.0001 where (shop_id, day, sku, kind_id, deferred, currency) = (select shop_id, day, sku,
        kind_id, deferred, currency from ${day} limit 1)`,
    )
    const found = await proveFinance(await b.system())
    expect(found.map(d => d.what)).toContain(day)
    expect(found.map(d => d.what)).toContain(`${day} / lines`)
    await computeReport(b.as(), companyProfit, period)
    await refreshRollups(b.house, '1')
    expect(await proveFinance(await b.system())).toEqual([])
  })

  it('a line whose columns do not make its total stops the refresh; its days stay stale', async () => {
    await lines.transaction(b, { shop_id: 1, posted_on: '2026-03-15', total: '9.00', product_sales: '8.00' })
    await (await b.system()).write(tx => markStale(tx, amounts, '1', ['2026-03-15'], new Date()))
    await expect(refreshRollups(b.house, '1')).rejects.toThrow('grain and facts differ')
    expect((await run(b, 'select day::text from stale_day')).rows).toEqual([{ day: '2026-03-15' }])
    await run(b, `delete from amazon_transaction_line where total = 9`)
    expect(await refreshRollups(b.house, '1')).toBe(1)
  })

  it('a day marked again while it is being recomputed stays marked', async () => {
    const system = await b.system()
    await system.write(tx => markStale(tx, amounts, '1', ['2026-03-15'], new Date()))
    let marking: Promise<void> | undefined
    await system.write(async tx => {
      await tx.selectFrom('stale_day').select('day').forUpdate().execute()
      marking = outsideTransaction(() => system.write(other => markStale(other, amounts, '1', ['2026-03-15'], new Date())))
      await new Promise(done => setTimeout(done, 150))
      await tx.deleteFrom('stale_day').where('owner_id', '=', '1').execute()
    })
    await marking
    expect((await run(b, 'select day::text from stale_day')).rows).toEqual([{ day: '2026-03-15' }])
    await refreshRollups(b.house, '1')
  })

  it('the job ends the tasks of those who asked, and says so when it fails', async () => {
    const states = async () => (await run(b, `select distinct state from task where kind = 'report.companyProfit'`)).rows.map(r => r.state)
    await refreshHandler(b.house, { orgId: '1' }, new AbortController().signal)
    expect(await states()).toEqual([2])
    const { taskId } = await computeReport(b.as(), companyProfit, period)
    await expect(refreshHandler(b.house, { orgId: '1' }, AbortSignal.abort())).rejects.toThrow('aborted')
    expect((await run(b, 'select state, message from task where id = $1', [taskId])).rows[0]).toMatchObject({
      state: 5,
      message: expect.stringContaining('自动重试'),
    })
    await refreshHandler(b.house, { orgId: '1' }, new AbortController().signal)
    expect(await states()).toEqual([2])
  })

  it('two refreshes at once end with the same figures', async () => {
    const before = await stored()
    await computeReport(b.as(), companyProfit, period)
    await Promise.all([refreshRollups(b.house, '1'), refreshRollups(b.house, '1')])
    expect((await run(b, 'select 1 from stale_day')).rows).toEqual([])
    expect(await stored()).toEqual(before)
  })
})

describe('drill-down', () => {
  it.each(['shop', 'CNY'] as const)(
    'the lines of every leaf in every cell make its figure (%s)',
    async currency => {
      const names = [...new Set(Object.keys(companyProfit.measures).flatMap(m => leavesOf(companyProfit, m)))]
      const context = b.as()
      const answer = await readReport(context, companyProfit, { by: ['shop', 'sku', 'month'], ...period, currency, pageSize: 1000 })
      expect(answer.list.length).toBeGreaterThan(15)
      let cells = 0
      for (const row of answer.list) {
        const where = Object.fromEntries(Object.entries(row.key).map(([d, v]) => [d, [v]]))
        for (const name of names) {
          if (below(currency === 'CNY' ? 12 : 5) !== 0) continue
          const drill = await readLines(context, companyProfit, {
            measure: name,
            where,
            ...period,
            currency,
            rowCurrency: row.currency,
            pageSize: 1000,
          })
          const figure = row.values[name] ?? 'null'
          expect
            .soft([name, row.key, isZero(drill.figure ?? '1') ? '0' : Number(drill.figure)])
            .toEqual([name, row.key, isZero(figure) ? '0' : Number(figure)])
          expect(drill.list.length).toBe(drill.total)
          for (const [code, total] of Object.entries(drill.sums))
            expect(drill.list.filter(l => l['currency'] === code).reduce((all, l) => add(all, String(l['amount'])), '0')).toBe(total)
          cells += 1
        }
      }
      expect(cells).toBeGreaterThan(40)
    },
    600_000,
  )

  it('a sum of leaves is the formula at every level', async () => {
    const answer = await readReport(b.as(), companyProfit, { by: ['sku', 'month'], ...period, currency: 'shop', pageSize: 1000 })
    for (const { values } of [...answer.list, ...answer.totals]) {
      const parts = leavesOf(companyProfit, 'profit').map(l => values[l] ?? '0')
      // every leaf is rounded to 4 decimals on its own: converted ones may differ in the last place
      expect(Math.abs(Number(sum(parts)) - Number(values['profit']))).toBeLessThan(0.001)
    }
  })

  it('cost lines follow units: deleting the sales deletes the cost', async () => {
    await run(b, `delete from ${amounts.base.table} where sku = 'S1'`)
    const system = await b.system()
    await system.write(tx =>
      recomputeCosts(
        tx,
        system,
        '1',
        Array.from({ length: 28 }, (_, i) => `2026-01-${String(i + 1).padStart(2, '0')}`),
      ),
    )
    expect((await run(b, `select 1 from finance_cost_line where shop_id = 1 and sku = 'S1' and booked_on < '2026-01-29'`)).rows).toEqual([])
  })
})
