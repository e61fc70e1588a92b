/** Quantities sold by department and SKU, month by month with its weeks or days, beside what was approved to be stocked for them. */
import { sql } from 'kysely'
import type { Report } from '#platform/declare/report.ts'
import type { ReportAnswer } from '#platform/declare/wire.ts'
import { firstOfMonth, firstOfWeek, monthOf } from '#platform/format/dates.ts'
import { add, sum } from '#platform/format/decimal.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { askOf, ownersOf, readWhole } from '#platform/server/reports.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { withFace } from './answers.ts'
import { queryOf, timeOf, type StatisticsAsk } from './ask.ts'
import type { ColumnDescriptor, Planned, QuantityAnswer, QuantityRow } from './wire.ts'

/** a page of SKUs with all their days */
const [skusDefault, skusMax] = [20, 50]
const skusPerRead = 5_000
const planned = ['approvalQty', 'surplusQty', 'deliveredQty'] as const satisfies readonly (keyof Planned)[]
type Values = QuantityRow['values']
/** filters by which a plan is found without an order */
const ofPlans: readonly string[] = ['shop', 'sku']

/** A SKU in a department: what was planned for it there, and its units where that is its department. */
interface Place extends Planned {
  readonly deptId: string | null
  readonly deptName: string | null
  readonly sku: string
  readonly units: string
}
interface Plan extends Planned {
  readonly deptId: string
  readonly deptName: string
  readonly sku: string
}

/**
 * SKUs belong to the department of their last plan; those without a plan to none. A page holds SKUs, and the departments in which they
 * stand; a department's own figures are those of all its SKUs, on whatever page they are.
 */
export async function quantityStatistics(context: Context, report: Report, ask: StatisticsAsk): Promise<QuantityAnswer> {
  const time = timeOf({ ...ask, timeEnum: ask.timeEnum ?? 'WEEK' })
  if (time !== 'week' && time !== 'day')
    throw refuse.invalid([{ field: 'timeEnum', message: sentence`销量统计按月显示，月内只能按 WEEK 或 DAY` }])
  const pageSize = Math.min(ask.pageSize ?? skusDefault, skusMax)
  const pageNum = ask.pageNum ?? 1
  // one row a SKU, whatever its shops' currencies are
  const units: StatisticsAsk = { ...ask, currency: 'CNY', compare: undefined }
  const query = queryOf(report, units, ['sku'])
  const sold = await readWhole(context, report, { ...query, sortField: ask.sortField ?? 'units' }, ['units'])
  const isOfOrders = Object.keys(query.where ?? {}).some(name => !ofPlans.includes(name))
  const places = placesOf(sold, await plansOf(context, report, ask), isOfOrders)
  const shown = places.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const days = await daysOf(
    context,
    report,
    units,
    shown.filter(one => one.units !== '0').map(one => one.sku),
    'sku',
  )
  const departments = Map.groupBy(places, one => one.deptId)
  const words =
    context.language === 'zh' ? { nobody: '未归属', unallocated: '未分摊' } : { nobody: 'Nobody’s', unallocated: 'Not allocated' }
  const rowOf = (own: readonly Place[], values: Values, sku: string | null, children: QuantityRow['children']): QuantityRow => {
    const { deptId = null, deptName = null } = own[0] ?? {}
    return {
      key: { dept: deptId, sku },
      label: { dept: deptName ?? words.nobody, sku: sku === '' ? words.unallocated : (sku ?? '') },
      values: { units: sum(own.map(one => one.units)), ...values },
      deptName,
      ...plannedOf(own),
      children,
    }
  }
  const list: QuantityRow[] = []
  for (const [dept, own] of Map.groupBy(shown, one => one.deptId)) {
    const whole = departments.get(dept) ?? []
    const skus = whole.filter(one => one.units !== '0').map(one => one.sku)
    const ofDays = (await daysOf(context, report, units, skus, null)).get('') ?? []
    const children = own.map(one => rowOf([one], one.units === '0' ? {} : valuesOf(days.get(one.sku) ?? [], time), one.sku, null))
    list.push(rowOf(whole, valuesOf(ofDays, time), null, children))
  }
  const everyDay = (await daysOf(context, report, units, null, null)).get('') ?? []
  const face = await withFace(context, report, ask, { ...sold, total: places.length, pageNum, pageSize }, ['sku'], ['units'])
  const { values, ...plans } = rowOf(places, valuesOf(everyDay, time), null, null)
  // units have no currency
  const totals = places.length === 0 ? [] : [{ currency: '', values: { ...values, ...plannedFigures(plans) } }]
  return {
    ...face,
    totals,
    columns: columnsOf(
      everyDay.map(one => one.day),
      time,
    ),
    list,
  }
}

const plannedFigures = (row: Planned): Record<string, string | null> => Object.fromEntries(planned.map(name => [name, row[name]]))

/** Sums of what is planned; null where nothing is. */
function plannedOf(own: readonly Planned[]): Planned {
  const sumOf = (field: (typeof planned)[number]): string | null => {
    const known = own.flatMap(one => one[field] ?? [])
    return known.length === 0 ? null : sum(known)
  }
  return { approvalQty: sumOf('approvalQty'), surplusQty: sumOf('surplusQty'), deliveredQty: sumOf('deliveredQty') }
}

