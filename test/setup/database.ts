import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { declaredMigration, handWritten } from '#platform/server/db/declared-schema.ts'
import { readMigrations, type Migration } from '#platform/server/db/migrate.ts'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { clusterDatabase, coordinatorUrl } from '../citus/cluster.ts'
import type { TemplateWish, TestServer } from './global.ts'

/** A database of one test file: its tables are there, nothing is in them. */
export interface TestDatabase {
  /** Owner of the tables: may change the schema, create roles and databases. */
  readonly ownerUrl: string
  /** The runtime role, as in production. */
  readonly appUrl: string
  readonly name: string
  /** the data folder of the product that made it, to be copied */
  readonly files?: string
  /** Ends all connections to it and removes it; call it in afterAll. */
  drop(): Promise<void>
}

function inDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Removing a database ends its connections, which PostgreSQL denies while an autovacuum worker (a superuser's process) is in it: it is
 * asked again until the worker has left.
 */
async function dropped(url: string, name: string): Promise<void> {
  for (let triesLeft = 50; ; triesLeft--) {
    try {
      return await once(url, `drop database if exists ${name} with (force)`)
    } catch (error) {
      const denied = error instanceof pg.DatabaseError && error.code === '42501'
      if (!denied || triesLeft === 0) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
}

export interface DatabaseWish {
  /** without any table */
  readonly empty?: true
  /** with the people of the demo company, as the product makes them */
  readonly people?: true
  /**
   * these tables as they are declared, and the queue of jobs; that migrations make the same is a law of its own
   * (test/laws/migrations.test.ts)
   */
  readonly tables?: ReadonlyMap<string, Resource>
  /** on one machine, also where the tests run on a cluster (CITUS_URL) */
  readonly plain?: true
}

const migrationsFolder = join(import.meta.dirname, '../../db/migrations')
/** read once in a process */
let byHand: Migration[] | undefined
const built = (tables: ReadonlyMap<string, Resource>): Migration[] => [
  ...(byHand ??= handWritten(readMigrations(migrationsFolder))),
  declaredMigration(tables),
]

/** The same on several machines: made anew each time, as a database there can't be copied. */
async function onCluster(url: string, { empty, tables }: DatabaseWish): Promise<TestDatabase> {
  if (tables) {
    const database = await clusterDatabase(url, { migrations: built(tables), tables: [...tables.values()] })
    await prepareJobs(database.ownerUrl)
    return database
  }
  if (empty) return clusterDatabase(url, { migrations: [], tables: [] })
  const product = await import('../../product.ts')
  return clusterDatabase(url, { migrations: readMigrations(migrationsFolder), tables: product.declaredTables() })
}

/**
 * A database of its own, a copy (some 20 ms) of a template that the run builds once: of the migrations, or of the tables that are asked
 * for.
 */
export async function testDatabase({ empty, people, tables, plain }: DatabaseWish = {}): Promise<TestDatabase> {
  if (coordinatorUrl !== undefined && plain !== true)
    return onCluster(coordinatorUrl, { ...(empty ? { empty } : {}), ...(tables ? { tables } : {}) })
  const of = tables ? built(tables) : empty ? 'nothing' : people ? 'people' : 'repository'
  const answer = await fetch(inject('databaseBroker'), { method: 'POST', body: JSON.stringify({ of } satisfies TemplateWish) })
  if (!answer.ok) throw new Error(`the test database did not start:\n${await answer.text()}`)
  const server = (await answer.json()) as TestServer
  const name = `test_${randomBytes(6).toString('hex')}`
  await once(server.ownerUrl, `create database ${name} template ${server.template} strategy file_copy`)
  return {
    name,
    ...(server.files === undefined ? {} : { files: server.files }),
    ownerUrl: inDatabase(server.ownerUrl, name),
    appUrl: inDatabase(server.appUrl, name),
    drop: () => dropped(server.ownerUrl, name),
  }
}
