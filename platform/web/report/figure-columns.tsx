/**
 * Columns of figures: each measure, and below each figure how far it has moved, where that is asked for. Every figure opens what it is made
 * of; a copy has it exactly.
 */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { textWidth } from '#platform/format/text.ts'
import type { MeasureDefinition, ReportAnswer, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { t } from '../i18n/t.ts'
import type { Sort } from '../values/list-state.ts'
import { showFigure } from '../values/value.ts'
import { ChangeNote, changeText } from './change-note.tsx'
import { Figure, kindOf, type Cell } from './figure.tsx'
import { MeasureInfo } from './measure-info.tsx'
import { isCompared } from './measures.ts'
import { ratesOf } from './missing-reason.ts'
import { daysOf, monthOfPath, partsOf, partTitle } from './report-query.ts'
import { partName, type ReportState } from './report-state.ts'
import type { Line } from './tree.ts'

export interface FigureColumnsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly answer: ReportAnswer | undefined
  readonly onCell: (cell: Cell) => void
  readonly onSort: (sort: Sort | null) => void
  /** totals of each currency stand beside that of all of them */
  readonly showsEach: boolean
}

type RowLine = Extract<Line, { kind: 'row' }>
/** The figures a cell of the table stands among, without saying which of them it is. */
type Figures = Omit<Cell, 'measure' | 'part'>

/** Room for the title, the sign of the order, the currency and the formula; 7 px a half-width character. */
const columnWidth = (measure: MeasureDefinition): number => Math.max(120, textWidth(measure.title) * 7 + 84)
/** Px of a digit of a bold total, and of the cell's edges. */
const [digitWidth, cellRoom] = [9.2, 24]

/** Room for the greatest figures, which are those of the first level and the totals. */
function widthFor(answer: ReportAnswer | undefined, widthOf: (figures: Figures) => number, least: number): number {
  const rows = (answer?.list ?? []).map(row => totalFigures(row, [], false))
  const longest = Math.max(0, ...[...totalsOf(answer), ...rows].map(widthOf))
  return Math.max(least, Math.ceil(longest * digitWidth + cellRoom))
}

const rowFigures = (definition: ReportDefinition, line: RowLine): Figures => ({
  path: line.path,
  currency: line.row.currency,
  values: line.row.values,
  was: line.row.was ?? null,
  now: line.row.now,
  rates: ratesOf(line.rates, monthOfPath(definition, line.path)),
  isConverted: false,
})

const totalFigures = (one: ReportFigures, rates: Cell['rates'], isConverted: boolean): Figures => ({
  path: null,
  currency: one.currency,
  values: one.values,
  was: one.was ?? null,
  now: one.now,
  rates,
  isConverted,
})

/** 总计 of each currency, then of all of them. */
function totalsOf(answer: ReportAnswer | undefined): Figures[] {
  if (answer === undefined) return []
  const { totals, missingRates, converted } = answer
  return [
    ...totals.map(one => totalFigures(one, missingRates, false)),
    ...(converted === undefined ? [] : [totalFigures(converted, converted.missingRates, true)]),
  ]
}

/** The totals that are drawn: with one of all currencies those of each only on request, so that they never cover the tree. */
const shownTotals = ({ answer, showsEach }: FigureColumnsProps): Figures[] =>
  totalsOf(answer).filter(one => showsEach || answer?.converted === undefined || one.isConverted)

/** Which column a key of the table stands for; null: none of figures. */
export function cellAt(definition: ReportDefinition, line: RowLine, key: string): Cell | null {
  if (!definition.measures.some(one => one.name === key)) return null
  return { ...rowFigures(definition, line), measure: key, part: 'now' }
}

/** The column of a measure; with a comparison the change stands below each figure. `currency`: the only one of all rows. */
export function figureColumn(props: FigureColumnsProps, measure: MeasureDefinition, currency: string | null): GridColumn<Line> {
  const { definition, state, answer, onCell } = props
  const titleOf = (name: string): string => definition.measures.find(one => one.name === name)?.title ?? name
  const exact = (figures: Figures): string | null => figures.values[measure.name] ?? null
  const shown = (figures: Figures): string => showFigure(kindOf(measure), exact(figures)).text
  const figure = (figures: Figures): ReactNode => {
    const now = (
      <Figure
        key={figures.currency}
        measure={measure}
        values={figures.values}
        rates={figures.rates}
        titleOf={titleOf}
        tabIndex={-1}
        onOpen={() => onCell({ ...figures, measure: measure.name, part: 'now' })}
      />
    )
    if (state.compare === null || !isCompared(measure)) return now
    return (
      <span key={figures.currency} className="zg-report-two">
        {now}
        <ChangeNote
          definition={definition}
          measure={measure}
          compare={state.compare}
          figures={figures}
          compared={answer?.compared}
          days={daysOf(state, figures.path)}
          onOpen={() => onCell({ ...figures, compared: answer?.compared, measure: measure.name, part: 'change' })}
        />
      </span>
    )
  }
  const of = <T,>(line: Line, make: (figures: Figures) => T): T | null => (line.kind === 'row' ? make(rowFigures(definition, line)) : null)
  const widest = (figures: Figures): number =>
    Math.max(textWidth(shown(figures)), state.compare === null || !isCompared(measure) ? 0 : textWidth(changeText(measure, figures)))
  return {
    key: measure.name,
    name: measure.title,
    ...(currency !== null && measure.kind === 'money' ? { note: <span className="zg-currency"> {currency}</span> } : {}),
    extra: <MeasureInfo measure={measure} sorts={<SortByChange {...props} measure={measure} />} />,
    width: widthFor(answer, widest, columnWidth(measure)),
    align: 'right',
    isSortable: measure.isUnordered !== true,
    firstWay: 'DESC',
    render: line => of(line, figure),
    shown: line => of(line, shown) ?? '',
    copy: line => ({ text: of(line, exact) ?? '', isText: false }),
    totals: shownTotals(props).map(figure),
  }
}

/** Rows in the order of how far they have moved, where they are held against an earlier period. */
function SortByChange({ definition, state, measure, onSort }: FigureColumnsProps & { readonly measure: MeasureDefinition }) {
  if (state.compare === null || measure.class === 'share') return null
  return (
    <p className="zg-measure-sorts">
      {partsOf(measure, state.compare).map(part => {
        const field = partName(measure.name, part)
        const title = partTitle(definition, measure, part, state.compare)
        return (
          <Button key={part} size="small" type="link" onClick={() => onSort({ field, way: 'DESC' })}>
            {t('按{title}排序', { title })}
          </Button>
        )
      })}
    </p>
  )
}
