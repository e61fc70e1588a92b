/** A list opens in its default order: where a table may be large an index has to serve it, or the first page sorts the whole table. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { houseTables } from '#platform/server/db/house-tables.ts'

/** Lists whose order no index serves yet; the list only shrinks. */
const notYetServed: ReadonlySet<string> = new Set([
  // bounded to 90 days and partitioned by month, but a page sorts what lies inside the bound
  'amazon_summary_line',
  'finance_cost_line',
])

/** Fields an index begins with; that of the organisation, which every statement fixes, does not count. */
const leads = (fields: readonly string[]): string | undefined => fields.filter(f => f !== 'orgId')[0]?.replace(/^-/, '')

/** Whether the default order can be walked along an index. Reference tables are small; the primary key `id` is an index of its own. */
export function isOrderServed(r: Pick<Resource, 'kind' | 'isView' | 'sort' | 'index' | 'unique' | 'key' | 'primary'>): boolean {
  if (r.kind === 'reference' || r.isView === true) return true
  const order = r.sort?.field ?? r.primary?.[0] ?? 'id'
  if (order === 'id') return r.primary === undefined
  const indexes = (r.index ?? []).map(one => ('on' in one ? [] : one))
  return [...indexes, ...(r.unique ?? []), r.key ?? [], r.primary ?? []].some(fields => leads(fields) === order)
}

test('every list of a table that may be large has an index for its default order', () => {
  const listed = [...areas.flatMap(a => a.resources), ...houseTables].filter(r => r.type !== undefined) as unknown as Resource[]
  expect(listed.length).toBeGreaterThan(10)
  const missing = listed.filter(r => !isOrderServed(r)).map(r => r.table)
  expect([...new Set(missing)].sort((a, b) => a.localeCompare(b))).toEqual([...notYetServed])
})

const root = join(import.meta.dirname, '../..')
/**
 * Statements that answer page by page and stand written out: their table and the first column of their order; null: ordered by what is
 * reckoned in them. An offset of 0 keeps a part of a query as one and answers no page.
 */
function writtenPages(): { readonly table: string; readonly column: string | null }[] {
  const sources = ['areas', 'platform/server'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(file => readFileSync(join(root, folder, file), 'utf8')),
  )
  const paged = /\.selectFrom\('(\w+)(?: as \w+)?'\)((?:(?!\.selectFrom\()[\s\S])*?)\.offset\((?!0\))/g
  return sources.flatMap(source =>
    [...source.matchAll(paged)].map(([, table = '', between = '']) => ({
      table,
      column: /\.orderBy\('(?:\w+\.)?(\w+)'/.exec(between)?.[1] ?? null,
    })),
  )
}

test('what answers page by page without being a declared list has an index for its order as well', () => {
  const tables = new Map(([...areas.flatMap(a => a.resources), ...houseTables] as unknown as Resource[]).map(r => [r.table, r]))
  const pages = writtenPages()
  // one record's history and one person's messages lie behind each other in an index of their own
  const servedOtherwise = new Set(['audit_entry', 'message'])
  const missing = pages.filter(({ table, column }) => {
    const r = tables.get(table)
    const field = Object.keys(r?.fields ?? {}).find(name => columnOf(name) === column) ?? 'id'
    return r === undefined || !isOrderServed({ ...r, sort: { field, way: 'DESC' } })
  })
  expect(missing.filter(one => !servedOtherwise.has(one.table))).toEqual([])
  expect(new Set(pages.map(one => one.table))).toEqual(new Set(['attendance_member', 'audit_entry', 'menu_log', 'message', 'stored_file']))
})

/**
 * A jump deep into a list walks the index of its order alone: what scope and bound ask must stand in it too
 * (platform/server/lists/paging.ts).
 */
test('lists of millions find a place by number without reading rows', () => {
  const millions = areas.flatMap(a => a.resources).filter(r => r.type !== undefined && r.byMonth !== undefined) as unknown as Resource[]
  const covered = (r: Resource): boolean =>
    (r.index ?? []).some(one => {
      const columns = ('on' in one ? [] : one).map(f => columnOf(f.replace(/^-/, '')))
      const asked = [...(r.scope.all ?? []).map(part => part.column), ...(r.bound ? [columnOf(r.bound.field)] : [])]
      return columns[0] === columnOf(r.sort?.field ?? '') && asked.every(column => columns.includes(column))
    })
  const missing = millions.filter(r => !notYetServed.has(r.table) && !covered(r)).map(r => r.table)
  expect(missing).toEqual([])
  expect(millions.length).toBeGreaterThan(1)
})

test.each<[boolean, string, Parameters<typeof isOrderServed>[0]]>([
  [true, 'small', { kind: 'reference', sort: { field: 'name', way: 'ASC' }, primary: undefined }],
  [true, 'by the key of its own', { kind: 'local', primary: undefined }],
  [false, 'no index', { kind: 'local', sort: { field: 'at', way: 'DESC' }, primary: undefined }],
  [true, 'behind the organisation', { kind: 'local', sort: { field: 'at', way: 'DESC' }, index: [['orgId', '-at']], primary: undefined }],
  [false, 'behind the shop', { kind: 'shop', sort: { field: 'at', way: 'DESC' }, index: [['shopId', '-at']], primary: ['shopId', 'at'] }],
  [
    false,
    'of some rows alone',
    { kind: 'local', sort: { field: 'at', way: 'DESC' }, index: [{ on: ['at'], where: 'at is not null' }], primary: undefined },
  ],
])('%s: %s', (expected, _what, r) => {
  expect(isOrderServed(r)).toBe(expected)
})
