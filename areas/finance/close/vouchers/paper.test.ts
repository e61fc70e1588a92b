/** A voucher as paper: what its lines rest on, items filled in by hand, one alone exported and reversed. Today is 2026-03-20. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buffer } from 'node:stream/consumers'
import type { Resource } from '#platform/declare/resource.ts'
import { canonical, sum } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import type { PaperEntry } from './answers.ts'
import { exportVouchers } from './export.ts'
import { fileFormats } from './file-words.ts'
import { fillEntry } from './fill.ts'
import { generateVouchers, reverseVoucher } from './generate.ts'
import { loadAccounts, loadRules } from './load-usual.ts'
import { voucherPaper } from './paper.ts'
import { voucher, voucherAuxiliary, voucherBook } from './tables.ts'
import { auxiliaryKinds, checks, voucherStates } from './words.ts'

let b: Books
const plain = (r: unknown): Resource => r as Resource
const [vouchers, books, items] = [voucher, voucherBook, voucherAuxiliary].map(plain) as [Resource, Resource, Resource]
const january = { companyId: '1', month: '2026-01' }
const rows = async (context: Context = b.as()) => (await listOf(context, vouchers, { pageSize: 1000 })).list
const inForce = async (shopId: string) => {
  const found = (await rows()).filter(row => row['shopId'] === shopId && row['kind'] === 1)
  return found.find(row => row['state'] === voucherStates.open[0] || row['state'] === voucherStates.exported[0])
}
const paperOf = async (shopId: string) => voucherPaper(b.as(), (await inForce(shopId))?.id)
const lackingIn = (entries: readonly PaperEntry[]) => entries.filter(one => one.items.some(item => item.name === null))
const sell = async (shopId: number, day: string, amount: string, kind: number): Promise<void> => {
  await lines.settlementLine(b, {
    shop_id: shopId,
    posted_on: day,
    amount,
    kind_id: kind,
    sku: 'S1',
    quantity: 1,
    settlement_id: `T${shopId}`,
  })
  const system = await b.system()
  await system.write(tx => markStale(tx, amounts, String(shopId), [day], new Date('2026-03-20T08:00:00Z')))
  await refreshRollups(b.house, '1')
}
let customerId = ''

beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
  for (const [id, name] of [
    [1, '甲公司主体'],
    [2, '乙公司主体'],
  ])
    await b.put('company', { id, org_id: 1, name })
  await run(b, 'update shop set company_id = 1 where id in (1, 2)')
  for (const currency of ['USD', 'EUR']) await b.put('currency_rate', { org_id: 1, month: '2026-01-01', currency, rate: '7.1234567' })
  for (const shop of [1, 2]) await lines.settlement(b, { shop_id: shop, settlement_id: `T${shop}` })
  await sell(1, '2026-01-10', '300.33', kinds.principal)
  await sell(1, '2026-01-10', '-30.07', kinds.commission)
  await sell(2, '2026-01-11', '87.51', kinds.principal)
  await addRecord(b.as(), books, { companyId: '1', startMonth: '2026-01', preparer: '王芳' })
  await loadAccounts(b.as(), '1')
  await loadRules(b.as(), '1')
  for (const shop of ['1', '2'])
    await addRecord(b.as(), items, { companyId: '1', kind: auxiliaryKinds.shop[0], code: `D${shop}`, name: `店${shop}`, shopIds: [shop] })
  customerId = (await addRecord(b.as(), items, { companyId: '1', kind: auxiliaryKinds.customer[0], code: 'K1', name: '亚马逊' })).id
  await generateVouchers(b.as(), january)
})
afterAll(() => b?.close())

describe('the paper', () => {
  it('says accounts and items, and what each line rests on adds up to the line', async () => {
    for (const shop of ['1', '2']) {
      const { company, preparer, count, entries, sources } = await paperOf(shop)
      expect([company, preparer, count]).toEqual(['甲公司主体', '王芳', (await rows()).length])
      expect(entries.length).toBeGreaterThan(1)
      for (const { no, debit, credit } of entries) {
        expect(sum(sources.flatMap(one => (one.debitNo === no || one.creditNo === no ? [one.base] : [])))).toBe(sum([debit, credit]))
      }
    }
    const [first] = (await paperOf('1')).entries
    expect(first).toMatchObject({ no: 1, code: '1122', currency: 'USD', summary: '2026-01 美国店 平台收支' })
    expect(first?.items).toContainEqual({ field: 'customerItem', kind: 3, title: '客户', name: null })
    expect((await paperOf('1')).choices).toEqual([{ id: customerId, kind: auxiliaryKinds.customer[0], name: 'K1 亚马逊' }])
    expect((await rows()).find(row => row['shopId'] === '1')?.['summary']).toBe(first?.summary)
  })

  it('is for who sees the voucher; of one shop it counts his own', async () => {
    const [own, other] = [await inForce('1'), await inForce('2')]
    const mine = b.as(['1'])
    expect((await voucherPaper(mine, own?.id)).count).toBe((await rows(mine)).length)
    await expect(voucherPaper(mine, other?.id)).rejects.toMatchObject({ code: 1004 })
    await expect(voucherPaper(b.asSomebody({ orgId: '2', orgIds: ['2'], shops: ['3'] }), own?.id)).rejects.toMatchObject({ code: 1004 })
    await expect(voucherPaper(b.as(), undefined)).rejects.toMatchObject({ code: 1004 })
  })
})

describe('an item that lacks', () => {
  it('is taken of the kind that the account asks for, of this company and in use', async () => {
    const [entry] = lackingIn((await paperOf('1')).entries)
    const of = { id: entry?.id ?? '', version: entry?.version ?? 0 }
    await expect(fillEntry(b.as(), { ...of, items: { personItem: customerId } })).rejects.toThrow('没有这一类辅助核算')
    await expect(fillEntry(b.as(), { ...of, items: { summary: customerId } })).rejects.toThrow('没有这一类辅助核算')
    const foreign = await addRecord(b.as(), items, { companyId: '2', kind: auxiliaryKinds.customer[0], code: 'K2', name: '别家' })
    await expect(fillEntry(b.as(), { ...of, items: { customerItem: foreign.id } })).rejects.toThrow('请选择这个公司在用的客户项目')
    await expect(fillEntry(b.as(['2']), { ...of, items: { customerItem: customerId } })).rejects.toMatchObject({ code: 1004 })
  })

  it('of two persons one writes, the other is told who was first; the voucher is complete with its last line', async () => {
    for (const shop of ['1', '2']) {
      const lacking = lackingIn((await paperOf(shop)).entries)
      expect((await inForce(shop))?.['completeness']).toBe(checks.lacking[0])
      for (const { id, version } of lacking) {
        const ask = { id, version, items: { customerItem: customerId } }
        const both = await Promise.allSettled([fillEntry(b.as(), ask), fillEntry(b.as(), ask)])
        expect(both.filter(one => one.status === 'fulfilled')).toHaveLength(1)
        expect(both.find(one => one.status === 'rejected')?.reason).toMatchObject({ code: 1009 })
      }
      expect((await inForce(shop))?.['completeness']).toBe(checks.whole[0])
      expect(lackingIn((await paperOf(shop)).entries)).toEqual([])
    }
  })

  it('is not put in the place of one that is there', async () => {
    const [entry] = (await paperOf('1')).entries
    const other = await addRecord(b.as(), items, { companyId: '1', kind: auxiliaryKinds.customer[0], code: 'K3', name: '另一客户' })
    const ask = { id: entry?.id ?? '', version: entry?.version ?? 0, items: { customerItem: other.id } }
    await expect(fillEntry(b.as(), ask)).rejects.toThrow('第 1 行已有客户项目')
  })

  it('waits while the month is being generated, exported or reversed', async () => {
    await b.owner.query('begin')
    await b.owner.query("select pg_advisory_xact_lock(hashtextextended('vouchers 1 1 2026-01', 0))")
    const [entry] = (await paperOf('1')).entries
    let isOver = false
    const filling = fillEntry(b.as(), { id: entry?.id ?? '', version: entry?.version ?? 0, items: {} }).finally(() => (isOver = true))
    await vi.waitFor(async () => {
      const { rows: waiting } = await b.owner.query("select from pg_locks where locktype = 'advisory' and not granted")
      expect(waiting).toHaveLength(1)
    })
    expect(isOver).toBe(false)
    await b.owner.query('rollback')
    await expect(filling).resolves.toEqual({ isComplete: true })
  })

  it('stays when the month is generated again, also on the voucher that takes its place', async () => {
    expect(await generateVouchers(b.as(), january)).toMatchObject({ made: 0 })
    await sell(1, '2026-01-12', '-1.00', kinds.commission)
    const before = await paperOf('1')
    // and what rounding leaves
    expect(await generateVouchers(b.as(), january)).toMatchObject({ made: 2, reversed: 0, lacking: 0 })
    const after = await paperOf('1')
    expect(after.entries[0]?.id).not.toBe(before.entries[0]?.id)
    expect(lackingIn(after.entries)).toEqual([])
    expect((await inForce('1'))?.['completeness']).toBe(checks.whole[0])
    expect(after.kin).toMatchObject([{ how: 'older', edition: 1, state: voucherStates.replaced[0] }])
    expect(await generateVouchers(b.as(), january)).toMatchObject({ made: 0 })
  })
})

describe('one voucher', () => {
  it('is exported alone, and takes no item any more', async () => {
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    const one = await inForce('1')
    const file = await exportVouchers(b.as(), { ...january, id: one?.id ?? '', format: fileFormats.u8[0], isAll: true })
    const texts = new TextDecoder('gbk')
      .decode(await buffer(file.blob))
      .trim()
      .split('\r\n')
    expect(texts).toHaveLength(1 + (await paperOf('1')).entries.length)
    expect(file.fileName).toContain(String(one?.['title']))
    expect([(await inForce('1'))?.['state'], (await inForce('2'))?.['state']]).toEqual([voucherStates.exported[0], voucherStates.open[0]])
    const [entry] = (await paperOf('1')).entries
    const ask = { id: entry?.id ?? '', version: entry?.version ?? 0, items: { customerItem: customerId } }
    await expect(fillEntry(b.as(), ask)).rejects.toThrow('不能再补充核算项目')
  })

  it('is reversed in red by hand once it was exported, once; generating again makes it anew', async () => {
    const [one, open] = [await inForce('1'), await inForce('2')]
    await expect(reverseVoucher(b.as(), open?.id ?? '')).rejects.toThrow('不能冲销')
    await expect(reverseVoucher(b.as(['1']), one?.id ?? '')).rejects.toThrow('能看到全部店铺')
    const both = await Promise.allSettled([reverseVoucher(b.as(), one?.id ?? ''), reverseVoucher(b.as(), one?.id ?? '')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { kin, entries } = await voucherPaper(b.as(), one?.id)
    const red = kin.find(({ how }) => how === 'reversal')
    expect(red?.debit).toBe(`-${sum(entries.map(({ debit }) => debit))}`)
    expect((await voucherPaper(b.as(), red?.id)).kin).toMatchObject([{ how: 'reversed', id: one?.id, state: voucherStates.reversed[0] }])
    expect(await generateVouchers(b.as(), january)).toMatchObject({ made: 1, reversed: 0 })
    expect(
      sum(
        (await rows()).filter(row => row['state'] !== voucherStates.replaced[0] && row['shopId'] === '1').map(row => String(row['debit'])),
      ),
    ).toBe(canonical(String((await inForce('1'))?.['debit'])))
  })
})

it('of 300 lines is answered whole and in order', async () => {
  const one = await inForce('2')
  await run(
    b,
    `insert into voucher_entry (org_id, voucher_id, company_id, month, no, account_id, summary, side, debit, credit, base_currency,
        amount, currency, rate, cny)
      select e.org_id, e.voucher_id, e.company_id, e.month, n, e.account_id, '行 ' || n, 1, 1, 0, e.base_currency, 1, e.base_currency, 1, 1
      from voucher_entry e, generate_series(100, 399) n where e.voucher_id = ${one?.id} and e.no = 1`,
  )
  const { entries } = await voucherPaper(b.as(), one?.id)
  expect(entries.length).toBeGreaterThanOrEqual(300)
  expect(entries.map(({ no }) => no)).toEqual(entries.map(({ no }) => no).toSorted((x, y) => x - y))
})
