/** The program refuses to start where a declaration is incomplete: each fault is named. */
import { describe, expect, test } from 'vitest'
import { date, reference, text } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody, grantedShops, ownOrganisation } from '#platform/declare/scope.ts'
import type { Area } from './contract/area.ts'
import type { Route, RouteMap } from './contract/route.ts'
import { add, list } from './verbs/verbs.ts'
import { registryOf } from './registry-of.ts'

const plain = (r: unknown): Resource => r as Resource
const unit = plain(
  resource('unit', {
    type: 'unit',
    title: ['单位', 'Unit'],
    access: { scope: everybody },
    fields: { name: text('名称', 'Name') },
    storage: { kind: 'reference', organisation: false },
  }),
)
const area = (resources: readonly Resource[], routes: RouteMap = {}, more: Partial<Area> = {}): Area => ({
  name: 'test',
  title: ['测试', 'Test'],
  resources,
  routes,
  ...more,
})
const day = date('日期', 'Day')

describe('refuses to start, naming', () => {
  const faults: [string, () => Area, RegExp][] = [
    ['a missing scope', () => area([{ ...unit, scope: undefined as never }]), /unit\.access: no scope/],
    [
      'an option that no field has',
      () => area([{ ...unit, fields: { ...unit.fields, name: text('名称', 'Name', { max: 5, unheardOf: 'order' } as { max: number }) } }]),
      /unit\.fields\.name: unheardOf is no option of a field/,
    ],
    [
      'a scope over a column that is not there',
      () => area([{ ...unit, scope: ownOrganisation }]),
      /unit\.access: scope column org_id does not exist/,
    ],
    [
      'a route without an operation',
      () => area([unit], { 'POST /unit/list': { ...list(unit), demand: undefined as never } }),
      /POST \/unit\/list names no operation/,
    ],
    [
      'a reference to nothing',
      () =>
        area([
          plain(
            resource('thing', {
              title: ['物', 'Thing'],
              access: { scope: everybody },
              fields: { a: reference('甲', 'A', 'nowhere') },
              storage: { organisation: false },
            }),
          ),
        ]),
      /refers to the unknown table nowhere/,
    ],
    [
      'a missing title',
      () =>
        area([
          plain(
            resource('thing', {
              title: ['物', 'Thing'],
              access: { scope: everybody },
              fields: { a: text('', 'A') },
              storage: { organisation: false },
            }),
          ),
        ]),
      /thing\.a: a title is missing/,
    ],
    [
      'own words of what is no record of the installation, or without a name',
      () =>
        area([
          unit,
          plain(
            resource('unit_own', {
              title: ['单位', 'Unit'],
              access: { scope: ownOrganisation },
              fields: { unitId: reference('单位', 'Unit', 'unit'), name: text('名称', 'Name') },
              storage: { key: ['unitId'], ownWordsOf: 'unitId' },
            }),
          ),
        ]),
      /unit_own\.storage: own words are a name and hidden/,
    ],
    [
      'a call that changes what belongs to no organisation for whom a role lets',
      () => area([unit], { 'POST /unit/insert': { ...add(unit), demand: needs('unit', operations.add) } }),
      /POST \/unit\/insert changes what belongs to no organisation/,
    ],
    [
      'a step of what belongs to no organisation for whom may only look',
      () => area([unit], { 'POST /unit/close': { ...add(unit), verb: 'step', demand: needs('unit', operations.view) } }),
      /POST \/unit\/close changes what belongs to no organisation/,
    ],
    ['a table declared twice', () => area([unit, unit]), /table unit is declared twice/],
    ['a route over an unregistered table', () => area([], { 'POST /unit/list': list(unit) }), /serves the unregistered table unit/],
    [
      'a shop table without its shop in the key',
      () =>
        area([
          plain(
            resource('fact', {
              title: ['行', 'Line'],
              access: { scope: grantedShops },
              fields: { shopId: text('店', 'Shop'), day },
              storage: { kind: 'shop', primary: ['day'] },
            }),
          ),
        ]),
      /shopId must be part of the primary key/,
    ],
    [
      'a listed shop table without a bound',
      () =>
        area([
          plain(
            resource('fact', {
              type: 'fact',
              title: ['行', 'Line'],
              access: { scope: grantedShops },
              fields: { shopId: text('店', 'Shop'), day },
              storage: { kind: 'shop', primary: ['shopId', 'day'] },
            }),
          ),
        ]),
      /a listed shop table needs a bound/,
    ],
    [
      'a column that is kept back though the list can not do without it',
      () =>
        area([
          plain(
            resource('thing', {
              type: 'thing',
              title: ['物', 'Thing'],
              access: { scope: everybody },
              fields: { name: text('名称', 'Name', { see: { operation: 7, title: ['看', 'See'] } }) },
              storage: { organisation: false, key: ['name'] },
            }),
          ),
        ]),
      /thing\.name: its own right is an operation from 100 on[\s\S]*other words of it need the field[\s\S]*must be optional/,
    ],
    [
      'a follower of an unknown table',
      () => area([unit], {}, { follows: { nowhere: async () => undefined } }),
      /follows the unknown table nowhere/,
    ],
  ]
  test.each(faults)('%s', (_name, make, message) => {
    expect(() => registryOf([make()])).toThrow(message)
  })

  test('every fault at once', () => {
    const route: Route = { ...list(unit), demand: undefined as never }
    expect(() => registryOf([area([{ ...unit, scope: undefined as never }], { 'POST /unit/list': route })])).toThrow(
      /no scope[\s\S]*names no operation/,
    )
  })
})

test('two routes of one path in two areas are refused', () => {
  const one = area([unit], { 'POST /unit/list': list(unit) })
  expect(() => registryOf([one, { ...one, name: 'other', resources: [] }])).toThrow(/POST \/unit\/list is bound twice/)
})
