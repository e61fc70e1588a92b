/** For tests of all reports: books whose every table of facts holds random rows, refreshed, with files that tell of some days. */
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Field } from '#platform/declare/fields.ts'
import { rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { shopOwner } from '#platform/declare/rollup.ts'
import { add, negate } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { taskStates } from '#platform/server/db/house-tables.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { openBooks, run, type Books } from './finance-books.ts'
import { rates, type Row } from './plain-report.ts'
import { probeArea } from './report-probes.ts'
import { yearStart } from './report-times.ts'

export const months = ['2025-12', '2026-01', '2026-02']
export const period = { startDate: '2025-12-01', endDate: '2026-02-28' }
/** 1 and 2 of Amazon, 4 and 5 of Walmart */
export const shops = ['1', '2', '4', '5']
export const warehouses = ['1', '2', '3']
export const ownersOf = (owner: string): readonly string[] => (owner === shopOwner ? shops : warehouses)

let state = 20261122
export function below(n: number): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) % n
}
export const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T

/** The books of these reports. */
export async function randomBooks(reports: readonly Report[]): Promise<Books> {
  const b = await openBooks(months, [probeArea])
  for (const id of warehouses) await b.put('warehouse', { id, org_id: 1, code: `W${id}`, name: `仓${id}` })
  await b.put('marketplace', { code: 'walmart.com', name: 'walmart.com', platform: 3, currency: 'USD', zone: 'UTC' })
  for (const [id, name] of [
    [4, '沃店'],
    [5, '沃店二'],
  ])
    await b.put('shop', { id, org_id: 1, name, account_name: name, marketplace_code: 'walmart.com', currency: 'USD' })
  await b.put('department', { id: 1, org_id: 1, name: '销售部' })
  for (const id of [1, 2]) await b.put('employee', { id, org_id: 1, no: `E${id}`, name: `业务员${id}`, dept_id: 1 })
  for (const [shop_id, seller_sku, employee_id, valid_from, valid_to] of [
    [4, 'S1', 1, '2026-01-01', '2026-01-31'],
    [4, 'S1', 2, '2026-02-01', null],
    [1, 'S2', 2, '2025-12-01', null],
  ])
    await b.put('sku_owner', { org_id: 1, shop_id, seller_sku, employee_id, dept_id: 1, valid_from, valid_to })
  for (const [shop_id, sku, item_id] of [
    [1, 'S1', 'B01'],
    [4, 'S1', '77'],
    [4, 'S2', '77'],
  ])
    await b.put('sku_listing', { shop_id, sku, item_id, title: '灯', seen_on: '2026-02-01' })
  await run(b, `update organisation set year_start = ${yearStart}`)
  await b.put('dictionary', { id: 1, org_id: 1, code: 126, name: '变更原因' })
  for (const id of [1, 2]) await b.put('dictionary_item', { id, org_id: 1, dictionary_id: 1, value: `${id}`, label: `原因${id}` })
  await b.put('product_category', { id: 1, org_id: 1, name: '家居' })
  await b.put('product_category', { id: 2, org_id: 1, name: '灯', parent_id: 1 })
  for (const id of [1, 2])
    await b.put('rd_project', {
      id,
      org_id: 1,
      no: `YF${id}`,
      business_on: '2026-01-01',
      name: `项目${id}`,
      manager_id: 1,
      category_id: 1,
    })
  await run(b, 'update product set category_id = 2 where id = 1')
  for (const shop_id of [4, 5])
    for (const [seller_sku, product_id] of [
      ['S1', 1],
      ['S2', 1],
      ['S3', 2],
    ] as const)
      await b.put('sku_map', { org_id: 1, shop_id, seller_sku, product_id })
  for (const month of months)
    for (const [currency, rate] of Object.entries(rates))
      if (currency !== 'CNY') await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  const rollups = [...new Set(reports.flatMap(rollupsOfReport))]
  const facts = new Map(
    rollups.flatMap(of => of.from).flatMap(s => [s.fact, ...(s.counted ? [s.counted.by] : [])].map(f => [f.table, f] as const)),
  )
  if (facts.has('goods_move')) {
    for (const id of [1, 2]) await b.put('goods_location', { id, org_id: 1, code: `L${id}`, kind: 1 })
    await b.put('goods_posting', {
      id: 1,
      org_id: 1,
      key: 'K',
      doc_type: 'x',
      doc_id: 'x',
      booked_on: '2026-01-01',
      posted_at: '2026-01-01',
    })
  }
  if (facts.has('attendance_day')) {
    await b.put('hr_workplace', { id: 9, org_id: 1, name: '总部' })
    for (const id of [1, 2]) await b.put('attendance_group', { id, org_id: 1, name: `组${id}`, workplace_id: 9 })
  }
  for (const fact of facts.values()) await fill(b, reports, fact)
  if (facts.has('order_line'))
    await run(
      b,
      `update order_line f set is_cancelled = status = 5, sales = item + shipping + gift_wrap - discount,
        first_of_order = (n.o = 1 and status <> 5)::int, first_of_sku = (n.s = 1 and status <> 5)::int,
        several_skus = status <> 5 and exists (select from order_line other where (other.shop_id, other.order_no) = (f.shop_id, f.order_no)
          and other.sku <> f.sku and other.status <> 5)
      from (select shop_id, ordered_on, order_no, line_no,
          row_number() over (partition by shop_id, order_no order by status = 5, line_no) as o,
          row_number() over (partition by shop_id, order_no, sku order by status = 5, line_no) as s from order_line) n
      where (f.shop_id, f.ordered_on, f.order_no, f.line_no) = (n.shop_id, n.ordered_on, n.order_no, n.line_no)`,
    )
  const days = await run(b, `select d::date::text as day from generate_series('2025-12-01'::date, '2026-02-28'::date, '1 day') d`)
  const system = await b.system()
  for (const of of rollups)
    for (const owner of ownersOf(of.owner))
      await system.write(tx =>
        markStale(
          tx,
          of,
          owner,
          days.rows.map(r => String(r.day)),
          system.now(),
        ),
      )
  await refreshRollups(b.house, '1')
  await putFiles(b, reports)
  return b
}

