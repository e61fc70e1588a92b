/** What must be done to a migrated database for it to be what the declarations say, as statements. Empty: they agree. Development only. */
import { extract } from '@supabase/pg-delta/extract'
import { plan, type Action } from '@supabase/pg-delta/plan'
import { steadyPool } from './connection-lost.ts'

/** One statement an entry, in an order in which they can be run; a line of comment stands before one that a person must think about. */
export async function schemaDifference(migratedUrl: string, declaredUrl: string): Promise<string[]> {
  const [from, to] = [steadyPool({ connectionString: migratedUrl, max: 4 }), steadyPool({ connectionString: declaredUrl, max: 4 })]
  // The databases are dropped right after: a connection that is still closing is then told that it was ended, which is no failure any more.
  for (const pool of [from, to]) pool.on('connect', client => client.on('error', () => undefined))
  // the scratch databases are dropped as soon as this is done: an idle connection that is ended with them is no loss
  for (const pool of [from, to]) pool.on('error', () => undefined)
  try {
    const [migrated, declared] = [await extract(from), await extract(to)]
    return plan(migrated.factBase, declared.factBase).actions.map(statementOf)
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

function statementOf(action: Action): string {
  // The tool writes the index of a partitioned table without its partitions, which an executor of its own would follow up; we mean all
  // months.
  const sql = action.sql.replace(/^(CREATE (?:UNIQUE )?INDEX \S+ ON) ONLY /, '$1 ')
  const warnings = [
    ...(action.dataLoss === 'destructive' ? ['-- loses data: is this a rename, or a column that still holds something?'] : []),
    ...(action.rewriteRisk ? ['-- may rewrite the whole table: how many rows does it hold?'] : []),
  ]
  return [...warnings, sql].join('\n')
}
