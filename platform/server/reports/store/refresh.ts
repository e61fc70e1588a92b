/**
 * The refresh of roll-ups: one job an organisation, the tasks of those who asked for it, and an hourly look for days that a stopped process
 * left stale.
 */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { JobHandler } from '../../contract/area.ts'
import type { Book } from '../../contract/area.ts'
import type { Context } from '../../contract/context.ts'
import type { Tx } from '../../contract/database.ts'
import type { House } from '../../contract/house.ts'
import { taskStates } from '../../db/house-tables.ts'
import { merged } from '../../jobs/lanes.ts'
import { markStale, markStaleOf, refreshStale } from './stale.ts'

const refreshJob = 'rollup.refresh'
const dayMs = 86_400_000

/** Recomputes everything stale of one organisation. Answers the number of days. */
export const refreshRollups = (house: House, orgId: string, signal?: AbortSignal): Promise<number> =>
  refreshStale(house, orgId, house.registry.books, signal)

/** One refresh per organisation at a time; a job that waits already will see these days too. */
export const orderRefresh = (tx: Tx, house: House, orgId: string): Promise<void> => house.jobs.addOnce(tx, refreshJob, { orgId })

/** Facts of these days of an owner have changed, if any: marks them and orders their refresh, in the transaction that changed them. */
export async function daysChanged(
  { tx, house, orgId, now }: { readonly tx: unknown; readonly house: House; readonly orgId: string; readonly now: Date },
  of: Rollup,
  ownerId: string,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return
  await markStale(tx as Tx, of, ownerId, [...new Set(days)], now)
  await orderRefresh(tx as Tx, house, orgId)
}

/** The same of several owners at once. */
export async function daysOfOwnersChanged(
  tx: Tx,
  { house, caller, now }: Context,
  of: Rollup,
  days: ReadonlyMap<string, Iterable<string>>,
) {
  await markStaleOf(tx, of, days, now())
  await orderRefresh(tx, house, caller.orgId)
}

export const enqueueRefresh = (tx: Tx, { house, caller }: Context): Promise<void> => orderRefresh(tx, house, caller.orgId)

const kindsOf = (books: readonly Book[]): string[] => [...new Set(books.flatMap(book => book.tasks ?? []))]

/** The job: refresh, and the tasks of those who asked for it follow. It is tried again after a failure, and so are they. */
export const refreshHandler: JobHandler = async (house, payload, signal) => {
  const orgId = String(payload['orgId'])
  const context = await house.asSystem(orgId, 'tasks of a refresh')
  const at = (): string => house.now().toISOString()
  const since = new Date(house.now().getTime() - dayMs).toISOString()
  const tasks = await context.write(tx =>
    tx
      .updateTable('task')
      .set({ state: taskStates.running[0], step: toStored(sentence`计算`), started_at: at() })
      .where(sql<boolean>`kind = any(${kindsOf(house.registry.books)})`)
      .where('state', 'in', [taskStates.queued[0], taskStates.running[0], taskStates.failed[0]])
      .where('created_at', '>', since)
      .returning('id')
      .execute(),
  )
  const end = async (values: { state: 2 | 5; progress: string; message: string | null }): Promise<void> => {
    if (tasks.length === 0) return
    await context.write(tx =>
      tx
        .updateTable('task')
        .set({ ...values, step: '', finished_at: at() })
        .where(
          'id',
          'in',
          tasks.map(t => t.id),
        )
        .execute(),
    )
  }
  try {
    await refreshRollups(house, orgId, signal)
  } catch (error) {
    await end({
      state: taskStates.failed[0],
      progress: '0',
      message: toStored(sentence`计算没有完成，稍后自动重试；页面上的数字仍是上一次的结果`),
    })
    throw error
  }
  await end({ state: taskStates.done[0], progress: '1', message: null })
}

/** Days that a stopped process left stale are taken up again, and looked for every hour: a row can't be lost, a job could. */
export async function lookForStale(house: House): Promise<void> {
  // nothing is looked for where no area has roll-ups
  if (house.registry.books.length === 0) return
  const db = house.unscoped('start: organisations with stale days')
  const { rows } = await sql<{
    org_id: string
  }>`select distinct org_id::text as org_id from stale_day`.execute(db)
  for (const { org_id: orgId } of rows) await db.transaction().execute(tx => orderRefresh(tx, house, orgId))
}

export const refreshJobs: Readonly<Record<string, JobHandler>> = { [refreshJob]: merged('figures', refreshHandler) }
