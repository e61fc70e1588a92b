/**
 * The page of one record, generated over the registry: whoever may see a list gets the page of each of its records,
 * with relations that exist, and nobody else does.
 */
import { approvalFields } from '#platform/declare/approval.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { ListAnswer, ListDefinition, Neighbours, RelatedCount, Row } from '#platform/declare/wire.ts'
import { wireFields } from '#platform/server/lists/columns.ts'
import { listDefinition } from '#platform/server/records/definition.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { oneOfEachShape, piecesOf } from '../setup/shapes.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const listCall = (r: Resource) =>
  registry.routes.find(one => one.verb === 'list' && one.method === 'POST' && one.resource?.table === r.table)
const listed = [...registry.types.values()].filter(r => listCall(r) !== undefined)
/** Who has the right to it: what is no operation of a role is the administrators'. */
const seerOf = (r: Resource): Who => (listCall(r)?.demand.kind === 'operation' ? 'keen' : 'admin')
const named = (all: readonly Resource[]): [string, Resource][] => all.map(r => [r.type ?? r.table, r])
const tried = oneOfEachShape(listed, piecesOf)

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

async function ask<Data>(path: string, who: Who, input: object): Promise<{ readonly code: number; readonly data: Data }> {
  const headers = { authorization: `Bearer ${await h.token(who)}` }
  return (await h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload: input })).json()
}
/** The list by its own call, whose query may travel in the address. */
async function whereList(r: Resource, conditionList: object[], who: Who): Promise<{ readonly code: number; readonly data: ListAnswer }> {
  const route = registry.routes.find(one => one.verb === 'list' && one.resource?.table === r.table)
  if (route?.method !== 'GET') return ask<ListAnswer>(route?.path ?? '', who, { conditionList })
  const headers = { authorization: `Bearer ${await h.token(who)}` }
  const query = new URLSearchParams({ conditionList: JSON.stringify(conditionList) }).toString()
  return (await h.app.inject({ method: 'GET', url: `/api-2024${route.path}?${query}`, headers })).json()
}
const rowsOf = async (r: Resource, who: Who, more: object = {}): Promise<ListAnswer> => {
  const period = r.bound === undefined ? {} : { startDate: '2026-01-01', endDate: '2026-03-31' }
  return (await ask<ListAnswer>(listCall(r)?.path ?? '', who, { ...period, ...more })).data
}

test.each(named(listed))('%s: its page is described, with lists that exist and fields that it has', async (_type, r) => {
  const definition: ListDefinition = listDefinition(await h.as(seerOf(r)), r)
  const { record } = definition
  if (record === undefined) throw new Error('no record page')
  expect(record.tabs[0]).toBe('fields')
  const fields = new Set(definition.result.map(one => one.field))
  const shown = record.groups.flatMap(group => group.fields)
  expect([...record.head, ...shown].filter(name => !fields.has(name))).toEqual([])
  expect(new Set(shown).size).toBe(shown.length)
  // every field stands somewhere: in a group, or among the files; the approval has a panel of its own
  expect([...fields].filter(name => !shown.includes(name) && !Object.hasOwn(approvalFields, name))).toEqual(
    definition.result.filter(one => one.kind === 'files').map(one => one.field),
  )
  for (const { type: other, field } of record.relations) {
    const target = registry.types.get(other)
    expect(target, other).toBeDefined()
    expect(wireFields(target as Resource).some(([name]) => name === field)).toBe(true)
  }
})

