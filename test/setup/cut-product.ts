/** For tests: a running product that is killed at a chosen write of a call, before it is committed, and started again. */
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startWithPeople, type RunningProduct } from './product.ts'

export interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: ReturnType<typeof JSON.parse>
}
type Work = () => Promise<Answer>

const waitMsMax = 150_000
/** the server waits for this lock at the step where it shall die */
const cutLock = 4_711

export class CutProduct {
  readonly product: RunningProduct
  readonly owner: pg.Client
  readonly #tokens = new Map<string, string>()

  private constructor(product: RunningProduct, owner: pg.Client) {
    this.product = product
    this.owner = owner
  }

  /** With the people of the demo company alone, these signed in. */
  static async start(usernames: readonly string[]): Promise<CutProduct> {
    const product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn' })
    const owner = new pg.Client(product.ownerUrl)
    await owner.connect()
    const one = new CutProduct(product, owner)
    for (const username of usernames)
      one.#tokens.set(username, (await one.call(username, '/auth/user/login', { username, password: 'demo1234' })).data.access_token)
    return one
  }

  async remove(): Promise<void> {
    await this.owner.end()
    await this.product.remove()
  }

  async call(username: string, path: string, body: object, key: string = randomUUID()): Promise<Answer> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${this.product.url}/api-2024${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#tokens.get(username) ?? ''}`,
        'idempotency-key': key,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    return (await answer.json()) as Answer
  }

  async rows<T extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(statement, [...values])).rows
  }

  async until(statement: string): Promise<void> {
    for (const end = Date.now() + waitMsMax; (await this.rows(statement)).length === 0; await pause(20))
      if (Date.now() > end) throw new Error(`it does not come to: ${statement}\n${this.product.output().slice(-2_000)}`)
  }

  /** No day is marked as stale: a day that is marked already is not written again by whoever marks it. */
  async refreshed(): Promise<void> {
    await this.until('select 1 where not exists (select 1 from stale_day)')
  }

  /** After each writing statement of a person's work (`txn_mark` is the house's): it is noted, and waits where it shall be cut. */
  async watchWrites(): Promise<void> {
    await this.owner.query(`create table cut_point (step text);
      create table cut_step (id bigserial, step text, tx xid8 default pg_current_xact_id());
      create function cut_here() returns trigger language plpgsql security definer set search_path = public as $$
      declare this text := tg_op || ' ' || tg_table_name; begin
        if current_setting('application_name') = 'zhanggui jobs' then this := 'job: ' || this;
        elsif current_setting('application_name') = 'zhanggui writes' then insert into cut_step (step) values (this);
        else return null; end if;
        if exists (select 1 from cut_point where step = this) then perform pg_advisory_xact_lock(${cutLock}); end if;
        return null;
      end $$`)
    // a table at a time: with several held it and the work that goes on beside wait for each other
    await this.owner.query(`do $$ declare t record; begin
        for t in select oid::regclass as name from pg_class where relkind in ('r', 'p') and not relispartition
          and relnamespace = 'public'::regnamespace and relname not like 'cut\\_%' and relname <> 'txn_mark'
        loop execute format('create trigger zz_cut after insert or update or delete on %s execute function cut_here()', t.name);
          commit;
        end loop;
      end $$`)
  }

  /** What the work writes, step by step. A transaction that only tells people something belongs to what goes on beside. */
  async stepsOf(work: Work): Promise<readonly string[]> {
    await this.refreshed()
    await this.owner.query('delete from cut_step')
    const { code, msg } = await work()
    if (code !== 0) throw new Error(msg)
    const works = "select tx from cut_step where step not like '% push\\_%'"
    const steps = await this.rows<{ step: string }>(`select step from cut_step where tx in (${works}) group by step order by min(id)`)
    return steps.map(row => row.step)
  }

  /** Kills the server when each of these works has written this step and committed nothing; it runs again afterwards. */
  async cutAt(step: string, ...works: readonly Work[]): Promise<void> {
    if (step.endsWith(' stale_day')) await this.refreshed()
    await this.#holdAt(step)
    const cut = works.map(work => work().catch((error: unknown) => error))
    const early = cut.map(one => one.then(told => Promise.reject(new Error(`not cut at ${step}: ${JSON.stringify(told)}`))))
    await this.#killAt(works.length, early)
    for (const told of await Promise.all(cut))
      if (!(told instanceof TypeError)) throw new Error(`cut at ${step}, yet answered: ${JSON.stringify(told)}`)
  }

  /** Kills it when a job that follows from the work, which is answered, has written this step. */
  async cutJobAt(step: string, work: Work): Promise<void> {
    await this.#holdAt(`job: ${step}`)
    const { code, msg } = await work()
    if (code !== 0) throw new Error(msg)
    await this.#killAt(1, [])
  }

  async #holdAt(step: string): Promise<void> {
    await this.owner.query('insert into cut_point values ($1)', [step])
    await this.owner.query('select pg_advisory_lock($1)', [cutLock])
  }

  async #killAt(waiting: number, early: readonly Promise<never>[]): Promise<void> {
    const waits = `select pid from pg_locks where locktype = 'advisory' and objid = ${cutLock} and not granted`
    await Promise.race([this.until(`select 1 from (${waits}) w having count(*) >= ${waiting}`), ...early])
    const held = await this.rows<{ pid: number }>(waits)
    await this.product.stop('SIGKILL')
    await this.owner.query('delete from cut_point')
    await this.owner.query('select pg_advisory_unlock($1)', [cutLock])
    await this.until(`select 1 where not exists (select 1 from pg_stat_activity where pid in (${held.map(one => one.pid).join()}))`)
    await this.product.start()
  }
}
