/** The books of the demo company. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { culture } from '../index.ts'
import { makeBooks } from './demo.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-books-'))
let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([culture], localFileStore(root))
  await makeBooks(demoPeople(h.house))
}, 60_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

test('the shelf has its books, with covers, and loans in every state', async () => {
  const employee = await signedInAs(h, 'employee')
  const { list, total } = (await employee.post('/cultureBook/list', { pageSize: 50 })).data
  expect(total).toBe(25)
  expect(list.filter((row: { cover: unknown[] | null }) => (row.cover ?? []).length === 1)).toHaveLength(22)
  const states = await h.db.selectFrom('culture_borrowing').select('state').execute()
  expect([...new Set(states.map(row => row.state))].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const delays = await h.db.selectFrom('culture_book_delay').select('state').execute()
  expect(delays.map(row => row.state).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  const year = h.clock.now.getFullYear()
  expect((await employee.get(`/cultureBook/bookReadingRankings?year=${year}`)).data.list[0]).toMatchObject({ name: '三体', times: 3 })
})
