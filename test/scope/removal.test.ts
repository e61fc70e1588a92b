/**
 * What a person has just made by a form, he can delete: for every list with `remove`, by the real calls. A record is made with what its
 * form demands, then one with everything that it asks for; each is deleted, and nothing of it is seen afterwards.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { defined } from '#platform/server/base/defined.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { openScopeHouse, type ScopeHouse } from './house.ts'
import { makeRow, rowOf } from './make-row.ts'

let h: ScopeHouse
let orgId = ''
beforeAll(async () => {
  h = await openScopeHouse()
  orgId = h.demo.organisationIds[0] ?? ''
  const make = (table: string, given: Values): Promise<string> =>
    makeRow(h, h.house.registry, defined(h.house.registry.resources.get(table), table), orgId, given)
  // whoever writes no invoices has none
  await h.rows('update supplier set billing = 2 where org_id = $1', [orgId])
  await make('performance_year', { year: 2026 })
  await make('cost_receipt', { document_no: 'R-1', line_no: 1, basis: 2 })
  await make('notice_kind', { code: 'workOrder.new' })
  const [shop] = await h.rows<{ id: string }>('select id::text as id from shop where org_id = $1 order by id limit 1', [orgId])
  await make('shipping_order', { no: 'TO-FBA', target: 1, shop_id: shop?.id })
  await make('certificate', {})
  await make('stock_place', { name: '甲' })
  await make('stock_place', { name: '乙' })
  await make('product_supply', { product_id: await make('product', { sku: 'BATCHED', name: '面霜' }), tracking: 1 })
})
afterAll(() => h.close())

type Values = Readonly<Record<string, unknown>>

/** Lists that no form fills: sheets, searches and flows make their records. */
const withoutForm: Readonly<Record<string, string>> = {
  yx_sales_profit: 'from sheets',
  yx_sales_site: 'from sheets',
  yx_sale_income: 'from sheets',
  yx_sale_monthly_qty: 'from sheets',
  yx_sale_monthly_stat: 'from sheets',
  finance_jxh_profit: 'from sheets',
  measure_alert: 'kept with its card',
  work_catalog_employee: 'several at once, by save',
  generated_sql: 'kept from its page',
  workflow_setting: 'drawn on its canvas',
  document_version: 'by its upload',
}

