/**
 * A run: asked for by a person, done as a job in three parts. The snapshot is stored first; what a killed process left is worked out from
 * it; the plan is written in one transaction.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type House, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { inLane } from '#platform/server/jobs.ts'
import { create, setDerived, followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { NoWorkingDay } from './days.ts'
import { keepPlan, TooMuch } from './keep-plan.ts'
import { Circle } from './levels.ts'
import { planning } from './plan.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { Parameters, Snapshot } from './snapshot.ts'
import { faults, mrpRun, runStates, mrpLine } from './tables.ts'

const job = 'production.mrp'
const open = [runStates.waiting[0], runStates.computing[0]]
/** a run that ended in no way by then was given up */
const minutesMax = 30
/** of the names of a circle */
const aboutMax = 500

const lockOf = (orgId: string) => sql`hashtextextended(${`mrp ${orgId}`}, 0)`
const openRun = async (tx: Tx, orgId: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from mrp_run where org_id = ${orgId} and state = any(${open}::int[])`.execute(behind(tx))
  return rows.length > 0
}

/** Answers the run, which its job works on. */
export const askRun = (context: Context, parameters: Parameters): Promise<string> =>
  context.write(async (tx, inside) => {
    const { caller, house, now } = inside
    await sql`select pg_advisory_xact_lock(${lockOf(caller.orgId)})`.execute(behind(tx))
    const server = await inServersName(inside, tx, 'a run of requirements planning')
    const { rows: dead } = await sql<{ id: string }>`select id::text as id from mrp_run where org_id = ${caller.orgId}
      and state = any(${open}::int[]) and created_at < ${now()}::timestamptz - ${minutesMax} * interval '1 minute'`.execute(behind(tx))
    for (const { id } of dead) await ended(server, id, failed(faults.broken))
    if (await openRun(tx, caller.orgId)) throw refuse.rule(sentence`MRP 正在计算，请等它完成后再运行`)
    const { id } = await create(server, mrpRun, { day: todayOf(inside), ...parameters, askedBy: caller.employeeId })
    await house.jobs.add(tx, job, { orgId: caller.orgId, runId: id }, { queue: `${job} ${caller.orgId}` })
    return id
  })

export const mrpJobs = {
  [job]: inLane('figures', async (house: House, { orgId, runId }) =>
    runPlan(await house.asSystem(String(orgId), 'requirements planning of all warehouses'), String(runId)),
  ),
}

/** While a run is worked out nobody changes what it starts from: a suggestion would be there twice. */
export const keepDuringRun = followerOf(mrpLine, async ({ caller }, tx, changes) => {
  if (!changes.some(({ before, after }) => before !== null && after !== null && before.state !== after.state)) return
  await sql`select pg_advisory_xact_lock_shared(${lockOf(caller.orgId)})`.execute(behind(tx))
  if (await openRun(tx, caller.orgId)) throw refuse.rule(sentence`MRP 正在计算，请等它完成后再处理建议`)
})

export async function runPlan(server: Context, id: string): Promise<void> {
  const snapshot = await take(server, id)
  if (snapshot === null) return
  try {
    await server.write(async (tx, inside) => {
      if (!(await isOpen(tx, id))) return
      const counts = await keepPlan(inside, tx, snapshot, planning(snapshot))
      await ended(inside, id, { state: runStates.done[0], ...counts })
    })
  } catch (error) {
    const fault = faultOf(error, snapshot)
    if (fault === null) throw error
    await server.write((_, inside) => ended(inside, id, fault))
  }
}

const ended = (context: Context, id: string, values: Readonly<Record<string, unknown>>): Promise<void> =>
  setDerived(context, mrpRun, [{ id, ...values, endedAt: context.now().toISOString() }])

async function isOpen(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from mrp_run where id = ${id} and state = any(${open}::int[]) for no key update`.execute(behind(tx))
  return rows.length > 0
}

/** The snapshot as it is stored, taken now where there is none; null: the run has ended. The runs before lose theirs. */
const take = (server: Context, id: string): Promise<Snapshot | null> =>
  server.write(async (tx, inside) => {
    const { orgId } = inside.caller
    await sql`select pg_advisory_xact_lock(${lockOf(orgId)})`.execute(behind(tx))
    if (!(await isOpen(tx, id))) return null
    const { rows } = await sql<Parameters & { snapshot: string | null }>`select snapshot, horizon_days as "horizonDays",
        freeze_days as "freezeDays", pull_days as "pullDays", transfer_days as "transferDays" from mrp_run where id = ${id}`.execute(
      behind(tx),
    )
    const [run] = rows
    if (run === undefined) return null
    const { snapshot: stored, ...parameters } = run
    if (stored !== null) return JSON.parse(stored) as Snapshot
    const snapshot = await readSnapshot(inside, tx, parameters)
    const { rows: before } = await sql<{ id: string }>`select id::text as id from mrp_run where org_id = ${orgId} and snapshot is not null
      order by id`.execute(behind(tx))
    await setDerived(
      inside,
      mrpRun,
      before.map(one => ({ id: one.id, snapshot: null })),
    )
    await setDerived(inside, mrpRun, [{ id, state: runStates.computing[0], snapshot: JSON.stringify(snapshot) }])
    return snapshot
  })

const failed = (fault: (typeof faults)[keyof typeof faults], about: string | null = null) => ({
  state: runStates.failed[0],
  fault: fault[0],
  about: about === null ? null : about.slice(0, aboutMax),
})
function faultOf(error: unknown, { items }: Snapshot): ReturnType<typeof failed> | null {
  if (error instanceof NoWorkingDay) return failed(faults.idle)
  const skus = new Map(items.map(one => [one.productId, one.sku]))
  if (error instanceof TooMuch) return failed(faults.tooMuch, skus.get(error.productId) ?? error.productId)
  if (!(error instanceof Circle)) return null
  return failed(faults.circle, error.productIds.map(id => skus.get(id) ?? id).join(' → '))
}
