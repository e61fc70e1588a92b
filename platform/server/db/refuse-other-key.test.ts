/** A start with another key says so in one sentence and changes nothing. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { seal } from '../base/envelope.ts'
import { refuseOtherKey } from './refuse-other-key.ts'

const [key, other] = ['a'.repeat(40), 'b'.repeat(40)]
const card = resource('card', {
  type: 'card',
  title: ['卡', 'Card'],
  access: { scope: ownOrganisation },
  fields: { no: text('卡号', 'Number', { max: 30, optional: true, encrypted: true }) },
}) as unknown as Resource
let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('create table card (no text)')
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('another SECRET_KEY than the one of stored texts stops the start, the right one does not', async () => {
  await expect(refuseOtherKey(database.ownerUrl, other, [card])).resolves.toBeUndefined()
  const sealed = seal(key, { orgId: '1', table: 'card', column: 'no' }, '990000')
  await owner.query('insert into card values ($1)', [sealed])
  await expect(refuseOtherKey(database.ownerUrl, key, [card])).resolves.toBeUndefined()
  await expect(refuseOtherKey(database.ownerUrl, other, [card])).rejects.toThrow('SECRET_KEY 与加密时用的不同：卡的卡号打不开')
  expect((await owner.query('select no from card')).rows).toEqual([{ no: sealed }])
})
