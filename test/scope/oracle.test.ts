/**
 * The oracle (its role goes with the test server): row policies made from the same scopes. One list of each shape (all with `npm
 * test -- --all`), each total, export and report is asked through the door and, without it, under the policies: the answers must be equal.
 */
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { RowsOrCopy } from '#platform/server/db/copy-out.ts'
import type { Database } from '#platform/server/contract/database.ts'
import { connectionSettings } from '#platform/server/db/pools.ts'
import { runtimeRole } from '#platform/server/db/roles.ts'
import { policyOf, settingsOf } from '../setup/scope-policy.ts'
import { Door } from '#platform/server/db/door.ts'
import type { Granted } from '#platform/server/db/scope-predicate.ts'
import { Refusal } from '#platform/server/calls/refusal.ts'
import { exportOfList } from '#platform/server/exports/export.ts'
import { optionsOf } from '#platform/server/lists/labels.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { readLines } from '#platform/server/reports/answer/lines.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { amazonProfit } from '#areas/finance/profit/report/profit.ts'
import { oneOfEachShape, piecesOf } from '../setup/shapes.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const people: readonly (readonly [Who, 0 | 1])[] = [
  ['sales', 0],
  ['wide', 0],
  ['finance', 0],
  ['boss', 0],
  ['boss', 1],
  ['stranger', 1],
]
const registry = registryOf(withHouseAreas(areas))
const role = `oracle_${randomBytes(4).toString('hex')}`
let h: ScopeHouse
const pools: pg.Pool[] = []

beforeAll(async () => {
  h = await openScopeHouse()
  await h.rows(`create role ${role} login password 'oracle'`)
  await h.rows(`grant select on all tables in schema public to ${role}`)
  // a view holds nothing of its own: its tables have their policies
  const resources = new Map([...h.house.registry.resources].filter(([, r]) => r.isView !== true))
  // views of the owner, who is under no policy: members and parents are read as they are stored
  await h.rows('create schema oracle_rows')
  await h.owner.query([...resources.keys()].map(t => `create view oracle_rows.${t} as select * from public.${t}`).join(';\n'))
  await h.rows(`grant usage on schema oracle_rows to ${role}`)
  await h.rows(`grant select on all tables in schema oracle_rows to ${role}`)
  const needs = { resources, rowsOf: (table: string) => `oracle_rows.${table}` }
  const policies = [...resources.values()].flatMap(r => [
    `alter table ${r.table} enable row level security`,
    `create policy oracle on ${r.table} for select to ${role} using (${policyOf(r, needs)})`,
    `create policy program on ${r.table} to ${runtimeRole} using (true) with check (true)`,
  ])
  await h.owner.query(policies.join(';\n'))
})
afterAll(async () => {
  await Promise.all(pools.map(p => p.end()))
  await h.close()
})

/** The same person without the door, under the policies. All shops of the house stand in his caller: the policies alone keep them away. */
async function bothWays(who: Who, organisation: 0 | 1): Promise<{ door: Context; oracle: Context }> {
  const door = await h.as(who, organisation)
  const { caller } = door
  const granted: Granted = {
    organisation: caller.orgId,
    organisations: caller.orgIds,
    shops: caller.shops,
    employees: caller.employees,
    ...(caller.objects ? { objects: caller.objects } : {}),
    ...(caller.wider ? { wider: caller.wider } : {}),
    audience: caller.audience,
    account: caller.accountId,
    employee: caller.employeeId,
    server: false,
  }
  const url = Object.assign(new URL(h.appUrl), { username: role, password: 'oracle' }).href
  const settings = connectionSettings(url, 'oracle')
  const scope = Object.entries(settingsOf(granted))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const pool = new pg.Pool({ ...settings, max: 3, options: `${settings.options} ${scope}` })
  pools.push(pool)
  // a door that adds no scope still reads views and what is computed
  const plain = new Door(registry.resources, { ...granted, server: true }, false)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: RowsOrCopy }), plugins: [plain] })
  return { door, oracle: { ...door, db, snapshot: rows => rows(db), caller: { ...caller, shops: h.demo.shops.map(s => s.id) } } }
}

/** An answer, or the code and words of its refusal. */
const told = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().catch((error: unknown) => {
    if (error instanceof Refusal) return { code: error.code, msg: error.message }
    throw error
  })

const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
/** Named by whoever sees a record that may hold it, whatever he was granted: areas/goods/documents/documents.test.ts says to whom. */
const namedWide = new Set(
  [...registry.resources.values()].flatMap(r =>
    Object.values(r.fields).flatMap(({ to, options }) => (to === undefined || options.ofOrganisation === undefined ? [] : [to])),
  ),
)
const isNamedWide = (r: Resource): boolean => namedWide.has(r.table)
const open = [...registry.types.values()].filter(r => r.scope.all !== null)
const listed = oneOfEachShape(open, piecesOf)

