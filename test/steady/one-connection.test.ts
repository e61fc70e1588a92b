/** Inside a transaction everything goes over its own connection, and who waits keeps nobody else from working. */
import pg from 'pg'
import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/server/contract/context.ts'
import { outsideTransaction, databaseOn, SecondConnectionError } from '#platform/server/db/one-connection.ts'
import { within } from '#platform/server/db/within.ts'
import { HouseDialect } from '#platform/server/db/house-dialect.ts'
import { defined } from '#platform/server/base/defined.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../setup/demo-house.ts'

const products = 30
let h: DemoHouse
let owner: pg.Client
let admin: Person
let sales: Person
let context: Context
let ids: string[]
beforeAll(async () => {
  h = await demoHouse()
  owner = new pg.Client(h.ownerUrl)
  await owner.connect()
  admin = await signedInAs(h, 'admin')
  sales = await signedInAs(h, 'sales')
  const { data } = await admin.post('/productCategory/insert', { name: '并发' })
  const categoryId = data.id as string
  ids = []
  for (let n = 0; n < products; n += 1)
    ids.push((await admin.post('/productManage/insert', { sku: `BUSY-${n}`, name: `并发 ${n}`, categoryId })).data.id as string)
  const [account] = (await owner.query<{ id: string }>("select id from account where username = 'admin'")).rows
  const caller = defined(
    await h.house.rights.callerOf(defined(account, 'admin').id, defined(h.demo.organisationIds[0], 'organisation')),
    'admin',
  )
  context = h.house.asUser(caller, 'zh', 'test')
})
afterAll(async () => {
  await owner.end()
  await h.close()
})

interface Timed {
  readonly status: number
  readonly code: number
  readonly ms: number
}
async function timed(call: () => Promise<{ status: number; code: number }>): Promise<Timed> {
  const began = performance.now()
  const { status, code } = await call()
  return { status, code, ms: performance.now() - began }
}
const edit = async (person: Person, id: string, name: string): Promise<Timed> => {
  const { data } = await person.get(`/productManage/query/${id}`)
  return timed(() => person.post('/productManage/update', { id, version: data.version, name }))
}
const median = (all: readonly Timed[]): number => all.map(one => one.ms).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
const slowest = (all: readonly Timed[]): number => Math.max(...all.map(one => one.ms))
const outcomes = (all: readonly Timed[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, code } of all) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1
  return counts
}

describe('the law', () => {
  const readers: readonly [string, (outer: Context) => Promise<unknown>][] = [
    ['a read through the door', outer => outer.db.selectFrom('product').select('id').limit(1).execute()],
    ['another transaction', outer => outer.write(async () => undefined)],
    ['a read around the door', () => h.house.unscoped('test').selectFrom('account').select('id').limit(1).execute()],
    [
      'a transaction around the door',
      () =>
        h.house
          .unscoped('test')
          .transaction()
          .execute(async () => undefined),
    ],
    ['who somebody is', outer => h.house.rights.callerOf(outer.caller.accountId, outer.caller.orgId)],
    ['the server itself', outer => h.house.asSystem(outer.caller.orgId, 'test')],
    [
      'an export',
      async outer => {
        for await (const row of outer.snapshot(db => db.selectFrom('product').select('id').stream())) expect(row).toBeDefined()
      },
    ],
  ]
  test.each(readers)('%s on a second connection is refused', async (_what, ask) => {
    await expect(context.write(() => ask(context))).rejects.toThrow(SecondConnectionError)
    // and once the transaction is over it is free again
    await expect(ask(context)).resolves.not.toThrow()
  })

  test('the same over the connection of the transaction sees what it has written; what goes beside it is named and does not', async () => {
    const seen = await context.write(async (tx, inside) => {
      await tx.updateTable('product').set({ name: '事务内' }).where('id', '=', defined(ids[0], 'a product')).execute()
      const name = (db: Context['db']): Promise<string | undefined> =>
        db
          .selectFrom('product')
          .select('name')
          .where('id', '=', defined(ids[0], 'a product'))
          .executeTakeFirst()
          .then(row => row?.name)
      const system = await h.house.asSystem(inside.caller.orgId, 'test', tx)
      const answers = [
        await name(inside.db),
        await name(within(context, tx).db),
        await name(system.db),
        await outsideTransaction(() => name(context.db)),
      ]
      await inside.write(async joined => void answers.push(await name(joined)))
      return answers
    })
    expect(seen).toEqual(['事务内', '事务内', '事务内', '并发 0', '事务内'])
  })

  test('in production the second connection is given, and told to the log', async () => {
    const told: string[] = []
    const db = databaseOn(new HouseDialect({ pool: h.house.pools.jobs }), {
      onSecond: error => told.push(error.name),
      onCommit: () => undefined,
    })
    const ask = (): Promise<unknown> => sql`select 1`.execute(db)
    await expect(db.transaction().execute(ask)).resolves.toBeDefined()
    expect(told).toHaveLength(1)
  })
})

