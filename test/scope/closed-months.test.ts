/**
 * No write changes a closed month. Every table that declares `closes` holds a row of it, made from its declaration behind the triggers. The
 * runtime role tries by SQL, then everybody who may tries by every writing call of the route maps: figures stay as they are, bit by bit.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedFields } from '#platform/server/db/ddl.ts'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { isWrite } from '#platform/server/http/mount.ts'
import { openScopeHouse, type ScopeHouse } from './house.ts'

const [day, month, openDay] = ['2026-01-15', '2026-01', '2026-02-15']
let h: ScopeHouse
let runtime: pg.Client
let orgId = ''
let shopId = ''
let closing: readonly Resource[] = []

beforeAll(async () => {
  h = await openScopeHouse()
  orgId = h.demo.organisationIds[0] ?? ''
  shopId = h.shopsOf(0)[0] ?? ''
  closing = [...h.house.registry.resources.values()].filter(r => r.closes !== undefined)
  // rows are made up: what they would refer to is not there
  const { rows: constraints } = await h.owner.query<{ drop: string }>(
    `select format('alter table %s drop constraint if exists %I', conrelid::regclass, conname) as drop from pg_constraint
      where contype in ('f', 'u', 'p') and conparentid = 0 and conrelid = any($1::text[]::regclass[])`,
    [closing.map(r => r.table)],
  )
  for (const { drop } of constraints) await h.owner.query(`${drop} cascade`)
  for (const r of closing) {
    if (r.byMonth !== undefined) await h.owner.query('select ensure_month($1, $2)', [r.table, day])
    await h.put(r.table, madeUp(r))
  }
  await h.put('finance_month', { org_id: orgId, month: `${month}-01`, state: 1 })
  runtime = new pg.Client(h.appUrl)
  await runtime.connect()
})
afterAll(async () => {
  await runtime?.end()
  await h?.close()
})

/** A value of the field: anything that its column takes. */
function valueOf(name: string, { kind, choices, by, options }: Field): unknown {
  if (name === 'shopId' || name === 'soldShopId') return shopId
  if (kind === 'date' || kind === 'month') return kind === 'month' ? `${month}-01` : day
  if (kind === 'dateTime') return `${day}T00:00:00Z`
  if (choices !== undefined) return Object.values(choices)[0]?.[0] ?? 1
  if (kind === 'reference') return by === undefined ? '1' : 'CNY'
  if (['integer', 'bigInteger', 'decimal', 'money'].includes(kind)) return '1'
  if (kind === 'flag') return false
  if (kind === 'hash') return '00000000-0000-4000-8000-000000000001'
  if (kind === 'json' || kind === 'items') return '{}'
  if (['links', 'files', 'choices', 'texts'].includes(kind)) return '{}'
  return options.max === undefined ? 'x' : 'x'.slice(0, options.max)
}
const madeUp = (r: Resource): Record<string, unknown> => ({
  ...(r.standard === 'organisation' ? { id: '987654', org_id: orgId } : {}),
  ...Object.fromEntries(storedFields(r).map(([name, field]) => [columnOf(name), valueOf(name, field)])),
})

const codeOf = async (statement: string): Promise<string> => {
  try {
    await runtime.query('begin')
    const { rowCount } = await runtime.query(statement)
    return rowCount === 0 ? 'nothing' : 'done'
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error)
  } finally {
    await runtime.query('rollback')
  }
}

