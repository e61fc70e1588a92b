/**
 * Fetching against Amazon's side on this machine: what arrives is what an upload of the same files brings, whatever goes wrong on the way;
 * no report is asked for twice; nobody gets more by it than he may.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { AmazonEmulator, type Fault, type Script } from './emulator/amazon.ts'
import { canaries, changed, company, connected, german, good, orderType, settlement, sheetOf } from '../../test/setup/amazon-company.ts'
import { drainSync } from '../../test/setup/drain-sync.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'
import type { Person } from '../../test/setup/demo-house.ts'
import { backUp } from '#platform/server/backup/back-up.ts'
import { keyedTables, rotateKey } from '#platform/server/db/rotate-key.ts'
import { forgetWishes } from '#platform/server/notices.ts'
import { daysOfFiles } from '#platform/server/reports.ts'
import { feedsOf } from './core/feeds.ts'
import { connectionOf } from './core/connection.ts'
import { makeWindows, runSteps } from './core/run.ts'
import { tokenOf } from './core/token.ts'
import { connections } from './index.ts'

let h: ImportHouse
let admin: Person
let amazon: AmazonEmulator
const logged: string[] = []
beforeAll(async () => {
  h = await openImports(undefined, true, false, [connections], line => logged.push(line))
  admin = await h.signIn('admin')
})
afterAll(() => h?.close())
let connectionId = ''
beforeEach(async () => {
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  await h.sql('truncate marketplace_app, shop_connection, call_bucket restart identity cascade')
  amazon = new AmazonEmulator(company)
  const address = await amazon.start()
  Object.assign(h.house.settings, { emulator: async () => address })
  connectionId = await connected(h, admin)
})
afterEach(() => amazon.stop())

const drain = () => drainSync(h, connectionId)
const only = (...reports: readonly string[]) => h.sql('update sync_plan set state = 2 where not report = any($1)', [reports])
const byName = (a: string, b: string): number => (a < b ? -1 : 1)
const testNow = () => admin.post('/shopConnection/test', { id: connectionId, version: 1 })
const states = async () =>
  (await h.sql('select report, state, round, said from sync_window order by report, from_on')).map(row => [row['report'], row['state']])

test('a test matches the site with its shop; what is due arrives as files; pressed again it says that nothing is due', async () => {
  expect((await testNow()).msg).toBe('')
  expect(await h.sql('select shop_id::text as shop, marketplace_id as site from connection_shop')).toEqual([
    { shop: h.shop('amazon.de'), site: german },
  ])
  // one in fifteen minutes: it would move the clock by hours
  await h.sql(`update sync_plan set state = 2 where report = 'traffic'`)
  await h.sql(`delete from sync_window where report = 'traffic'`)
  await drainSync(h, connectionId, admin)
  const rows = await states()
  expect(rows.filter(([, state]) => state === 5).map(([report]) => report)).toEqual(['newOrders', 'orders', 'settlement', 'transactions'])
  expect(
    rows.every(([, state]) => state === 5 || state === 6),
    JSON.stringify(rows),
  ).toBe(true)
  const runs = await h.sql(
    `select kind, state, lines_merged as merged, lines_unchanged as same from import_run order by kind, lines_merged desc`,
  )
  expect(runs).toEqual([
    { kind: 'amazonFinances', state: 2, merged: 5, same: 0 },
    { kind: 'amazonOrders', state: 2, merged: expect.any(Number), same: 0 },
    { kind: 'amazonOrders', state: 2, merged: 5, same: 0 },
    { kind: 'amazonSettlementV2', state: 2, merged: 1_086, same: 0 },
  ])
  // the same files by hand bring nothing new
  const again = await h.import('again.txt', settlement, { shopId: h.shop('amazon.de') })
  expect(again).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 1_086 } })
  expect((await admin.post('/shopConnection/sync', { id: connectionId, version: 2 })).msg).toBe('数据已是最新，没有要取的区间')
  const plans = (await good(admin, '/syncPlan/list', {})).list as { report: string; completeUntil: string }[]
  expect(plans.find(one => one.report === '所有订单')?.completeUntil).toBe('2026-11-19')
  // a report without a line: its days are whole all the same; a settlement tells of the days that it is of
  const system = await h.house.asSystem(h.orgId, 'test')
  const returns = h.house.registry.families.find(one => one.kinds.some(of => of.code === 'amazonReturns'))?.code ?? ''
  expect((await daysOfFiles(system, [returns])).get(h.shop('amazon.de'))).toBe('2026-11-19')
  expect(await feedsOf(system, ['amazonSettlement'])).toMatchObject([{ shopId: h.shop('amazon.de'), to: null, fault: null }])
  // each day's new window follows by itself, and what was read is read again after its days
  h.clock.now = new Date('2026-11-23T12:00:00+08:00')
  await makeWindows(await h.house.asSystem(h.orgId, 'test'), connectionId)
  expect(
    (await h.sql(`select from_on::text as f, to_on::text as t from sync_window where report = 'orders' and state = 0`)).map(r => [
      r['f'],
      r['t'],
    ]),
  ).toEqual([['2026-11-20', '2026-11-21']])
})

test('programs that listen hear of each window that ended, and of the import that it became', async () => {
  const heard = "insert into webhook_wish (org_id, event) select $1, unnest(array['import.done', 'sync.done'])"
  await h.sql(heard, [h.orgId])
  const [{ n: before }] = (await h.sql('select count(*)::int as n from import_run where state = 2')) as [{ n: number }]
  forgetWishes()
  await testNow()
  await only('orders')
  await drain()
  const told = await h.sql(
    'select event, list, count(*)::int as n, count(shop_id)::int as shops from webhook_event group by 1, 2 order by 1',
  )
  await h.sql('delete from webhook_wish')
  forgetWishes()
  const [{ n: windows }] = (await h.sql('select count(*)::int as n from sync_window where state in (5, 6)')) as [{ n: number }]
  const [{ n: after }] = (await h.sql('select count(*)::int as n from import_run where state = 2')) as [{ n: number }]
  const imports = after - before
  expect(windows).toBeGreaterThan(0)
  expect(told).toEqual([
    { event: 'import.done', list: 'fileImportHistory', n: imports, shops: imports },
    { event: 'sync.done', list: 'syncWindow', n: windows, shops: windows },
  ])
})

const faults: readonly (readonly [string, Fault])[] = [
  ['createReport', 'throttle'],
  ['createReport', 'status500'],
  ['createReport', 'drop'],
  ['createReport', 'cutJson'],
  ['createReport', 'expire'],
  ['getReport', 'status503'],
  ['getReport', 'drop'],
  ['getReport', 'gone'],
  ['getReportDocument', 'throttle'],
  ['getReportDocument', 'expire'],
  ['document', 'cutGzip'],
  ['document', 'plainAsGzip'],
  ['document', 'html'],
  ['getReports', 'status500'],
]
/** Answers how often the report was made: what is gone there is asked for anew, nothing else is. */
async function ordersWith(scripts: readonly Script[]): Promise<{ made: number; gone: number }> {
  amazon.scripts = scripts
  expect((await testNow()).msg).toBe('')
  await only('orders')
  await drain()
  expect(await h.sql('select state from sync_window w where report = $1', ['orders'])).toEqual([{ state: 5 }])
  const stored = await h.sql(`select f.sha256 from sync_document d join stored_file f on f.id = d.file_id order by d.id desc limit 1`)
  const { createHash } = await import('node:crypto')
  expect(stored[0]?.['sha256']).toBe(createHash('sha256').update(sheetOf('2026-11-14', '2026-11-19')).digest('hex'))
  const made = amazon.reports.filter(one => one.type === orderType).length
  return { made, gone: amazon.fired.filter(one => one.does === 'gone').length }
}
test.each(faults)('%s: %s: the bytes are those that were sent, and no report is asked for twice', async (operation, does) => {
  const { made, gone } = await ordersWith([{ operation, nth: 1, does }])
  expect(made).toBe(1 + gone)
})
test('an answer of 2 GB is refused with a sentence, and nothing of it is kept', async () => {
  const before = await h.sql('select count(*)::int as n from stored_file')
  amazon.scripts = [{ operation: 'document', nth: 1, does: 'huge' }]
  await testNow()
  await only('orders')
  await drain()
  expect(await h.sql('select state, said from sync_window where report = $1', ['orders'])).toEqual([
    { state: 8, said: expect.stringContaining('平台返回的数据过大') },
  ])
  expect(await h.sql('select count(*)::int as n from stored_file')).toEqual(before)
})
const cases = Number(process.env['SYNC_SCRIPTS'] ?? 6)
/** seeds that found something once */
const found = [31, 43, 68]
test.each([...new Set([...Array.from({ length: cases }, (_, i) => i), ...found])])('faults drawn from seed %s', async seed => {
  const chance = seededRandom(seed + 1)
  const scripts = Array.from({ length: 1 + chance.below(4) }, () => {
    const [operation, does] = faults[chance.below(faults.length)] ?? ['document', 'html']
    return { operation, does, nth: 1 + chance.below(3) }
  })
  const { made, gone } = await ordersWith(scripts)
  expect(made).toBe(1 + gone)
})

