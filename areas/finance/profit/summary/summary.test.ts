/** Corrections count as lines of their own; the summary of a month is the profit report of that month, and stays where it is audited. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { add, canonical } from '#platform/format/decimal.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import { computeReport } from '#platform/server/reports/store/compute.ts'
import { readLines } from '#platform/server/reports/answer/lines.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { addRecord, updateRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { insertMapping, mappingQueue } from '../../mapping/amazon/type-map.ts'
import { companyProfit } from '../report/profit.ts'
import { financeCorrection } from '../../facts/corrections/tables.ts'
import { effectOf } from '../../mapping/types/effect.ts'
import { auditSummaries } from './audit.ts'
import { summaryLines, type SummaryPart } from './lines.ts'
import { syncSummary } from './sync.ts'

const plain = financeCorrection as unknown as Resource
const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02'])
  for (const [currency, rate] of [
    ['USD', '7'],
    ['EUR', '8'],
  ])
    await b.put('currency_rate', { org_id: 1, month: '2026-01-01', currency, rate })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  await lines.settlement(b, { shop_id: 2, settlement_id: 'T2' })
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-01-01', unit_cost: '5', currency: 'CNY' })
  const line = (shop_id: number, kind_id: number, amount: string, more = {}) =>
    lines.settlementLine(b, { shop_id, settlement_id: `T${shop_id}`, posted_on: '2026-01-10', kind_id, amount, ...more })
  await line(1, kinds.principal, '100.10', { sku: 'S1', quantity: 2 })
  await line(1, kinds.commission, '-15.02')
  await line(1, kinds.tax, '7.77')
  await line(1, kinds.strange, '-3.33')
  await line(2, kinds.principal, '50.00', { sku: 'S1', quantity: 1 })
  await computed()
})
afterAll(() => b.close())

async function computed(): Promise<void> {
  await computeReport(b.as(), companyProfit, { startDate: '2026-01-01', endDate: '2026-02-28' })
  await refreshRollups(b.house, '1')
}
const profit = async (by: string[] = ['shop']) =>
  readReport(b.as(), companyProfit, { by, ...january, currency: 'shop' }).then(answer => answer.list.map(r => r.values))
const correction = (more: Record<string, unknown> = {}) =>
  addRecord(b.as(), plain, {
    voucher: 'TZ-1',
    shopId: '1',
    day: '2026-01-20',
    item: 52,
    amount: '-9.99',
    currency: 'USD',
    reason: '补扣',
    ...more,
  })
const summaries = async () =>
  (
    await run(
      b,
      `select id::text, shop_id::text as shop, currency, item, file_amount::text as files, correction_amount::text as corrections,
       cost_amount::text as costs, hand_amount::text as hand, fact_amount::text as fact, audit_state as audit, audited_by
       from finance_summary order by shop_id, currency, item`,
    )
  ).rows as { [key: string]: string }[]
const rowOf = async (shop: string, item: number) =>
  (await summaries()).find(row => row['shop'] === shop && Number(row['item']) === item) ?? {}

describe('a correction by hand', () => {
  it('is a line of its own in the profit and changes no other figure', async () => {
    const [before] = await profit()
    await correction()
    await refreshRollups(b.house, '1')
    const [after] = await profit()
    expect([after?.['corrections'], after?.['adjustment'], after?.['sales']]).toEqual([
      '-9.9900',
      before?.['adjustment'],
      before?.['sales'],
    ])
    expect(canonical(add(String(before?.['profit']), '-9.99'))).toBe(canonical(String(after?.['profit'])))
    const drill = await readLines(b.as(), companyProfit, { measure: 'corrections', where: { shop: ['1'] }, ...january })
    expect([drill.total, drill.sums]).toEqual([1, { USD: '-9.99' }])
    expect(JSON.stringify(drill.list)).toContain('补扣')
  })
  it('of tax is in no profit', async () => {
    const [before] = await profit()
    await correction({ voucher: 'TZ-2', item: 60, amount: '4' })
    await refreshRollups(b.house, '1')
    const [after] = await profit()
    expect([after?.['otherCorrections'], after?.['profit']]).toEqual(['4.0000', before?.['profit']])
  })
  it('needs a voucher that the shop has not yet, and a shop that its author sees', async () => {
    await expect(correction()).rejects.toThrow('单据号')
    await expect(correction({ voucher: 'TZ-9', shopId: '3' })).rejects.toThrow('店铺')
    await expect(
      addRecord(b.as(['2']), plain, {
        voucher: 'TZ-9',
        shopId: '1',
        day: '2026-01-20',
        item: 52,
        amount: '1',
        currency: 'USD',
        reason: 'x',
      }),
    ).rejects.toThrow(/店铺|不存在/)
  })
})

describe('the summary of a month', () => {
  it('is the profit report of that month, currency by currency, and syncing again changes nothing', async () => {
    expect(await syncSummary(b.as(), { month: '2026-01' })).toMatchObject({ changed: 0, removed: 0, kept: 0, computing: 0 })
    const rows = await summaries()
    const of = (shop: string, currency: string, part: string) =>
      canonical(rows.filter(r => r['shop'] === shop && r['currency'] === currency).reduce((sum, r) => add(sum, String(r[part])), '0'))
    const [american, german] = await profit()
    expect([of('1', 'USD', 'files'), of('2', 'EUR', 'files')]).toEqual([
      canonical(String(american?.['ledger'])),
      canonical(String(german?.['ledger'])),
    ])
    expect(of('1', 'USD', 'corrections')).toBe('-5.99')
    expect([of('1', 'CNY', 'costs'), of('2', 'CNY', 'costs')]).toEqual(['-10', '-5'])
    expect(await rowOf('1', 0)).toMatchObject({ files: '-3.3300' })
    expect(await syncSummary(b.as(), { month: '2026-01' })).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect(await summaries()).toEqual(rows)
  })
  it('opens to exactly the lines of each part', async () => {
    for (const row of await summaries())
      for (const part of ['files', 'corrections', 'costs'] as SummaryPart[]) {
        const { sums } = await summaryLines(b.as(), { id: String(row['id']), part })
        expect(canonical(sums[String(row['currency'])] ?? '0'), `${row['shop']} ${row['item']} ${part}`).toBe(canonical(String(row[part])))
      }
  })
  it('keeps an audited row: what the facts say since stands beside it, until the audit is taken back', async () => {
    const commission = await rowOf('1', 10)
    await auditSummaries(b.as(), [String(commission['id'])], 1)
    await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-11', kind_id: kinds.commission, amount: '-1.00' })
    await computed()
    expect(await syncSummary(b.as(), { month: '2026-01' })).toMatchObject({ added: 0, kept: 1 })
    expect(await rowOf('1', 10)).toMatchObject({ files: '-15.0200', fact: '-16.0200', audit: 1, audited_by: '王芳' })
    await auditSummaries(b.as(), [String(commission['id'])], 0)
    await syncSummary(b.as(), { month: '2026-01' })
    expect(await rowOf('1', 10)).toMatchObject({ files: '-16.0200', fact: '-16.0200', audit: 0, audited_by: '' })
  })
  it('renews costs alone by calc', async () => {
    await run(b, `update product_cost set unit_cost = 6`)
    await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-12', kind_id: kinds.commission, amount: '-2.00' })
    await computed()
    await syncSummary(b.as(), { month: '2026-01' }, 'costs')
    expect([(await rowOf('1', 80))['costs'], (await rowOf('1', 10))['files']]).toEqual(['-12.0000', '-16.0200'])
    await syncSummary(b.as(), { month: '2026-01' })
    expect((await rowOf('1', 10))['files']).toBe('-18.0200')
  })
  it('holds only shops that the asker sees, and takes no foreign one', async () => {
    await run(b, 'delete from finance_summary')
    await syncSummary(b.as(['2']), { month: '2026-01' })
    expect([...new Set((await summaries()).map(row => row['shop']))]).toEqual(['2'])
    await expect(syncSummary(b.as(['2']), { month: '2026-01', shopIds: ['1'] })).rejects.toThrow(/店铺|不存在/)
    await expect(syncSummary(b.as(), { month: '2026-01', shopIds: ['3'] })).rejects.toThrow(/店铺|不存在/)
    await expect(syncSummary(b.as(), { month: '2026-1' })).rejects.toThrow('月份格式应为 YYYY-MM')
    const [german] = await summaries()
    await expect(summaryLines(b.as(['1']), { id: String(german?.['id']), part: 'files' })).rejects.toThrow(/店铺|不存在/)
  })
  it('two who sync at once make each row once', async () => {
    await run(b, 'delete from finance_summary')
    const [one, two] = await Promise.all([syncSummary(b.as(), { month: '2026-01' }), syncSummary(b.as(), { month: '2026-01' })])
    expect(Math.min(one.added, two.added)).toBe(0)
    expect(await summaries()).toHaveLength(Math.max(one.added, two.added))
  })
})

describe('the effect of a mapping', () => {
  it('before it is saved is what it moves once it is', async () => {
    const kindId = String(kinds.commission)
    const figures = async () => {
      const [first] = await profit()
      return { commission: String(first?.['commission']), adjustment: String(first?.['adjustment']) }
    }
    const before = await figures()
    const { list } = await effectOf(b.as(), { kindId, item: 52, validFrom: '2026-01' })
    expect(list).toMatchObject([{ month: '2026-01', currency: 'USD', from: 10, to: 52, closed: false }])
    expect(await effectOf(b.as(['2']), { kindId, item: 52 })).toEqual({ list: [] })
    expect(await effectOf(b.as(), { kindId, item: 10 })).toEqual({ list: [] })
    await insertMapping(b.as(), { kindId, item: 52, validFrom: '2026-01' })
    const after = await figures()
    const moved = String(list[0]?.amount)
    expect([canonical(add(after.commission, moved)), canonical(add(before.adjustment, moved))]).toEqual([
      canonical(before.commission),
      canonical(after.adjustment),
    ])
    expect(await effectOf(b.as(), { kindId, item: 52 })).toEqual({ list: [] })
    await expect(insertMapping(b.as(), { kindId, item: 51, validFrom: '2026-01' })).rejects.toThrow('已有映射')
    await expect(effectOf(b.as(), { kindId, item: 52, validFrom: 'soon' })).rejects.toThrow('月份格式应为 YYYY-MM')
  })
  it('is suggested from the words of kinds that are mapped', async () => {
    await run(b, `update amazon_kind set amount_type = '类型10' where id = $1`, [kinds.strange])
    const { list } = (await mappingQueue(b.as(), { unmappedOnly: true })) as { list: { kindId: string; suggestion: unknown }[] }
    expect(list.find(one => one.kindId === String(kinds.strange))?.suggestion).toMatchObject({ item: 1, why: 'same' })
    expect(((await mappingQueue(b.as(), { platform: 2 })) as { total: number }).total).toBe(0)
    await expect(mappingQueue(b.as(), { platform: 7 })).rejects.toThrow('没有这个平台')
  })
})

describe('a closed month', () => {
  it('takes no correction, loses none and changes none', async () => {
    const { rows } = await run(b, `select id::text, version from finance_correction where voucher = 'TZ-1'`)
    const id = String(rows[0]?.id)
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    await expect(correction({ voucher: 'TZ-3' })).rejects.toThrow('2026-01 及以前的月份已结账')
    await expect(correction({ voucher: 'TZ-4', day: '2025-12-31' })).rejects.toThrow('已结账')
    await expect(updateRecord(b.as(), plain, { id, version: 1, amount: '1' })).rejects.toThrow('已结账')
    await expect(removeRecords(b.as(), plain, [id])).rejects.toThrow('已结账')
    const { id: later } = await correction({ voucher: 'TZ-5', day: '2026-02-01' })
    await expect(updateRecord(b.as(), plain, { id: String(later), version: 1, day: '2026-01-31' })).rejects.toThrow('已结账')
  })
})
