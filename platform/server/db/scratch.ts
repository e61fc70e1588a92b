/** Two throw-away databases for comparing schemas: one built from db/migrations, one from the declarations. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Resource } from '#platform/declare/resource.ts'
import { schemaDdl } from './ddl.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, readMigrations } from './migrate.ts'
import { prepareRuntimeRole, runtimeRole } from './roles.ts'

type Resources = ReadonlyMap<string, Resource>
type Compare<T> = (migratedUrl: string, declaredUrl: string) => Promise<T>

/** Starts a server of its own, builds both databases, compares, and removes everything. */
export async function withScratchDatabases<T>(migrationsFolder: string, resources: Resources, compare: Compare<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-scratch-'))
  const server = await startEmbedded({ folder: join(folder, 'pg'), forTests: true })
  try {
    await prepareRuntimeRole(server.ownerUrl)
    return await compareIn(server.ownerUrl, migrationsFolder, resources, compare)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same on a server that runs already. */
export async function compareIn<T>(ownerUrl: string, migrationsFolder: string, resources: Resources, compare: Compare<T>): Promise<T> {
  const names = ['migrated', 'declared'].map((n) => `${n}_${randomBytes(4).toString('hex')}`)
  const [migrated, declared] = names.map((name) => Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href)
  if (migrated === undefined || declared === undefined) throw new Error('two databases are needed')
  await each(ownerUrl, names.map((n) => `create database ${n}`))
  try {
    const all = readMigrations(migrationsFolder)
    await migrate(migrated, all, runtimeRole)
    // functions and what they stand on are written by hand, in the first migration
    await migrate(declared, all.slice(0, 1), runtimeRole)
    await each(declared, schemaDdl(resources))
    return await compare(migrated, declared)
  } finally {
    await each(ownerUrl, names.map((n) => `drop database if exists ${n} with (force)`))
  }
}

async function each(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