/** The last orders, by pages of two; answers the lines that stand. */
async function lastOrdersWith(scripts: readonly Script[]): Promise<unknown> {
  await h.sql('delete from order_line')
  amazon.scripts = scripts
  expect((await testNow()).msg).toBe('')
  await only('newOrders')
  await drain()
  const open = await h.sql('select state, said from sync_window where report = $1 and state not in (5, 6)', ['newOrders'])
  expect([open, await h.sql('select 1 from sync_part')]).toEqual([[], []])
  return h.sql(`select order_no, line_no, quantity::int as n, sales::text as sales, tax::text as tax, status, country from order_line
    order by order_no, line_no`)
}
const linesOf = (n: number) =>
  Array.from({ length: n }, (_, i) => ({
    order_no: `302-000000${i + 1}-0000000`,
    line_no: 'YF-1',
    n: 2,
    sales: '43.9700',
    tax: '6.3800',
    status: 3,
    country: '',
  }))
const pageFaults: readonly Fault[] = ['throttle', 'drop', 'cutJson', 'expire', 'repeatPage']
test.each(['none', ...pageFaults] as const)('orders by pages, %s: all of them, each once', async fault => {
  const lines = await lastOrdersWith(fault === 'none' ? [] : [{ operation: 'searchOrders', nth: 2, does: fault }])
  expect(lines).toEqual(linesOf(5))
  const [file] = await h.sql('select i.kind, i.state from import_run i order by i.id desc limit 1')
  expect(file).toEqual({ kind: 'amazonOrders', state: 2 })
})
test('transactions by pages are those of the site, each once, whichever page comes twice', async () => {
  await h.sql('delete from amazon_summary_line')
  amazon.scripts = [{ operation: 'listTransactions', nth: 2, does: 'repeatPage' }]
  await testNow()
  await only('transactions')
  await drainSync(h, connectionId, admin)
  expect(await h.sql('select count(*)::int as n, sum(amount)::text as total from amazon_summary_line')).toEqual([
    { n: 5, total: '50.1500' },
  ])
  expect((await states()).filter(([report]) => report === 'transactions')).toEqual([['transactions', 5]])
})
test('a place in the pages that never ends, or that repeats itself again, is told; nothing of it lands', async () => {
  await testNow()
  await only('newOrders')
  amazon.scripts = Array.from({ length: 40 }, (_, i) => ({ operation: 'searchOrders', nth: i + 2, does: 'repeatPage' as const }))
  await drain()
  const [said] = await h.sql(`select said from sync_window where report = 'newOrders' and state = 8`)
  expect(said?.['said']).toContain('分页重复')
  expect(await h.sql(`select 1 from import_run where state <> 2`)).toEqual([])
})
test('pages of a fetching that was given up are no part of the next one', async () => {
  await testNow()
  await only('newOrders')
  amazon.scripts = [{ operation: 'searchOrders', nth: 3, does: 'gone' }]
  const stale = `insert into sync_part (org_id, connection_id, window_id, no, body)
    select w.org_id, w.connection_id, w.id, n, '{"orders":[]}' from sync_window w, generate_series(0, 4) n where w.report = 'newOrders'`
  await makeWindows(await h.house.asSystem(h.orgId, 'test'), connectionId)
  await h.sql(stale)
  await drain()
  expect(await h.sql('select 1 from sync_part')).toEqual([])
  const [read] = await h.sql('select lines_read as n from import_run order by id desc limit 1')
  expect(read).toEqual({ n: 5 })
})
test('of the same orders the report and the interface make the same lines, in either order', async () => {
  const api = Buffer.from(JSON.stringify([{ orders: changed }]))
  const bare = (await lastOrdersWith([])) as unknown[]
  const again = await h.import('orders.json', api, { shopId: h.shop('amazon.de'), path: '/saleOrder/importData' })
  expect(again).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 5 } })
  await h.sql('delete from order_line')
  await h.import('orders-2.json', Buffer.from(JSON.stringify({ orders: changed })), {
    shopId: h.shop('amazon.de'),
    path: '/saleOrder/importData',
  })
  await drain()
  expect(await h.sql('select order_no from order_line order by 1')).toHaveLength(bare.length)
})

