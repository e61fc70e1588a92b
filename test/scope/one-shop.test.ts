/**
 * What adds up across records, asked by a person of one shop. Every reading call that is written by hand is asked twice: while all shops
 * have money, and when the other shops have lost theirs. Which of them add up over shops shows by itself: their answer to who sees every
 * shop has changed. Such a call refuses the person of one shop, or tells him what it tells who sees every shop once only his shop has money
 * left: the sum over it. And no answer to him changes with the money of others. In the same way columns of a right of their own: what they
 * hold is changed, and no answer changes to who has every other right.
 */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { costMeasures } from '#platform/declare/cost.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { queryOf } from '#platform/server/db/view.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { costItems } from '../../areas/finance/base/finance-items.ts'
import { costs } from '../../areas/finance/costs/costs.ts'
import { corrections } from '../../areas/finance/facts/corrections/tables.ts'
import { expectations } from './expectations.ts'
import { untoldDeltas } from '../setup/deltas.ts'
import { days, now, openScopeHouse, type ScopeHouse, type Who } from './house.ts'
import { makeRow } from './make-row.ts'

const keyOf = (r: BoundRoute): string => `${r.method} ${r.path}`
const isRead = (r: BoundRoute): boolean => r.method === 'GET' || r.write === false
/** sizes, counts and times of the installation: bytes of tables and not what stands in them */
const ofTheInstallation: ReadonlySet<string> = new Set(['POST /systemHealth/overview'])
/** calls with a line in expectations.ts are those written by hand; one's own account is no sum over shops */
const asked = registryOf(withHouseAreas(areas)).routes.filter(
  r =>
    keyOf(r) in expectations &&
    !ofTheInstallation.has(keyOf(r)) &&
    expectations[keyOf(r)] !== 'own' &&
    isRead(r) &&
    r.demand.kind !== 'systemAdmin',
)

let h: ScopeHouse
let before: ReadonlyMap<string, Record<'single' | 'boss', string>>
let after: ReadonlyMap<string, Record<'single' | 'boss', string>>
beforeAll(async () => {
  h = await openScopeHouse()
  // who sees every shop asks for all of it: what is set up, too
  await h.rows(
    `insert into account_role (org_id, account_id, role_id) select r.org_id, a.id, r.id from account a, role r
      where a.username = 'boss' and r.org_id = $1 and r.name in ('财务', '人事')`,
    [home()],
  )
  // events are for programs: no usual role has them
  await h.rows(
    `insert into role_permission (org_id, role_id, permission, operation) select org_id, id, 'webhookEvent', 2 from role
      where org_id = $1 and name = '财务'`,
    [home()],
  )
  await addMore()
  before = await answers()
  await emptyOthers()
  after = await answers()
}, 240_000)
afterAll(() => h.close())

const mine = (): string => h.shopsOf(0)[0] ?? ''
const home = (): string => h.demo.organisationIds[0] ?? ''

/**
 * In every shop a kind that nobody has mapped, in a month that is due; in the others also an import that runs and a settlement that
 * differs.
 */
async function addMore(): Promise<void> {
  const strange = await h.put('amazon_kind', {
    org_id: home(),
    family: 1,
    type: 'Strange',
    amount_type: 'x',
    description: 'x',
    title: '未知',
  })
  await addOrders()
  for (const [i, shopId] of h.shopsOf(0).entries()) {
    const [line] = await h.rows('select * from amazon_settlement_line where shop_id = $1 limit 1', [shopId])
    await h.put('amazon_settlement_line', {
      ...line,
      line_no: 99,
      kind_id: strange,
      amount: `${i + 1}.25`,
      posted_on: days[0],
      booked_on: days[0],
    })
    for (const day of days) await h.put('stale_day', { rollup: 'finance_amount', org_id: home(), owner_id: shopId, day, since: now })
  }
  await h.rows(
    `insert into product_cost (org_id, product_id, month, unit_cost, currency) select org_id, id, '2026-01-01', 2.5, 'CNY' from product
      where org_id = $1
      on conflict do nothing`,
    [home()],
  )
  await refreshRollups(h.house, home())
  await h.rows(`update import_run set finished_at = $1::timestamptz + shop_id * interval '1 minute' where state = 2`, [now])
  await h.rows(`update import_run set state = 1 where shop_id = $1`, [h.shopsOf(0)[1]])
  await h.rows(`update amazon_settlement set reconciled = 2 where shop_id <> $1`, [mine()])
}

