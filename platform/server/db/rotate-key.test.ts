/** A change of SECRET_KEY: every text opens by the new one, cut anywhere the next run ends it, and a wrong key changes nothing. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { robotsKeyed } from '#areas/notices/sealed.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { hashOf, seal, unseal } from '../base/envelope.ts'
import type { KeyedTable } from '../contract/area.ts'
import { authorHash, authorsKeyed, laterKeyed, sealedText, unsealedText } from './sealed-author.ts'
import { refuseOtherKey } from './refuse-other-key.ts'
import { keyedTables, rotateKey } from './rotate-key.ts'

const [from, to] = ['a'.repeat(40), 'b'.repeat(40)]
const houseOf = (secretKey: string) => ({ settings: { secretKey } }) as never
const card = resource('card', {
  type: 'card',
  title: ['卡', 'Card'],
  access: { scope: ownOrganisation },
  fields: { no: text('卡号', 'Number', { max: 30, optional: true, encrypted: true }) },
}) as unknown as Resource
const tables = keyedTables([card], [robotsKeyed])
const placeOf = (orgId: string) => ({ orgId, table: 'card', column: 'no' })
const author = (secretKey: string, id: number, turn: number) => ({
  hash: authorHash(houseOf(secretKey), { table: 'letter' }, { orgId: '1', accountId: String(id), turn }),
  cipher: sealedText(houseOf(secretKey), `letter ${id}`, String(id).padStart(20, '0')),
})
let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`create table card (id bigint primary key, org_id bigint, no text);
    create table notice_channel (id bigint primary key, org_id bigint, address text, secret text);
    create table sealed_later (key text primary key, payload text);
    create table sealed_author (subject text, record_id text, org_id bigint, author_hash text, cipher text)`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
const count = 1_203
beforeEach(async () => {
  await owner.query('truncate card, notice_channel, sealed_later, sealed_author')
  const texts = Array.from({ length: count }, (_, i) => (i % 7 === 0 ? null : seal(from, placeOf(String(1 + (i % 2))), `9900${i}`)))
  await owner.query('insert into card select i, 1 + (i - 1) % 2, t from unnest($1::text[]) with ordinality as x (t, i)', [texts])
  const robot = { orgId: '1', table: 'notice_channel', column: 'address' }
  await owner.query('insert into notice_channel values (1, 1, $1, $2), (2, 1, null, null)', [
    seal(from, robot, 'https://x'),
    seal(from, robot, 's'),
  ])
  await owner.query('insert into sealed_later values ($1, $2)', ['k1', sealedText(houseOf(from), 'later k1', '{"a":1}')])
  for (const [id, turn] of [
    [71, 0],
    [72, 3],
  ] as const) {
    const { hash, cipher } = author(from, id, turn)
    await owner.query('insert into sealed_author values ($1, $2, 1, $3, $4)', ['letter', id, hash, cipher])
  }
})

async function opened(key: string): Promise<void> {
  const { rows: cards } = await owner.query('select id, org_id, no from card order by id')
  expect(cards).toHaveLength(count)
  for (const { id, org_id, no } of cards as { id: string; org_id: string; no: string | null }[]) {
    const i = Number(id) - 1
    expect(no === null ? null : unseal(key, placeOf(org_id), no)).toBe(i % 7 === 0 ? null : `9900${i}`)
    if (no !== null) expect(no.split('.')[5]).toBe(hashOf(key, placeOf(org_id), `9900${i}`))
  }
  const { rows: robots } = await owner.query('select address, secret from notice_channel where id = 1')
  const place = { orgId: '1', table: 'notice_channel', column: 'address' }
  expect([unseal(key, place, robots[0].address), unseal(key, place, robots[0].secret)]).toEqual(['https://x', 's'])
  const { rows: later } = await owner.query('select payload from sealed_later')
  expect(unsealedText(houseOf(key), 'later k1', later[0].payload)).toBe('{"a":1}')
  const { rows: authors } = await owner.query('select author_hash from sealed_author order by record_id')
  expect(authors.map(one => one.author_hash)).toEqual([author(key, 71, 0).hash, author(key, 72, 3).hash])
}

test('all of it opens by the new key, and a second run changes nothing', async () => {
  const done = await rotateKey(owner, tables, { from, to })
  expect(Object.fromEntries(done)).toEqual({ 卡: count - Math.ceil(count / 7), 匿名作者: 2, 匿名作者稍后送达的内容: 1, 群机器人: 1 })
  await opened(to)
  await expect(refuseOtherKey(database.ownerUrl, to, [card])).resolves.toBeUndefined()
  expect([...(await rotateKey(owner, tables, { from, to })).values()]).toEqual([0, 0, 0, 0])
})

test.each([1, 2, 3, 5, 40, 700, 1_100])('cut at its %s. text, neither key starts alone, and the next run ends it', async at => {
  let read = 0
  const cut = (one: KeyedTable): KeyedTable => ({
    ...one,
    reseal: (...asked) => {
      read += 1
      if (read === at) throw new Error('killed')
      return one.reseal(...asked)
    },
  })
  await expect(rotateKey(owner, tables.map(cut), { from, to })).rejects.toThrow('打不开')
  if (at > 600)
    for (const key of [from, to]) await expect(refuseOtherKey(database.ownerUrl, key, [card])).rejects.toThrow('npm run rotate-key')
  await rotateKey(owner, tables, { from, to })
  await opened(to)
})

test('a wrong old key is told with the record, and nothing is changed', async () => {
  await expect(rotateKey(owner, tables, { from: 'c'.repeat(40), to })).rejects.toThrow('卡 2 用两个密钥都打不开')
  for (const [one, say] of [
    [authorsKeyed, '匿名作者 letter 71'],
    [laterKeyed, '匿名作者稍后送达的内容 k1'],
  ] as const)
    await expect(rotateKey(owner, [one], { from: 'c'.repeat(40), to })).rejects.toThrow(say)
  await opened(from)
})
