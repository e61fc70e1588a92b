/** The first start makes the demo company: what every area adds to it, in the order of the areas, over one database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, demoPeople } from '#areas/admin/index.ts'
import { areas } from '#areas/index.ts'
import { reference } from '#areas/reference/index.ts'
import { proveSales } from '#areas/statistics/proof.ts'
import { sealTrail } from '#platform/server/audit/seal.ts'
import { verifyTrail } from '#platform/server/audit/verify.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { proveClaims } from '#platform/server/imports/claims.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../setup/demo-house.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-demo-'))
let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse(
    areas.filter(area => area !== admin && area !== reference),
    localFileStore(root),
  )
}, 60_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

test.each(areas.filter(area => area.demo !== undefined).map(area => [area.name, area] as const))(
  'the area %s adds its part',
  { timeout: 120_000 },
  async (_, area) => {
    await expect(area.demo?.(demoPeople(h.house))).resolves.toBeUndefined()
  },
)

/** Files are brought as by hand: an import is ordered, and its job runs once the server does. */
test('two projects with tasks, statements of three bank accounts, orders of a Walmart shop', async () => {
  const numberOf = async (query: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${sql.raw(query)}) x`.execute(h.db)
    return rows[0]?.n ?? 0
  }
  const ordered = "select owner_id from import_run where owner_table = 'bank_account' group by 1"
  const ofWalmart = "select s.id from import_run r join shop s on s.id = r.shop_id where s.marketplace_code = 'walmart.com' group by 1"
  expect(await numberOf('select project_id from project_task group by 1')).toBeGreaterThanOrEqual(2)
  expect(await numberOf(ordered)).toBeGreaterThanOrEqual(3)
  expect(await numberOf(ofWalmart)).toBeGreaterThanOrEqual(1)
})

test('each demo account has an approval waiting for it, and entries in its schedule of this month', async () => {
  const today = h.clock.now.toISOString().slice(0, 7)
  const month = { startDate: firstOfMonth(today), endDate: lastOfMonth(today) }
  const empty: string[] = []
  for (const name of ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee']) {
    const person = await signedInAs(h, name)
    const waiting = await person.get('/approval/allList?box=1')
    if (!(waiting.data?.list?.length > 0)) empty.push(`${name}: approvals ${JSON.stringify(waiting).slice(0, 100)}`)
    const own = await person.post('/MyScheduleData/list', month)
    if (!(own.data?.length > 0)) empty.push(`${name}: schedule ${JSON.stringify(own).slice(0, 100)}`)
  }
  expect(empty).toEqual([])
  const flows = await (await signedInAs(h, 'admin')).post('/workflowSetting/list', { status: 1 })
  expect(flows.data.total).toBeGreaterThanOrEqual(5)
})

test('the trail holds nothing later than now and is whole; sales are proven, each order number belongs to one shop', async () => {
  const { rows } = await sql<object>`select subject, verb, at from audit_entry where at > ${h.clock.now.toISOString()}`.execute(h.db)
  expect(rows).toEqual([])
  await sealTrail(h.db, new Date(h.clock.now.getTime() + 3_600_000))
  expect((await verifyTrail(h.db)).faults).toEqual([])
  const { id } = await h.db.selectFrom('organisation').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const everything = await h.house.asSystem(id, 'test')
  expect(await proveClaims(everything)).toEqual([])
  await refreshRollups(h.house, id)
  expect(await proveSales(everything)).toEqual([])
})
