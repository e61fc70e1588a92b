/** A window as its steps read it: with its shop's site and zone, and its report. */
import { instantMs } from '#platform/format/instants.ts'
import type { Context } from '#platform/server/area.ts'
import type { WindowDocument } from '../tables.ts'

export interface WindowRow {
  readonly id: string
  readonly plan_id: string
  readonly shop_id: string
  readonly report: string
  readonly from_on: string
  readonly to_on: string
  readonly reason: number
  readonly round: number
  readonly state: number
  readonly tries: number
  readonly calls: number
  readonly asked_at: string | null
  readonly page_token: string | null
  readonly documents: readonly WindowDocument[] | null
  readonly marketplaceId: string
  readonly zone: string
}

/** The next one of a connection that is due: what is under way first, then today's, what is read again, the past. */
export const dueWindow = (context: Context, connectionId: string): Promise<WindowRow | undefined> =>
  context.db
    .selectFrom('sync_window as w')
    .innerJoin('sync_plan as p', 'p.id', 'w.plan_id')
    .innerJoin('connection_shop as s', join => join.onRef('s.shop_id', '=', 'w.shop_id').onRef('s.connection_id', '=', 'w.connection_id'))
    .innerJoin('shop as h', 'h.id', 'w.shop_id')
    .innerJoin('marketplace as m', 'm.code', 'h.marketplace_code')
    .select(['w.id', 'w.plan_id', 'w.shop_id', 'w.report', 'w.from_on', 'w.to_on', 'w.reason', 'w.round', 'w.state', 'w.tries'])
    .select(['w.calls', 'w.asked_at', 'w.page_token', 'w.documents', 's.marketplace_id as marketplaceId', 'm.zone'])
    .where('w.connection_id', '=', connectionId)
    .where('w.state', 'in', [0, 1, 2, 4])
    .where('w.next_at', '<=', context.now().toISOString())
    .where('p.state', '=', 1)
    .orderBy('w.state', 'desc')
    .orderBy('w.reason')
    .orderBy('w.to_on', 'desc')
    .orderBy('w.id')
    .limit(1)
    .executeTakeFirst() as Promise<WindowRow | undefined>

/** When the next one of them is due; null: none waits. */
export async function nextDue(context: Context, connectionId: string): Promise<Date | null> {
  const row = await context.db
    .selectFrom('sync_window as w')
    .innerJoin('sync_plan as p', 'p.id', 'w.plan_id')
    // a shop that was taken out has nothing that is due
    .innerJoin('connection_shop as s', join => join.onRef('s.shop_id', '=', 'w.shop_id').onRef('s.connection_id', '=', 'w.connection_id'))
    .select(({ fn }) => fn.min('w.next_at').as('at'))
    .where('w.connection_id', '=', connectionId)
    .where('w.state', 'in', [0, 1, 2, 4])
    .where('p.state', '=', 1)
    .executeTakeFirst()
  return row?.at == null ? null : new Date(instantMs(row.at))
}
