/** A pivot as a file: its rows, a column for each column and measure, the totals, and what it was asked for. */
import { figureParts, type Report } from '#platform/declare/report.ts'
import type { Comparison } from '#platform/declare/wire.ts'
import { changeOf, sidesOf, type Held } from '#platform/format/change.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { PivotFigures, PivotQuery, PivotRow } from '#platform/declare/wire-pivot.ts'
import { noteExport } from '../../trail/write-audit.ts'
import type { Context } from '../../contract/context.ts'
import type { Blob } from '../../contract/route.ts'
import { refuse } from '../../calls/refusal.ts'
import { may } from '../../calls/may.ts'
import { operations } from '#platform/declare/operations.ts'
import { cellsOf, madeBy, tableFile, type FileFormat } from '../../exports/table-file.ts'
import type { CellToWrite, ColumnToWrite } from '../../sheets/sheet-to-write.ts'
import { completeSaid } from './export.ts'
import { columnKindOf } from './export-columns.ts'
import { cellOf, totalOf } from '#platform/format/pivot-figures.ts'
import { readPivot, reportNamed } from './pivot.ts'

type Line = PivotFigures & Partial<Pick<PivotRow, 'label'>>

export async function exportPivot(context: Context, query: PivotQuery, format?: FileFormat): Promise<Blob> {
  const report = reportNamed(context, query.report)
  if (!may(context.caller, report.permission, operations.export)) throw refuse.forbidden()
  const answer = await readPivot(context, query)
  await noteExport(context, report.name, { fields: query.measures, query })
  const at = context.language === 'zh' ? 0 : 1
  const titleOf = (name: string): string => (ownValue(report.dimensions, name) ?? ownValue(report.measures, name))?.title[at] ?? name
  const total = at === 0 ? '总计' : 'Total'
  const figure = figuresOf(report, query.compare, at)
  const columns: [ColumnToWrite, (line: Line) => CellToWrite][] = [
    ...query.rows.map((name, i): [ColumnToWrite, (line: Line) => CellToWrite] => [
      { title: titleOf(name), kind: 'text', width: 20 },
      line => line.label?.[name] ?? (i === 0 ? total : null),
    ]),
    ...(report.conversion ? [[{ title: at === 0 ? '币种' : 'Currency', kind: 'text' as const, width: 8 }, currencyOf] as const] : []).map(
      ([column, cell]): [ColumnToWrite, (line: Line) => CellToWrite] => [column, cell],
    ),
    ...answer.across.flatMap(({ label }, i) =>
      query.measures.flatMap(name => figure(name, query.across.map(one => label[one] ?? '').join(' '), line => cellOf(line, i))),
    ),
    ...query.measures.flatMap(name => figure(name, query.across.length === 0 ? '' : total, totalOf)),
  ]
  const lines: readonly Line[] = [...answer.rows, ...answer.totals]
  const title = report.title[at]
  return tableFile({
    name: `${title}-${query.startDate}-${query.endDate}`,
    title,
    columns: columns.map(([column]) => column),
    rows: cellsOf(each(lines), line => columns.map(([, cell]) => cell(line))),
    notes: [
      ['报表', title],
      ['期间', `${query.startDate} 至 ${query.endDate}`],
      ...(await completeSaid(context, report, query.where ?? {}, query.endDate)),
      ...madeBy(context).notes,
    ],
    format,
  })
}

const currencyOf = ({ currency }: Line): string => currency
async function* each<T>(lines: readonly T[]): AsyncGenerator<T> {
  yield* lines
}

type Column = [ColumnToWrite, (line: Line) => CellToWrite]
/** A figure, and where it is held against another, that one and how far it has moved: a part of something in points alone. */
const figuresOf =
  (report: Report, compare: Comparison | undefined, at: 0 | 1) =>
  (name: string, head: string, held: (line: Line) => Held | null): Column[] => {
    const measure = ownValue(report.measures, name)
    const said = `${head} ${measure?.title[at] ?? name}`.trim()
    const value = (line: Line) => held(line)?.values[name] ?? null
    const sides = (line: Line) => sidesOf(held(line) ?? { values: {} }, name)
    const own: Column = [{ title: said, kind: columnKindOf(measure), width: 16 }, value]
    if (compare === undefined) return [own]
    const words = figureParts[compare]
    const isPart =
      measure?.kind !== 'decimal' && (measure?.class === 'ratio' || measure?.class === 'share' || measure?.class === 'cumulative')
    return [
      own,
      [{ title: `${said} ${words.was[at]}`, kind: columnKindOf(measure), width: 16 }, line => sides(line)[1]],
      ...(isPart
        ? []
        : [
            [
              { title: `${said} ${words.rate[at]}`, kind: 'percent' as const, width: 12 },
              (line: Line) => changeOf(...sides(line)).rate,
            ] satisfies Column,
          ]),
    ]
  }
