/** Statements as banks send them, MT940 and CAMT in the writing of each bank: read to the last line, or told what they are. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inChinese } from '#platform/declare/sentence.ts'
import type { Doubt, FileKind, Refusal } from '#platform/declare/file-kind.ts'
import type { SheetLine } from '#platform/declare/sheet-layout.ts'
import { add, canonical, negate, subtract } from '#platform/format/decimal.ts'
import { isSameNumber } from '#platform/server/imports/owner-of-file.ts'
import { sheetKind } from '#platform/server/imports/sheet-kind.ts'
import { openSource, surveyOf } from '#platform/server/imports/source.ts'
import {
  camtNotice,
  camtStatement,
  camtVersion8,
  mt940In,
  ofxBroker,
  ofxStatement,
  type Mt940Writing,
} from '../../../../test/setup/bank-files.ts'
import { openBank, type BankHouse } from '../../../../test/setup/bank-imports.ts'
import { genuineFolder } from '../../../../test/setup/genuine.ts'
import { bankLayouts } from './layouts.ts'

const kinds = bankLayouts.map(layout => sheetKind('bankStatement', layout) as FileKind)
const folder = mkdtempSync(join(tmpdir(), 'zhanggui-statements-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Read {
  readonly kind: string
  readonly owner: string
  readonly lines: readonly SheetLine[]
  readonly refusals: readonly string[]
  readonly doubts: readonly Doubt[]
  readonly notes: readonly string[]
}
const said = ({ line, column, value, reason }: Refusal): string => `${line} ${column} ${value} ${inChinese(reason)}`

/** Every statement of a file, or why none is read. */
async function readAll(content: string | Buffer): Promise<readonly Read[] | string> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const all: Read[] = []
  for (let part = 1, parts = 1; part <= parts; part += 1) {
    const opened = await openSource(path, kinds, part)
    if (!opened.ok) return inChinese(opened.reason)
    const { source } = opened
    parts = source.parts
    const survey = await surveyOf(source)
    const lines: SheetLine[] = []
    const refusals = survey.refusals.map(said)
    if (survey.format === null) return refusals.join()
    const sink = { line: (line: SheetLine) => void lines.push(line), refuse: (one: Refusal) => void refusals.push(said(one)) }
    const second = (source.kind as FileKind<unknown, unknown, SheetLine>).read(
      source.match,
      survey.format,
      { zone: 'UTC', currency: '' },
      sink,
    )
    for await (const rows of source.rows()) for (const row of rows) second.row(row)
    const { doubts = [], notes = [] } = second.end()
    const owner = survey.ownerMarks?.join() ?? ''
    all.push({ kind: source.kind.code, owner, lines, refusals, doubts, notes: [...source.notes, ...notes].map(inChinese) })
  }
  return all
}
async function statements(content: string | Buffer): Promise<readonly Read[]> {
  const read = await readAll(content)
  if (typeof read === 'string') throw new Error(read)
  return read
}
const netOf = (lines: readonly SheetLine[]): string =>
  canonical(lines.reduce((sum, { direction, amount }) => add(sum, direction === 'out' ? negate(amount) : amount), '0'))

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/bank')
const kept = genuineFolder
const filesIn = (name: string): [string, Buffer][] =>
  [join(fixtures, name), ...(kept === '' ? [] : [join(kept, `bank-${name}`)])]
    .filter(path => existsSync(path))
    .flatMap(path => readdirSync(path).map((file): [string, Buffer] => [`${path}/${file}`, readFileSync(join(path, file))]))
    .filter(([path]) => !path.endsWith('SOURCES.md'))

/** Line and amount of each `:61:`, read without the product. */
const entriesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^:61:\d{6}(?:\d{4}|\s+)?(R?[CD])[A-Z]?(\d[\d.,]*)/gm)].map(([, mark = '', amount = '']) => {
    const figure = canonical(
      amount
        .replace(',', '.')
        .replace(/\.$/, '')
        .replace(/^0+(?=\d)/, ''),
    )
    return mark === 'C' || mark === 'RD' ? figure : negate(figure)
  })

