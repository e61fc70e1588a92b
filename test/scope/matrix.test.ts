/**
 * Every route is called by a person of another organisation, and the answers are searched for marked texts. Every text of the first
 * organisation is marked; whatever the other organisation's people ask, with the first one's ids in every field that takes one, no answer
 * holds the mark. Calls written by hand are all tried, those that follow from declarations one of each shape. (Nobody, the plain employee
 * and the forged organisation: wrong-person.test.ts, from the same route map.)
 */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { isStored } from '#platform/declare/fields.ts'
import { columnOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import { writeAudit } from '#platform/server/trail/write-audit.ts'
import { rowId } from '#platform/server/lists/columns.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { expectations } from './expectations.ts'
import type { Foreign, ForeignIds } from './expectation.ts'
import { oneOfEachShape, piecesOf, piecesOfRoute } from '../setup/shapes.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const keyOf = (r: BoundRoute): string => `${r.method} ${r.path}`
/**
 * verbs that follow from a declaration: tried by wrong-person.test.ts (conversations by threads.test.ts) with ids of others, and by the
 * canaries below
 */
const generic: ReadonlySet<string> = new Set([
  'list',
  'one',
  'add',
  'update',
  'batchUpdate',
  'remove',
  'removeBetween',
  'reveal',
  'undo',
  'export',
  'import',
  'action',
  'step',
  'thread',
])
const isTemplate = (r: BoundRoute): boolean => r.method === 'GET' && /\/template([A-Z]\w*)?$/.test(r.path)
const byHand = registry.routes.filter(
  r => !generic.has(r.verb) && !isTemplate(r) && !['anyone', 'systemAdmin', 'installation'].includes(r.demand.kind),
)

test('every hand-written call says in expectations.ts what a person without rights gets; none that is gone is named', () => {
  const written = new Set(Object.keys(expectations))
  expect(byHand.map(keyOf).filter(key => !written.has(key))).toEqual([])
  const bound = new Set(registry.routes.map(keyOf))
  expect([...written].filter(key => !bound.has(key))).toEqual([])
})

let h: ScopeHouse
let ids: ForeignIds
let anyIds: readonly string[]
beforeAll(async () => {
  h = await openScopeHouse()
  await addMore()
  await mark()
  ids = await foreignIds()
  anyIds = [...new Set(Object.values(ids))]
})
afterAll(() => h.close())

const canary = 'CANARY'
const home = (): string => h.demo.organisationIds[0] ?? ''

/** Rows of the first organisation in tables that the demo company leaves empty. */
async function addMore(): Promise<void> {
  const [boss] = await h.rows<{ id: string }>("select id from account where username = 'boss'")
  await h.put('list_profile', {
    org_id: home(),
    account_id: boss?.id,
    type: 'shop',
    name: canary,
    audience: [`a${boss?.id}`],
    default_of: [],
  })
  // an entry of the trail, written as the house writes it
  const own = await h.as('boss', 0)
  await own.write(tx => writeAudit(own, tx, { subject: 'shop', recordId: '1', verb: 'update', before: { name: canary }, after: null }))
}

/** What can be told apart from a code or a state: names and words that people wrote. */
const spoken = /name|title|remark|description|label|address|contact|phone|email|order_id|interest|position|source|legal|credit/
async function mark(): Promise<void> {
  const shops = h.shopsOf(0).join(',')
  for (const r of registry.resources.values()) {
    const where =
      r.standard === 'organisation' ? `org_id = ${home()}` : r.kind === 'shop' && 'shopId' in r.fields ? `shop_id in (${shops})` : null
    if (where === null) continue
    const columns = Object.entries(r.fields).flatMap(([name, field]) =>
      ['text', 'longText'].includes(field.kind) &&
      isStored(field) &&
      field.to === undefined &&
      spoken.test(columnOf(name)) &&
      !r.primary?.includes(name)
        ? [columnOf(name)]
        : [],
    )
    const id = r.standard === 'none' ? `''` : 'id'
    for (const column of columns) await h.rows(`update ${r.table} set ${column} = '${canary}' || ${id} where ${where}`)
  }
  h.house.rights.forget?.()
}

async function foreignIds(): Promise<ForeignIds> {
  const one = async (table: string, where = `org_id = ${home()}`): Promise<string> => {
    const r = registry.resources.get(table) as Resource
    const columns = primaryOf(r).map(columnOf)
    const [row] = await h.rows<Record<string, string>>(
      `select ${columns.map(c => `${c}::text as ${c}`).join(', ')} from ${table} where ${where} limit 1`,
    )
    if (!row) throw new Error(`the first organisation has no ${table}`)
    return rowId(
      r,
      columns.map(c => row[c]),
    )
  }
  const ofShop = `shop_id = ${h.shopsOf(0)[0]}`
  return {
    employee: await one('employee'),
    role: await one('role'),
    shop: h.shopsOf(0)[0] ?? '',
    department: await one('department'),
    file: await one('stored_file'),
    importRun: await one('import_run'),
    task: await one('task'),
    settlement: await one('amazon_settlement', ofShop),
    kind: await one('amazon_kind'),
    profile: await one('list_profile'),
    warehouse: await one('warehouse'),
    audit: await one('audit_entry'),
  }
}

async function ask(
  route: BoundRoute,
  input: Readonly<Record<string, unknown>>,
  who: Who = 'stranger',
): Promise<{ code: number; text: string }> {
  const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(input[name] ?? input['id'] ?? '1')))
  const query = Object.entries(input).map(([name, value]) => `${name}=${encodeURIComponent(asText(value))}`)
  const answer = await h.app.inject({
    method: route.method,
    url: `/api-2024${path}${route.method === 'GET' ? `?${query.join('&')}` : ''}`,
    headers: { authorization: `Bearer ${await h.token(who)}` },
    ...(route.method === 'GET' ? {} : { payload: { ...input } }),
  })
  if (String(answer.headers['content-type']).includes('json')) return { code: answer.json<{ code: number }>().code, text: answer.payload }
  const isBook = String(answer.headers['content-type']).includes('sheet')
  return { code: 0, text: isBook ? JSON.stringify((await readXlsx(answer.rawPayload)).sheets) : answer.payload }
}

