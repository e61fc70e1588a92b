/** Deletes old rows of timed work and notices; runs that have lost their job are started again. */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { House } from '../contract/house.ts'
import { orderJob } from './order-run.ts'
import { runStates } from './tables.ts'

const dayMs = 86_400_000
const doneDaysKept = 7
const failedDaysKept = 180
/** longer than any reminder looks ahead or back */
const eventDaysKept = 800
/** A run that waits, or runs, for so long has lost its job: the queue is not part of a backup. */
const waitedMs = 3_600_000
const ranMs = dayMs

export async function forgetRuns(house: House): Promise<Sentence | undefined> {
  const db = house.unscoped('runs of timed work and events of notices that are past, of every organisation')
  const before = (days: number): string => new Date(house.now().getTime() - days * dayMs).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('timed_run')
    .where('ended_at', '<', before(doneDaysKept))
    .where(({ or, eb }) =>
      or([eb('state', 'in', [runStates.done[0], runStates.overtaken[0], runStates.given[0]]), eb('ended_at', '<', before(failedDaysKept))]),
    )
    .where(sql<boolean>`state not in (0, 1, 3)`)
    .executeTakeFirst()
  await db.deleteFrom('notice_event').where('told_at', '<', before(eventDaysKept)).execute()
  await restartLost(house)
  return numDeletedRows === 0n ? undefined : sentence`清理 ${String(numDeletedRows)} 条记录`
}

export async function restartLost(house: House): Promise<void> {
  const db = house.unscoped('runs of timed work whose job is lost')
  const before = (ms: number): string => new Date(house.now().getTime() - ms).toISOString()
  const lost = await db
    .selectFrom('timed_run')
    .select(['id', 'name'])
    .where(sql<boolean>`state in (0, 1, 3)`)
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', runStates.running[0]), eb('started_at', '<', before(ranMs))]),
        and([eb('state', '!=', runStates.running[0]), eb(sql`greatest(planned_at, next_try_at)`, '<', before(waitedMs))]),
      ]),
    )
    .execute()
  for (const run of lost) await db.transaction().execute(tx => orderJob(house, tx, run))
}