/** An order in each shop that sells where orders are imported. */
async function addOrders(): Promise<void> {
  await h.rows('select ensure_month($1, $2)', ['order_line', days[0]])
  await h.rows(
    `insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, sku, quantity, item, currency,
        country, sales, is_cancelled, first_of_order, first_of_sku, import_id)
      select id, $1::date, 'W' || id, '1', $1::date, 4, $1::date, 'S', 2, 10, 'USD', 'US', 10, false, 1, 1, 0
      from shop where org_id = $2 and marketplace_code = 'walmart.com'`,
    [days[0], home()],
  )
  await h.rows(
    `insert into stale_day (rollup, org_id, owner_id, day, since) select 'sales_order', org_id, id, $1::date, $2 from shop
      where org_id = $3 and marketplace_code = 'walmart.com'`,
    [days[0], now, home()],
  )
}

/** The other shops of the organisation lose every line, settlement and import. */
async function emptyOthers(): Promise<void> {
  const others = `shop_id in (select id from shop where org_id = ${home()} and id <> ${mine()})`
  const facts = [
    'amazon_settlement_line',
    'amazon_transaction_line',
    'amazon_summary_line',
    'amazon_settlement',
    'order_line',
    'import_run',
  ]
  for (const table of facts) await h.rows(`delete from ${table} where ${others}`)
  for (const rollup of ['finance_amount', 'sales_order'])
    for (const day of days) {
      const marked = `select '${rollup}', org_id, id, '${day}', '${now.toISOString()}'
      from shop where org_id = ${home()} and id <> ${mine()}`
      await h.rows(`insert into stale_day (rollup, org_id, owner_id, day, since) ${marked} on conflict do nothing`)
    }
  await refreshRollups(h.house, home())
}

const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
/** MSKUs of all shops */
const mapped = 'select distinct seller_sku as "sellerSku" from sku_map where org_id = $1'
/** Inputs of a call by the names of its fields; a name that is not here is left out. */
async function inputOf(route: BoundRoute): Promise<Readonly<Record<string, unknown>>> {
  const [kind] = await h.rows<{ id: string }>(
    'select k.id from amazon_kind k join amazon_type_map m on m.kind_id = k.id where k.org_id = $1 order by k.id limit 1',
    [home()],
  )
  const reports = [...h.house.registry.reports.values()].map(face => face.report)
  const report = reports.find(({ paths }) => Object.values(paths).includes(route.path))
  const sums = Object.entries(report?.measures ?? {}).flatMap(([name, { class: of }]) => (of === 'sum' ? [name] : []))
  // the amount of every line where there is one
  const measure = sums.includes('ledger') ? 'ledger' : sums[0]
  const known: Readonly<Record<string, unknown>> = {
    ...period,
    by: ['month'],
    currency: 'CNY',
    measure,
    kindId: kind?.id,
    item: route.path === '/financeMonth/checkItem' ? h.house.registry.closeItems[0]?.code : 1,
    orderNo: 'W1',
    orderNos: ['W1'],
    where: {},
    headers: ['月份', '数值'],
    fields: ['month', report?.measures['sales'] === undefined ? measure : 'sales'],
    query: { by: ['month'], ...period },
    month: '2026-02',
    year: '2026',
    type: 'shop',
    pageSize: 100,
    keyword: '云帆',
    ...(route.path === '/code/resolve' ? { code: 'SZ-A01' } : {}),
    pageKey: 'list/shop',
    period: 3,
    menuId: 'finance.amazonTransactions',
    dictIds: [69],
    report: 'amazonSaleStatistics',
    asks: [{ type: 'shop', names: ['云帆美国站'] }],
    ...(route.path === '/skuView/named' ? { items: (await h.rows<{ sellerSku: string }>(mapped, [home()])).slice(0, 200) } : {}),
    ...(route.path === '/homeCard/read' ? { key: 'boss.shops', periodName: 'month' } : {}),
  }
  const properties = Object.keys((route.input as { properties?: object } | undefined)?.properties ?? { year: '' })
  // a year is a number here and a text there
  const typeOf = (name: string): unknown =>
    (route.input as { properties?: Record<string, { type?: unknown }> } | undefined)?.properties?.[name]?.type
  const fits = (name: string): boolean => typeOf(name) !== 'integer' || typeof known[name] === 'number'
  // the options of a select take a list and a field of it
  if (properties.includes('grouped')) return { type: 'shop' }
  return Object.fromEntries(properties.filter(name => name in known && fits(name)).map(name => [name, known[name]]))
}

