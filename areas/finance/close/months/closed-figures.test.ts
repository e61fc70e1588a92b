/** A closed month keeps the figures it was closed with: costs, mappings and rates that change later count from the first open month on. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { costsHandler } from '../../profit/report/calc.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { checkMonth } from './month-check.ts'
import { closeMonth, reopenMonth } from './month-close.ts'
import { companyProfit } from '../../profit/report/profit.ts'
import { computeReport } from '#platform/server/reports/store/compute.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { financeItems } from '../../base/finance-items.ts'
import { insertMapping, mappingHooks, updateMapping } from '../../mapping/amazon/type-map.ts'
import { amazonTypeMap } from '../../facts/amazon/tables.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02'])
  for (const month of ['2026-01', '2026-02', '2026-03'])
    await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency: 'USD', rate: '7' })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
})
afterAll(() => b.close())

beforeEach(async () => {
  for (const table of ['finance_month', 'amazon_settlement_line', 'product_cost']) await run(b, `delete from ${table}`)
  await run(b, `delete from amazon_type_map where kind_id = $1`, [kinds.principal])
  await b.put('amazon_type_map', { org_id: 1, kind_id: kinds.principal, item: 1, valid_from: '2020-01-01' })
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-01-01', unit_cost: '5', currency: 'USD' })
  for (const posted_on of ['2026-01-10', '2026-02-10'])
    await lines.settlementLine(b, { shop_id: 1, posted_on, kind_id: kinds.principal, amount: '100.00', sku: 'S1', quantity: 2 })
  await computeReport(b.as(), companyProfit, { startDate: '2026-01-01', endDate: '2026-02-28' })
  await refreshRollups(b.house, '1')
  await closeMonth(b.as(), '2026-01')
})

/** Sales and cost of goods by month, in dollars. */
async function figures(): Promise<unknown> {
  const { list } = await readReport(b.as(), companyProfit, {
    by: ['month'],
    startDate: '2026-01-01',
    endDate: '2026-02-28',
    currency: 'shop',
  })
  return list.map(r => [r.key['month'], r.values['sales'], r.values['productCost']])
}
/** What the job does that a changed product cost, mapping or month orders. */
async function follow(payload: Readonly<Record<string, unknown>>): Promise<void> {
  await costsHandler(b.house, { orgId: '1', ...payload }, AbortSignal.timeout(10_000))
  await refreshRollups(b.house, '1')
}

describe('product costs', () => {
  it('changed for all months count from the first open one; the closed one agrees with what it was closed with', async () => {
    await run(b, `update product_cost set unit_cost = 9`)
    await follow({ productIds: ['1'], fromMonth: '2025-01-01' })
    expect(await figures()).toEqual([
      ['2026-01', '100.0000', '-10.0000'],
      ['2026-02', '100.0000', '-18.0000'],
    ])
    expect((await checkMonth(b.as(), '2026-01')).altered).toEqual([])
  })
  it('are not brought in either when a closed month is computed anew', async () => {
    await run(b, `update product_cost set unit_cost = 9`)
    await computeReport(b.as(), companyProfit, { startDate: '2026-01-01', endDate: '2026-01-31' })
    await refreshRollups(b.house, '1')
    expect(await figures()).toContainEqual(['2026-01', '100.0000', '-10.0000'])
  })
  it('come into a month that is opened again', async () => {
    await run(b, `update product_cost set unit_cost = 9`)
    const { rows } = await run(b, 'select id from finance_month')
    await reopenMonth(b.as(), String(rows[0]?.id), '补录')
    const { rows: jobs } = await run(b, `select j.payload from graphile_worker._private_jobs j where j.payload::text like '%fromMonth%'`)
    expect(jobs.map(j => j.payload)).toContainEqual({ orgId: '1', fromMonth: '2026-01-01' })
    await follow({ fromMonth: '2026-01-01' })
    expect(await figures()).toContainEqual(['2026-01', '100.0000', '-18.0000'])
  })
  it('follow in every shop, also those that the person who changed them does not see', async () => {
    await lines.settlement(b, { shop_id: 2, settlement_id: 'T2' })
    await lines.settlementLine(b, {
      shop_id: 2,
      posted_on: '2026-02-10',
      kind_id: kinds.principal,
      amount: '50.00',
      sku: 'S1',
      quantity: 1,
      settlement_id: 'T2',
    })
    await computeReport(b.as(), companyProfit, { startDate: '2026-02-01', endDate: '2026-02-28' })
    await refreshRollups(b.house, '1')
    await run(b, `update product_cost set unit_cost = 9`)
    await follow({ productIds: ['1'], fromMonth: '2025-01-01' })
    const { rows } = await run(b, `select amount::text from finance_cost_line where shop_id = 2`)
    expect(rows).toEqual([{ amount: '-9.0000' }])
  })
})

