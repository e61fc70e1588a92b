/** Bank matching against the database: what is expected, suggested, accepted, taken back, learnt, and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { canonical } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import type { Ask, RouteKey } from '#platform/server/contract/route.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { addRecord, updateRecord } from '#platform/server/verbs/record.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import { openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { bankTables } from '../statements/tables.ts'
import { matchPart } from './index.ts'
import { makeMatch, unmatch, type MatchAsk } from './match.ts'
import { bankInTransit } from './in-transit.ts'
import { bankOpenLine } from './open-lines.ts'
import { bankMonth, bankPosition } from './positions.ts'
import { refreshMatching } from './refresh.ts'
import { accept } from './confirm.ts'
import { matchRoutes } from './routes.ts'
import { expectedHooks } from './rules.ts'
import { bankExpected, bankMatch, bankMatchSide, bankRule, bankTrace } from './tables.ts'
import { bankItems } from '../../base/match-words.ts'

// today is 2026-03-20; account 1: USD wallet, 2: CNY bank, 3: USD, of its keeper alone
let b: Books
let lineNo = 0
const plain = (r: unknown): Resource => r as Resource
const area = {
  ...matchPart,
  name: 'bank',
  title: ['资金', 'Money'] as const,
  // those of the test's finance
  resources: [],
}

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
  for (const [currency, rate] of [
    ['USD', '7.1'],
    ['EUR', '8'],
  ])
    await b.put('currency_rate', { org_id: 1, month: '2026-03-01', currency, rate })
  await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
  const paid = { start_at: '2026-02-20Z', end_at: '2026-03-01Z', line_count: 1, layout: 2, counted_from: 1, import_id: 1 }
  for (const [shop, id, on, total, currency] of [
    [1, '21000000001', '2026-03-02', '1500.25', 'USD'],
    [1, '21000000002', '2026-03-09', '800', 'USD'],
    [1, '21000000003', '2026-03-10', '700', 'USD'],
    [2, '21000000004', '2026-03-10', '500', 'EUR'],
    [1, '21000000005', '2026-03-11', '-40', 'USD'],
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
const rows = async (r: unknown, context: Context = b.as()) => (await listOf(context, plain(r), { pageSize: 200 })).list
const suggested = async () =>
  Object.fromEntries((await rows(bankOpenLine)).map(row => [String(row['lineId']), [row['kind'], row['payments'], row['otherAccountId']]]))
const ask = (lineIds: readonly string[], more: Partial<MatchAsk> = {}): MatchAsk => ({
  lineIds,
  expectedIds: [],
  item: null,
  ruleId: null,
  remainder: 'keep',
  rate: null,
  fee: 0n,
  reason: '',
  suggested: false,
  ...more,
})
const expectedOf = async (reference: string) => (await rows(bankExpected)).find(row => row['reference'] === reference)
/** A button, as its call runs it. */
const pressed = async (key: RouteKey, input: Readonly<Record<string, unknown>>): Promise<unknown> =>
  matchRoutes[key]?.handler(b.as(), { input } as Ask)
const zero = async () => {
  const { rows: sums } = await run(b, 'select match_id, currency from bank_match_side group by 1, 2 having sum(amount) <> 0')
  return sums
}

describe('expected payments', () => {
  test('are what settlements pay out; read again nothing changes, taken back they go', async () => {
    expect(await refreshMatching(b.as())).toEqual({ added: 4, changed: 0, removed: 0, suggested: 0 })
    expect(await refreshMatching(b.as())).toEqual({ added: 0, changed: 0, removed: 0, suggested: 0 })
    expect(await expectedOf('21000000001')).toMatchObject({ amount: '1500.2500', shopId: '1', state: 1, source: 1 })
    await run(b, "update amazon_settlement set total = 1501 where settlement_id = '21000000001'")
    await run(b, "delete from amazon_settlement where settlement_id = '21000000004'")
    expect(await refreshMatching(b.as())).toEqual({ added: 0, changed: 1, removed: 1, suggested: 0 })
    await run(b, "update amazon_settlement set total = 1500.25 where settlement_id = '21000000001'")
    await refreshMatching(b.as())
  })
  test('of files are neither changed nor deleted by people; others are theirs', async () => {
    const { id, version } = (await expectedOf('21000000001')) ?? {}
    const change = { id, version, remark: 'x' }
    await expect(updateRecord(b.as(), plain(bankExpected), change, expectedHooks)).rejects.toThrow('来自文件')
    await expect(removeRecords(b.as(), plain(bankExpected), [String(id)], expectedHooks)).rejects.toThrow('来自文件')
    const made = await addRecord(b.as(), plain(bankExpected), { dueOn: '2026-03-05', reference: 'RENT-03', amount: '-90', currency: 'CNY' })
    await removeRecords(b.as(), plain(bankExpected), [String(made.id)], expectedHooks)
  })
  test('of a shop are for those who see it', async () => {
    expect(await rows(bankExpected, b.as(['2']))).toEqual([])
  })
})

