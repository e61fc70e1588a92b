/** What of the data of shops comes by itself: until which day, when next, and why not. */
import { fromStored, sentence } from '#platform/declare/sentence.ts'
import type { Context, Feed } from '#platform/server/area.ts'
import { reports } from '../amazon/index.ts'
import { connectionStates, planStates, windowStates } from '../tables.ts'

/**
 * Plans whose reports hold whole days: a state of the moment has none, and a settlement tells of the days that it is of, whenever it was
 * made.
 */
export async function feedsOf(context: Context, families: readonly string[]): Promise<Feed[]> {
  const kinds = context.house.registry.families.filter(one => families.includes(one.code)).flatMap(one => one.kinds.map(of => of.code))
  const fed = Object.entries(reports).filter(([, { kind, snapshot }]) => kinds.includes(kind) && snapshot !== true)
  if (fed.length === 0) return []
  const plans = await context.db
    .selectFrom('sync_plan as p')
    .innerJoin('shop_connection as c', 'c.id', 'p.connection_id')
    .innerJoin('connection_shop as s', join => join.onRef('s.shop_id', '=', 'p.shop_id').onRef('s.connection_id', '=', 'p.connection_id'))
    .select(['p.id', 'p.shop_id', 'p.report', 'p.backfill_from', 'p.complete_until', 'p.why', 'p.state'])
    .select(['c.state as connected', 'c.why as stopped', 'c.name'])
    .where(
      'p.report',
      'in',
      fed.map(([code]) => code),
    )
    .where('c.state', '<>', connectionStates.draft[0])
    .execute()
  if (plans.length === 0) return []
  const next = await context.db
    .selectFrom('sync_window')
    .select(['plan_id', 'state', 'said', 'next_at'])
    .distinctOn('plan_id')
    .where(
      'plan_id',
      'in',
      plans.map(one => one.id),
    )
    .where('state', 'in', [0, 1, 2, 4, windowStates.person[0], windowStates.failed[0]])
    .orderBy('plan_id')
    .orderBy('next_at')
    .execute()
  return plans.map(plan => {
    const at = next.find(one => one.plan_id === plan.id)
    const isStopped = plan.connected !== connectionStates.open[0]
    const why = isStopped ? plan.stopped : plan.state === planStates.on[0] ? (at?.next_at == null ? (at?.said ?? null) : null) : plan.why
    const isResting = isStopped || plan.state !== planStates.on[0]
    return {
      shopId: plan.shop_id,
      from: plan.backfill_from,
      to: reports[plan.report]?.listed === true ? null : plan.complete_until,
      nextAt: isResting ? null : (at?.next_at ?? null),
      fault: why !== null ? fromStored(why) : isResting ? sentence`已暂停` : null,
    }
  })
}
