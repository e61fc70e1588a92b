/**
 * With all files in S3: imports of a marketplace's report and of a list, an export as a job, and a backup restored into another database
 * and another S3.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders, report } from '../../../test/setup/amazon-files.ts'
import { testDatabase } from '../../../test/setup/database.ts'
import { csv, openListImports, type ListImports } from '../../../test/setup/list-imports.ts'
import { startS3, type TestS3 } from '../../../test/setup/s3-server.ts'
import { backUp } from '../backup/back-up.ts'
import { restore } from '../backup/restore.ts'
import { readMigrations } from '../db/migrate.ts'
import { prepareRuntimeRole, runtimeRole } from '../db/roles.ts'
import { exportJobs, orderExport } from '../exports/export-job.ts'
import { runResourceImport } from '../imports/resource-import.ts'
import { defined } from '../base/defined.ts'
import { s3Address } from './s3-address.ts'
import { s3FileStore } from './s3-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-s3-'))
let s3: TestS3
let other: TestS3
let lists: ListImports
beforeAll(async () => {
  ;[s3, other] = [await startS3(), await startS3()]
  lists = await openListImports(s3FileStore(s3Address(s3.url, {})), true)
})
afterAll(async () => {
  await lists?.close()
  await Promise.all([s3?.close(), other?.close()])
  rmSync(folder, { recursive: true, force: true })
})

const goods = csv([['sku', 'name'], ...Array.from({ length: 1_200 }, (_, i) => [`S3-${i}`, `灯 ${i}`])])

test('a report and a list are imported from S3, again without a change', async () => {
  const { h, buyer, imported } = lists
  const lines = report(orders(0, 20))
  expect(await h.import('report.csv', lines)).toMatchObject({ state: 'done', lines: { merged: 20, unchanged: 0 } })
  expect(await h.import('report.csv', lines)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 20 } })
  const products = () => imported('/productManage', 'product', '商品.csv', goods, buyer)
  expect(await products()).toMatchObject({ state: 'done', lines: { merged: 1_200, unchanged: 0 } })
  expect(await products()).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 1_200 } })
  const kept = [...s3.objects.values()].map(String)
  expect(kept.filter(content => content === lines)).toHaveLength(2)
  expect(kept.filter(content => content === String(goods))).toHaveLength(2)
})

test('a file that vanished from S3 ends its import in words', async () => {
  const { h, buyer, order } = lists
  const id = await order(
    '/productManage',
    '商品.csv',
    csv([
      ['sku', 'name'],
      ['S3-GONE', '灯'],
    ]),
    buyer,
  )
  const [file] = await h.sql('select f.storage_key as key from import_run r join stored_file f on f.id = r.file_id where r.id = $1', [id])
  const path = [...s3.objects.keys()].find(key => key.endsWith(String(file?.['key']))) ?? ''
  expect(s3.objects.delete(path)).toBe(true)
  await runResourceImport(h.house, id, 'product', new AbortController().signal)
  expect(await h.details(id)).toMatchObject({
    state: 'refused',
    errors: [{ line: null, reason: '上传的文件已不在文件存储中，请重新上传' }],
  })
  expect(await lists.count('product', `sku = 'S3-GONE'`)).toBe(0)
})

test('an export as a job lies in S3 and is fetched from there', async () => {
  const { h, buyer } = lists
  const [account] = await h.sql(`select id::text as id from account where username = 'buyer'`)
  const caller = defined(await h.house.rights.callerOf(String(account?.['id']), h.orgId), 'the buyer')
  const context = h.house.asUser(caller, 'zh', 'test')
  const product = defined(h.house.registry.types.get('product'), 'the list of products')
  const ask = { headers: ['SKU'], fields: ['sku'], query: { sku: 'S3-' }, format: 'csv' } as const
  const { taskId } = await orderExport(context, product, ask)
  await exportJobs['list.export']?.(
    h.house,
    { taskId, type: 'product', ask, accountId: caller.accountId, orgId: caller.orgId },
    new AbortController().signal,
  )
  const [task] = await h.sql(`select state, result->>'link' as link from task where id = $1`, [taskId])
  const answer = await lists.call('GET', String(task?.['link']).replace('/api-2024', ''), buyer)
  expect(answer.body.split('\r\n').filter(line => line.startsWith('S3-'))).toHaveLength(1_200)
})

test('a backup is restored into another database, its files into another S3', async () => {
  const { h } = lists
  const path = join(folder, 'whole.tar.gz')
  await backUp({ ownerUrl: h.ownerUrl, files: s3FileStore(s3Address(s3.url, {})), path, now: new Date('2026-11-21T01:00:00Z') })
  const target = await testDatabase({ empty: true })
  try {
    await prepareRuntimeRole(target.ownerUrl)
    const store = s3FileStore(s3Address(other.url, {}))
    const migrations = readMigrations(join(import.meta.dirname, '../../../db/migrations'))
    const done = await restore({
      path,
      ownerUrl: target.ownerUrl,
      role: runtimeRole,
      migrations,
      files: store,
      tables: () => [],
      force: false,
    })
    // the one that vanished
    expect(done.missing).toHaveLength(1)
    const client = new pg.Client(target.ownerUrl)
    await client.connect()
    const { rows } = await client.query<{ key: string; n: string }>(
      `select storage_key as key, (select count(*) from product where sku like 'S3-%') as n from stored_file where name = '商品.csv'
        order by created_at limit 1`,
    )
    await client.end()
    expect(rows[0]?.n).toBe('1200')
    expect(await text(await store.get(rows[0]?.key ?? ''))).toBe(String(goods))
    expect(other.objects.size).toBe(done.files)
  } finally {
    await target.drop()
  }
})
