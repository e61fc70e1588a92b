/** Equal lines of one file: each counts, and is known by its place among its like. */
import { sql, type RawBuilder } from 'kysely'
import type { MergeTask } from '../contract/file-family.ts'

/**
 * Numbers staged lines, alias s within `mine`, that have the same key: COPY gave each the ordinal 1, those that repeat are numbered on in
 * the order of the file, or of further columns first. What overlaps another file counts once so, what stands twice in one file twice.
 */
export async function numberEqualLines(
  tx: MergeTask['tx'],
  table: string,
  mine: RawBuilder<unknown>,
  key: readonly string[],
  order: readonly string[] = [],
): Promise<void> {
  const columns = sql.join(key.map(name => sql.ref(`s.${name}`)))
  const same = sql.join(
    key.map(name => sql`${sql.ref(`r.${name}`)} = ${sql.ref(`s.${name}`)}`),
    sql` and `,
  )
  const places = sql.join([...order, 'line_no'].map(name => sql.ref(`s.${name}`)))
  const staged = sql`${sql.table(table)} as s`
  await sql`with repeated as (select ${columns} from ${staged} where ${mine} group by ${columns} having count(*) > 1),
    numbered as (select s.line_no, row_number() over (partition by ${columns} order by ${places}) as ordinal
      from ${staged} join repeated r on ${same} where ${mine})
    update ${staged} set ordinal = n.ordinal from numbered n where ${mine} and n.line_no = s.line_no and n.ordinal > 1`.execute(tx)
}
