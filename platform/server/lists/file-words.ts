/** Words in the text of files that records hold (`reads` of a field), along the grams of the files. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { folded } from '#platform/format/found-at.ts'
import { gramsOfWord } from '#platform/format/grams.ts'
import { columnRef, type Sql } from '../db/untyped-query.ts'
import { pieces } from './subtree.ts'

/**
 * Files whose pages are held against a word. Of more, those are taken that have all its grams: to read them takes seconds, and where so
 * many have all grams, nearly all have the word (measured at 20,000 files of 100,000 pages).
 */
const heldMax = 500

export const hasReadFiles = (r: Resource): boolean => Object.values(r.fields).some(({ options }) => options.reads === true)

/** Whether a file of the record has the word on one of its pages. Worked out once for the statement: the ids of all such records. */
export function wordInFiles(r: Resource, alias: string, word: string): Sql<boolean> {
  const { grams, isWhole } = gramsOfWord(word)
  if (grams.length === 0) return sql<boolean>`false`
  const onPage = pieces
    .selectFrom('file_page as p')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`p.file_id = c.file_id and position(${folded(word)} in p.body) > 0`)
  const ids = pieces
    .with('led', query =>
      query
        .selectFrom('file_text as f')
        .innerJoin('file_use as u', 'u.file_id', 'f.file_id')
        .select(['f.file_id', 'u.record_id'])
        .where(sql<boolean>`f.grams @> ${grams}::text[]`)
        .where('u.table_name', '=', r.table),
    )
    .selectFrom('led as c')
    .select(sql`c.record_id::bigint`.as('id'))
    .$if(!isWhole, query =>
      query.where(sql<boolean>`((${pieces.selectFrom('led').select(sql`count(*)`.as('n'))}) > ${sql.lit(heldMax)} or exists ${onPage})`),
    )
  return sql<boolean>`${columnRef(alias, 'id')} = any(array${ids})`
}
