/**
 * Every kind of file that belongs to a shop, from the registry: taken once whatever it is saved as, nothing of a bad one kept, and the
 * state before given back when its imports are deleted. A kind without a sample fails here. As a workbook every kind is tried, as an old
 * workbook and in other character sets one of each layout (`npm test -- --all`: every one): they are read before a kind is known.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { areas } from '#areas/index.ts'
import { encode } from '../fixtures/amazon/encode.ts'
import { openImports, rowsStaged, type ImportHouse } from '../setup/amazon-imports.ts'
import { changedAmount, doubledLine, tableOf, textOf } from '../setup/file-table.ts'
import { kindSamples, type KindSample } from '../setup/kind-samples.ts'
import { lockedWorkbook, madeXls } from '../setup/made-xls.ts'
import { oneOfEachShape } from '../setup/shapes.ts'
import { madeZip, workbookOfRows } from '../setup/made-workbook.ts'

const families = areas.flatMap(area => area.families ?? []).filter(family => family.ownerOf === undefined)
const tables = [
  ...new Set(families.flatMap(family => (family.factTable === undefined ? family.monthTables : [family.factTable]))),
  'amazon_settlement',
  'amazon_line_seen',
  'market_line',
  'market_line_seen',
  'order_line_seen',
  'shop_sheet_seen',
  'fba_inventory_month',
  'walmart_proof',
  'ebay_earning_check',
  'ad_invoice_check',
  'import_claim',
  'import_finding',
]

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())

/** All facts, whichever import they are noted under. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const [row] = await h.sql(
    `select ${[...new Set(tables)]
      .map(
        t =>
          `(select count(*) || ':' || coalesce(md5(string_agg(v.line, '|' order by v.line)), '') from ${t} t
            cross join lateral (select (to_jsonb(t) - 'import_id' - 'id' - 'created_at')::text as line) v) as ${t}`,
      )
      .join(', ')}`,
  )
  return row as Readonly<Record<string, string>>
}

const codes = families.map(family => family.code)
test('every family of shops has a sample', () => {
  expect(Object.keys(kindSamples).toSorted()).toEqual(codes.toSorted())
})

test.each([...new Set(Object.values(kindSamples).map(sample => sample.path))])('%s takes no workbook under a password', async path => {
  for (const [name, content] of [
    ['new.xlsx', lockedWorkbook()],
    ['old.xls', madeXls([['a', 'b']], true)],
  ] as const) {
    const told = await h.import(name, content, { path })
    expect([told.state, JSON.stringify(told.errors)], name).toEqual(['refused', expect.stringContaining('密码')])
  }
})

/** What there is to see before a kind is known: separator, lines above the head, characters beyond ASCII. */
const layoutOf = (code: string): string => {
  const { content = '' } = kindSamples[code] ?? {}
  const table = tableOf(content, families.find(family => family.code === code)?.kinds[0])
  return table === null ? 'records' : `${table.separator} ${table.from > 1} ${/[^\u0000-\u007F]/.test(content)}`
}
const inEveryForm: ReadonlySet<string> = new Set(oneOfEachShape(codes, code => [layoutOf(code)]))

