/** Groups with their members from a sheet: a name that is not there yet is a new group, one that is there is changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'
import type { Person } from '../../test/setup/demo-house.ts'
import { performanceArea } from './index.ts'

let h: ImportHouse
let admin: Person
let people: readonly string[]
let shops: readonly string[]
beforeAll(async () => {
  h = await openImports(undefined, false, false, [performanceArea])
  admin = await h.signIn('admin')
  const names = async (statement: string) => (await h.sql(statement, [h.orgId])).map(row => String(row['name']))
  people = await names('select name from employee where org_id = $1 order by id limit 3')
  shops = await names('select name from shop where org_id = $1 order by id limit 2')
  for (const name of ['主推', '清仓']) await admin.post('/productGroup/insert', { name })
}, 60_000)
afterAll(() => h?.close())

const head = '小组名称,组长,店铺,商品组,员工,份额（%）,开始日期,结束日期'
async function imported(...rows: readonly string[]): Promise<ImportDetails> {
  const path = '/performanceGroup/importData'
  const id = await h.order('小组.csv', [head, ...rows, ''].join('\n'), { path, as: admin })
  await runResourceImport(h.house, id, 'performanceGroup', new AbortController().signal)
  return (await admin.post('/fileImportHistory/details', { id })).data
}
const byId = (one: { id: string }, other: { id: string }): number => Number(one.id) - Number(other.id)
const groups = async () => (await admin.post('/performanceGroup/list', {})).data.list.toSorted(byId)
const members = () => h.sql('select group_id::text as id, share::float as share from performance_group_member order by group_id, line_no')

test('new groups with shops, product groups and members; one whose name is there is changed, its members stay', async () => {
  const [a = '', b = '', c = ''] = people
  const rows = [
    `一组,${a},${shops.join('、')},主推、清仓,${b},60,2026-01-01,`,
    `,,,,${c},40,2026-01-01,2026-12-31`,
    `二组,${b},,主推,${a},100,2026-01-01,`,
  ]
  const first = await imported(...rows)
  expect([first.state, first.errors, first.lines.merged]).toEqual(['done', [], 3])
  const made = await groups()
  expect(made).toMatchObject([
    { name: '一组', leaderIdLabel: a, shopIdsLabel: shops, groupIdsLabel: ['主推', '清仓'] },
    { name: '二组', leaderIdLabel: b, shopIds: null, groupIdsLabel: ['主推'] },
  ])
  const [one, two] = made.map((row: { id: string }) => row.id)
  expect(await members()).toEqual([
    { id: one, share: 60 },
    { id: one, share: 40 },
    { id: two, share: 100 },
  ])
  await imported(`二组,${b},,清仓,,,,`)
  expect((await groups())[1]).toMatchObject({ id: two, groupIdsLabel: ['清仓'] })
  expect(await members()).toHaveLength(3)
})

test('what a new group lacks, and names that nobody has, are told by row and column; nothing is kept', async () => {
  const before = await groups()
  const [a = ''] = people
  const told = async (row: string) => {
    const { state, errors } = await imported(row)
    return [state, errors.map(one => [one.line, one.column])]
  }
  expect(await told('三组,,,主推,,,,')).toEqual(['refused', [[2, '组长']]])
  expect(await told(`,${a},,主推,,,,`)).toEqual(['refused', [[2, '小组名称']]])
  expect(await told(`三组,${a},,没有这组,,,,`)).toEqual(['refused', [[2, '商品组']]])
  expect(await groups()).toEqual(before)
})