describe('MT940', () => {
  test.each(filesIn('mt940'))('%s: every entry with its sign', async (_path, content) => {
    const text = content.toString('utf8')
    const read = await statements(content)
    expect(read.flatMap(one => one.refusals)).toEqual([])
    const entries = read.flatMap(one => one.lines.map(line => (line.direction === 'out' ? negate(line.amount) : line.amount)))
    expect(entries.map(canonical)).toEqual(entriesOf(text))
    expect(entries).toHaveLength(text.split(/^:61:/m).length - 1)
    for (const { owner, kind } of read) {
      expect(kind).toBe('mt940')
      const account = /^:25:(.*?)(?:[A-Z]{3})?\s*$/gm
      expect(
        [...text.matchAll(account)].some(([, number = '']) => isSameNumber(number, owner)),
        owner,
      ).toBe(true)
    }
    // another end of line, and as it comes over a code page
    for (const other of [text.replaceAll(/\r?\n/g, '\r\n'), `\uFEFF${text}`])
      expect((await statements(other)).flatMap(one => one.lines.map(line => line.key))).toEqual(
        read.flatMap(one => one.lines.map(line => line.key)),
      )
  })

  const writings: Readonly<Record<string, Mt940Writing>> = {
    plain: {},
    'a head of lines': { above: ['ABNANL2A', '940', 'ABNANL2A'], end: '-' },
    'a head with a number': { above: ['0000 01INGBNL2AXXXX00001', '0000 01INGBNL2AXXXX00001', '940 00'], end: '-XXX' },
    'the number of the message': { above: [':940:'], end: '' },
    'blocks in braces': { above: ['{1:F01KNABNL2HAXXX0000000000}{2:I940KNABNL2HXXXXN}{4:'], end: '-}' },
    'blocks before the field': { above: [], first: '{1:F01BANKDEFFXXXX0000000000}{2:O940}{4:', end: '-}{5:{CHK:1}}' },
    'blanks for the day of the entry': { entry: '    ' },
    'blanks before the mark': { entry: '0803', gap: ' ' },
    'a code of funds': { funds: 'R' },
    'amounts without a comma': { amount: '150' },
    'amounts with a point': { amount: '150.00' },
    'amounts filled with zeros': { amount: '000000000150,00' },
    'amounts in groups': { amount: '0.000.150,00' },
    'an account with blanks': { account: 'DE02 1203 0000 0000 2020 51' },
    'an account behind its bank': { account: 'BANKDEFF/DE02120300000000202051' },
    'an account before its currency': { account: 'DE02120300000000202051EUR' },
    'an account and its currency': { account: 'DE02120300000000202051/EUR' },
    'a name behind the reference': { reference: 'NONREF          A TRADER' },
    'no reference': { reference: '' },
    'an account as the reference': { reference: 'NL47INGB9999999999' },
    'fields of its own': { information: [':NS:01526715', '15A TRADER', '33DEUTDEFF', '34DE44500105175407324931'] },
    'information in words': { information: [':86:/EREF/1/BENM//NAME/A TRADER/REMI/Invoice 4711/ISDT/2026-08-03'] },
  }
  test.each(Object.entries(writings))('%s', async (_name, writing) => {
    const [read, ...others] = await statements(mt940In(writing))
    expect(others).toEqual([])
    expect([read?.refusals, read?.doubts, read && netOf(read.lines)]).toEqual([[], [], '100'])
    expect(read?.lines.map(({ day, amount, direction, currency }) => [day, canonical(amount), direction, currency])).toEqual([
      ['2026-08-03', '150', 'in', 'EUR'],
      ['2026-08-04', '50', 'out', 'EUR'],
    ])
    expect(isSameNumber(read?.owner ?? '', 'DE02120300000000202051'), read?.owner).toBe(true)
    if (JSON.stringify(writing).includes('A TRADER')) expect(read?.lines[0]?.texts['counterparty']).toBe('A TRADER')
  })
  test('every two writings together', async () => {
    const all = Object.values(writings)
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const [read] = await statements(mt940In({ ...one, ...other }))
        expect([read?.refusals, read?.doubts, read?.lines.length, read && netOf(read.lines)], JSON.stringify({ ...one, ...other })).toEqual(
          [[], [], 2, '100'],
        )
      }
  })
  test('cut anywhere it is refused or asks, and loses no line in silence', async () => {
    const whole = mt940In({})
    for (let end = 30; end < whole.trimEnd().length - 3; end += 7) {
      const read = await readAll(whole.slice(0, end))
      if (typeof read === 'string') continue
      expect(
        read.every(one => one.refusals.length + one.doubts.length > 0 || one.lines.length === 2),
        String(end),
      ).toBe(true)
    }
  })
  test('a report within the day is told what it is', async () => {
    const interim = mt940In({})
      .replaceAll(/^:6[02]F:.*\r\n/gm, '')
      .replace(':61:', ':34F:EURD0,\r\n:13D:2608031200+0200\r\n:61:')
    expect(await readAll(interim)).toMatch(/MT942.*MT940/)
  })
})

