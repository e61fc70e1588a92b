/** Empties the schema of a database that is filled anew. */
import type pg from 'pg'

/** Where the tables that were there wait while others take their place. */
export const aside = 'before_restore'

/**
 * What is there steps aside with the schema that holds it. Where an extension has put something into that schema it must stay: then the
 * tables and functions that are ours go, which the transaction brings back where it fails.
 */
export async function makeRoom(client: pg.Client): Promise<void> {
  const { rows: foreign } = await client.query(
    `select 1 from pg_extension where extnamespace = 'public'::regnamespace
    union all select 1 from pg_depend d join pg_class c on c.oid = d.objid where d.classid = 'pg_class'::regclass and d.deptype = 'e'
      and c.relnamespace = 'public'::regnamespace limit 1`,
  )
  if (foreign.length === 0) {
    await client.query(`alter schema public rename to ${aside}`)
    await client.query('create schema public')
    return
  }
  const isOurs = (catalogue: string): string =>
    `not exists (select 1 from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = o.oid and d.deptype = 'e')`
  const { rows: ours } = await client.query<{ drop: string }>(
    `select 'table ' || o.oid::regclass as drop from pg_class o where o.relkind in ('r', 'p') and not o.relispartition
      and o.relnamespace = 'public'::regnamespace and ${isOurs('pg_class')}
    union all select 'routine ' || o.oid::regprocedure from pg_proc o
      where o.pronamespace = 'public'::regnamespace and ${isOurs('pg_proc')}`,
  )
  for (const { drop } of ours) await client.query(`drop ${drop} cascade`)
}

/** Files of the data that is replaced. */
export async function fileKeys(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query<{ is: boolean }>(`select to_regclass('public.stored_file') is not null as is`)
  if (there[0]?.is !== true) return []
  return (await client.query<{ key: string }>('select storage_key as key from stored_file')).rows.map(row => row.key)
}
