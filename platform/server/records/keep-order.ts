/** After a write: trees and dependencies of records are without circles (docs/adding-a-resource.md, "3. List"). */
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { circleIn } from '#platform/format/circles.ts'
import { sql } from 'kysely'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb, Tx } from '../contract/database.ts'
import { keepTree } from './record-checks.ts'

/** Whether records of this kind stand in an order that their writers keep. */
export const hasOrder = (r: Resource): boolean => r.tree !== undefined || r.shownAs?.gantt?.dependsOn !== undefined

/** `keys`: of the written records; `columns`: those that were written, absent: any may have been. */
export async function keepOrder(
  context: Context,
  tx: Tx,
  db: AnyDb,
  r: Resource,
  keys: readonly (readonly string[])[],
  columns?: readonly string[],
): Promise<void> {
  const isWritten = (field: string | undefined): field is string =>
    field !== undefined && (columns === undefined || columns.includes(columnOf(field)))
  const ids = keys.flat()
  if (isWritten(r.tree)) await keepTree(context, tx, db, r, ids)
  const after = r.shownAs?.gantt?.dependsOn
  if (isWritten(after)) await keepDependencies(context, tx, db, r, { after, ids })
}

/** of a circle, so many are named */
const namedMax = 6

interface Written {
  /** the field that holds what a record waits for */
  readonly after: string
  readonly ids: readonly string[]
}

/**
 * Writers go one after the other: two dependencies that are right each by itself may make a circle together. A new circle runs through a
 * record that was written: only what these wait for, and that in turn, is read.
 */
async function keepDependencies(context: Context, tx: Tx, db: AnyDb, r: Resource, { after, ids }: Written): Promise<void> {
  if (ids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dependencies ${r.table} ${context.caller.orgId}`}, 0))`.execute(tx)
  const column = `t.${columnOf(after)}`
  // without "all": a circle ends
  const rows = await db
    .withRecursive('reached', query =>
      query
        .selectFrom(`${r.table} as t`)
        .select(['t.id as id', `${column} as waits`])
        .where(sql<boolean>`t.id = any(${ids})`)
        .union(
          query
            .selectFrom(`${r.table} as t`)
            .innerJoin('reached as w', join => join.on(sql<boolean>`t.id = any(w.waits)`))
            .select(['t.id as id', `${column} as waits`]),
        ),
    )
    .selectFrom('reached')
    .select([sql<string>`reached.id::text`.as('id'), sql<string[] | null>`reached.waits::text[]`.as('after')])
    .execute()
  const waits = new Map(rows.map(row => [row.id, row.after ?? []]))
  // begun where a person has written
  const circle = circleIn(new Map([...ids, ...waits.keys()].map(id => [id, waits.get(id) ?? []])))
  if (circle === null) return
  const title = ownValue(r.fields, after)?.title ?? after
  const message =
    circle.length === 1
      ? sentence`${title}不能是自己，请重新选择`
      : sentence`${title}不能形成循环：${await circleNamed(db, r, circle)}，请重新选择`
  throw refuse.invalid([{ field: after, message }])
}

/** Its records by their names, the first one again at the end. */
async function circleNamed(db: AnyDb, r: Resource, circle: readonly string[]): Promise<string> {
  const some = circle.slice(0, namedMax)
  const id = sql.ref(`${r.table}.id`)
  const rows = await db
    .selectFrom(r.table)
    .select([sql<string>`${id}::text`.as('id'), sql<string>`${sql.ref(`${r.table}.${columnOf(labelOf(r))}`)}::text`.as('label')])
    .where(sql<boolean>`${id} = any(${some}::bigint[])`)
    .execute()
  const labels = new Map(rows.map(row => [row.id, row.label]))
  const names = some.map(one => labels.get(one) ?? one)
  return [...names, ...(circle.length > namedMax ? ['…'] : []), ...names.slice(0, 1)].join(' → ')
}