describe('mappings', () => {
  const mapped = (context: Context, validFrom: string) => insertMapping(context, { kindId: String(kinds.principal), item: 10, validFrom })
  const inForce = async () => (await run(b, `select id::text, version from amazon_type_map where kind_id = ${kinds.principal}`)).rows[0]

  it.each(['2025-06', '2026-01'])(
    'from %s on would give closed money another meaning: refused, naming the month to begin with',
    async from => {
      await expect(mapped(b.as(), from)).rejects.toThrow(/2026-01 已结账.*从 2026-02 起/)
    },
  )
  it('is refused for one who sees no shop with such money as well', async () => {
    await expect(mapped(b.as(['2']), '2026-01')).rejects.toThrow('已结账')
  })
  it('from the first open month on is taken, and leaves the closed one as it is', async () => {
    await mapped(b.as(), '2026-02')
    await follow({ kindId: String(kinds.principal), fromMonth: '2026-02-01' })
    expect(await figures()).toEqual([
      ['2026-01', '100.0000', '-10.0000'],
      ['2026-02', '0.0000', '0.0000'],
    ])
    expect((await checkMonth(b.as(), '2026-01')).altered).toEqual([])
  })
  it('in force in a closed month can be neither changed nor deleted', async () => {
    const row = await inForce()
    await expect(updateMapping(b.as(), { id: row?.id, version: row?.version, item: 10 })).rejects.toThrow('已结账')
    const before = { id: row?.id ?? '', kindId: String(kinds.principal), validFrom: '2020-01', validTo: null, item: 1 }
    await expect(b.as().write(tx => mappingHooks.written!(b.as(), tx, [{ id: before.id, before, after: null }]))).rejects.toThrow('已结账')
  })
  it('changed at random over open months: each month is what a simulation by kinds says, a closed one as it was', async () => {
    const months = ['2026-01', '2026-02', '2026-03']
    await run(b, `select ensure_month('amazon_settlement_line', '2026-03-01')`)
    const moving = [kinds.commission, kinds.fba, kinds.tax, kinds.reserve]
    const items = ['promotion', 'refund', 'otherSellingFee', 'fbaStorage', 'advertising', 'adjustment', 'taxWithheld', 'transfer'] as const
    const before = (await run(b, `select * from amazon_type_map where kind_id = any($1::bigint[])`, [moving])).rows
    for (let seed = 1; seed <= 3; seed++) {
      const random = seededRandom(seed)
      await run(b, 'delete from finance_month')
      await run(b, 'delete from amazon_settlement_line')
      await run(b, `delete from amazon_type_map where kind_id = any($1::bigint[])`, [moving])
      // kind -> months that a meaning begins with, in their order
      const meanings = new Map<number, { from: string; item: (typeof items)[number] }[]>()
      const money: { kind: number; month: string; amount: number }[] = []
      for (const kind of moving) {
        const item = random.of(items)
        meanings.set(kind, [{ from: '2020-01', item }])
        await b.put('amazon_type_map', { org_id: 1, kind_id: kind, item: financeItems[item].id, valid_from: '2020-01-01' })
        for (const month of months)
          for (let n = random.below(3); n >= 0; n--) {
            const amount = random.below(20_000) / 100 - 100
            money.push({ kind, month, amount })
            const posted_on = `${month}-${String(1 + random.below(18)).padStart(2, '0')}`
            await lines.settlementLine(b, { shop_id: 1, posted_on, kind_id: kind, amount: amount.toFixed(2) })
          }
      }
      await computeReport(b.as(), companyProfit, { startDate: '2026-01-01', endDate: '2026-03-31' })
      await refreshRollups(b.house, '1')
      await closeMonth(b.as(), '2026-01')
      const told = async () => {
        const asked = { by: ['month'], startDate: '2026-01-01', endDate: '2026-03-31', currency: 'shop' } as const
        const { list } = await readReport(b.as(), companyProfit, asked, [...items])
        return list.map(row => [row.key['month'], ...items.map(item => Number(row.values[item]))])
      }
      const simulated = () =>
        months.map(month => [
          month,
          ...items.map(item => {
            const of = money.filter(
              one => one.month === month && meanings.get(one.kind)?.findLast(({ from }) => from <= month)?.item === item,
            )
            return Number(of.reduce((sum, one) => sum + one.amount, 0).toFixed(2))
          }),
        ])
      expect(await told()).toEqual(simulated())
      const [closed] = await told()
      let refused = 0
      for (let step = 0; step < 14; step++) {
        const kind = random.of(moving)
        const own = meanings.get(kind) ?? []
        const [item, from] = [random.of(items), random.of(['2025-11', ...months])]
        const holds = (one: { from: string }, after: string | undefined): boolean =>
          one.from <= '2026-01' && (after === undefined || after > '2026-01')
        const wanted = random.below(3)
        const at = random.below(own.length)
        const [one, next] = [own[at], own[at + 1]]
        const row = (
          await run(b, `select id::text, version from amazon_type_map where kind_id = ${kind} order by valid_from offset ${at} limit 1`)
        ).rows[0]
        let isTaken = true
        let work: () => Promise<unknown>
        if (wanted === 0) {
          isTaken = !own.some(other => other.from === from) && !holds({ from }, own.find(other => other.from > from)?.from)
          if (isTaken) own.push({ from, item })
          work = () => insertMapping(b.as(), { kindId: String(kind), item: financeItems[item].id, validFrom: from })
        } else if (wanted === 1 && one !== undefined) {
          isTaken = one.item === item || !holds(one, next?.from)
          if (isTaken) own[at] = { from: one.from, item }
          work = () => updateMapping(b.as(), { id: row?.id, version: row?.version, item: financeItems[item].id })
        } else if (one !== undefined) {
          isTaken = !holds(one, next?.from)
          if (isTaken) own.splice(at, 1)
          work = () => removeRecords(b.as(), amazonTypeMap as unknown as Resource, [String(row?.id)], mappingHooks)
        } else continue
        own.sort((x, y) => (x.from < y.from ? -1 : 1))
        if (isTaken) await work()
        else {
          refused += 1
          await expect(work()).rejects.toThrow(/已结账|已有映射/)
        }
        expect([seed, step, await told()]).toEqual([seed, step, simulated()])
      }
      expect((await told())[0]).toEqual(closed)
      expect(refused).toBeGreaterThan(0)
      expect((await checkMonth(b.as(), '2026-01')).altered).toEqual([])
    }
    await run(b, `delete from amazon_type_map where kind_id = any($1::bigint[])`, [moving])
    for (const { id: _id, ...row } of before) await b.put('amazon_type_map', row)
  })
  it('of a kind without closed money are free', async () => {
    expect(await insertMapping(b.as(), { kindId: String(kinds.strange), item: 10 })).toMatchObject({ id: expect.any(String) })
    await run(b, `delete from amazon_type_map where kind_id = ${kinds.strange}`)
  })
})
