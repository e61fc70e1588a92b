/** Composes one server process over a database: registry, pools, door, jobs, events. server.ts, jobs in worker threads and tests open the same house. */
import { Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Area } from './area.ts'
import type { Caller, Context, Language } from './context.ts'
import { RowsOrCopy } from './db/copy-out.ts'
import type { Database, Db } from './db/database.ts'
import { Door } from './db/door.ts'
import { openPools } from './db/pools.ts'
import { QuietDialect } from './db/quiet-dialect.ts'
import type { Granted } from './db/scope-predicate.ts'
import type { FileStore } from './files/store.ts'
import { PeoplesCalls } from './give-way.ts'
import { houseArea } from './house-area.ts'
import { serverArea } from './http/area.ts'
import { say } from './http/messages.ts'
import { refuse } from './http/refusal.ts'
import type { House, Rights, Settings } from './house.ts'
import { jobQueue } from './jobs/job-queue.ts'
import { events } from './realtime/push.ts'
import type { Registry } from './registry.ts'
import { registryOf } from './registry-of.ts'

export interface HouseNeeds {
  readonly settings: Settings
  readonly areas: readonly Area[]
  readonly files: FileStore
  readonly log: Logger
  readonly now?: () => Date
  readonly rights: (needs: { readonly unscoped: (reason: string) => Kysely<Database>; readonly now: () => Date }) => Rights
}
export interface OpenHouse extends House {
  close(): Promise<void>
}

/** characters of SECRET_KEY at least: 16 bytes as hex */
const secretKeyMin = 32

/** Keys of what is sealed are derived from it: a start without it would seal nothing. */
function checkSecret({ secretKey }: Settings, { resources }: Registry): void {
  const sealed = [...resources.values()].find(r => r.sealedAuthor !== undefined)
  if (sealed === undefined || (secretKey ?? '').length >= secretKeyMin) return
  throw new Error(
    `SECRET_KEY 未设置或少于 ${secretKeyMin} 个字符：${sealed.title[0]}的作者要用它加密。请生成一个并妥善保管，丢失后无人能再打开`,
  )
}

/** The house's own areas before the business's. */
export const withHouseAreas = (areas: readonly Area[]): Area[] => [houseArea, serverArea, ...areas]

const connectionOf = (pool: Pool): Kysely<Database> => new Kysely<Database>({ dialect: new QuietDialect({ pool, cursor: RowsOrCopy }) })

/** Throws where a declaration is incomplete (no scope, no operation, an unknown reference): the program refuses to start. */
export function openHouse(needs: HouseNeeds): OpenHouse {
  const { settings, files, log } = needs
  const now = needs.now ?? (() => new Date())
  const areas = withHouseAreas(needs.areas)
  const registry = registryOf(areas)
  checkSecret(settings, registry)
  const pools = openPools(settings.appUrl, error => log.error({ err: error }, 'an idle database connection broke'))
  const interactive = connectionOf(pools.interactive)
  const jobs = connectionOf(pools.jobs)
  const streams = connectionOf(pools.streams)
  const unscoped = (_reason: string): Kysely<Database> => interactive
  const lookedUp = connectionOf(pools.rights)
  const rights = needs.rights({ unscoped: () => lookedUp, now })

  const readerOf = rememberedReaders(interactive, registry.resources)

  /** One caller's way in: reads on `root`, exports on a connection of their own. */
  const contextOf = (caller: Caller, root: Kysely<Database>, language: Language, requestId: string, isServer: boolean): Context => {
    const reader = root === interactive && !isServer ? readerOf(caller) : null
    const granted = reader?.granted ?? grantedOf(caller, isServer)
    return {
      caller,
      language,
      now,
      requestId,
      house,
      log: log.child({ requestId, accountId: caller.accountId }),
      db: reader?.db ?? root.withPlugin(new Door(registry.resources, granted, false)),
      write: async work => {
        if (caller.viewer) throw refuse.forbidden(say(language, 'viewingOnly'))
        return root
          .withPlugin(new Door(registry.resources, granted, true))
          .transaction()
          .execute(async tx => {
            await sql`select begin_write(${caller.orgId})`.execute(tx)
            return work(tx)
          })
      },
      snapshot: rows => snapshotOf(streams.withPlugin(new Door(registry.resources, granted, false)), rows),
    }
  }
  const house: OpenHouse = {
    settings,
    areas,
    registry,
    pools,
    files,
    rights,
    log,
    now,
    events,
    peoplesCalls: new PeoplesCalls(),
    jobs: jobQueue,
    unscoped,
    asUser: (caller, language, requestId, abandoned, origin) => ({
      ...contextOf(caller, interactive, language, requestId, false),
      ...(abandoned === undefined ? {} : { abandoned }),
      ...(origin === undefined ? {} : { origin }),
    }),
    async asJob({ accountId, orgId, id }) {
      const caller = await rights.callerOf(accountId, orgId)
      if (!caller) throw refuse.forbidden('发起任务的账号已停用')
      return { ...contextOf(caller, jobs, 'zh', `job-${id}`, false), origin: { address: null, call: `job ${id}` } }
    },
    asSystem: async (orgId, reason) => contextOf(await rights.system(orgId), jobs, 'zh', `system: ${reason}`, true),
    close: () => pools.end(),
  }
  return house
}

/** A caller is the same object as long as nothing about him has changed: so is his way to the tables, which costs more to make than a query to go through it. */
function rememberedReaders(
  root: Kysely<Database>,
  resources: Registry['resources'],
): (caller: Caller) => { granted: Granted; db: Kysely<Database> } {
  const readers = new WeakMap<Caller, { granted: Granted; db: Kysely<Database> }>()
  return caller => {
    const known = readers.get(caller)
    if (known !== undefined) return known
    const granted = grantedOf(caller, false)
    const made = { granted, db: root.withPlugin(new Door(resources, granted, false)) }
    readers.set(caller, made)
    return made
  }
}

const grantedOf = (caller: Caller, isServer: boolean): Granted => ({
  organisation: caller.orgId,
  organisations: caller.orgIds,
  shops: caller.shops,
  employees: caller.employees,
  ...(caller.objects ? { objects: caller.objects } : {}),
  ...(caller.wider ? { wider: caller.wider } : {}),
  audience: caller.audience,
  ...(caller.staff === undefined ? {} : { staff: caller.staff }),
  account: caller.accountId,
  installation: caller.installationAdmin === true,
  server: isServer,
})

async function* snapshotOf<T>(root: Db, rows: (db: Db) => AsyncIterable<T>): AsyncGenerator<T> {
  const tx = await root.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    yield* rows(tx)
  } finally {
    await tx.rollback().execute()
  }
}
