import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SteadyClient } from './connection-lost.ts'
import { connectionSettings } from './pools.ts'
import { splitStatements } from './split-statements.ts'
import { isReadyCluster, spreadTables, type Spread, type Spreadable } from './spread.ts'

/** One file of db/migrations. Files apply in the order of their names. */
export interface Migration {
  /** File name without `.sql`. */
  name: string
  sql: string
  sha256: string
}

/** A narrower grant than the usual one, from a comment line of a migration. */
export interface GrantException {
  table: string
  privileges: string[]
}

interface Applied {
  name: string
  sha256: string
}

/** Whoever changes the schema waits for whoever does. */
export const schemaLock = `select pg_advisory_lock(hashtextextended('zhanggui schema', 0))`
const ledger = `create table if not exists schema_migration (
  name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
const allowedPrivileges = ['select', 'insert', 'update', 'delete']

/** Reads the migrations of a folder; a missing folder holds none. */
export function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(file => {
      const sql = readFileSync(join(folder, file), 'utf8')
      // A checkout on Windows may turn line ends; the content is the same.
      return { name: file.slice(0, -4), sql, sha256: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    })
}

/** Name of the newest migration, or '' when there is none. */
export function newestMigration(migrations: Migration[]): string {
  return migrations.at(-1)?.name ?? ''
}

/**
 * The migrations that are still to be applied. Refuses a database that is newer
 * than the program, and one whose applied files have changed since.
 */
export function pendingMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  const byName = new Map(migrations.map(migration => [migration.name, migration]))
  for (const { name, sha256 } of applied) {
    const file = byName.get(name)
    if (!file) throw new Error(`数据库比程序新：它已执行过迁移 ${name}，而程序里没有。请升级程序，或从备份恢复旧的数据库。`)
    if (file.sha256 !== sha256) throw new Error(`迁移 ${name} 在执行之后被改动。请还原这个文件，把改动写成新的迁移。`)
  }
  const done = new Set(applied.map(row => row.name))
  const newest =
    applied
      .map(row => row.name)
      .sort()
      .at(-1) ?? ''
  const pending = migrations.filter(migration => !done.has(migration.name))
  const late = pending.find(migration => migration.name < newest)
  if (late) throw new Error(`迁移 ${late.name} 排在已执行的 ${newest} 之前。请给它一个更靠后的名字。`)
  return pending
}

/** Grants named by lines such as `-- grant: insert,select on audit_entry`; the last line about a table counts. */
export function grantExceptions(migrations: Migration[]): GrantException[] {
  const byTable = new Map<string, GrantException>()
  for (const { name, sql } of migrations) {
    // A line that was meant as a grant and can't be read must stop the program: otherwise the table stays wide open.
    for (const [line] of sql.matchAll(/^[ \t]*--[ \t]*grant\b.*$/gim)) {
      const [, list = '', table = ''] = /^\s*-- ?grant: ?([a-z, ]+?) on ([a-z_][a-z0-9_.]*)\s*$/.exec(line) ?? []
      if (table === '') throw new Error(`迁移 ${name} 的授权行 “${line.trim()}” 无法识别，应写成 -- grant: insert,select on 表名`)
      const privileges = list.split(',').map(word => word.trim())
      const unknown = privileges.find(word => word !== 'none' && !allowedPrivileges.includes(word))
      if (unknown !== undefined) throw new Error(`迁移 ${name} 的授权行 “${line.trim()}” 里有未知的权限 ${unknown}`)
      byTable.set(table, { table, privileges: privileges.filter(word => word !== 'none') })
    }
  }
  return [...byTable.values()]
}

/** Statements that give the runtime role its rights on one schema: rows, sequences and functions, never the schema itself. */
export function runtimeGrants(schema: string, role: string): string[] {
  const [s, r] = [pg.escapeIdentifier(schema), pg.escapeIdentifier(role)]
  return [
    `grant usage on schema ${s} to ${r}`,
    `grant select, insert, update, delete on all tables in schema ${s} to ${r}`,
    `grant usage, select on all sequences in schema ${s} to ${r}`,
    `grant execute on all routines in schema ${s} to ${r}`,
  ]
}

/**
 * Rows of a table of months are written through the whole alone: what stands on it (the lock of closed months) would not hear of a month
 * that is written by itself.
 */
const keepMonthsWhole = (role: string): string => `do $$ declare part record; begin
  for part in select oid::regclass as name from pg_class
    where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace
  loop
    execute format('revoke insert, update, delete on %s from %I', part.name, ${pg.escapeLiteral(role)});
  end loop;
