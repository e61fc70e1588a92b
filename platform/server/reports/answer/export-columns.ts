/** The content of a column of an exported report: a dimension's names, the currency, a figure or what it is compared with. */
import { sentence } from '#platform/declare/sentence.ts'
import { figureParts, type Measure, type Report } from '#platform/declare/report.ts'
import type { Comparison, ReportFigures } from '#platform/declare/wire.ts'
import { changeOf, sidesOf } from '#platform/format/change.ts'
import type { Language } from '../../contract/context.ts'
import { refuse } from '../../calls/refusal.ts'
import type { CellToWrite, ColumnKind, ColumnToWrite } from '../../sheets/sheet-to-write.ts'
import type { Ask } from '../ask/ask.ts'
import { sortFigure, type SortFigure } from '../statement/order.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface ExportRow extends ReportFigures {
  /** 总计 of one currency, or of all of them in the base */
  readonly total: 'one' | 'converted' | null
  /** of the dimensions, in their order */
  readonly names: readonly string[]
}

export interface ChosenColumn {
  readonly column: ColumnToWrite
  readonly cell: (row: ExportRow) => CellToWrite
}

const kindOf: Readonly<Record<string, ColumnKind>> = {
  money: 'money',
  integer: 'integer',
  decimal: 'number',
  percent: 'percent',
  grade: 'text',
}
export const columnKindOf = (measure: Measure | undefined): ColumnKind => ownValue(kindOf, measure?.kind ?? '') ?? 'number'
const totalTitles = { one: ['总计', 'Total'], converted: ['总计（折合人民币）', 'Total in CNY'] } as const

export function columnOf(language: Language, report: Report, ask: Ask, field: string, header: string | undefined): ChosenColumn {
  const at = language === 'zh' ? 0 : 1
  const position = ask.by.indexOf(field)
  const dimension = ownValue(report.dimensions, field)
  if (position >= 0 && dimension)
    return {
      column: { title: header || dimension.title[at], kind: 'text', width: 20 },
      cell: ({ total, names }) => {
        if (total === null) return names[position] ?? null
        return position === 0 ? totalTitles[total][at] : null
      },
    }
  if (field === 'currency')
    return { column: { title: header || (at === 0 ? '币种' : 'Currency'), kind: 'text', width: 8 }, cell: row => row.currency }
  const figure = sortFigure(ask, Object.keys(report.measures), field)
  const measure = ownValue(report.measures, figure?.measure ?? '')
  if (figure === null || measure === undefined) throw refuse.invalid([{ field: 'fields', message: sentence`未知的字段 ${field}` }])
  return {
    column: {
      title: header || figureTitle(measure, figure, ask.compare, at),
      kind: figure.part === 'rate' ? 'percent' : columnKindOf(measure),
      width: 16,
    },
    cell: row => valueOf(row, figure),
  }
}

const figureTitle = (measure: Measure, { part }: SortFigure, compare: Comparison | undefined, at: 0 | 1): string =>
  part === 'now' || compare === undefined ? measure.title[at] : `${measure.title[at]} ${figureParts[compare][part][at]}`

function valueOf(row: ExportRow, { measure, part }: SortFigure): string | null {
  if (part === 'now') return row.values[measure] ?? null
  const [now, was] = sidesOf(row, measure)
  return part === 'was' ? was : changeOf(now, was)[part]
}