describe.each(people)('%s in organisation %i', (who, organisation) => {
  test('lists, totals and pages', async () => {
    const { door, oracle } = await bothWays(who, organisation)
    for (const r of listed) {
      const bound = r.bound ? period : {}
      for (const query of [bound, { ...bound, pageSize: 2 }, { ...bound, pageSize: 2, pageNum: 2 }]) {
        const [expected, found] = [await told(() => listOf(oracle, r, query)), await told(() => listOf(door, r, query))]
        expect(found, r.table).toEqual(expected)
      }
      if (r.kind !== 'shop' && r.isView !== true && !isNamedWide(r))
        expect(await optionsOf(door, r, {}), r.table).toEqual(await optionsOf(oracle, r, {}))
    }
  })

  test('exports', async () => {
    const { door, oracle } = await bothWays(who, organisation)
    const sheet = async (context: Context, r: (typeof listed)[number]): Promise<unknown> =>
      told(async () => {
        const { blob } = await exportOfList(context, r, { headers: [], fields: [], query: r.bound ? period : {} })
        return (await readXlsx(await buffer(blob))).sheets[0]?.rows
      })
    // one person whose scope is mixed and one of the other organisation export everything but the trail, to which each export adds a line;
    // for the rest the lists with scopes of their own will do
    const isWhole = who === 'wide' || who === 'stranger'
    for (const r of listed.filter(
      l => (isWhole && l.table !== 'audit_entry') || l.kind === 'shop' || ['shop', 'sku_map', 'import_run', 'employee'].includes(l.table),
    ))
      expect(await sheet(door, r), r.table).toEqual(await sheet(oracle, r))
  })

  test('searches: by every field that is searched, and by keyword in every select', async () => {
    const { door, oracle } = await bothWays(who, organisation)
    let found = 0
    for (const r of listed) {
      const searched = Object.entries(r.fields).filter(([, f]) => f.options.filter === 'contains' && !f.options.hidden)
      for (const [field] of searched) {
        for (const value of ['a', '云']) {
          const query = { ...(r.bound ? period : {}), conditionList: [{ field, condition: 'LIKE', value } as const] }
          const [expected, answer] = [await told(() => listOf(oracle, r, query)), await told(() => listOf(door, r, query))]
          expect(answer, `${r.table}.${field}`).toEqual(expected)
          found += (answer as { total?: number }).total ?? 0
        }
      }
      if (r.kind !== 'shop' && r.isView !== true && !isNamedWide(r))
        expect(await optionsOf(door, r, { keyword: 'a' }), r.table).toEqual(await optionsOf(oracle, r, { keyword: 'a' }))
    }
    expect(found).toBeGreaterThan(0)
  })

  test('reports and the lines behind them', async () => {
    const { door, oracle } = await bothWays(who, organisation)
    for (const by of [['shop'], ['shop', 'sku', 'month'], ['marketplace'], ['brand', 'product'], ['month', 'day'], []]) {
      for (const currency of ['shop', 'CNY'] as const) {
        const query = { by, ...period, currency }
        expect(await told(() => readReport(door, amazonProfit, query)), by.join()).toEqual(
          await told(() => readReport(oracle, amazonProfit, query)),
        )
      }
    }
    for (const measure of ['ledger', 'unmapped', 'units', 'productCost']) {
      const query = { measure, where: {}, ...period, pageSize: 500 }
      expect(await told(() => readLines(door, amazonProfit, query as never)), measure).toEqual(
        await told(() => readLines(oracle, amazonProfit, query as never)),
      )
    }
  })
})

/** What the scope means, by hand: person x table -> shops or rows he must see. */
test.each<[Who, 0 | 1, string, string, readonly string[]]>([
  ['sales', 0, 'shop', 'id', ['1', '3']],
  ['sales', 0, 'amazon_transaction_line', 'shop_id', ['1', '3']],
  ['sales', 0, 'amazon_settlement', 'shop_id', ['1', '3']],
  ['sales', 0, 'import_run', 'shop_id', ['1', '3']],
  ['sales', 0, 'sku_map', 'shop_id', ['1', '3']],
  ['wide', 0, 'shop', 'id', ['1', '3']],
  ['wide', 0, 'sku_map', 'shop_id', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ['wide', 0, 'warehouse', 'name', []],
  ['finance', 0, 'warehouse', 'name', ['FBA 美国', '杭州总仓', '洛杉矶海外仓']],
  ['sales', 0, 'task', 'id', []],
  ['finance', 0, 'shop', 'id', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ['finance', 0, 'amazon_settlement_line', 'shop_id', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ['finance', 0, 'task', 'id', []],
  [
    'boss',
    0,
    'task',
    'title',
    [
      '云帆 eBay 美国',
      '云帆 eBay 英国',
      '云帆加拿大站',
      '云帆德国站',
      '云帆日本站',
      '云帆法国站',
      '云帆沃尔玛',
      '云帆美国站',
      '云帆英国站',
      '云帆速卖通',
    ].map(n => `导入 ${n}`),
  ],
  ['boss', 1, 'task', 'title', ['导入 启明意大利站', '导入 启明美国站']],
  ['boss', 1, 'import_run', 'shop_id', ['11', '12']],
  ['stranger', 1, 'amazon_transaction_line', 'shop_id', ['11', '12']],
  ['stranger', 1, 'organisation', 'short_name', ['启明']],
  ['boss', 0, 'organisation', 'short_name', ['云帆', '启明']],
  ['finance', 0, 'employee', 'dept_count', ['32']],
  ['stranger', 1, 'employee', 'dept_count', ['8']],
])('%s in organisation %i sees of %s the %s: %s', async (who, organisation, table, column, expected) => {
  const { db } = await h.as(who, organisation)
  const rows = (await db
    .selectFrom(table as 'shop')
    .selectAll()
    .execute()) as unknown as Record<string, unknown>[]
  const found = column === 'dept_count' ? [String(rows.length)] : [...new Set(rows.map(r => String(r[column])))]
  expect(found.sort()).toEqual([...expected].sort())
})
