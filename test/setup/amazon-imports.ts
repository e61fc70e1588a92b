/**
 * For tests: the demo company with every area it needs, files in a folder, behind the real HTTP layer; an import runs as its job would run
 * it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { admin, createDemoPeople, createRights } from '#areas/admin/index.ts'
import { reference } from '#areas/reference/index.ts'
import type { Area } from '#platform/server/contract/area.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import type { FileStore } from '#platform/server/contract/file-store.ts'
import { createApp } from '#platform/server/http/app.ts'
import { runImport } from '#platform/server/imports/run-import.ts'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { openHouse, type OpenHouse } from '#platform/server/open-house.ts'
import { signedInAs, type ask, type DemoHouse, type Person } from './demo-house.ts'
import { testDatabase } from './database.ts'
import { tablesOf } from './tables-of.ts'
import { goods } from '#areas/goods/index.ts'
import { supply } from '#areas/supply/index.ts'
import { finance } from '#areas/finance/index.ts'
import { sales } from '#areas/sales/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { secretKey } from './secret-key.ts'

export interface ImportAsk {
  readonly shopId?: string
  /** bank account of a statement */
  readonly accountId?: string
  /** of another owner: what names it, by field */
  readonly owner?: Readonly<Record<string, string>>
  /** the call that takes the file; absent: Amazon's */
  readonly path?: string
  readonly yearMonth?: string
  readonly as?: Person
  /** a file that waits for a yes gets it */
  readonly accept?: true
}
const amazonPath = '/AmazonTransactionReport/importData'
type Row = Readonly<Record<string, string | number | boolean | null>>

