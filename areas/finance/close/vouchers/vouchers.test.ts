/** Vouchers of a company and month: what they come to, versions, what is refused, who sees them, files. Today is 2026-03-20. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Resource } from '#platform/declare/resource.ts'
import { sum, toFixedScale } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { addRecord, updateRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { companyProfit } from '../../profit/report/profit.ts'
import { exportVouchers } from './export.ts'
import { fileFormats } from './file-words.ts'
import { generateVouchers } from './generate.ts'
import { loadAccounts, loadRules } from './load-usual.ts'
import { voucher, voucherAccount, voucherAuxiliary, voucherBook, voucherEntry, voucherRule, voucherSource } from './tables.ts'
import { accountClasses, auxiliaryKinds, checks, rounding, topics, voucherKinds, voucherStates } from './words.ts'
import { voucherBalance, voucherCheck } from './views.ts'

let b: Books
const plain = (r: unknown): Resource => r as Resource
const [vouchers, books, accounts, items, rules, balance, check] = [
  voucher,
  voucherBook,
  voucherAccount,
  voucherAuxiliary,
  voucherRule,
  voucherBalance,
  voucherCheck,
].map(plain) as [Resource, Resource, Resource, Resource, Resource, Resource, Resource]
const rowsOf = async (r: Resource, context: Context = b.as()) => (await listOf(context, r, { pageSize: 1000 })).list
const january = { companyId: '1', month: '2026-01' }
const { shop, customer } = auxiliaryKinds

const sell = async (shopId: number, day: string, amount: string, kind: number, quantity = 0): Promise<void> => {
  await lines.settlementLine(b, {
    shop_id: shopId,
    posted_on: day,
    amount,
    kind_id: kind,
    sku: 'S1',
    quantity,
    settlement_id: `T${shopId}`,
  })
  const system = await b.system()
  await system.write(tx => markStale(tx, amounts, String(shopId), [day], new Date('2026-03-20T08:00:00Z')))
}

beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
  await b.put('company', { id: 1, org_id: 1, name: '甲公司主体' })
  await b.put('company', { id: 2, org_id: 1, name: '乙公司主体' })
  await run(b, 'update shop set company_id = 1 where id in (1, 2)')
  for (const month of ['2026-01-01', '2026-02-01'])
    for (const [currency, rate] of [
      ['USD', '7.1234567'],
      ['EUR', '8.0512'],
    ])
      await b.put('currency_rate', { org_id: 1, month, currency, rate })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  await lines.settlement(b, { shop_id: 2, settlement_id: 'T2' })
  await sell(1, '2026-01-10', '300.33', kinds.principal, 3)
  await sell(1, '2026-01-10', '-30.07', kinds.commission)
  await sell(1, '2026-01-11', '12.01', kinds.tax)
  await sell(2, '2026-01-11', '87.51', kinds.principal, 1)
  await sell(2, '2026-01-12', '-8.88', kinds.fba)
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

describe('a company’s books', () => {
  it('are asked for before vouchers; a rule needs accounts of its company, an item lies with one shop once', async () => {
    await expect(generateVouchers(b.as(), january)).rejects.toThrow('还没有账簿')
    await addRecord(b.as(), books, { companyId: '1', startMonth: '2026-01', preparer: '王芳' })
    await expect(generateVouchers(b.as(), january)).rejects.toThrow('没有凭证规则：商品销售额、销售佣金、FBA配送费、代收税')
    await expect(addRecord(b.as(), rules, { companyId: '1', item: 1, validFrom: '2026-01-01' })).rejects.toThrow('借方科目')
    await expect(loadRules(b.as(), '1')).rejects.toThrow('没有科目 1122')
    expect(await loadAccounts(b.as(), '1')).toBe(33)
    expect(await loadAccounts(b.as(), '1')).toBe(0)
    const other = await addRecord(b.as(), accounts, { companyId: '2', code: '1002', name: '银行存款', class: 1, side: 1 })
    const rule = { companyId: '1', item: 1, debitId: other.id, creditId: other.id, validFrom: '2026-01-01' }
    await expect(addRecord(b.as(), rules, rule)).rejects.toThrow('借方科目')
    expect(await loadRules(b.as(), '1')).toBeGreaterThan(50)
    await addRecord(b.as(), items, { companyId: '1', kind: shop[0], code: 'D1', name: '美国店', shopIds: ['1'] })
    await addRecord(b.as(), items, { companyId: '1', kind: shop[0], code: 'D2', name: '德国店', shopIds: ['2'] })
    const twice = { companyId: '1', kind: shop[0], code: 'D3', name: '又一个', shopIds: ['2'] }
    await expect(addRecord(b.as(), items, twice)).rejects.toThrow('只能对应一个')
  })
})

it('books that took the usual accounts get the rule of rounding by the migration; others are asked for it', async () => {
  const of = async () =>
    (
      await run(
        b,
        `select r.item, d.code as debit, c.code as credit, r.summary, r.valid_from::text from voucher_rule r
      join voucher_account d on d.id = r.debit_id join voucher_account c on c.id = r.credit_id where r.item = ${rounding}`,
      )
    ).rows
  const loaded = await of()
  expect(loaded).toHaveLength(1)
  await run(b, `delete from voucher_rule where item = ${rounding}`)
  await run(b, `delete from voucher_account where code = '660304'`)
  await expect(generateVouchers(b.as(), january)).rejects.toThrow('没有凭证规则：尾差')
  const migration = readFileSync(join(import.meta.dirname, '../../../../db/migrations/0630_rule_of_rounding.sql'), 'utf8')
  for (let again = 0; again < 2; again++) await run(b, migration)
  expect(await of()).toEqual(loaded)
})

describe('generating', () => {
  it('balances, agrees with the profit report to the cent, and changes nothing the second time', async () => {
    expect(await generateVouchers(b.as(), january)).toEqual({ made: 3, unchanged: 0, reversed: 0, lacking: 2 })
    expect(await generateVouchers(b.as(), january)).toEqual({ made: 0, unchanged: 3, reversed: 0, lacking: 2 })
    const heads = await rowsOf(vouchers)
    expect(heads.map(row => [row['title'], row['completeness'], row['topic']])).toEqual([
      ['记-3', checks.whole[0], topics.rounding[0]],
      ['记-2', checks.lacking[0], topics.platform[0]],
      ['记-1', checks.lacking[0], topics.platform[0]],
    ])
    const entries = await rowsOf(voucherEntry)
    expect(sum(entries.map(row => String(row['cny'])))).toBe('0')
    for (const row of heads) expect(row['debit']).toBe(row['credit'])
    const report = await readReport(
      b.as(),
      companyProfit,
      { by: ['month'], startDate: '2026-01-01', endDate: '2026-01-31', currency: 'CNY' },
      ['profit'],
    )
    const profit = report.totals[0]?.values['profit'] ?? ''
    const trial = (await rowsOf(balance)).filter(row => row['class'] === accountClasses.profit[0])
    expect(Number(sum(trial.map(row => String(row['cny']))))).toBeCloseTo(-Number(profit), 2)
    const compared = await rowsOf(check)
    expect(new Set(compared.map(row => [row['state'], row['difference']].join()))).toEqual(new Set(['1,']))
    expect(compared).toHaveLength(5)
    const inProfit = compared.filter(row => row['inProfit'] === 1)
    for (const column of ['report', 'made']) expect(sum(inProfit.map(row => String(row[column])))).toBe(toFixedScale(profit, 2, 'halfUp'))
    expect(Number(compared.find(row => row['item'] === rounding)?.['made'])).toBe(-0.01)
  })

  it('is held against the profit report: less than a cent for each amount that an item rests on is no difference', async () => {
    const sales = async () => {
      const row = (await rowsOf(check)).find(one => one['item'] === 1)
      return [row?.['state'], row?.['difference'] == null ? null : Number(row['difference'])]
    }
    const add = (cents: string) => run(b, `update voucher_source set cny = cny + ${cents} where item = 1 and shop_id = 1`)
    // sales of two shops
    await add('0.01')
    expect(await sales()).toEqual([1, null])
    await add('0.01')
    expect(await sales()).toEqual([3, 0.02])
    await run(b, 'update voucher_source set amount = amount + 1 where item = 1 and shop_id = 1')
    expect(await sales()).toEqual([2, 0.02])
    await run(b, 'update voucher_source set amount = amount - 1 where item = 1 and shop_id = 1')
    await add('-0.02')
    expect(await sales()).toEqual([1, null])
  })

  it('of two who do it at once one writes', async () => {
    const [one, two] = await Promise.all([generateVouchers(b.as(), january), generateVouchers(b.as(), january)])
    expect([one.made, two.made]).toEqual([0, 0])
    expect(await rowsOf(vouchers)).toHaveLength(3)
  })

  it('is for who sees all shops of the company; of one shop its vouchers alone are seen', async () => {
    await expect(generateVouchers(b.as(['1']), january)).rejects.toThrow('能看到全部店铺')
    const mine = b.as(['1'])
    expect((await rowsOf(vouchers, mine)).map(row => row['shopId'])).toEqual([null, '1'])
    expect(new Set((await rowsOf(voucherSource, mine)).map(row => row['shopId']))).toEqual(new Set([null, '1']))
    expect(new Set((await rowsOf(voucherEntry, mine)).map(row => row['currency']))).toEqual(new Set(['CNY', 'USD']))
    // the cents of the company are not those of one shop: they are told as such, and no row differs
    expect((await rowsOf(check, mine)).some(row => row['state'] === 2)).toBe(false)
    const foreign = b.asSomebody({ orgId: '2', orgIds: ['2'], shops: ['3'] })
    expect(await rowsOf(vouchers, foreign)).toEqual([])
  })

  it('refuses a month to come and one before the books begin', async () => {
    await expect(generateVouchers(b.as(), { ...january, month: '2026-04' })).rejects.toThrow('将来')
    await expect(generateVouchers(b.as(), { ...january, month: '2025-12' })).rejects.toThrow('启用')
  })
})

describe('a file', () => {
  const u8 = { ...january, format: fileFormats.u8[0], isAll: false }
  it('is of a closed month and is not written while an entry lacks an item: the sentence names it', async () => {
    await expect(exportVouchers(b.as(), u8)).rejects.toThrow('还没有结账')
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    await expect(exportVouchers(b.as(), u8)).rejects.toThrow('凭证 记-1 第 1 行的科目“应收账款-平台”缺少辅助核算：客户')
    expect((await rowsOf(vouchers)).every(row => row['state'] === voucherStates.open[0])).toBe(true)
    await addRecord(b.as(), items, { companyId: '1', kind: customer[0], code: 'K1', name: '亚马逊', shopIds: ['1', '2'] })
    expect(await generateVouchers(b.as(), january)).toMatchObject({ made: 2, lacking: 0 })
    const texts = new TextDecoder('gbk').decode(await buffer((await exportVouchers(b.as(), u8)).blob)).split('\r\n')
    expect(texts[0]).toBe('填制凭证,V800')
    expect(texts[1]).toBe('2026-01-31,记,1,0,2026-01 美国店 平台收支,1122,2224.94,0,0,312.34,7.1234567,王芳,,,,,,K1,,,')
    await expect(exportVouchers(b.as(), u8)).rejects.toThrow('没有未导出的凭证')
  })

  it('that was written stays: what changes later is a reversal in red and a voucher anew', async () => {
    await run(b, 'update finance_month set state = 2')
    await sell(1, '2026-01-13', '-1.00', kinds.commission)
    await refreshRollups(b.house, '1')
    expect(await generateVouchers(b.as(), january)).toMatchObject({ made: 3, reversed: 2, unchanged: 1 })
    const shown = (await rowsOf(vouchers)).filter(row => row['state'] !== voucherStates.replaced[0])
    // no cent is left over now
    expect(shown.map(row => [row['kind'], row['state'], row['shopId']])).toEqual([
      [voucherKinds.reversal[0], voucherStates.open[0], null],
      [voucherKinds.reversal[0], voucherStates.open[0], '1'],
      [voucherKinds.normal[0], voucherStates.open[0], '1'],
      [voucherKinds.normal[0], voucherStates.exported[0], '2'],
      [voucherKinds.normal[0], voucherStates.reversed[0], '1'],
      [voucherKinds.normal[0], voucherStates.reversed[0], null],
    ])
    expect((await rowsOf(check)).every(row => row['state'] === 1)).toBe(true)
    expect(await generateVouchers(b.as(), january)).toMatchObject({ made: 0, reversed: 0, unchanged: 2 })
  })

  it('refuses a stopped account by the voucher and its line', async () => {
    await run(b, 'update finance_month set state = 1')
    const [commission] = (await rowsOf(accounts)).filter(row => row['code'] === '660101')
    await updateRecord(b.as(), accounts, { id: String(commission?.id), version: commission?.version, status: 2 })
    const kis = { ...january, format: fileFormats.kis[0], isAll: true }
    await expect(exportVouchers(b.as(), kis)).rejects.toThrow('已停用或不存在')
  })
})
