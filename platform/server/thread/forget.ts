/** Conversations of deleted records are deleted when the deletion can no longer be undone. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { outcomes } from '../records/batch-tables.ts'
import type { House } from '../contract/house.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'

async function forgetOf(house: House, r: Resource): Promise<void> {
  const db = house.unscoped('conversations of records that are gone')
  const { comment, seen } = threadOf(r)
  const table = (name: string) => sql.table(name)
  const gone = (of: Resource) => sql`select distinct c.record_id from ${table(of.table)} c
    where not exists (select 1 from ${table(r.table)} t where t.id = c.record_id) and not exists (
      select 1 from list_batch_row b join list_batch l on l.id = b.batch_id
      where l.subject = ${r.table} and b.outcome = ${outcomes.removed} and b.before is not null and b.record_id = c.record_id::text)`
  await db.transaction().execute(async tx => {
    const comments = sql`select id::text from ${table(comment.table)} where record_id in (${gone(comment)})`
    await sql`delete from file_use where table_name = ${comment.table} and record_id in (${comments})`.execute(tx)
    await sql`delete from sealed_author where subject = ${comment.table} and record_id in (${comments})`.execute(tx)
    await sql`delete from ${table(comment.table)} where record_id in (${gone(comment)})`.execute(tx)
    if (seen !== undefined) await sql`delete from ${table(seen.table)} where record_id in (${gone(seen)})`.execute(tx)
  })
}

export async function forgetThreads(house: House): Promise<void> {
  for (const r of house.registry.resources.values()) if (r.thread !== undefined) await forgetOf(house, r)
}
