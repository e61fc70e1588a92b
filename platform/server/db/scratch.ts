/** Two throw-away databases for comparing schemas: one built from db/migrations, one from the declarations. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SteadyClient } from './connection-lost.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { appendOnlyTables, schemaDdl, tableDdl } from './ddl.ts'
import { startEmbedded } from './embedded.ts'
import { grantExceptions, migrate, readMigrations, type Migration } from './migrate.ts'
import { prepareRuntimeRole, runtimeRole } from './roles.ts'
import { schemaDifference } from './schema-difference.ts'

type Resources = ReadonlyMap<string, Resource>

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
 * The same on a server that runs already. New tables are written as the declarations write them (short, with bigserial); what has changed in
 * others, and foreign keys, comes from comparing the two databases. Rights are comment lines, because the runtime role has no fixed name.
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
    const rights = grantLines([], resources)
    // functions and what they stand on are written by hand, in the first migration
    await migrate(declared, [...migrations.slice(0, 1), step([...rights, text(schemaDdl(resources))])], runtimeRole)
    await migrate(migrated, [...migrations], runtimeRole)
    const there = await tablesOf(migrated)
    const tables = [...resources.values()].filter(r => !there.has(r.table)).flatMap(tableDdl)
    const first = [...grants, text(tables)].filter(part => part !== '')
    if (first.length > 0) await migrate(migrated, [...migrations, step(first)], runtimeRole)
    const rest = await schemaDifference(migrated, declared)
    return [...first, text(rest)].filter(part => part !== '').join('\n')
  } finally {
    await each(
      ownerUrl,
      names.map(n => `drop database if exists ${n} with (force)`),
    )
  }
}

const text = (statements: readonly string[]): string => statements.map(s => `${s};`).join('\n')

/** Comment lines that give the runtime role its rights where they differ from what the migrations have said so far. */
function grantLines(migrations: readonly Migration[], resources: Resources): string[] {
  const said = new Map(grantExceptions([...migrations]).map(e => [e.table, e.privileges.toSorted().join(',')]))
  const appendOnly = new Set(appendOnlyTables(resources))
  const narrow = [...appendOnly].filter(table => said.get(table) !== 'insert,select').map(table => `-- grant: select,insert on ${table}`)
  const wide = [...said.keys()].filter(
    table => resources.has(table) && !appendOnly.has(table) && said.get(table) !== 'delete,insert,select,update',
  )
  return [...narrow, ...wide.map(table => `-- grant: select,insert,update,delete on ${table}`)]
}

/** A migration that no file holds, named after all others. */
function step(parts: readonly string[]): Migration {
  const sql = parts.join('\n')
  return { name: '9999_declared', sql, sha256: createHash('sha256').update(sql).digest('hex') }
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
