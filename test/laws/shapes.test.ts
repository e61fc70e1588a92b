/** What the thinned tests still try: every call written by hand, every verb on every scope and kind of field. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { date, money, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody, ownedBy, ownOrganisation, type Scope } from '#platform/declare/scope.ts'
import { call } from '#platform/server/calls/verbs.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { family } from '#platform/server/verbs/family.ts'
import { add, update } from '#platform/server/verbs/verbs.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { isByHand, oneOfEachShape, piecesOf, piecesOfRoute } from '../setup/shapes.ts'

const { routes, types } = registryOf(withHouseAreas(areas))
const keyOf = (route: BoundRoute): string => `${route.method} ${route.path}`
const keysOf = (some: readonly BoundRoute[]): string[] => some.map(keyOf)

test('every call that is written by hand is tried, also where only its handler is', () => {
  const chosen = new Set(keysOf(oneOfEachShape(routes, piecesOfRoute, false)))
  const byHand = keysOf(routes.filter(isByHand))
  expect(byHand.filter(key => !chosen.has(key))).toEqual([])
  expect(byHand).toEqual(expect.arrayContaining(['POST /listField/options', 'POST /sysShopSetting/insert', 'POST /AmazonTypeMap/update']))
})

test('every verb is tried on every scope and every kind of field', () => {
  const shown = new Set(oneOfEachShape(routes, piecesOfRoute, false).flatMap(piecesOfRoute))
  expect(routes.flatMap(piecesOfRoute).filter(piece => !shown.has(piece))).toEqual([])
  const lists = [...types.values()]
  expect(new Set(oneOfEachShape(lists, piecesOf, false).map(r => r.scope.name))).toEqual(new Set(lists.map(r => r.scope.name)))
})

test('a whole run tries all of them', () => {
  expect(oneOfEachShape(routes, piecesOfRoute, true)).toEqual(routes)
})

const made = (name: string, scope: Scope, more: Resource['fields'] = {}): Resource =>
  resource(name, {
    type: name,
    title: [name, name],
    access: { scope },
    fields: { code: text('编号', 'Code'), ownerId: text('负责人', 'Owner', { hidden: true }), ...more },
    storage: { key: ['code'] },
  }) as unknown as Resource
const chosenOf = (map: RouteMap, ...resources: Resource[]): string[] =>
  keysOf(oneOfEachShape(registryOf([{ name: 'probe', title: ['试验', 'Probe'], resources, routes: map }]).routes, piecesOfRoute, false))
const names = (name: string): string[] => Object.keys(family(name, made(name, everybody)))

const first = made('first', ownOrganisation)
test.each<[string, Resource, RouteMap, string[]]>([
  ['the same shape again brings nothing', made('again', ownOrganisation), {}, []],
  ['another scope', made('scoped', ownedBy('owner_id')), {}, [...names('scoped'), 'POST /scoped/undo']],
  ['another kind of field', made('dated', ownOrganisation, { on: date('日期', 'Day') }), {}, [...names('dated'), 'POST /dated/undo']],
  [
    'a filter on a kind of field',
    made('filtered', ownOrganisation, { a: text('甲', 'A', { filter: 'equals' }) }),
    {},
    [...names('filtered'), 'POST /filtered/undo'],
  ],
  [
    'a handler of its own in place of the verb',
    made('own', ownOrganisation),
    { 'POST /own/insert': { ...add(first), handler: async () => null } },
    ['POST /own/insert'],
  ],
  [
    'hooks of its own',
    made('hooked', ownOrganisation),
    { 'POST /hooked/update': update(first, { written: async () => undefined }) },
    ['POST /hooked/update'],
  ],
  [
    'a call of its own',
    made('called', ownOrganisation),
    { 'POST /called/x': call({ demand: { kind: 'signedIn' }, summary: 'x' }, async () => null) },
    ['POST /called/x'],
  ],
])('%s', (_what, second, own, expected) => {
  const map = { ...family('first', first), ...family(second.table, second), ...own }
  const found = chosenOf(map, first, second).filter(key => !key.includes('/first/'))
  expect(found.toSorted()).toEqual(expected.toSorted())
})

test('an amount is told from a number without currency', () => {
  const [plain, priced] = [
    made('a', ownOrganisation, { a: money('金额', 'Amount') }),
    made('b', ownOrganisation, { a: money('金额', 'Amount', { currency: 'currency' }) }),
  ]
  expect(oneOfEachShape([plain, priced], piecesOf, false)).toHaveLength(2)
})
