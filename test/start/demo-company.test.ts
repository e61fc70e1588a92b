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
import { runImport } from '#platform/server/imports/run-import.ts'
import { proveClaims } from '#platform/server/imports/claims.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { ReportAnswer, WhyAnswer } from '#platform/declare/wire.ts'
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
  expect(await numberOf('select state from purchase_order group by 1')).toBeGreaterThanOrEqual(5)
  // what waits for somebody: a difference to decide, an invoice beyond tolerance, a statement to confirm, two deposits to pay
  for (const waiting of [
    'receipt_discrepancy where state = 1',
    'purchase_invoice where state = 0 and beyond',
    'purchase_invoice where state = 2',
    'supplier_statement where state = 1',
    'purchase_delivery where state = 2',
  ])
    expect([waiting, await numberOf(`select 1 from ${waiting}`)]).toEqual([waiting, 1])
  expect(await numberOf('select 1 from payment_request where state = 2 and payable = 500')).toBe(2)
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

/** Of two shops, read in with nothing but the demo company's own files: what the boss is told of a month that rose and of one that fell. */
test(
  'why profit rose and fell: each effect is the plain arithmetic of both months, and the sentences name it',
  { timeout: 120_000 },
  async () => {
    const { rows: shops } = await sql<{ id: string }>`
    select id::text from shop where marketplace_code in ('walmart.com', 'amazon.de')`.execute(h.db)
    const shop = shops.map(one => one.id)
    const { rows: runs } = await sql<{ id: string }>`
    select id::text from import_run where shop_id::text = any(${shop}) order by id`.execute(h.db)
    for (const { id } of runs) await runImport(h.house, id, new AbortController().signal)
    const { id: orgId } = await h.db.selectFrom('organisation').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
    await refreshRollups(h.house, orgId)
    const boss = await signedInAs(h, 'boss')
    const of = (month: string) => ({ where: { shop }, startDate: firstOfMonth(month), endDate: lastOfMonth(month) })
    const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10']
    const told: { readonly difference: number; readonly text: string }[] = []
    for (const [at, month] of months.slice(1).entries()) {
      const why = (await boss.post('/companyProfit/why', of(month))).data as WhyAnswer
      const totals = async (one: string) =>
        ((await boss.post('/companyProfit/list', { by: [], currency: 'CNY', ...of(one) })).data as ReportAnswer).totals[0]?.values ?? {}
      const [now, was] = [await totals(month), await totals(months[at] ?? '')]
      const value = (side: typeof now, names: readonly string[]) => names.reduce((sum, name) => sum + Number(side[name] ?? 0), 0)
      const grown = value(now, ['sales']) / value(was, ['sales'])
      // the last effect is what no line holds
      const listed = why.effects.slice(1, -1)
      const rest = (side: typeof now) =>
        value(side, ['profit']) - value(side, ['sales']) - listed.reduce((sum, one) => sum + value(side, one.measures), 0)
      const expected = [
        (grown - 1) * value(was, ['profit']),
        ...listed.map(one => value(now, one.measures) - grown * value(was, one.measures)),
        rest(now) - grown * rest(was),
      ]
      expect(expected.filter((one, nth) => Math.abs(one - Number(why.effects[nth]?.value)) > 0.06)).toEqual([])
      const difference = value(now, ['profit']) - value(was, ['profit'])
      expect(Number(why.difference)).toBeCloseTo(difference, 3)
      told.push({
        difference,
        text: why.sentences
          .flat()
          .map(part => part.text)
          .join(''),
      })
      const named = why.sentences[1]?.filter(part => 'measures' in part) ?? []
      const whole = (amount: number) => Math.abs(Math.round(amount)).toLocaleString('en')
      for (const { text, measures } of named) {
        const effect = why.effects.findIndex(one => one.measures.join() === measures?.join())
        expect(text, month).toContain(whole(expected[effect] ?? Number.NaN))
      }
      expect(told.at(-1)?.text).toContain(whole(value(now, ['profit'])))
    }
    expect(told.filter(one => one.difference > 0 && /比 \d+ 月多/.test(one.text)).length, JSON.stringify(told)).toBeGreaterThan(0)
    expect(told.filter(one => one.difference < 0 && /比 \d+ 月少/.test(one.text)).length, JSON.stringify(told)).toBeGreaterThan(0)
  },
)