async function ask(route: BoundRoute, who: Who, asked?: Readonly<Record<string, unknown>>): Promise<string> {
  const input = asked ?? (await inputOf(route))
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
  const query = Object.entries(input).map(([name, value]) => `${name}=${encodeURIComponent(text(value))}`)
  const answer = await h.app.inject({
    method: route.method,
    url: `/api-2024${route.path.replace('{id}', String(input['id']))}${route.method === 'GET' ? `?${query.join('&')}` : ''}`,
    headers: { authorization: `Bearer ${await h.token(who)}`, orgid: home() },
    ...(route.method === 'GET' ? {} : { payload: { ...input } }),
  })
  // the second sheet of an export names who asked
  if (String(answer.headers['content-type']).includes('sheet')) return JSON.stringify((await readXlsx(answer.rawPayload)).sheets[0]?.rows)
  // an empty template of a kind of file
  if (String(answer.headers['content-type']).includes('csv')) return answer.payload
  const { code, data } = answer.json<{ code: number; data: unknown }>()
  // whether the answer is that of every shop differs by what it says
  // what is said of each shop by itself is no sum
  return JSON.stringify({ code, data }).replaceAll(/"isWhole":(true|false),?|"(?:completeUntil|notFilled)":\[[^\]]*\],?/g, '')
}

const answers = async (): Promise<Map<string, Record<'single' | 'boss', string>>> => {
  const found = new Map<string, Record<'single' | 'boss', string>>()
  for (const route of asked) found.set(keyOf(route), { single: await ask(route, 'single'), boss: await ask(route, 'boss') })
  return found
}
/** The search over everything names records, it adds nothing up. */
const addsUp = (key: string): boolean => key !== 'POST /listField/find' && before.get(key)?.boss !== after.get(key)?.boss

/** An export of nothing is refused by a rule, and names no fault of the input. */
const nothingToExport = '{"code":1002,"data":null}'
test('each call is asked so that it answers', () => {
  const isAnswered = (said = ''): boolean => said.startsWith('{"code":0,') || said.startsWith('[[') || said === nothingToExport
  const scoped = asked.map(keyOf).filter(key => expectations[key] === 'scoped')
  expect(scoped.filter(key => !isAnswered(before.get(key)?.boss)).map(key => `${key} ${before.get(key)?.boss ?? ''}`)).toEqual([])
})

test('what is held against an earlier period says which', () => {
  // these are held against a plan
  const planned = new Set(
    [...h.house.registry.reports.values()].flatMap(({ report }) => (report.why?.planned === undefined ? [] : report.paths.why)),
  )
  const found = asked.flatMap(route => {
    if (planned.has(route.path)) return []
    const said = before.get(keyOf(route))?.boss ?? ''
    return said.startsWith('{')
      ? untoldDeltas(JSON.parse(said.replaceAll(/,(?=[}\]])/g, ''))).untold.map(path => `${keyOf(route)} ${path}`)
      : []
  })
  expect(found).toEqual([])
})