/**
 * Every SKU that was sold or planned, department by department; in each those sold first, as the report has them. `isOfOrders`: the
 * question finds orders by what plans do not tell, so only what it found counts.
 */
function placesOf(sold: ReportAnswer, plans: readonly Plan[], isOfOrders: boolean): Place[] {
  const owners = new Map<string, Plan>()
  for (const plan of plans) if (!owners.has(plan.sku)) owners.set(plan.sku, plan)
  const unplanned: Planned = { approvalQty: null, surplusQty: null, deliveredQty: null }
  const ofSold = sold.list.map((row): Place => {
    const sku = row.key['sku'] ?? ''
    const own = owners.get(sku) ?? { ...unplanned, deptId: null, deptName: null, sku }
    return { ...own, units: row.values['units'] ?? '0' }
  })
  const [skus, taken] = [new Set(ofSold.map(one => one.sku)), new Set(ofSold.map(one => `${one.deptId} ${one.sku}`))]
  const others = plans
    .filter(one => !taken.has(`${one.deptId} ${one.sku}`) && (!isOfOrders || skus.has(one.sku)))
    .map((one): Place => ({ ...one, units: '0' }))
  const nameOf = (one: Place): string => one.deptName ?? '\uffff'
  return [...ofSold, ...others].sort((a, b) => order(nameOf(a), nameOf(b)) || order(a.deptId ?? '', b.deptId ?? ''))
}
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A week that two months share is cut between them: the months add up. */
const fieldOf = (day: string, time: 'day' | 'week'): string => {
  if (time === 'day') return day
  const monday = firstOfWeek(day)
  const first = firstOfMonth(monthOf(day))
  return monday < first ? first : monday
}

interface DayOfUnits {
  readonly day: string
  readonly units: string
}
function valuesOf(days: readonly DayOfUnits[], time: 'day' | 'week'): Values {
  const values: Record<string, string> = {}
  for (const { day, units } of days)
    for (const field of new Set([monthOf(day), fieldOf(day, time)])) values[field] = add(values[field] ?? '0', units)
  return values
}

/** Units by day: of each of these SKUs, or together (under ''). `skus` null: of all that the question finds. */
async function daysOf(context: Context, report: Report, ask: StatisticsAsk, skus: readonly string[] | null, by: 'sku' | null) {
  const days = new Map<string, DayOfUnits[]>()
  const query = queryOf(report, ask, by === null ? ['day'] : [by, 'day'])
  const parts =
    skus === null
      ? [null]
      : Array.from({ length: Math.ceil(skus.length / skusPerRead) }, (_, at) => skus.slice(at * skusPerRead, (at + 1) * skusPerRead))
  for (const part of parts) {
    const where = part === null ? query.where : { ...query.where, sku: part }
    const { list } = await readWhole(context, report, { ...query, ...(where && { where }), sortField: 'day', sortWay: 'ASC' }, ['units'])
    for (const row of list) {
      const name = by === null ? '' : (row.key[by] ?? '')
      const own = days.get(name) ?? []
      own.push({ day: row.key['day'] ?? '', units: row.values['units'] ?? '0' })
      days.set(name, own)
    }
  }
  return days
}

/** The plans of the months asked for by SKU and department, of each SKU its last one first. */
async function plansOf(context: Context, report: Report, ask: StatisticsAsk): Promise<readonly Plan[]> {
  const query = queryOf(report, ask, [])
  const shops = await ownersOf(context, report, await askOf(context, report, query))
  const { sku: skus } = query.where ?? {}
  return context.db
    .selectFrom('sale_stock_plan as p')
    .innerJoin('department as d', 'd.id', 'p.dept_id')
    .select([
      sql<string>`p.sku`.as('sku'),
      sql<string>`p.dept_id::text`.as('deptId'),
      sql<string>`min(d.name)`.as('deptName'),
      sql<string>`sum(p.approval_qty)::text`.as('approvalQty'),
      sql<string>`sum(p.surplus_qty)::text`.as('surplusQty'),
      sql<string>`sum(case when p.status = 1 then p.approval_qty - p.surplus_qty else 0 end)::text`.as('deliveredQty'),
    ])
    .where(sql<boolean>`p.shop_id = any(${shops})`)
    .where(sql<boolean>`p.month between ${firstOfMonth(monthOf(ask.startDate))} and ${ask.endDate}`)
    .$if(skus !== undefined, q => q.where(sql<boolean>`p.sku = any(${[...(skus ?? [])]})`))
    .groupBy(sql`p.sku, p.dept_id`)
    .orderBy(sql`p.sku, max(p.month) desc, max(p.id) desc`)
    .execute() as Promise<readonly Plan[]>
}

/** Months with their weeks or days. */
function columnsOf(days: readonly string[], time: 'day' | 'week'): ColumnDescriptor[] {
  const plain = { deptName: null, formula: null, source: null }
  const column = (field: string, children: readonly ColumnDescriptor[] | null): ColumnDescriptor => ({
    field,
    fieldCn: field,
    fieldEn: field,
    dataType: 'NUMBER',
    children,
    ...plain,
  })
  const months = Map.groupBy([...new Set(days)].sort(), monthOf)
  return [...months].map(([month, own]) =>
    column(
      month,
      [...new Set(own.map(day => fieldOf(day, time)))].map(field => column(field, null)),
    ),
  )
}
