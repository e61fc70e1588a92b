/** What the page of bank matching asks: candidates of one line, the overview, what two people at one line are told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/server/contract/context.ts'
import { openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import type { CandidatesAnswer } from './answers.ts'
import { candidates } from './candidates.ts'
import { matchPart } from './index.ts'
import { makeMatch, unmatch } from './match.ts'
import { overview } from './overview.ts'
import { refreshMatching } from './refresh.ts'
import { accept } from './confirm.ts'
import { bankItems } from '../../base/match-words.ts'

// today is 2026-03-20; account 1: USD wallet, 2: CNY bank, 3: USD, of its keeper alone
let b: Books
let lineNo = 0
const area = { ...matchPart, name: 'bank', title: ['资金', 'Money'] as const, resources: [] }

beforeAll(async () => {
  b = await openBooks(['2026-03'], [area])
  await b.put('department', { id: 1, org_id: 1, name: '财务部' })
  await b.put('employee', { id: 1, org_id: 1, no: 'E1', name: '周敏', dept_id: 1, position_name: '财务专员' })
  for (const [id, currency, seenBy] of [
    [1, 'USD', 1],
    [2, 'CNY', 1],
    [3, 'USD', 2],
  ])
    await b.put('bank_account', { id, org_id: 1, name: `账户${id}`, number: `N${id}`, currency, seen_by: seenBy, keeper_id: 1, bank: 23 })
  await b.put('currency_rate', { org_id: 1, month: '2026-03-01', currency: 'USD', rate: '7.1' })
  const paid = { start_at: '2026-02-20Z', end_at: '2026-03-01Z', line_count: 1, layout: 2, counted_from: 1, import_id: 1 }
  for (const [shop, id, on, total, currency] of [
    [1, '21000000001', '2026-03-02', '1500.25', 'USD'],
    [1, '21000000002', '2026-03-09', '800', 'USD'],
    [1, '21000000003', '2026-03-10', '700', 'USD'],
    [2, '21000000004', '2026-03-10', '1500', 'USD'],
  ])
    await b.put('amazon_settlement', { ...paid, shop_id: shop, settlement_id: id, deposit_on: on, total, currency })
})
afterAll(() => b?.close())

const line = async (accountId: number, on: string, amount: string, texts: Readonly<Record<string, string>> = {}): Promise<string> => {
  const isOut = amount.startsWith('-')
  const size = amount.replace('-', '')
  const id = String((lineNo += 1))
  await b.put('bank_statement', {
    id,
    org_id: 1,
    account_id: accountId,
    posted_on: on,
    income: isOut ? '0' : size,
    outgo: isOut ? size : '0',
    amount: size,
    direction: isOut ? 2 : 1,
    currency: accountId === 2 ? 'CNY' : 'USD',
    ...texts,
  })
  return id
}
const of = (lineId: string, context: Context = b.as(), keyword?: string): Promise<CandidatesAnswer> =>
  candidates(context, { lineId, keyword })
const references = ({ suggestions }: CandidatesAnswer): string[][] => suggestions.map(one => one.payments.map(payment => payment.reference))
const asked = (lineIds: readonly string[], more: object = {}) => ({
  lineIds,
  expectedIds: [],
  item: null,
  ruleId: null,
  remainder: 'keep' as const,
  rate: null,
  fee: 0n,
  reason: '',
  suggested: false,
  ...more,
})
const all = { accountId: undefined, month: undefined, withHigh: false }

describe('candidates of a line', () => {
  test('the best first, with what speaks for each and what leaves a doubt; the kept one is marked', async () => {
    const id = await line(1, '2026-03-11', '1500', { counterparty: 'AMAZON PAYMENTS', purpose: 'REF 21000000001' })
    await refreshMatching(b.as())
    const answer = await of(id)
    expect(references(answer)).toEqual([['21000000001'], ['21000000004'], ['21000000002', '21000000003']])
    const [named, equal] = answer.suggestions
    expect(answer.suggestions.map(one => one.isProposed)).toEqual([true, false, false])
    expect(equal?.reasons.every(one => one.fits)).toBe(true)
    expect(named).toMatchObject({ difference: '0.25' })
    expect(named?.reasons.map(one => [one.text, one.fits])).toEqual([
      ['编号写在流水里', true],
      ['少 0.25，像是手续费', false],
      ['晚 9 天', true],
      ['对方相符', true],
    ])
  })
  test('payments of a shop are candidates of those who see it alone', async () => {
    const id = await line(1, '2026-03-12', '700')
    expect(references(await of(id))).toEqual([['21000000003']])
    expect(references(await of(id, b.as(['2'])))).toEqual([])
    const found = async (context: Context) => (await of(id, context, '2100')).payments?.list.map(one => one.reference)
    expect(await found(b.as())).toEqual(['21000000003', '21000000002', '21000000004', '21000000001'])
    expect(await found(b.as(['2']))).toEqual(['21000000004'])
  })
  test('a search finds by number, with whom, shop and amount, and nothing by a sign that stands for any', async () => {
    const id = await line(1, '2026-03-12', '3')
    const found = async (keyword: string) => (await of(id, b.as(), keyword)).payments?.total
    expect([await found(''), await found('amazon'), await found('1,500.25'), await found('%'), await found('9'.repeat(99))]).toEqual([
      4, 4, 1, 0, 0,
    ])
  })
  test('the other line of a transfer is told with its account', async () => {
    const [out] = [await line(1, '2026-03-12', '-300'), await line(2, '2026-03-13', '2120', { summary: '结汇' })]
    const [conversion] = (await of(out)).suggestions
    expect(conversion).toMatchObject({ kind: '换汇', others: [{ account: '账户2', open: '2120.0000', currency: 'CNY' }] })
  })
  test('of an account that its keeper alone sees nobody else is told', async () => {
    const id = await line(3, '2026-03-12', '700')
    const other = b.asSomebody({ employees: [] as never, systemAdmin: false })
    await expect(of(id, other)).rejects.toThrow('银行流水不存在')
    await expect(of('999999')).rejects.toThrow('银行流水不存在')
  })
})

describe('two people at one line', () => {
  test('the second is told who was first, by accepting and by asking for candidates', async () => {
    const id = await line(1, '2026-03-04', '1500.25', { purpose: 'REF 21000000001' })
    await refreshMatching(b.as())
    // what was shown is no more: nothing is written
    await expect(accept(b.as(), [id], 'another|one|match')).rejects.toThrow('建议已更新')
    const { matchIds } = await accept(b.asSomebody({ name: '李雷' }), [id])
    await expect(accept(b.asSomebody({ name: '韩梅' }), [id])).rejects.toThrow('这笔流水已由 李雷 在')
    expect(await of(id)).toMatchObject({ taken: { by: '李雷' }, suggestions: [] })
    await unmatch(b.as(), matchIds)
    expect(await of(id)).toMatchObject({ taken: null })
    expect(references(await of(id))).toEqual([['21000000001']])
  })
  test('of two at once one accepts', async () => {
    const id = await line(2, '2026-03-16', '-15', { summary: '手续费' })
    await refreshMatching(b.as())
    const both = await Promise.allSettled(['李雷', '韩梅'].map(name => accept(b.asSomebody({ name }), [id])))
    expect(both.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    const failed = both.find(one => one.status === 'rejected')
    expect(String(failed?.reason)).toMatch(/这笔流水已由 (李雷|韩梅) 在|没有建议/)
    const { rows } = await run(b, 'select 1 from bank_match_side where line_id = $1', [id])
    expect(rows).toHaveLength(1)
  })
  test('a suggestion whose payment somebody has matched is none any more', async () => {
    const [mine, theirs] = [await line(1, '2026-03-11', '800'), await line(1, '2026-03-12', '800')]
    await refreshMatching(b.as())
    const payment = (await of(mine)).suggestions[0]?.payments[0]?.id ?? ''
    await makeMatch(b.asSomebody({ name: '李雷' }), asked([theirs], { expectedIds: [payment] }))
    await expect(accept(b.as(), [mine])).rejects.toThrow('没有建议')
    await expect(makeMatch(b.as(), asked([mine], { expectedIds: [payment] }))).rejects.toThrow('这笔款项已由 李雷 在')
    expect(references(await of(mine)).flat()).not.toContain('21000000002')
  })
})

test('the overview counts by account and month what the asker sees', async () => {
  await run(b, 'delete from bank_suggestion')
  await run(b, 'update bank_statement set matched = income + outgo where id <= $1', [String(lineNo)])
  await line(1, '2026-02-04', '10')
  await line(2, '2026-03-16', '-15', { summary: '手续费' })
  await line(2, '2026-03-16', '-20.5')
  await line(3, '2026-03-17', '7')
  await refreshMatching(b.as())
  await b.put('import_run', {
    org_id: 1,
    file_name: 'a.csv',
    state: 2,
    task_id: 1,
    file_id: 1,
    created_by_name: '周敏',
    owner_table: 'bank_account',
    owner_id: 2,
    last_day: '2026-03-15',
  })
  const whole = await overview(b.as(), all)
  expect(whole).toMatchObject({ open: 4, suggested: 1, high: 0, months: ['2026-03', '2026-02'] })
  expect(whole.sums.map(one => [one.currency, one.amount])).toEqual([
    ['CNY', '-35.5'],
    ['USD', '17'],
  ])
  expect(whole.accounts.map(one => [one.name, one.open, one.file?.until ?? null])).toEqual([
    ['账户1', 1, null],
    ['账户2', 2, '2026-03-15'],
    ['账户3', 1, null],
  ])
  expect(await overview(b.as(), { ...all, accountId: '2', month: '2026-03', withHigh: true })).toMatchObject({ open: 2, highIds: [] })
  const other = b.asSomebody({ employees: [] as never, systemAdmin: false })
  expect((await overview(other, all)).accounts.map(one => one.name)).toEqual(['账户1', '账户2'])
  await run(b, 'update bank_suggestion set confidence = 1, line_ids = jsonb_build_array(line_id::text)')
  const sure = await overview(b.as(), { ...all, withHigh: true })
  expect([sure.high, sure.highIds?.length]).toEqual([1, 1])
  await makeMatch(b.as(), asked([String(lineNo - 2)], { item: bankItems.charge[0] }))
  expect(await overview(b.as(), all)).toMatchObject({ open: 3, high: 0 })
})

test('5,000 open lines: counted and added up whole, suggested for, and candidates of each are asked line by line', async () => {
  const { open } = await overview(b.as(), all)
  const first = lineNo + 1
  await run(
    b,
    `insert into bank_statement (id, org_id, account_id, posted_on, income, outgo, amount, direction, currency)
      select n, 1, 2, '2026-03-18', 0.01 * n, 0, 0.01 * n, 1, 'CNY' from generate_series($1::bigint, $1::bigint + 4999) n`,
    [String(first)],
  )
  lineNo += 5_000
  await refreshMatching(b.as())
  const whole = await overview(b.as(), { ...all, accountId: '2' })
  const sum = ((first + lineNo) * 5_000) / 2
  expect(whole.sums.find(one => one.currency === 'CNY')?.amount).toBe(String((sum - 2_050) / 100))
  expect((await overview(b.as(), all)).open).toBe(open + 5_000)
  expect((await of(String(lineNo))).suggestions).toEqual([])
  await makeMatch(b.as(), asked([String(lineNo)], { item: bankItems.charge[0] }))
  expect((await overview(b.as(), all)).open).toBe(open + 4_999)
}, 120_000)
