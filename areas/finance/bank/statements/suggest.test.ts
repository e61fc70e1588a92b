/** What a file suggests: each bank's layout is found from its sample as if nobody knew it, and from small files of other banks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LayoutSuggestion } from '#platform/declare/import-preview.ts'
import { suggestLayout } from '#platform/server/imports/suggest-layout.ts'
import { camtNotice } from '../../../../test/setup/bank-files.ts'
import { openBank, type BankHouse } from '../../../../test/setup/bank-imports.ts'
import { taughtWords } from './tables.ts'

const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line, at) => ({ line: at + 1, cells: line.split(',') }))
const suggested = (text: string, ownerNumber?: string) => suggestLayout(rowsOf(text), taughtWords, { ownerNumber: ownerNumber ?? null })

describe('from the contents', () => {
  test('two columns, proven by the balance, whatever they are called; the number above the head', () => {
    const found = suggested(
      '户名,某公司\n账号：,3301 0001\n\n入账日,摘要,甲,乙,丙\n2026-08-01,货款,,100.00,300.00\n2026-08-02,费,5.00,,295.00\n2026-08-03,货款,,1.00,296.00\n',
      '33010001',
    )
    expect(found).toMatchObject({
      headLine: 4,
      values: { dayHead: '入账日', incomeHead: '乙', outgoHead: '甲', balanceHead: '丙', summaryHead: '摘要' },
    })
  })
  test.each([
    [
      'signed, newest first',
      '日期,金额,余额\n2026-08-03,-1.00,294.00\n2026-08-02,-5.00,295.00\n2026-08-01,100.00,300.00\n',
      { amountHead: '金额', balanceHead: '余额' },
    ],
    [
      'a card bill: positive is out',
      '日期,金额,余额\n2026-08-01,10.00,90.00\n2026-08-02,5.00,85.00\n2026-08-03,-20.00,105.00\n',
      { amountHead: '金额', outIsPositive: '1' },
    ],
    [
      'a column that says in or out',
      '日期,方向,金额,余额\n2026-08-01,甲,10.00,90.00\n2026-08-02,乙,5.00,95.00\n2026-08-03,甲,20.00,75.00\n',
      { amountHead: '金额', sideHead: '方向', inWord: '乙', outWord: '甲', balanceHead: '余额' },
    ],
    [
      'words alone, without a balance',
      '交易日期,收入金额,支出金额\n2026-08-01,,10.00\n2026-08-02,5.00,\n',
      { incomeHead: '收入金额', outgoHead: '支出金额' },
    ],
    ['a closing line', '日期,金额,余额\n2026-08-01,1.00,1.00\n2026-08-02,1.00,2.00\n合计,2.00,\n', { closingWord: '合计' }],
    [
      'dates in one column of several are those of the booking',
      '交易日期,记账日期,金额\n2026-08-01,2026-08-02,1.00\n2026-08-03,2026-08-04,2.00\n',
      { dayHead: '记账日期', amountHead: '金额' },
    ],
  ])('%s', (_name, text, values) => {
    expect(suggested(text)?.values).toMatchObject(values)
  })
  test.each([
    ['no day', '名称,金额\nA,1.00\nB,2.00\n'],
    ['no amount', '日期,名称\n2026-08-01,A\n2026-08-02,B\n'],
    ['nothing', 'x\n'],
  ])('of %s nothing is suggested', (_name, text) => {
    expect(suggested(text)).toBeNull()
  })
})

describe('by the call', () => {
  let h: BankHouse
  beforeAll(async () => {
    h = await openBank()
  })
  afterAll(() => h.close())

  const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../test/fixtures/bank', name))
  const ask = async (
    name: string,
    content: Buffer | string,
    more: object = {},
  ): Promise<{ code: number; msg: string; data: LayoutSuggestion }> =>
    h.clerk.post('/BankLayout/suggest', { fileId: (await h.upload(name, content)).data.id, ...more })

  test.each([
    ['boc-debit.csv', { dayHead: '记账日期', timeHead: '记账时间', amountHead: '金额', balanceHead: '余额', currencyHead: '币别' }, 17, 0],
    ['cmb-debit.csv', { dayHead: '记账日期', amountHead: '交易金额', balanceHead: '联机余额', currencyHead: '货币' }, 5, 3],
    ['hsbc-hk-debit.csv', { dayHead: 'Date', amountHead: 'Billing amount', balanceHead: 'Balance' }, 10, 1],
    ['citic-credit.xls', { dayHead: '入账日期', amountHead: '结算金额', currencyHead: '结算币种' }, 13, 0],
  ])('%s as if nobody knew it', async (file, values, read, doubts) => {
    const { data, msg } = await ask(file, fixture(file))
    expect(data?.values, msg).toMatchObject(values)
    expect([data.read, data.faultsTotal, data.doubts.length]).toEqual([read, 0, doubts])
  })

  test('mended by hand, kept, and the next file of the account is known', async () => {
    const accountId = await h.account({ bank: 'other', number: '33010001', currency: 'CNY', name: '杭州联合银行' })
    const other = await h.account({ bank: 'other', number: '33010002', currency: 'CNY', name: '杭州联合银行二户' })
    const file = (number: string, day: string): string =>
      `户名,某公司\n账号,${number}\n入账日,说明,转入,转出\n${day},货款,100.00,\n${day},手续费,,5.00\n`
    const { data: first, msg } = await ask('x.csv', file('33010001', '2026-08-01'), { accountId })
    expect(first?.values, msg).toMatchObject({
      dayHead: '入账日',
      incomeHead: '转入',
      outgoHead: '转出',
      numberWord: '账号',
      purposeHead: '说明',
    })
    expect(first.rows.map(row => [row.day, row.income, row.outgo, row.texts['purpose']])).toEqual([
      ['2026-08-01', '100', null, '货款'],
      ['2026-08-01', null, '5', '手续费'],
    ])
    const { purposeHead, ...rest } = first.values
    const { data: mended } = await ask('x.csv', file('33010001', '2026-08-01'), {
      accountId,
      values: { ...rest, summaryHead: purposeHead },
    })
    expect(mended.rows[0]?.texts).toEqual({ summary: '货款' })
    const half = await ask('x.csv', file('33010001', '2026-08-01'), { accountId, values: { dayHead: '入账日' } })
    expect([half.data.read, half.data.rows]).toEqual([null, []])
    const kept = await h.clerk.post('/BankLayout/insert', { name: '联合银行', accountId, ...rest, summaryHead: purposeHead })
    expect(kept.code, kept.msg).toBe(0)
    // a notice is no statement: what it is stands beside the file, and which one to download
    const notice = await h.upload('notice.xml', camtNotice('BkToCstmrDbtCdtNtfctn', '054'))
    expect(notice.data).toMatchObject({ recognised: null, told: expect.stringMatching(/CAMT\.054 收付款通知.*CAMT\.053/) })
    expect((await h.upload('x.csv', file('33010009', '2026-08-05'))).data.told).toBeUndefined()
    const known = await h.upload('y.csv', file('33010001', '2026-08-05'))
    expect(known.data.recognised).toMatchObject({ kindTitle: '联合银行', owner: { id: accountId } })
    const report = await h.import('y.csv', file('33010001', '2026-08-05'))
    expect([report.state, report.lines.merged]).toEqual(['done', 2])
    // the same bank's file of another account is not taken for this one's
    const strange = await h.import('z.csv', file('33010002', '2026-08-05'))
    expect([strange.state, strange.errors[0]?.reason]).toEqual(['refused', expect.stringContaining('33010002')])
    expect((await h.import('z.csv', file('33010002', '2026-08-05'), { accountId: other })).errors[0]?.reason).toMatch(/联合银行.*不属于/)
  })

  test('of a bank with a name, the layout is known for its other accounts too, in one currency where the file names none', async () => {
    const file = (number: string): string => `账号,${number}\n记账,说明,转入,转出\n2026-08-01,货款,100.00,\n`
    const [taught, same, dollars] = [
      await h.account({ bank: 'abc', number: '6228000001', currency: 'CNY' }),
      await h.account({ bank: 'abc', number: '6228000002', currency: 'CNY' }),
      await h.account({ bank: 'abc', number: '6228000003', currency: 'USD' }),
    ]
    const strange = await h.account({ bank: 'ccb', number: '6228000004', currency: 'CNY' })
    const { data } = await ask('a.csv', file('6228000001'), { accountId: taught })
    const kept = await h.clerk.post('/BankLayout/insert', { name: '农行网银', accountId: taught, ...data.values })
    expect(kept.code, kept.msg).toBe(0)
    expect((await h.upload('b.csv', file('6228000002'))).data.recognised).toMatchObject({ owner: { id: same } })
    const report = await h.import('b.csv', file('6228000002'))
    expect([report.state, report.ownerName, report.lines.merged]).toEqual(['done', 'abc 6228000002', 1])
    const refused = async (number: string, accountId: string): Promise<string> =>
      (await h.import('c.csv', file(number), { accountId })).errors[0]?.reason ?? ''
    expect(await refused('6228000003', dollars)).toMatch(/农行网银.*不属于/)
    expect(await refused('6228000004', strange)).toMatch(/农行网银.*属于建设银行/)
  })
  test('two accounts of banks without a name, taught the same layout: the chosen account’s is taken', async () => {
    const file = '记账日期,附言,金额数\n2026-08-01,货款,100.00\n'
    for (const number of ['44010001', '44010002']) {
      const accountId = await h.account({ bank: 'other', number, currency: 'CNY' })
      const values = { dayHead: '记账日期', purposeHead: '附言', amountHead: '金额数' }
      expect((await h.clerk.post('/BankLayout/insert', { name: `版式 ${number}`, accountId, ...values })).code).toBe(0)
    }
    for (const number of ['44010001', '44010002']) {
      const accountId = await h.account({ bank: 'other', number, currency: 'CNY' })
      const report = await h.import('d.csv', file, { accountId })
      expect([report.state, report.kindTitle], report.errors[0]?.reason).toEqual(['done', `版式 ${number}`])
    }
  })

  // no file of these wallets was found: layouts as a person would find them, each taught from one file of his own
  test.each([
    [
      'payoneer',
      'Date,Description,Amount,Currency,Status,Running Balance\n',
      [
        '08/21/2026,Payment from Amazon,"1,250.50",USD,Completed,"2,250.50"',
        '08/22/2026,Withdrawal to bank,-1000.00,USD,Completed,"1,250.50"',
        '08/25/2026,Card fee,-3.15,USD,Completed,"1,247.35"',
      ],
    ],
    [
      'pingpong',
      '交易时间,交易类型,收入金额,支出金额,账户余额,币种\n',
      [
        '2026-08-21 10:00:00,平台入账,1250.50,,2250.50,USD',
        '2026-08-22 09:30:00,提现,,1000.00,1250.50,USD',
        '2026-08-23 09:30:00,手续费,,3.15,1247.35,USD',
      ],
    ],
    [
      'lianlian',
      '订单号,交易日期,收支,交易金额,余额,备注\n',
      ['L1,2026-08-21,收入,1250.50,2250.50,亚马逊回款', 'L2,2026-08-22,支出,1000.00,1250.50,提现', 'L3,2026-08-23,支出,3.15,1247.35,费用'],
    ],
    [
      'worldfirst',
      '完成时间;流水号;金额;余额;摘要\n',
      ['2026-08-21;W1;1250.50;2250.50;店铺回款', '2026-08-22;W2;-1000.00;1250.50;提现', '2026-08-23;W3;-3.15;1247.35;手续费'],
    ],
  ] as const)('%s: taught from one file, the next one is known; a changed balance waits', async (bank, head, rows) => {
    const accountId = await h.account({ bank, number: `W-${bank}`, currency: 'USD' })
    const { data: found, msg } = await ask('first.csv', head + rows.join('\n') + '\n', { accountId })
    expect([found?.read, found?.faultsTotal, found?.doubts.length], msg).toEqual([3, 0, 0])
    const kept = await h.clerk.post('/BankLayout/insert', { name: `${bank} 流水`, accountId, ...found.values })
    expect(kept.code, kept.msg).toBe(0)
    const told = await h.import('first.csv', head + rows.join('\n') + '\n', { accountId })
    expect([told.state, told.lines.merged], told.errors[0]?.reason).toEqual(['done', 3])
    expect(await h.sums(accountId, 'amount')).toMatchObject({ 'USD in': '1250.5', 'USD out': '1003.15' })
    const again = await h.import('again.csv', Buffer.from(`\uFEFF${head}${rows.join('\n')}\n`, 'utf16le'), { accountId })
    expect([again.state, again.lines.unchanged]).toEqual(['done', 3])
    const wrong = await h.import('wrong.csv', head + rows.join('\n').replace('1247.35', '1240.35').replace('1,247.35', '1,240.35') + '\n', {
      accountId,
    })
    expect([wrong.state, wrong.doubts.length]).toEqual(['waiting', 1])
    await h.clerk.post('/fileImportHistory/cancel', { id: wrong.id })
  })

  test('a head named by its line; a file without rows of money; what is not one’s own', async () => {
    const odd = '说明,x\nd,a\n2026-08-01,10.00\n2026-08-02,5.00\n'
    expect((await ask('x.csv', odd, { headLine: 2 })).data.values).toMatchObject({ dayHead: 'd', amountHead: 'a' })
    expect((await ask('x.csv', 'a,b\nc,d\n')).msg).toMatch(/没有找到表头/)
    const { data } = await h.upload('x.csv', odd)
    const sales = await h.signIn('sales')
    expect((await sales.post('/BankLayout/suggest', { fileId: data.id })).code).toBe(1003)
    expect((await h.boss.post('/BankLayout/suggest', { fileId: data.id })).code).not.toBe(0)
    expect((await h.clerk.post('/BankLayout/suggest', { fileId: data.id, accountId: '999999' })).msg).toMatch(/不存在或无权使用/)
    expect((await h.clerk.post('/BankLayout/suggest', { fileId: data.id, headLine: 0 })).code).not.toBe(0)
  })
})
