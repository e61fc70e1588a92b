/**
 * A backup is worth what its restoring shows: every row, every file, numbers that go on, nothing replaced unasked, and older schemas
 * brought up.
 */
import { cpSync, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { migratedHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { multipart } from '../../../test/setup/multipart.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { prepareRuntimeRole, runtimeRole } from '../db/roles.ts'
import { localFileStore } from '../files/local-store.ts'
import { partsOf, type Manifest } from './archive.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'
import { readTar, TarBroken, tarStream, type TarPart } from './tar.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-backup-'))
const files = localFileStore(join(root, 'files'))
const migrations = readMigrations(join(import.meta.dirname, '../../../db/migrations'))
const archive = join(root, 'whole.tar.gz')
const now = new Date('2026-11-21T01:00:00Z')
const text = '第一行\t二\n\\N \\. \u0001\n'
const opened: TestDatabase[] = []
let h: DemoHouse
/** owner's address of the place that was restored from the archive */
let fresh = ''
let done: Awaited<ReturnType<typeof into>> | undefined

async function query<T extends object>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}
async function emptyDatabase(): Promise<string> {
  const database = await testDatabase({ empty: true })
  opened.push(database)
  await prepareRuntimeRole(database.ownerUrl)
  return database.ownerUrl
}
const into = (ownerUrl: string, folder: string, more: { force?: boolean; path?: string; known?: number } = {}) =>
  restore({
    path: more.path ?? archive,
    ownerUrl,
    role: runtimeRole,
    migrations: migrations.slice(0, more.known),
    files: localFileStore(join(root, folder)),
    tables: () => [],
    force: more.force ?? false,
  })
/** A copy of the place that the first restore filled, its files in this folder. */
async function restored(folder: string): Promise<string> {
  const database = await testDatabase({ empty: true })
  opened.push(database)
  const [admin, from] = [new URL(database.ownerUrl), new URL(fresh)]
  admin.pathname = '/postgres'
  await query(admin.href, `drop database ${database.name}`)
  await query(admin.href, `create database ${database.name} template ${from.pathname.slice(1)} strategy file_copy`)
  cpSync(join(root, 'fresh'), join(root, folder), { recursive: true })
  return database.ownerUrl
}

