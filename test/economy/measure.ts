/**
 * Run by generated.test.ts in the repository and in its grown copy alike: `node test/economy/measure.ts <owner's URL> <runtime role's URL>`
 * of an empty database. Brings the database up, starts the house, adds a record to a list and reads it back; prints what it took as JSON.
 */
import { join } from 'node:path'
import { pino } from 'pino'
import { createDemoPeople, createRights } from '#areas/admin/index.ts'
import { areas } from '#areas/index.ts'
import { migrate, readMigrations } from '#platform/server/db/migrate.ts'
import { runtimeRole } from '#platform/server/db/roles.ts'
import { createApp } from '#platform/server/http/app.ts'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { openHouse } from '#platform/server/open-house.ts'
import { oneOfEachShape, piecesOf, piecesOfRoute } from '../setup/shapes.ts'
import { secretKey } from '../setup/secret-key.ts'

/** Counts, and CPU milliseconds of this process. */
export interface Measured {
  readonly tables: number
  readonly routes: number
  readonly lists: number
  /** what the default run of the generic laws tries (test/setup/shapes.ts) */
  readonly routesTried: number
  readonly listsTried: number
  /** from nothing loaded to ready to answer, migrations apart */
  readonly startCpuMs: number
  /** what is held when it is ready */
  readonly heapMb: number
  /** code of each call on the last list: add, list */
  readonly codes: readonly number[]
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const [ownerUrl = '', appUrl = ''] = process.argv.slice(2)
const loaded = cpuMs()
await migrate(ownerUrl, readMigrations(join(import.meta.dirname, '../../db/migrations')), runtimeRole)
await prepareJobs(ownerUrl)

const migrated = cpuMs()
const house = openHouse({
  settings: { host: '127.0.0.1', port: 0, dataDir: '', production: false, publicUrl: null, appUrl, secretKey },
  areas,
  files: undefined as never,
  log: pino({ level: 'silent' }),
  rights: createRights,
})
const app = createApp(house, { webFolder: null })
await app.ready()
const startCpuMs = loaded + cpuMs() - migrated
globalThis.gc?.()
const heapMb = process.memoryUsage().heapUsed / 1024 / 1024

const db = house.unscoped('tests look behind the door')
const { password } = await createDemoPeople(db, house.registry, { now: house.now(), lastMonth: '2026-11', mustChange: false })
const post = async (path: string, payload: object, token = ''): Promise<{ code: number; data: { access_token: string } }> =>
  (await app.inject({ method: 'POST', url: `/api-2024${path}`, headers: { authorization: `Bearer ${token}` }, payload })).json()
const { data } = await post('/auth/user/login', { username: 'admin', password })
const { types, routes, resources } = house.registry
// a generated list where there is one
const family = types.has('made0000') ? 'made0000' : 'supplierManage'
const codes = [
  (await post(`/${family}/insert`, { code: 'A', name: '甲' }, data.access_token)).code,
  (await post(`/${family}/list`, {}, data.access_token)).code,
]
const measured: Measured = {
  tables: resources.size,
  routes: routes.length,
  lists: types.size,
  routesTried: oneOfEachShape(routes, piecesOfRoute, false).length,
  listsTried: oneOfEachShape([...types.values()], piecesOf, false).length,
  startCpuMs,
  heapMb,
  codes,
}
console.log(JSON.stringify(measured))
await app.close()
await house.close()
