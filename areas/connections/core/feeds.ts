/** What of the data of shops comes by itself: until which day, when next, and why not. */
import { sql } from 'kysely'
import { fromStored, sentence } from '#platform/declare/sentence.ts'
import type { Context, Feed } from '#platform/server/area.ts'
import { connectionStates, planStates, windowStates } from '../tables.ts'
import { allSources } from './platforms.ts'

const fetched = [windowStates.done[0], windowStates.empty[0]]
/** Of each plan the days that were fetched, in runs without a gap: what was skipped or failed is in none. */
async function runsOf({ db }: Context, planIds: readonly string[]) {
  const rows = await db
    .selectFrom(of =>
      of
        .selectFrom('sync_window')
        .select(['plan_id', sql`unnest(range_agg(daterange(from_on, to_on, '[]')))`.as('days')])
        .where('plan_id', 'in', planIds)
        .where('state', 'in', fetched)
        .groupBy('plan_id')
        .as('r'),
    )
    .select(['plan_id', sql<string>`lower(days)::text`.as('from'), sql<string>`(upper(days) - 1)::text`.as('to')])
    .orderBy('plan_id')
    .orderBy('from')
    .execute()
  return Map.groupBy(rows, one => one.plan_id)
}

/** The next window of each plan, or the one that waits for a person. */
const nextOf = ({ db }: Context, planIds: readonly string[]) =>
  db
    .selectFrom('sync_window')
    .select(['plan_id', 'state', 'said', 'next_at'])
    .distinctOn('plan_id')
    .where('plan_id', 'in', planIds)
    .where('state', 'in', [0, 1, 2, 4, windowStates.person[0], windowStates.failed[0]])
    .orderBy('plan_id')
    .orderBy('next_at')
    .execute()

/**
 * Plans whose reports hold whole days: a state of the moment has none, and a settlement tells of the days that it is of, whenever it was
 * made. A plan of which several runs of days are there answers one for each. `days`: reports need no more.
 */
export async function feedsOf(context: Context, families: readonly string[], of: 'all' | 'days' = 'all'): Promise<Feed[]> {
  const kinds = context.house.registry.families.filter(one => families.includes(one.code)).flatMap(one => one.kinds.map(of => of.code))
  const sources = allSources()
  const fed = Object.entries(sources).filter(([, { kind, snapshot }]) => kinds.includes(kind) && snapshot !== true)
  if (fed.length === 0) return []
  const plans = await context.db
    .selectFrom('sync_plan as p')
    .innerJoin('shop_connection as c', 'c.id', 'p.connection_id')
    .innerJoin('connection_shop as s', join => join.onRef('s.shop_id', '=', 'p.shop_id').onRef('s.connection_id', '=', 'p.connection_id'))
    .select(['p.id', 'p.shop_id', 'p.report', 'p.backfill_from', 'p.why', 'p.state'])
    .select(['c.state as connected', 'c.why as stopped', 'c.name'])
    .where(
      'p.report',
      'in',
      fed.map(([code]) => code),
    )
    .where('c.state', '<>', connectionStates.draft[0])
    .execute()
  if (plans.length === 0) return []
  const planIds = plans.map(one => one.id)
  const runs = await runsOf(context, planIds)
  const next = of === 'days' ? [] : await nextOf(context, planIds)
  return plans.flatMap((plan): Feed[] => {
    const at = next.find(one => one.plan_id === plan.id)
    const isStopped = plan.connected !== connectionStates.open[0]
    const why = isStopped ? plan.stopped : plan.state === planStates.on[0] ? (at?.next_at == null ? (at?.said ?? null) : null) : plan.why
    const isResting = isStopped || plan.state !== planStates.on[0]
    const rest = {
      shopId: plan.shop_id,
      nextAt: isResting ? null : (at?.next_at ?? null),
      fault: why !== null ? fromStored(why) : isResting ? sentence`已暂停` : null,
    }
    const source = sources[plan.report]
    const days = source?.by === 'report' && source.listed === true ? [] : (runs.get(plan.id) ?? [])
    return days.length === 0 ? [{ ...rest, from: plan.backfill_from, to: null }] : days.map(({ from, to }) => ({ ...rest, from, to }))
  })
}
