/**
 * No write changes a closed month. Every table that declares `closes` holds a row of it, made from its declaration behind the triggers. The
 * runtime role tries by SQL, then everybody who may tries by every writing call of the route maps: figures stay as they are, bit by bit.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedFields } from '#platform/server/db/ddl.ts'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { isWrite } from '#platform/server/http/mount.ts'
import { closedRows, closingOf } from '../setup/closed-rows.ts'
import { openScopeHouse, type ScopeHouse } from './house.ts'
import { rowOf } from './make-row.ts'

const [day, month, openDay] = ['2026-01-15', '2026-01', '2026-02-15']
let h: ScopeHouse
let runtime: pg.Client
let orgId = ''
let shopId = ''
let closing: readonly Resource[] = []
/** a record of each table that closing ones refer to */
const known = new Map<string, string>()

beforeAll(async () => {
  h = await openScopeHouse()
  orgId = h.demo.organisationIds[0] ?? ''
  shopId = h.shopsOf(0)[0] ?? ''
  closing = closingOf(h.house.registry)
  for (const target of new Set(closing.flatMap(r => storedFields(r).flatMap(([, field]) => field.to ?? [])))) {
    const of = h.house.registry.resources.get(target)
    if (of !== undefined && of.standard === 'organisation') known.set(target, await rowOf(h, h.house.registry, of, orgId))
  }
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
  // of receipts: by the order's price, so that an invoice may be entered
  if (name === 'basis') return 2
  // accepted, rejected and conceded are the lot
  if (name === 'lotQty') return '3'
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
  ...postedState(r),
})
/** A document that posts stands in the state that it was posted into. */
function postedState({ posts, states, fields }: Resource): Record<string, unknown> {
  const to = states?.steps[posts?.step ?? '']?.to
  return states === undefined || to === undefined ? {} : { [columnOf(states.field)]: fields[states.field]?.choices?.[to]?.[0] }
}

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
        ([name, field]) =>
          ['money', 'decimal'].includes(field.kind) &&
          r.closes?.but?.includes(name as never) !== true &&
          // what must add up can't be changed by itself
          !(r.checks ?? []).some(check => check.includes(' + ') && check.includes(columnOf(name))),
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

const before = () => closedRows(closing, '2026-01-31', statement => h.rows(statement))

/** Calls that close and open months themselves, end the session that asks, or bring files (test/imports/templates.test.ts). */
const others = new Set(['/financeMonth/reopen', '/auth/user/logout'])
/** What a call says when a field of the body is none of its form. */
const notOfForm = '不能填写的字段'

interface Answer {
  readonly status: number
  readonly body: string
}
/** Asks with whatever the call could take; fields that its form has not are left out the second time. */
async function ask(route: BoundRoute, token: string, body: Readonly<Record<string, unknown>>): Promise<Answer> {
  const send = async (payload: object): Promise<Answer> => {
    const answer = await h.app.inject({
      method: route.method,
      url: `/api-2024${route.path.replace(/\{[^}]+\}/g, '987654')}`,
      headers: { authorization: `Bearer ${token}` },
      ...(route.method === 'GET' ? { query: { id: '987654' } } : { payload }),
    })
    return { status: answer.statusCode, body: answer.body }
  }
  const first = await send(body)
  if (!first.body.includes(notOfForm)) return first
  const { data } = JSON.parse(first.body) as { data: { errors: readonly { field: string; message: string }[] } }
  const none = new Set(data.errors.filter(one => one.message.startsWith(notOfForm)).map(one => one.field))
  return send(Object.fromEntries(Object.entries(body).filter(([name]) => !none.has(name))))
}

/** The form of a closed row: other amounts than it has, and records that are there. */
function formOf(r: Resource | undefined): Record<string, unknown> {
  if (r === undefined) return {}
  return Object.fromEntries(
    storedFields(r).map(([name, field]) => {
      if (field.kind === 'reference' && field.by === undefined) return [name, known.get(field.to ?? '') ?? '1']
      if (field.kind === 'month') return [name, month]
      if (['links', 'files', 'choices', 'texts'].includes(field.kind))
        return [name, field.kind === 'links' ? [known.get(field.to ?? '') ?? '1'] : []]
      return [name, ['money', 'decimal'].includes(field.kind) ? '2' : valueOf(name, field)]
    }),
  )
}

/**
 * Calls of closing tables that may answer otherwise: those that read, audit, or leave closed months out by themselves; what came later
 * counts from the first open day; facts of shops are found by more than a number; a step is not open in the state of the row; a
 * document that posts is kept by its state, a new one is not posted yet. The rows themselves are compared for all of them.
 */
const mayAnswer = ({ path, verb, resource }: BoundRoute, said: string): boolean =>
  /\/(batchAudit|generate|calc|syncData|sync|preview|undo|made|orderItemList|refundList)$/.test(path) ||
  /^\/FinanceCost(Addition|Invoice)\/insert$/.test(path) ||
  (verb === 'update' && resource?.standard !== 'organisation') ||
  resource?.posts !== undefined ||
  /当前为“.+”，不能/.test(said)

test('by every writing call of the route maps: the rows of the closed month are what they were', async () => {
  // statements may group by a record
  for (const r of closing) if (r.standard === 'organisation') await h.owner.query(`alter table ${r.table} add primary key (id)`)
  const was = await before()
  const routes = h.house.registry.routes.filter(route => isWrite(route) && route.verb !== 'import' && !others.has(route.path))
  const token = await h.token('admin')
  const passed: string[] = []
  let refused = 0
  for (const route of routes) {
    const r = route.resource
    const form = formOf(r)
    const [changed] = storedFields(r ?? ({ fields: {} } as never)).filter(([, field]) => ['money', 'decimal'].includes(field.kind))
    const properties = (route.input as { properties?: object } | undefined)?.properties
    const body = {
      ...form,
      id: '987654',
      ids: route.verb === 'batchUpdate' ? [{ id: '987654', version: 1 }] : ['987654'],
      version: 1,
      shopId,
      shopIds: [shopId],
      month,
      ...(['add', 'update'].includes(route.verb ?? '') ? form : {}),
      year: '2026',
      state: 1,
      audit: 1,
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      reason: '试',
      remark: '试',
      ...(changed === undefined ? {} : { changes: { [changed[0]]: '3' } }),
    }
    const given = Object.entries(body).filter(([name]) => properties === undefined || name in properties || r !== undefined)
    const answer = await ask(route, token, Object.fromEntries(given))
    expect(answer.status, `${route.path} ${answer.body}`).toBeLessThan(500)
    // an action takes a month as its form writes it
    expect(answer.body, route.path).not.toContain('月份格式应为')
    if (answer.body.includes('已结账')) refused += 1
    else if (r !== undefined && closing.includes(r) && !mayAnswer(route, answer.body))
      passed.push(`${route.path} ${answer.body.slice(0, 200)}`)
  }
  expect(await before()).toEqual(was)
  expect(passed).toEqual([])
  expect(routes.length).toBeGreaterThan(500)
  expect(refused).toBeGreaterThan(40)
}, 240_000)