test('the months of the books, the report, its lines and its export are among what adds up over shops', () => {
  expect(asked.map(keyOf).filter(addsUp)).toEqual(
    expect.arrayContaining([
      'POST /financeMonth/months',
      'POST /financeMonth/check',
      'POST /AmzFinanceProfit/list',
      'POST /AmzFinanceProfit/export',
      'POST /AmzTransaction/detailList',
      'POST /AmazonTypeMap/alteredMonths',
      'POST /ProductCost/productYearReport',
    ]),
  )
})

test.each(asked.map(r => [keyOf(r)] as const))('%s', key => {
  const [all, mineAlone] = [before.get(key), after.get(key)]
  if (all?.single.startsWith('{"code":1003,')) return
  expect(all?.single, 'changes with the money of other shops').toBe(mineAlone?.single)
  if (addsUp(key)) expect(all?.single, 'is not the sum over the one shop').toBe(mineAlone?.boss)
})

/**
 * A value of such a column, whatever is made of it: a row, a head, a total, an export, lines, the page of an order, SQL, what is found.
 * Nothing is looked for in the answers: they are those of before, to who sees all but these columns.
 */
describe('columns of a right of their own', () => {
  const registry = registryOf(withHouseAreas(areas))
  const withColumns = [...registry.resources.values()].filter(r => Object.values(r.fields).some(({ options }) => options.see !== undefined))
  const ids = new Map<string, string>()
  /** what the table holds of them: the others are worked out when they are read */
  const stored = new Map<string, [column: string, type: string][]>()
  const tables = withColumns.filter(r => queryOf(r) === undefined)
  const order = (): string => `O-${h.demo.shops.find(one => one.id === mine())?.name ?? ''}`
  const costReports = [...registry.reports.values()].flatMap(({ report }) => (costMeasures(report).size === 0 ? [] : [report]))
  const costTables = [...costs.grains, ...Object.values(costs.clocks).flatMap(clock => clock.of.grains)]
  type Call = [name: string, route: BoundRoute, input: Readonly<Record<string, unknown>> | undefined]
  const none = new Map<string, string>()
  let [first, changed, sighted, told, ofSales, changedOfSales] = [none, none, none, none, none, none]

  const calls = (): Call[] =>
    registry.routes.filter(isRead).flatMap((route): Call[] => {
      if (ofTheInstallation.has(keyOf(route)) || route.demand.kind === 'systemAdmin' || expectations[keyOf(route)] === 'own') return []
      const properties = Object.keys((route.input as { properties?: object } | undefined)?.properties ?? {})
      const ofType = withColumns.filter(r => r.type !== undefined && properties.includes('type') && properties.length <= 6)
      const mineOf = (r: Resource) => ({ type: r.type, id: ids.get(r.table) ?? '1', keyword: '7', query: period })
      const own = route.resource
      if (own !== undefined && withColumns.includes(own) && ['list', 'one', 'export'].includes(String(route.verb)))
        return [
          [keyOf(route), route, route.path.includes('{id}') ? { id: ids.get(own.table) ?? '1' } : own.bound === undefined ? {} : period],
        ]
      if (route.path === '/generateSql/run')
        return withColumns
          .filter(r => r.type !== undefined)
          .map((r): Call => [`${keyOf(route)} ${r.type}`, route, { source: `list:${r.type}`, query: r.bound === undefined ? {} : period }])
          .concat(
            costReports.map(({ name, dimensions, by }) => [
              `${keyOf(route)} ${name}`,
              route,
              { source: `report:${name}`, query: { ...period, by: Object.hasOwn(dimensions, 'shop') ? ['shop'] : by } },
            ]),
          )
      if (route.path === '/OmsOrder/page') return [[keyOf(route), route, { orderNo: order() }]]
      // as the texts of these columns begin
      if (route.path === '/listField/find') return [[keyOf(route), route, { keyword: '联系1' }]]
      const report = costReports.find(({ paths }) => [paths.rows, paths.export].includes(route.path))
      if (report !== undefined) {
        const byShop = Object.hasOwn(report.dimensions, 'shop')
        const query = { ...period, by: byShop ? ['shop'] : report.by, ...(report.conversion === undefined ? {} : { currency: 'CNY' }) }
        return [[keyOf(route), route, route.path === report.paths.rows ? query : { query }]]
      }
      if (ofType.length > 0)
        return ofType.map(r => [
          `${keyOf(route)} ${r.type}`,
          route,
          Object.fromEntries(Object.entries(mineOf(r)).filter(([name]) => properties.includes(name))),
        ])
      return keyOf(route) in expectations ? [[keyOf(route), route, undefined]] : []
    })
  const isList = ([, route]: Call): boolean => route.verb === 'list' && route.resource !== undefined
  async function answersTo(who: Who, some: readonly Call[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const [name, route, input] of some) found.set(name, await ask(route, who, input))
    return found
  }
  const papers: string[] = []
  async function paper(home: string, n: number): Promise<string> {
    const [file] = await h.rows<{ id: string }>(
      `insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
        select $1, id, $2, $2, 1, $2, 'ATTACHMENT', 'application/pdf' from account where username = 'boss' returning id`,
      [home, `签署件${n}`],
    )
    return file?.id ?? ''
  }
  /** Each column another value, none like another. */
  async function setAll(k: number): Promise<void> {
    for (const [at, r] of tables.entries()) {
      const set = (stored.get(r.table) ?? []).map(([column, type], n) => {
        const figure = String(k * (7_000 + at * 31 + n))
        if (type === 'ARRAY') return `${column} = '{${papers[k - 1]}}'`
        return `${column} = ${type === 'text' ? `'联系${k}${n}'` : type === 'date' ? `date '2026-01-01' + ${figure}` : figure}`
      })
      if (set.length > 0) await h.rows(`update ${r.table} set ${set.join(', ')}`)
    }
    await h.rows('update finance_cost_line set unit_cost = $1', [k * 3])
    await h.rows('update product_cost set unit_cost = $1', [k * 2.5])
    // of the product that stands first in the overview of stock
    await h.rows(
      `update stock_layer set quantity = 5, purchase = $1, product_id = (select id from product where org_id = stock_layer.org_id
        order by sku limit 1)`,
      [k * 11],
    )
    // all that reports have stored of costs, by every clock, and what people correct of them
    for (const table of new Set(costTables.map(grain => grain.table))) await h.rows(`update ${table} set amount = amount * $1`, [k * 2])
    for (const table of ['finance_correction', ...corrections.grains.map(grain => grain.table)])
      await h.rows(`update ${table} set amount = amount * $1 where item = any($2)`, [k * 2, costItems.are])
  }

  beforeAll(async () => {
    const home = h.demo.organisationIds[0] ?? ''
    for (const n of [1, 2]) papers.push(await paper(home, n))
    for (const r of tables) {
      const given = {
        ...(Object.hasOwn(r.fields, 'orderNo') ? { order_no: order() } : {}),
        // goods at the price of their order are provisional
        ...(r.table === 'cost_receipt' ? { basis: 2 } : {}),
      }
      ids.set(r.table, await makeRow(h, registry, r, home, given))
      const columns = await h.rows<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [r.table],
      )
      const ofRight = new Map(
        Object.entries(r.fields).flatMap(([name, { kind, options }]): [string, boolean][] =>
          options.see === undefined ? [] : [[columnOf(name), kind === 'files']],
        ),
      )
      stored.set(
        r.table,
        // what names other records, or a code, takes no figure; files are others
        columns.flatMap(({ name, type }) =>
          ofRight.get(name) === (type === 'ARRAY') && !['bigint', 'smallint'].includes(type) ? [[name, type] as [string, string]] : [],
        ),
      )
    }
    // an order of a unit whose cost is known
    await h.rows(`update amazon_settlement_line set quantity = 1 where order_id = $1`, [order()])
    await h.rows(
      `insert into finance_cost_line (shop_id, booked_on, sku, item, currency, quantity, unit_cost, amount)
        select shop_id, booked_on, sku, 80, 'CNY', 1, 3, -3 from amazon_settlement_line where order_id = $1 on conflict do nothing`,
      [order()],
    )
    await setAll(1)
    const all = calls()
    const isOfCost = ([, route]: Call): boolean => costReports.some(({ paths }) => paths.rows === route.path)
    const ofBoss = all.filter(one => isList(one) || isOfCost(one) || one[0] === 'POST /OmsOrder/page')
    sighted = await answersTo('boss', ofBoss)
    first = await answersTo('blind', all)
    ofSales = await answersTo('sales', all)
    await setAll(2)
    told = await answersTo('boss', ofBoss)
    changed = await answersTo('blind', all)
    changedOfSales = await answersTo('sales', all)
  }, 240_000)

  test('what they hold is told to who has the right', () => {
    // views of what these tables alone do not make have no row
    const isRefused = (said: string): boolean => said.startsWith('{"code":1003,')
    const shown = [...told].filter(([, said]) => !said.includes('"list":[]') && !isRefused(said)).map(([name]) => name)
    expect(shown).toContain('POST /OmsOrder/page')
    expect(shown).toEqual(expect.arrayContaining(['POST /companyProfit/list', 'POST /AmzFinanceProfit/list']))
    expect(shown.length).toBeGreaterThan(20)
    // a text that is covered is the same whatever it holds: who has the right finds it in each row, who has not in none
    const seenOf = ({ fields }: Resource) => Object.entries(fields).filter(([, { options }]) => options.see !== undefined)
    const covered = new Map<string, readonly string[]>(
      withColumns.flatMap(r => {
        const columns = seenOf(r)
        const isCovered = columns.every(([, { options }]) => options.sensitive === true)
        return isCovered ? [[`POST /${r.type}/list`, columns.map(([name]) => `"${name}":"`)]] : []
      }),
    )
    expect(shown.filter(name => !covered.has(name) && told.get(name) === sighted.get(name))).toEqual([])
    const ofCovered = shown.filter(name => covered.has(name))
    expect(ofCovered.length).toBeGreaterThan(0)
    for (const name of ofCovered) {
      const holds = (said = ''): boolean => covered.get(name)?.every(column => said.includes(column)) === true
      expect([name, holds(told.get(name)), holds(changed.get(name))]).toEqual([name, true, false])
    }
  })

  /** pages of the books, whose right is the right to their figures: what goods cost, and what a month is closed with */
  const ofBooks = [
    'GET /ProductCost/productYearReport',
    'POST /ProductCost/productYearReport',
    'POST /financeMonth/months',
    'POST /financeMonth/check',
  ]
  const differs = (was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): string[] =>
    [...was].filter(([name, said]) => is.get(name) !== said).map(([name]) => name)

  test('and to nobody else', () => {
    const code = (said = ''): string => /^\{"code":(\d+),/u.exec(said)?.[1] ?? ''
    expect([...first].filter(([, said]) => code(said) === '1').map(([name]) => name)).toEqual([])
    expect([...first].filter(([, said]) => code(said) === '0').length).toBeGreaterThan(300)
    expect(differs(first, changed)).toEqual(ofBooks)
  })

  test('nor to who sells in the demo company', () => {
    expect([...ofSales].filter(([, said]) => said.startsWith('{"code":0,')).length).toBeGreaterThan(100)
    expect(differs(ofSales, changedOfSales)).toEqual([])
  })
})
