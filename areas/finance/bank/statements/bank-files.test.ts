/** Every sample of a bank, a wallet and the shared formats goes through the real path, to its lines, sums and balances. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { openBank, type BankHouse } from '../../../../test/setup/bank-imports.ts'
import { genuine } from '../../../../test/setup/genuine.ts'

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/bank')
const statements = genuine('bank-statements')

interface Sample {
  readonly file: string
  readonly account: { readonly bank: string; readonly number: string; readonly currency?: string }
  readonly lines: number
  /** printed sums by direction and currency */
  readonly sums: Readonly<Record<string, string>>
  /** what does not follow, by what it is called */
  readonly doubts?: Readonly<Record<string, number>>
  /** both figures of one that does not */
  readonly figures?: readonly [stated: string, found: string]
  /** money that moved, where states say that some did not */
  readonly moved?: Readonly<Record<string, string>>
  readonly genuineOnly?: true
  /** how the file ends that holds itself twice; a file of several statements knows the second one again */
  readonly twice?: 'done' | 'waiting'
}
const samples: readonly Sample[] = [
  {
    file: 'icbc-debit-v2.csv',
    account: { bank: 'icbc', number: '1234567890129876', currency: 'CNY' },
    lines: 11,
    sums: { 'CNY in': '2841.74', 'CNY out': '4241.08' },
    doubts: { 收入合计: 1, 支出合计: 1 },
  },
  {
    file: 'boc-debit.csv',
    account: { bank: 'boc', number: '6217850000003167', currency: 'CNY' },
    lines: 17,
    sums: { 'CNY in': '9821', 'CNY out': '9394.3' },
  },
  {
    file: 'cmb-debit.csv',
    account: { bank: 'cmb', number: '6214830000001111', currency: 'CNY' },
    lines: 5,
    sums: { 'CNY in': '1234', 'CNY out': '2013.14' },
    doubts: { 余额: 3 },
  },
  {
    file: 'bocom-debit.csv',
    account: { bank: 'bocom', number: '6222600000002222', currency: 'CNY' },
    lines: 6,
    sums: { 'CNY in': '11.25', 'CNY out': '114' },
    doubts: { 余额: 5 },
  },
  {
    file: 'citic-credit.xls',
    account: { bank: 'citic', number: '6226900000006688', currency: 'CNY' },
    lines: 13,
    sums: { 'CNY in': '1.41', 'CNY out': '1098.8' },
  },
  {
    file: 'hsbc-hk-debit.csv',
    account: { bank: 'hsbc', number: '123456789001' },
    lines: 10,
    sums: { 'HKD in': '13005.45', 'HKD out': '3526.5', 'CNY in': '12500' },
    doubts: { 余额: 1 },
  },
  {
    file: 'alipay.csv',
    account: { bank: 'alipay', number: 'xx@gmail.com', currency: 'CNY' },
    lines: 10,
    sums: { 'CNY in': '222228.5', 'CNY out': '211.64', 'CNY neutral': '247.37' },
    doubts: { 收入合计: 1, 支出合计: 1, 不计收支合计: 1, 笔数: 1 },
    // 交易关闭 moved no money
    moved: { 'CNY in': '222228.5', 'CNY out': '161.64' },
  },
  {
    file: 'wechat.csv',
    account: { bank: 'wechat', number: '测试', currency: 'CNY' },
    lines: 27,
    sums: { 'CNY in': '28.49', 'CNY out': '2904.53', 'CNY neutral': '26100.89' },
    doubts: { 收入合计: 1, 支出合计: 1, 不计收支合计: 1, 笔数: 1 },
  },
  {
    file: 'paypal-activity-en.csv',
    account: { bank: 'paypal', number: 'paypal@my-company.com' },
    lines: 76,
    // in less out is the net of the control totals, and the last balance of the file
    sums: { 'USD net': '1.9', 'EUR net': '43.34', 'AUD net': '0' },
    genuineOnly: true,
  },
  {
    file: 'paypal-statement-en.csv',
    account: { bank: 'paypal', number: 'paypal@other.com' },
    lines: 19,
    sums: { 'USD net': '280.3', 'EUR net': '0' },
    genuineOnly: true,
  },
  {
    file: 'ofx.ofx',
    account: { bank: 'other', number: '123456', currency: 'USD' },
    lines: 4,
    sums: { 'USD net': '-360' },
    genuineOnly: true,
    twice: 'done',
  },
  {
    file: 'camt053.xml',
    account: { bank: 'other', number: 'NL77ABNA0574908765', currency: 'EUR' },
    lines: 3,
    sums: { 'EUR net': '-12.99' },
    doubts: { 期末余额: 1 },
    figures: ['15121.12', '15555.28'],
    genuineOnly: true,
    twice: 'waiting',
  },
]
const contentOf = ({ file, genuineOnly }: Sample): Buffer => readFileSync(join(genuineOnly ? statements : fixtures, file))

