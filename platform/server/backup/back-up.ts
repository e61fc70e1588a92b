/** Takes a backup while the product runs: one repeatable-read snapshot of every table, then the files its rows name, into one archive. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { SteadyClient } from '../db/connection-lost.ts'
import { to as copyTo } from 'pg-copy-streams'
import { connectionSettings } from '../db/pools.ts'
import { makeFolder } from '../base/make-folder.ts'
import { FileMissing } from '../files/store.ts'
import type { FileStore } from '../contract/file-store.ts'
import { formatVersion, type BackupSchema, type Manifest } from './archive.ts'
import { tarStream, type TarPart } from './tar.ts'

/** A part of a table is held in memory, because a tar says the size first. */
const partBytes = 8 * 1_048_576

export interface BackUpAsk {
  readonly ownerUrl: string
  readonly files: FileStore
  /** where the archive goes; it appears whole or not at all */
  readonly path: string
  readonly now: Date
}
export interface BackUpDone {
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly missing: readonly string[]
}

export async function backUp({ ownerUrl, files, path, now }: BackUpAsk): Promise<BackUpDone> {
  const client = new SteadyClient(connectionSettings(ownerUrl, 'backup'))
  const unfinished = `${path}.unfinished`
  makeFolder('备份目录', 'BACKUP_DIR', dirname(path))
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const schema = await schemaOf(client, now)
    const manifest = { rows: {} as Record<string, number>, sha256: {} as Record<string, string>, missing: [] as string[] }
    // data of other people: readable by the owner alone
    await pipeline(
      tarStream(parts(client, files, schema, manifest)),
      createGzip({ level: 4 }),
      createWriteStream(unfinished, { mode: 0o600 }),
    )
    await client.query('commit')
    await rename(unfinished, path)
    return {
      tables: schema.tables.length,
      rows: Object.values(manifest.rows).reduce((sum, n) => sum + n, 0),
      files: Object.keys(manifest.sha256).filter(name => name.startsWith('files/')).length,
      missing: manifest.missing,
    }
  } finally {
    await client.end()
    await rm(unfinished, { force: true })
  }
}

/** What the catalogue says inside the snapshot. Unlogged tables are staging: nothing that lasts. */
async function schemaOf(client: pg.Client, now: Date): Promise<BackupSchema> {
  const rowsOf = async <T extends object>(statement: string): Promise<T[]> => (await client.query<T>(statement)).rows
  return {
    format: formatVersion,
    takenAt: now.toISOString(),
    migrations: await rowsOf('select name, sha256 from schema_migration order by name'),
    partitions: await rowsOf(`select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
      where c.relkind = 'r' and c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`),
    sequences:
      await rowsOf(`select sequencename as name, coalesce(last_value, start_value)::text as last, last_value is not null as "isCalled"
      from pg_sequences where schemaname = 'public' order by 1`),
    tables: await rowsOf(`select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration'
      group by 1 order by 1`),
  }
}

const partOf = (name: string, content: Buffer, sha256: Record<string, string>): TarPart => {
  sha256[name] = createHash('sha256').update(content).digest('hex')
  return { name, size: content.length, content: [content] }
}

type Counted = { rows: Record<string, number>; sha256: Record<string, string>; missing: string[] }

async function* parts(client: pg.Client, files: FileStore, schema: BackupSchema, manifest: Counted): AsyncGenerator<TarPart> {
  yield partOf('schema.json', Buffer.from(JSON.stringify(schema)), manifest.sha256)
  for (const table of schema.tables) yield* rowsOf(client, table, manifest)
  yield* filesOf(client, files, manifest)
  yield partOf('manifest.json', Buffer.from(JSON.stringify(manifest satisfies Manifest)), {})
}

async function* rowsOf(
  client: pg.Client,
  { name, columns }: BackupSchema['tables'][number],
  { rows, sha256 }: Counted,
): AsyncGenerator<TarPart> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const copy = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`))
  let held: Buffer[] = []
  let size = 0
  let number = 0
  const part = (): TarPart => {
    const made = partOf(`db/${name}/${String((number += 1)).padStart(6, '0')}.copy`, Buffer.concat(held), sha256)
    held = []
    size = 0
    return made
  }
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (size >= partBytes) yield part()
  }
  if (size > 0) yield part()
  rows[name] = copy.rowCount
}

/** Files by the rows of the snapshot: one that came later is not in it, one that was deleted meanwhile keeps its bytes for a day. */
async function* filesOf(client: pg.Client, files: FileStore, { sha256, missing }: Counted): AsyncGenerator<TarPart> {
  const { rows } = await client.query<{ key: string; sha256: string }>('select storage_key as key, sha256 from stored_file order by id')
  for (const { key, sha256: expected } of rows) {
    const name = `files/${key}`
    const size = await files.size(key)
    if (size === null) {
      missing.push(key)
      continue
    }
    const hash = createHash('sha256')
    yield { name, size, content: hashed(files, key, hash) }
    sha256[name] = hash.digest('hex')
    if (sha256[name] !== expected) throw new Error(`文件 ${key} 的内容与登记的摘要不符，磁盘可能有坏块，请先检查`)
  }
}

async function* hashed(files: FileStore, key: string, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw error instanceof FileMissing ? new Error(`文件 ${key} 在备份时被移除，请重新备份`, { cause: error }) : error
  }
}
