/** Files belong to owners of any kind: here to a warehouse, of an area that nothing else knows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '../open-house.ts'
import { registryOf } from '../registry-of.ts'
import { runResourceImport } from './resource-import.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import { stockArea } from '../../../test/setup/stock-area.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports(undefined, false, false, [stockArea])
})
afterAll(() => h.close())

const path = '/StockMove/importData'
const bill = (total: string): string =>
  `Warehouse W01,\nTotal ${total},\nDay,Kind,Remark,Fee\n2026-08-01,Rent,hall,10.00\n2026-08-02,Rent,,5.50\n`

test('a file of a warehouse: merged once, taken back whole; its total is held', async () => {
  const as = await h.signIn('admin')
  const first = await h.import('1.csv', bill('15.50'), { path, as })
  const again = await h.import('2.csv', bill('15.50'), { path, as })
  expect([first.state, first.ownerName, first.lines.merged, again.lines.merged, again.lines.unchanged]).toEqual([
    'done',
    '杭州总仓',
    2,
    0,
    2,
  ])
  expect((await h.sql('select fee::text as fee, note from stock_move order by id')).map(row => [row['fee'], row['note']])).toEqual([
    ['10.0000', 'Rent hall'],
    ['5.5000', 'Rent'],
  ])
  const off = await h.import('3.csv', bill('16.00'), { path, as })
  expect([off.state, off.doubts.map(doubt => [doubt.stated, doubt.found])]).toEqual(['waiting', [['16', '15.5']]])
  for (const [id, removed, handedOn] of [
    [first.id, 0, 2],
    [again.id, 2, 0],
  ] as const)
    expect((await as.post('/fileImportHistory/delete', { id })).data).toEqual({ removed, handedOn })
  expect(await h.sql('select id from stock_move')).toEqual([])
})

test('who may not import there, and an owner that is not his, are refused', async () => {
  const sales = await h.signIn('sales')
  expect((await sales.post(path, { fileIds: ['1'] })).code).toBe(1003)
})

test('facts by the import of their list: known by their composite primary key, whatever the order of rows', async () => {
  const as = await h.signIn('admin')
  const [{ name } = { name: '' }] = await h.sql('select name from warehouse order by id limit 1')
  const send = async (rows: string): Promise<readonly unknown[]> => {
    const id = await h.order('levels.csv', `仓库,日期,SKU,数量\n${rows}`, { path: '/StockLevel/importData', as })
    await runResourceImport(h.house, id, 'stockLevel', new AbortController().signal)
    const { lines, state, errors } = await h.details(id)
    return [state, lines.merged, lines.unchanged, errors.map(one => one.reason).join()]
  }
  expect(await send(`${name},2026-08-01,A,5\n${name},2026-08-02,A,6\n${name},2026-08-01,B,7\n`)).toEqual(['done', 3, 0, ''])
  expect(await send(`${name},2026-08-01,B,8\n${name},2026-08-01,A,5\n`)).toEqual(['done', 1, 1, ''])
  const twice = await send(`${name},2026-08-03,B,8\n${name},2026-08-03,B,9\n`)
  expect([twice[0], twice[3]]).toEqual(['refused', expect.stringContaining('与第 2 行重复')])
  expect((await h.sql('select day::text as day, sku, quantity from stock_level order by 1, 2')).map(row => Object.values(row))).toEqual([
    ['2026-08-01', 'A', 5],
    ['2026-08-01', 'B', 8],
    ['2026-08-02', 'A', 6],
  ])
})

const registry = registryOf(withHouseAreas(areas))
const owned = registry.families.flatMap(family => (family.ownerOf ? [[family.code, family] as const] : []))
test.each(owned)(
  'family %s: its owner has a scope, its lines refer to it and are told apart, its import is a right of a page',
  (_code, family) => {
    const owner = registry.resources.get(family.ownerOf.table)
    const facts = registry.resources.get(family.factTable ?? '')
    const [reference] = Object.entries(facts?.fields ?? {}).find(([, field]) => field.to === owner?.table) ?? []
    expect([owner?.scope.all, facts?.scope.all]).not.toContain(null)
    // by their number in the file, or by what each of them is
    const told = facts?.fields['lineKey'] === undefined ? [facts?.key?.[0]] : facts.unique?.find(([first]) => first === reference)
    expect(told).toEqual(facts?.fields['lineKey'] === undefined ? [reference] : [reference, 'lineKey', 'ordinal'])
    const pages = registry.modules.flatMap(module => module.groups).flatMap(group => group.pages)
    expect(pages.some(page => page.permission === family.permission && page.operations.includes(5))).toBe(true)
    expect(new Set(family.kinds.map(kind => kind.code)).size).toBe(family.kinds.length)
  },
)
