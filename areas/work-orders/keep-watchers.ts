/** Who watches an order sees it: a row of `work_order_watcher` for each watcher that the order names. */
import { sql } from 'kysely'
import type { RecordChange } from '#platform/server/contract/record-hooks.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'

const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

export async function keepWatchers(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) =>
    after !== null && idsOf(before?.['watcherIds']).join() !== idsOf(after['watcherIds']).join() ? [after] : [],
  )
  if (changed.length === 0) return
  const { db, caller } = await context.house.asSystem(context.caller.orgId, 'who watches work orders', tx)
  const orders = changed.map(({ id }) => id)
  await db
    .deleteFrom('work_order_watcher')
    .where(sql<boolean>`work_order_id = any(${orders}::bigint[])`)
    .execute()
  const rows = changed.flatMap(row =>
    idsOf(row['watcherIds']).map(employeeId => ({ org_id: caller.orgId, work_order_id: row.id, employee_id: employeeId })),
  )
  if (rows.length > 0) await db.insertInto('work_order_watcher').values(rows).execute()
}