describe('suggestions', () => {
  test('a number that is named, several that add up, a transfer, a conversion, a charge', async () => {
    const named = await line(1, '2026-03-04', '1500.25', { counterparty: 'AMAZON PAYMENTS', purpose: 'REF 21000000001' })
    const sum = await line(1, '2026-03-11', '1500', { counterparty: 'AMAZON PAYMENTS' })
    const [out, into] = [await line(1, '2026-03-12', '-300'), await line(3, '2026-03-13', '300')]
    const [given, got] = [await line(1, '2026-03-14', '-1000', { summary: '提现结汇' }), await line(2, '2026-03-15', '7095')]
    const charge = await line(2, '2026-03-16', '-15', { summary: '手续费' })
    const nothing = await line(2, '2026-03-16', '-77.5')
    await refreshMatching(b.as())
    expect(await suggested()).toEqual({
      [named]: [1, 1, null],
      [sum]: [1, 2, null],
      [out]: [2, null, '3'],
      [into]: [2, null, '1'],
      [given]: [3, null, '2'],
      [got]: [3, null, '1'],
      [charge]: [4, null, null],
      [nothing]: [null, null, null],
    })
    const chosen = new Set([named, sum, out, given, got, charge])
    const ids = (await rows(bankOpenLine)).flatMap(row => (chosen.has(String(row['lineId'])) ? [row.id] : []))
    expect(await pressed('POST /bankReconcile/accept', { ids })).toMatchObject({ changed: 5 })
    expect(Object.keys(await suggested())).toEqual([nothing])
    expect(await expectedOf('21000000002')).toMatchObject({ state: 3, matched: '800.0000' })
    const found = await rows(bankMatch)
    const conversion = found.find(row => row['kind'] === 3)
    // 7,095 less 1,000 at 7.1
    expect(conversion).toMatchObject({
      amount: '-1000.0000',
      toAmount: '7095.0000',
      currency: 'USD',
      toCurrency: 'CNY',
      realised: '-5.0000',
    })
    expect(canonical(String(conversion?.['rate']))).toBe('7.095')
    expect(await zero()).toEqual([])
    await expect(accept(b.as(), [nothing])).rejects.toThrow('没有建议')
  })
  test('what was accepted was learnt; taken back everything is open and what was learnt of it goes', async () => {
    expect((await rows(bankRule)).map(row => [row['words'], row['source'], row['item'], row['hits']])).toEqual([
      ['amazon payments', 1, null, 2],
      ['手续费', null, 1, 1],
    ])
    const next = await line(1, '2026-03-18', '640', { counterparty: 'Amazon Payments' })
    await b.put('amazon_settlement', {
      start_at: '2026-03-10Z',
      end_at: '2026-03-15Z',
      line_count: 1,
      layout: 2,
      counted_from: 1,
      import_id: 1,
      shop_id: 1,
      settlement_id: '21000000006',
      deposit_on: '2026-03-16',
      total: '650',
      currency: 'USD',
    })
    await refreshMatching(b.as())
    // 10 less of 650 is like a charge, as the rule leads to such payments
    expect((await rows(bankOpenLine)).find(row => row['lineId'] === next)).toMatchObject({ kind: 1, difference: '10.0000' })
    const ids = (await rows(bankMatch)).map(row => row.id)
    expect(await unmatch(b.as(), ids)).toEqual({ changed: 5 })
    expect(await rows(bankMatchSide)).toEqual([])
    expect(await rows(bankRule)).toEqual([])
    const { rows: left } = await run(
      b,
      'select 1 from bank_statement where matched <> 0 union all select 1 from bank_expected where matched <> 0',
    )
    expect(left).toEqual([])
    expect((await rows(bankExpected)).every(row => row['state'] === 1)).toBe(true)
  })
})

