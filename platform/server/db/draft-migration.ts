/** Two throw-away databases for comparing schemas: one built from db/migrations, one from the declarations. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SteadyClient } from './connection-lost.ts'
import { tableDdl } from './ddl.ts'
import { declaredMigrations, grantLines, lastMigration, scriptOf, type Resources } from './declared-schema.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, readMigrations, type Migration } from './migrate.ts'
import { prepareRuntimeRole, runtimeRole } from './roles.ts'
import { schemaDifference } from './schema-difference.ts'

/** The text of the next migration, on a server of its own that is removed afterwards. Empty: migrations and declarations agree. */
export async function draftMigration(migrationsFolder: string, resources: Resources): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-scratch-'))
  const server = await startEmbedded({ folder: join(folder, 'pg'), forTests: true })
  try {
    await prepareRuntimeRole(server.ownerUrl)
    return await draftOn(server.ownerUrl, readMigrations(migrationsFolder), resources)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The same on a server that runs already. New tables are written as the declarations write them (short, with bigserial); what has changed
 * in others, and foreign keys, comes from comparing the two databases. Rights are comment lines, because the runtime role has no fixed
 * name.
 */
export async function draftOn(ownerUrl: string, migrations: readonly Migration[], resources: Resources): Promise<string> {
  const names = ['migrated', 'declared'].map(n => `${n}_${randomBytes(4).toString('hex')}`)
  const [migrated, declared] = names.map(name => Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href)
  if (migrated === undefined || declared === undefined) throw new Error('two databases are needed')
  await each(
    ownerUrl,
    names.map(n => `create database ${n}`),
  )
  try {
    const grants = grantLines(migrations, resources)
    await migrate(declared, declaredMigrations(migrations, resources), runtimeRole)
    await migrate(migrated, [...migrations], runtimeRole)
    const there = await tablesOf(migrated)
    const tables = [...resources.values()].filter(r => !there.has(r.table)).flatMap(tableDdl)
    const first = [...grants, scriptOf(tables)].filter(part => part !== '')
    if (first.length > 0) await migrate(migrated, [...migrations, lastMigration(first)], runtimeRole)
    const rest = await schemaDifference(migrated, declared)
    return [...first, scriptOf(rest)].filter(part => part !== '').join('\n')
  } finally {
    await each(
      ownerUrl,
      names.map(n => `drop database if exists ${n} with (force)`),
    )
  }
}

async function tablesOf(url: string): Promise<Set<string>> {
  const rows = await each(url, [`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`])
  return new Set(rows.map(row => String(row['relname'])))
}

/** Runs statements one by one; rows of the last. */
async function each(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new SteadyClient({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
