/** Scopes that the program does not start with. */
import { expect, test } from 'vitest'
import { bigInteger, choice, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import {
  anyOf,
  member,
  ownedBy,
  ownOrganisation,
  serverOnly,
  tasked,
  taskedIn,
  through,
  when,
  type Scope,
} from '#platform/declare/scope.ts'
import { family } from '../verbs/family.ts'
import { registryOf } from '../registry-of.ts'
import { scopeFaults } from './scope-faults.ts'

const title = ['表', 'Table'] as const
const made = (table: string, scope: Scope, fields: Resource['fields'] = {}, more: Partial<Resource> = {}): Resource =>
  ({
    ...resource(table, {
      title,
      access: { scope },
      fields: { name: text('名称', 'Name'), ...fields },
    }),
    ...more,
  }) as unknown as Resource
const to = (table: string): Resource['fields'][string] => reference('上级', 'Above', table)
const employee = made('employee', ownOrganisation)
const role = choice('角色', 'Role', { handler: [1, '处理人', 'Handler'] })
const crew = made('crew', through('jobId'), { jobId: to('job'), employeeId: to('employee'), role }, { index: [['jobId'], ['employeeId']] })
const chore = made(
  'chore',
  ownedBy('employeeId'),
  { subject: text('对象', 'Subject'), recordId: bigInteger('记录', 'Record'), employeeId: to('employee') },
  { index: [['subject', 'recordId'], ['employeeId']] },
)
const state = choice('状态', 'State', { published: [3, '已发布', 'Published'] })
const faultsOf = (r: Resource, ...more: Resource[]): string[] =>
  scopeFaults(r, new Map([employee, crew, chore, ...more, r].map(one => [one.table, one])))
const job = (scope: Scope, fields: Resource['fields'] = {}): Resource => made('job', scope, { ownerId: to('employee'), state, ...fields })
const members = member('crew', { record: 'jobId' })

test('one that holds together', () => {
  const whole = job(
    anyOf(ownedBy('ownerId'), members, member('crew', { record: 'jobId', roles: [1] }), taskedIn('chore'), when('state', 3, members)),
  )
  expect(faultsOf(whole)).toEqual([])
  expect(faultsOf(crew, whole)).toEqual([])
  const reply = made('reply', through('jobId'), { jobId: to('job') })
  expect(faultsOf(made('paper', through('replyId'), { replyId: to('reply') }), reply, whole)).toEqual([])
})

test.each<[string, Resource, readonly Resource[], string]>([
  ['a circle of two', made('a', through('b'), { b: to('b') }), [made('b', through('a'), { a: to('a') })], 'in a circle: a -> b -> a'],
  ['a circle of one', made('a', through('a'), { a: to('a') }), [], 'in a circle: a -> a'],
  ['a circle behind a state', made('a', when('state', 3, through('a')), { a: to('a'), state }), [], 'in a circle: a -> a'],
  [
    'three steps',
    made('d', through('c'), { c: to('c') }),
    [made('c', through('b'), { b: to('b') }), made('b', through('a'), { a: to('a') }), made('a', ownOrganisation)],
    'more than 2 steps: d -> c -> b -> a',
  ],
  ['through no reference', made('a', through('name')), [], 'through name, which refers to no record'],
  ['through a field that is not there', made('a', through('gone')), [], 'scope column gone does not exist'],
  ['through a sealed record', made('a', through('b'), { b: to('b') }), [made('b', serverOnly)], 'b is sealed'],
  ['members in no table', job(member('nowhere', { record: 'jobId' })), [], 'members in the unknown table nowhere'],
  ['approval tasks, as long as there are none', job(tasked), [], 'members in the unknown table approval_task'],
  ['members of another record', made('other', members), [], 'jobId does not refer to other'],
  ['members who are no employees', job(member('crew', { record: 'jobId', person: 'role' })), [], 'role does not refer to employee'],
  ['members of no role there is', job(member('crew', { record: 'jobId', roles: [9] })), [], 'by role: it has no code 9'],
  ['members nobody finds', job(members), [{ ...crew, index: [['jobId']] } as Resource], 'no index begins with employeeId'],
  [
    'tasks nobody finds',
    job(taskedIn('chore')),
    [{ ...chore, index: [['employeeId'], ['recordId']] } as Resource],
    'no index begins with subject, recordId',
  ],
  ['a state that is none', job(when('ownerId', 3)), [], 'seen by its ownerId, which is no choice'],
  ['a code that is none', job(when('state', 4)), [], 'seen by its state: it has no code 4'],
  ['no code', job(when('state', [])), [], 'seen by its state: no code'],
  ['an owner in no column', job(anyOf(ownedBy('keeperId'), members)), [], 'scope column keeper_id does not exist'],
  [
    'a shop table',
    made('fact', anyOf(ownedBy('ownerId')), { ownerId: to('employee') }, { kind: 'shop' }),
    [],
    'fact.access: a shop table is seen by its shops',
  ],
  ['a record of no organisation', made('a', anyOf(serverOnly), {}, { standard: 'global' }), [], 'scope column org_id does not exist'],
])('refused at start: %s', (_name, r, more, fault) => expect(faultsOf(r, ...more).join('\n')).toContain(fault))

test('refused at start: records that only later members would see are added by nobody', () => {
  const seen = (scope: Scope) => (): unknown =>
    registryOf([
      {
        name: 'probe',
        title,
        resources: [{ ...job(scope), type: 'job' }, crew, employee],
        routes: family('job', { ...job(scope), type: 'job' }),
      },
    ])
  expect(seen(members)).toThrow('POST /job/insert adds records that are seen by members alone')
  expect(seen(anyOf(members, ownedBy('ownerId')))).not.toThrow()
})
test('branches stand beside the organisation alone', () => {
  expect(() => anyOf({ ...members, all: [{ column: 'shop_id', grant: 'shops' }] })).toThrow('branches stand beside the organisation alone')
})
