/**
 * Whoever has or had a task of a record sees that one record, its conversation and its files, whatever his scope: his way to it, and to no
 * list, sum or export. A stand-in likewise while he stands in.
 */
import type { Resource } from '#platform/declare/resource.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { answersFor } from './people.ts'

const isId = (id: string): boolean => /^[1-9][0-9]{0,17}$/.test(id)

/** The same caller with this one record open to him. */
export function openTo(context: Context, r: Resource, id: string): Context {
  const { caller, house, language, requestId, abandoned, origin } = context
  const own = house.asUser({ ...caller, opened: new Map([[r.table, [id]]]) }, language, requestId, abandoned, origin)
  const opened = { ...own, now: context.now }
  return context.tx === undefined ? opened : within(opened, context.tx)
}

/** Inside a transaction, for somebody whose task was found. */
export const openedOn = (context: Context, tx: Tx, r: Resource, id: string): Promise<Context> =>
  Promise.resolve(within(openTo(context, r, id), tx))

export async function isTaskedOn(context: Context, r: Resource, id: string): Promise<boolean> {
  const people = await answersFor(context)
  if (people.length === 0 || !isId(id)) return false
  const found = await context.db
    .selectFrom('approval_task')
    .select('id')
    .where('subject', '=', r.table)
    .where('record_id', '=', id)
    .where('employee_id', 'in', [...people])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether any of these people has or had a task of this one approval. */
export async function hadTask(db: Tx | Context['db'], instanceId: string, people: readonly string[]): Promise<boolean> {
  if (people.length === 0) return false
  const found = await db
    .selectFrom('approval_task')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('employee_id', 'in', [...people])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function opened(context: Context, r: Resource, id: string): Promise<Context | null> {
  if (r.approval === undefined) return null
  return (await isTaskedOn(context, r, id)) ? openTo(context, r, id) : null
}

export async function hasTask(context: Context, r: Resource): Promise<boolean> {
  if (r.approval === undefined) return false
  const people = await answersFor(context)
  if (people.length === 0) return false
  const found = await context.db
    .selectFrom('approval_task')
    .select('id')
    .where('subject', '=', r.table)
    .where('employee_id', 'in', [...people])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
