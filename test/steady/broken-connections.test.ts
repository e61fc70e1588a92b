/** Connections that break under load: calls are told so, the process lives, jobs run to their end, commands end with a sentence. */
import { spawn, spawnSync } from 'node:child_process'
import { createServer, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defined } from '#platform/server/base/defined.ts'
import { prepareRuntimeRole } from '#platform/server/db/roles.ts'
import { callsOf, tokenOf } from '../setup/calls.ts'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'
import { writeBigSettlement } from '../crash/big-settlement.ts'

const root = join(import.meta.dirname, '../..')
const orders = 10_000
const breaks = 200
const workersCount = 12

let product: RunningProduct
let owner: pg.Client
/** what a role does shows to that role alone, and only it may end it */
let app: pg.Client
beforeAll(async () => {
  product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn' })
  owner = new pg.Client(product.ownerUrl)
  await owner.connect()
  app = new pg.Client(await prepareRuntimeRole(product.ownerUrl))
  await app.connect()
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await product.remove()
})

/**
 * Ends so many connections of the product, whatever they do; answers how many. `busy`: those that wait for a lock, in the middle of a
 * statement.
 */
async function breakSome(of: pg.Client, most: number, busy: boolean): Promise<number> {
  const { rows } = await of.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from (
       select pid from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and application_name like 'zhanggui %'
         and (not $2 or wait_event_type = 'Lock')
       order by random() limit $1) as chosen`,
    [most, busy],
  )
  return rows.filter(row => row.ended).length
}

interface Told {
  readonly status: number
  readonly code: number
  readonly retryAfter: string | null
  readonly msg: string
}
async function ask(token: string, path: string, body: object): Promise<Told> {
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new Error(`the process does not answer:\n${product.output().slice(-3_000)}`, { cause: error })
  })
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  return { status: answer.status, code, msg, retryAfter: answer.headers.get('retry-after') }
}

test('200 connections ended at random under load: 503 with Retry-After or the answer, and the import ends once', async () => {
  const token = await tokenOf(product, 'admin')
  const finance = await callsOf(product, 'finance')
  const form = new FormData()
  form.append('file', new Blob([[...writeBigSettlement('7000000001', orders)].join('')]), 'steady.txt')
  const ordered = await finance('POST', '/AmazonTransactionReport/importData', form)
  const importId = ordered.data.importIds[0] as string

  const tokens: string[] = []
  for (let n = 0; n < workersCount; n += 1) tokens.push(await tokenOf(product, 'admin'))
  const told: Told[] = []
  const saved: string[] = []
  let isOver = false
  const work = async (n: number): Promise<void> => {
    // a session of one's own: the calls of one are limited
    const token = defined(tokens[n], 'a token')
    for (let round = 0; !isOver; round += 1) {
      told.push(await ask(token, '/productManage/list', { pageSize: 20, sortField: 'sku' }))
      const sku = `STEADY-${n}-${round}`
      const insert = await ask(token, '/productManage/insert', { sku, name: '断线' })
      told.push(insert)
      if (insert.code === 0) saved.push(sku)
      await pause(20)
    }
  }
  const workers = Promise.all(Array.from({ length: workersCount }, (_, n) => work(n)))
  const failures: unknown[] = []
  workers.catch((error: unknown) => failures.push(error))
  // half of them in the middle of a statement: a lock keeps it there
  for (let broken = 0; broken < breaks && failures.length === 0;) {
    await owner.query('begin')
    await owner.query('lock table product in share row exclusive mode')
    await pause(150)
    broken += await breakSome(app, 3, true)
    await owner.query('commit')
    broken += (await breakSome(app, 2, false)) + (await breakSome(owner, 1, false))
    await pause(50)
  }
  isOver = true
  await workers

  const odd = told.filter(
    ({ status, code, retryAfter }) => !(status === 200 && code === 0) && !(status === 503 && code === 1053 && retryAfter === '3'),
  )
  expect(odd.slice(0, 5), product.output().slice(-3_000)).toEqual([])
  const refused = told.filter(one => one.status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(one => /^(?:数据库连接中断|保存时数据库连接中断)/.test(one.msg))).toBe(true)
  // the same process answers on
  expect(await ask(token, '/productManage/list', { pageSize: 1 })).toMatchObject({ status: 200, code: 0 })
  for (const end = Date.now() + 120_000; ; await pause(200)) {
    const { rows } = await owner.query<{ state: number; message: string | null; merged: number }>(
      'select state, message, lines_merged as merged from import_run where id = $1',
      [importId],
    )
    if ((rows[0]?.state ?? 0) > 1) {
      expect(
        rows[0],
        product
          .output()
          .split('\n')
          .filter(line => line.includes('import failed'))
          .join('\n'),
      ).toEqual({ state: 2, message: null, merged: orders * 3 })
      break
    }
    if (Date.now() > end) throw new Error(`the import does not end\n${product.output().slice(-3_000)}`)
  }
  // what was answered as saved is there
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from product where sku = any($1)', [saved])
  expect(rows[0]?.n).toBe(saved.length)
  expect(saved.length).toBeGreaterThan(0)
}, 300_000)

/** A way to the database that is cut when told to, as a network or a server that goes away. */
async function cuttable(): Promise<{ url: string; cut(): void; close(): void }> {
  const target = new URL(product.ownerUrl)
  const open = new Set<ReturnType<typeof connect>>()
  let isCut = false
  const server = createServer(near => {
    if (isCut) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = new URL(product.ownerUrl)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of open) socket.resetAndDestroy()
    },
    close: () => server.close(),
  }
}

describe('commands', () => {
  test.each([['scripts/audit-verify.ts'], ['scripts/proof.ts'], ['scripts/backup.ts', join(root, 'test-results', 'steady-backup.tar.gz')]])(
    '%s whose connection is cut ends with a sentence and the code 1',
    async (...args) => {
      const way = await cuttable()
      const child = spawn(
        process.execPath,
        args.map((one, at) => (at === 0 ? join(root, one) : one)),
        {
          cwd: root,
          env: { ...process.env, DATABASE_URL: way.url, DATA_DIR: join(root, 'test-results', 'steady-data') },
        },
      )
      let printed = ''
      let failed = ''
      child.stdout.on('data', chunk => (printed += String(chunk)))
      child.stderr.on('data', chunk => (failed += String(chunk)))
      const code = new Promise<number | null>(done => child.once('exit', done))
      // at its first statements: whatever it does then
      for (let n = 0; n === 0; await pause(5)) {
        const { rows } = await owner.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database()
            and application_name ~ '^zhanggui (audit|setup|migrate|jobs|rights|interactive|backup)'
            and backend_start > now() - interval '3 seconds'`,
        )
        n = rows[0]?.n ?? 0
        if (child.exitCode !== null) break
      }
      way.cut()
      expect(await code, printed + failed).toBe(1)
      way.close()
      expect(failed).toMatch(/数据库/)
      expect(failed).not.toMatch(/^ {4}at |Unhandled|node:internal/m)
    },
    120_000,
  )

  test('a database that is not there is a sentence too', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/audit-verify.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:1/none' },
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^数据库连接中断/)
  })
})
