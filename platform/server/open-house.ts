/**
 * Composes one server process over a database: registry, pools, door, jobs, events. server.ts, jobs in worker threads and tests open the
 * same house.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Area } from './contract/area.ts'
import { joined, within } from './db/within.ts'
import type { Caller, Context } from './contract/context.ts'
import { RowsOrCopy } from './db/copy-out.ts'
import type { Db } from './contract/database.ts'
import { databaseOn, type Mark, ReadsAndWrites, type Rule } from './db/one-connection.ts'
import { Door } from './db/door.ts'
import { grantedOf } from './db/granted.ts'
import { onOneMachine, onSeveralMachines, openPools, type Pools as OpenPools } from './db/pools.ts'
import { HouseDialect } from './db/house-dialect.ts'
import type { Granted } from './db/scope-predicate.ts'
import type { FileStore } from './contract/file-store.ts'
import { RequestsUnderWay } from './base/yield-to-requests.ts'
import { Spreading } from './events/spreading.ts'
import { houseArea } from './house-area.ts'
import { serverArea } from './http/area.ts'
import { texts } from './calls/messages.ts'
import { refuse } from './calls/refusal.ts'
import type { House, Rights, Settings } from './contract/house.ts'
import { WaitQueues } from './db/wait-queues.ts'
import { jobQueue, orderKept } from './jobs/job-queue.ts'
import { Hints } from './realtime/hints.ts'
import { openOutbox, shareOutbox, takeOutbox } from './db/outbox.ts'
import { events, sendOutbox } from './realtime/push.ts'
import type { Registry } from './contract/registry.ts'
import { encryptedFields } from './db/encrypted.ts'
import { registryOf } from './registry-of.ts'

export interface HouseNeeds {
  readonly settings: Settings
  readonly areas: readonly Area[]
  readonly files: FileStore
  readonly log: Logger
  readonly now?: () => Date
  readonly rights: (needs: { readonly unscoped: (reason: string) => Db; readonly now: () => Date }) => Rights
}
export interface OpenHouse extends House {
  /** hints of what has committed are sent */
  hinted(): Promise<void>
  close(): Promise<void>
}

/** characters of SECRET_KEY at least: 16 bytes as hex */
export const secretKeyMin = 32

/** Keys of what is sealed are derived from it: a start without it would seal nothing. */
function checkSecret({ secretKey }: Settings, { resources }: Registry): void {
  if ((secretKey ?? '').length >= secretKeyMin) return
  const needing = [...resources.values()].flatMap(r => [
    ...(r.sealedAuthor === undefined ? [] : [`${r.title[0]}的作者`]),
    ...encryptedFields(r).map(([, field]) => `${r.title[0]}的${field.title[0]}`),
  ])
  if (needing.length === 0) return
  throw new Error(`SECRET_KEY 未设置或少于 ${secretKeyMin} 个字符：${needing[0]}要用它加密。请生成一个并妥善保管，丢失后无人能再打开`)
}

/** The house's own areas before the business's. */
export const withHouseAreas = (areas: readonly Area[]): Area[] => [houseArea, serverArea, ...areas]

/** What a house asks its pools through. */
interface Ways {
  readonly interactive: Db
  readonly writes: Db
  readonly jobs: Db
  readonly streams: Db
  readonly rights: Db
}

function waysOver(pools: OpenPools, rule: Rule): Ways {
  const dialectOf = (pool: Pool): HouseDialect => new HouseDialect({ pool, cursor: RowsOrCopy })
  const over = (pool: Pool): Db => databaseOn(dialectOf(pool), rule)
  const writes = over(pools.writes)
  return {
    interactive: new ReadsAndWrites(over(pools.interactive), dialectOf(pools.interactive), writes),
    writes,
    jobs: over(pools.jobs),
    streams: over(pools.streams),
    rights: over(pools.rights),
  }
}

const ruleOf = ({ settings, log }: HouseNeeds, follows: Readonly<Record<Mark, () => void>>): Rule => ({
  onSecond(error) {
    if (!settings.production) throw error
    log.error({ err: error }, 'a transaction asks for a second connection')
  },
  // what was granted holds from the next call on, also for whoever granted it to himself
  onCommit: marks => marks.forEach(mark => follows[mark]()),
})

