/**
 * Every conversation of the product as the right and the wrong person: generated from the route map for each resource with the word
 * `thread`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { mentionOf } from '#platform/format/mentions.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { defined } from '#platform/server/base/defined.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'
import { rowOf } from './make-row.ts'

const registry = registryOf(withHouseAreas(areas))
const talked = [...registry.resources.values()].filter(r => r.thread !== undefined).map(r => [r.table, r] as const)

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

type Does = NonNullable<BoundRoute['thread']>['does']
interface Said {
  readonly code: number
  readonly msg: string
  readonly data: ReturnType<typeof JSON.parse>
}
async function ask(r: Resource, does: Does, who: Who, input: Readonly<Record<string, unknown>>): Promise<Said> {
  const route = registry.routes.find(one => one.resource?.table === r.table && one.thread?.does === does) as BoundRoute
  const { recordId, ...rest } = input
  const body: Record<string, unknown> = recordId === undefined ? rest : { ...rest, [route.thread?.record ?? '']: recordId }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(body[name]))
  const query = new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])).toString()
  const answer = await h.app.inject({
    method: route.method,
    url: `/api-2024${path}${route.method === 'GET' ? `?${query}` : ''}`,
    headers: { authorization: `Bearer ${await h.token(who)}` },
    ...(route.method === 'GET' ? {} : { payload: body }),
  })
  return answer.json<Said>()
}

test('there is one', () => expect(talked.length).toBeGreaterThan(0))

describe.each(talked)('%s', (_table, r) => {
  let recordId: string
  const one = (organisation: 0 | 1): Promise<string> =>
    rowOf(h, registry, r, defined(h.demo.organisationIds[organisation], 'an organisation'))
  const count = async (): Promise<string | undefined> =>
    (await h.rows<{ n: string }>(`select count(*) || ' ' || coalesce(max(version), 0) as n from ${threadOf(r).comment.table}`))[0]?.n
  const toldTo = (accountId: string) =>
    h.rows(
      `select id::text as told from message where account_id = $1 union all select no::text from push_message where account_id = $1
        order by 1`,
      [accountId],
    )
  beforeAll(async () => {
    recordId = await one(0)
  })

  test('raises no version of its record, and reads as it was written', async () => {
    const version = async () => (await h.rows<{ version: number }>(`select version from ${r.table} where id = $1`, [recordId]))[0]?.version
    const before = await version()
    const said = await ask(r, 'add', 'admin', { recordId, content: '请核对' })
    expect([said.code, await version()]).toEqual([0, before])
    expect((await ask(r, 'list', 'admin', { recordId })).data.list.at(-1)).toMatchObject({
      id: said.data.id,
      content: '请核对',
      isMine: true,
    })
  })

  test('who has no right, or is of another organisation, neither reads nor writes', async () => {
    const said = await ask(r, 'add', 'admin', { recordId, content: '内部' })
    const before = await count()
    const inputs: Readonly<Record<Does, Readonly<Record<string, unknown>>>> = {
      list: { recordId },
      people: { recordId, keyword: '' },
      seen: { recordId, lastId: said.data.id },
      add: { recordId, content: '插话' },
      update: { id: said.data.id, version: 1, content: '改' },
      remove: { id: said.data.id },
    }
    // what is for everybody asks for no right: the scope alone decides
    const refused: readonly (readonly [Who, number])[] =
      r.forEverybody || r.publishing?.published === r.table
        ? [['stranger', 1004]]
        : [
            ['nobody', 1003],
            ['stranger', 1004],
          ]
    for (const [who, code] of refused)
      for (const [does, input] of Object.entries(inputs))
        expect([who, does, (await ask(r, does as Does, who, input)).code]).toEqual([who, does, code])
    expect(await count()).toBe(before)
  })

  test('a mention of who may not see it is told to the writer alone; an answer across records is refused', async () => {
    const [stranger] = await h.rows<{ id: string }>("select id from account where username = 'stranger'")
    const accountId = stranger?.id ?? ''
    const before = await toldTo(accountId)
    const said = await ask(r, 'add', 'admin', { recordId, content: `${mentionOf('某人', accountId)} 看` })
    expect(said.data).toMatchObject({ notTold: [{ accountId, name: '某人' }], notice: '某人看不到这条记录，没有通知' })
    expect(await toldTo(accountId)).toEqual(before)
    const foreign = await ask(r, 'add', 'stranger', { recordId: await one(1), content: '别处' })
    expect((await ask(r, 'add', 'admin', { recordId, parentId: foreign.data.id, content: '答' })).msg).toBe(
      '要回复的评论已被删除，请刷新后再试',
    )
  })

  test('100,000 characters are refused in words', async () => {
    const before = await count()
    expect(await ask(r, 'add', 'admin', { recordId, content: 'x'.repeat(100_000) })).toMatchObject({
      code: 1002,
      msg: '内容最多 5000 个字',
    })
    expect(await count()).toBe(before)
  })
})
