/**
 * A process is killed at each write of the step that posts a document, and at random moments: the document is posted whole (state, day,
 * entry, counter of what it draws from, state of that, trail) or not at all, and posted again it is as one that nobody cut.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRecord } from '#platform/server/verbs/record.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { order } from '../setup/drawn-documents.ts'
import { listBooks, type ListBooks } from '../setup/list-books.ts'
import { postedArea, postedReceipt, postedResources } from '../setup/posted-receipts.ts'

/** the process waits for this lock at the write where it shall die */
const cutLock = 4_712
const waitMsMax = 60_000
const program = join(import.meta.dirname, '../setup/post-receipt.ts')

let b: ListBooks
beforeAll(async () => {
  b = await listBooks(postedResources, postedArea)
  await b.run("insert into account (id, name) values (1, '王芳')")
  await b.run(`create table cut_point (step text); create table cut_step (id bigserial, step text);
    create function cut_here() returns trigger language plpgsql security definer set search_path = public as $$
    declare this text := tg_op || ' ' || tg_table_name; begin
      insert into cut_step (step) values (this);
      if exists (select 1 from cut_point where step = this) then perform pg_advisory_xact_lock(${cutLock}); end if;
      return null;
    end $$;
    do $$ declare t record; begin
      for t in select oid::regclass as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace and relname not like 'cut\\_%' and relname <> 'txn_mark'
      loop execute format('create trigger zz_cut after insert or update or delete on %s execute function cut_here()', t.name); end loop;
    end $$`)
})
afterAll(() => b.close())

const lines = (added: readonly object[]) => ({
  lines: { added: added.map((line, i) => ({ id: `n${i}`, ...line })), changed: [], removed: [] },
})

/** A receipt of three units of an order of five. */
async function receipt(): Promise<{ id: string; orderId: string }> {
  const me = b.as('1')
  const header = { supplier: '甲', businessOn: '2026-03-10' }
  const { id: orderId } = await addRecord(me, order, { ...header, ...lines([{ item: '灯', quantity: '5' }]) })
  await takeSteps(me, order, { ids: [{ id: orderId }], pick: { step: 'submit' }, input: {} })
  const [line] = await b.rows<{ id: string }>(`select id::text as id from test_order_line where order_id = ${orderId}`)
  const drawn = lines([{ orderLineId: line?.id, item: '灯', quantity: '3' }])
  const { id } = await addRecord(me, postedReceipt, { ...header, ...drawn })
  return { id, orderId }
}

async function stateOf({ id, orderId }: { readonly id: string; readonly orderId: string }): Promise<object> {
  const [row] = await b.rows<object>(
    `select r.state, r.posted_on::text as day, r.version,
      (select coalesce(json_agg(e.quantity), '[]') from test_entry e where e.key = 'test_receipt:' || r.id) as entries,
      (select received::float8 from test_order_line where order_id = ${orderId}) as received,
      (select state from test_order where id = ${orderId}) as order_state,
      (select json_agg(verb order by a.id) from audit_entry a
        where (subject, record_id) in (('test_receipt', '${id}'), ('test_order', '${orderId}'))) as told
    from test_receipt r where r.id = ${id}`,
  )
  return row ?? {}
}
const nothing = { state: 0, day: null, version: 1, entries: [], received: 0, order_state: 2, told: ['add', 'submit', 'add'] }
const whole = {
  state: 1,
  day: '2026-03-10',
  version: 2,
  entries: [3],
  received: 3,
  order_state: 3,
  told: expect.arrayContaining(['post', 'progress1']),
}

const posting = (id: string): ChildProcess => spawn(process.execPath, [program, b.urls.app, id], { stdio: ['ignore', 'ignore', 'inherit'] })
const ended = (child: ChildProcess): Promise<number | null> => new Promise(resolve => child.once('exit', code => resolve(code)))
async function gone(): Promise<void> {
  const mine =
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'zhanggui writes' and state <> 'idle'"
  for (const end = Date.now() + waitMsMax; (await b.rows(mine)).length > 0; await pause(20))
    if (Date.now() > end) throw new Error('the connection of the process that died is still there')
}

test('killed at each write nothing is there; then it is posted once, as one that nobody cut', { timeout: 600_000 }, async () => {
  const uncut = await receipt()
  await b.run('delete from cut_step')
  expect(await ended(posting(uncut.id))).toBe(0)
  expect(await stateOf(uncut)).toMatchObject(whole)
  const steps = (await b.rows<{ step: string }>('select step from cut_step group by step order by min(id)')).map(row => row.step)
  expect(steps).toEqual(
    expect.arrayContaining(['UPDATE test_receipt', 'INSERT test_entry', 'UPDATE test_order_line', 'INSERT audit_entry']),
  )
  const cut = await receipt()
  expect(await stateOf(cut)).toMatchObject(nothing)
  for (const step of steps) {
    await b.run(`insert into cut_point values ('${step}')`)
    await b.run(`select pg_advisory_lock(${cutLock})`)
    const child = posting(cut.id)
    const end = ended(child)
    for (const last = Date.now() + waitMsMax; ; await pause(20)) {
      if ((await b.rows(`select 1 from pg_locks where locktype = 'advisory' and objid = ${cutLock} and not granted`)).length > 0) break
      if (Date.now() > last) throw new Error(`it does not come to ${step}`)
    }
    child.kill('SIGKILL')
    await end
    await b.run('delete from cut_point')
    await b.run(`select pg_advisory_unlock(${cutLock})`)
    await gone()
    expect(await stateOf(cut), step).toMatchObject(nothing)
  }
  expect(await ended(posting(cut.id))).toBe(0)
  expect(await stateOf(cut)).toEqual({ ...(await stateOf(uncut)) })
})

test('killed at random moments it is posted whole or not at all', { timeout: 600_000 }, async () => {
  const started = Date.now()
  const first = await receipt()
  const fresh = Date.now()
  await ended(posting(first.id))
  const takes = Date.now() - fresh
  const seen: number[] = []
  for (let round = 0; round < 6; round++) {
    const one = await receipt()
    const child = posting(one.id)
    const end = ended(child)
    await Promise.race([end, pause((takes * (7 + 1.5 * round)) / 16)])
    child.kill('SIGKILL')
    await end
    await gone()
    const { state } = (await stateOf(one)) as { state: number }
    seen.push(state)
    expect(await stateOf(one)).toMatchObject(state === 0 ? nothing : whole)
    if (state === 0) expect(await ended(posting(one.id))).toBe(0)
    expect(await stateOf(one)).toMatchObject(whole)
  }
  console.log(`posting: ${seen.filter(one => one === 1).length} of ${seen.length} were posted before they died, ${Date.now() - started} ms`)
})