/** What a rule of the list asks for beyond the kinds of its fields; a text that begins with select is asked of the database. */
const stretch: Values = { toAt: '2026-04-01T18:00:00+08:00' }
const words: Readonly<Record<string, Values>> = {
  // whoever makes a folder keeps it
  folder: { name: '自己的目录', parentId: null },
  document: { folderId: "select id::text from folder where org_id = $1 and name = '资料'" },
  work_hours: { startAt: '09:00', breakAt: '12:00', resumeAt: '13:00', endAt: '18:00' },
  bank_statement: { outgo: null },
  bank_layout: { amountHead: 'Amount', incomeHead: null, outgoHead: null },
  shop_profit_item: { kind: 2, amount: '1', pay: '0' },
  cost_addition: { amount: '1' },
  cost_invoice: { amount: '1', receiptNo: 'R-1', receiptLine: 1 },
  stock_movement: {
    fromPlaceId: 'select min(id)::text from stock_place',
    toPlaceId: 'select max(id)::text from stock_place',
    shopId: null,
    sellerSku: '',
  },
  bank_rule: { source: null, item: 1 },
  market_visit: { day: '2026-03-01', shopId: "select id::text from shop where org_id = $1 and marketplace_code ~* 'walmart|ebay' limit 1" },
  offline_order: { shopId: null },
  performance_year: { netSalesWeight: '100', profitWeight: '0', settledUnitsWeight: '0' },
  performance: { month: '2026-04' },
  performance_group_amount: { month: '2026-04' },
  country: { code: 'ZZ' },
  country_own: { name: '别名' },
  currency: { code: 'ZZZ' },
  currency_own: { name: '别名' },
  marketplace: { zone: 'Asia/Shanghai' },
  marketplace_own: { name: '别名' },
  shop: {
    marketplaceCode: 'select code from marketplace order by id limit 1',
    countryCode: 'select country_code from marketplace order by id limit 1',
  },
  project_task: { parentId: null, predecessorIds: [], startWithIds: [] },
  help_synonym: { words: ['甲', '乙'] },
  cultural_level: { minPoint: 0 },
  culture_book: { isbn: '9780306406157' },
  approval_stand_in: { standInId: 'select id::text from employee where org_id = $1 order by id offset 1 limit 1' },
  goods_location: { parentId: null, warehouseId: 'select min(id)::text from warehouse where org_id = $1' },
  goods_barcode: { labelId: null },
  goods_transfer: { toWarehouseId: 'select max(id)::text from warehouse where org_id = $1' },
  goods_count: { zoneId: null },
  webhook_endpoint: { address: 'https://93.184.216.34/told', events: 'shop.changed' },
  goods_convert: { toId: null },
  fba_shipment: { confirmationId: 'FBA15XK2L9QD', orderId: "select id::text from shipping_order where no = 'TO-FBA'" },
  goods_batch: { productId: 'select product_id::text from product_supply where org_id = $1 and tracking = 1 order by id limit 1' },
  inspection_plan: { productId: null },
  inspection: { stage: 4, planId: null, labelId: null, batchId: null, toId: null },
  nonconformity: { labelId: null, batchId: null },
  payment_terms: { onOrder: '30', beforeDelivery: '70', onReceipt: '0', onStatement: '0' },
  hr_workplace: { zone: 'Asia/Shanghai' },
  hr_roster: { no: "select 'R' || count(*)::text from employee where org_id = $1", idNo: null, managerNo: null, stage: 3 },
  hr_file_change: { idNo: null },
  hr_task_template: { ownerBy: 1 },
  hr_letter: { employeeId: null },
  hr_letter_template: { body: '{name}' },
  hr_contract_sheet: {
    kind: 1,
    validFrom: "select (date '1990-01-01' + 400 * count(*)::int)::text from labour_contract where org_id = $1",
    validTo: "select (date '1990-12-01' + 400 * count(*)::int)::text from labour_contract where org_id = $1",
    probationTo: null,
  },
  hr_file: {
    idNo: '11010519491231002X',
    employeeId: 'select id::text from employee where org_id = $1 and id not in (select employee_id from hr_file) limit 1',
  },
  employee: { birthday: '1990-05-06' },
  attendance_shift: { spans: '09:00-18:00', mealBreaks: '12:00-13:00' },
  attendance_rule: { turnsAt: '04:00' },
  supplement: { at: '2026-01-05T08:00:00+08:00' },
  leave_rule: { region: "select 'R' || count(*)::text from leave_rule where org_id = $1" },
  leave_request: stretch,
  outing: stretch,
  trip: stretch,
  overtime_order: stretch,
  rd_deliverable: { sampleId: null, testId: null, checkId: null },
  labour_contract: { validFrom: '2020-01-01', validTo: '2021-12-31', probationTo: '2020-02-29' },
  // a certificate or a contract, one of them
  borrow_request: { certificateId: 'select id::text from certificate where org_id = $1 limit 1', contractId: null },
  // of eBay alone
  marketplace_app: { signingKey: null, signingName: null, signingEndsOn: null },
  notice_channel: { address: 'https://93.184.216.34/hook' },
  notice_template: { code: 'workOrder.new' },
}

/** what a record that is not there is answered with */
const unknown = 1004

interface Said {
  readonly code: number
  readonly msg: string
  readonly data: ReturnType<typeof JSON.parse>
}
async function send({ method, path }: Pick<BoundRoute, 'method' | 'path'>, body: Values): Promise<Said> {
  const answer = await h.app.inject({
    method,
    url: `/api-2024${path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(String(body['id'])))}`,
    headers: { authorization: `Bearer ${await h.token('admin')}` },
    ...(method === 'GET' ? {} : { payload: body }),
  })
  return answer.json<Said>()
}

