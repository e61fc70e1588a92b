/** What a person mapped last time, per list and set of heads. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { importFields, type Mapping } from './resource-fields.ts'

const hashOf = (heads: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(heads.map(head => head.trim())))
    .digest('hex')

export async function remember(context: Context, r: Resource, heads: readonly string[], mapping: Mapping): Promise<void> {
  const columns = sql<never>`${JSON.stringify(mapping.slice(0, heads.length))}::jsonb`
  const of = { account_id: context.caller.accountId, list_type: r.type ?? '', heads_hash: hashOf(heads) }
  await context.write(async tx => {
    await tx
      .insertInto('import_mapping')
      .values({ org_id: context.caller.orgId, created_by: context.caller.accountId, ...of, columns })
      .onConflict(on => on.columns(['org_id', 'account_id', 'list_type', 'heads_hash']).doUpdateSet({ columns }))
      .execute()
  })
}

/** Null: never mapped. A field that is gone since then is mapped to nothing. */
export async function remembered(context: Context, r: Resource, heads: readonly string[]): Promise<Mapping | null> {
  const row = await context.db
    .selectFrom('import_mapping')
    .select('columns')
    .where('account_id', '=', context.caller.accountId)
    .where('list_type', '=', r.type ?? '')
    .where('heads_hash', '=', hashOf(heads))
    .executeTakeFirst()
  if (!row) return null
  const known = new Set(importFields(r).map(f => f.name))
  return (row.columns ?? []).map(name => (name !== null && known.has(name) ? name : null))
}
