/**
 * The job of one run. Work of an organisation is done in the transaction that notes it as done: all of it and once, also where the process
 * is killed. A run that fails is tried again after the pauses of its declaration; after the last one it is a dead letter, and
 * administrators are told.
 */
import { sentence, shortened, toStored, type Part, type Wording } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { JobHandler } from '../contract/area.ts'
import { ConnectionLost } from '../db/connection-lost.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { installationId } from './clock.ts'
import { tellDead } from './dead-notice.ts'
import { orderJob, unfinished } from './order-run.ts'
import { runStates } from './tables.ts'
import type { Timed } from '../contract/timed.ts'

const saidMax = 500
const minuteMs = 60_000
const [running, done, again, dead, overtaken] = [
  runStates.running[0],
  runStates.done[0],
  runStates.again[0],
  runStates.dead[0],
  runStates.overtaken[0],
]

interface Begun {
  readonly id: string
  readonly work: Timed
  readonly organisationId: string
  readonly plannedAt: Date
  /** this try, counted from 1 */
  readonly tries: number
}

/** Null where it is at its end already, or its work is not declared here any more. */
async function begin(house: House, id: string): Promise<Begun | null> {
  const db = house.unscoped('a run of timed work begins')
  return db.transaction().execute(async tx => {
    const row = await tx.selectFrom('timed_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (row === undefined || !(unfinished as readonly number[]).includes(row.state)) return null
    const work = house.registry.timed.get(row.name)
    if (work === undefined) {
      await tx
        .updateTable('timed_run')
        .set({ state: runStates.given[0], said: toStored(sentence`任务已不存在`) })
        .where('id', '=', id)
        .execute()
      return null
    }
    const tries = row.tries + 1
    await tx
      .updateTable('timed_run')
      .set({ state: running, tries, started_at: house.now().toISOString(), next_try_at: null })
      .where('id', '=', id)
      .execute()
    return { id, work, organisationId: row.organisation_id, plannedAt: new Date(instantMs(row.planned_at)), tries }
  })
}

/**
 * Notes it as done, unless it is at its end or tried again meanwhile. Dead letters of work that comes back by itself are overtaken by it.
 */
async function end(house: House, tx: Tx, { id, work, tries, organisationId }: Begun, said: Wording | void): Promise<boolean> {
  const changed = await tx
    .updateTable('timed_run')
    .set({ state: done, ended_at: house.now().toISOString(), said: said === undefined ? null : toStored(shortened(said, saidMax)) })
    .where('id', '=', id)
    .where('state', '=', running)
    .where('tries', '=', tries)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  if ('every' in work.when)
    await tx
      .updateTable('timed_run')
      .set({ state: overtaken })
      .where('organisation_id', '=', organisationId)
      .where('name', '=', work.name)
      .where('state', '=', dead)
      .execute()
  return true
}

class Passed extends Error {}

async function doIt(house: House, begun: Begun, signal: AbortSignal): Promise<void> {
  const { work, organisationId } = begun
  const planned = { at: begun.plannedAt, signal }
  if (work.of === 'installation') {
    const said = await work.work(house, planned)
    const db = house.unscoped('a run of timed work ends')
    await db.transaction().execute(tx => end(house, tx, begun, said))
    return
  }
  const context = await house.asSystem(organisationId, `timed work ${work.name}`)
  await context.write(async (tx, inside) => {
    const said = await work.work(inside, tx, planned)
    // somebody else has done it: what was done here is taken back
    if (!(await end(house, tx, begun, said))) throw new Passed()
  })
}

/** What the database says of what an administrator can see to. */
const known: Readonly<Record<string, Wording>> = {
  '53100': sentence`磁盘空间已满，请清理磁盘`,
  '55P03': sentence`等待数据库锁超时，可能有其他程序长时间占用数据`,
  '57014': sentence`执行超时，已取消`,
}
function causeOf(error: unknown): Part {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ownValue(known, code) ?? (error instanceof Error ? error.message : String(error)).slice(0, saidMax)
}

async function failed(house: House, begun: Begun, error: unknown): Promise<void> {
  const { id, work, tries, organisationId } = begun
  house.log.error({ err: error, work: work.name, organisationId, tries }, 'timed work failed')
  const pause = work.again[tries - 1]
  const now = house.now()
  const nextTry = pause === undefined ? null : new Date(now.getTime() + pause * minuteMs)
  const db = house.unscoped('a run of timed work failed')
  const isDead = await db.transaction().execute(async tx => {
    const changed = await tx
      .updateTable('timed_run')
      .set({
        state: nextTry === null ? dead : again,
        ended_at: now.toISOString(),
        next_try_at: nextTry?.toISOString() ?? null,
        said: toStored(causeOf(error)),
      })
      .where('id', '=', id)
      .where('state', '=', running)
      .where('tries', '=', tries)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    if (nextTry !== null) await orderJob(house, tx, { id, name: work.name }, nextTry)
    return nextTry === null
  })
  if (isDead)
    await tellDead(house, {
      work,
      organisationId: organisationId === installationId ? null : organisationId,
      runId: id,
      said: causeOf(error),
    })
}

export const runTimed: JobHandler = async (house, payload, signal) => {
  const begun = await begin(house, String(payload['id']))
  if (begun === null) return
  try {
    await doIt(house, begun, signal)
  } catch (error) {
    if (error instanceof Passed) return
    // a stopping server leaves it to the next one, a lost connection to the next try of the job
    if (signal.aborted || error instanceof ConnectionLost) throw error
    await failed(house, begun, error)
  }
}
