/** What rows say of their approvals, and the way of an approver to a record that his scope does not show. */
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'

/** One query a page, and none for records that nobody approves. The rows themselves. */
export async function withApprovals<Rows extends readonly Row[]>(context: Context, r: Resource, rows: Rows): Promise<Rows> {
  const { flows } = context.house.registry
  if (r.approval === undefined || flows === null || rows.length === 0) return rows
  const found = await flows.rowsIn(
    context,
    r,
    rows.map(row => row.id),
  )
  for (const row of rows as readonly Record<string, unknown>[]) {
    const approval = found.get(row['id'] as string)
    if (approval !== undefined) row['approval'] = approval
  }
  return rows
}

/** The caller with this one record open to him, where he has or had a task on it. */
export async function openedTo(context: Context, r: Resource, id: string): Promise<Context | null> {
  return r.approval === undefined ? null : ((await context.house.registry.flows?.opened(context, r, id)) ?? null)
}