let h: BankHouse
beforeAll(async () => {
  h = await openBank()
})
afterAll(() => h.close())

test.each(samples.map(sample => [sample.file, sample] as const))('%s comes to its lines, sums and balances', async (_file, sample) => {
  if (sample.genuineOnly && !existsSync(join(statements, sample.file))) return
  const accountId = await h.account(sample.account)
  const first = await h.import(sample.file, contentOf(sample), { accountId })
  expect(first.errors).toEqual([])
  expect(countsOf(first.doubts.map(doubt => doubt.what))).toEqual(sample.doubts ?? {})
  if (sample.figures) expect(first.doubts.map(doubt => [doubt.stated, doubt.found].map(canonical))).toEqual([sample.figures])
  const report = sample.doubts === undefined ? first : await h.accept(first.id)
  expect([report.state, report.lines.merged, report.lines.unchanged]).toEqual(['done', sample.lines, 0])
  expect(await h.sums(accountId, 'amount')).toMatchObject(sample.sums)
  if (sample.moved) expect(await h.sums(accountId, 'moved')).toMatchObject(sample.moved)
  expect(await h.findings(report.id)).toBe(report.doubts.length)

  // the same file again changes nothing
  const again = await h.import(sample.file, contentOf(sample), { accountId })
  const second = sample.doubts === undefined ? again : await h.accept(again.id)
  expect([second.state, second.lines.merged, second.lines.unchanged]).toEqual(['done', 0, sample.lines])
  expect(await h.sums(accountId, 'amount')).toMatchObject(sample.sums)
})

test.each(samples.map(sample => [sample.file, sample] as const))(
  '%s in another encoding, cut, and twice in itself',
  async (_file, sample) => {
    if (sample.genuineOnly && !existsSync(join(statements, sample.file))) return
    const accountId = await h.account(sample.account)
    const content = contentOf(sample)
    const isText = !sample.file.endsWith('.xls')
    const before = await h.sums(accountId, 'amount')
    const cut = await h.import(sample.file, content.subarray(0, Math.floor(content.length * 0.9)), { accountId })
    expect(['refused', 'waiting'], cut.errors[0]?.reason).toContain(cut.state)
    if (isText) {
      const twice = await h.import(sample.file, Buffer.concat([content, Buffer.from('\n'), content]), { accountId })
      expect([twice.state, twice.lines.merged]).toEqual([sample.twice ?? 'refused', 0])
      const text = new TextDecoder(sample.file.startsWith('alipay') ? 'gb18030' : 'utf-8').decode(content)
      for (const other of [Buffer.from(`\uFEFF${text}`, 'utf8'), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
        const asked = await h.import(sample.file, other, { accountId })
        const report = asked.state === 'waiting' ? await h.accept(asked.id) : asked
        expect([report.state, report.lines.merged, report.lines.unchanged], report.errors[0]?.reason).toEqual(['done', 0, sample.lines])
      }
    }
    expect(await h.sums(accountId, 'amount')).toEqual(before)
  },
)

const countsOf = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
