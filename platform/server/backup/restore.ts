/**
 * Restores a backup: reads it once to the end and checks it, then rebuilds schema and rows in one transaction. What was there before steps
 * aside under another schema's name and is dropped only when all is well: whatever fails, or whoever pulls the plug, the target stays as it
 * was.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { SteadyClient } from '../db/connection-lost.ts'
import { from as copyFrom } from 'pg-copy-streams'
import { aside, fileKeys, makeRoom } from '../db/make-room.ts'
import { migrateWithin, pendingMigrations, type Migration } from '../db/migrate.ts'
import { connectionSettings } from '../db/pools.ts'
import { isReadyCluster, spreadTables, type Spreadable } from '../db/spread.ts'
import type { FileStore } from '../contract/file-store.ts'
import { formatVersion, jsonOf, partsOf, type BackupSchema, type Manifest } from './archive.ts'
import { TarBroken } from './tar.ts'

const fileBytesMax = 8 * 1024 ** 3

export interface RestoreAsk {
  readonly path: string
  readonly ownerUrl: string
  /** account of the running program, which is given its rights */
  readonly role: string
  /** its address, tried on each machine of a cluster */
  readonly appUrl?: string
  readonly migrations: Migration[]
  readonly files: FileStore
  /** the declared tables: spread again where the target is a coordinator of several machines */
  readonly tables: () => readonly Spreadable[]
  /** replaces what is there */
  readonly force: boolean
  readonly log?: (line: string) => void
}
export interface Restored {
  readonly rows: number
  readonly files: number
  readonly missing: readonly string[]
  readonly takenAt: string
}

/** Every refusal comes before anything is changed. */
export async function restore(ask: RestoreAsk): Promise<Restored> {
  const { schema, manifest } = await checked(ask.path)
  // also refuses a backup of a newer program
  pendingMigrations(ask.migrations, [...schema.migrations])
  const client = new SteadyClient(connectionSettings(ask.ownerUrl, 'restore'))
  await client.connect()
  const written: string[] = []
  try {
    if (!ask.force && (await holdsData(client)))
      throw new Error('目标数据库里已有数据，不会覆盖。请换一个空的 DATA_DIR 或数据库；确要替换，请加 --force。')
    const isCluster = await isReadyCluster(client, ask.role, ask.appUrl)
    // of a restore that was cut off after it was done
    await client.query(`drop schema if exists ${aside} cascade`)
    const replaced = await fileKeys(client)
    await client.query('begin')
    try {
      await makeRoom(client)
      await client.query('drop schema if exists graphile_worker cascade')
      const done = new Set(schema.migrations.map(m => m.name))
      const then = ask.migrations.filter(m => done.has(m.name))
      await migrateWithin(client, then, ask.role)
      await fill(client, ask, schema, manifest, written)
      await migrateWithin(client, ask.migrations, ask.role, ask.log)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      for (const key of written) await ask.files.delete(key)
      throw error
    }
    await client.query(`drop schema if exists ${aside} cascade`)
    if (isCluster) await spreadTables(client, ask)
    for (const key of replaced) if (!Object.hasOwn(manifest.sha256, `files/${key}`)) await ask.files.delete(key)
  } finally {
    await client.end()
  }
  return {
    rows: Object.values(manifest.rows).reduce((sum, n) => sum + n, 0),
    files: Object.keys(manifest.sha256).filter(name => name.startsWith('files/')).length,
    missing: manifest.missing,
    takenAt: schema.takenAt,
  }
}

async function holdsData(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.account') is not null as there`)
  if (rows[0]?.there !== true) return false
  return ((await client.query('select 1 from account limit 1')).rowCount ?? 0) > 0
}

