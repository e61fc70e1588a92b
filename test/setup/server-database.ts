/** For tests: a database that holds the server's own tables, and kysely on it as the runtime role. */
import { Kysely, PostgresDialect } from 'kysely'
import { testDatabase } from './database.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Database, Db } from '#platform/server/contract/database.ts'
import { openPools } from '#platform/server/db/pools.ts'
import type { Pools } from '#platform/server/contract/house.ts'
import { serverArea } from '#platform/server/http/area.ts'

export interface ServerDatabase {
  readonly db: Db
  readonly pools: Pools
  readonly appUrl: string
  drop(): Promise<void>
}

export async function serverDatabase(more: readonly Resource[] = []): Promise<ServerDatabase> {
  const database = await testDatabase({ tables: new Map([...serverArea.resources, ...more].map(r => [r.table, r])) })
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
