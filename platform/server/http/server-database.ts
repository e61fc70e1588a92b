/** For tests: a database that holds the server's own tables, and kysely on it as the runtime role. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { testDatabase } from '../../../test/setup/database.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Database } from '../db/database.ts'
import { schemaDdl } from '../db/ddl.ts'
import { runtimeGrants } from '../db/migrate.ts'
import { openPools } from '../db/pools.ts'
import { runtimeRole } from '../db/roles.ts'
import type { Pools } from '../house.ts'
import { serverArea } from './area.ts'

export interface ServerDatabase {
  readonly db: Kysely<Database>
  readonly pools: Pools
  readonly appUrl: string
  drop(): Promise<void>
}

export async function serverDatabase(more: readonly Resource[] = []): Promise<ServerDatabase> {
  const database = await testDatabase({ empty: true })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const resources = new Map([...serverArea.resources, ...more].map(r => [r.table, r]))
  for (const statement of [...schemaDdl(resources), ...runtimeGrants('public', runtimeRole)]) await owner.query(statement)
  await owner.end()
  const pools = openPools(database.appUrl, () => undefined)
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: pools.interactive }) }),
    pools,
    appUrl: database.appUrl,
    async drop() {
      await pools.end()
      await database.drop()
    },
  }
}