/** Until when files tell of the days of each shop. */
export const until: Readonly<Record<string, string>> = { 1: '2026-02-28', 2: '2026-02-20', 4: '2026-02-28', 5: '2026-02-10' }
async function putFiles(b: Books, reports: readonly Report[]): Promise<void> {
  const families = new Set(reports.flatMap(rollupsOfReport).flatMap(of => of.from.flatMap(source => source.family ?? [])))
  for (const family of families)
    for (const [shop_id, last_day] of Object.entries(until))
      await b.put('import_run', {
        org_id: 1,
        task_id: 1,
        file_id: 1,
        file_name: 'x',
        state: taskStates.done[0],
        family,
        shop_id,
        created_by_name: '',
        first_day: '2025-12-01',
        last_day,
      })
}

const sourcesOf = (reports: readonly Report[], fact: Resource) =>
  reports.flatMap(rollupsOfReport).flatMap(of => of.from.filter(s => s.fact === fact))

/** Random rows of a table of facts, each field by what it holds. Lines of an order share its day, country and currency. */
async function fill(b: Books, reports: readonly Report[], fact: Resource): Promise<void> {
  const known = (await run(b, 'select t.* from amazon_kind t')).rows as Row[]
  const ids = known.map(r => String(r['id']))
  // a line of many amounts has a kind of its own, which nobody maps
  const referred = new Map<Field, string[]>()
  for (const field of Object.values(fact.fields))
    if (field.to !== undefined) {
      const rows = await run(b, `select ${columnOf(field.by ?? 'id')}::text as id from ${field.to} order by 1 limit 4`)
      referred.set(
        field,
        rows.rows.map(row => asText(row['id'])),
      )
    }
  const idsOf = (field: Field): readonly string[] => referred.get(field) ?? []
  const bases = [...new Set(known.flatMap(r => (r['base_id'] === null ? [] : [asText(r['base_id'])])))]
  const rows: Row[] = []
  for (let i = 0; i < 240; i++) {
    const reversed: Row = rows[i - 1] ?? {}
    const order = below(90)
    const ordered = `2026-0${1 + (order % 2)}-${String(1 + (order % 27)).padStart(2, '0')}`
    const value = (name: string, field: Field): unknown => {
      if (name === 'shopId') return fact.table === 'order_line' ? ['4', '5'][order % 2] : oneOf(shops)
      if (field.to === 'warehouse') return oneOf(warehouses)
      if (field.to === 'employee' && field.options.optional === true) return null
      if (name === 'voucher') return `V${i}`
      if (name === 'orderNo') return `O${order}`
      if (name === 'orderedOn') return ordered
      if (name === 'country') return ['US', 'CA'][order % 2]
      if (name === 'currency') return fact.table === 'order_line' ? 'USD' : oneOf(['USD', 'EUR'])
      if (['sourceLine', 'sourceKey', 'no'].includes(name)) return `L${i}`
      if (name === 'settlementId') return `T${below(4)}`
      if (name === 'sku') return oneOf(['', 'S1', 'S2', 'S3', 'S9'])
      if (['lineNo', 'ordinal', 'fileLine'].includes(name)) return i + 1
      if (field.kind === 'hash') return `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`
      if (field.choices) return oneOf(Object.values(field.choices))[0]
      switch (field.kind) {
        case 'reference':
          if (field.to !== undefined && field.to !== 'amazon_kind')
            return idsOf(field).length > 0 ? oneOf(idsOf(field)) : field.options.noForeignKey ? 1 + below(3) : null
          return oneOf(sourcesOf(reports, fact).some(s => s.unpivot?.base === name) ? bases : ids)
        case 'month':
          return `${oneOf(months)}-01`
        case 'date':
          return `${oneOf(months)}-${String(1 + below(27)).padStart(2, '0')}`
        case 'dateTime':
          return '2026-01-01T00:00:00Z'
        case 'money':
        case 'decimal': {
          // every eighth row takes the one before it back; what may be lacking lacks now and then, and so do the units of a cost
          if (i % 8 === 7 && typeof reversed[columnOf(name)] === 'string') return negate(String(reversed[columnOf(name)]))
          if (field.options.optional === true && below(4) === 0) return null
          return below(6) === 0 ? '0' : `${below(3) === 0 ? '-' : ''}${below(300)}.${below(100)}`
        }
        case 'integer':
        case 'bigInteger':
          return below(5)
        case 'flag':
          return below(2) === 0
        case 'json':
          return null
        case 'files':
        case 'links':
          return null
        default:
          return 'x'
      }
    }
    const own = Object.entries(fact.fields).map(([name, field]): [string, unknown] => [columnOf(name), value(name, field)])
    const row = Object.fromEntries(fact.standard === 'organisation' ? [['org_id', 1], ...own] : own)
    // a line of many amounts says what they make together
    for (const { unpivot, check } of sourcesOf(reports, fact))
      if (unpivot && typeof check === 'string')
        row[columnOf(check)] = unpivot.columns.map(column => String(row[columnOf(column)])).reduce(add, '0')
    // goods move from one location to another, and are some
    if (fact.table === 'goods_move') Object.assign(row, { from_id: 1, to_id: 2, quantity: `${1 + below(300)}.${below(100)}` })
    // a lot is what was accepted, rejected and conceded of it
    if (fact.table === 'inspection') {
      row['lot_qty'] = ['accepted_qty', 'rejected_qty', 'conceded_qty'].map(name => String(row[name])).reduce(add, '0')
      // half of them have ended: the others do not count
      if (i % 2 === 0) row['state'] = 4
    }
    // minutes of a day add up, and two of three are complete: the others do not count
    if (fact.table === 'attendance_day') {
      const labels = ['worked', 'forgiven', 'late', 'early', 'absent', 'missing', 'leave', 'trip', 'outing']
      row['scheduled'] = labels.reduce((sum, label) => sum + Number(row[label]), 0)
      Object.assign(row, { marks: null, ...(i % 3 === 0 ? {} : { state: 3 }) })
    }
    // somebody works somewhere from a day on, some to a day
    if (fact.table === 'hr_assignment') {
      const [first = '', last = ''] = [asText(row['valid_from']), asText(row['valid_to'])].toSorted((x, y) => x.localeCompare(y))
      Object.assign(row, { valid_from: first, valid_to: i % 2 === 0 ? null : last })
    }
    rows.push(row)
  }
  // random days of one person meet each other
  if (fact.table === 'hr_assignment') await run(b, 'alter table hr_assignment drop constraint hr_assignment_validity_excl')
  if (fact.byMonth) for (const month of months) await run(b, `select ensure_month('${fact.table}', '${month}-01')`)
  const names = Object.keys(rows[0] ?? {}).join(', ')
  await b.owner.query(
    `insert into ${fact.table} (${names}) select ${names} from jsonb_populate_recordset(null::${fact.table}, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}