/** Throws where a declaration is incomplete (no scope, no operation, an unknown reference): the program refuses to start. */
export function openHouse(needs: HouseNeeds): OpenHouse {
  const { settings, files, log } = needs
  const now = needs.now ?? (() => new Date())
  const areas = withHouseAreas(needs.areas)
  const registry = registryOf(areas)
  checkSecret(settings, registry)
  const broke = (error: Error): void => log.error({ err: error }, 'an idle database connection broke')
  const pools = openPools(settings.appUrl, broke, settings.severalMachines === true ? onSeveralMachines : onOneMachine)
  const rule = ruleOf(needs, { scope: () => rights.forget?.(), events: () => spreading.wake() })
  const ways = waysOver(pools, rule)
  const { interactive, jobs } = ways
  const rights = needs.rights({ unscoped: () => ways.rights, now })
  const readerOf = rememberedReaders(interactive, registry.resources)
  const hints = new Hints(ways.writes, log)
  const spreading = new Spreading(ways.writes, log)
  const contextOf = contextsOver(ways, registry.resources, hints)
  const commonOf = (requestId: string, caller: Caller) => ({ now, requestId, log: log.child({ requestId, accountId: caller.accountId }) })

  const parts = {
    settings,
    filling: { now: null },
    areas,
    registry,
    pools,
    files,
    rights,
    log,
    now,
    events,
    peoplesCalls: new RequestsUnderWay(),
    jobs: jobQueue,
    get forJobs() {
      return forJobs
    },
    asUser: (caller, language, requestId, abandoned, origin) =>
      contextOf(interactive, ways.writes, readerOf(caller), {
        ...commonOf(requestId, caller),
        caller,
        language,
        house,
        ...(abandoned === undefined ? {} : { abandoned }),
        ...(origin === undefined ? {} : { origin }),
      }),
    async asJob({ accountId, orgId, id }) {
      const caller = await rights.callerOf(accountId, orgId)
      if (!caller) throw refuse.forbidden(sentence`发起任务的账号已停用`)
      const about = {
        ...commonOf(`job-${id}`, caller),
        caller,
        language: 'zh',
        house: forJobs,
        origin: { address: null, call: `job ${id}` },
      } as const
      return contextOf(jobs, jobs, { granted: grantedOf(caller, false) }, about)
    },
    async asSystem(orgId, reason, tx) {
      const caller = await rights.system(orgId, tx)
      const about = { ...commonOf(`system: ${reason}`, caller), caller, language: 'zh', house: forJobs } as const
      const system = contextOf(jobs, jobs, { granted: grantedOf(caller, true) }, about)
      return tx === undefined ? system : within(system, tx)
    },
  } satisfies Omit<House, 'unscoped'>
  const house: OpenHouse = Object.assign(parts, {
    unscoped: () => interactive,
    hinted: () => hints.sent(),
    close: () => Promise.all([hints.sent(), spreading.ended()]).then(() => pools.end()),
  })
  const forJobs: House = Object.create(house, { unscoped: { value: () => jobs } }) as House
  return house
}

type Base = Omit<Context, 'db' | 'write' | 'through' | 'snapshot'>
const isFilling = ({ filling: { now } }: House): boolean => now !== null && now.failed === undefined

/** One caller's way in: reads on `reads`, transactions on `writes`, exports on a connection of their own. */
function contextsOver(ways: Ways, resources: Registry['resources'], hints: Hints) {
  const lines = new WaitQueues()
  return (reads: Db, writes: Db, { granted, db }: { readonly granted: Granted; readonly db?: Db }, base: Base): Context => {
    const { caller } = base
    const door = (mayWrite: boolean): Door => new Door(resources, granted, mayWrite)
    const context: Context = {
      ...base,
      db: db ?? reads.withPlugin(door(false)),
      // of the context that is asked: a copy with another log or author keeps them inside
      async write(this: Context, work, options) {
        if (caller.viewer) throw refuse.forbidden(texts.viewingOnly)
        const leave = await lines.stand(options?.line)
        try {
          const committed = await writes
            .withPlugin(door(true))
            .transaction()
            .execute(async tx => {
              await sql`select begin_write(${caller.orgId})`.execute(tx)
              // who fills the demo company waits for its own jobs, as long as a statement may take
              if (isFilling(base.house)) await sql`set local lock_timeout = 0`.execute(tx)
              openOutbox(tx)
              const done = await work(tx, joined(this, tx))
              await sendOutbox(tx)
              await orderKept(tx)
              return { done, hints: takeOutbox(tx, 'hint') }
            })
          hints.add(committed.hints)
          return committed.done
        } finally {
          leave()
        }
      },
      through: tx => shareOutbox(tx, tx.withoutPlugins().withPlugin(door(true))),
      snapshot: rows => snapshotOf(ways.streams.withPlugin(door(false)), rows),
    }
    return context
  }
}

/**
 * A caller is the same object as long as nothing about him has changed: so is his way to the tables, which costs more to make than a query
 * to go through it.
 */
function rememberedReaders(root: Db, resources: Registry['resources']): (caller: Caller) => { granted: Granted; db: Db } {
  const readers = new WeakMap<Caller, { granted: Granted; db: Db }>()
  return caller => {
    const known = readers.get(caller)
    if (known !== undefined) return known
    const granted = grantedOf(caller, false)
    const made = { granted, db: root.withPlugin(new Door(resources, granted, false)) }
    readers.set(caller, made)
    return made
  }
}

async function* snapshotOf<T>(root: Db, rows: (db: Db) => AsyncIterable<T>): AsyncGenerator<T> {
  const tx = await root.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    yield* rows(tx)
  } finally {
    await tx.rollback().execute()
  }
}
