/** What must be done to a migrated database for it to be what the declarations say, as statements. Empty: they agree. Development only. */
import { extract } from '@supabase/pg-delta/extract'
import { plan } from '@supabase/pg-delta/plan'
import pg from 'pg'

export async function schemaDifference(migratedUrl: string, declaredUrl: string): Promise<string[]> {
  const [from, to] = [new pg.Pool({ connectionString: migratedUrl, max: 4 }), new pg.Pool({ connectionString: declaredUrl, max: 4 })]
  try {
    const [migrated, declared] = [await extract(from), await extract(to)]
    return plan(migrated.factBase, declared.factBase).actions.map((action) => action.sql)
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}
