/**
 * Processes that fetch are killed with -9 at any moment, and several call at once: what arrives is what an upload brings, no report is
 * asked for twice, one asks for a token, no limit is exceeded. `KILLS=20` tries longer.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { connections } from '#areas/connections/index.ts'
import { AmazonEmulator } from '#areas/connections/emulator/amazon.ts'
import { changed, company, connected, good, orderType, sheetOf } from '../setup/amazon-company.ts'
import { openImports, type ImportHouse } from '../setup/amazon-imports.ts'
import type { Person } from '../setup/demo-house.ts'
import { drainSync } from '../setup/drain-sync.ts'
import type { ChildAsk } from './connections-child.ts'

const kills = Number(process.env['KILLS'] ?? '2')
/** a whole fetching takes less */
const lifeMsMax = 1_500

let h: ImportHouse
let admin: Person
let amazon: AmazonEmulator
let address = ''
let connectionId = ''
beforeAll(async () => {
  h = await openImports(undefined, true, true, [connections])
  admin = await h.signIn('admin')
  amazon = new AmazonEmulator({ ...company, isQuick: true })
  address = await amazon.start()
  Object.assign(h.house.settings, { emulator: async () => address })
})
afterAll(async () => {
  amazon.stop()
  await h?.close()
})
beforeEach(() => begin())

async function begin(): Promise<void> {
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  await h.sql('truncate marketplace_app, shop_connection, call_bucket restart identity cascade')
  await h.sql('delete from order_line')
  amazon.reports.length = 0
  connectionId = await connected(h, admin)
  expect((await admin.post('/shopConnection/test', { id: connectionId, version: 1 })).msg).toBe('')
  await h.sql(`update sync_plan set state = 2 where report not in ('orders', 'newOrders')`)
}

/** A process that fetches or calls; `line`: the last one that it said. */
function born(calls?: number) {
  const { settings } = h.house
  const ask: ChildAsk = {
    settings,
    ownerUrl: h.ownerUrl,
    address,
    orgId: h.orgId,
    connectionId,
    now: h.clock.now.toISOString(),
    ...(calls === undefined ? {} : { calls }),
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'connections-child.ts'), JSON.stringify(ask)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  child.stdout.on('data', chunk => said.push(...String(chunk).trim().split('\n')))
  return { child, said, ended: once(child, 'exit') }
}

async function liveAndDie(afterMs: number): Promise<void> {
  const { child, said, ended } = born()
  await Promise.race([once(child.stdout, 'data'), ended])
  await pause(afterMs)
  child.kill('SIGKILL')
  await ended
  const clock = said.findLast(line => line !== 'ready')
  if (clock !== undefined) h.clock.now = new Date(clock)
}

test(
  'killed at any moment, the next process goes on: each order once, no report asked for twice, no page left',
  async () => {
    const random = seededRandom(7)
    for (let life = 0; life < kills; life += 1) {
      if (life > 0) await begin()
      await liveAndDie(random.below(lifeMsMax))
      // as the queue does with what a dead process ran
      for (const { id } of await h.sql('select id::text as id from import_run where state = 1')) await h.run(String(id))
      await drainSync(h, connectionId)
      const open = await h.sql(`select w.report, w.state, w.said from sync_window w join sync_plan p on p.id = w.plan_id
      where p.state = 1 and w.state not in (5, 6)`)
      expect([open, await h.sql('select 1 from sync_part')], String(life)).toEqual([[], []])
      const wished = sheetOf('2026-11-14', '2026-11-19').toString().trim().split('\n').length - 1 + changed.length
      const lines = await h.sql(`select count(*)::int as n, count(distinct order_no || ' ' || line_no)::int as keys from order_line`)
      expect(lines, String(life)).toEqual([{ n: wished, keys: wished }])
      expect(
        amazon.reports.filter(one => one.type === orderType),
        String(life),
      ).toHaveLength(1)
    }
    // uploaded by hand, the same bring nothing new
    const path = '/saleOrder/importData'
    const again = await h.import('orders.txt', sheetOf('2026-11-14', '2026-11-19'), { shopId: h.shop('amazon.de'), path })
    expect(again).toMatchObject({ state: 'done', lines: { merged: 0 } })
  },
  300_000 + kills * 60_000,
)

test('of two processes that make 50 calls at once, one asks for the token, and no more are made than the limit allows', async () => {
  await h.sql('delete from connection_token')
  await h.sql('delete from call_bucket')
  const [refreshes, calls] = [amazon.refreshes, amazon.calls.get('getReport') ?? 0]
  const two = [born(25), born(25)]
  expect(await Promise.all(two.map(async one => (await one.ended)[0] as number))).toEqual([0, 0])
  expect(amazon.refreshes - refreshes).toBe(1)
  // at once, as the model says: the clock stands
  expect((amazon.calls.get('getReport') ?? 0) - calls).toBe(15)
  expect((await good(admin, '/syncCall/list', {})).list.length).toBeGreaterThan(0)
})
