/**
 * What is suggested of a file reads it: files of every shape that banks print, written from choices, each suggested as if nobody knew it
 * and read to the last line by the suggestion alone.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { suggestFile } from '#platform/server/imports/suggest-file.ts'
import { bankLayouts } from './layouts.ts'
import { taughtWords } from './tables.ts'
import { camtNotice, camtVersion8, mt940In } from '../../../../test/setup/bank-files.ts'
import { fileOfLayout } from '../../../../test/setup/layout-file.ts'
import { textOf } from '../../../../test/setup/file-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-suggest-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function suggestedOf(content: string, ownerNumber: string | null = null) {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  const needed = [
    ['dayHead', 'amountHead'],
    ['dayHead', 'incomeHead', 'outgoHead'],
  ]
  const told = await suggestFile({ path, words: taughtWords, ownerNumber, currency: 'CNY', headLine: null, values: null, needed })
  if (told.say === 'unreadable') throw new Error(JSON.stringify(told.reason))
  return { values: told.suggested.values, headLine: told.suggested.headLine, tried: told.tried }
}

interface Row {
  readonly day: string
  /** with its sign */
  readonly amount: string
  readonly balance: string
}
const rowsOf = (count: number): Row[] => {
  let balance = 100_000
  return Array.from({ length: count }, (_, at) => {
    const cents = ((at * 7919) % 90_000) + 101
    const signed = at % 3 === 1 ? -cents : cents
    balance += signed
    const text = (n: number): string => (n / 100).toFixed(2)
    return { day: `2026-08-${String((at % 28) + 1).padStart(2, '0')}`, amount: text(signed), balance: text(balance) }
  })
}
const unsigned = (amount: string): string => amount.replace('-', '')
const isIn = (amount: string): boolean => !amount.startsWith('-')

type Cells = (row: Row) => string[]
const amounts: Readonly<Record<string, readonly [heads: string[], cells: Cells]>> = {
  signed: [['金额'], ({ amount }) => [amount]],
  'two columns': [['收入金额', '支出金额'], ({ amount }) => (isIn(amount) ? [unsigned(amount), ''] : ['', unsigned(amount)])],
  'two columns with zeros': [
    ['贷方发生额', '借方发生额'],
    ({ amount }) => (isIn(amount) ? [unsigned(amount), '0.00'] : ['0.00', unsigned(amount)]),
  ],
  'a word': [['借贷标志', '交易金额'], ({ amount }) => [isIn(amount) ? '贷' : '借', unsigned(amount)]],
  // the column that has figures
  'two empty columns before the amount': [['收入金额', '支出金额', '发生额'], ({ amount }) => ['', '', amount]],
  'an amount abroad that is mostly empty': [['交易金额', '入账金额'], ({ amount, day }) => [day.endsWith('01') ? '9.99' : '', amount]],
  'a head that stands twice': [['金额', '金额'], ({ amount }) => [amount, '1.00']],
  'a limit that is called so': [['可用额度金额', '金额'], ({ amount }) => [amount === '' ? '' : '', amount]],
}
const preambles: Readonly<Record<string, string[][]>> = {
  none: [],
  'one cell': [['某银行账户明细'], ['账号：6222 0000 1234 5678']],
  pairs: [
    ['账号', '6222000012345678', '户名', '某公司'],
    ['起始日期', '2026-08-01', '终止日期', '2026-08-31'],
    ['币种', '人民币', '笔数', '12'],
  ],
  'as wide as the lines': [
    ['查询时间', '2026-09-01', '打印人', '张三', '网点', '杭州', '备注'],
    ['账号', '6222000012345678', '户名', '某公司', '币种', '人民币', ''],
    [],
  ],
  'brought forward': [['账号:', '6222000012345678']],
}
const closings: Readonly<Record<string, (rows: readonly Row[]) => string[][]>> = {
  none: () => [],
  'a sum': () => [['合计', '', '共 9 笔']],
  'a sum in another cell': () => [['', '本期合计：', '']],
  'several lines': () => [['收入合计：12 笔'], ['支出合计：6 笔'], ['打印日期：', '2026-09-01'], ['***以下无数据***']],
  'a day of printing': () => [
    ['合计', '', '共 9 笔'],
    ['打印日期：', '2026-09-01'],
  ],
  'a closing balance': rows => [['期末余额', rows.at(-1)?.balance ?? '']],
}
const days: Readonly<Record<string, (day: string) => string>> = {
  iso: day => day,
  compact: day => day.replaceAll('-', ''),
  'day first, never above twelve': day =>
    `${String((Number(day.slice(8)) % 12) + 1).padStart(2, '0')}/0${(Number(day.slice(8)) % 3) + 6}/2026`,
}
const marks: Readonly<Record<string, (amount: string) => string>> = {
  point: amount => amount,
  comma: amount => amount.replace('.', ','),
  thousands: amount => `"${amount.replace(/(\d)(?=(\d{3})+\.)/g, '$1,')}"`,
}

