/** Quantities sold by department and SKU, month by month with its weeks or days, beside what was approved to be stocked for them. */
import { sql } from 'kysely'
import type { Report } from '#platform/declare/report.ts'
import type { ReportAnswer } from '#platform/declare/wire.ts'
import { firstOfMonth, firstOfWeek, monthOf } from '#platform/format/dates.ts'
import { add } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { askOf, ownersOf } from '#platform/server/reports/ask-of.ts'
import { readReport } from '#platform/server/reports/read.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { withFace, type ColumnDescriptor, type StatisticsAnswer } from './answers.ts'
import { queryOf, timeOf, type StatisticsAsk } from './ask.ts'

/** a page of SKUs with all their days */
const [skusDefault, skusMax] = [20, 50]
const rowsPerRead = 1_000

interface Quantities {
  readonly deptName: string | null
  readonly approvalQty: string | null
  readonly surplusQty: string | null
  readonly deliveredQty: string | null
}
export interface QuantityRow extends Quantities {
  readonly key: { readonly dept: string | null; readonly sku: string | null }
  readonly label: { readonly dept: string; readonly sku: string }
  /** units by the fields of `columns` */
  readonly values: Readonly<Record<string, string>>
  readonly children: readonly QuantityRow[] | null
}

/** SKUs belong to the department of their plan; those without a plan to none. */
export async function quantityStatistics(
  context: Context,
  report: Report,
  ask: StatisticsAsk,
): Promise<Omit<StatisticsAnswer, 'list'> & { readonly list: readonly QuantityRow[] }> {
  const time = timeOf({ ...ask, timeEnum: ask.timeEnum ?? 'WEEK' })
  if (time !== 'week' && time !== 'day')
    throw refuse.invalid([{ field: 'timeEnum', message: sentence`销量统计按月显示，月内只能按 WEEK 或 DAY` }])
  const pageSize = Math.min(ask.pageSize ?? skusDefault, skusMax)
  const skus = await readReport(context, report, { ...queryOf(report, ask, ['sku']), pageSize, sortField: ask.sortField ?? 'units' }, [
    'units',
  ])
  const names = [...new Set(skus.list.map(row => row.key['sku'] ?? ''))]
  const plans = await plansOf(context, report, ask, names)
  const days = await daysOf(context, report, ask, names)
  const none = context.language === 'zh' ? '未归属' : 'Nobody’s'
  const rows = names.map((sku): QuantityRow => {
    const plan = plans.get(sku)
    const values: Record<string, string> = {}
    for (const { day, units } of days.get(sku) ?? [])
      for (const field of [monthOf(day), fieldOf(day, time)]) values[field] = add(values[field] ?? '0', units)
    return {
      key: { dept: plan?.deptId ?? null, sku },
      label: { dept: plan?.deptName ?? none, sku: sku === '' ? (context.language === 'zh' ? '未分摊' : 'Not allocated') : sku },
      values,
      deptName: plan?.deptName ?? null,
      approvalQty: plan?.approvalQty ?? null,
      surplusQty: plan?.surplusQty ?? null,
      deliveredQty: plan?.deliveredQty ?? null,
      children: null,
    }
  })
  const fields = [...days.values()].flatMap(all => all.map(one => one.day))
  const face = await withFace(context, report, ask, skus as ReportAnswer, ['sku'], ['units'])
  return { ...face, columns: columnsOf(fields, time), list: byDepartment(rows) }
}

/** A week that two months share is cut between them: the months add up. */
const fieldOf = (day: string, time: 'day' | 'week'): string => {
  if (time === 'day') return day
  const monday = firstOfWeek(day)
  const first = firstOfMonth(monthOf(day))
  return monday < first ? first : monday
}

function byDepartment(rows: readonly QuantityRow[]): QuantityRow[] {
  return [...Map.groupBy(rows, row => row.key.dept ?? '')].map(([dept, children]) => {
    const [first] = children
    const sumOf = (field: 'approvalQty' | 'surplusQty' | 'deliveredQty'): string | null =>
      children.reduce<string | null>((sum, one) => (one[field] === null ? sum : add(sum ?? '0', one[field])), null)
    const values: Record<string, string> = {}
    for (const child of children)
      for (const [field, units] of Object.entries(child.values)) values[field] = add(values[field] ?? '0', units)
    return {
      key: { dept: dept === '' ? null : dept, sku: null },
      label: { dept: first?.label.dept ?? '', sku: '' },
      values,
      deptName: first?.deptName ?? null,
      approvalQty: sumOf('approvalQty'),
      surplusQty: sumOf('surplusQty'),
      deliveredQty: sumOf('deliveredQty'),
      children,
    }
  })
}

/** Units of these SKUs by day. */
async function daysOf(context: Context, report: Report, ask: StatisticsAsk, skus: readonly string[]) {
  const days = new Map<string, { readonly day: string; readonly units: string }[]>()
  if (skus.length === 0) return days
  const query = queryOf(report, { ...ask, compare: undefined }, ['sku', 'day'])
  for (let pageNum = 1, left = 1; left > 0; pageNum++) {
    const paged = {
      ...query,
      where: { ...query.where, sku: skus },
      sortField: 'day',
      sortWay: 'ASC' as const,
      pageNum,
      pageSize: rowsPerRead,
    }
    const { list, total } = await readReport(context, report, paged, ['units'])
    for (const row of list) {
      const sku = row.key['sku'] ?? ''
      days.set(sku, [...(days.get(sku) ?? []), { day: row.key['day'] ?? '', units: row.values['units'] ?? '0' }])
    }
    left = total - pageNum * rowsPerRead
  }
  return days
}

/** The plans of the months asked for, added up by SKU; its department is that of its last one. */
async function plansOf(context: Context, report: Report, ask: StatisticsAsk, skus: readonly string[]) {
  const shops = await ownersOf(context, report, await askOf(context, report, queryOf(report, ask, [])))
  const rows = await anyTable(context.db)
    .selectFrom('sale_stock_plan as p')
    .innerJoin('department as d', 'd.id', 'p.dept_id')
    .select([
      sql<string>`p.sku`.as('sku'),
      sql<string>`(array_agg(p.dept_id::text order by p.month desc, p.id desc))[1]`.as('deptId'),
      sql<string>`(array_agg(d.name order by p.month desc, p.id desc))[1]`.as('deptName'),
      sql<string>`sum(p.approval_qty)::text`.as('approvalQty'),
      sql<string>`sum(p.surplus_qty)::text`.as('surplusQty'),
      sql<string>`sum(case when p.status = 1 then p.approval_qty - p.surplus_qty else 0 end)::text`.as('deliveredQty'),
    ])
    .where(sql<boolean>`p.shop_id = any(${shops}) and p.sku = any(${[...skus]})`)
    .where(sql<boolean>`p.month between ${firstOfMonth(monthOf(ask.startDate))} and ${ask.endDate}`)
    .groupBy(sql`p.sku` as never)
    .execute()
  return new Map(rows.map(row => [row.sku, row]))
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