test('who asks for a period again has it fetched first; nothing comes twice', async () => {
  await testNow()
  await only('settlement')
  await drain()
  const lines = await h.sql('select count(*)::int as n from amazon_settlement_line')
  const period = { shopId: h.shop('amazon.de'), startDate: '2026-11-01', endDate: '2026-11-20' }
  const calls = amazon.calls.get('getReports')
  expect(await good(admin, '/AmazonTransactionReport/syncData', period)).toMatchObject({ fetching: 1 })
  expect((await good(admin, '/syncWindow/list', { report: 'settlement' })).list[0]).toMatchObject({ state: 0, reason: 4 })
  await drain()
  expect(amazon.calls.get('getReports')).toBe((calls ?? 0) + 1)
  expect(await h.sql('select count(*)::int as n from amazon_settlement_line')).toEqual(lines)
  const bySomebody = await h.signIn('employee')
  expect((await bySomebody.post('/AmazonTransactionReport/syncData', period)).code).not.toBe(0)
})

test('a consent that ended, a role that lacks and a redirect wait for a person, told in words; nothing goes on meanwhile', async () => {
  expect((await testNow()).msg).toBe('')
  await only('orders')
  amazon.scripts = [{ operation: 'createReport', nth: 1, does: 'role' }]
  await drain()
  expect((await good(admin, '/syncPlan/list', {})).list.find((one: { report: string }) => one.report === '所有订单')).toMatchObject({
    why: '授权缺少“库存与订单追踪”权限，请在卖家后台勾选后重新授权',
    state: 2,
  })
  await h.sql('update sync_plan set state = 1 where report = $1', ['orders'])
  const [failed] = (await good(admin, '/syncWindow/list', { report: 'orders' })).list
  const steps = () => h.sql('select 1 from graphile_worker.jobs where key = $1', [`sync ${connectionId}`])
  await h.sql('select graphile_worker.remove_job($1)', [`sync ${connectionId}`])
  await good(admin, '/syncWindow/again', { ids: [failed.id] })
  expect(await steps()).toHaveLength(1)
  amazon.scripts = [{ operation: 'createReport', nth: 2, does: 'redirect' }]
  await drain()
  expect((await h.sql('select said from sync_window where id = $1', [failed.id]))[0]?.['said']).toContain('转到了别处')
  await good(admin, '/syncWindow/again', { ids: [failed.id] })
  await h.sql('delete from connection_token')
  amazon.scripts = [{ operation: 'token', nth: 2, does: 'revoke' }]
  await drain()
  expect((await good(admin, '/shopConnection/list', {})).list[0]).toMatchObject({ state: 2, why: '授权已失效，请重新授权' })
  const { msg } = await admin.post('/shopConnection/sync', { id: connectionId, version: 9 })
  expect(msg).not.toBe('')
})