describe('matching by hand', () => {
  test('a part stays open, the rest is matched later; a line that is matched is neither matched nor deleted', async () => {
    const [first, second] = [await line(1, '2026-03-18', '500'), await line(1, '2026-03-19', '149')]
    const payment = String((await expectedOf('21000000006'))?.id)
    await makeMatch(b.as(), ask([first], { expectedIds: [payment] }))
    expect(await expectedOf('21000000006')).toMatchObject({ state: 2, open: '150.0000' })
    await makeMatch(b.as(), ask([second], { expectedIds: [payment], remainder: 'charge' }))
    expect(await expectedOf('21000000006')).toMatchObject({ state: 3 })
    expect((await rows(bankMatch))[0]).toMatchObject({ charge: '1.0000' })
    await expect(makeMatch(b.as(), ask([first], { item: bankItems.sale[0] }))).rejects.toThrow('这笔流水已由 王芳 在')
    await expect(removeRecords(b.as(), plain(bankTables.bankStatement), [first])).rejects.toThrow('流水已勾对')
    expect(await zero()).toEqual([])
  })
  test('of two people at once one matches, the other is told who', async () => {
    const id = await line(2, '2026-03-18', '-12')
    const both = await Promise.allSettled(
      ['李雷', '韩梅'].map(name => makeMatch(b.asSomebody({ name }), ask([id], { item: bankItems.charge[0] }))),
    )
    const failed = both.filter(one => one.status === 'rejected')
    expect(failed).toHaveLength(1)
    expect(String((failed[0] as PromiseRejectedResult).reason)).toMatch(/已由 (李雷|韩梅) 在 2026-03-20|已由 (李雷|韩梅) 在/)
    const { rows: sides } = await run(b, 'select 1 from bank_match_side where line_id = $1', [id])
    expect(sides).toHaveLength(1)
  })
  test('a conversion that does not follow its rate asks for a reason, which stays', async () => {
    const ids = [await line(1, '2026-03-18', '-200'), await line(2, '2026-03-18', '1400')]
    await expect(makeMatch(b.as(), ask(ids, { rate: '7.2' }))).rejects.toThrow('确认无误请填写原因')
    await makeMatch(b.as(), ask(ids, { rate: '7.2', reason: '中间行扣费' }))
    expect((await rows(bankMatch)).find(row => row['kind'] === 3)).toMatchObject({ reason: '中间行扣费', realised: '-20.0000' })
    expect(await zero()).toEqual([])
  })
  test('a line of a closed month stays as it is', async () => {
    const id = await line(2, '2026-01-18', '-12')
    await expect(makeMatch(b.as(), ask([id], { item: bankItems.charge[0] }))).rejects.toThrow('2026-01 及以前的月份已结账')
    const march = await line(2, '2026-03-18', '-13')
    const ids = (await rows(bankOpenLine)).flatMap(row => (row['lineId'] === march ? [row.id] : []))
    expect(await pressed('POST /bankReconcile/match', { ids, item: bankItems.charge[0], remainder: 1 })).toMatchObject({ changed: 1 })
    const match = String((await rows(bankMatchSide)).find(row => row['lineId'] === march)?.['matchId'])
    await run(b, "insert into finance_month (org_id, month, state) values (1, '2026-02-01', 1), (1, '2026-03-01', 1)")
    await expect(unmatch(b.as(), [match])).rejects.toThrow('2026-03 及以前的月份已结账')
    await run(b, "delete from finance_month where month > '2026-01-01'")
  })
  test('what its keeper alone sees is no line, match or rule of others', async () => {
    const id = await line(3, '2026-03-18', '-9', { counterparty: '某人' })
    await makeMatch(b.as(), ask([id], { item: bankItems.owner[0] }))
    const other = b.asSomebody({ employees: [] as never, systemAdmin: false })
    const has = async (r: unknown, context: Context) => (await rows(r, context)).some(row => row['accountId'] === '3')
    expect([await has(bankMatch, b.as()), await has(bankRule, b.as())]).toEqual([true, true])
    expect([await has(bankMatch, other), await has(bankRule, other)]).toEqual([false, false])
    await expect(makeMatch(other, ask([id], { item: bankItems.owner[0] }))).rejects.toThrow('银行流水不存在')
  })
})