export interface ImportHouse {
  readonly house: OpenHouse
  readonly ownerUrl: string
  readonly clerk: Person
  readonly boss: Person
  readonly orgId: string
  /** stands still until a test moves it; who a session belongs to is believed for half a second of it */
  readonly clock: { now: Date }
  /** id of the shop of this marketplace in the clerk's organisation */
  shop(marketplace: string): string
  signIn(username: string): Promise<Person>
  /** uploads and orders the import; it does not run yet */
  order(name: string, content: Buffer | string, wish?: ImportAsk): Promise<string>
  /** runs an ordered import to its end and answers its report */
  run(importId: string): Promise<ImportDetails>
  details(importId: string): Promise<ImportDetails>
  /** order and run */
  import(name: string, content: Buffer | string, wish?: ImportAsk): Promise<ImportDetails>
  /** the answer of the upload call itself: what the dialog is told */
  upload(name: string, content: Buffer | string, as?: Person): Promise<Awaited<ReturnType<typeof ask>>>
  /** the bytes that a call answers; without a body it is asked by GET */
  download(path: string, body?: object, as?: Person): Promise<Buffer>
  /** a call by nobody, GET without a body */
  outside(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<{ status: number; type: unknown; text: string }>
  /** any statement as the owner of the tables: months closed, counts, planted differences */
  sql(statement: string, values?: readonly unknown[]): Promise<Row[]>
  /** profit by shop, recomputed first where days are stale; of the period, in the shop's currency */
  ledger(startDate: string, endDate: string): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

/** One part of a multipart form with the file last, as browsers send it. */
function formOf(
  fields: Readonly<Record<string, string>>,
  name: string,
  content: Buffer,
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = 'form-of-a-test'
  const head = Object.entries(fields)
    .map(([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
    .join('')
  const file =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ` +
    `application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head + file), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/**
 * `files`: where uploads lie, when not in a folder; `migrated`: over the migrated schema, for what backs it up; `plain`: on one machine
 * always; `log`: who hears its lines.
 */
export async function openImports(
  files?: FileStore,
  migrated = false,
  plain = false,
  more: readonly Area[] = [],
  log: ((line: string) => void) | null = null,
): Promise<ImportHouse> {
  const areas = [goods, supply, finance, statistics, sales, reference, admin, ...more]
  const database = await testDatabase({ ...(migrated ? {} : { tables: tablesOf(areas) }), ...(plain ? { plain } : {}) })
  if (migrated) await prepareJobs(database.ownerUrl)
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-imports-'))
  const clock = { now: new Date('2026-11-21T09:00:00+08:00') }
  const house = openHouse({
    settings: { host: '127.0.0.1', port: 0, dataDir: folder, production: false, publicUrl: null, appUrl: database.appUrl, secretKey },
    areas,
    files: files ?? localFileStore(join(folder, 'files')),
    log: log === null ? pino({ level: 'silent' }) : pino({ level: 'trace' }, { write: log }),
    now: () => clock.now,
    rights: createRights,
  })
  const db = house.unscoped('tests look behind the door')
  const demo = await createDemoPeople(db, house.registry, { now: house.now(), lastMonth: '2026-11', mustChange: false })
  const app = createApp(house, { webFolder: null })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const sql = async (statement: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await owner.query<Row>(statement, [...values])).rows
  const h: DemoHouse = { app, house, db, demo, clock, ownerUrl: database.ownerUrl, close: async () => undefined }
  const [clerk, boss] = [await signedInAs(h, 'finance'), await signedInAs(h, 'boss')]
  const orgId = demo.organisationIds[0] ?? ''
  const shops = new Map(
    (await sql('select id::text as id, marketplace_code as code from shop where org_id = $1', [orgId])).map(s => [
      String(s['code']),
      String(s['id']),
    ]),
  )

  const post = async (path: string, fields: Readonly<Record<string, string>>, name: string, content: Buffer | string, as: Person) => {
    const { headers, payload } = formOf(fields, name, Buffer.from(content))
    const answer = await app.inject({
      method: 'POST',
      url: `/api-2024${path}`,
      headers: { ...headers, authorization: `Bearer ${as.token}` },
      payload,
    })
    const { code, msg, data } = answer.json<{ code: number; msg: string; data: ReturnType<typeof JSON.parse> }>()
    return { status: answer.statusCode, code, msg, data, headers: answer.headers }
  }
  const order = async (
    name: string,
    content: Buffer | string,
    { shopId, accountId, owner: named = {}, path = amazonPath, yearMonth, as = clerk }: ImportAsk = {},
  ): Promise<string> => {
    const answer = await post(
      path,
      { ...named, ...(shopId ? { shopId } : {}), ...(accountId ? { accountId } : {}), ...(yearMonth ? { yearMonth } : {}) },
      name,
      content,
      as,
    )
    expect(answer, answer.msg).toMatchObject({ code: 0 })
    return answer.data.importIds[0]
  }
  const details = async (id: string): Promise<ImportDetails> => (await clerk.post('/fileImportHistory/details', { id })).data
  const run = async (id: string): Promise<ImportDetails> => {
    await runImport(house, id, new AbortController().signal)
    return details(id)
  }
  return {
    house,
    ownerUrl: database.ownerUrl,
    clerk,
    boss,
    orgId,
    clock,
    order,
    run,
    details,
    sql,
    shop: code => shops.get(code) ?? '',
    signIn: username => signedInAs(h, username),
    async import(name, content, wish) {
      const id = await order(name, content, wish)
      const told = await run(id)
      if (wish?.accept !== true || told.state !== 'waiting') return told
      const said = await (wish.as ?? clerk).post('/fileImportHistory/accept', { id, reason: '已核对列和合计' })
      expect(said, said.msg).toMatchObject({ code: 0 })
      return run(id)
    },
    upload: (name, content, as = clerk) => post('/fileUpload/upload', { type: 'IMPORT' }, name, content, as),
    async download(path, body, as = clerk) {
      const answer = await app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: `/api-2024${path}`,
        headers: { authorization: `Bearer ${as.token}` },
        ...(body === undefined ? {} : { payload: body }),
      })
      expect(answer.headers['content-type'], answer.payload.slice(0, 300)).not.toContain('json')
      return answer.rawPayload
    },
    async outside(path, body, headers = {}) {
      const asked = { url: `/api-2024${path}`, headers: { ...headers } }
      const answer = await app.inject(body === undefined ? { ...asked, method: 'GET' } : { ...asked, method: 'POST', payload: body })
      return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.payload }
    },
    async ledger(startDate, endDate) {
      await refreshRollups(house, orgId)
      const { data, code, msg } = await clerk.post('/companyProfit/list', { by: ['shop'], startDate, endDate, currency: 'shop' })
      expect(code, msg).toBe(0)
      return Object.fromEntries(data.list.map((l: { key: { shop: string }; values: { ledger: string } }) => [l.key.shop, l.values.ledger]))
    },
    async close() {
      await app.close()
      await house.close()
      await owner.end()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Rows of every table that an import may write into: what a refused file leaves untouched. */
export async function rowsOfEverything(h: ImportHouse): Promise<Readonly<Record<string, string>>> {
  const tables = [
    'amazon_settlement',
    'amazon_settlement_line',
    'amazon_transaction_line',
    'amazon_line_release',
    'amazon_summary_line',
    'amazon_line_seen',
    'amazon_settlement_seen',
    'amazon_kind',
    'amazon_type_map',
    'stale_day',
    'amazon_settlement_staging',
    'amazon_transaction_staging',
    'amazon_summary_staging',
  ]
  const [row] = await h.sql(
    `select ${tables.map(t => `(select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${t} t) as ${t}`).join(', ')}`,
  )
  return (row ?? {}) as Readonly<Record<string, string>>
}

/** Staging rows left by anyone: none, once an import has ended however it ended. */
export async function rowsStaged(h: ImportHouse): Promise<number> {
  const [row] = await h.sql(
    'select (select count(*) from amazon_settlement_staging) + (select count(*) from amazon_transaction_staging) + (select count(*) ' +
      'from amazon_summary_staging) as n',
  )
  return Number(row?.['n'])
}