describe('many at once', () => {
  test('10 people save 10 products, nobody is refused and another list goes on', async () => {
    const list = (): Promise<Timed> => timed(() => sales.post('/productManage/list', { pageSize: 20 }))
    const alone = await list()
    const saving = ids.slice(0, 10).map(id => edit(admin, id, `十人 ${id}`))
    await pause(5)
    const outsideTransaction = await list()
    expect(outcomes(await Promise.all(saving))).toEqual({ '200 0': 10 })
    expect(outsideTransaction).toMatchObject({ status: 200, code: 0 })
    expect(outsideTransaction.ms).toBeLessThan(alone.ms + 3_000)
  })

  test('50 identical creates: one record, 49 sentences', async () => {
    const created = await Promise.all(
      Array.from({ length: 50 }, () => timed(() => admin.post('/productManage/insert', { sku: 'BUSY-SAME', name: '同一个' }))),
    )
    expect(outcomes(created)).toEqual({ '200 0': 1, '200 1002': 49 })
  })

  test('200 writers beside 200 readers: nobody meets a defect; how much longer the readers wait is told', async () => {
    const read = (): Promise<Timed> => timed(() => sales.post('/productManage/list', { pageSize: 20 }))
    const readers = (): Promise<Timed[]> => Promise.all(Array.from({ length: 200 }, read))
    const round = async (name: string): Promise<{ read: Timed[]; written: Timed[] }> => {
      const versions = new Map<string, number>()
      for (const id of ids) versions.set(id, (await admin.get(`/productManage/query/${id}`)).data.version as number)
      const writers = Array.from({ length: 200 }, (_, n) => {
        const id = defined(ids[n % products], 'a product')
        return timed(() => admin.post('/productManage/update', { id, version: versions.get(id), name: `${name} ${n}` }))
      })
      const [seen, written] = await Promise.all([readers(), Promise.all(writers)])
      return { read: seen, written }
    }
    await readers()
    const alone = Math.max(median(await readers()), median(await readers()))
    const rounds = [await round('第一轮'), await round('第二轮')]
    for (const { read: seen, written } of rounds) {
      expect(outcomes(seen)).toEqual({ '200 0': 200 })
      const how = outcomes(written)
      expect(
        Object.keys(how).every(one => ['200 0', '200 1009', '429 1029'].includes(one)),
        JSON.stringify(how),
      ).toBe(true)
      expect(how['200 0']).toBeGreaterThanOrEqual(products)
    }
    // a figure and no bound: the machine may do other work meanwhile
    const besides = rounds.map(one => `${(median(one.read) / alone).toFixed(2)} x`)
    console.log(`200 readers beside 200 writers: ${besides.join(', ')} of alone (${Math.round(alone)} ms)`)
  })

  test('40 people save a record that somebody holds: others save theirs meanwhile, the 40 are told so or take their turn', async () => {
    const held = defined(ids[0], 'a product')
    const { data } = await admin.get(`/productManage/query/${held}`)
    await owner.query('begin')
    await owner.query('select 1 from product where id = $1 for update', [held])
    const waiting = Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        timed(() => admin.post('/productManage/update', { id: held, version: data.version, name: `等 ${n}` })),
      ),
    )
    await pause(200)
    const others = await Promise.all(ids.slice(1, 11).map(id => edit(admin, id, `不等 ${id}`)))
    expect(outcomes(others)).toEqual({ '200 0': 10 })
    expect(slowest(others)).toBeLessThan(5_000)
    expect(h.house.pools.writes.waitingCount).toBe(0)
    const told = await waiting
    await owner.query('rollback')
    expect(outcomes(told)).toEqual({ '200 1009': 40 })
    // whoever comes after them finds the line empty
    expect(await edit(admin, held, '又可以了')).toMatchObject({ status: 200, code: 0 })
  }, 120_000)

  test('a line of writers that is too long ends with 429, a sentence and when to come back', async () => {
    const { writes } = h.house.pools
    const taken = await Promise.all(Array.from({ length: writes.options.max }, () => writes.connect()))
    const answer = await admin.post('/productManage/insert', { sku: 'BUSY-LINE', name: '排队' })
    for (const client of taken) client.release()
    expect(answer).toMatchObject({ status: 429, code: 1029, msg: '同时操作的人太多，没有轮到，请稍后重试' })
    expect(answer.headers['retry-after']).toBe('2')
  }, 60_000)
})

describe('a new shop', () => {
  test('is its maker’s at the next call, and that of everybody who sees all', async () => {
    const boss = await signedInAs(h, 'boss')
    // both have just asked: what they may is remembered
    await Promise.all([admin.post('/sysShopSetting/list'), admin.post('/sysShopSetting/list')])
    const made = await admin.post('/sysShopSetting/insert', {
      name: '新开的店',
      accountName: '新账号',
      marketplaceCode: 'amazon.com',
      currency: 'USD',
    })
    expect(made, made.msg).toMatchObject({ code: 0 })
    for (const person of [admin, boss]) expect(await person.get(`/sysShopSetting/query/${made.data.id}`)).toMatchObject({ code: 0 })
  })
})
