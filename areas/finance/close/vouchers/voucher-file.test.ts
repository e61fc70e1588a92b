/** Files of vouchers as golden files have them, and what keeps a voucher out of one. No accounting software was at hand to read them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { inChinese } from '#platform/declare/sentence.ts'
import type { Entry, KnownAccount, KnownItem } from './build.ts'
import { fileOf } from './export.ts'
import { faultOf, gbkFaultOf } from './faults.ts'
import { builtInColumns, type FileFormat } from './file-words.ts'
import { inGbk, notInGbk } from './gbk.ts'
import { rowsOf, type VoucherToWrite, type Written } from './voucher-file.ts'
import { accountClasses, auxiliaryKinds } from './words.ts'

const golden = join(import.meta.dirname, '../../../../test/fixtures/vouchers')
const { customer, shop, supplier } = auxiliaryKinds
const account = (id: string, code: string, name: string, ...auxiliaries: number[]): [string, KnownAccount] => [
  id,
  { id, code, name, class: accountClasses.asset[0], auxiliaries, isStopped: false, bankAccountId: null },
]
const item = (id: string, kind: number, code: string, name: string): [string, KnownItem] => [id, { id, kind, code, name, shopIds: [] }]
const accounts = new Map([
  account('1', '1122', '应收账款-平台', customer[0], shop[0]),
  account('2', '6001', '主营业务收入', shop[0]),
  account('3', '660101', '销售费用-平台佣金'),
  account('4', '220201', '应付账款-运费', supplier[0]),
  account('5', '1002', '银行存款'),
  account('6', '6601', '销售费用'),
])
const written: Written = {
  companyName: '杭州远帆电子商务有限公司',
  baseCurrency: 'CNY',
  word: '记',
  wordCode: 'PZZ1',
  bookCode: '001',
  bookOrgCode: '100',
  rateTypeCode: 'HLTX01_SYS',
  preparer: '王芳',
  accounts,
  items: new Map([
    item('1', customer[0], 'K001', 'Amazon'),
    item('2', shop[0], 'D001', '远帆美国店'),
    item('3', supplier[0], 'G001', '深圳速运'),
  ]),
}
const entry = (no: number, accountId: string, side: Entry['side'], amount: string, base: string, more: Partial<Entry> = {}): Entry => ({
  no,
  summary: '2026-01 远帆美国店 平台收支',
  accountId,
  side,
  debit: side === 'debit' ? base : '0.00',
  credit: side === 'credit' ? base : '0.00',
  currency: 'USD',
  amount,
  rate: '7.1234567',
  cny: side === 'debit' ? base : base.startsWith('-') ? base.slice(1) : `-${base}`,
  items: {},
  ...more,
})
const ofShop = { customer: '1', shop: '2' }
const vouchers: readonly VoucherToWrite[] = [
  {
    title: '记-1',
    day: '2026-01-31',
    number: 1,
    entries: [
      entry(1, '1', 'debit', '300.33', '2139.39', { items: ofShop }),
      entry(2, '3', 'debit', '30.07', '214.20', { summary: '2026-01 远帆美国店 销售佣金, 含税' }),
      // a fee that came back, in red
      entry(3, '3', 'debit', '-1.00', '-7.12', { summary: '2026-01 远帆美国店 退款手续费' }),
      entry(4, '1', 'credit', '29.07', '207.08', { items: ofShop }),
      entry(5, '2', 'credit', '300.33', '2139.39', { summary: '2026-01 远帆美国店 商品销售额', items: { shop: '2' } }),
    ],
  },
  {
    title: '记-2',
    day: '2026-01-31',
    number: 2,
    entries: [
      entry(1, '4', 'debit', '1500.00', '1500.00', { currency: 'CNY', rate: '1', items: { supplier: '3' }, summary: '2026-01 银行' }),
      entry(2, '5', 'credit', '1500.00', '1500.00', { currency: 'CNY', rate: '1', summary: '2026-01 银行' }),
    ],
  },
]

async function bytesOf(format: FileFormat): Promise<Buffer> {
  return buffer(fileOf(format, builtInColumns[format], vouchers, written, 'x').blob)
}
async function textOfSheets(format: FileFormat): Promise<string> {
  const { sheets } = await readXlsx(await bytesOf(format))
  const cell = (value: unknown): string =>
    value instanceof Date ? value.toISOString().slice(0, 10) : typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return sheets.map(sheet => [`[${sheet.name}]`, ...sheet.rows.map(row => row.map(cell).join('\t').trimEnd()), ''].join('\n')).join('\n')
}

describe('golden files', () => {
  it('of Kingdee Cloud: keys above heads, a voucher told on its first row', async () => {
    await expect(await textOfSheets('cloud')).toMatchFileSnapshot(join(golden, 'kingdee-cloud.tsv'))
  })
  it('of Kingdee KIS', async () => {
    await expect(await textOfSheets('kis')).toMatchFileSnapshot(join(golden, 'kingdee-kis.tsv'))
  })
  it('of Yonyou U8, byte by byte in GBK', async () => {
    const expected = readFileSync(join(golden, 'yonyou-u8.txt'))
    const made = await bytesOf('u8')
    const decoder = new TextDecoder('gbk')
    expect(decoder.decode(made)).toBe(decoder.decode(expected))
    expect(made.equals(expected)).toBe(true)
  })
})

it('GBK is written as the platform reads it, and names what it has not', () => {
  const text = '填制凭证,V800 万里汇（Payoneer）€ 龘鿍'.replace('鿍', '')
  expect(new TextDecoder('gbk').decode(inGbk(text))).toBe(text)
  expect(notInGbk('记😀')).toBe('😀')
  expect(Buffer.from(inGbk('凭证')).toString('hex')).toBe('c6bed6a4')
})

describe('what keeps a voucher out', () => {
  const [first] = vouchers as readonly [VoucherToWrite]
  const said = (changed: Partial<Entry>, at = 0): string => {
    const entries = first.entries.map((one, n) => (n === at ? { ...one, ...changed } : one))
    const fault = faultOf({ ...first, entries }, accounts)
    return fault === null ? '' : inChinese(fault)
  }
  it('is said with the voucher and what to mend', () => {
    expect(said({})).toBe('')
    expect(said({ debit: '2139.40' })).toBe('凭证 记-1 借贷不平：借方 2346.48，贷方 2346.47，请重新生成')
    expect(said({ amount: '300.34' })).toBe('凭证 记-1 的 USD 借贷相差 0.01，请重新生成')
    expect(said({ cny: '2139.40' })).toBe('凭证 记-1 的人民币借贷相差 0.01，请重新生成')
    expect(said({ items: { shop: '2' } })).toContain('凭证 记-1 第 1 行的科目“应收账款-平台”缺少辅助核算：客户')
    expect(said({ accountId: '6' }, 1)).toContain('第 2 行的科目“销售费用”有下级科目')
    expect(said({ accountId: '77' })).toContain('凭证 记-1 第 1 行的科目“”已停用或不存在')
  })
  it('a character that GBK has not, by column', () => {
    const changed = { ...first, entries: first.entries.map(one => ({ ...one, summary: '佣金😀' })) }
    const fault = gbkFaultOf(changed, builtInColumns.u8, rowsOf('u8', builtInColumns.u8, [changed], written))
    expect(fault && inChinese(fault)).toContain('凭证 记-1 的“摘要”有 GBK 没有的字“😀”')
  })
})