describe.each(codes)('%s', code => {
  const sample = kindSamples[code] as KindSample
  const kind = families.find(family => family.code === code)?.kinds[0]
  const table = tableOf(sample.content, kind)
  const bring = (name: string, content: Buffer | string, marketplace = sample.marketplace): Promise<ImportDetails> =>
    h.import(name, content, { path: sample.path, shopId: h.shop(marketplace), accept: true })
  const said = (told: ImportDetails): string => JSON.stringify([told.errors, told.notes])
  let before: Awaited<ReturnType<typeof everything>>
  let taken: Awaited<ReturnType<typeof everything>>
  let lines = 0

  test('taken once; again as a workbook, an old workbook, UTF-16 and GBK nothing is new', async () => {
    before = await everything()
    const told = await bring('first.txt', sample.content)
    expect(told, said(told)).toMatchObject({ state: 'done', lines: { refused: 0, unchanged: 0 } })
    lines = told.lines.merged
    expect(lines).toBeGreaterThan(0)
    taken = await everything()
    expect(taken).not.toEqual(before)
    const forms: [string, Buffer | string][] = [['again.txt', sample.content]]
    if (table !== null) {
      forms.push(['new.xlsx', workbookOfRows(table.rows)])
      if (inEveryForm.has(code))
        forms.push(['old.xls', madeXls(table.rows)], ['wide.txt', Buffer.from(`\uFEFF${sample.content.replace(/^\uFEFF/, '')}`, 'utf16le')])
      if (inEveryForm.has(code) && /[^\u0000-\u007F]/.test(sample.content))
        forms.push(['gbk.csv', encode(sample.content.replace(/^\uFEFF/, ''), 'gb18030')])
    } else forms.push(['marked.json', `\uFEFF${sample.content}`])
    for (const [name, content] of forms) {
      const again = await bring(name, content)
      expect(again, `${name} ${said(again)}`).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: lines } })
    }
    expect(await everything()).toEqual({ ...taken, ...(await seenOnly()) })
  })

  /** tables that note which imports met a line again */
  const seenOnly = async (): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(Object.entries(await everything()).filter(([name]) => name.endsWith('_seen')))

  test('cut, a formula, two files in one archive, another shop: refused, nothing kept', async () => {
    const there = await everything()
    const refused = async (name: string, content: Buffer | string, words: RegExp, marketplace?: string): Promise<void> => {
      const told = await bring(name, content, marketplace)
      expect([name, told.state], said(told)).toEqual([name, 'refused'])
      expect(said(told), name).toMatch(words)
    }
    const end = sample.content.trimEnd()
    const last = end.lastIndexOf('\n')
    await refused('cut.txt', table === null ? end.slice(0, -30) : end.slice(0, last + 1 + Math.floor((end.length - last) / 3)), /[一-鿿]/)
    await refused('two.zip', madeZip({ 'a.txt': sample.content, 'b.txt': sample.content }), /压缩包里有 2 个文件/)
    await refused('elsewhere.txt', sample.content, /店铺|币种|站点/, sample.elsewhere)
    if (table !== null) {
      const row = table.rows.findIndex((cells, at) => at >= table.from && cells.some(cell => cell !== ''))
      const column = Math.max(0, table.rows[row]?.findLastIndex(cell => /^-?\d/.test(cell)) ?? 0)
      await refused('formula.xlsx', workbookOfRows(table.rows, { row, column }), /没有计算结果的公式/)
    }
    expect(await everything()).toEqual(there)
    expect(await rowsStaged(h)).toBe(0)
  })

  test('a line that stands twice and a changed amount are told, and never lost', async () => {
    const doubledRows = table === null ? null : doubledLine(table)
    const twice = table === null || doubledRows === null ? doubledJson(sample.content) : textOf(doubledRows, table.separator)
    const made = (told: ImportDetails): string => (told.state === 'done' ? (told.lines.merged > 0 ? 'counted' : 'same') : told.state)
    const two = await bring('doubled.txt', twice)
    expect(made(two), said(two)).toBe(sample.doubled)
    if (table === null || sample.changed === null) return
    const other = await bring('changed.txt', changedAmount(table))
    expect(made(other), said(other)).toBe(sample.changed)
  })

  test('deleting its imports gives back the state before', async () => {
    const runs = await h.sql(`select id::text as id from import_run where state = 2 order by id desc`)
    for (const { id } of runs) {
      const told = await h.clerk.post('/fileImportHistory/delete', { id })
      expect(told.code, told.msg).toBe(0)
    }
    expect(await everything()).toEqual(before)
  })
})

/** The first record of the innermost list that is long enough to be one, once more. */
function doubledJson(content: string): string {
  const again = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length > 0 && typeof value[0] === 'object' ? [value[0], ...value] : value
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, again(one)]))
  }
  const document: unknown = JSON.parse(content)
  return JSON.stringify(Array.isArray(document) ? again(document) : again(document))
}
