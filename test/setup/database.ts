import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestServer } from './global.ts'

/** A database of one test file: all migrations applied, nothing in it. */
export interface TestDatabase {
  /** Owner of the tables: may change the schema, create roles and databases. */
  readonly ownerUrl: string
  /** The runtime role, as in production. */
  readonly appUrl: string
  readonly name: string
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

/** Makes a database of its own from the migrated template; takes some 50 ms. `empty` gives one without any table. */
export async function testDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const answer = await fetch(inject('databaseBroker'))
  if (!answer.ok) throw new Error(`the test database did not start:\n${await answer.text()}`)
  const server = (await answer.json()) as TestServer
  const name = `test_${randomBytes(6).toString('hex')}`
  const from = options.empty ? 'template0' : server.template
  await once(server.ownerUrl, `create database ${name} template ${from} strategy file_copy`)
  return {
    name,
    ownerUrl: inDatabase(server.ownerUrl, name),
    appUrl: inDatabase(server.appUrl, name),
    drop: () => dropped(server.ownerUrl, name),
  }
}
