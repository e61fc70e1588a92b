import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { namingClient, StatementNames } from './named-statements.ts'
import { asLost, MachineLate, MachineLost, sentenceOf } from './connection-lost.ts'
import { HouseDialect } from './house-dialect.ts'
import { openPools, type Pools } from './pools.ts'
import { Kysely, sql } from 'kysely'

describe('names of statements', () => {
  it('a text has a name from its third time on, the same for ever', () => {
    const names = new StatementNames()
    expect([1, 2, 3, 4].map(() => names.of('select 1'))).toEqual([undefined, undefined, 's1', 's1'])
  })

  it('a long text is counted without being kept', () => {
    const [names, long] = [new StatementNames(), `select ${'1, '.repeat(10_000)}1`]
    expect([long, long, `${long} `, long, long].map(text => names.of(text))).toEqual([undefined, undefined, undefined, 's1', 's1'])
  })

  it('there are at most a hundred names, and what comes once takes none', () => {
    const names = new StatementNames()
    for (let i = 0; i < 5_000; i += 1) names.of(`select ${i}`)
    for (let i = 0; i < 150; i += 1) for (let n = 0; n < 3; n += 1) names.of(`select 'hot ${i}'`)
    expect(names.of(`select 'hot 99'`)).toBe('s100')
    expect(names.of(`select 'hot 100'`)).toBeUndefined()
  })
})

describe('a client that names them', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await testDatabase({ empty: true })
    client = new (namingClient(new StatementNames()))({ connectionString: database.appUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it('answers the same by name as by text, and only what reads is prepared', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { rows } = await client.query<{ n: number }>('select $1::int + 1 as n', [i])
      expect(rows).toEqual([{ n: i + 1 }])
    }
    for (let i = 0; i < 5; i += 1) await client.query('set local work_mem = 1024', [])
    const { rows } = await client.query<{ statement: string }>(`select statement from pg_prepared_statements`)
    expect(rows.map(r => r.statement)).toEqual(['select $1::int + 1 as n'])
  })

  it('goes on after a statement that fails', async () => {
    for (let i = 0; i < 4; i += 1) await expect(client.query('select 1 / $1::int as n', [0])).rejects.toThrow('division by zero')
    expect((await client.query('select 1 / $1::int as n', [1])).rows).toEqual([{ n: 1 }])
  })
})

describe('how they are planned', () => {
  let database: TestDatabase
  let pools: Pools
  beforeAll(async () => {
    database = await testDatabase({ empty: true })
    pools = openPools(database.appUrl, error => expect.unreachable(error.message))
  })
  afterAll(async () => {
    await pools.end()
    await database.drop()
  })

  it.each([
    ['rights', 'once for all', { generic: true, custom: false }],
    ['interactive', "for each call's values", { generic: false, custom: true }],
  ] as const)('of %s: %s', async (name, _how, plans) => {
    const connection = await pools[name].connect()
    try {
      for (let i = 0; i < 8; i += 1) await connection.query('select $1::int + 1 as n', [i])
      const { rows } = await connection.query(
        `select generic_plans > 0 as generic, custom_plans > 0 as custom from pg_prepared_statements
          where statement like 'select $1::int + 1%'`,
      )
      expect(rows).toEqual([plans])
    } finally {
      connection.release()
    }
  })
})

describe('a statement that has no answer in time', () => {
  let database: TestDatabase
  let pools: Pools
  beforeAll(async () => {
    database = await testDatabase({ empty: true })
    pools = openPools(database.appUrl, error => expect.unreachable(error.message), { statement: 60_000, lock: 10_000, answer: 400 })
  })
  afterAll(async () => {
    await pools.end()
    await database.drop()
  })
  const connectionOf = (db: Kysely<unknown>): Promise<number> =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db).then(({ rows }) => rows[0]?.pid ?? 0)

  it('ends as a machine that is lost, inside of a transaction too, and nobody gets its connection again', async () => {
    const db = new Kysely<unknown>({ dialect: new HouseDialect({ pool: pools.interactive }) })
    const before = await connectionOf(db)
    await expect(sql`select pg_sleep(1.5)`.execute(db)).rejects.toBeInstanceOf(MachineLost)
    const after = await connectionOf(db)
    expect(after).not.toBe(before)
    await expect(db.transaction().execute(tx => sql`select pg_sleep(1.5)`.execute(tx))).rejects.toBeInstanceOf(MachineLost)
    expect(await connectionOf(db)).not.toBe(after)
    await expect(pools.rights.query('select pg_sleep(1.5)')).rejects.toThrow('Query read timeout')
    expect((await pools.rights.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('says that a machine may be lost where the server gives it up itself, and what several machines do not answer stays', async () => {
    const several = openPools(database.appUrl, () => undefined, { statement: 200, lock: 100, answer: 2_000 })
    const one = openPools(database.appUrl, () => undefined, { statement: 200, lock: 100 })
    const slow = (pool: pg.Pool) => sql`select pg_sleep(1.5)`.execute(new Kysely<unknown>({ dialect: new HouseDialect({ pool }) }))
    const code = (error: unknown) => (error instanceof MachineLate ? 'late' : (error as { code?: string }).code)
    try {
      expect(await Promise.all([several.interactive, one.interactive].map(pool => slow(pool).catch(code)))).toEqual(['late', '57014'])
      const refused = await sql`select 1 / 0`.execute(new Kysely({ dialect: new HouseDialect({ pool: several.interactive }) })).catch(code)
      expect(refused).toBe('22012')
      expect(asLost(new MachineLate('late'))).toBeInstanceOf(MachineLate)
    } finally {
      await several.end()
      await one.end()
    }
  })

  it('is waited for where it may have written', async () => {
    expect((await pools.writes.query('select pg_sleep(1)')).rowCount).toBe(1)
  })
})

it('a server whose table of locks is full is said with its setting', () => {
  expect(sentenceOf(new Error('迁移 0001 失败：out of shared memory'))).toContain('max_locks_per_transaction')
})