/** table -> rows and a hash of all of them, whatever their order */
async function contentOf(url: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `select c.relname as name from pg_class c where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace
      and relname not in ('schema_migration', 'call_hour') order by 1`,
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await query<{ n: string }>(
      url,
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as n from ${name} t`,
    )
    content[name] = row?.n ?? ''
  }
  return content
}

/** The same archive with another manifest. */
async function rewritten(from: string, to: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  async function* parts(): AsyncGenerator<TarPart> {
    for await (const { name, content } of partsOf(from)) {
      const bytes = await buffer(content)
      const kept = name === 'manifest.json' ? Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString()) as Manifest))) : bytes
      yield { name, size: kept.length, content: [kept] }
    }
  }
  await pipeline(tarStream(parts()), createGzip(), createWriteStream(to))
}

beforeAll(async () => {
  h = await migratedHouse(files)
  const sales = await signedInAs(h, 'sales')
  const { type, payload } = multipart({ type: 'ATTACHMENT' }, [{ name: '清单.txt', content: '清单\n' }])
  await h.app.inject({
    method: 'POST',
    url: '/api-2024/fileUpload/upload',
    headers: { 'content-type': type, authorization: `Bearer ${sales.token}` },
    payload,
  })
  // what COPY has to escape, and a month's partition that no migration makes
  await query(h.ownerUrl, `update stored_file set name = ${pg.escapeLiteral(text)}`)
  await query(
    h.ownerUrl,
    `create table amazon_probe_month partition of amazon_transaction_line for values from ('2025-03-01') to ('2025-04-01')`,
  )
  // longer than a part of the archive, which then ends within a row
  await query(
    h.ownerUrl,
    `insert into finance_order_day (shop_id, order_no, shipped_on)
      select 1, n || repeat('号', 300 + n % 97), '2026-03-01' from generate_series(1, 9000) n`,
  )
  await backUp({ ownerUrl: h.ownerUrl, files, path: archive, now })
  fresh = await emptyDatabase()
  done = await into(fresh, 'fresh')
})
afterAll(async () => {
  await h?.close()
  for (const database of opened) await database.drop()
  rmSync(root, { recursive: true, force: true })
})

test('a fresh place holds the same rows and files, and its numbers go on', async () => {
  expect(done).toMatchObject({ files: 1, missing: [], takenAt: now.toISOString() })
  const url = await restored('read')
  const content = await contentOf(url)
  expect(content).toEqual(await contentOf(h.ownerUrl))
  expect(Object.keys(content)).toContain('amazon_probe_month')
  expect(content['finance_order_day']).toMatch(/^9000 /)
  const [file] = await query<{ key: string; name: string }>(url, 'select storage_key as key, name from stored_file')
  expect(file?.name).toBe(text)
  expect((await buffer(await localFileStore(join(root, 'read')).get(file?.key ?? ''))).toString()).toBe('清单\n')
  const next = `select nextval('account_id_seq')::int - (select max(id) from account)::int as step`
  expect(await query(url, next)).toEqual([{ step: 1 }])
  const references = `select count(*) from pg_constraint where contype = 'f' and convalidated`
  expect(await query(url, references)).toEqual(await query(h.ownerUrl, references))
  const grants =
    `select table_name, privilege_type from information_schema.role_table_grants where grantee = '${runtimeRole}' and table_name in ` +
    `('audit_entry', 'account') order by 1, 2`
  expect(await query(url, grants)).toEqual(await query(h.ownerUrl, grants))
})

test('data is replaced only when that is asked for', async () => {
  const url = await restored('twice')
  const before = await contentOf(url)
  await query(url, `update account set name = '改过的'`)
  await expect(into(url, 'twice')).rejects.toThrow('目标数据库里已有数据，不会覆盖')
  await into(url, 'twice', { force: true })
  expect(await contentOf(url)).toEqual(before)
})

test('what fails half-way leaves the target as it was, rows, files and an extension; then it can be done again', async () => {
  const url = await restored('half')
  await query(url, 'create extension hstore')
  await query(url, `update account set name = '本来的'`)
  await query(
    url,
    `insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select org_id, account_id, 'own-key', '自己的.txt', 3, 'x', 'ATTACHMENT', 'text/plain' from stored_file limit 1`,
  )
  const store = localFileStore(join(root, 'half'))
  const own = (): Readable => Readable.from([Buffer.from('own')])
  await store.put('own-key', own(), { bytesMax: 10 })
  const [row] = await query<{ key: string }>(h.ownerUrl, 'select storage_key as key from stored_file')
  await store.delete(row?.key ?? '')
  const before = await contentOf(url)
  const full = { ...store, put: () => Promise.reject(new Error('磁盘已满')) }
  const ask = { path: archive, ownerUrl: url, role: runtimeRole, migrations, files: full, tables: () => [], force: true }
  await expect(restore(ask)).rejects.toThrow('磁盘已满')
  expect(await contentOf(url)).toEqual(before)
  expect([await store.exists('own-key'), await store.exists(row?.key ?? '')]).toEqual([true, false])
  // a copy that lies about its rows fails at the very end
  const lied = join(root, 'lied.tar.gz')
  await rewritten(archive, lied, manifest => ({ ...manifest, rows: { ...manifest.rows, account: 1 } }))
  await expect(restore({ ...ask, path: lied, files: store })).rejects.toThrow('已全部撤回')
  expect(await contentOf(url)).toEqual(before)
  expect([await store.exists('own-key'), await store.exists(row?.key ?? '')]).toEqual([true, false])
  await restore({ ...ask, files: store })
  expect(await contentOf(url)).toEqual(await contentOf(h.ownerUrl))
  // files that only the replaced data named go with it
  expect([await store.exists('own-key'), await store.exists(row?.key ?? '')]).toEqual([false, true])
  expect(await query(url, `select nspname from pg_namespace where nspname = 'before_restore'`)).toEqual([])
  expect(await query(url, `select 'a=>1'::hstore -> 'a' as one`)).toEqual([{ one: '1' }])
})

test('a damaged, cut off or foreign archive changes nothing', async () => {
  const url = await emptyDatabase()
  const whole = readFileSync(archive)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(Math.floor(whole.length / 2)) ^ 0xff, Math.floor(whole.length / 2))
  for (const [name, bytes] of [
    ['flipped', flipped],
    ['cut', whole.subarray(0, whole.length - 2_000)],
    ['foreign', Buffer.from('PK\u0003\u0004 no backup')],
    ['nothing', Buffer.alloc(0)],
  ] as const) {
    const path = join(root, `${name}.tar.gz`)
    writeFileSync(path, bytes)
    await expect(into(url, name, { path })).rejects.toThrow('备份文件不完整或已损坏，请换一份备份')
  }
  expect(await contentOf(url)).toEqual({})
})

test('a backup of a newer program is refused, one of an older program is brought up', async () => {
  const old = await emptyDatabase()
  await migrate(old, migrations.slice(0, 2), runtimeRole)
  await query(old, `insert into country (code, name, name_en) values ('QQ', '演示国', 'Demo')`)
  const path = join(root, 'old.tar.gz')
  await backUp({ ownerUrl: old, files, path, now })
  const url = await emptyDatabase()
  await into(url, 'old', { path })
  expect(await query(url, `select name from country where code = 'QQ'`)).toEqual([{ name: '演示国' }])
  expect(await query(url, 'select max(name) as newest from schema_migration')).toEqual([{ newest: migrations.at(-1)?.name }])
  await expect(into(await emptyDatabase(), 'newer', { known: 2 })).rejects.toThrow('数据库比程序新')
})

test('a file whose content is not what its row says stops the backup, and no archive appears', async () => {
  const [row] = await query<{ sha256: string }>(h.ownerUrl, 'select sha256 from stored_file')
  await query(h.ownerUrl, `update stored_file set sha256 = 'x'`)
  const path = join(root, 'rotten.tar.gz')
  await expect(backUp({ ownerUrl: h.ownerUrl, files, path, now })).rejects.toThrow('与登记的摘要不符')
  expect(() => readFileSync(path)).toThrow('ENOENT')
  await query(h.ownerUrl, `update stored_file set sha256 = '${row?.sha256}'`)
})

test('a part of another length than it says breaks the tar off, and whoever leaves it ends the making of parts', async () => {
  async function* short() {
    yield { name: 'a', size: 3, content: [Buffer.from('ab')] }
  }
  await expect(buffer(tarStream(short()))).rejects.toThrow('Size mismatch')
  let isEnded = false
  async function* many() {
    try {
      for (let n = 0; ; n += 1) yield { name: `${n}`, size: 1_000_000, content: [Buffer.alloc(1_000_000)] }
    } finally {
      isEnded = true
    }
  }
  for await (const bytes of tarStream(many())) if (bytes.length > 0) break
  await expect.poll(() => isEnded).toBe(true)
})

test('what is left of a part is passed over, and a tar that is cut is broken wherever it is read', async () => {
  const parts: TarPart[] = [1, 700, 70_000].map(size => ({ name: `db/a/${size}`, size, content: [Buffer.alloc(size, 7)] }))
  async function* given() {
    yield* parts
  }
  const bytes = await buffer(tarStream(given()))
  const names: string[] = []
  for await (const { name } of readTar(Readable.from([bytes]))) names.push(name)
  expect(names).toEqual(parts.map(({ name }) => name))
  await expect(async () => {
    for await (const { content } of readTar(Readable.from([bytes.subarray(0, 20_000)]))) await buffer(content)
  }).rejects.toBeInstanceOf(TarBroken)
})
