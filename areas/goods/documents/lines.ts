/** What is asked of lines of documents that goods leave by. */
import { sql, type RawBuilder } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { RowLock, Tx } from '#platform/server/area.ts'
import { behind } from './places.ts'
import { outboundStates as states } from './words.ts'

/** a line that is a part of a bundle */
export const isPart = ({ bundles }: { readonly bundles?: unknown }): RawBuilder<boolean> =>
  bundles === undefined ? sql`false` : sql`of_line_id is not null`
/** by which lines are found */
export const ofColumn = ({ linesOf: of }: Resource): string => columnOf(of?.field ?? '')

/** Who does something to a document that is no step of it comes after whoever is at it. */
export const lockDocument = (tx: Tx, { table }: Resource, id: string): Promise<unknown> =>
  sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(behind(tx))

/** Lines of a document that was submitted stay: what is held and approved is what they say. */
export const keepSubmitted =
  (document: Resource, lines: Resource): RowLock =>
  async (_context, db) => {
    // a value of the one document: whether there is one is answered by reading all documents for a set of lines
    const submitted = db
      .selectFrom(document.table)
      .select(sql<boolean>`${sql.ref(`${document.table}.state`)} <> ${states.draft[0]}`.as('held'))
      .where(sql<boolean>`${sql.ref(`${document.table}.id`)} = ${sql.ref(`${lines.table}.${ofColumn(lines)}`)}`)
    return [{ where: sql<boolean>`coalesce((${submitted}), false)`, reason: sentence`${document.title}已提交，不能修改明细` }]
  }
