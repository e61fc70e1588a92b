/** Scopes of several ways as the door writes them: what is left of them for a caller, and in which of the two forms. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import {
  anyOf,
  grantedShops,
  member,
  ownedBy,
  ownOrganisation,
  serverOnly,
  sharedWithMe,
  taskedIn,
  through,
  when,
  type Scope,
} from '#platform/declare/scope.ts'
import { Door } from './door.ts'
import { predicateOf, type Granted } from './scope-predicate.ts'
import { bare, mine, shown, type Compilable } from './test-door.ts'

const made = (table: string, scope: Scope, fields: Resource['fields'] = {}): Resource =>
  resource(table, { title: ['表', 'Table'], kind: 'local', scope, fields: { word: text('字', 'Word'), ...fields } }) as unknown as Resource
const owned = ownedBy('ownerId')
const members = member('crew', { record: 'orderId' })
const orderOf = (scope: Scope): Resource => made('job', scope)
const replyOf = (scope: Scope): Resource => made('reply', scope, { orderId: reference('单', 'Order', 'job') })
const fileOf = (scope: Scope): Resource => made('paper', scope, { replyId: reference('回复', 'Reply', 'reply') })
const around = (...resources: Resource[]): ReadonlyMap<string, Resource> => new Map(resources.map(r => [r.table, r]))

const few: Granted = { ...mine, employees: ['7'], staff: 100 }
const most: Granted = { ...few, employees: ['7', '8'], staff: 4 }
const all: Granted = { ...few, employees: 'all' }
const server: Granted = { ...all, server: true }
const nobody: Granted = { ...few, employees: [] }

const textOf = (r: Resource, granted: Granted, form: 'ids' | 'inPlace', ...more: Resource[]): string | null => {
  const predicate = predicateOf(r, granted, 't', around(r, ...more), form)
  return predicate && shown({ compile: () => sql`${predicate}`.compile(bare) })
}

describe('what is left of it', () => {
  const org = `(t.org_id = '1')`
  test.each<[string, Scope, Granted, string | null]>([
    ['a way that sees all makes the whole see all', anyOf(owned, sharedWithMe), all, org],
    ['also where the other is sealed', anyOf(serverOnly, members), all, org],
    ['everybody of the organisation', anyOf(owned, ownOrganisation), few, org],
    ['the server', anyOf(owned, sharedWithMe, serverOnly), server, org],
    ['a sealed way adds nothing', anyOf(serverOnly, owned), few, `(t.org_id = '1' and (t.owner_id = any(['7'])))`],
    ['sealed alone is nobody’s', anyOf(serverOnly), few, `(false)`],
    ['who reaches nobody is no member', members, nobody, `(false)`],
    [
      'what a state opens stays a condition for who sees nothing else',
      anyOf(members, when('state', 3)),
      nobody,
      `(t.org_id = '1' and (t.state = any([3])))`,
    ],
    ['what a state opens to nobody', when('state', 3, members), nobody, `(false)`],
    ['a state of rows that one sees anyway', when('state', 3, owned), all, `(t.org_id = '1' and (t.state = any([3])))`],
    ['two ways', anyOf(owned, grantedShops), few, `(t.org_id = '1' and (t.owner_id = any(['7']) or t.shop_id = any(['1','2'])))`],
    [
      'members of a role',
      member('crew', { record: 'orderId', roles: [2] }),
      few,
      `(t.org_id = '1' and (exists (select from crew as scope_m0 where scope_m0.order_id = t.id and scope_m0.org_id = '1' and scope_m0.employee_id = any(['7']) and scope_m0.role = any([2]))))`,
    ],
    [
      'who has or had a task',
      taskedIn('chore'),
      few,
      `(t.org_id = '1' and (exists (select from chore as scope_m0 where scope_m0.record_id = t.id and scope_m0.org_id = '1' and scope_m0.subject = 'job' and scope_m0.employee_id = any(['7']))))`,
    ],
  ])('%s', (_name, scope, granted, expected) => expect(textOf(orderOf(scope), granted, 'inPlace')).toBe(expected))

  test.each<[string, Scope, Granted, string | null]>([
    ['all of the record is all of its lines', owned, all, org],
    ['a sealed record shows no line', serverOnly, few, '(false)'],
    ['nothing of the record is no line', members, nobody, '(false)'],
    ['a record of everybody', ownOrganisation, nobody, org],
  ])('through another: %s', (_name, scope, granted, expected) =>
    expect(textOf(replyOf(through('orderId')), granted, 'inPlace', orderOf(scope))).toBe(expected),
  )
})

describe('the two forms', () => {
  const order = orderOf(anyOf(owned, members))
  const union = `select scope_x0.id from job as scope_x0 where scope_x0.org_id = '1' and scope_x0.owner_id = any(['7']) union select scope_m0.order_id from crew as scope_m0 where scope_m0.org_id = '1' and scope_m0.employee_id = any(['7'])`
  test('who sees few asks for a set', () => {
    expect(textOf(order, few, 'ids')).toBe(`(t.org_id = '1' and t.id = any(array(${union})))`)
    expect(textOf(replyOf(through('orderId')), few, 'ids', order)).toBe(
      `(t.org_id = '1' and t.order_id = any(array(${union.replaceAll('0', '1')})))`,
    )
    expect(textOf(fileOf(through('replyId')), few, 'ids', order, replyOf(through('orderId')))).toBe(
      `(t.org_id = '1' and t.reply_id = any(array(select scope_x1.id from reply as scope_x1 where scope_x1.org_id = '1' and scope_x1.order_id = any(array(${union.replaceAll('0', '2')})))))`,
    )
  })
  test('who sees nearly all, and whoever writes, tries row by row', () => {
    const inPlace = textOf(order, few, 'inPlace')
    expect(inPlace).toContain('exists (select from crew')
    expect(textOf(order, most, 'ids')).toBe(inPlace?.replaceAll(`['7']`, `['7','8']`))
    expect(textOf(replyOf(through('orderId')), most, 'ids', order)).toContain('exists (select from job')
    // a state that opens rows to everybody opens many
    expect(textOf(orderOf(anyOf(owned, when('state', 3))), few, 'ids')).not.toContain('array(')
    expect(textOf(orderOf(anyOf(owned, when('state', 3, members))), few, 'ids')).toContain('array(')
  })
  test('a reach of its own in the record’s list counts for its lines', () => {
    const wider: Granted = { ...few, wider: new Map([['job', { shops: [], employees: ['8'] }]]) }
    expect(textOf(replyOf(through('orderId')), wider, 'ids', orderOf(owned))).toContain(`owner_id = any(['8'])`)
  })
  test('a table without a number of its own is tried row by row', () => {
    const keyed = { ...orderOf(anyOf(owned, grantedShops)), standard: 'none', primary: ['word'] } as unknown as Resource
    expect(textOf(keyed, few, 'ids')).not.toContain('array(')
  })
})

describe('behind the door', () => {
  const resources = around(orderOf(anyOf(owned, members)), made('crew', through('orderId'), { orderId: reference('单', 'Order', 'job') }))
  const db = bare.withPlugin(new Door(resources, few, false))
  const tx = bare.withPlugin(new Door(resources, few, true))
  const job = 'job' as 'note'
  test.each<[string, Compilable, boolean]>([
    ['a read asks for the set', db.selectFrom(job).select('id'), true],
    [
      'a read in a join too',
      db
        .selectFrom(`${job} as a` as 'note as a')
        .innerJoin(`${job} as b` as 'note as b', 'a.id', 'b.id')
        .select('a.id'),
      true,
    ],
    ['a lock does not', tx.selectFrom(job).select('id').forUpdate(), false],
    ['an update does not', tx.updateTable(job).set({ words: 'x' }), false],
    ['a delete does not', tx.deleteFrom(job).where('id', '=', '1'), false],
    ['an insert is checked by the row itself', tx.insertInto(job).values({ id: '1', org_id: '1', owner_id: '7', words: 'x' }), false],
  ])('%s', (_name, query, isSet) => expect(shown(query).includes('any(array(')).toBe(isSet))
  test('an upsert changes no column by which somebody sees the row', () => {
    const upsert = (column: string): Compilable =>
      tx
        .insertInto(job)
        .values({ id: '1', org_id: '1', owner_id: '7', words: 'x' })
        .onConflict(c => c.column('id').doUpdateSet({ [column]: '1' }))
    expect(() => upsert('owner_id').compile()).toThrow('it says who sees the row')
    expect(() => upsert('words').compile()).not.toThrow()
  })
})

test('names of scopes say what they are made of', () => {
  expect(anyOf(owned, members, taskedIn('chore'), through('orderId'), when('state', [2, 3], sharedWithMe)).name).toBe(
    'anyOf(ownedBy(ownerId), member(crew), tasked(chore), through(orderId), when(state 2 3 sharedWithMe))',
  )
})