describe('by SQL, as the runtime role', () => {
  test('many tables are locked, among them lines, costs, layers, allocations, matches, rates and the checklist', () => {
    expect(closing.map(r => r.table)).toEqual(
      expect.arrayContaining([
        'amazon_settlement_line',
        'amazon_transaction_line',
        'amazon_summary_line',
        'market_line',
        'finance_cost_line',
        'stock_take',
        'stock_value',
        'cost_receipt',
        'cost_allocation',
        'cost_allocation_share',
        'bank_match',
        'currency_rate',
        'finance_correction',
        'finance_summary',
        'finance_accrual',
        'final_leg_fee',
        'first_leg_fee',
        'finance_close_item',
      ]),
    )
  })

  test('nothing is added to a closed month, changed, moved or deleted; remarks and open months are free', async () => {
    const told: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const r of closing) {
      const on = columnOf(r.closes?.on ?? '')
      const isMonth = r.fields[r.closes?.on ?? '']?.kind === 'month'
      const free = (r.closes?.but ?? []).find(name => ['text', 'longText'].includes(r.fields[name]?.kind ?? ''))
      const kept = storedFields(r).find(
        ([name, field]) => ['money', 'decimal'].includes(field.kind) && r.closes?.but?.includes(name as never) !== true,
      )
      told[r.table] = {
        add: await codeOf(`insert into ${r.table} select * from ${r.table}`),
        remove: await codeOf(`delete from ${r.table}`),
        // a day of the key of a table by months moves the row to another partition: other rows than those that were asked about
        move: await codeOf(`update ${r.table} set ${on} = '${isMonth ? '2026-02-01' : openDay}'`),
        change: kept === undefined ? 'none' : await codeOf(`update ${r.table} set ${columnOf(kept[0])} = ${columnOf(kept[0])} + 1`),
        remark: free === undefined ? 'none' : await codeOf(`update ${r.table} set ${columnOf(free)} = 'y'`),
      }
      const refused = 'CM001'
      expected[r.table] = {
        add: refused,
        remove: refused,
        move: refused,
        change: kept === undefined ? 'none' : refused,
        remark: free === undefined ? 'none' : 'done',
      }
    }
    expect(told).toEqual(expected)
    expect(await codeOf(`delete from currency_rate where month > '${month}-01'`)).toBe('done')
  })

  test('a month of a table by months is not written by itself, past the lock of the whole', async () => {
    expect(await codeOf('delete from amazon_settlement_line_202601')).toBe('42501')
  })
})

/** Of each table: its rows of the closed month, as far as figures follow from them. */
async function closedRows(): Promise<Record<string, unknown>> {
  const parts = closing.map(r => {
    const kept = [...new Set([...primaryOf(r), ...storedFields(r).map(([name]) => name)])]
      .filter(name => r.closes?.but?.includes(name as never) !== true)
      .map(columnOf)
    const on = columnOf(r.closes?.on ?? '')
    return `select '${r.table}' as t, (select jsonb_agg(x order by x::text) from (select ${kept.join(', ')} from ${r.table}
      where ${on} between '2026-01-01' and '2026-01-31') x) as rows`
  })
  const rows = await h.rows<{ t: string; rows: unknown }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(one => [one.t, one.rows]))
}

/** Calls that close and open months themselves, or end the session that asks. */
const others = new Set(['/financeMonth/reopen', '/auth/user/logout'])
const areasOfMoney = new Set(['finance', 'reference', 'sales'])

test('by every writing call of the route maps: the rows of the closed month are what they were', async () => {
  const before = await closedRows()
  const routes = h.house.registry.routes.filter(
    (route: BoundRoute) => isWrite(route) && route.verb !== 'import' && !others.has(route.path) && areasOfMoney.has(route.area),
  )
  const headers = { authorization: `Bearer ${await h.token('admin')}` }
  let refused = 0
  const changed: string[] = []
  for (const route of routes) {
    const r = route.resource
    const fields = r === undefined ? {} : Object.fromEntries(storedFields(r).map(([name, field]) => [name, valueOf(name, field)]))
    const whole = {
      ...fields,
      id: '987654',
      ids: ['987654'],
      version: 1,
      shopId,
      shopIds: [shopId],
      month,
      year: '2026',
      state: 1,
      audit: 1,
    }
    const period = { startDate: '2026-01-01', endDate: '2026-01-31', reason: '试', remark: '试' }
    const properties = (route.input as { properties?: object } | undefined)?.properties
    const body = Object.fromEntries(
      Object.entries({ ...whole, ...period }).filter(([name]) => properties === undefined || name in properties || r !== undefined),
    )
    const answer = await h.app.inject({
      method: route.method,
      url: `/api-2024${route.path.replace(/\{[^}]+\}/g, '987654')}`,
      headers,
      ...(route.method === 'GET' ? { query: { id: '987654' } } : { payload: body }),
    })
    expect(answer.statusCode, `${route.path} ${answer.body}`).toBeLessThan(500)
    if (answer.body.includes('已结账')) refused += 1
  }
  const after = await closedRows()
  for (const r of closing) if (JSON.stringify(after[r.table]) !== JSON.stringify(before[r.table])) changed.push(r.table)
  expect(changed).toEqual([])
  expect(routes.length).toBeGreaterThan(150)
  expect(refused).toBeGreaterThan(10)
}, 120_000)
