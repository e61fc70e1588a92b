import { mkdtemp, rm } from 'node:fs/promises'
import { fromStored, inChinese } from '#platform/declare/sentence.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDemoPeople, createRights, demoPeople } from '#areas/admin/index.ts'
import { areas } from '#areas/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { prepareJobs, startJobs, type RunningJobs } from '#platform/server/jobs/job-queue.ts'
import { openHouse, type OpenHouse } from '#platform/server/open-house.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { companyProfit } from '../profit/report/profit.ts'
import { proveFinance } from '../profit/report/proof.ts'
import { closeDemoMonths } from './closed-months.ts'
import { importDemoFiles, unusedSeed, type ImportedDemo } from './import-demo.ts'
import { readDemoShops } from './read-shops.ts'
import { secretKey } from '../../../test/setup/secret-key.ts'

let database: TestDatabase
let house: OpenHouse
let jobs: RunningJobs
let folder: string
let imported: ImportedDemo
let ofNobody: unknown
const said: string[] = []
const wish = { lines: 1_500, months: 2, say: (line: string) => void said.push(line) }
/** the German shop: both reports, and the settlement that differs where the American shop goes before it */
const some = async () => ({
  shops: ((await readDemoShops(house.unscoped('test'))) ?? []).filter(s => ['云帆美国站', '云帆德国站'].includes(s.name)),
})

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'demo-files-'))
  house = openHouse({
    settings: { host: '', port: 0, dataDir: folder, production: false, publicUrl: null, appUrl: database.appUrl, secretKey },
    areas,
    files: localFileStore(join(folder, 'files')),
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-11-21T09:00:00+08:00'),
    rights: createRights,
  })
  await prepareJobs(database.ownerUrl)
  ofNobody = await readDemoShops(house.unscoped('test'))
  await createDemoPeople(house.unscoped('test'), house.registry, { now: house.now(), lastMonth: '2026-11', mustChange: false })
  jobs = await startJobs(house, database.ownerUrl, Object.assign({}, ...house.areas.map(a => a.jobs ?? {})))
  imported = await importDemoFiles(house, await some(), wish)
})
afterAll(async () => {
  await jobs?.stop(10_000)
  await house?.close()
  await database?.drop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> => (await statement.execute(house.unscoped('test'))).rows

/** The flow of the demo company for months: its general manager is asked. */
async function flowForMonths(admin: Context, boss: string): Promise<void> {
  const step = { id: 'boss', kind: 'step', name: '总经理审批', mode: 'any', leave: 'first', allowBack: true, allowBackStart: true }
  const definition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      { ...step, approvers: [{ by: 'person', ids: [boss] }] },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'boss' },
      { from: 'boss', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  }
  const call = (path: string, input: object): unknown => {
    const route = house.registry.routes.find(one => one.path === path)
    return route?.handler(admin, { input } as unknown as Parameters<(typeof route)['handler']>[1])
  }
  const made = (await call('/workflowSetting/insert', { formCode: 'financeMonth', name: '反结账审批', definition })) as { id: string }
  await call('/workflowSetting/publish', { id: made.id })
}

it('an empty database has no company, another company is left alone', async () => {
  expect(ofNobody).toBeNull()
  const db = house.unscoped('test')
  await expect(
    db.transaction().execute(async tx => {
      await tx.updateTable('account').set({ username: 'mary' }).where('username', '=', 'keeper').execute()
      await readDemoShops(tx)
    }),
  ).rejects.toThrow('不是演示公司')
})

it('imports every file, tells how far it is, and leaves no day to compute', async () => {
  expect(imported.lines).toBeGreaterThan(1_000)
  expect(said.at(-2)).toBe(`正在导入演示数据 ${imported.files}/${imported.files}`)
  expect(await rows(sql`select 1 from stale_day`)).toEqual([])
  expect(await rows(sql`select distinct state, created_by_name from import_run`)).toEqual([{ state: 2, created_by_name: '周敏' }])
})

it('the ledger of the profit report is what the settlements were paid out, and the newest days of the transaction reports', async () => {
  const { shops } = await some()
  const context = await house.asSystem(shops[0]?.orgId ?? '', 'test')
  const answer = await readReport(context, companyProfit, {
    by: ['shop'],
    startDate: '2026-08-01',
    endDate: '2026-11-30',
    currency: 'shop',
  })
  const expected = await rows(sql<{ shop: string; total: string }>`
    select shop_id::text as shop, trim_scale(sum(total))::text as total from (
      select shop_id, total from amazon_settlement union all
      select t.shop_id, t.total from amazon_transaction_line t left join amazon_settlement s on s.shop_id = t.shop_id
        and s.settlement_id = t.settlement_id where s.shop_id is null) x
    group by 1 order by 1`)
  expect(expected).toHaveLength(2)
  expect(
    answer.list
      .map(r => ({ shop: r.key['shop'], total: canonical(r.values['ledger'] ?? '') }))
      .sort((a, b) => Number(a.shop) - Number(b.shop)),
  ).toEqual(expected)
  expect(await proveFinance(context)).toEqual([])
})

it('more is asked for with a seed whose settlements are not there', async () => {
  const { shops } = await some()
  expect(await unusedSeed(house.unscoped('test'), shops, 1)).toBe(2)
})

it('the two reports agree on every settlement but one', async () => {
  expect(
    await rows(sql`select s.name, count(*) filter (where l.reconciled = 1)::int as equal, count(*)
      filter (where l.reconciled = 2)::int as different, count(*)::int as all
    from amazon_settlement l join shop s on s.id = l.shop_id group by s.id, s.name order by s.id`),
  ).toEqual([
    { name: '云帆美国站', equal: 5, different: 0, all: 5 },
    { name: '云帆德国站', equal: 4, different: 1, all: 5 },
  ])
})

it('whoever imported is told once for each batch, and the badge of the page goes by the newest import', async () => {
  const told = await rows(sql<{ title: string; name: string }>`
    select m.title, a.name from message m join account a on a.id = m.account_id order by m.id`)
  expect(told.length).toBeGreaterThan(0)
  for (const { title, name } of told) {
    expect(inChinese(fromStored(title))).toMatch(/^(?:.+：)?导入 .*：已完成$/)
    expect(name).toBe('周敏')
  }
  const [{ accountId, orgId, at }] = (await rows(sql<{ accountId: string; orgId: string; at: string }>`
    select created_by::text as "accountId", org_id::text as "orgId", max(finished_at) as at from import_run group by 1, 2`)) as [
    { accountId: string; orgId: string; at: string },
  ]
  const context = await house.asJob({ accountId, orgId, id: 'test' })
  const info = house.registry.routes.find(route => route.path === '/menuSetting/monitorInfo')
  const ask = { input: { menuId: 'finance.companyProfit' } } as unknown as Parameters<NonNullable<typeof info>['handler']>[1]
  expect(await info?.handler(context, ask)).toMatchObject({
    isWarning: 1,
    lastUpdateTime: at,
    lastUpdateUserName: '周敏',
    dataPrincipalName: '周敏',
  })
})

it('the first months are closed and the last of them waits to be opened again; the same files again change nothing', async () => {
  const people = demoPeople(house)
  await flowForMonths(await people.as('admin'), (await people.as('boss')).caller.employeeId ?? '')
  const said: string[] = []
  expect(await closeDemoMonths({ as: () => people.as('sales') }, line => said.push(line))).toEqual([])
  expect(said).toEqual([expect.stringMatching(/^演示公司：0 个月已结账，之后停止：.*全部店铺/)])
  const closed = await closeDemoMonths(people, line => said.push(line))
  expect(said).toHaveLength(1)
  expect(closed[0]).toMatch(/^2026-0[89]$/)
  const states = () => rows(sql`select to_char(month, 'YYYY-MM') as month, state, profit::text from finance_month order by month`)
  const before = await states()
  expect(before).toEqual(closed.map(month => ({ month, state: 1, profit: expect.any(String) })))
  const asked = () => rows(sql`select title, state, record_id is not null as kept from approval_instance where form_code = 'financeMonth'`)
  expect(await asked()).toEqual([{ title: closed.at(-1), state: 1, kept: true }])
  const count = () =>
    rows(sql<{ n: string }>`select (select count(*) from amazon_settlement_line) + (select count(*) from amazon_transaction_line) as n`)
  const lines = await count()
  expect((await importDemoFiles(house, await some(), wish)).files).toBe(imported.files)
  expect(await count()).toEqual(lines)
  expect(await states()).toEqual(before)
  expect(await asked()).toHaveLength(1)
})
