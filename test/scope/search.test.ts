/**
 * Search generated over every resource that has it: the list's 全部文本 finds what a plain look through all its texts finds, the search over
 * everything finds records of that list, and nobody finds what his own list does not show him.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { allText, searchOf } from '#platform/declare/search.ts'
import type { FoundAction, FoundRecord, ListAnswer, Row } from '#platform/declare/wire.ts'
import { folded } from '#platform/format/found-at.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const listCall = (r: Resource) =>
  registry.routes.find(one => one.verb === 'list' && one.method === 'POST' && one.resource?.table === r.table)
const searched = [...registry.types.values()].filter(r => searchOf(r).length > 0 && listCall(r) !== undefined)
const seerOf = (r: Resource): Who => (listCall(r)?.demand.kind === 'operation' ? 'keen' : 'admin')
const pageSize = 1000

let h: ScopeHouse
/** by organisation */
const employees = new Map<string, ReadonlySet<string>>()
const colleaguesOf = (who: Who): ReadonlySet<string> => employees.get(h.demo.organisationIds[who === 'stranger' ? 1 : 0] ?? '') ?? new Set()
beforeAll(async () => {
  h = await openScopeHouse()
  for (const orgId of h.demo.organisationIds) {
    const rows = await h.rows<{ id: string }>('select id from employee where org_id = $1', [orgId])
    employees.set(orgId, new Set(rows.map(row => row.id)))
  }
})
afterAll(() => h.close())

async function ask<Data>(path: string, who: Who, input: object): Promise<Data> {
  const headers = { authorization: `Bearer ${await h.token(who)}` }
  return (await h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload: input })).json<{ data: Data }>().data
}
const rowsOf = async (r: Resource, who: Who, keyword?: string): Promise<readonly Row[]> => {
  const conditionList = keyword === undefined ? [] : [{ field: allText, condition: 'LIKE', condList: [keyword] }]
  const answer = await ask<ListAnswer | null>(listCall(r)?.path ?? '', who, { pageSize, conditionList })
  return answer?.list ?? []
}
const found = async (r: Resource, who: Who, keyword: string): Promise<FoundRecord[]> =>
  (await ask<FoundRecord[]>('/listField/find', who, { keyword })).filter(one => one.type === r.type)
const textOf = (r: Resource, row: Row): string =>
  folded(
    searchOf(r)
      .flatMap(name => (typeof row[name] === 'string' ? [row[name]] : []))
      .join('\n'),
  )

/** Two Chinese characters from inside a text, three letters from inside a code, and all of it. */
function keywordsOf(text: string): string[] {
  const pairs = [/\p{Script=Han}{2}/u.exec(text.slice(1)), /[A-Za-z0-9]{3}/.exec(text.slice(1))].flatMap(one => one ?? [])
  return [...new Set([text.trim().slice(0, 100), ...pairs])].filter(one => one !== '')
}

test('most lists are searched without a line of their own', () => {
  expect(searched.length).toBeGreaterThan(20)
  const named = searched.filter(r => r.search !== undefined)
  expect(named.length).toBeLessThan(searched.length / 2)
})

describe.each(searched.map((r): [string, Resource] => [r.type ?? r.table, r]))('%s', (_type, r) => {
  test('its list finds what a look through all texts finds, and each person what he sees', async () => {
    const seer = seerOf(r)
    const all = await rowsOf(r, seer)
    const texts = searchOf(r).flatMap(name =>
      all.flatMap(row => (typeof row[name] === 'string' && row[name] !== '' ? [row[name]] : [])).slice(0, 2),
    )
    for (const keyword of texts.flatMap(keywordsOf)) {
      const words = folded(keyword).split(/\s+/u)
      const expected = all.filter(row => words.every(word => textOf(r, row).includes(word))).map(row => row.id)
      const answered = (await rowsOf(r, seer, keyword)).map(row => row.id)
      expect({ keyword, ids: answered.toSorted() }).toEqual({ keyword, ids: expected.toSorted() })
    }
  })

  test('the search over everything finds it, and nobody finds what his list does not show him', async () => {
    const seer = seerOf(r)
    const all = await rowsOf(r, seer)
    const labels = searchOf(r).flatMap(name =>
      all.flatMap(row => (typeof row[name] === 'string' && row[name].trim() !== '' ? [row[name]] : [])).slice(0, 1),
    )
    for (const keyword of labels.flatMap(keywordsOf)) {
      expect({ keyword, found: (await found(r, seer, keyword)).length > 0 }).toEqual({ keyword, found: true })
      for (const who of ['keen', 'stranger', 'single', 'nobody'] as const) {
        const ids = new Set((await rowsOf(r, who)).map(row => row.id))
        // colleagues are found by everybody, those of his own organisation
        const others = (await found(r, who, keyword)).filter(
          one => one.id !== null && !ids.has(one.id) && !(one.colleague === true && colleaguesOf(who).has(one.id)),
        )
        expect({ who, keyword, others }).toEqual({ who, keyword, others: [] })
      }
    }
  })
})

test('nobody is offered to begin what he has no right to, and not everybody everything', async () => {
  const begin = async (who: Who): Promise<string[]> => {
    const headers = { authorization: `Bearer ${await h.token(who)}` }
    const answer = await h.app.inject({ method: 'GET', url: '/api-2024/listField/begin', headers })
    return answer.json<{ data: FoundAction[] }>().data.map(one => `${one.type} ${one.name} ${one.title}`)
  }
  expect(await begin('admin')).toEqual(expect.arrayContaining(['product add 新增商品', 'amazonSettlement import 导入结算单']))
  const forNobody = await begin('nobody')
  expect(forNobody).not.toContain('product add 新增商品')
  expect(forNobody).not.toContain('amazonSettlement import 导入结算单')
})

test('what was opened last is kept for each person, the newest first, as far as he still sees it', async () => {
  const [product] = await h.rows<{ id: string }>('select id from product where org_id = $1 order by id limit 1', [
    h.demo.organisationIds[0],
  ])
  const recent = async (who: Who): Promise<string[]> => {
    const headers = { authorization: `Bearer ${await h.token(who)}` }
    const { data } = (await h.app.inject({ method: 'GET', url: '/api-2024/listField/recent', headers })).json<{ data: object[] }>()
    return data.map(one => ('record' in one ? `record ${(one.record as FoundRecord).id ?? ''}` : 'action'))
  }
  for (const who of ['admin', 'stranger', 'nobody'] as const) {
    await ask('/listField/recent', who, { type: 'product', recordId: product?.id })
    await ask('/listField/recent', who, { type: 'product', name: 'add' })
    await ask('/listField/recent', who, { type: 'no such list', recordId: 'x' })
  }
  expect(await recent('admin')).toEqual(['action', `record ${product?.id ?? ''}`])
  expect(await recent('stranger')).toEqual(['action'])
  expect(await recent('nobody')).toEqual([])
  await ask('/listField/recent', 'admin', { type: 'product', recordId: product?.id })
  // the clock of these tests stands still
  expect((await recent('admin')).toSorted()).toEqual(['action', `record ${product?.id ?? ''}`])
})
