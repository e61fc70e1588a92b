/** The parts of a formula in place of lines: each with its figure in the same cell, and the name by which its own lines are asked for. */
import { operandsOf, type Measure } from '#platform/declare/measures.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Report } from '#platform/declare/report.ts'
import type { LinesAnswer, LinesQuery, ReportQuery, Row } from '#platform/declare/wire.ts'
import type { Context } from '../../contract/context.ts'
import { readReport } from './read.ts'

const columns = [
  ['part', ['组成项', 'Part'], 'text'],
  ['amount', ['金额', 'Amount'], 'decimal'],
  ['currency', ['币种', 'Currency'], 'text'],
] as const

export async function readOperands(context: Context, report: Report, query: LinesQuery, formula: Measure): Promise<LinesAnswer> {
  const at = context.language === 'zh' ? 0 : 1
  const { measure, pageNum: _pageNum, pageSize: _pageSize, ...cell } = query
  const operands = [...new Set(operandsOf(formula))]
  const asked: ReportQuery = { currency: 'shop', ...cell, where: cell.where as NonNullable<ReportQuery['where']>, by: [] }
  const { totals } = await readReport(context, report, asked, [...new Set([...operands, measure])])
  const wanted = query.rowCurrency === undefined ? totals : totals.filter(one => one.currency === query.rowCurrency)
  const figures = wanted.map(({ currency, values, was }) => ({ currency, of: query.compare === undefined ? values : (was ?? {}) }))
  const list = operands.flatMap(name =>
    figures.map(({ currency, of }): Row => ({
      id: figures.length === 1 ? name : `${name} ${currency}`,
      part: ownValue(report.measures, name)?.title[at] ?? name,
      measure: name,
      amount: ownValue(of, name) ?? null,
      currency,
    })),
  )
  const [one, ...others] = figures
  return {
    columns: columns.map(([field, title, kind]) => ({ field, title: title[at], kind })),
    list,
    total: list.length,
    pageNum: 1,
    pageSize: Math.max(1, list.length),
    sums: {},
    figure: one === undefined ? '0' : others.length > 0 ? null : (ownValue(one.of, measure) ?? null),
    parts: operands,
  }
}
