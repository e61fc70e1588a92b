import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetWishes } from '#platform/server/notices.ts'
import { outsideTransaction } from '#platform/server/db/one-connection.ts'
import { closedUntil, lockMonths } from '../../base/closed-months.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { checkMonth } from './month-check.ts'
import { closeMonth, reopenMonth } from './month-close.ts'
import { bookMonths } from './month-overview.ts'
import { computeReport } from '#platform/server/reports/store/compute.ts'
import { companyProfit } from '../../profit/report/profit.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
  for (const month of ['2026-01', '2026-02', '2026-03'])
    await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency: 'USD', rate: '7' })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
})
afterAll(() => b.close())

const sale = (posted_on: string, kind_id: number = kinds.principal) =>
  lines.settlementLine(b, { shop_id: 1, posted_on, kind_id, amount: '100.00' })
const refreshed = async (): Promise<void> => {
  await computeReport(b.as(), companyProfit, { startDate: '2026-01-01', endDate: '2026-03-31' })
  await refreshRollups(b.house, '1')
}
beforeEach(async () => {
  for (const table of ['finance_month', 'amazon_settlement_line', 'import_run', 'audit_entry']) await run(b, `delete from ${table}`)
  await sale('2026-01-10')
  await sale('2026-02-10')
  await refreshed()
})
const idOf = async (month: string): Promise<string> =>
  String((await run(b, 'select id from finance_month where month = $1', [`${month}-01`])).rows[0]?.id)
const codes = async (month: string): Promise<string[]> => (await checkMonth(b.as(), month)).blockers.map(f => f.code)

