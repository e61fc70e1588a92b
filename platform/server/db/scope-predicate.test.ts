/** Scopes of several ways as the door writes them: what is left of them for a caller, and in which of the two forms. */
import { sql, type RawBuilder } from 'kysely'
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
import { anyTable } from './any-table.ts'
import { Door } from './door.ts'
import { predicateOf, type Granted, type Reads } from './scope-predicate.ts'
import { bare, mine, shown, type Compilable } from '../../../test/setup/door.ts'

const made = (table: string, scope: Scope, fields: Resource['fields'] = {}): Resource =>
  resource(table, {
    title: ['表', 'Table'],
    access: { scope },
    fields: { word: text('字', 'Word'), ...fields },
  }) as unknown as Resource
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

const textOf = (r: Resource, granted: Granted, reads: Reads, ...more: Resource[]): string | null => {
  const predicate = predicateOf(r, granted, 't', around(r, ...more), reads)
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
      `(t.org_id = '1' and (exists (select from crew as scope_m0 where scope_m0.order_id = t.id and scope_m0.org_id = '1' and ` +
        `(scope_m0.employee_id = any(['7'])) is true and scope_m0.role = any([2]))))`,
    ],
    [
      'who has or had a task',
      taskedIn('chore'),
      few,
      `(t.org_id = '1' and (exists (select from chore as scope_m0 where scope_m0.record_id = t.id and scope_m0.org_id = '1' and ` +
        `scope_m0.subject = 'job' and (scope_m0.employee_id = any(['7'])) is true)))`,
    ],
  ])('%s', (_name, scope, granted, expected) => expect(textOf(orderOf(scope), granted, 'rows')).toBe(expected))

  test.each<[string, Scope, Granted, string | null]>([
    ['all of the record is all of its lines', owned, all, org],
    ['a sealed record shows no line', serverOnly, few, '(false)'],
    ['nothing of the record is no line', members, nobody, '(false)'],
    ['a record of everybody', ownOrganisation, nobody, org],
  ])('through another: %s', (_name, scope, granted, expected) =>
    expect(textOf(replyOf(through('orderId')), granted, 'rows', orderOf(scope))).toBe(expected),
  )
})

describe('the two forms', () => {
  const order = orderOf(anyOf(owned, members))
  const union =
    `select scope_x0.id from job as scope_x0 where scope_x0.org_id = '1' and scope_x0.owner_id = any(['7']) union select ` +
    `scope_m0.order_id from crew as scope_m0 where scope_m0.org_id = '1' and scope_m0.employee_id = any(['7'])`
  test('who sees few asks for a set', () => {
    expect(textOf(order, few, 'whole')).toBe(`(t.org_id = '1' and t.id = any(array(${union})))`)
    expect(textOf(replyOf(through('orderId')), few, 'whole', order)).toBe(
      `(t.org_id = '1' and t.order_id = any(array(${union.replaceAll('0', '1')})))`,
    )
    expect(textOf(fileOf(through('replyId')), few, 'whole', order, replyOf(through('orderId')))).toBe(
      `(t.org_id = '1' and t.reply_id = any(array(select scope_x1.id from reply as scope_x1 where scope_x1.org_id = '1' and ` +
        `scope_x1.order_id = any(array(${union.replaceAll('0', '2')})))))`,
    )
  })
  test('who sees nearly all, and whoever writes, tries row by row', () => {
    const inPlace = textOf(order, few, 'rows')
    expect(inPlace).toContain('exists (select from crew')
    expect(textOf(order, most, 'whole')).toBe(inPlace?.replaceAll(`['7']`, `['7','8']`))
    // a page: members are looked up row by row, never all of them first
    const many: Granted = { ...mine, employees: Array.from({ length: 20 }, () => '7'), staff: 20 }
    expect(textOf(order, many, 'page')?.replaceAll(/(?:'7',)+/g, '')).toBe(inPlace?.replace(' is true)', ' is true offset 0)'))
    expect(textOf(replyOf(through('orderId')), most, 'whole', order)).toContain('exists (select from job')
    // a state that opens rows to everybody opens many
    expect(textOf(orderOf(anyOf(owned, when('state', 3))), few, 'whole')).not.toContain('array(')
    expect(textOf(orderOf(anyOf(owned, when('state', 3, members))), few, 'whole')).toContain('array(')
  })
  test('a written line of a small joined table asks for a set: Citus refuses the look of a row there', () => {
    const joined = resource('job', {
      title: ['表', 'Table'],
      access: { scope: owned },
      fields: { word: text('字', 'Word') },
      storage: { kind: 'reference' },
    }) as unknown as Resource
    expect(textOf(replyOf(through('orderId')), few, 'rows', joined)).toBe(
      `(t.org_id = '1' and (t.order_id in (select scope_p0.id from job as scope_p0 where scope_p0.org_id = '1' and ` +
        `scope_p0.owner_id = any(['7']))))`,
    )
  })
  test.each<[Reads, number, number | undefined, boolean]>([
    ['whole', 49, 100, true],
    ['whole', 50, 100, false],
    ['whole', 4, 8, false],
    ['whole', 50, undefined, true],
    ['page', 19, 100, true],
    ['page', 20, 100, false],
    ['page', 20, 1_000, true],
    ['page', 99, 1_000, true],
    ['page', 100, 1_000, false],
    ['page', 7, 8, true],
    ['rows', 1, 1_000, false],
  ])('%s for who reaches %i of %s employees: a set %s', (reads, count, of, isSet) => {
    const granted: Granted = {
      ...mine,
      employees: Array.from({ length: count }, (_, i) => String(i)),
      ...(of === undefined ? {} : { staff: of }),
    }
    expect(textOf(order, granted, reads)?.includes('any(array(')).toBe(isSet)
  })
  test('a reach of its own in the record’s list counts for its lines', () => {
    const wider: Granted = { ...few, wider: new Map([['job', { shops: [], employees: ['8'] }]]) }
    expect(textOf(replyOf(through('orderId')), wider, 'whole', orderOf(owned))).toContain(`owner_id = any(['8'])`)
  })
  test('a table without a number of its own is tried row by row', () => {
    const keyed = { ...orderOf(anyOf(owned, grantedShops)), standard: 'none', primary: ['word'] } as unknown as Resource
    expect(textOf(keyed, few, 'whole')).not.toContain('array(')
  })
})

