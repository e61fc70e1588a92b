/** Fetches until all is there, or makes calls at once, in a process of its own that may be killed (connections.test.ts). */
import pg from 'pg'
import { pino } from 'pino'
import { join } from 'node:path'
import { admin, createRights } from '#areas/admin/index.ts'
import { callOf } from '#areas/connections/core/call.ts'
import { connectionOf } from '#areas/connections/core/connection.ts'
import { connections } from '#areas/connections/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { reference } from '#areas/reference/index.ts'
import { sales } from '#areas/sales/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import { supply } from '#areas/supply/index.ts'
import type { Settings } from '#platform/server/contract/house.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { runImport } from '#platform/server/imports/run-import.ts'
import { openHouse } from '#platform/server/open-house.ts'
import { drainSync } from '../setup/drain-sync.ts'

export interface ChildAsk {
  readonly settings: Settings
  readonly ownerUrl: string
  /** where the marketplace's side answers */
  readonly address: string
  readonly orgId: string
  readonly connectionId: string
  readonly now: string
  /** so many calls at once, in place of fetching */
  readonly calls?: number
}
const { settings, ownerUrl, address, orgId, connectionId, now, calls } = JSON.parse(process.argv[2] ?? '') as ChildAsk
let at = new Date(now)
/** what it was when the process died is told with each move */
const clock = {
  get now(): Date {
    return at
  },
  set now(moved: Date) {
    at = moved
    console.log(at.toISOString())
  },
}
const house = openHouse({
  settings: { ...settings, emulator: async () => address },
  areas: [goods, supply, finance, statistics, sales, reference, admin, connections],
  files: localFileStore(join(settings.dataDir, 'files')),
  log: pino({ level: 'silent' }),
  now: () => clock.now,
  rights: createRights,
})
const owner = new pg.Client(ownerUrl)
await owner.connect()

async function callAtOnce(n: number): Promise<void> {
  const system = await house.asSystem(orgId, 'test')
  const connection = await connectionOf(system, connectionId)
  if (connection === null) throw new Error('no connection')
  await Promise.all(Array.from({ length: n }, () => callOf(system, connection, 'getReport', { reportId: 'R1' })))
}
const fetchAll = (): Promise<void> =>
  drainSync(
    {
      house,
      clock,
      orgId,
      sql: async (statement, values = []) => (await owner.query(statement, [...values])).rows,
      run: id => runImport(house, id, new AbortController().signal),
    },
    connectionId,
  )
console.log('ready')
await (calls === undefined ? fetchAll() : callAtOnce(calls))
await Promise.all([owner.end(), house.close()])
