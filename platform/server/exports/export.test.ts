import { buffer, text } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListQuery } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { integer } from '#platform/declare/fields.ts'
import { cleanText } from '../sheets/sheet-to-write.ts'
import { stylesXml } from '../sheets/sheet-styles.ts'
import { field } from '../sheets/write-csv.ts'
import { exportColumns } from './columns.ts'
import { exportOfList } from './export.ts'
import { anyTable } from '../db/any-table.ts'
import { listOf } from '../lists/list.ts'
import { rowsQuery } from '../lists/query.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { addRecord } from '../verbs/record.ts'
import type { ListBooks } from '../../../test/setup/list-books.ts'
import { parcel, parcelBooks } from '../../../test/setup/parcels.ts'

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await parcelBooks()
  me = b.as('1')
})
afterAll(() => b.close())

const added = (name: string, more: object = {}): Promise<{ id: string }> => addRecord(me, parcel, { name, ...more })

describe('export', () => {
  const sheets = async (ask: Parameters<typeof exportOfList>[2]) =>
    (await readXlsx(await buffer((await exportOfList(me, parcel, ask)).blob))).sheets

  test('equals the filter, exact, with names instead of codes, and says what it is', async () => {
    const [rows, notes] = await sheets({
      headers: ['品名', '价格', '状态', '箱子'],
      fields: ['name', 'price', 'state', 'boxId'],
      query: { conditionList: [{ field: 'coin', condition: 'EQ', value: 'USD' }], sortField: 'price', sortWay: 'ASC' },
    })
    expect(rows?.rows).toEqual([
      ['品名', '价格', '状态', '箱子'],
      ["戊'; drop table parcel --", 0.0001, '已寄', '大箱'],
      ['ABC', 1, '待寄', '大箱'],
      ['甲', 10.01, '待寄', '大箱'],
      ['乙', 20.02, '已寄', '小箱'],
    ])
    expect(JSON.stringify(notes?.rows)).toMatch(/USD.*王芳.*Asia\/Shanghai/)
    // in words, as the list's own filter bar would say it
    expect(notes?.rows.find(row => row[0] === '筛选')).toEqual(['筛选', '币种等于 USD'])
  })

  test('numbers that name something are written without thousand separators, counts with them', async () => {
    const lines = { ...parcel, fields: { ...parcel.fields, line: integer('行号', 'Line', { identifier: true }) } }
    const kinds = exportColumns(me, lines, { headers: ['行号', '件数'], fields: ['line', 'pieces'] }).map(one => one.column.kind)
    expect(kinds).toEqual(['serial', 'integer'])
    expect(stylesXml()).toMatch(/formatCode="0"/)
  })

  test('cells that look like formulas are text', async () => {
    const made = await Promise.all(['=1+1', '+1', '-1+2', '@SUM(A1)'].map(name => added(name)))
    const [sheet] = await sheets({ headers: ['名称'], fields: ['name'], ids: made.map(m => m.id) })
    expect(sheet?.rows.slice(1).flat().sort()).toEqual(['+1', '-1+2', '=1+1', '@SUM(A1)'])
    expect(JSON.stringify([...(sheet?.cells?.values() ?? [])])).not.toMatch(/formula/i)
    await removeRecords(
      me,
      parcel,
      made.map(m => m.id),
    )
  })

  test('any text comes through as the writer of a single cell would have it, whatever the database makes of it', async () => {
    const notes = [
      '-5',
      '-5.0',
      '=1+1',
      '＝1',
      '@x',
      ' a',
      'a ',
      'a b',
      'a  b',
      '\ttab',
      'a\tb',
      'a\nb',
      'a\r\nb',
      '\\',
      '\\N',
      '\\t',
      '"q"',
      'a,b',
    ]
    notes.push('a\u001cb', 'a\u001db\u001ec\u001fd', '\u001e', '𠮷', '<&>', 'a_x0041_b', '、', 'x'.repeat(300), '\u00a0a', '1e5')
    for (const [at, note] of notes.entries())
      await added(`奇${String(at).padStart(2, '0')}`, { note: `${note}|`, price: at % 2 ? '-1.5' : '0.25' })
    // a form trims what it is given: these stand there as they are
    await b.run(
      `update parcel set note = rtrim(note, '|'), sent_on = '1899-12-31', seen_at = '2026-02-28T16:00:00.5Z' where name like '奇%'`,
    )
    const fields = ['note', 'price', 'urgent', 'sentOn', 'seenAt', 'boxId', 'state']
    const ask = { headers: fields, fields, query: { name: '奇' } }
    const rest = (at: number): string => `${at % 2 ? '-1.5000' : '0.2500'},否,1899-12-31,2026-03-01T00:00:00.5+08:00,,待寄`
    const lines = (await text((await exportOfList(me, parcel, { ...ask, format: 'csv' })).blob))
      .split('\r\n')
      .filter(line => line.includes(',否,'))
    const stored = (await b.rows<{ note: string }>(`select note from parcel where name like '奇%' order by name`)).map(row => row.note)
    expect(lines.map(line => line.replace('\n', '\\n'))).toEqual(
      stored.map((note, at) => `${field(note, 'text')},${rest(at)}`.replace('\n', '\\n')),
    )
    const [sheet] = await sheets(ask)
    const cells = sheet?.rows.slice(1).map(row => String(row[0] ?? ''))
    await b.run(`delete from parcel where name like '奇%'`)
    expect(cells).toEqual(stored.map(note => cleanText(note)))
  })

  test('is one snapshot: what changes while it streams is not in it', async () => {
    const twice = me.snapshot(async function* (db) {
      for (let n = 0; n < 2; n++) yield* rowsQuery(anyTable(db), parcel, { where: [], order: [] }, ['name']).stream(2)
    })
    const found: string[] = []
    for await (const row of twice) {
      if (found.length === 0) await added('迟到')
      found.push(String(row['name']))
    }
    expect(found).toHaveLength(12)
    expect(found).not.toContain('迟到')
    const [late] = (await listOf(me, parcel, { name: '迟到' } as ListQuery)).list
    await removeRecords(me, parcel, [late?.id ?? ''])
  })

  test('is whole beside a call that never ends, though it waits between its pieces', async () => {
    await b.run(
      `insert into parcel (org_id, name, note, state, urgent) select 1, '箱' || n, repeat('长', 100), 1, false
        from generate_series(1, 5000) as n`,
    )
    const end = me.house.peoplesCalls.begin()
    const query = { name: '箱' } as ListQuery
    const { blob } = await exportOfList(me, parcel, { headers: ['名称', '备注'], fields: ['name', 'note'], query, format: 'csv' })
    const lines = (await text(blob)).split('\r\n')
    end()
    expect(new Set(lines.filter(line => line.startsWith('箱'))).size).toBe(5_000)
    await b.run(`delete from parcel where name like '箱%'`)
  })

  test('holds rows longer than a piece, between and behind shorter ones', async () => {
    await b.run(
      `insert into parcel (org_id, name, note, state, urgent) select 1, '长箱' || n, repeat('x', case when n % 3 = 0 then 70000
        else 30000 end), 1, false from generate_series(1, 9) as n`,
    )
    const query = { name: '长箱' } as ListQuery
    const { blob } = await exportOfList(me, parcel, { headers: ['名称', '备注'], fields: ['name', 'note'], query, format: 'csv' })
    const lines = (await text(blob)).split('\r\n').filter(line => line.startsWith('长箱'))
    const lengthOf = Object.fromEntries(lines.map(line => line.split(',')).map(([name = '', note = '']) => [name, note.length]))
    expect(lengthOf).toEqual(
      Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`长箱${at + 1}`, (at + 1) % 3 === 0 ? 70_000 : 30_000])),
    )
    await b.run(`delete from parcel where name like '长箱%'`)
  })

  test('refused: nothing to export, unknown fields, heads that do not match, foreign rows', async () => {
    await expect(
      sheets({ headers: [], fields: [], query: { conditionList: [{ field: 'name', condition: 'EQ', value: '无' }] } }),
    ).rejects.toMatchObject({ code: 1002, message: '没有数据，无法导出' })
    await expect(sheets({ headers: ['a'], fields: ['org_id'] })).rejects.toMatchObject({ code: 1002, message: '未知的字段 org_id' })
    await expect(sheets({ headers: ['a', 'b'], fields: ['name'] })).rejects.toMatchObject({ code: 1002 })
    const [foreign] = await b.rows<{ id: string }>('select id from parcel where org_id = 2')
    await expect(sheets({ headers: ['a'], fields: ['name'], ids: [foreign?.id ?? ''] })).rejects.toMatchObject({
      message: '没有数据，无法导出',
    })
    await expect(sheets({ headers: ['a'], fields: ['name'], ids: ['x'] })).rejects.toMatchObject({ code: 1004 })
  })
})