test('days that were skipped are not whole: what lies before and behind them is, and the bar goes on', async () => {
  expect((await testNow()).msg).toBe('')
  await only('returns')
  await drain()
  const system = await h.house.asSystem(h.orgId, 'test')
  const returns = h.house.registry.families.find(one => one.kinds.some(of => of.code === 'amazonReturns'))?.code ?? ''
  const periods = async () => (await feedsOf(system, [returns])).map(({ from, to }) => `${from} ${to}`)
  expect(await periods()).toEqual(['2026-11-14 2026-11-19'])
  // the same days in three windows, of which the middle one is for a person
  await h.sql(`update sync_window set to_on = '2026-11-15' where report = 'returns'`)
  for (const [from, to, state] of [
    ['2026-11-16', '2026-11-17', 7],
    ['2026-11-18', '2026-11-19', 6],
  ])
    await h.sql(
      `insert into sync_window (org_id, plan_id, connection_id, shop_id, report, from_on, to_on, state, ended_at)
      select org_id, plan_id, connection_id, shop_id, report, $1, $2, $3, ended_at from sync_window
      where report = 'returns' and from_on = '2026-11-14'`,
      [from, to, state],
    )
  const [middle] = await h.sql(`select id::text as id from sync_window where report = 'returns' and state = 7`)
  const bar = async () => (await good(admin, '/shopConnection/list', {})).list[0].bar
  await good(admin, '/syncWindow/skip', { ids: [middle?.['id']] })
  expect([await periods(), await bar()]).toEqual([['2026-11-14 2026-11-15', '2026-11-18 2026-11-19'], '██████████ 3/3'])
  expect((await daysOfFiles(system, [returns])).get(h.shop('amazon.de'))).toBe('2026-11-15')
  await good(admin, '/syncWindow/again', { ids: [middle?.['id']] })
  expect(await bar()).toBe('██████░░░░ 2/3')
  await drain()
  expect([await periods(), await bar()]).toEqual([['2026-11-14 2026-11-19'], '██████████ 3/3'])
})

