/** What rows say of their approvals, what a declaration of them may not say, and the way of an approver to a record outside his scope. */
import { approvalFields, conditionsOf } from '#platform/declare/approval.ts'
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
    if (approval === undefined) continue
    row['approval'] = approval
    row['approvalState'] = approval.state
    row['approvalStep'] = approval.step
  }
  return rows
}

/** The caller with this one record open to him, where he has or had a task on it. */
export async function openedTo(context: Context, r: Resource, id: string): Promise<Context | null> {
  return r.approval === undefined ? null : ((await context.house.registry.flows?.opened(context, r, id)) ?? null)
}

/** Fields, steps and figures that are none. Empty where it can be carried out. */
export function approvalFaults({ approval, table, fields, states }: Resource): string[] {
  if (approval === undefined) return []
  const isField = (name: string): boolean => Object.hasOwn(fields, name)
  const isStep = (name: string): boolean => states !== undefined && Object.hasOwn(states.steps, name)
  const taken = Object.keys(approvalFields)
    .filter(isField)
    .map(name => `${table}: ${name} is the name of a column of approvals`)
  const faults = (approval.figures ?? []).filter(name => !isField(name)).map(name => `${table}: approval shows ${name}, which is no field`)
  for (const [code, matter] of Object.entries(approval.triggers)) {
    const named = [
      ...Object.keys(matter.fields ?? {}),
      ...(matter.onAdd === 'hold' ? [] : Object.keys(matter.onAdd ?? {})),
      ...conditionsOf(matter).flatMap(Object.keys),
    ]
    faults.push(
      ...named.filter(name => !isField(name)).map(name => `${table}: the approval ${code} asks for ${name}, which is no field`),
      ...(matter.steps ?? [])
        .filter(name => !isStep(name))
        .map(name => `${table}: the approval ${code} waits for ${name}, which is no step`),
    )
  }
  return [...faults, ...taken]
}