/** A value that the kind of the field takes, in the form's own writing. */
async function valueOf(name: string, { kind, to, by, choices, options }: Field): Promise<unknown> {
  if (to !== undefined) {
    const target = defined(h.house.registry.resources.get(to), to)
    const among = Object.entries({ ...options.targetWhere, ...options.choosableWhere }).map(
      ([column, value]) => [columnOf(column), value] as const,
    )
    const id = among.length === 0 ? await rowOf(h, h.house.registry, target, orgId) : await amongOf(target, Object.fromEntries(among))
    if (kind === 'links') return [id]
    if (by === undefined) return id
    const [row] = await h.rows<{ key: string }>(`select ${columnOf(by)} as key from ${to} where id = $1`, [id])
    return row?.key
  }
  const first = Object.values(choices ?? {})[0]?.[0]
  switch (kind) {
    case 'choice':
      return first
    case 'choices':
      return [first]
    case 'flag':
      return false
    case 'integer':
    case 'bigInteger':
      return Math.max(1, options.min ?? 1)
    case 'decimal':
    case 'money':
      return String(Math.max(1, options.min ?? 1))
    case 'date':
      return '2026-04-01'
    case 'month':
      return '2026-04'
    case 'dateTime':
      return '2026-04-01T08:00:00+08:00'
    case 'files':
    case 'texts':
      return []
    case 'items':
    case 'json':
      return {}
    default:
      return name.slice(0, options.max ?? 50)
  }
}

async function amongOf(r: Resource, given: Values): Promise<string> {
  const columns = Object.keys(given)
  const [row] = await h.rows<{ id: string }>(
    `select id from ${r.table} where org_id = $1 and ${columns.map((name, i) => `${name} = $${i + 2}`).join(' and ')} limit 1`,
    [orgId, ...Object.values(given)],
  )
  return row?.id ?? makeRow(h, h.house.registry, r, orgId, given)
}

async function formOf(r: Resource, isWhole: boolean): Promise<Values> {
  const given: Record<string, unknown> = { ...words[r.table] }
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && value.startsWith('select '))
      given[name] = Object.values((await h.rows<Record<string, unknown>>(value, value.includes('$1') ? [orgId] : []))[0] ?? {})[0]
  const body: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(r.fields)) {
    const { computed, hidden, optional } = field.options
    if (computed === true || hidden === true || field.kind === 'lines' || name in given) continue
    if (isWhole || (optional !== true && field.options.default === undefined)) body[name] = await valueOf(name, field)
  }
  return { ...body, ...given }
}

interface Tried {
  readonly faults: Record<string, string>
  readonly deleted: Set<string>
}
/** Makes one by the form and deletes it; undefined: it went, and is not found any more. */
async function fault(route: BoundRoute, add: BoundRoute, body: Values): Promise<string | undefined> {
  const made = await send(add, body)
  if (made.code !== 0) return `not made: ${made.msg} ${JSON.stringify(made.data)}`
  const { id } = made.data as { id: string }
  const gone = await send(route, { id })
  if (gone.code !== 0) return `not deleted: ${gone.msg}`
  return (await send(route, { id })).code === unknown ? undefined : 'still there'
}

test('what was just made by the form is deleted', async () => {
  const { routes } = h.house.registry
  const { faults, deleted }: Tried = { faults: {}, deleted: new Set() }
  const folder = routes.find(one => one.verb === 'add' && one.resource?.table === 'folder')
  expect((await send(defined(folder, 'folders are made'), { name: '资料' })).code).toBe(0)
  for (const route of routes.filter(one => one.verb === 'remove')) {
    const r = defined(route.resource, route.path)
    const add = routes.find(one => one.verb === 'add' && one.resource?.table === r.table)
    if ((add === undefined) !== (withoutForm[r.table] !== undefined)) faults[route.path] = 'the list of those without a form is not true'
    if (add === undefined) continue
    for (const isWhole of [false, true]) {
      const said = await fault(route, add, await formOf(r, isWhole))
      if (said !== undefined) faults[`${route.path} with ${isWhole ? 'everything' : 'what is demanded'}`] = said
      else deleted.add(route.path)
    }
  }
  expect(faults).toEqual({})
  expect(deleted.size).toBeGreaterThan(100)
})