describe('closing', () => {
  it('keeps who, when and the figures, and writes the trail', async () => {
    await closeMonth(b.as(), '2026-01')
    expect(
      (
        await run(
          b,
          `select month::text, state, profit::text, closed_by_name, result -> 'shops' -> 'USD' ->> 'sales' as sales from finance_month`,
        )
      ).rows,
    ).toEqual([{ month: '2026-01-01', state: 1, profit: '700.0000', closed_by_name: '王芳', sales: '100.0000' }])
    expect(
      (
        await run(
          b,
          `select subject, verb, record_id, after -> 'result' -> 'cny' ->> 'sales' as sales from audit_entry
        where verb = 'close' order by id`,
        )
      ).rows,
    ).toEqual([
      // the history of the month holds no figures: who sees one shop may read it
      { subject: 'finance_month', verb: 'close', record_id: await idOf('2026-01'), sales: null },
      { subject: 'companyProfit', verb: 'close', record_id: null, sales: '700.0000' },
    ])
  })
  it('is heard of by programs that listen', async () => {
    await run(b, `insert into webhook_wish (org_id, event) values (1, 'month.closed')`)
    forgetWishes()
    await closeMonth(b.as(), '2026-01')
    await run(b, 'delete from webhook_wish')
    forgetWishes()
    expect((await run(b, 'select event, list, record_id from webhook_event')).rows).toEqual([
      { event: 'month.closed', list: 'financeMonth', record_id: await idOf('2026-01') },
    ])
  })
  it('goes month after month, beginning with the first that has amounts', async () => {
    await expect(closeMonth(b.as(), '2026-02')).rejects.toThrow('请先结 2026-01')
    await closeMonth(b.as(), '2026-01')
    await closeMonth(b.as(), '2026-02')
    await expect(closeMonth(b.as(), '2026-02')).rejects.toThrow('2026-02 已结账')
  })
  it('is refused for a month that is not over, and for what is no month', async () => {
    expect(await codes('2026-03')).toContain('notOver')
    for (const wrong of ['2026-13', '2026-1', '今年一月']) await expect(closeMonth(b.as(), wrong)).rejects.toThrow('YYYY-MM')
  })
  it('is blocked by a kind without mapping, told with lines and amount, even where the sum is zero', async () => {
    await sale('2026-01-11', kinds.strange)
    await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-12', kind_id: kinds.strange, amount: '-100.00' })
    await refreshed()
    const [finding] = (await checkMonth(b.as(), '2026-01')).blockers
    expect(finding).toEqual({ code: 'unmapped', message: '费用类型 费用19 未映射：2 行，USD 0.0000', path: '/finance/amazon/type-map' })
    await expect(closeMonth(b.as(), '2026-01')).rejects.toThrow('费用19 未映射')
    expect((await run(b, 'select 1 from finance_month')).rows).toEqual([])
  })
  it('is blocked by days that are being computed and by a missing rate', async () => {
    await computeReport(b.as(), companyProfit, { startDate: '2026-01-10', endDate: '2026-01-10' })
    expect(await codes('2026-01')).toEqual(['computing'])
    await refreshed()
    await run(b, `update currency_rate set month = '2025-06-01' where month = '2026-01-01'`)
    try {
      expect(await codes('2026-01')).toEqual(['missingRate'])
    } finally {
      await run(b, `update currency_rate set month = '2026-01-01' where month = '2025-06-01'`)
    }
  })
  it('is for who sees every shop of the organisation, and counts nothing of another one', async () => {
    for (const part of [['1'], ['2'], []])
      await expect(closeMonth(b.as(part), '2026-01')).rejects.toMatchObject({ code: 1003, message: expect.stringContaining('全部店铺') })
    expect((await run(b, 'select 1 from finance_month')).rows).toEqual([])
    await closeMonth(b.as(), '2026-01')
    expect((await run(b, 'select profit::text from finance_month')).rows).toEqual([{ profit: '700.0000' }])
    await expect(reopenMonth(b.as(['1']), await idOf('2026-01'), '补录')).rejects.toMatchObject({ code: 1003 })
  })
  it('by two people at once is done once', async () => {
    const told = await Promise.allSettled([closeMonth(b.as(), '2026-01'), closeMonth(b.as(), '2026-01')])
    expect(told.filter(t => t.status === 'fulfilled')).toHaveLength(1)
    expect((await run(b, 'select state from finance_month')).rows).toEqual([{ state: 1 }])
  })
  it('is refused while somebody writes into the books, and writers wait while it closes', async () => {
    await b.as().write(async tx => {
      expect(await closedUntil(tx, '1')).toBeNull()
      await expect(outsideTransaction(() => closeMonth(b.as(), '2026-01'))).rejects.toThrow('账目正在写入')
    })
    let late: Promise<string | null> = Promise.resolve(null)
    await b.as().write(async tx => {
      await lockMonths(tx, '1')
      late = outsideTransaction(() => b.as().write(other => closedUntil(other, '1')))
      await tx.insertInto('finance_month').values({ org_id: '1', month: '2026-01-01', state: 1 }).execute()
    })
    expect(await late).toBe('2026-01-31')
  })
  it('keeps its result when a mapping changes later, and the check tells what would be others', async () => {
    await closeMonth(b.as(), '2026-01')
    expect((await checkMonth(b.as(), '2026-01')).altered).toEqual([])
    await run(b, `update amazon_type_map set item = 10 where kind_id = ${kinds.principal}`)
    try {
      const { altered, closed } = await checkMonth(b.as(), '2026-01')
      expect(closed).toBe(true)
      expect(altered).toContainEqual({
        currency: 'USD',
        measure: 'sales',
        title: '销售收入',
        closed: '100.0000',
        now: expect.stringMatching(/^0/),
      })
      expect((await run(b, `select result -> 'shops' -> 'USD' ->> 'sales' as sales from finance_month`)).rows).toEqual([
        { sales: '100.0000' },
      ])
    } finally {
      await run(b, `update amazon_type_map set item = 1 where kind_id = ${kinds.principal}`)
    }
  })
})

