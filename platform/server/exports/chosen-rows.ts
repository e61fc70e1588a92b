/** Which rows an export takes, and in which order: those of the filter, or those of them that were chosen. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { ListWords } from '../contract/list-words.ts'
import { anyTable } from '../db/any-table.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { askingOf, type Predicate } from '../lists/conditions.ts'
import { byKey } from '../lists/keys.ts'
import { planOf, type Plan } from '../lists/query.ts'
import { storedQuery } from '../lists/stored-sentences.ts'

export interface RowsAsk {
  readonly query?: ListQuery
  readonly ids?: readonly string[]
}

/** Refused where there are none. */
export async function chosenRows(context: Context, r: Resource, ask: RowsAsk, words: ListWords): Promise<Pick<Plan, 'where' | 'order'>> {
  const plan = planOf(r, { ...storedQuery(context, words, ask.query ?? {}), pageNum: 1, pageSize: 1 }, askingOf(context))
  const where = [...plan.where, ...selection(r, ask.ids)]
  if (!(await anyRow(context, r, where))) throw refuse.rule(sentence`没有数据，无法导出`)
  return { where, order: plan.order }
}

function selection(r: Resource, ids: readonly string[] | undefined): Predicate[] {
  if (!ids || ids.length === 0) return []
  const keys = ids.map(id => keyOfRowId(r, id))
  if (keys.includes(null)) throw refuse.unknown(r.title)
  return [
    sql<boolean>`(${sql.join(
      keys.map(k => byKey(r, k ?? [])),
      sql` or `,
    )})`,
  ]
}

export async function rowCount(context: Context, r: Resource, where: readonly Predicate[]): Promise<number> {
  let query = withJoined(
    anyTable(context.db)
      .selectFrom(r.table)
      .select(sql<string>`count(*)`.as('n')),
    r,
  )
  for (const p of where) query = query.where(p)
  return Number((await query.executeTakeFirstOrThrow()).n)
}

async function anyRow(context: Context, r: Resource, where: readonly Predicate[]): Promise<boolean> {
  let query = anyTable(context.db)
    .selectFrom(r.table)
    .select(sql<number>`1`.as('one'))
    .limit(1)
  for (const p of where) query = query.where(p)
  return (await query.executeTakeFirst()) !== undefined
}

/** Of a document joined with its lines: a row for each line, and one where there is none. */
export function withJoined<Q>(query: Q, { table, joins }: Resource): Q {
  if (joins === undefined) return query
  const { lines } = joins
  const by = `${lines.table}.${columnOf(lines.linesOf?.field ?? '')}`
  const joined = query as { leftJoin(table: string, on: (join: { onRef(a: string, is: '=', b: string): never }) => never): Q }
  return joined.leftJoin(lines.table, join => join.onRef(by, '=', `${table}.id`))
}
