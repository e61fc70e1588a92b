/** What the demo company has of the board, activities and expenses. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { culture } from '../index.ts'
import { activitiesPart } from '../activities/index.ts'
import { expensesPart } from '../expenses/index.ts'
import { boardPart } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-board-'))
let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([culture], localFileStore(root))
  for (const part of [boardPart, activitiesPart, expensesPart]) await part.demo?.(demoPeople(h.house))
}, 300_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

test('four sections, twenty topics, the sticky ones first, one of them hidden; two reports', async () => {
  const sales = await signedInAs(h, 'sales')
  const { list } = (await sales.post('/bbsTopic/list', { pageSize: 50 })).data
  expect(list).toHaveLength(19)
  expect(list.slice(0, 3).map((row: { sticky: boolean }) => row.sticky)).toEqual([true, true, false])
  expect((await sales.get('/bbsSection/board')).data).toHaveLength(4)
  expect(await h.db.selectFrom('bbs_report').select('id').execute()).toHaveLength(2)
})
test('activities in five states, one of them full; claims in all states, one above its budget', async () => {
  const rows = await h.db.selectFrom('culture_activity').select(['state', 'is_full', 'waiting']).execute()
  expect(rows.map(row => row.state).toSorted((a, b) => a - b)).toEqual([0, 1, 1, 3, 5])
  expect(rows.filter(row => row.is_full)).toMatchObject([{ waiting: 2 }])
  const claims = await h.db.selectFrom('culture_expense').select(['state', 'over_budget']).execute()
  expect([...new Set(claims.map(row => row.state))].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
  expect(claims.filter(row => row.over_budget).length).toBeGreaterThan(0)
})