describe('reopening', () => {
  it('goes backwards, keeps the trail, and the month can be closed again', async () => {
    for (const month of ['2026-01', '2026-02']) await closeMonth(b.as(), month)
    await expect(reopenMonth(b.as(), await idOf('2026-01'), '补录')).rejects.toThrow('请先反结账 2026-02')
    await reopenMonth(b.as(), await idOf('2026-02'), '补录')
    await expect(reopenMonth(b.as(), await idOf('2026-02'), '补录')).rejects.toThrow('没有结账')
    await closeMonth(b.as(), '2026-02')
    expect((await run(b, `select verb from audit_entry where subject = 'finance_month' order by id`)).rows.map(r => r.verb)).toEqual([
      'close',
      'close',
      'reopen',
      'close',
    ])
  })
  it('needs a reason, which is kept with the month and in its trail', async () => {
    await closeMonth(b.as(), '2026-01')
    const id = await idOf('2026-01')
    for (const none of ['', '  '])
      await expect(reopenMonth(b.as(), id, none)).rejects.toMatchObject({ data: { errors: [{ field: 'reason' }] } })
    await reopenMonth(b.as(), id, ' 补来上月账单 ')
    expect((await run(b, 'select state, reopen_reason from finance_month')).rows).toEqual([{ state: 0, reopen_reason: '补来上月账单' }])
    const { rows } = await run(b, `select after ->> 'reopenReason' as why from audit_entry where verb = 'reopen'`)
    expect(rows).toEqual([{ why: '补来上月账单' }])
  })
  it.each(['x', '999'])('of an unknown record is refused: %s', async id => {
    await expect(reopenMonth(b.as(), id, '补录')).rejects.toMatchObject({ code: 1004 })
  })
})

describe('the months of the books', () => {
  it('stand one below the other from the first with amounts to the present one, with what each needs', async () => {
    await closeMonth(b.as(), '2026-01')
    await sale('2026-02-11', kinds.strange)
    await refreshed()
    const { list, isWhole } = await bookMonths(b.as())
    expect(isWhole).toBe(true)
    expect(list.map(m => [m.month, m.state, m.due, m.over, m.profit, m.blockers?.map(f => f.code)])).toEqual([
      ['2026-03', 0, false, false, '0', undefined],
      ['2026-02', 0, true, true, '700.0000', ['unmapped']],
      ['2026-01', 1, false, true, '700.0000', undefined],
    ])
    expect(list[2]).toMatchObject({ closedByName: '王芳', sales: '700.0000' })
  })
  it('say to who sees a part of the shops what these have, a closed month as well', async () => {
    await lines.settlement(b, { shop_id: 2, settlement_id: 'T2' })
    await lines.settlementLine(b, {
      shop_id: 2,
      settlement_id: 'T2',
      posted_on: '2026-01-10',
      kind_id: kinds.principal,
      amount: '7.00',
      currency: 'EUR',
    })
    await run(b, `insert into currency_rate (org_id, month, currency, rate) values (1, '2026-01-01', 'EUR', 8)`)
    try {
      await refreshed()
      await closeMonth(b.as(), '2026-01')
      const sales = async (shops?: string[]) => (await bookMonths(b.as(shops))).list.find(m => m.month === '2026-01')?.sales
      expect([await sales(), await sales(['1']), await sales(['2'])]).toEqual(['756.0000', '700.0000', '56.0000'])
      const { result, isWhole, closed, altered } = await checkMonth(b.as(['2']), '2026-01')
      expect({ isWhole, closed, altered }).toEqual({ isWhole: false, closed: true, altered: [] })
      expect([result.shops['EUR']?.['sales'], result.shops['USD'], result.cny['sales']]).toEqual(['7.0000', undefined, '56.0000'])
    } finally {
      await run(b, `delete from currency_rate where currency = 'EUR'`)
      await run(b, `delete from amazon_settlement where settlement_id = 'T2'`)
    }
  })
  it('are none before any money came', async () => {
    await run(b, 'delete from amazon_settlement_line')
    await refreshed()
    expect(await bookMonths(b.as())).toEqual({ list: [], items: [], isWhole: true })
  })
})