/** Reads the whole archive and holds every entry against the manifest. */
async function checked(path: string): Promise<{ schema: BackupSchema; manifest: Manifest }> {
  let schema: BackupSchema | null = null
  let manifest: Manifest | null = null
  const found = new Map<string, string>()
  for await (const { name, content } of partsOf(path)) {
    if (name === 'manifest.json') {
      manifest = await jsonOf<Manifest>(content)
      continue
    }
    const hash = createHash('sha256')
    const kept: Buffer[] = []
    for await (const chunk of content) {
      hash.update(chunk)
      if (name === 'schema.json') kept.push(chunk)
    }
    if (name === 'schema.json') schema = JSON.parse(Buffer.concat(kept).toString('utf8')) as BackupSchema
    found.set(name, hash.digest('hex'))
  }
  if (schema === null || manifest === null) throw new TarBroken()
  if (schema.format !== formatVersion) throw new Error(`备份的格式是第 ${schema.format} 版，当前程序只认第 ${formatVersion} 版`)
  const wrong = Object.entries(manifest.sha256).find(([name, sha256]) => found.get(name) !== sha256)
  if (wrong || found.size !== Object.keys(manifest.sha256).length) throw new TarBroken()
  return { schema, manifest }
}

async function fill(client: pg.Client, ask: RestoreAsk, schema: BackupSchema, manifest: Manifest, written: string[]): Promise<void> {
  for (const { name, parent, bound } of schema.partitions)
    await client.query(`create table if not exists ${pg.escapeIdentifier(name)} partition of ${pg.escapeIdentifier(parent)} ${bound}`)
  // tables refer to each other in circles: the references come back when all rows are there, and are checked then
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  for (const one of references) await client.query(`alter table ${one.table} drop constraint ${pg.escapeIdentifier(one.name)}`)
  for (const { name } of schema.tables) await client.query(`truncate ${pg.escapeIdentifier(name)}`)
  await copyIn(client, ask, schema, manifest, written)
  for (const one of references)
    await client.query(`alter table ${one.table} add constraint ${pg.escapeIdentifier(one.name)} ${one.definition}`)
  for (const { name, last, isCalled } of schema.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), last, isCalled])
  await countRows(client, manifest)
}

async function copyIn(
  client: pg.Client,
  { path, files }: RestoreAsk,
  schema: BackupSchema,
  manifest: Manifest,
  written: string[],
): Promise<void> {
  const tables = new Map(schema.tables.map(table => [table.name, table.columns]))
  const parts = partsOf(path)[Symbol.asyncIterator]()
  let part = await parts.next()
  // all parts of a table in one statement: a part may end within a row
  async function* rowsOf(table: string): AsyncGenerator<Buffer> {
    for (; part.done !== true && part.value.name.startsWith(`db/${table}/`); part = await parts.next()) yield* part.value.content
  }
  try {
    while (part.done !== true) {
      const { name, content } = part.value
      const [kind, what = ''] = name.split('/')
      const columns = kind === 'db' ? tables.get(what) : undefined
      if (columns !== undefined) {
        const list = columns.map(pg.escapeIdentifier).join(', ')
        await pipeline(Readable.from(rowsOf(what)), client.query(copyFrom(`copy ${pg.escapeIdentifier(what)} (${list}) from stdin`)))
        continue
      }
      if (kind === 'files' && (await hashOf(files, what)) !== manifest.sha256[name]) {
        await files.delete(what)
        await files.put(what, content, { bytesMax: fileBytesMax })
        written.push(what)
      }
      part = await parts.next()
    }
  } finally {
    await parts.return(undefined)
  }
}

/** What the store holds under a key already; a file that is the same is left alone. */
async function hashOf(files: FileStore, key: string): Promise<string | null> {
  if (!(await files.exists(key))) return null
  const hash = createHash('sha256')
  for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

async function countRows(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const [table, expected] of Object.entries(manifest.rows)) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${pg.escapeIdentifier(table)}`)
    if (Number(rows[0]?.n) !== expected) throw new Error(`恢复后 ${table} 有 ${rows[0]?.n} 行，备份里是 ${expected} 行，已全部撤回`)
  }
}
