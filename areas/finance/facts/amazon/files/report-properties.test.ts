/**
 * Made-up reports, written in every language, print, encoding and order of columns, are read back to the same money on the same days;
 * whatever is broken in them is counted.
 */
import { describe, expect, test } from 'vitest'
import { encode, type WrittenEncoding } from '../../../../../test/fixtures/amazon/encode.ts'
import { bytesOf, lines as written, marketplaceReports, textOf } from '../../../../../test/fixtures/amazon/marketplace-files.ts'
import { headOf } from '../../../../../test/fixtures/amazon/marketplace-heads.ts'
import { readMoneyBytes, type ReadFile } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import { amountColumns, reportLanguages, type ReportColumn, type ReportLanguage } from './header-columns.ts'
import type { TransactionLine } from './lines.ts'
import { moneyText } from './numbers.ts'
import { unifiedColumns } from './transaction-report.ts'
import {
  japanZone,
  pacificZone,
  totalOf,
  utcZone,
  writeTransactionReport,
  type ReportStyle,
  type WrittenTransaction,
} from './write-report.ts'

/** Numbers below `limit`, the same at every run. */
function chanceOf(seed: number): (limit: number) => number {
  let state = BigInt(seed)
  return limit => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 18446744073709551616n
    return Number((state >> 33n) % BigInt(limit))
  }
}

const types = ['order', 'refund', 'transfer', 'serviceFee', 'adjustment', 'Never heard of'] as const
/** without the columns that only some lands have: every language has a name for these */
const columns: readonly ReportColumn[] = unifiedColumns.filter(
  c => !['accountType', 'taxModel', 'regulatoryFee', 'regulatoryFeeTax'].includes(c) && !c.endsWith('Tax'),
)
const money = amountColumns.filter(column => columns.includes(column))

function madeUp(seed: number): WrittenTransaction[] {
  const chance = chanceOf(seed)
  return Array.from({ length: 5 + chance(20) }, (_, n): WrittenTransaction => {
    const type = types[chance(types.length)] ?? 'order'
    const isOrder = type === 'order' || type === 'refund'
    const amounts = Object.fromEntries(
      money
        .filter(() => chance(3) === 0)
        .map(column => [
          column,
          moneyText(BigInt(chance(3) === 0 ? chance(2_000_000_000) : chance(99_999)) * (chance(2) === 0 ? 100n : -100n), 2),
        ]),
    )
    return {
      epochMs: Date.UTC(2025, chance(12), 1 + chance(28), chance(24), chance(60), chance(60)),
      settlementId: '25671855822',
      type,
      description: ['Lamp, 12" wide', 'two\nlines', 'a;b', 'tab\there', ''][chance(5)] ?? '',
      ...(isOrder ? { orderId: `404-00000${n}-0000001`, sku: `S-${chance(4)}`, quantity: 1 + chance(3) } : {}),
      // one line that proves the decimal mark, as any file of a real seller has
      amounts: n === 0 ? { productSales: '12.50', sellingFees: '-1.25' } : amounts,
    }
  })
}

const zones: Readonly<Partial<Record<ReportLanguage, ReportStyle['zone']>>> = {
  en: pacificZone,
  'es-MX': pacificZone,
  'pt-BR': pacificZone,
  ja: japanZone,
}
const encodings: Readonly<Partial<Record<ReportLanguage, WrittenEncoding>>> = {
  de: 'windows-1252',
  fr: 'windows-1252',
  pl: 'windows-1250',
  tr: 'windows-1254',
}
const read = (content: Buffer | string): Promise<ReadFile<TransactionLine>> =>
  readMoneyBytes<TransactionLine>(content, { zone: 'UTC', currency: 'EUR' })
const facts = (lines: readonly TransactionLine[]): unknown[] =>
  lines.map(l => [l.key, l.postedAt, l.postedOn, l.total, l.amounts, l.quantity])
const textIn = (made: readonly WrittenTransaction[], style: Partial<ReportStyle> = {}): string =>
  [
    ...writeTransactionReport(made, {
      language: 'en',
      currency: 'EUR',
      columns,
      numbers: '1,234.56',
      dates: 'american',
      zone: utcZone,
      ...style,
    }),
  ].join('')

