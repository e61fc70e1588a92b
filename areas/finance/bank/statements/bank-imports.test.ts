/** What bad and repeated statements get: a refusal that says what to change, or a question; and never half a file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleLooksAt } from '../../../../test/setup/role-looks.ts'
import { bankPath, openBank, type BankHouse } from '../../../../test/setup/bank-imports.ts'
import { camtStatement, mt940Statement, cmbStatement, ofxStatement, paypalActivity } from '../../../../test/setup/bank-files.ts'
import { canonical } from '#platform/format/decimal.ts'
import { runImport } from '#platform/server/imports/run-import.ts'
import { isSameNumber } from '#platform/server/imports/owner-of-file.ts'

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../test/fixtures/bank', name))
const encoded = (text: string, encoding: 'utf16le' | 'latin1'): Buffer => Buffer.from(text, encoding)

let h: BankHouse
let number = 7_000_000
beforeAll(async () => {
  h = await openBank()
})
afterAll(() => h.close())

const account = (bank: string, currency = 'CNY'): Promise<string> => h.account({ bank, number: String((number += 1)), currency })
const lines = async (accountId: string): Promise<number> =>
  Number((await h.sql('select count(*)::int as n from bank_statement where account_id = $1', [accountId]))[0]?.['n'])
const three = [
  { day: '2026-08-01', amount: '-10.00' },
  { day: '2026-08-02', amount: '25.50' },
  { day: '2026-08-03', amount: '-3.20' },
]

describe('refused', () => {
  test('a file of another account, naming both', async () => {
    const accountId = await h.account({ bank: 'boc', number: '6217850000009999', currency: 'CNY', name: '中行另一户' })
    const report = await h.import('boc.csv', fixture('boc-debit.csv'), { accountId })
    expect(report.errors.map(e => e.reason)).toEqual(['文件的账号是 3167，账户“中行另一户”的账号是 6217850000009999，请改选账户或更换文件'])
    expect(await lines(accountId)).toBe(0)
  })
  test('a file of another bank, naming both', async () => {
    const accountId = await account('icbc')
    const report = await h.import('cmb.csv', cmbStatement(three), { accountId })
    expect(report.errors[0]?.reason).toMatch(/招商银行流水.*属于工商银行/)
  })
  test('a file in another currency', async () => {
    const report = await h.import('cmb.csv', cmbStatement(three), { accountId: await account('cmb', 'USD') })
    expect(report.errors[0]?.reason).toMatch(/文件币种为 CNY.*币种为 USD/)
  })
  test('an empty file, one that is cut, one twice in itself, one that nobody knows', async () => {
    const accountId = await account('cmb')
    const refused = async (content: string | Buffer, name = 'x.csv'): Promise<string> => {
      const report = await h.import(name, content, { accountId })
      expect(report.state).toBe('refused')
      return report.errors[0]?.reason ?? ''
    }
    expect(await refused(cmbStatement([]))).toMatch(/没有数据行/)
    expect(await refused(cmbStatement(three).slice(0, -12))).toMatch(/不完整/)
    expect(await refused(cmbStatement(three) + cmbStatement(three))).toMatch(/又是表头/)
    expect(await refused('a,b\n1,2\n')).toMatch(/认不出/)
    expect(await refused(cmbStatement(three).replace('"25.50"', '"25,50"'))).toMatch(/不是金额/)
    expect(await refused(cmbStatement(three).replace('2026-08-02', '2026-02-30'))).toMatch(/不是日期/)
    const icbc = fixture('icbc-debit-v2.csv').toString('utf8')
    expect(await refused(icbc.slice(0, icbc.lastIndexOf('\n \n') + 1))).toMatch(/缺少最后的“人民币合计”一行/)
    expect(await refused(camtStatement('82.50').slice(0, -60), 'x.xml')).toMatch(/不完整/)
    expect(await lines(accountId)).toBe(0)
  })
  test('a workbook under a password', async () => {
    const locked = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(504),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(512),
    ])
    const report = await h.import('locked.xlsx', locked, { accountId: await account('cmb') })
    expect(report.errors[0]?.reason).toMatch(/密码/)
  })
  test('an account that is not there, or is another organisation’s', async () => {
    const file = await h.upload('cmb.csv', cmbStatement(three))
    const said = await h.clerk.post(bankPath, { fileIds: [file.data.id], accountId: '999999' })
    expect(said.msg).toBe('银行账户不存在或无权使用，请重新选择')
  })
  test('a bank file where files of shops are imported', async () => {
    const id = await h.order('cmb.csv', cmbStatement(three), { path: '/AmazonTransactionReport/importData' })
    expect((await h.run(id)).errors[0]?.reason).toMatch(/认不出/)
  })
})

describe('merged once', () => {
  test('statements that overlap, in any encoding and order', async () => {
    const accountId = await account('cmb')
    const all = [...three, { day: '2026-08-04', amount: '7.00' }, { day: '2026-08-05', amount: '-1.00' }]
    await h.import('1.csv', cmbStatement(all.slice(0, 3)), { accountId })
    const gb = Buffer.from([...gb18030(cmbStatement(all.slice(1), '990'))])
    const second = await h.import('2.csv', gb, { accountId })
    expect([second.state, second.lines.merged, second.lines.unchanged]).toEqual(['done', 2, 2])
    const wide = await h.import('3.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), encoded(cmbStatement(all), 'utf16le')]), { accountId })
    expect([wide.lines.merged, wide.lines.unchanged]).toEqual([0, 5])
    expect(await h.sums(accountId, 'moved')).toMatchObject({ 'CNY net': '18.3' })
  })
  test('two equal lines of one file both count, and only they', async () => {
    const accountId = await account('alipay')
    const twice = { day: '2026-08-01', amount: '0.00' }
    for (const merged of [2, 0]) {
      const report = await h.import('x.csv', cmbStatement([twice, twice]), {
        accountId: await h.account({ bank: 'cmb', number: 'twin', currency: 'CNY' }),
      })
      expect(report.lines.merged).toBe(merged)
    }
    expect(await lines(accountId)).toBe(0)
  })
  test('two people import the same file at once', async () => {
    const accountId = await account('cmb')
    const ids = [
      await h.order('1.csv', cmbStatement(three), { accountId }),
      await h.order('2.csv', cmbStatement(three), { accountId, as: await h.signIn('admin') }),
    ]
    await Promise.all(ids.map(id => runImport(h.house, id, new AbortController().signal)))
    const reports = await Promise.all(ids.map(id => h.details(id)))
    expect(reports.map(r => r.lines.merged).sort((a, b) => a - b)).toEqual([0, 3])
    expect(await lines(accountId)).toBe(3)
  })
  test('an import that was killed begins again and leaves nothing half', async () => {
    const accountId = await account('cmb')
    const id = await h.order('x.csv', cmbStatement(three), { accountId })
    // the family is noted before the first line is staged
    await h.sql(`update import_run set state = 1, family = 'bankStatement' where id = $1`, [id])
    await h.sql(
      `insert into sheet_staging (import_id, owner_id, line_no, kind_no, line_key, line) values ($1, $2, 2, -1, gen_random_uuid(), '{}')`,
      [id, accountId],
    )
    const report = await h.run(id)
    expect([report.state, report.lines.merged, await lines(accountId)]).toEqual(['done', 3, 3])
    expect(await h.sql('select line_no from sheet_staging')).toEqual([])
  })
  test('a statement that is taken back leaves what another one met', async () => {
    const accountId = await account('cmb')
    const first = await h.import('1.csv', cmbStatement(three), { accountId })
    await h.import('2.csv', cmbStatement(three.slice(1), '990'), { accountId })
    const gone = await h.clerk.post('/fileImportHistory/delete', { id: first.id })
    expect(gone.data).toEqual({ removed: 1, handedOn: 2 })
    expect(await lines(accountId)).toBe(2)
  })
  test('a withdrawal under way counts once it has ended', async () => {
    const accountId = await account('paypal', 'USD')
    await h.import('1.csv', paypalActivity('Pending'), { accountId })
    expect(await h.sums(accountId, 'moved')).toMatchObject({ 'USD net': '79.75' })
    const again = await h.import('2.csv', paypalActivity('Completed'), { accountId })
    expect(again.notes).toContain('有 1 行此前已导入，状态按本文件更新')
    expect(await h.sums(accountId, 'moved')).toMatchObject({ 'USD net': '29.75' })
  })
  test('OFX in both its forms is the same', async () => {
    const accountId = await h.account({ bank: 'other', number: '123456', currency: 'USD' })
    const [old, xml] = [await h.import('1.ofx', ofxStatement(1)), await h.import('2.ofx', ofxStatement(2))]
    expect([old.lines.merged, xml.lines.merged, xml.lines.unchanged]).toEqual([2, 0, 2])
    expect(await h.sums(accountId, 'moved')).toMatchObject({ 'USD net': '40.5' })
  })
})

describe('waits for a yes', () => {
  test('a balance that does not follow: both figures, nothing written, then whole with an open finding', async () => {
    const accountId = await account('cmb')
    const broken = cmbStatement(three).replace('1015.5', '1016.5')
    const report = await h.import('x.csv', broken, { accountId })
    expect([report.state, await lines(accountId)]).toEqual(['waiting', 0])
    expect(report.doubts.map(d => [d.what, d.line, d.stated, d.found, d.difference])).toEqual([
      ['余额', 3, '1016.5', '1015.5', '1'],
      ['余额', 4, '1012.3', '1013.3', '-1'],
    ])
    expect((await h.clerk.post('/fileImportHistory/accept', { id: report.id, reason: ' ' })).msg).toBe('请写明为什么仍要导入')
    const taken = await h.accept(report.id, '银行次日更正')
    expect([taken.state, taken.lines.merged, taken.accepted?.reason]).toEqual(['done', 3, '银行次日更正'])
    const found = await h.clerk.post('/ImportFinding/list', { pageNum: 1, pageSize: 10, conditionList: [] })
    expect(found.data.list.filter((f: { importId: string }) => f.importId === report.id)).toHaveLength(2)
    // twice is once
    expect((await h.clerk.post('/fileImportHistory/accept', { id: report.id, reason: 'x' })).msg).toMatch(/已不在等待确认/)
  })
  test('given up: nothing is written, and no yes comes after it', async () => {
    const accountId = await account('cmb')
    const { id } = await h.import('x.csv', cmbStatement(three).replace('1015.5', '1016.5'), { accountId })
    expect((await h.clerk.post('/fileImportHistory/cancel', { id })).code).toBe(0)
    expect([(await h.details(id)).state, await lines(accountId)]).toEqual(['cancelled', 0])
    expect((await h.clerk.post('/fileImportHistory/accept', { id, reason: 'x' })).code).not.toBe(0)
  })
  test('nobody without the right says yes', async () => {
    const { id } = await h.import('x.csv', cmbStatement(three).replace('1015.5', '1016.5'), { accountId: await account('cmb') })
    const sales = await h.signIn('sales')
    expect((await sales.post('/fileImportHistory/accept', { id, reason: 'x' })).code).not.toBe(0)
    expect((await h.details(id)).state).toBe('waiting')
  })
  test('a closing balance that is not opening plus entries', async () => {
    await h.account({ bank: 'other', number: 'DE02 1203 0000 0000 2020 51', currency: 'EUR' })
    const right = await h.import('1.xml', camtStatement('82.50'))
    // what is pending is neither a line nor in the balance
    expect([right.state, right.lines.merged]).toEqual(['done', 2])
    const wrong = await h.import('2.xml', camtStatement('80.00'))
    expect(wrong.doubts.map(d => [d.what, d.stated, d.found])).toEqual([['期末余额', '80', '82.5']])
  })
  test('a gap between two statements is told', async () => {
    const accountId = await account('cmb')
    await h.import('1.csv', cmbStatement(three), { accountId })
    const later = await h.import('2.csv', cmbStatement([{ day: '2026-09-01', amount: '5.00' }], '2000.00'), { accountId })
    expect(later.notes.find(note => note.includes('不衔接'))).toMatch(/2026-08-03 的余额为 CNY 1012\.3.*期初为 2000/)
  })
})

test('a layout that a person taught is remembered for its account', async () => {
  const accountId = await h.account({ bank: 'other', number: '33010001', currency: 'CNY', name: '杭州联合银行' })
  const content =
    '户名,某公司\n账号,33010001\n入账日,摘要,借方,贷方,账户余额\n2026-08-01,货款,,100.00,300.00\n2026-08-02,手续费,5.00,,295.00\n'
  expect((await h.import('x.csv', content, { accountId })).state).toBe('refused')
  const taught = {
    name: '联合银行',
    accountId,
    dayHead: '入账日',
    incomeHead: '贷方',
    outgoHead: '借方',
    balanceHead: '账户余额',
    summaryHead: '摘要',
  }
  expect((await h.clerk.post('/BankLayout/insert', { ...taught, amountHead: '金额' })).msg).toMatch(/二者择一/)
  expect((await h.clerk.post('/BankLayout/insert', taught)).code).toBe(0)
  const report = await h.import('x.csv', content)
  expect([report.state, report.kindTitle, report.lines.merged]).toEqual(['done', '联合银行', 2])
  expect(await h.sums(accountId, 'moved')).toMatchObject({ 'CNY net': '95' })
})

test('lines entered by hand: one way, and imported ones stay as printed', async () => {
  const accountId = await account('cmb')
  const line = { accountId, postedOn: '2026-08-09', currency: 'CNY' }
  expect((await h.clerk.post('/FinanceBankStatement/insert', { ...line, income: '5', outgo: '3' })).msg).toMatch(/只能填一个/)
  const made = await h.clerk.post('/FinanceBankStatement/insert', { ...line, outgo: '3.00' })
  expect(made.code, made.msg).toBe(0)
  expect(await h.sums(accountId, 'moved')).toMatchObject({ 'CNY out': '3' })
  await h.import('x.csv', cmbStatement(three), { accountId })
  const [row] = await h.sql('select id::text as id, version from bank_statement where account_id = $1 and income > 0', [accountId])
  const kept = await h.clerk.post('/FinanceBankStatement/update', { id: row?.['id'], version: row?.['version'], income: '99' })
  expect(kept.msg).toMatch(/导入的流水不能改收入/)
  const noted = await h.clerk.post('/FinanceBankStatement/update', { id: row?.['id'], version: row?.['version'], purpose: '退货款' })
  expect(noted.code, noted.msg).toBe(0)
  const gone = await h.clerk.post('/FinanceBankStatement/batchDelete', { ids: [row?.['id']] })
  expect(gone.code, gone.msg).toBe(0)
  const period = await h.clerk.post('/FinanceBankStatement/deleteData', { accountId, startDate: '2026-08-01', endDate: '2026-08-31' })
  expect(period.code, period.msg).toBe(0)
  expect(await lines(accountId)).toBe(0)
})

test('an account of its keeper alone is nobody else’s, nor are its lines and imports', async () => {
  const admin = await h.signIn('admin')
  const [keeper] = await h.sql(
    'select m.employee_id::text as id from account_organisation m join account a on a.id = m.account_id where a.username = $1',
    ['keeper'],
  )
  const made = await admin.post('/BankAccount/insert', {
    name: '私户',
    bank: 3,
    number: '900900',
    currency: 'CNY',
    seenBy: 2,
    keeperId: keeper?.['id'],
  })
  expect(made.code, made.msg).toBe(0)
  const id = await h.order('x.csv', cmbStatement(three), { accountId: String(made.data.id), as: admin })
  await runImport(h.house, id, new AbortController().signal)
  const ask = { pageNum: 1, pageSize: 10, conditionList: [], accountId: String(made.data.id) }
  expect((await admin.post('/FinanceBankStatement/list', ask)).data.total).toBe(3)
  // whoever looks at statements, of people of his own scope
  await roleLooksAt(h, '销售', 'finance.bank.statement')
  const sales = await h.signIn('sales')
  const answer = await sales.post('/FinanceBankStatement/list', ask)
  expect([answer.code, answer.data.total]).toEqual([0, 0])
  expect((await sales.post('/fileImportHistory/details', { id })).code).not.toBe(0)
})

test.each([
  ['6217 8500 0000 3167', '3167', true],
  ['6217850000003167', '3168', false],
  ['1234567890129876', '1234****9876', true],
  ['1234567890129877', '1234****9876', false],
  ['a@b.example', 'A@b.example', true],
  ['3167', '167', false],
])('account %s and %s', (left, right, same) => {
  expect(isSameNumber(left, right)).toBe(same)
})

/** GB18030 of the few Chinese words that these files hold, by asking the decoder for each pair of bytes. */
function gb18030(text: string): number[] {
  const decoder = new TextDecoder('gb18030')
  const known = new Map<string, readonly number[]>()
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) if (low !== 0x7f) known.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  return [...text].flatMap(char => ((char.codePointAt(0) ?? 0) < 0x80 ? [char.charCodeAt(0)] : [...(known.get(char) ?? [0x3f])]))
}

