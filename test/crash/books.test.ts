/**
 * The server is killed at each write of posting a fee on its SKUs, and at each of closing a month: nothing of it is there, and done again
 * it gives the figures of a run that nobody cut. A request that is repeated under its key answers the same, of two people one does it,
 * nobody closes while books are being written or writes into what was closed. In the end both proofs hold.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'
import { proofFaults } from '../setup/proven.ts'
import { writeBigSettlement } from './big-settlement.ts'

/** of three lines each, on 300 SKUs of one shop in September */
const orders = 900
const month = '2026-09'
const waitMsMax = 150_000
const fee = '98765.43'
/** the server waits for this lock at the step where it shall die */
const cutLock = 4_711

let product: RunningProduct
let owner: pg.Client
let shopIds: readonly string[] = []
const tokens = new Map<string, string>()
beforeAll(async () => {
  product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn' })
  owner = new pg.Client(product.ownerUrl)
  await owner.connect()
  for (const username of ['admin', 'boss', 'finance'])
    tokens.set(username, (await call(username, '/auth/user/login', { username, password: 'demo1234' })).data.access_token)
  const form = new FormData()
  form.append('file', new Blob([[...writeBigSettlement('7000000003', orders)].join('')]), 'books.txt')
  const ordered = await call('finance', '/AmazonTransactionReport/importData', form)
  await until(`select 1 from import_run where state = 2 and id = ${ordered.data.importIds[0]}`)
  await until('select 1 where not exists (select 1 from stale_day)')
  const { rows } = await owner.query<{ id: string }>('select distinct shop_id::text as id from amazon_settlement_line')
  const others = await owner.query<{ id: string }>(
    `select id::text from shop where org_id = (select min(id) from organisation) and id::text <> $1 order by id limit 1`,
    [rows[0]?.id],
  )
  shopIds = [...rows, ...others.rows].map(row => row.id)
  await watchWrites()
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
async function call(username: string, path: string, body: object, key: string = randomUUID()): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.get(username) ?? ''}`,
      'idempotency-key': key,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}
async function until(statement: string): Promise<void> {
  for (const end = Date.now() + waitMsMax; (await owner.query(statement)).rowCount === 0; await pause(20))
    if (Date.now() > end) throw new Error(`it does not come to: ${statement}\n${product.output().slice(-2_000)}`)
}

// ---- cutting

/** After each writing statement of a person's work (`txn_mark` is the house's): it is noted, and waits where it shall be cut. */
async function watchWrites(): Promise<void> {
  await owner.query(`create table cut_point (step text); create table cut_step (id bigserial, step text);
    create function cut_here() returns trigger language plpgsql security definer set search_path = public as $$
    declare this text := tg_op || ' ' || tg_table_name; begin
      if current_setting('application_name') <> 'zhanggui writes' then return null; end if;
      insert into cut_step (step) values (this);
      if exists (select 1 from cut_point where step = this) then perform pg_advisory_xact_lock(${cutLock}); end if;
      return null;
    end $$;
    do $$ declare t record; begin
      for t in select oid::regclass as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace and relname not like 'cut\\_%' and relname <> 'txn_mark'
      loop execute format('create trigger zz_cut after insert or update or delete on %s execute function cut_here()', t.name); end loop;
    end $$`)
}
/** What the work writes, step by step. */
async function stepsOf(work: () => Promise<Answer>): Promise<readonly string[]> {
  await owner.query('delete from cut_step')
  expect(await work()).toMatchObject({ code: 0 })
  const { rows } = await owner.query<{ step: string }>('select step from cut_step group by step order by min(id)')
  return rows.map(row => row.step)
}
/** Kills the server when this step of the work is written and not committed; it runs again afterwards. */
async function cutAt(step: string, work: () => Promise<Answer>): Promise<void> {
  await owner.query('insert into cut_point values ($1)', [step])
  await owner.query('select pg_advisory_lock($1)', [cutLock])
  const cut = work().catch((error: unknown) => error)
  const waits = `select pid from pg_locks where locktype = 'advisory' and objid = ${cutLock} and not granted`
  await Promise.race([until(waits), cut.then(told => Promise.reject(new Error(`not cut at ${step}: ${JSON.stringify(told)}`)))])
  const { rows } = await owner.query<{ pid: number }>(waits)
  await product.stop('SIGKILL')
  await owner.query('delete from cut_point')
  await owner.query('select pg_advisory_unlock($1)', [cutLock])
  await until(`select 1 where not exists (select 1 from pg_stat_activity where pid = ${rows[0]?.pid})`)
  await product.start()
  expect(await cut, step).toBeInstanceOf(TypeError)
}
async function onlyOne(answers: Promise<readonly Answer[]>): Promise<string> {
  const all = await answers
  expect(all.map(one => one.code === 0).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  return all.find(one => one.code !== 0)?.msg ?? ''
}

// ---- a fee on its SKUs

describe('allocation', () => {
  async function made(name: string): Promise<string> {
    const { msg, data } = await call('admin', '/CostAllocation/insert', {
      businessOn: `${month}-30`,
      name,
      month,
      amount: fee,
      currency: 'CNY',
      shopIds,
    })
    if (data?.id === undefined) throw new Error(msg)
    return String(data.id)
  }
  const post = (username: string, id: string, key?: string): Promise<Answer> =>
    call(username, '/CostAllocation/updateState', { id, state: 1 }, key)
  const stateOf = async (id: string) =>
    (
      await owner.query(
        `select a.state, count(s.*)::int as n, coalesce(sum(s.share), 0)::numeric(20,2)::text as sum, max(s.run) as run,
          (select count(*)::int from audit_entry e where e.subject = 'cost_allocation' and e.record_id = a.id::text) as told
        from cost_allocation a left join cost_allocation_share s on s.allocation_id = a.id where a.id = $1 group by a.id`,
        [id],
      )
    ).rows[0]
  const sharesOf = async (id: string) =>
    (
      await owner.query(
        'select shop_id, sku, basis, weight::text, share::text from cost_allocation_share where allocation_id = $1 order by 1, 2',
        [id],
      )
    ).rows

  test('cut at each write nothing is there; then it is posted once, as one that nobody cut', { timeout: 900_000 }, async () => {
    const [first, uncut, id] = [await made('首张'), await made('未中断'), await made('中断')]
    expect(await post('admin', first)).toMatchObject({ code: 0 })
    const steps = await stepsOf(() => post('admin', uncut))
    expect(steps).toEqual(
      expect.arrayContaining(['UPDATE cost_allocation', 'INSERT cost_allocation_share', 'INSERT stale_day', 'INSERT audit_entry']),
    )
    expect((await sharesOf(uncut)).length).toBeGreaterThan(100)
    const before = await stateOf(id)
    expect(before).toMatchObject({ state: 0, n: 0, sum: '0.00', run: null })
    const key = randomUUID()
    for (const step of steps) {
      await cutAt(step, () => post('admin', id, step === steps[0] ? key : undefined))
      expect(await stateOf(id), step).toEqual(before)
    }
    // whoever repeats it under the key of the process that died is told to look; then it is asked for anew
    expect(await post('admin', id, key)).toMatchObject({ code: 1009 })
    const again = randomUUID()
    for (const _ of ['first', 'repeated']) {
      expect(await post('admin', id, again)).toMatchObject({ code: 0 })
      expect(await stateOf(id)).toEqual(await stateOf(uncut))
      expect(await sharesOf(id)).toEqual(await sharesOf(uncut))
    }
    console.log(`allocation: cut at ${steps.length} steps: ${steps.join(', ')}`)
  })

  test('two people post one fee at once: one does, the other is told', async () => {
    const id = await made('订阅费')
    expect(await onlyOne(Promise.all([post('admin', id), post('boss', id)]))).not.toBe('')
    expect(await stateOf(id)).toMatchObject({ state: 1, sum: fee, run: 1 })
  })
})

// ---- a month

describe('month close', () => {
  /** What follows from what was just written, or was begun before a kill, may still be writing into the books. */
  async function settled(work: () => Promise<Answer>): Promise<Answer> {
    await until('select 1 where not exists (select 1 from stale_day)')
    let last = await work()
    for (const end = Date.now() + waitMsMax; last.code !== 0 && Date.now() < end; await pause(200)) last = await work()
    return last
  }
  const close = (username = 'admin'): Promise<Answer> => call(username, '/financeMonth/close', { month })
  const reopen = async (): Promise<Answer> =>
    call('admin', '/financeMonth/reopen', {
      id: (await owner.query<{ id: string }>('select id::text from finance_month')).rows[0]?.id,
      reason: '补录',
    })
  const kept = async () =>
    (
      await owner.query(
        `select m.state, m.profit::text, m.result,
          (select count(*)::int from audit_entry a where a.subject = 'finance_month' and a.record_id = m.id::text) as told,
          (select count(*)::int from audit_entry a where a.verb = 'close' and a.subject <> 'finance_month') as figures
        from finance_month m`,
      )
    ).rows
  /** Somebody says of each item why it may be closed. */
  async function sayAll(): Promise<void> {
    const { data } = await call('admin', '/financeMonth/check', { month })
    for (const { code, company, state, version } of data.items)
      if (state === 'open') {
        const item = { month, item: code, companyId: company?.id ?? '0', version: version ?? null, isSaid: true, reason: '演练' }
        const said = await call('admin', '/financeMonth/sayOfItem', item)
        if (said.code !== 0) throw new Error(said.msg)
      }
  }

  test(
    'cut at each write it stays open; then one of two closes it, with the figures of a close that nobody cut',
    { timeout: 900_000 },
    async () => {
      await until('select 1 where not exists (select 1 from stale_day)')
      await sayAll()
      expect(await settled(close)).toMatchObject({ code: 0 })
      expect(await settled(reopen)).toMatchObject({ code: 0 })
      const steps = await stepsOf(() => settled(close))
      expect(steps).toEqual(expect.arrayContaining(['UPDATE finance_month', 'INSERT audit_entry']))
      const [uncut] = await kept()
      expect(await settled(reopen)).toMatchObject({ code: 0 })
      await until('select 1 where not exists (select 1 from stale_day)')
      const before = await kept()
      for (const step of steps) {
        await cutAt(step, () => settled(close))
        expect(await kept(), step).toEqual(before)
      }
      await until('select 1 where not exists (select 1 from stale_day)')
      expect(await onlyOne(Promise.all([close('admin'), close('finance')]))).toMatch(/已结账|账目正在写入/)
      expect(await kept()).toEqual([{ ...uncut, told: before[0]?.told + 1, figures: before[0]?.figures + 1 }])
      console.log(`close: cut at ${steps.length} steps: ${steps.join(', ')}`)
    },
  )

  test(
    'cut while it opens the month again it stays closed; then it is opened, and not closed while books are written',
    { timeout: 600_000 },
    async () => {
      const before = await kept()
      await cutAt('UPDATE finance_month', reopen)
      expect(await kept()).toEqual(before)
      const rate = { month: '2001-01', currency: 'USD', rate: '7' }
      expect((await call('admin', '/currencyManage/add', rate)).msg).toContain('已结账')
      expect(await settled(reopen)).toMatchObject({ code: 0 })
      expect(await kept()).toMatchObject([{ state: 0, told: before[0]?.told + 1 }])
      await until('select 1 where not exists (select 1 from stale_day)')
      // an import that merges holds the months until it ends
      await owner.query('begin')
      await owner.query(`select pg_advisory_xact_lock_shared(hashtextextended('finance month ' || (select min(id) from organisation), 0))`)
      expect((await close()).msg).toContain('账目正在写入')
      await owner.query('rollback')
      expect(await settled(close)).toMatchObject({ code: 0 })
    },
  )
})

test('the books and the trail are proven', { timeout: 300_000 }, async () => expect(await proofFaults(product)).toEqual([]))