describe('behind the door', () => {
  const resources = around(
    orderOf(anyOf(owned, members)),
    made('crew', through('orderId'), { orderId: reference('单', 'Order', 'job') }),
    replyOf(through('orderId')),
  )
  const head: Granted = { ...few, employees: Array.from({ length: 20 }, (_, i) => String(i)) }
  const tx = anyTable(bare.withPlugin(new Door(resources, head, true)) as never)
  const jobs = tx.selectFrom('job').select('id')
  const byRaw = (alias: string, ids: unknown): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.id`)} = any(${ids})`
  test.each<[string, Compilable, boolean]>([
    ['all rows: the set', jobs, true],
    ['a page: in place', jobs.orderBy('id').limit(50), false],
    ['a row by its number', jobs.where('id', '=', '1'), false],
    ['rows by their numbers', jobs.where('word', '=', 'x').where('job.id', 'in', ['1', '2']), false],
    ['the same as lists ask', jobs.where(sql<boolean>`${sql.join([byRaw('job', ['1'])], sql` and `)}`), false],
    ['the number of another table', jobs.innerJoin('crew', 'crew.order_id', 'job.id').where(byRaw('crew', ['1'])), true],
    ['a number among others', jobs.where(e => e.or([e('id', '=', '1'), e('word', '=', 'x')])), true],
    ['a number and more in one text', jobs.where(sql<boolean>`${sql.ref('job.id')} = ${'1'} or true`), true],
    ['every number but one', jobs.where('id', '!=', '1'), true],
    ['lines of one record', tx.selectFrom('reply').select('id').where('order_id', '=', '1'), false],
    ['all lines', tx.selectFrom('reply').select('id').where('word', '=', '1'), true],
    ['both sides of a join', jobs.innerJoin('job as b', 'b.id', 'job.id'), true],
    ['a lock', jobs.forUpdate(), false],
    ['an update', tx.updateTable('job').set({ word: 'x' }), false],
    ['a delete', tx.deleteFrom('job').where('word', '=', '1'), false],
    ['an insert, checked by the row itself', tx.insertInto('job').values({ id: '1', org_id: '1', owner_id: '7', word: 'x' }), false],
  ])('%s', (_name, query, isSet) => expect(shown(query).includes('any(array(')).toBe(isSet))
  test('an upsert changes no column by which somebody sees the row', () => {
    const upsert = (column: string): Compilable =>
      tx
        .insertInto('job')
        .values({ id: '1', org_id: '1', owner_id: '7', word: 'x' })
        .onConflict(c => c.column('id').doUpdateSet({ [column]: '1' }))
    expect(() => upsert('owner_id').compile()).toThrow('it says who sees the row')
    expect(() => upsert('word').compile()).not.toThrow()
  })
})

test('names of scopes say what they are made of', () => {
  expect(anyOf(owned, members, taskedIn('chore'), through('orderId'), when('state', [2, 3], sharedWithMe)).name).toBe(
    'anyOf(ownedBy(ownerId), member(crew), tasked(chore), through(orderId), when(state 2 3 sharedWithMe))',
  )
})
