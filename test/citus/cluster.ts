/**
 * For tests: databases on a cluster whose coordinator CITUS_URL names (a superuser's address of any database there that has the extension).
 * Every machine must be reachable from here by the address the coordinator has for it, for the same account. One database is made on each
 * machine.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrateAndSpread, type Migration } from '#platform/server/db/migrate.ts'
import { prepareRuntimeRole, runtimeRole } from '#platform/server/db/roles.ts'
import type { Spreadable } from '#platform/server/db/spread.ts'
import type { TestDatabase } from '../setup/database.ts'

export const coordinatorUrl: string | undefined = process.env['CITUS_URL']

interface Machine {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function addressOf(url: string, { host, port, isCoordinator }: Machine, database: string): string {
  const to = new URL(url)
  to.pathname = `/${database}`
  if (!isCoordinator) [to.hostname, to.port] = [host, String(port)]
  return to.href
}

const machinesOf = (url: string): Promise<readonly Machine[]> =>
  on(
    url,
    async client =>
      (
        await client.query<Machine>(
          `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
            where isactive and noderole = 'primary' order by groupid`,
        )
      ).rows,
  )

export interface ClusterWish {
  /** none: a database without tables */
  readonly migrations: readonly Migration[]
  readonly tables: readonly Spreadable[]
}

/** A database of its own on every machine, its tables spread. */
export async function clusterDatabase(url: string, wish: ClusterWish): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const found = await machinesOf(url)
  const { hostname, port } = new URL(url)
  const coordinator = found.find(m => m.isCoordinator) ?? { host: hostname, port: Number(port || 5432), isCoordinator: true }
  const workers = found.filter(m => !m.isCoordinator)
  const own = decodeURIComponent(new URL(url).pathname.slice(1))
  for (const machine of [coordinator, ...workers]) {
    await on(addressOf(url, machine, own), client => client.query(`create database ${name}`))
    await on(addressOf(url, machine, name), client => client.query('create extension citus'))
  }
  const ownerUrl = addressOf(url, coordinator, name)
  await on(ownerUrl, async client => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
    for (const { host, port: at } of workers) await client.query('select citus_add_node($1, $2)', [host, at])
    if (workers.length === 0)
      await client.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [coordinator.host, coordinator.port])
  })
  // in this database: made elsewhere, the account would be known to the coordinator alone
  const appUrl = await prepareRuntimeRole(ownerUrl)
  if (wish.migrations.length > 0)
    await migrateAndSpread(ownerUrl, [...wish.migrations], runtimeRole, { spread: { tables: () => wish.tables } })
  const drop = async (): Promise<void> => {
    for (const machine of [...workers, coordinator])
      await on(addressOf(url, machine, own), client => client.query(`drop database if exists ${name} with (force)`))
  }
  return { name, ownerUrl, appUrl, drop }
}
