/**
 * The house as the wrong person: every route refuses; of those that follow from declarations, one of each shape is tried for what it shows
 * and changes.
 */
import { createHash } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { rowId } from '#platform/server/lists/columns.ts'
import { columnOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import { oneOfEachShape, piecesOf, piecesOfRoute } from '../setup/shapes.ts'
import { days, openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const named = (routes: readonly BoundRoute[]): [string, BoundRoute][] => routes.map(r => [`${r.method} ${r.path}`, r])
const tried = oneOfEachShape(registry.routes, piecesOfRoute)
const closed = registry.routes.filter(r => r.demand.kind !== 'anyone')
/** money, vouchers, taxes, receivables, closing, statements, cost, settlements, checks, freight, budgets, suppliers and rates */
const notSold = new RegExp(
  `^(?:finance\\.(?:bank|voucher|stock|productCost|vat|fba\\.vat|receivable|accrual|month|calculation|shopProfit|allocation|` +
    `amazon\\.settlement|amazon\\.transaction|market\\.line|orderCheck|freight|sheet|adInvoice|fba\\.inventory|` +
    `fba\\.monthBill)|supplier|purchasePriceList|currencyRate$)`,
)

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

interface Said {
  readonly status: number
  readonly code: number
  readonly data: ReturnType<typeof JSON.parse>
  readonly bytes: Buffer
  readonly isFile: boolean
}
/** What stands for `{id}` in a path: the record asked about. */
const inPath = (input: object): string => ('id' in input && typeof input.id === 'string' ? input.id : '1')
async function ask(route: Pick<BoundRoute, 'method' | 'path'>, who: Who | null, input: object = {}, orgId?: string): Promise<Said> {
  const headers = {
    ...(who === null ? {} : { authorization: `Bearer ${await h.token(who)}` }),
    ...(orgId === undefined ? {} : { orgid: orgId }),
  }
  const url = `/api-2024${route.path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(inPath(input)))}`
  const query =
    route.method === 'GET'
      ? `?${new URLSearchParams(Object.fromEntries(Object.entries(input).map(([k, v]) => [k, String(v)]))).toString()}`
      : ''
  const answer = await h.app.inject({
    method: route.method,
    url: url + query,
    headers,
    ...(route.method === 'GET' ? {} : { payload: input }),
  })
  const isFile = !String(answer.headers['content-type']).includes('json')
  const said = isFile ? { code: 0, data: null } : answer.json<{ code: number; data: unknown }>()
  return { status: answer.statusCode, code: said.code, data: said.data, bytes: answer.rawPayload, isFile }
}
const post = (path: string, who: Who, input: object = {}): Promise<Said> => ask({ method: 'POST', path }, who, input)

/** Everything the house has written, as one hash; sessions, rights and times of calls remember nothing that matters here. */
async function written(): Promise<string> {
  const tables = [...h.house.registry.resources.values()]
    .flatMap(r => (r.isView === true ? [] : [r.table]))
    .filter(t => !/^(session|login_|idempotency|account$|push_|stale_day|shop_grant_version|call_hour)/.test(t))
    .sort()
  const parts = await Promise.all(
    tables.map(
      async t =>
        `${t} ${
          (
            await h.rows<{ h: string }>(`select coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as h
          from ${t} r`)
          )[0]?.h
        }`,
    ),
  )
  return createHash('md5').update(parts.join('\n')).digest('hex')
}

test.each(named(closed))('without a token: %s', async (_name, route) => {
  expect(await ask(route, null)).toMatchObject({ status: 401, code: 1001 })
})

test.each<[Who, string, (r: BoundRoute) => boolean, 0 | 1 | null]>([
  ['nobody', 'an account without a role', r => ['operation', 'systemAdmin', 'installation'].includes(r.demand.kind), null],
  ['keen', 'no system administrator', r => r.demand.kind === 'systemAdmin', null],
  ['keen', 'no administrator of the installation', r => r.demand.kind === 'installation', null],
  ['sales', 'who sells and keeps no books', r => r.demand.kind === 'operation' && notSold.test(r.demand.permission), null],
  [
    'fresh',
    'who must change the password first',
    r =>
      r.demand.kind !== 'anyone' &&
      !['/system/userprofile', '/SysOrganization/list', '/auth/user/modifyInitPassword', '/auth/user/logout'].includes(r.path),
    null,
  ],
  ['keen', 'in an organisation that is not his', r => r.demand.kind !== 'anyone', 1],
  ['stranger', 'of the other organisation', r => r.demand.kind !== 'anyone', 0],
])('%s, %s: 1003 everywhere and nothing written', async (who, _why, chosen, organisation) => {
  // signing in leaves a line in the trail: it is no work of the calls
  await h.token(who)
  const before = await written()
  const routes = registry.routes.filter(chosen)
  expect(routes.length).toBeGreaterThan(0)
  const orgId = organisation === null ? undefined : h.demo.organisationIds[organisation]
  const answers: string[] = []
  // a hundred at a time: who waits too long for a connection would be told to come again
  for (let i = 0; i < routes.length; i += 100)
    answers.push(
      ...(await Promise.all(routes.slice(i, i + 100).map(async r => `${r.method} ${r.path}: ${(await ask(r, who, {}, orgId)).code}`))),
    )
  expect(answers.filter(a => !a.endsWith(': 1003'))).toEqual([])
  expect(await written()).toBe(before)
})

/** Texts that stand in the data of shops the person was not granted. */
const foreignMarks = async (who: 'keen' | 'stranger'): Promise<string[]> => {
  const mine = who === 'keen' ? h.sellers : h.shopsOf(1)
  return h.demo.shops.filter(s => !mine.includes(s.id)).flatMap(s => [s.name, `T-${s.name}-0`, `O-${s.name}`, `"shopId":"${s.id}"`])
}
const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
// what only system administrators may list is refused to both, above
const lists = tried.filter(r => r.verb === 'list' && r.method === 'POST' && r.demand.kind === 'operation')
const bounded = (r: BoundRoute): object => (r.resource?.bound ? period : {})
const hasShop = (r: Resource | undefined): boolean => r !== undefined && r.fields['shopId']?.options.filter !== undefined
const foreignShop = (who: 'keen' | 'stranger'): string => (who === 'keen' ? '2' : '1')

describe.each(['keen', 'stranger'] as const)('%s sees nothing of others', who => {
  test.each(named(lists))('list: %s', async (_name, route) => {
    const { code, bytes } = await ask(route, who, { ...bounded(route), pageSize: 1000 })
    expect(code).toBe(0)
    const text = bytes.toString('utf8')
    expect((await foreignMarks(who)).filter(m => text.includes(m))).toEqual([])
  })

  test.each(named(lists.filter(r => hasShop(r.resource))))('filter by a foreign shop: %s', async (_name, route) => {
    const id = foreignShop(who)
    for (const filter of [
      { shopId: id },
      { shopId: [id] },
      { conditionList: [{ field: 'shopId', condition: 'IN', value: `${id},12` }].slice(0, 1) },
    ]) {
      const { code, data } = await ask(route, who, { ...bounded(route), ...filter })
      expect(code).toBe(0)
      expect(data.list.filter((row: { shopId: string }) => row.shopId === id)).toEqual([])
    }
  })

  test('options', async () => {
    for (const { type } of oneOfEachShape([...registry.types.values()], piecesOf)) {
      const { code, bytes } = await post('/listField/options', who, { type })
      expect([0, 1003]).toContain(code)
      expect((await foreignMarks(who)).filter(m => bytes.toString('utf8').includes(m))).toEqual([])
    }
    const { data } = await post('/listField/options', who, { type: 'shop', ids: h.demo.shops.map(s => s.id) })
    expect(data.map((o: { value: string }) => o.value).sort()).toEqual([...(who === 'keen' ? h.sellers : h.shopsOf(1))].sort())
  })

  test('report: only the own shops, whichever is asked for', async () => {
    const query = { by: ['shop'], ...period }
    const all = (await post('/AmzFinanceProfit/list', who, query)).data
    expect(all.list.map((r: { key: { shop: string } }) => r.key.shop).sort()).toEqual(
      [...(who === 'keen' ? h.sellers : h.shopsOf(1))].sort(),
    )
    expect((await post('/AmzFinanceProfit/list', who, { ...query, where: { shop: [foreignShop(who)] } })).data.list ?? []).toEqual([])
    for (const by of [['marketplace'], ['sku'], ['product'], ['month', 'day']]) {
      const { bytes } = await post('/AmzFinanceProfit/list', who, { ...query, by })
      expect((await foreignMarks(who)).filter(m => bytes.toString('utf8').includes(m))).toEqual([])
    }
  })

  test('drill-down', async () => {
    const mine = await post('/AmzTransaction/detailList', who, { measure: 'ledger', ...period, pageSize: 1000 })
    expect(mine.data.total).toBeGreaterThan(0)
    expect((await foreignMarks(who)).filter(m => mine.bytes.toString('utf8').includes(m))).toEqual([])
    expect(
      (await post('/AmzTransaction/detailList', who, { measure: 'ledger', ...period, where: { shop: [foreignShop(who)] } })).data.list ??
        [],
    ).toEqual([])
  })

  test.each(named(tried.filter(r => r.verb === 'export' || r.path === '/AmzFinanceProfit/export')))('export: %s', async (_name, route) => {
    const input =
      route.verb === 'export' ? { headers: [], fields: [], query: bounded(route) } : { query: { by: ['shop', 'sku'], ...period } }
    const answer = await ask(route, who, input)
    if (!answer.isFile) return expect(answer.code).toBe(1002)
    const text = (await readXlsx(answer.bytes)).sheets.map(s => JSON.stringify(s.rows)).join()
    expect((await foreignMarks(who)).filter(m => text.includes(m))).toEqual([])
  })
})

/** The wire id of some row of a table that the person may not see. */
async function foreignId(r: Resource, who: 'keen' | 'stranger'): Promise<{ id: string; version: number } | null> {
  const caller = await h.caller(who)
  const [own] = [who === 'keen' ? h.sellers : h.shopsOf(1)]
  const column = r.table === 'shop' ? 'id' : 'shopId' in r.fields && r.table !== 'amazon_shop_alias' ? 'shop_id' : null
  const foreign =
    column === null
      ? r.standard === 'organisation'
        ? `org_id <> ${caller.orgId}`
        : null
      : `${column} <> all(array[${own.join(',')}]::bigint[])`
  if (foreign === null) return null
  const [row] = await h.rows<Record<string, unknown>>(
    `select ${primaryOf(r)
      .map(p => `${columnOf(p)}::text as ${columnOf(p)}`)
      .join(', ')} from ${r.table} where ${foreign} limit 1`,
  )
  return row
    ? {
        id: rowId(
          r,
          primaryOf(r).map(p => row[columnOf(p)]),
        ),
        version: 1,
      }
    : null
}

/** What verb reveal asks for beside the record. */
const sensitiveField = ({ verb, resource }: BoundRoute): object => {
  if (verb !== 'reveal') return {}
  return { field: Object.entries(resource?.fields ?? {}).find(([, field]) => field.options.sensitive === true)?.[0] }
}

/** A month that an action asks for: without it the form is refused before anything is looked up. */
const demandedMonth = ({ actions }: BoundRoute): object => {
  const asked = Object.entries(actions?.[0]?.input ?? {})
  return Object.fromEntries(
    asked.flatMap(([name, { kind, options }]) => (kind === 'month' && !options.optional ? [[name, '2026-04']] : [])),
  )
}

describe.each(['keen', 'stranger'] as const)('%s changes nothing of others', who => {
  const byId = tried.filter(
    r =>
      ['one', 'update', 'remove', 'reveal', 'action', 'step'].includes(r.verb) &&
      r.resource &&
      !r.resource.isView &&
      // an action of the whole page names no record: it is asked for foreign shops below
      r.actions?.every(action => action.over === 'page') !== true,
  )
  test.each(named(byId))('by id: %s', async (_name, route) => {
    const foreign = await foreignId(route.resource as Resource, who)
    if (foreign === null) return
    const before = await written()
    const { code } = await ask(route, who, {
      ...foreign,
      ...demandedMonth(route),
      ...sensitiveField(route),
      ...route.steps?.[0]?.body,
      ...(route.actions ? { ids: [foreign.id], ...route.actions[0]?.body } : {}),
    })
    expect(code).toBe(1004)
    expect(await written()).toBe(before)
  })

  test('a foreign row among own ones stops all of them', async () => {
    const before = await written()
    const own = (await post('/AmazonTransactionReport/list', who, period)).data.list[0].id as string
    const foreign = await foreignId(registry.resources.get('amazon_transaction_line') as Resource, who)
    expect((await post('/AmazonTransactionReport/batchAudit', who, { ids: [own, foreign?.id], audit: 1 })).code).toBe(1004)
    expect(await written()).toBe(before)
  })

  test('by calls of their own', async () => {
    const before = await written()
    const shopId = foreignShop(who)
    const [run] = await h.rows<{ id: string; file_id: string }>('select id, file_id from import_run where shop_id = $1', [shopId])
    const settlement = await foreignId(registry.resources.get('amazon_settlement') as Resource, who)
    const answers = {
      import: (await post('/AmazonTransactionReport/importData', who, { fileIds: [run?.file_id], shopId })).code,
      importOfHisFile: (await post('/AmazonTransactionReport/importData', who, { fileIds: [run?.file_id] })).code,
      sync: (await post('/AmazonTransactionReport/syncData', who, { shopIds: [shopId], ...period })).code,
      compute: (await post('/AmazonTransactionReport/calcFinanceAzmTransDetail', who, { shopIds: [shopId], ...period })).code,
      details: (await post('/fileImportHistory/details', who, { id: run?.id })).code,
      errors: (await post('/fileImportHistory/errorsExport', who, { id: run?.id })).code,
      cancel: (await post('/fileImportHistory/cancel', who, { id: run?.id })).code,
      delete: (await post('/fileImportHistory/delete', who, { id: run?.id })).code,
      statement: (await post('/AmzSettlement/statement', who, { id: settlement?.id })).code,
      download: (await ask({ method: 'GET', path: '/fileUpload/down2' }, who, { id: run?.file_id })).code,
      deleteFile: (await post('/fileUpload/delete', who, { id: run?.file_id })).code,
      insertForShop: (await post('/skuMap/insert', who, { shopId, sellerSku: 'X', productId: '1' })).code,
    }
    expect(answers).toEqual({
      import: 1002,
      importOfHisFile: 1004,
      sync: 1004,
      compute: 1004,
      details: 1004,
      errors: 1004,
      cancel: 1004,
      delete: 1004,
      statement: 1004,
      download: 1004,
      deleteFile: 1004,
      insertForShop: 1002,
    })
    expect(await written()).toBe(before)
  })

  test("tasks and sessions are one's own", async () => {
    expect((await post('/task/query', who)).data.list).toEqual([])
    const [session] = await h.rows<{ token_hash: string }>(
      'select token_hash from session s join account a on a.id = s.account_id where a.username <> $1 limit 1',
      [who],
    )
    if (session) expect((await post('/auth/user/revokeSession', who, { id: session.token_hash })).code).toBe(1004)
  })
})

test("a list of one's own shop keeps its days", async () => {
  const { data } = await post('/AmazonTransactionReport/list', 'keen', { ...period, shopId: h.sellers[0] })
  expect(data.list.map((r: { postedOn: string }) => r.postedOn).sort()).toEqual([...days])
})