const foreign = Object.entries(expectations).filter((pair): pair is [string, Foreign] => typeof pair[1] === 'object')
test.each(foreign)('a record of another organisation in %s', async (key, { input, code }) => {
  const route = registry.routes.find(r => keyOf(r) === key) as BoundRoute
  expect((await ask(route, input(ids))).code).toBe(code)
})

const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
/** Inputs of a route with the other organisation's ids wherever an id may stand. */
function inputsOf(route: BoundRoute): Readonly<Record<string, unknown>>[] {
  const properties = Object.keys((route.input as { properties?: object } | undefined)?.properties ?? {})
  const single = [...properties, ...(generic.has(route.verb) || properties.length === 0 ? ['id'] : [])]
  const named: Record<string, unknown> = {}
  const known: Readonly<Record<string, unknown>> = {
    ...period,
    employeeId: ids.employee,
    roleId: ids.role,
    kindId: ids.kind,
    taskId: ids.task,
    profileId: ids.profile,
    fileId: ids.file,
    fileIds: [ids.file],
    shopId: ids.shop,
    shopIds: [ids.shop],
    deptIds: [ids.department],
    keyword: canary,
    field: Object.entries(route.resource?.fields ?? {}).find(([, field]) => field.options.sensitive === true)?.[0] ?? 'name',
    type: route.resource?.type ?? 'shop',
    measure: 'ledger',
    where: {},
    by: ['shop', 'sku'],
    headers: [],
    fields: [],
    query: route.resource?.bound ? period : {},
    month: '2026-02',
    year: '2026',
    version: 1,
    pageSize: 1000,
    dictIds: [69],
  }
  for (const name of properties) if (name in known) named[name] = known[name]
  const bounded = route.verb === 'list' && route.resource?.bound ? period : {}
  if (!single.includes('id') && !properties.includes('ids')) return [{ ...named, ...bounded }]
  return anyIds.map(id => ({ ...named, ...bounded, ...(route.verb === 'list' ? {} : { id, ids: [id], version: 1 }) }))
}

// what ends the session that asks, or reads its own stream
const quiet = /^\/auth\/|^\/realtime\/|endViewAs|^\/fileQrUpload\/upload$/
const asked = registry.routes.filter(r => r.demand.kind !== 'anyone' && !quiet.test(r.path) && r.multipart !== true)
const tried = oneOfEachShape(asked, piecesOfRoute)

test.each(tried.map(r => [keyOf(r), r] as const))('no canary in %s', async (_key, route) => {
  for (const input of route.verb === 'list' ? inputsOf(route).slice(0, 1) : inputsOf(route)) {
    const { text } = await ask(route, input)
    expect(text.includes(canary), JSON.stringify(input)).toBe(false)
  }
})

test('the canaries are there: the same lists, asked by their own people, are full of them', async () => {
  const lists = asked.filter(r => r.verb === 'list' && r.method === 'POST' && r.resource?.standard === 'organisation')
  const heard = await Promise.all(lists.map(async r => ({ key: keyOf(r), ...(await ask(r, r.resource?.bound ? period : {}, 'boss')) })))
  expect(heard.filter(one => one.text.includes(canary)).length).toBeGreaterThan(10)
})

describe('no canary is found by looking for it', () => {
  const lists = tried.filter(r => r.verb === 'list' && r.demand.kind === 'operation' && r.resource)
  test.each(lists.map(r => [keyOf(r), r] as const))('%s', async (_key, route) => {
    const r = route.resource as Resource
    const texts = Object.entries(r.fields).filter(([, f]) => f.kind === 'text' && !f.options.hidden)
    for (const [field] of texts) {
      const conditionList = [{ field, condition: 'LIKE', value: canary }]
      const { text } = await ask(route, {
        ...(r.bound ? period : {}),
        conditionList: route.method === 'GET' ? JSON.stringify(conditionList) : conditionList,
      })
      const { data } = JSON.parse(text) as { data: { total: number } | null }
      expect(data?.total ?? 0, field).toBe(0)
    }
  })
  test('by the options of every select', async () => {
    const route = registry.routes.find(one => one.path === '/listField/options') as BoundRoute
    for (const { type } of oneOfEachShape([...registry.types.values()], piecesOf))
      for (const input of [{ keyword: canary }, { ids: anyIds.filter(id => /^\d+$/.test(id)) }])
        expect((await ask(route, { type, ...input })).text.includes(canary), type).toBe(false)
  })
})