describe('every language and print', () => {
  test.each(reportLanguages)('%s', async language => {
    const chance = chanceOf(reportLanguages.indexOf(language) + 71)
    for (let round = 0; round < 6; round++) {
      const made = madeUp(chance(1_000_000))
      const reference = await read(textIn(made))
      expect([reference.refusals, reference.lines.length]).toEqual([[], made.length])
      expect(reference.lines.map(l => moneyText(BigInt(Math.round(Number(l.total) * 100)) * 100n, 2))).toEqual(
        made.map(l => (totalOf(l) === '0' ? '0.00' : totalOf(l))),
      )
      const numbers = (['1,234.56', '1.234,56', '1 234,56', "1'234.56", '1234.56', '1234,56'] as const)[chance(6)] ?? '1234.56'
      const named = language === 'ja' ? ('slashed' as const) : ('named' as const)
      const dates = ([named, 'dotted', 'slashed'] as const)[chance(3)] ?? named
      const separator = ([',', ';', '\t'] as const)[chance(3)] ?? ','
      // a cell of several lines is no cell of a tabbed file
      const lines = separator === '\t' ? made.map(l => ({ ...l, description: '' })) : made
      const shuffled = [...columns].sort(() => chance(3) - 1)
      const text = textIn(lines, { language, numbers, dates, separator, columns: shuffled, zone: zones[language] ?? utcZone })
      // the no-break space of the thousands is lost in the code pages of China and Japan
      const eastern = numbers === '1 234,56' ? 'utf-8' : language === 'ja' ? 'shift_jis' : 'gb18030'
      const page = encodings[language] ?? eastern
      const encoding = (['utf-8', 'utf-8-mark', 'utf-16le-mark', 'utf-16be-mark', page] as const)[chance(5)] ?? 'utf-8'
      const file = await read(encode(text, encoding))
      expect([file.reason, file.refusals], `${language} ${numbers} ${dates} ${separator} ${encoding}`).toEqual(['', []])
      const expected = separator === '\t' ? (await read(textIn(lines))).lines : reference.lines
      expect(facts(file.lines), `${language} ${numbers} ${dates} ${separator} ${encoding}`).toEqual(facts(expected))
    }
  })
})

test('of lines that are broken and lines that are not, each is counted once', async () => {
  const chance = chanceOf(5)
  for (let round = 0; round < 20; round++) {
    const made = madeUp(chance(1_000_000)).map(l => ({ ...l, description: '' }))
    const rows = textIn(made).trimEnd().split('\n')
    const head = rows.length - made.length
    const broken = rows.map((row, n) => (n >= head + 1 && chance(3) === 0 ? row.replace(/"[^"]*"$/, '"77.01"') : row))
    const expected = broken.flatMap((row, n) => (row === rows[n] ? [] : [n + 1]))
    const file = await read(`${broken.join('\n')}\n`)
    expect([...new Set(file.refusals.map(r => r.line))]).toEqual(expected)
    expect(file.lines.length + expected.length).toBe(made.length)
  }
})

describe('what happens to a file on its way', () => {
  const report = (name: string) => marketplaceReports.find(r => r.name === name) ?? marketplaceReports[0]!
  const [italian, jp, br] = [report('it'), report('co.jp in UTF-8'), report('com.br')]
  const outcome = async (content: Buffer | string): Promise<unknown> => {
    const file = await read(content)
    return { reason: file.reason, refusals: file.refusals, count: file.lines.length, lines: facts(file.lines) }
  }
  const untouched = async (name: (typeof marketplaceReports)[number]): Promise<unknown> => {
    const whole = await outcome(bytesOf(name))
    return { ...(whole as object), reason: '', refusals: [], count: written.length }
  }
  test.each([
    ['it', italian],
    ['co.jp', jp],
    ['com.br', br],
  ] as const)('one byte of %s is damaged', async (_name, of) => {
    const bytes = Buffer.from(textOf(of))
    const at = bytes.indexOf('white')
    expect(await outcome(Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]))).toEqual(await untouched(of))
  })
  test('a column that nobody knows, without money of its own, in the midst', async () => {
    expect(
      await outcome(
        textOf(italian)
          .split('\n')
          .map((row, n) => (n < 2 ? row : row.replace('","', n === 2 ? '","Nuova colonna","' : '","x","')))
          .join('\n'),
      ),
    ).toEqual(await untouched(italian))
  })
  test('empty cells at the end of each line, empty lines between', async () => {
    expect(await outcome(textOf(br).replaceAll('\n', ',,\r\n\r\n'))).toEqual(await untouched(br))
  })
  test('a line that is quoted as a whole is refused with what to do', async () => {
    const file = await read(
      textOf(italian)
        .split('\n')
        .map(row => (row === '' ? '' : `"${row.replaceAll('"', '""')}"`))
        .join('\n'),
    )
    expect(file.reason).toMatch(/挤在同一列.*原始文件/)
  })
  test('an XML report says which one to download', async () => {
    expect((await read('<?xml version="1.0"?><AmazonEnvelope><SettlementReport/></AmazonEnvelope>')).reason).toMatch(/XML.*平面文件/)
  })
  test('heads of tax columns that no table knows take their place', async () => {
    const head = headOf('it')
      .filter(h => h.column.endsWith('Tax'))
      .map(h => h.printed)
    expect(head.length).toBeGreaterThan(3)
    expect(await outcome(head.reduce((text, name, n) => text.replace(`"${name}"`, `"imposta nuova ${n}"`), textOf(italian)))).toEqual(
      await untouched(italian),
    )
  })
})