describe.each(named(tried))('%s', (type, r) => {
  const seer = seerOf(r)
  test('a record is the one of its list, whoever may not see the list gets none', async () => {
    const [row] = (await rowsOf(r, seer)).list
    const id = row?.id ?? '1'
    // a list that is for everybody is nobody's secret: its scope alone decides which of its records
    const isOpen = registry.routes.some(one => one.verb === 'list' && one.resource?.table === r.table && one.demand.kind === 'signedIn')
    for (const path of isOpen ? [] : ['/listField/record', '/listField/related', '/listField/neighbours', '/listField/chain'])
      expect(await ask(path, 'nobody', { type, id }), path).toMatchObject({ code: 1003 })
    expect(await ask('/listField/record', seer, { type, id: 'no-id' })).toMatchObject({ code: 1004 })
    if (row === undefined) return
    expect((await ask<Row>('/listField/record', seer, { type, id })).data).toEqual(row)
    if (seer !== 'keen') return
    const theirs = new Set((await rowsOf(r, 'stranger', { pageSize: 1000 })).list.map(one => one.id))
    if (!theirs.has(id))
      for (const path of ['/listField/record', '/listField/related', '/listField/neighbours', '/listField/chain'])
        expect(await ask(path, 'stranger', { type, id }), path).toMatchObject({ code: 1004 })
  })

  test('the next and the previous are those of the list, to both of its ends', async () => {
    const period = r.bound === undefined ? {} : { startDate: '2026-01-01', endDate: '2026-03-31' }
    const ids = (await rowsOf(r, seer, { pageSize: 1000 })).list.map(one => one.id)
    const places = [...new Set([0, 1, Math.floor(ids.length / 2), ids.length - 1])].filter(at => at >= 0 && at < ids.length)
    for (const at of places) {
      const { data } = await ask<Neighbours>('/listField/neighbours', seer, { type, id: ids[at], query: { ...period, pageNum: 3 } })
      expect(data).toEqual({ previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null })
    }
  })

  test('what refers to a record is counted as its list shows it', async () => {
    const [row] = (await rowsOf(r, seer)).list
    if (row === undefined) return
    const { relations } = listDefinition(await h.as(seer), r).record ?? { relations: [] }
    const { data } = await ask<RelatedCount[]>('/listField/related', seer, { type, id: row.id })
    expect(data.map(one => `${one.type} ${one.field}`)).toEqual(relations.map(one => `${one.type} ${one.field}`))
    for (const [at, { type: other, field, by }] of relations.entries()) {
      const target = registry.types.get(other) as Resource
      const conditionList = [{ field, condition: 'EQ', value: String(row[by]) }]
      const { code, data: list } = await whereList(target, conditionList, seer)
      expect(code, `${other}.${field}`).toBe(0)
      expect(list.total, `${other}.${field}`).toBe(data[at]?.total)
    }
  })
})

const country = registry.types.get('country') as Resource

test('a filter and an order hold for the neighbours, and a record that has left the filter keeps its place', async () => {
  const ordered = await ask<ListAnswer>(listCall(country)?.path ?? '', 'keen', {
    pageSize: 50,
    sortField: 'name',
    sortWay: 'DESC',
  })
  const ids = ordered.data.list.map(one => one.id)
  expect(ids.length).toBeGreaterThan(2)
  const query = { sortField: 'name', sortWay: 'DESC' }
  expect((await ask<Neighbours>('/listField/neighbours', 'keen', { type: 'country', id: ids[1], query })).data).toEqual({
    previous: ids[0],
    next: ids[2],
  })
  const without = { ...query, conditionList: [{ field: 'code', condition: 'NE', value: String(ordered.data.list[1]?.['code']) }] }
  expect((await ask<Neighbours>('/listField/neighbours', 'keen', { type: 'country', id: ids[1], query: without })).data).toEqual({
    previous: ids[0],
    next: ids[2],
  })
})

test('an unknown list is named, and a filter that the list does not know is refused', async () => {
  expect(await ask('/listField/record', 'keen', { type: 'nothing', id: '1' })).toMatchObject({ code: 1004 })
  const [row] = (await rowsOf(country, 'keen')).list
  expect(await ask('/listField/neighbours', 'keen', { type: 'country', id: row?.id, query: { nothing: '1' } })).toMatchObject({
    code: 1002,
  })
})

test('a natural key names its record as well, no other field does', async () => {
  const [row] = (await rowsOf(country, 'keen')).list
  const read = (id: string) => ask<Row>('/listField/record', 'keen', { type: 'country', id })
  expect((await read(`code:${String(row?.['code'])}`)).data).toEqual(row)
  for (const id of ['code:--', `name:${String(row?.['name'])}`, 'code:', 'nothing:1', 'constructor:1'])
    expect(await read(id), id).toMatchObject({ code: 1004 })
})
