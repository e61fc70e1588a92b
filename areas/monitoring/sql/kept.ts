/** A kept query as it was asked, for whoever sees it. Its SQL is made anew: for him, and of the list as it is now. */
import { refuse, type Context } from '#platform/server/area.ts'
import type { SqlAsk } from './answers.ts'
import { generatedSql } from './tables.ts'

export async function keptQuery(context: Context, id: string): Promise<SqlAsk & { readonly name: string }> {
  const row = await context.db.selectFrom('generated_sql').select(['name', 'source', 'query']).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw refuse.unknown(generatedSql.title)
  return { name: row.name, source: row.source, query: row.query ?? {} }
}
