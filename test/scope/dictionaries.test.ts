/**
 * Fields that are an item of a dictionary, generated over the registry: everybody chooses from the items in use of that dictionary in his
 * own organisation; who may keep dictionaries is a right of its own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { RecordOption } from '#platform/declare/wire.ts'
import { formItems } from '#platform/server/records/form-items.ts'
import { fieldDefinition } from '#platform/server/lists/columns.ts'
import { relationFaults } from '#platform/server/records/record-checks.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const fields = [...registry.resources.values()].flatMap(r =>
  Object.entries(r.fields).flatMap(([name, field]) => {
    const code = field.options.targetWhere?.['dictionaryCode']
    return code === undefined ? [] : [{ what: `${r.table}.${name}`, r, name, field, code: Number(code) }]
  }),
)

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

async function ask<Data>(path: string, who: Who, input: object): Promise<{ readonly code: number; readonly data: Data }> {
  const headers = { authorization: `Bearer ${await h.token(who)}` }
  return (await h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload: input })).json()
}
const itemOf = async (organisation: 0 | 1, code: number): Promise<string> => {
  const orgId = h.demo.organisationIds[organisation]
  const [known] = await h.rows<{ id: string }>('select id from dictionary where org_id = $1 and code = $2', [orgId, code])
  const dictionary = known?.id ?? (await h.put('dictionary', { org_id: orgId, code, name: `字典 ${code}` }))
  const value = `t${String(Math.random()).slice(2, 12)}`
  return h.put('dictionary_item', { org_id: orgId, dictionary_id: dictionary, dictionary_code: code, value, label: value, status: 1 })
}

test('there are such fields', () => expect(fields.length).toBeGreaterThan(0))

test.each(fields)('$what offers the items in use of its dictionary, to everybody of its organisation', async ({ r, name, field, code }) => {
  const [own, stopped, other, foreign] = [await itemOf(0, code), await itemOf(0, code), await itemOf(0, 99_998), await itemOf(1, code)]
  await h.rows('update dictionary_item set status = 2 where id = $1', [stopped])
  const [item] = formItems([[name, field]], 'zh', registry.resources)
  const where = Object.fromEntries(Object.entries(item?.among ?? {}).map(([one, value]) => [one, String(value)]))
  for (const who of ['boss', 'nobody'] as const) {
    const { code: answer, data } = await ask<RecordOption[]>('/listField/options', who, { type: 'dictionaryItem', keyword: '', where })
    const ids = data.map(one => one.value)
    expect([who, answer, ids.includes(own), ids.includes(stopped), ids.includes(other), ids.includes(foreign)]).toEqual([
      who,
      0,
      true,
      false,
      false,
      false,
    ])
    // what a record has keeps its name
    const named = await ask<RecordOption[]>('/listField/options', who, { type: 'dictionaryItem', ids: [stopped, foreign] })
    expect(named.data.map(one => one.value)).toEqual([stopped])
  }
  // a filter finds records with an item that is no longer in use
  const filter = fieldDefinition(r, name, field, 'zh', registry.resources).among
  const filtered = (await ask<RecordOption[]>('/listField/options', 'nobody', { type: 'dictionaryItem', keyword: '', where: filter })).data
  expect([filtered.some(one => one.value === stopped), filtered.some(one => one.value === other)]).toEqual([true, false])

  const context = await h.as('boss')
  const faultsOf = async (to: string, before: string | null): Promise<number> => {
    const rows = [{ values: { [name]: to }, before: before === null ? null : { [name]: before } }]
    const faults = await relationFaults(anyTable(context.db), { ...r, fields: { [name]: field } }, rows, registry.resources)
    return faults[0]?.length ?? 0
  }
  expect([
    await faultsOf(own, null),
    await faultsOf(stopped, null),
    await faultsOf(stopped, own),
    await faultsOf(stopped, stopped),
  ]).toEqual([0, 1, 1, 0])
  expect(await faultsOf(other, other)).toBe(1)
})

test('dictionaries are kept by whoever has the right, and by nobody of another organisation', async () => {
  const own = await itemOf(0, 99_998)
  for (const path of ['/dictSetting/list', '/dictItem/list']) expect((await ask(path, 'nobody', {})).code).toBe(1003)
  expect((await ask('/dictItem/update', 'nobody', { id: own, version: 1, label: 'x' })).code).toBe(1003)
  expect((await ask('/dictItem/update', 'stranger', { id: own, version: 1, label: 'x' })).code).toBe(1004)
})
