import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { forgetWatches } from '../verbs/watch.ts'

let h: DemoHouse
let admin: Person
let finance: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  finance = await signedInAs(h, 'finance')
})
afterAll(() => h.close())

/** Pushed messages of an account since a number, the newest last. */
async function pushed(username: string): Promise<(object | null)[]> {
  const rows = await h.db
    .selectFrom('push_message as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .where('a.username', '=', username)
    .orderBy('p.no')
    .select('p.message')
    .execute()
  return rows.map(row => row.message)
}
const currency = async (): Promise<{ id: string; version: number; name: string }> =>
  (await admin.post('/currencySetting/list', { code: 'GBP' })).data.list[0]

test('who has a record open is told who changed it; who changed it is not, nor who closed it before', async () => {
  const { id, version, name } = await currency()
  expect((await finance.post('/realtime/watch', { type: 'currency', id })).code).toBe(0)
  expect((await admin.post('/realtime/watch', { type: 'currency', id })).code).toBe(0)
  expect((await admin.post('/currencySetting/update', { id, version, name: `${name}元` })).code).toBe(0)
  expect((await pushed('finance')).at(-1)).toEqual({ kind: 'changed', type: 'currency', id, by: '管理员' })
  expect(await pushed('admin')).toEqual([])
  const told = (await pushed('finance')).length
  expect((await finance.post('/realtime/unwatch', { type: 'currency', id })).code).toBe(0)
  expect((await admin.post('/currencySetting/update', { id, version: version + 1, name })).code).toBe(0)
  expect(await pushed('finance')).toHaveLength(told)
})

test('a record that is not there or not to be seen, and an unknown list, are not watched', async () => {
  const employee = await signedInAs(h, 'employee')
  const { id } = await currency()
  expect((await employee.post('/realtime/watch', { type: 'currency', id })).code).toBe(1003)
  expect((await admin.post('/realtime/watch', { type: 'currency', id: '99999999' })).code).toBe(1004)
  expect((await admin.post('/realtime/watch', { type: 'nothing', id })).code).toBe(1004)
})

test('a form whose browser vanished is forgotten', async () => {
  const { id } = await currency()
  await finance.post('/realtime/watch', { type: 'currency', id })
  h.clock.now = new Date(h.clock.now.getTime() + 200_000)
  const told = (await pushed('finance')).length
  const { version, name } = await currency()
  await admin.post('/currencySetting/update', { id, version, name: `${name}.` })
  expect(await pushed('finance')).toHaveLength(told)
  await forgetWatches(h.house)
  expect(await h.db.selectFrom('record_watch').select('record_id').execute()).toEqual([])
})

test('transactions that push to the same accounts in another order do not wait for each other; a roll-back pushes nothing', async () => {
  const rows = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as o', 'o.account_id', 'a.id')
    .where('a.username', 'in', ['boss', 'sales'])
    .where('o.org_id', '=', h.demo.organisationIds[0] as string)
    .orderBy('a.username')
    .select(['a.id', 'o.org_id'])
    .execute()
  const [first, second] = rows.map(row => row.id) as [string, string]
  const context = await h.house.asSystem(rows[0]?.org_id as string, 'test')
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const both = ([mine, other]: readonly [string, string], at: 0 | 1) =>
    context.write(async (tx, inside) => {
      const loose = inside.through(tx)
      await h.house.events.push(tx, [mine], { from: at })
      gates[at].resolve()
      await gates[1 - at]?.promise
      await h.house.events.push(loose, [other], { from: at })
      await h.house.events.push(loose, [other, mine], { from: at, more: true })
      await h.house.events.push(tx, [mine], { from: at })
    })
  await Promise.all([both([first, second], 0), both([second, first], 1)])
  const failed = context.write(async tx => {
    await h.house.events.push(tx, [first, second], { from: 'rolled back' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  for (const name of ['boss', 'sales']) {
    const told = (await pushed(name)).map(one => JSON.stringify(one))
    // each once, in the order in which they were said
    expect(told.slice(-4).toSorted()).toEqual(['{"from":0}', '{"from":0,"more":true}', '{"from":1}', '{"from":1,"more":true}'].toSorted())
    for (const at of [0, 1]) expect(told.indexOf(`{"from":${at}}`)).toBe(told.indexOf(`{"from":${at},"more":true}`) - 1)
    const numbers = await h.db
      .selectFrom('push_message')
      .select('no')
      .where('account_id', '=', name === 'boss' ? first : second)
      .orderBy('no')
      .execute()
    expect(numbers.map(({ no }) => Number(no))).toEqual(numbers.map((_, at) => at + 1))
  }
})

test('asking for the number of unread messages reads an index of the unread ones alone', async () => {
  const { id, org_id } = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as o', 'o.account_id', 'a.id')
    .where('a.username', '=', 'finance')
    .select(['a.id', 'o.org_id'])
    .executeTakeFirstOrThrow()
  await sql`insert into message (org_id, account_id, kind, title, read_at)
    select ${org_id}::bigint, ${id}::bigint, 1, '"x"', case when n > 3 then now() end from generate_series(1, 5000) n`.execute(h.db)
  await sql`analyze message`.execute(h.db).catch(() => null)
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select count(*) from message where account_id = ${id}::bigint and org_id = ${org_id}::bigint and read_at is null`.execute(h.db)
  expect(plan.rows.map(row => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using message_account_id_org_id_read_at_idx/)
  expect((await finance.get('/notify/unreadCount')).data).toEqual({ total: 3 })
  expect((await finance.get('/manager/unreadCount')).data).toEqual({ total: 0 })
  expect((await admin.get('/emp/unreadCount')).data).toEqual({ total: 0 })
})