end $$`

/** How a step is made all or nothing: a transaction of its own, or a part of the caller's. */
const ownTransaction = { begin: 'begin', commit: 'commit', rollback: 'rollback' }
const partOfOne = { begin: 'savepoint step', commit: 'release savepoint step', rollback: 'rollback to savepoint step' }
type Step = typeof ownTransaction
/** A coordinator of several machines then changes its shards one after another, as tables that refer to each other need. */
const oneAfterAnother = `set local citus.multi_shard_modify_mode = 'sequential'`

async function apply(client: pg.Client, migration: Migration, step: Step): Promise<void> {
  await client.query(step.begin)
  await client.query(oneAfterAnother)
  try {
    for (const statement of splitStatements(migration.sql)) {
      try {
        await client.query(statement)
      } catch (error) {
        throw new Error(
          `迁移 ${migration.name} 失败：${error instanceof Error ? error.message : String(error)}\n${statement.slice(0, 400)}`,
          { cause: error },
        )
      }
    }
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [migration.name, migration.sha256])
    await client.query(step.commit)
  } catch (error) {
    await client.query(step.rollback)
    throw error
  }
}

/** Gives the runtime role its rights in one transaction, so that it never sees more than it should. */
async function grant(client: pg.Client, migrations: Migration[], role: string, step: Step): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace
      where nspname = 'public' or (nspowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema') order by 1`,
  )
  await client.query(step.begin)
  await client.query(oneAfterAnother)
  try {
    for (const { name } of rows) for (const statement of runtimeGrants(name, role)) await client.query(statement)
    await client.query(keepMonthsWhole(role))
    const exceptions = [...grantExceptions(migrations), { table: 'schema_migration', privileges: ['select'] }]
    for (const { table, privileges } of exceptions) {
      const [target, to] = [table.split('.').map(pg.escapeIdentifier).join('.'), pg.escapeIdentifier(role)]
      await client.query(`revoke all on ${target} from ${to}`)
      // rights to a table of months are those of the whole: a month by itself is nobody's
      const { rows: months } = await client.query<{ name: string }>(
        'select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass($1)',
        [target],
      )
      for (const { name } of months) await client.query(`revoke all on ${name} from ${to}`)
      if (privileges.length > 0) await client.query(`grant ${privileges.join(', ')} on ${target} to ${to}`)
    }
    await client.query(step.commit)
  } catch (error) {
    await client.query(step.rollback)
    throw error
  }
}

/** Whether the role may already do what the last grant gave: false for a new role on an old database. */
async function hasGrants(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select has_table_privilege($1, 'schema_migration', 'select') as has`, [role])
  return rows[0]?.has === true
}

/** A database that something else lives in: its names may be ours, and a restore would move its tables aside. */
async function refuseTablesOfOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; all: number }>(
    `select min(c.relname) as name, count(*)::int as all from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and to_regclass('public.schema_migration') is null
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  )
  const [found] = rows
  if (found === undefined || found.all === 0) return
  throw new Error(`数据库里已有别的程序的 ${found.all} 张表（例如 ${found.name}）。请换一个空的数据库，再启动；没有改动。`)
}

async function bringUp(
  client: pg.Client,
  migrations: Migration[],
  role: string,
  step: Step,
  log?: (line: string) => void,
): Promise<string[]> {
  await client.query(`set client_min_messages = warning`)
  await client.query(ledger)
  const { rows } = await client.query<Applied>('select name, sha256 from schema_migration')
  const pending = pendingMigrations(migrations, rows)
  if (pending.length > 0) log?.(`正在更新数据库结构（${pending.length} 项）`)
  for (const migration of pending) await apply(client, migration, step)
  if (pending.length > 0 || !(await hasGrants(client, role))) await grant(client, migrations, role, step)
  return pending.map(migration => migration.name)
}

/** As `migrate`, inside the caller's transaction: it stands or falls with what else is done there. */
export const migrateWithin = (client: pg.Client, migrations: Migration[], role: string, log?: (line: string) => void): Promise<string[]> =>
  bringUp(client, migrations, role, partOfOne, log)

export interface MigrateWish {
  /** the runtime role's: whether each machine of a cluster lets it in is asked by it, before anything is changed */
  readonly appUrl?: string
  readonly log?: (line: string) => void
  /** the tables as they are declared: spread over the machines of a coordinator where there are any; asked for only then */
  readonly spread?: { readonly tables: () => readonly Spreadable[]; readonly shards?: number }
}
export interface Migrated {
  /** names of the migrations that were applied */
  readonly applied: string[]
  /** tables that were spread; null: on one machine */
  readonly spread: Spread | null
}

/**
 * Brings the database to the newest schema, gives the runtime role its rights and spreads the tables where the database is a coordinator of
 * several machines. Two processes that start at once wait for each other.
 */
export async function migrateAndSpread(ownerUrl: string, migrations: Migration[], role: string, wish: MigrateWish): Promise<Migrated> {
  const { log, spread: asked, appUrl } = wish
  const client = new SteadyClient(connectionSettings(ownerUrl, 'migrate'))
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(schemaLock)
    const isCluster = asked !== undefined && (await isReadyCluster(client, role, appUrl))
    await refuseTablesOfOthers(client)
    const applied = await bringUp(client, migrations, role, ownTransaction, log)
    return { applied, spread: isCluster ? await spreadTables(client, { ...asked, log }) : null }
  } finally {
    await client.end()
  }
}

/** As `migrateAndSpread`, of a database on one machine. Gives back the names of the migrations it has applied. */
export const migrate = async (ownerUrl: string, migrations: Migration[], role: string, log?: (line: string) => void): Promise<string[]> =>
  (await migrateAndSpread(ownerUrl, migrations, role, log === undefined ? {} : { log })).applied