describe('CAMT', () => {
  test.each(filesIn('camt'))('%s: every booked entry, or what it is', async (_path, content) => {
    const text = content.toString('utf8')
    const read = await readAll(content)
    if (!text.includes('<BkToCstmrStmt')) return expect(read).toMatch(/CAMT\.05[24].*CAMT\.053/)
    if (typeof read === 'string') throw new Error(read)
    expect(read.flatMap(one => one.refusals)).toEqual([])
    const booked = [...text.matchAll(/<Ntry>[\s\S]*?<\/Ntry>/g)].filter(([entry]) => !/<Sts>\s*(?:<Cd>)?\s*(?:PDNG|INFO|FUTR)/.test(entry))
    expect(read.flatMap(one => one.lines)).toHaveLength(booked.length)
    return expect(read.every(one => one.owner !== '')).toBe(true)
  })
  test('the version of 2019: states as codes, days with a time, parties one step deeper; what is pending is no line', async () => {
    const [read] = await statements(camtVersion8())
    expect([read?.owner, read?.refusals, read?.doubts]).toEqual(['DE02 1203 0000 0000 2020 51', [], []])
    expect(read?.lines.map(({ day, time, amount, direction, texts }) => [day, time, amount, direction, texts['counterparty']])).toEqual([
      ['2026-08-03', '13:15:00', '30', 'out', 'A SUPPLIER'],
      ['2026-08-04', null, '12.5', 'in', 'A CUSTOMER'],
    ])
    expect(read?.notes.join()).toMatch(/有 2 笔尚未入账/)
    // the same entries without those that are pending are the same lines
    const [without] = await statements(camtVersion8().replaceAll(/<Ntry><Amt Ccy="EUR">(?:5|7)\.00<[\s\S]*?<\/Ntry>\n/g, ''))
    expect(without?.lines.map(line => line.key)).toEqual(read?.lines.map(line => line.key))
    expect(without?.notes.join()).not.toMatch(/尚未入账/)
  })
  test('lines of the older version keep the key that they had', async () => {
    const party = (side: string): string =>
      `<${side}><Nm>${side}</Nm></${side}><${side}Acct><Id><IBAN>IBAN-${side}</IBAN></Id></${side}Acct>`
    const details = `<NtryDtls><TxDtls><Refs><InstrId>I1</InstrId></Refs><RltdPties>${party('Dbtr')}${party('Cdtr')}</RltdPties>
<RmtInf><Ustrd>first</Ustrd><Ustrd>second</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>add</AddtlNtryInf>`
    const [read] = await statements(
      camtStatement('82.50').replace('<Sts>BOOK</Sts>', `<Sts>BOOK</Sts><AcctSvcrRef>R1</AcctSvcrRef>${details}`),
    )
    expect(read?.lines.map(({ key, texts }) => [key, texts['counterparty'], texts['counterpartyAccount'], texts['purpose']])).toEqual([
      ['931a892edb0b91cdfe51b36a5e2f2c7a', 'Cdtr', 'IBAN-Cdtr', 'first second'],
      ['95d60292690e4c746daaa8a094f3617c', '', '', ''],
    ])
  })
  test('pending entries alone', async () => {
    expect(await readAll(camtVersion8().replaceAll('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>'))).toMatch(/没有数据行.*4 笔尚未入账/)
  })
  test.each([
    ['BkToCstmrDbtCdtNtfctn', '054', /CAMT\.054 收付款通知.*CAMT\.053/],
    ['BkToCstmrAcctRpt', '052', /CAMT\.052 日内明细.*CAMT\.053/],
  ])('%s is told what it is', async (element, number, expected) => {
    expect(await readAll(camtNotice(element, number))).toMatch(expected)
  })
  test('comments and character data', async () => {
    const [read] = await statements(
      camtVersion8().replace('<Nm>A SUPPLIER</Nm>', '<!-- <Ntry><Amt> --><Nm><![CDATA[A & SUPPLIER <x>]]></Nm>'),
    )
    expect(read?.lines[0]?.texts['counterparty']).toBe('A & SUPPLIER <x>')
  })
})

