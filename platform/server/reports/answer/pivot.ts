/**
 * A pivot: what two questions of a report say together. Rows, columns and totals are questions of their own, so that each of them is worked
 * out after summing: a ratio of a total is the total's own, and what is counted once is counted once.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { Report } from '#platform/declare/report.ts'
import type { PivotAnswer, PivotFigures, PivotQuery } from '#platform/declare/wire-pivot.ts'
import type { ReportAnswer, ReportFigures, ReportQuery, ReportRow } from '#platform/declare/wire.ts'
import { withThousands } from '#platform/format/numbers.ts'
import type { FieldError } from '../../contract/route.ts'
import type { Context } from '../../contract/context.ts'
import { refuse } from '../../calls/refusal.ts'
import { askedReport } from '../ask/asked-report.ts'
import { readReport } from './read.ts'
import { visibleReport } from '../ask/visible-report.ts'

/** more than anybody reads; a sheet of a report holds a million rows */
export const pivotCellsMax = 50_000
const [rowsMax, acrossMax, measuresMax] = [4, 2, 10]

/** The report that is asked for, as far as the caller may look at it. */
export function reportNamed(context: Context, name: string): Report {
  const face = context.house.registry.reports.get(name)
  if (face === undefined) throw refuse.unknown(['报表', 'Report'])
  // refuses whoever may not look at it
  face.definition(context)
  return visibleReport(context, face.report)
}

/** What is wrong with a pivot, whatever its period is. */
export function pivotFaults(report: Report, { rows, across, measures }: Pick<PivotQuery, 'rows' | 'across' | 'measures'>): FieldError[] {
  const errors: FieldError[] = []
  const dimensions = [...rows, ...across]
  const fault = (field: string, message: FieldError['message']): void => void errors.push({ field, message })
  if (rows.length === 0) fault('rows', sentence`请选择行`)
  if (measures.length === 0) fault('measures', sentence`请选择指标`)
  if (rows.length > rowsMax) fault('rows', sentence`行最多 ${rowsMax} 个维度`)
  if (across.length > acrossMax) fault('across', sentence`列最多 ${acrossMax} 个维度`)
  if (measures.length > measuresMax) fault('measures', sentence`最多 ${measuresMax} 个指标`)
  if (new Set(dimensions).size !== dimensions.length) fault('across', sentence`同一维度只能出现一次`)
  const unknown = (field: string, names: readonly string[], known: object): void => {
    for (const name of names) if (!Object.hasOwn(known, name)) fault(field, sentence`“${report.title}”没有“${name}”`)
  }
  unknown('rows', rows, report.dimensions)
  unknown('across', across, report.dimensions)
  unknown('measures', measures, report.measures)
  return errors
}

export async function readPivot(context: Context, query: PivotQuery): Promise<PivotAnswer> {
  const report = askedReport(reportNamed(context, query.report), query.clock)
  const errors = pivotFaults(report, query)
  if (errors.length > 0) throw refuse.invalid(errors)
  const { rows, across, measures, where, startDate, endDate, currency, compare, sortField, sortWay } = query
  const held = compare === undefined ? {} : { compare }
  const asked = { startDate, endDate, currency, ...held, ...(where === undefined ? {} : { where }), measures }
  const read = (by: readonly string[], paging: Partial<ReportQuery>): Promise<ReportAnswer> =>
    readReport(context, report, { ...asked, by, ...paging }, measures, undefined, pivotCellsMax)
  const [ofRows, ofColumns] = [await read(rows, { pageSize: 1 }), across.length === 0 ? null : await read(across, { pageSize: 1 })]
  refuseTooMany(ofRows.total, ofColumns?.total ?? 0, measures.length)
  const sorted = sortField === undefined ? {} : { sortField, sortWay: sortWay ?? 'DESC' }
  const all = { pageSize: pivotCellsMax }
  const list = await read(rows, { ...all, ...sorted })
  const { computing, missingRates, compared } = list
  const named = { computing, missingRates, ...(compared === undefined ? {} : { compared }) }
  if (across.length === 0) {
    const alone = (figures: ReportFigures): PivotFigures => figuresOf(figures, [])
    const rowsAlone = list.list.map(row => ({ key: row.key, label: row.label, ...alone(row) }))
    return { across: [], rows: rowsAlone, totals: list.totals.map(alone), ...named }
  }
  const [columns, cells] = [await read(across, all), await read([...rows, ...across], all)]
  const heads = [...new Map(columns.list.map(row => [keyOf(across, row), { key: row.key, label: row.label }])).entries()]
  const own = figuresBy(cells.list, row => `${row.currency} ${keyOf(rows, row)} ${keyOf(across, row)}`)
  const ofTotals = figuresBy(columns.list, row => `${row.currency} ${keyOf(across, row)}`)
  return {
    across: heads.map(([, head]) => head),
    rows: list.list.map(row => ({
      key: row.key,
      label: row.label,
      ...figuresOf(
        row,
        heads.map(([head]) => own.get(`${row.currency} ${keyOf(rows, row)} ${head}`)),
      ),
    })),
    totals: list.totals.map(total =>
      figuresOf(
        total,
        heads.map(([head]) => ofTotals.get(`${total.currency} ${head}`)),
      ),
    ),
    ...named,
  }
}

const keyOf = (names: readonly string[], { key }: Pick<ReportRow, 'key'>): string => JSON.stringify(names.map(name => key[name] ?? ''))
const figuresBy = (list: readonly ReportRow[], by: (row: ReportRow) => string) => new Map(list.map(row => [by(row), row]))
/** A row or total with its cells. */
const figuresOf = ({ currency, values, was, now }: ReportFigures, cells: readonly (ReportFigures | undefined)[]): PivotFigures => ({
  currency,
  total: values,
  cells: cells.map(cell => cell?.values ?? null),
  ...(was === undefined ? {} : { was: { total: was, cells: cells.map(cell => cell?.was ?? null) } }),
  ...(now === undefined && cells.every(cell => cell?.now === undefined)
    ? {}
    : { now: { total: now ?? null, cells: cells.map(cell => cell?.now ?? null) } }),
})

/** Each row has a cell for every column and measure, and its total. */
function refuseTooMany(rows: number, columns: number, measures: number): void {
  const cells = rows * (columns + 1) * measures
  if (cells <= pivotCellsMax) return
  const [all, of, by, each, max] = [cells, rows, columns, measures, pivotCellsMax].map(count => withThousands(String(count)))
  throw refuse.rule(
    sentence`透视表有 ${all ?? ''} 个单元格（${of ?? ''} 行、${by ?? ''} 列和合计、${each ?? ''} 个指标），最多 ${max ?? ''} 个。请减少维度、增加筛选或缩短期间`,
  )
}