interface Shape {
  readonly amount: keyof typeof amounts
  readonly preamble: keyof typeof preambles
  readonly closing: keyof typeof closings
  readonly mark: keyof typeof marks
  readonly day: 'iso' | 'compact'
  readonly withBalance: boolean
  readonly count: number
}
const separatorOf = (mark: string): string => (mark === 'comma' ? ';' : ',')
function fileOf({ amount, preamble, closing, mark, day, withBalance, count }: Shape): { content: string; rows: Row[]; headLine: number } {
  const rows = rowsOf(count)
  const [heads, cells] = amounts[amount] as (typeof amounts)[string]
  const written = (cell: string): string => (/^-?\d+\.\d\d$/.test(cell) ? (marks[mark]?.(cell) ?? cell) : cell)
  const above = preambles[preamble] ?? []
  const head = ['交易日期', ...heads, ...(withBalance ? ['余额'] : []), '摘要']
  const forward = preamble === 'brought forward' && withBalance ? [['', ...heads.map(() => ''), '1000.00', '承前页']] : []
  const lines = rows.map(row => [days[day]?.(row.day) ?? row.day, ...cells(row), ...(withBalance ? [row.balance] : []), '货款'])
  const all = [...above, head, ...forward, ...lines, ...(closings[closing]?.(rows) ?? [])]
  const content = `${all.map(one => one.map(written).join(separatorOf(mark))).join('\n')}\n`
  return { content, rows, headLine: above.length + 1 }
}

const shapes: Shape[] = []
for (const amount of Object.keys(amounts))
  for (const preamble of Object.keys(preambles))
    for (const closing of Object.keys(closings))
      for (const withBalance of [true, false]) {
        const at = shapes.length
        const mark = (['point', 'comma', 'thousands'] as const)[at % 3] ?? 'point'
        shapes.push({ amount, preamble, closing, withBalance, mark, day: at % 2 === 0 ? 'iso' : 'compact', count: at % 5 === 0 ? 75 : 9 })
      }

test.each(Object.keys(amounts))('amounts as %s: every line is read', async amount => {
  for (const shape of shapes.filter(one => one.amount === amount)) {
    const { content, rows, headLine } = fileOf(shape)
    const { values, tried, headLine: found } = await suggestedOf(content)
    const told = JSON.stringify({ shape, values, faults: tried?.refusals.slice(0, 2), doubts: tried?.doubts.slice(0, 2) })
    expect([found, tried?.refused, tried?.read, tried?.doubts.length], told).toEqual([headLine, 0, rows.length, 0])
    expect(
      tried?.lines.map(line => (line.direction === 'out' ? '-' : '') + line.amount),
      told,
    ).toEqual(rows.slice(0, 8).map(row => canonical(row.amount)))
  }
})

test('every layout of ours, as if nobody knew it', async () => {
  for (const layout of bankLayouts.filter(one => one.tagged === undefined)) {
    const { rows, separator } = fileOfLayout(layout, '6222000012345678')
    const { tried, values } = await suggestedOf(textOf(rows, separator))
    expect([layout.code, tried?.refused, tried?.read], JSON.stringify({ values, faults: tried?.refusals })).toEqual([layout.code, 0, 4])
  }
})

test.each([
  ['6222 0000 1234 5678', '账号：6222 0000 1234 5678', '账号'],
  ['6222000012345678', '账号：6222 0000 1234 5678', '账号'],
  ['6222 0000 1234 5678', '账号,6222000012345678,户名,某公司', '账号'],
  ['GB29NWBK60161331926819', 'IBAN: GB29 NWBK 6016 1331 9268 19', 'IBAN'],
])('the number %s is found in “%s”', async (number, above, word) => {
  const { values } = await suggestedOf(`${above}\n交易日期,金额,摘要\n2026-08-01,1.00,a\n2026-08-02,-2.00,b\n`, number)
  expect(values['numberWord']).toBe(word)
})

test('days that can be read both ways are read as they rise', async () => {
  const rows = ['03/08/2026', '04/08/2026', '02/09/2026'].map(day => `${day},1.00`)
  expect((await suggestedOf(`Date,Amount\n${rows.join('\n')}\n`)).tried?.lines.map(line => line.day)).toEqual([
    '2026-08-03',
    '2026-08-04',
    '2026-09-02',
  ])
})
test.each([
  [camtNotice('BkToCstmrDbtCdtNtfctn', '054'), /CAMT\.054.*CAMT\.053/],
  [camtVersion8(), /不用教版式，请直接导入/],
  [mt940In({}), /不用教版式，请直接导入/],
])('a document that banks share is not taught', async (content, expected) => {
  await expect(suggestedOf(content)).rejects.toThrow(expected)
})
test('three letters that are no currency are none', async () => {
  const { values, tried } = await suggestedOf('Date,Type,Amount\n2026-08-01,ATM,1.00\n2026-08-02,POS,-2.00\n')
  expect([values['currencyHead'], tried?.read, tried?.refused]).toEqual([undefined, 2, 0])
})
