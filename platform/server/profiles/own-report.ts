/** A kept report of one's own, held against the report that it asks; and what of it still holds when it is read. */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Report } from '#platform/declare/report.ts'
import type { KeptReport } from '#platform/declare/wire-pivot.ts'
import type { SchemeContent } from '#platform/declare/wire.ts'
import { isDate, isMonth } from '#platform/format/dates.ts'
import { refuse } from '../calls/refusal.ts'
import { Refusal } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { FieldError } from '../contract/route.ts'
import { pivotFaults, reportNamed } from '../reports/answer/pivot.ts'

/** type under which schemes keep reports of one's own */
export const ownReports = 'ownReport'
const [monthsMax, daysMax] = [120, 3_660]

const titlesOf = (report: Report, names: readonly string[], at: 0 | 1): Record<string, string> =>
  Object.fromEntries(
    names.flatMap(name => {
      const title = (ownValue(report.dimensions, name) ?? ownValue(report.measures, name))?.title[at]
      return title === undefined ? [] : [[name, title]]
    }),
  )

export function checkedReport(
  context: Context,
  said: { readonly name?: string; readonly report?: KeptReport },
): SchemeContent & { readonly report: KeptReport } {
  const errors: FieldError[] = []
  const name = said.name?.trim() ?? ''
  if (name === '') errors.push({ field: 'name', message: sentence`名称不能为空` })
  const { report: kept } = said
  if (kept === undefined) throw refuse.invalid([...errors, { field: 'report', message: sentence`请选择报表` }])
  const report = reportNamed(context, kept.report)
  errors.push(...pivotFaults(report, kept))
  for (const dimension of Object.keys(kept.where ?? {}))
    if (ownValue(report.dimensions, dimension) === undefined)
      errors.push({ field: `where.${dimension}`, message: sentence`没有“${dimension}”这个筛选维度` })
  if (kept.compare !== undefined && !(report.compare ?? []).includes(kept.compare))
    errors.push({ field: 'compare', message: sentence`“${report.title}”没有这种对比` })
  if (!isRightPeriod(kept.period)) errors.push({ field: 'period', message: sentence`期间不正确` })
  if (errors.length > 0) throw refuse.invalid(errors)
  const names = [...kept.rows, ...kept.across, ...kept.measures, ...Object.keys(kept.where ?? {})]
  const titles = titlesOf(report, names, context.language === 'zh' ? 0 : 1)
  return { name, columnList: [], conditionList: [], orderByList: [], report: { ...kept, titles } }
}

function isRightPeriod(period: KeptReport['period']): boolean {
  if ('months' in period) return period.months >= 1 && period.months <= monthsMax
  if ('days' in period) return period.days >= 1 && period.days <= daysMax
  const { from, to } = period
  return from <= to && ((isMonth(from) && isMonth(to)) || (isDate(from) && isDate(to)))
}

/** Null: the report is gone, or the reader may not look at it. */
export function presentReport(
  context: Context,
  kept: SchemeContent,
): { readonly content: SchemeContent; readonly removed: readonly string[] } | null {
  const { report: said } = kept
  if (said === undefined) return null
  const report = seenReport(context, said.report)
  if (report === null) return null
  const isDimension = (name: string): boolean => ownValue(report.dimensions, name) !== undefined
  const isMeasure = (name: string): boolean => ownValue(report.measures, name) !== undefined
  const { titles = {}, where = {}, ...rest } = said
  const gone = [
    ...[...said.rows, ...said.across, ...Object.keys(where)].filter(name => !isDimension(name)),
    ...said.measures.filter(name => !isMeasure(name)),
  ]
  return {
    content: {
      ...kept,
      report: {
        ...rest,
        rows: said.rows.filter(isDimension),
        across: said.across.filter(isDimension),
        measures: said.measures.filter(isMeasure),
        where: Object.fromEntries(Object.entries(where).filter(([name]) => isDimension(name))),
      },
    },
    removed: [...new Set(gone.map(name => ownValue(titles, name) ?? name))],
  }
}

function seenReport(context: Context, name: string): Report | null {
  try {
    return reportNamed(context, name)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