describe('OFX', () => {
  test.each([1, 2] as const)('a brokerage account in form %s: what cash moved', async form => {
    const [read] = await statements(ofxBroker(form))
    expect([read?.owner, read?.refusals]).toEqual(['7788 001', []])
    expect(
      read?.lines.map(({ day, amount, direction, texts }) => [day, amount, direction, texts['summary'], texts['counterparty']]),
    ).toEqual([
      ['2026-08-03', '1000', 'in', 'CREDIT', 'DEPOSIT'],
      ['2026-08-04', '501.25', 'out', 'BUYSTOCK', 'ACME INC'],
      ['2026-08-05', '12.5', 'in', 'INCOME DIV', 'ACME INC'],
      ['2026-08-06', '260', 'in', 'SELLSTOCK', 'ACME INC'],
    ])
    expect(read?.notes.join()).toMatch(/有 2 笔证券变动没有收付现金/)
  })
  test('a comma for the point, a payee, a text without an end, a currency of a line', async () => {
    const plain = ofxStatement(1)
    const [before] = await statements(plain)
    const [read] = await statements(
      plain
        .replaceAll(/<TRNAMT>(-?\d+)\n/g, '<TRNAMT>$1,00\n')
        .replace('<NAME>A &amp; B\n', '<CHECKNUM>\n<PAYEE><NAME>A &amp; B\n</PAYEE>\n')
        .replace('<DTPOSTED>20260824080000', '<DTPOSTED>20260824080000.000[-5:EST]'),
    )
    expect(read?.lines.map(line => line.key)).toEqual(before?.lines.map(line => line.key))
    expect(read?.lines[0]?.texts['counterparty']).toBe('A & B')
    const [foreign] = await statements(plain.replace('<FITID>a1\n', '<FITID>a1\n<CURRENCY><CURRATE>1.1\n<CURSYM>EUR\n</CURRENCY>\n'))
    expect(foreign?.lines.map(line => line.currency)).toEqual(['EUR', 'USD'])
  })
})

describe('in the product', () => {
  let h: BankHouse
  beforeAll(async () => {
    h = await openBank()
  })
  afterAll(() => h.close())
  test('an account written with blanks is found by its number without, and the other way round', async () => {
    const [plain, spaced] = [
      await h.account({ bank: 'other', number: 'DE02120300000000202051', currency: 'EUR' }),
      await h.account({ bank: 'other', number: 'DE44 5001 0517 5407 3249 31', currency: 'EUR' }),
    ]
    for (const [content, accountId] of [
      [mt940In({ account: 'DE02 1203 0000 0000 2020 51' }), plain],
      [camtVersion8(), plain],
      [mt940In({ account: 'DE44500105175407324931' }), spaced],
    ] as const) {
      const told = await h.import('x.sta', content)
      expect([told.state, told.ownerName, told.lines.merged], told.errors[0]?.reason).toEqual(['done', expect.any(String), 2])
      expect(await h.sums(accountId, 'amount')).toMatchObject({ 'EUR net': expect.any(String) })
    }
    // a line of money that is only announced is in no sum
    expect(subtract((await h.sums(plain, 'amount'))['EUR net'] ?? '0', '82.5')).toBe('0')
  })
  test('the dialog takes what banks call their files', async () => {
    const { data } = await h.clerk.post('/listField/getByType', { type: 'financeBankStatement' })
    expect(data.upload.accept).toEqual(expect.arrayContaining(['.sta', '.mt940', '.940', '.swi', '.xml', '.zip', '.ofx', '.qfx', '.qbo']))
  })
  test('a notice is refused with what to download, in the dialog and in the import', async () => {
    const told = await h.import('x.xml', camtNotice('BkToCstmrDbtCdtNtfctn', '054'))
    expect([told.state, told.errors[0]?.reason]).toEqual(['refused', expect.stringContaining('CAMT.053 对账单')])
  })
})
