/** Where words stand in the files of records: a few characters around the first place, with its page. */
import { sql } from 'kysely'
import { folded } from '#platform/format/found-at.ts'
import type { Context } from '../contract/context.ts'

interface Sought {
  readonly table: string
  readonly id: string
  readonly word: string
}

/** characters before the word, and all together */
const [before, length] = [12, 60]
/** pages of a file that are looked at */
const pagesMax = 300

/** By table and id of the record. */
export async function excerptsOf({ db, language }: Context, sought: readonly Sought[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('file_use as u')
    .innerJoin('file_page as p', 'p.file_id', 'u.file_id')
    .innerJoin(
      sql<{ table_name: string; record_id: string; word: string }>`(select * from unnest(${sought.map(one => one.table)}::text[],
        ${sought.map(one => one.id)}::text[], ${sought.map(one => folded(one.word))}::text[]) as s (table_name, record_id, word))`.as('w'),
      join => join.onRef('w.table_name', '=', 'u.table_name').onRef('w.record_id', '=', 'u.record_id'),
    )
    .select([
      'u.table_name',
      'u.record_id',
      'p.page',
      sql<string>`substr(p.body, greatest(1, position(w.word in p.body) - ${before}), ${length})`.as('text'),
    ])
    .distinctOn(['u.table_name', 'u.record_id'])
    .where('p.page', '<=', pagesMax)
    .where(sql<boolean>`position(w.word in p.body) > 0`)
    .orderBy('u.table_name')
    .orderBy('u.record_id')
    .orderBy('p.page')
    .execute()
  return new Map(
    rows.map(({ table_name, record_id, page, text }) => [
      `${table_name} ${record_id}`,
      `${language === 'en' ? `page ${page}: ` : `第${page}页：`}…${text.replaceAll(/\s+/gu, ' ').trim()}…`,
    ]),
  )
}
