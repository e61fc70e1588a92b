/**
 * The server is killed while a month is being closed and while one is being opened again: nothing of it is there, asked for again it is
 * done once. Of two people who close at once one does; nobody closes while books are being written, and nobody writes into what was closed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'

const month = '2026-01'
const waitMsMax = 150_000

let product: RunningProduct
let owner: pg.Client
const tokens = new Map<string, string>()
beforeAll(async () => {
  product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn' })
  owner = new pg.Client(product.ownerUrl)
  await owner.connect()
  for (const username of ['admin', 'finance'])
    tokens.set(username, (await call(username, '/auth/user/login', { username, password: 'demo1234' })).data.access_token)
  // somebody says of each item why it may be closed
  const { data } = await call('admin', '/financeMonth/check', { month })
  for (const { code, company, state } of data.items)
    if (state === 'open') {
      const item = { month, item: code, companyId: company?.id ?? '0', version: null, isSaid: true, reason: '演练' }
      const said = await call('admin', '/financeMonth/sayOfItem', item)
      if (said.code !== 0) throw new Error(said.msg)
    }
})
afterAll(async () => {
  await owner?.end()
  await product?.remove()
})

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: ReturnType<typeof JSON.parse>
}
async function call(username: string, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.get(username) ?? ''}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}
const close = (username = 'admin'): Promise<Answer> => call(username, '/financeMonth/close', { month })
const kept = async () =>
  (
    await owner.query(
      `select m.state, (select count(*)::int from audit_entry a where a.subject = 'finance_month' and a.record_id = m.id::text) as told
        from finance_month m`,
    )
  ).rows

/** Kills the server while the call waits for what `held` holds; answers what the call said. */
async function killedWhile(held: string, work: () => Promise<Answer>): Promise<unknown> {
  await owner.query('begin')
  await owner.query(held)
  const cut = work().catch((error: unknown) => error)
  const waits = "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')"
  for (const end = Date.now() + waitMsMax; (await owner.query(waits)).rowCount === 0; await pause(20))
    if (Date.now() > end) throw new Error(`it does not wait:\n${product.output().slice(-2_000)}`)
  await product.stop('SIGKILL')
  await owner.query('rollback')
  await product.start()
  return cut
}
const organisation = '(select min(id) from organisation)'

test('killed while it closes nothing is closed; asked for again it is closed once, by one of two', async () => {
  const held = `insert into finance_month (org_id, month, state) values (${organisation}, '${month}-01', 0)`
  expect(await killedWhile(held, close)).toBeInstanceOf(TypeError)
  expect(await kept()).toEqual([])
  const answers = await Promise.all([close('admin'), close('finance')])
  expect(answers.map(one => one.code === 0).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  expect(answers.find(one => one.code !== 0)?.msg).toMatch(/已结账|账目正在写入/)
  expect(await kept()).toEqual([{ state: 1, told: 1 }])
}, 600_000)

test('killed while it opens the month again it stays closed; then it is opened, and not closed while books are written', async () => {
  const { rows } = await owner.query<{ id: string }>('select id::text from finance_month')
  const reopen = (): Promise<Answer> => call('admin', '/financeMonth/reopen', { id: rows[0]?.id })
  expect(await killedWhile('select 1 from finance_month for update', reopen)).toBeInstanceOf(TypeError)
  expect(await kept()).toEqual([{ state: 1, told: 1 }])
  const rate = { month: '2001-01', currency: 'USD', rate: '7' }
  expect((await call('admin', '/currencyManage/add', rate)).msg).toContain('已结账')
  expect(await reopen()).toMatchObject({ code: 0 })
  expect(await kept()).toEqual([{ state: 0, told: 2 }])
  // an import that merges holds the months until it ends
  await owner.query('begin')
  await owner.query(`select pg_advisory_xact_lock_shared(hashtextextended('finance month ' || ${organisation}, 0))`)
  expect((await close()).msg).toContain('账目正在写入')
  await owner.query('rollback')
  // what follows from the reopening may still be writing
  let last = await close()
  for (const end = Date.now() + waitMsMax; last.msg.includes('账目正在写入') && Date.now() < end; await pause(100)) last = await close()
  expect(last).toMatchObject({ code: 0 })
}, 600_000)
