/**
 * Ordering one run: planned, by hand, or again. A work has one run at a time that is not at its end; whoever orders holds the row of the
 * work.
 */
import { sql } from 'kysely'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { runStates } from './tables.ts'

/** jobs of runs; the trail's own work waits for no other */
export const [runJob, trailJob] = ['timed.run', 'timed.trail'] as const
/** Orders the job of a run of a work. */
export function orderJob(
  { jobs }: House,
  tx: Tx,
  { id, name }: { readonly id: string; readonly name: string },
  runAt?: Date,
): Promise<void> {
  const task = name.startsWith('audit.') ? trailJob : runJob
  return jobs.add(tx, task, { id }, { key: `${task} ${id}`, ...(runAt === undefined ? {} : { runAt }) })
}
const [waiting, running, again] = [runStates.waiting[0], runStates.running[0], runStates.again[0]]
export const unfinished = [waiting, running, again] as const

/** The run that is not at its end, by a statement that its index answers. */
export async function unfinishedRun(tx: Tx, organisationId: string, name: string): Promise<string | null> {
  const row = await tx
    .selectFrom('timed_run')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .where(sql<boolean>`state in (0, 1, 3)`)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * `orderedBy`: the name of whoever asked for it now. Null where one is still to come to its end, which does what this one would, or this
 * instant is there.
 */
export async function orderRun(
  house: House,
  tx: Tx,
  organisationId: string,
  name: string,
  plannedAt: Date,
  orderedBy: string | null = null,
): Promise<string | null> {
  if ((await unfinishedRun(tx, organisationId, name)) !== null) return null
  const row = await tx
    .insertInto('timed_run')
    .values({ organisation_id: organisationId, name, planned_at: plannedAt.toISOString(), ordered_by: orderedBy })
    .onConflict(conflict => conflict.columns(['organisation_id', 'name', 'planned_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  await orderJob(house, tx, { id: row.id, name })
  return row.id
}
