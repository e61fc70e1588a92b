/** FBA 货件, each night. */
import { sql } from 'kysely'
import { timed } from '#platform/server/jobs.ts'
import { behind } from '#areas/goods/index.ts'
import { keepShipments } from './keep.ts'

/** What is not counted any more becomes short, what waited is looked at again. */
export const nightlyShipments = timed('logistics.shipments', ['FBA 货件差异', 'Differences of FBA shipments'], {
  at: '05:10',
  work: async (inside, tx) => {
    const { rows } = await sql<{ id: string }>`select id::text as id from fba_shipment where org_id = ${inside.caller.orgId}
      and (status in (4, 6, 8) or exists (select from fba_shipment_line l where l.shipment_id = fba_shipment.id and l.state in (0, 2, 4)))
      and status <> 10 order by id`.execute(behind(tx))
    await keepShipments(
      inside,
      tx,
      rows.map(one => one.id),
    )
    return undefined
  },
})