test('keys are found nowhere, and nobody is told them', async () => {
  await testNow()
  await only('orders')
  await drain()
  for (const path of ['/shopConnection/list', '/marketplaceApp/list', '/syncCall/list', '/syncWindow/list', '/auditTrail/list']) {
    const { code, data, msg } = await admin.post(path, {})
    expect(code, path).toBe(0)
    for (const canary of [...canaries, 'Atza|1']) expect(JSON.stringify(data ?? msg), path).not.toContain(canary)
  }
  const rows = await h.sql(
    `select table_name as t from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  for (const { t } of rows) {
    const schema = String(t).startsWith('_private') || ['migrations', 'jobs'].includes(String(t)) ? 'graphile_worker' : 'public'
    const found = await h.sql(`select 1 from ${schema}."${String(t)}" x where x::text like '%canary%' limit 1`)
    expect(found, String(t)).toEqual([])
  }
  for (const list of ['shopConnection', 'marketplaceApp', 'syncWindow', 'auditTrail']) {
    const exported = await h.download(`/${list}/listExport`, { headers: [], fields: [], query: {}, format: 'csv' }, admin)
    expect(exported.toString('utf8'), list).not.toMatch(/canary|Atza/)
  }
  // the dump of all tables and all files, as a backup holds them; the log of all that went wrong before as well
  const path = join(h.house.settings.dataDir, 'backup', 'all.tar.gz')
  const { rows: kept } = await backUp({ ownerUrl: h.ownerUrl, files: h.house.files, path, now: h.clock.now })
  expect(kept).toBeGreaterThan(0)
  expect(gunzipSync(readFileSync(path)).includes('canary')).toBe(false)
  h.house.log.error({ err: new Error('heard') }, 'heard')
  expect([logged.some(line => line.includes('heard')), logged.filter(line => /canary|Atza/.test(line))]).toEqual([true, []])
  expect((await admin.post('/shopConnection/reveal', { id: connectionId, field: 'refreshToken', reason: 'x' })).code).not.toBe(0)
})

test('a change of the key that is killed in the middle leaves nothing that neither key opens, and the next run ends it', async () => {
  await testNow()
  const tables = keyedTables(h.house.registry.resources.values(), []).filter(one =>
    /marketplace_app|shop_connection|connection_token/.test(one.table),
  )
  expect(tables.map(one => one.table).toSorted(byName)).toEqual(['connection_token', 'marketplace_app', 'shop_connection'])
  const [from, to] = [h.house.settings.secretKey ?? '', 'b'.repeat(40)]
  const client = new pg.Client(h.ownerUrl)
  await client.connect()
  const cut = tables.map((one, at) =>
    at === 1
      ? {
          ...one,
          reseal: () => {
            throw new Error('killed')
          },
        }
      : one,
  )
  await expect(rotateKey(client, cut, { from, to })).rejects.toThrow('打不开')
  const changed = [...(await rotateKey(client, tables, { from, to })).values()].reduce((a, b) => a + b)
  expect(changed).toBe(2)
  const under = async (secretKey: string) => {
    const system = await h.house.asSystem(h.orgId, 'test')
    const settings = { ...h.house.settings, secretKey }
    return connectionOf({ ...system, house: { ...h.house, settings } } as typeof system, connectionId)
  }
  await expect(under(from)).rejects.toThrow('was encrypted with another SECRET_KEY')
  const opened = await under(to)
  expect([opened?.clientSecret?.use(), opened?.refreshToken?.use()]).toEqual(canaries)
  // back to the key of the other tests
  await rotateKey(client, tables, { from: to, to: from })
  await client.end()
  expect((await admin.post('/shopConnection/test', { id: connectionId, version: 2 })).msg).toBe('')
})

test('the importer’s right is asked each time; another takes over and it goes on; who lacks it sees nothing', async () => {
  await testNow()
  await only('orders')
  await h.sql(`update shop_connection set runs_as = (select id from account where username = 'employee')`)
  await drain()
  expect((await good(admin, '/shopConnection/list', {})).list[0]).toMatchObject({ state: 3 })
  const [{ version }] = (await good(admin, '/shopConnection/list', {})).list
  await good(admin, '/shopConnection/takeOver', { id: connectionId, version })
  await good(admin, '/shopConnection/resume', { id: connectionId, version: version + 1 })
  await drain()
  expect(await h.sql('select state from sync_window where report = $1', ['orders'])).toEqual([{ state: 5 }])
  const employee = await h.signIn('employee')
  for (const path of ['/shopConnection/list', '/syncWindow/list', '/syncCall/list', '/shopConnection/test'])
    expect((await employee.post(path, { id: connectionId })).code, path).not.toBe(0)
})

test('of 50 that ask at once one refreshes the token, and no bucket is exceeded', async () => {
  await testNow()
  await h.sql('delete from connection_token')
  const before = amazon.refreshes
  const { callOf } = await import('./core/call.ts')
  const system = await h.house.asSystem(h.orgId, 'test')
  const connection = await connectionOf(system, connectionId)
  if (connection === null) throw new Error('no connection')
  await h.sql('delete from call_bucket')
  const done = await Promise.all(Array.from({ length: 50 }, () => callOf(system, connection, 'getReport', { reportId: 'R1' })))
  expect(amazon.refreshes - before).toBe(1)
  expect(done.filter(one => one.verdict.is === 'limited')).toHaveLength(35)
})

test('whoever died while asking for a token is waited for no longer than his lease, and nobody else asks meanwhile', async () => {
  await testNow()
  const system = await h.house.asSystem(h.orgId, 'test')
  const connection = await connectionOf(system, connectionId)
  if (connection === null) throw new Error('no connection')
  const before = amazon.refreshes
  const leased = (ms: number) =>
    h.sql('update connection_token set value = null, lease = $1, leased_until = $2', ['dead', new Date(h.clock.now.getTime() + ms)])
  await leased(1_000)
  const waiting = tokenOf(system, connection)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(amazon.refreshes).toBe(before)
  h.clock.now = new Date(h.clock.now.getTime() + 2_000)
  expect('token' in (await waiting)).toBe(true)
  expect(amazon.refreshes - before).toBe(1)
  expect(await h.sql('select lease from connection_token')).toEqual([{ lease: null }])
})

test('with another key nothing that the old one brought is used; an answer that is none keeps nobody waiting', async () => {
  await testNow()
  await only('orders')
  expect(await h.sql('select 1 from connection_token')).toHaveLength(1)
  const [{ version }] = (await good(admin, '/shopConnection/list', {})).list
  await good(admin, '/shopConnection/update', { id: connectionId, version, refreshToken: 'Atzr|another' })
  expect(await h.sql('select 1 from connection_token')).toEqual([])
  await testNow()
  const [app] = (await good(admin, '/marketplaceApp/list', {})).list
  await good(admin, '/marketplaceApp/update', { id: app.id, version: app.version, remark: '不换密钥' })
  expect(await h.sql('select 1 from connection_token')).toHaveLength(1)
  amazon.scripts = [{ operation: 'createReport', nth: 1, does: 'strange' }]
  await drain()
  expect(await h.sql('select state from sync_window where report = $1', ['orders'])).toEqual([{ state: 5 }])
})

test('who may connect and not import brings nothing in', async () => {
  await testNow()
  await only('orders')
  await h.sql(
    `insert into role_permission (org_id, role_id, permission, operation)
    select $1, r.id, 'shopConnection', o from role r, unnest(array[1, 2, 3]) o
    where r.org_id = $1 and r.name = '员工' on conflict do nothing`,
    [h.orgId],
  )
  await h.sql(`update shop_connection set runs_as = (select id from account where username = 'employee')`)
  await drain()
  expect((await good(admin, '/shopConnection/list', {})).list[0]).toMatchObject({ state: 3 })
  expect(await h.sql(`select 1 from import_run where state = 0`)).toEqual([])
})

/** The process is gone at a write of its `nth`: before or behind it; nothing of it goes on. Answers whether it came so far. */
async function cutAt(nth: number, isWritten: boolean): Promise<boolean> {
  let writes = 0
  let isGone = false
  const { asSystem } = h.house
  const dying: typeof asSystem = async (...asked) => {
    const context = await asSystem.apply(h.house, asked)
    return {
      ...context,
      async write(work) {
        if (isGone) throw new Error('the process is gone')
        writes += 1
        isGone = writes === nth
        if (isGone && !isWritten) throw new Error('the process is gone')
        const done = await context.write(work)
        if (isGone) throw new Error('the process is gone')
        return done
      },
    }
  }
  Object.assign(h.house, { asSystem: dying })
  await runSteps(h.house, { connectionId, orgId: h.orgId }).catch(() => undefined)
  Object.assign(h.house, { asSystem })
  return isGone
}
/** every step of all in a run by hand; some of them in each run */
const cutsEach = Number(process.env['SYNC_CUTS'] ?? 10)
const cuts = Array.from({ length: 30 }, (_, i) => i + 1).filter(n => n % cutsEach === 0)
const cutPlans = ['orders', 'newOrders'].flatMap(report => cuts.flatMap(n => [false, true].map(written => [report, n, written] as const)))
test.each(cutPlans)('%s, gone at write %s (written: %s): the next process goes on, nothing is asked or counted twice', async (...cut) => {
  const [report, nth, isWritten] = cut
  await h.sql('delete from order_line')
  await testNow()
  await only(report)
  const begun = h.clock.now
  for (let look = 0; look < 12 && !(await cutAt(nth, isWritten)); look += 1) {
    const [next] = await h.sql('select min(next_at) as at from sync_window where state < 5')
    if (next?.['at'] == null) break
    for (const { id } of await h.sql('select id::text as id from import_run where state = 0')) await h.run(String(id))
    h.clock.now = new Date(Math.max(h.clock.now.getTime(), new Date(next['at'] as never).getTime()))
  }
  expect(h.clock.now.getTime()).toBeGreaterThanOrEqual(begun.getTime())
  await drain()
  expect((await h.sql('select distinct state from sync_window where state not in (5, 6)')).length).toBe(0)
  expect(await h.sql('select 1 from sync_part')).toEqual([])
  const lines = await h.sql('select count(*)::int as n, count(distinct order_no || line_no)::int as keys from order_line')
  const wished = report === 'orders' ? sheetOf('2026-11-14', '2026-11-19').toString().trim().split('\n').length - 1 : 5
  expect(lines).toEqual([{ n: wished, keys: wished }])
  expect(amazon.reports.filter(one => one.type === orderType)).toHaveLength(report === 'orders' ? 1 : 0)
})
