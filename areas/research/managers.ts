/** A project that goes to another manager takes its figures along: samples, days worked, and the gate in which it is. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { factsChanged, rdSampleCost } from './figures.ts'
import { rdGateStay } from './project-tables.ts'
import { rdTime } from './time-tables.ts'

const portion = 1_000
interface Fact {
  readonly id: string
  readonly day: string | null
  readonly before: string | null
}

/** Gates that were left stay with who led them. */
export async function bringManager(server: Context, tx: Tx, projectId: string, managerId: string): Promise<void> {
  const of = { org: server.caller.orgId, projectId, managerId }
  await bring(server, tx, rdSampleCost, of, sql`select id::text as id, day::text as day, manager_id::text as before from rd_sample_cost`)
  await bring(server, tx, rdTime, of, sql`select id::text as id, day::text as day, manager_id::text as before from rd_time`)
  const { rows } = await sql<{ id: string }>`select id::text as id from rd_gate_stay
    where org_id = ${of.org} and project_id = ${projectId} and left_on is null`.execute(behind(tx))
  await setDerived(
    server,
    rdGateStay,
    rows.map(({ id }) => ({ id, managerId })),
  )
}

async function bring(
  server: Context,
  tx: Tx,
  r: Resource,
  { org, projectId, managerId }: { readonly org: string; readonly projectId: string; readonly managerId: string },
  read: ReturnType<typeof sql>,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<Fact>`${read} where org_id = ${org} and project_id = ${projectId}
      and manager_id is distinct from ${managerId}::bigint order by id limit ${sql.lit(portion)}`.execute(behind(tx))
    if (rows.length === 0) return
    await setDerived(
      server,
      r,
      rows.map(({ id }) => ({ id, managerId })),
    )
    await factsChanged(r.table)(
      server,
      tx,
      rows.map(({ id, day, before }) => ({ id, before: { id, day, managerId: before }, after: { id, day, managerId } })),
    )
  }
}
