/**
 * Every declared ledger, with 64 writers at once: no balance below the floor, no other error, and what is kept is what the entries say;
 * lots and balances worked out anew are the same. A writer whose connection is killed leaves nothing half.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { entryKinds } from '#platform/declare/ledger-kinds.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { defined } from '../base/defined.ts'

const writers = 64
const postings = 12
const cells = 5
const org = '1'
const day = '2026-11-23'
const ledgers = areas.flatMap(area => area.resources).filter(r => r.ledger !== undefined)
const wordsOf = (r: Resource) => defined(r.ledger, 'a ledger')

let database: TestDatabase
let owner: pg.Pool
let app: pg.Pool
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 })
  app = new pg.Pool({ connectionString: database.appUrl, max: 32 })
  app.on('error', () => undefined)
  // references of the cells are not what is tried here
  for (const { rows } of [
    await owner.query<{ t: string; c: string }>(
      `select conrelid::regclass::text as t, conname as c from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
      [ledgers.flatMap(r => ['entry', 'cell', 'lot', 'take'].map(part => `${wordsOf(r).name}_${part}`))],
    ),
  ])
    for (const { t, c } of rows) await owner.query(`alter table ${t} drop constraint ${c}`)
})
afterAll(async () => {
  await app.end()
  await owner.end()
  await database.drop()
})

type Line = Readonly<Record<string, string | number | null>>

async function inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await app.connect()
  try {
    await client.query('begin')
    await client.query('select begin_write($1)', [org])
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    const isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(isBroken)
    throw error
  }
}
const call = (client: pg.PoolClient, r: Resource, lines: readonly Line[]) =>
  client.query(`select ${wordsOf(r).name}_post($1, null, now(), $2) as answers`, [
    org,
    JSON.stringify(lines.map((line, no) => ({ no, ...line }))),
  ])
const post = (r: Resource, lines: readonly Line[]): Promise<void> => inTransaction(async client => void (await call(client, r, lines)))

const cellOf = (r: Resource, n: number): Line => Object.fromEntries(wordsOf(r).cell.map(field => [columnOf(field), n]))
const line = (r: Resource, n: number, kind: keyof typeof entryKinds, more: Line = {}): Line => ({
  ...cellOf(r, n),
  kind: entryKinds[kind],
  booked_on: day,
  ...more,
})
const faults = async (r: Resource): Promise<unknown> =>
  (await app.query<{ faults: unknown }>(`select ${wordsOf(r).name}_proof($1) as faults`, [org])).rows[0]?.faults
const rowsOf = async (sql: string): Promise<unknown[]> => (await owner.query(sql)).rows

/** Whether it was done; false: the balance did not suffice. */
const tried = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === 'LG001') return false
      throw error
    },
  )

describe.each(ledgers.map(r => [wordsOf(r).name, r] as const))('%s', (name, r) => {
  const { againDays, reserve, idempotent: once } = wordsOf(r)
  test('64 writers', async () => {
    for (let n = 1; n <= cells; n += 1) await post(r, [line(r, n, 'earn', { amount: 200, expires_on: '2027-12-31' })])
    const writer = async (w: number): Promise<number> => {
      let done = 0
      for (let p = 0; p < postings; p += 1) {
        const [cell, hold] = [1 + ((w * 7 + p) % cells), `hold:${w}:${p}`]
        const other = 1 + (cell % cells)
        const amount = 1 + ((w + p) % 9)
        if (p % 3 === 0) await post(r, [line(r, cell, 'earn', { amount, expires_on: p % 2 === 0 ? '2027-06-30' : '2026-11-01' })])
        else if (p % 3 === 1 && reserve) {
          const isHeld = await tried(post(r, [line(r, cell, 'reserve', { amount, hold }), line(r, other, 'reserve', { amount: 1, hold })]))
          if (isHeld) {
            await post(r, [line(r, cell, w % 2 === 0 ? 'spend' : 'release', { hold }), line(r, other, 'release', { hold })])
            done += 1
          }
        } else if (await tried(post(r, [line(r, cell, 'spend', { amount: amount * 3 }), line(r, other, 'correct', { amount: -amount })])))
          done += 1
      }
      return done
    }
    const done = await Promise.all(Array.from({ length: writers }, (_, w) => writer(w)))
    expect(done.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(writers)
    expect(await faults(r)).toEqual([])
    expect(await rowsOf(`select * from ${name}_cell where balance < 0 or reserved <> 0`)).toEqual([])
  })

  test('what is worked out anew is what there is', async () => {
    const state = () =>
      Promise.all([
        rowsOf(`select ${Object.keys(cellOf(r, 1)).join(', ')}, balance, reserved, gained from ${name}_cell order by 1`),
        againDays === null ? [] : rowsOf(`select cell_id, expires_on, amount from ${name}_lot where amount > 0 order by 1, 2`),
        againDays === null || !reserve ? [] : rowsOf(`select cell_id, hold, sum(amount) from ${name}_take group by 1, 2 order by 1, 2`),
      ])
    if (reserve)
      await post(r, [line(r, 1, 'earn', { amount: 50, expires_on: '2027-12-31' }), line(r, 1, 'reserve', { amount: 7, hold: 'open' })])
    const before = await state()
    await owner.query(`update ${name}_cell set gained = gained + 5`)
    expect(await faults(r)).toHaveLength(cells)
    await inTransaction(async client => void (await client.query(`select ${name}_rebuild($1)`, [org])))
    expect(await state()).toEqual(before)
    expect(await faults(r)).toEqual([])
    if (reserve) await post(r, [line(r, 1, 'release', { hold: 'open' })])
  })

  test('a killed writer leaves nothing half', async () => {
    const sums = () => rowsOf(`select sum(balance) as b, (select count(*) from ${name}_entry) as n from ${name}_cell`)
    const before = await sums()
    const killed = inTransaction(async client => {
      await call(client, r, [line(r, 1, 'earn', { amount: 9, expires_on: '2027-12-31' })])
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await client.query('select 1')
    })
    await expect(killed).rejects.toThrow(/terminat|closed|Connection/i)
    expect(await sums()).toEqual(before)
    expect(await faults(r)).toEqual([])
  })

  test('refused: a second posting of the transaction, another organisation, nothing to release, writing past the function', async () => {
    const code = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => null,
        (error: unknown) => (error as pg.DatabaseError).code,
      )
    const earn = [line(r, 1, 'earn', { amount: 1, expires_on: '2027-12-31' })]
    expect(
      await code(
        inTransaction(async client => {
          await call(client, r, earn)
          await call(client, r, earn)
        }),
      ),
    ).toBe('LG002')
    expect(await code(app.query(`select ${name}_post(2, null, now(), '[]')`))).toBe('LG004')
    if (reserve) expect(await code(post(r, [line(r, 1, 'release', { hold: 'never' })]))).toBe('LG003')
    expect(await code(post(r, [line(r, 1, 'earn', { amount: -5 })]))).toBe('LG003')
    expect(await code(app.query(`update ${name}_cell set balance = balance + 1`))).toBe('42501')
    expect(await code(app.query(`delete from ${name}_entry`))).toBe('42501')
  })

  test.runIf(once)('an event is entered once, whoever is first', async () => {
    const sum = async () => Number((await owner.query(`select sum(balance) as b from ${name}_cell`)).rows[0].b)
    const before = await sum()
    await Promise.all(
      Array.from({ length: 20 }, () => post(r, [line(r, 2, 'earn', { amount: 3, event_key: 'one event', expires_on: '2027-12-31' })])),
    )
    expect((await sum()) - before).toBe(3)
  })
})