describe('balances', () => {
  test('of days and months carry on from what statements print; differences follow the company’s rates', async () => {
    await b.put('bank_account', { id: 9, org_id: 1, name: '钱包九', number: 'N9', currency: 'EUR', seen_by: 1, bank: 23 })
    for (const [month, rate] of [
      ['2026-02-01', '7.8'],
      ['2026-01-01', '7.5'],
    ])
      await b.put('currency_rate', { org_id: 1, month, currency: 'EUR', rate })
    const put = (on: string, amount: string, balance: string | null) =>
      b.put('bank_statement', {
        id: String((lineNo += 1)),
        org_id: 1,
        account_id: 9,
        posted_on: on,
        income: amount.startsWith('-') ? 0 : amount,
        outgo: amount.startsWith('-') ? amount.slice(1) : 0,
        amount: amount.replace('-', ''),
        direction: amount.startsWith('-') ? 2 : 1,
        currency: 'EUR',
        balance,
      })
    await put('2026-01-10', '100', '1100')
    await put('2026-01-10', '-40', '1060')
    await put('2026-01-12', '10', null)
    await put('2026-03-02', '-70', '1000')
    const mine = async (r: unknown, names: readonly string[]) =>
      (await rows(r))
        .filter(row => row['accountId'] === '9' && asText(row['month'] ?? '') <= '2026-03')
        .map(row => names.map(name => row[name] ?? null))
    expect(await mine(bankPosition, ['day', 'closing', 'basis', 'value'])).toEqual([
      ['2026-03-02', '1000.0000', 1, '8000.00'],
      ['2026-01-12', '1070.0000', 2, '8025.00'],
      ['2026-01-10', '1060.0000', 1, '7950.00'],
    ])
    expect(await mine(bankMonth, ['month', 'opening', 'closing', 'state', 'unrealised'])).toEqual([
      ['2026-03', '1070.0000', '1000.0000', 2, '214.00'],
      ['2026-02', '1070.0000', '1070.0000', 4, '321.00'],
      ['2026-01', '1000.0000', '1070.0000', 2, null],
    ])
    // 200 USD gave 1,400 CNY at a rate of 7.1
    const usd = (await rows(bankMonth)).find(row => row['accountId'] === '1' && row['month'] === '2026-03')
    expect(usd).toMatchObject({ realised: '-20.0000' })
  })
  test('a pay-out is followed to where its money is', async () => {
    await b.put('bank_account', { id: 8, org_id: 1, name: '钱包八', number: 'N8', currency: 'USD', seen_by: 1, bank: 23 })
    const [arrived, given, got] = [
      await line(8, '2026-03-18', '1500.25', { purpose: 'ref 21000000001' }),
      await line(8, '2026-03-19', '-900', { summary: '结汇' }),
      await line(2, '2026-03-20', '6390', { summary: '结汇' }),
    ]
    await line(8, '2026-03-20', '-100')
    const payment = String((await expectedOf('21000000001'))?.id)
    await makeMatch(b.as(), ask([arrived], { expectedIds: [payment] }))
    await makeMatch(b.as(), ask([given, got]))
    // three at once: each step once
    await Promise.all([1, 2, 3].map(() => refreshMatching(b.as())))
    const steps = (await rows(bankTrace)).filter(row => row['expectedId'] === payment).toSorted((x, y) => Number(x['no']) - Number(y['no']))
    expect(
      steps.map(row => [row['step'], row['accountId'], row['amount'], row['toAccountId'], row['toAmount'], row['toCurrency']]),
    ).toEqual([
      [1, '8', '1500.2500', null, null, null],
      [3, '8', '900.0000', '2', '6390.0000', 'CNY'],
      [4, '8', '100.0000', null, null, null],
      [5, '2', '6390.0000', null, null, null],
      [5, '8', '500.2500', null, null, null],
    ])
    expect((await rows(bankInTransit)).some(row => row['expectedId'] === payment)).toBe(false)
  })
})
