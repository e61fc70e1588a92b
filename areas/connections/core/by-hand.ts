/** Days that somebody wants again, of shops that he was granted: what of them comes by itself is asked for anew. */
import { sql } from 'kysely'
import type { Context, FetchAsk } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { connectionStates, planStates, syncWindow, windowReasons, windowStates } from '../tables.ts'
import { noteRound } from './ended.ts'
import { allSources } from './platforms.ts'
import { orderSteps } from './run.ts'

/** what a window begins with when it is asked for once more */
export const anew = { askedAt: null, pageToken: null, documents: null, tries: 0, said: null, endedAt: null }

/** Answers how many windows are fetched; those under way go on as they are. */
export async function fetchAgain(context: Context, { shopIds, families, from, to }: FetchAsk): Promise<number> {
  const kinds = context.house.registry.families.filter(one => families.includes(one.code)).flatMap(one => one.kinds.map(of => of.code))
  const codes = Object.entries(allSources()).flatMap(([code, { kind }]) => (kinds.includes(kind) ? [code] : []))
  if (codes.length === 0 || shopIds.length === 0) return 0
  return context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'days of shops that are fetched again')
    const rows = await server.db
      .selectFrom('sync_window as w')
      .innerJoin('sync_plan as p', 'p.id', 'w.plan_id')
      .innerJoin('shop_connection as c', 'c.id', 'w.connection_id')
      .select(['w.id', 'w.connection_id'])
      .where(sql<boolean>`w.shop_id = any(${shopIds}::bigint[])`)
      .where('w.report', 'in', codes)
      .where('w.from_on', '<=', to)
      .where('w.to_on', '>=', from)
      .where('w.round', '=', 0)
      .where('w.state', '>=', windowStates.done[0])
      .where('p.state', '=', planStates.on[0])
      .where('c.state', '=', connectionStates.open[0])
      .execute()
    const values = { ...anew, state: windowStates.waiting[0], reason: windowReasons.byHand[0], nextAt: inside.now().toISOString() }
    await setDerived(
      server,
      syncWindow,
      rows.map(({ id }) => ({ id, ...values })),
    )
    for (const connectionId of new Set(rows.map(one => one.connection_id))) {
      await noteRound(server, server.through(tx), connectionId)
      await orderSteps(inside, tx, { connectionId, orgId: inside.caller.orgId })
    }
    return rows.length
  })
}