describe('MT940', () => {
  const account = '0417164301'
  const lines = () =>
    h.sql(
      `select posted_on::text as day, case direction when 1 then 'in' when 2 then 'out' else '-' end as way, amount::text,
        income::text, outgo::text,
        serial_no, counterparty, counterparty_account, purpose from bank_statement s join bank_account a on a.id = s.account_id
        where a.number = $1 order by serial_no`,
      [account],
    )
  test('fields by the standard, two pages of one statement, opening and closing balance; twice and in UTF-16 nothing is new', async () => {
    await h.account({ bank: 'other', number: account, currency: 'EUR' })
    const told = await h.import('umsatz.sta', mt940Statement(account))
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', kindTitle: 'MT940 对账单', lines: { merged: 4 } })
    expect(told.doubts).toEqual([])
    expect((await lines()).map(l => [l['day'], l['way'], canonical(String(l['amount'])), l['serial_no']])).toEqual([
      ['2025-12-31', 'in', '150.25', 'BANK-1'],
      ['2026-01-05', 'out', '25', 'BANK-2'],
      ['2026-01-06', 'out', '9.25', 'BANK-3'],
      ['2026-01-07', '-', '5', 'BANK-4'],
    ])
    expect((await lines())[0]).toMatchObject({
      counterparty: 'MUSTER GMBH',
      counterparty_account: 'DE02120300000000202051',
      purpose: 'detail of the bank SEPA CREDIT Invoice 4711 of December',
    })
    expect((await lines())[1]).toMatchObject({ purpose: 'Account fee of January' })
    expect((await lines())[2]).toMatchObject({ counterparty: 'A TRADER', purpose: 'returned' })
    for (const again of [mt940Statement(account), Buffer.from(`\uFEFF${mt940Statement(account)}`, 'utf16le')])
      expect(await h.import('again.sta', again)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 4 } })
  })
  test('a closing balance that does not follow waits; a cut file, another account and a bad line are refused', async () => {
    const wrong = await h.import('w.sta', mt940Statement(account, '1216,'))
    expect([wrong.state, wrong.doubts.map(d => [d.what, d.stated, d.found])]).toEqual(['waiting', [['期末余额', '1216', '1116']]])
    const refused = async (content: string): Promise<string> => {
      const told = await h.import('b.sta', content)
      expect(told.state).toBe('refused')
      return JSON.stringify(told.errors)
    }
    expect(await refused(mt940Statement(account).split(':62F:')[0] ?? '')).toContain('MT940 文件不完整')
    expect(await refused(mt940Statement('0417169999'))).toContain('0417169999')
    expect(await refused(mt940Statement(account).replace('D25,NCHG', 'D2x5,NCHG'))).toContain('不是日期')
  })
})
