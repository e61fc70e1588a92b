/** The demo company's news and notices, and who is congratulated on its culture home. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { culture } from '#areas/culture/index.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { demoNews, demoNotices } from './demo-words.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-news-'))
let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([culture], localFileStore(root))
  await culture.demo?.(demoPeople(h.house))
}, 300_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

test('news with pictures, notices in every state, must-reads that wait, and nobody has read all', async () => {
  const [hr, employee, sales] = [await signedInAs(h, 'hr'), await signedInAs(h, 'employee'), await signedInAs(h, 'sales')]
  const { list } = (await employee.get('/newsSetting/homePageNews')).data
  expect(list).toHaveLength(demoNews.length)
  expect(list.every((one: { coverLink: string | null; summary: string }) => one.coverLink !== null && one.summary !== '')).toBe(true)
  expect(list[0].sticky).toBe(true)
  const drafts = (await hr.get('/noticeSetting/notices?pageSize=50')).data.list
  expect(drafts).toHaveLength(demoNotices.length)
  expect(new Set(drafts.map((one: { status: number }) => one.status))).toEqual(new Set([0, 1, 3, 4]))
  const seen = (await employee.get('/noticeSetting/homePageNotices')).data
  expect(seen.total).toBe(4)
  expect((await sales.get('/noticeSetting/homePageNotices')).data.total).toBe(5)
  expect((await employee.get('/noticeSetting/homePageNotices?waiting=true')).data.total).toBe(2)
  const file = list[0].coverLink as string
  const picture = await h.app.inject({ url: file, headers: { authorization: `Bearer ${employee.token}` } })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
})

test('whom to congratulate: within two weeks, nearest first, no year of birth', async () => {
  const employee = await signedInAs(h, 'employee')
  const list = (await employee.get('/cultureHome/celebrations')).data
  expect(list.length).toBeGreaterThan(4)
  expect(list.map((one: { inDays: number }) => one.inDays)).toEqual(
    list.map((one: { inDays: number }) => one.inDays).toSorted((a: number, b: number) => a - b),
  )
  expect(list.every((one: { inDays: number }) => one.inDays >= 0 && one.inDays <= 14)).toBe(true)
  expect(list.some((one: { kind: string; years: number | null }) => one.kind === 'anniversary' && (one.years ?? 0) >= 1)).toBe(true)
  expect(JSON.stringify(list)).not.toMatch(/19[89]\d-/)
})
