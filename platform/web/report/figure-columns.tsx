/**
 * Columns of figures: each measure, and beside it what it is held against, where that is asked for. Every figure opens what it is made of;
 * a copy has it exactly.
 */
import type { ReactNode } from 'react'
import { differenceOf, rateOfChange } from '#platform/format/change.ts'
import { textWidth } from '#platform/format/text.ts'
import type { ComparisonDefinition, MeasureDefinition, ReportAnswer, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../list/value.ts'
import { ChangeFigure, showChange } from './change-figure.tsx'
import { Figure, kindOf, type Cell } from './figure.tsx'
import { MeasureInfo } from './measure-info.tsx'
import { ratesOf } from './missing-reason.ts'
import { monthOfPath, partsOf } from './report-query.ts'
import { partName, type FigurePart, type ReportState } from './report-state.ts'
import type { Line } from './tree.ts'

export interface FigureColumnsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly answer: ReportAnswer | undefined
  readonly onCell: (cell: Cell) => void
}

type RowLine = Extract<Line, { kind: 'row' }>
/** The figures a cell of the table stands among, without saying which of them it is. */
type Figures = Omit<Cell, 'measure' | 'part'>

/** Room for the title, the sign of the order, the currency and the formula; 7 px a half-width character. */
const columnWidth = (measure: MeasureDefinition): number => Math.max(120, textWidth(measure.title) * 7 + 84)
const partWidths: Readonly<Record<FigurePart, number>> = { was: 112, difference: 112, rate: 92 }
/** Px beside a title that stands in two lines. */
const partRoom = 36
/** Px of a digit of a bold total, and of the cell's edges. */
const [digitWidth, cellRoom] = [9.2, 24]

/** Room for the greatest figures, which are those of the first level and the totals: a change can be far wider than what it is of. */
function widthFor(props: FigureColumnsProps, draw: Draw, least: number): number {
  const { answer } = props
  const rows = (answer?.list ?? []).map(row => totalFigures(row, [], false))
  const longest = Math.max(0, ...[...totalsOf(answer), ...rows].map(one => textWidth(draw.shown(one))))
  return Math.max(least, Math.ceil(longest * digitWidth + cellRoom))
}

const rowFigures = (definition: ReportDefinition, line: RowLine): Figures => ({
  path: line.path,
  currency: line.row.currency,
  values: line.row.values,
  was: line.row.was ?? null,
  rates: ratesOf(line.rates, monthOfPath(definition, line.path)),
  isConverted: false,
})

const totalFigures = (one: ReportFigures, rates: Cell['rates'], isConverted: boolean): Figures => ({
  path: null,
  currency: one.currency,
  values: one.values,
  was: one.was ?? null,
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

/** Which column a key of the table stands for; null: none of figures. */
export function cellAt(definition: ReportDefinition, line: RowLine, key: string): Cell | null {
  const [measure = '', part] = key.split('.')
  if (!definition.measures.some(one => one.name === measure)) return null
  return { ...rowFigures(definition, line), measure, part: part === undefined ? 'now' : part === 'was' ? 'was' : 'change' }
}

interface Draw {
  /** the figure as text, for the width that fits */
  readonly shown: (figures: Figures) => string
  /** exact; null: unknown */
  readonly exact: (figures: Figures) => string | null
  readonly figure: (figures: Figures) => ReactNode
}

function column(
  props: FigureColumnsProps,
  draw: Draw,
  own: Pick<GridColumn<Line>, 'key' | 'name' | 'width' | 'note' | 'extra' | 'over'>,
): GridColumn<Line> {
  const { definition, answer } = props
  const of = <T,>(line: Line, make: (figures: Figures) => T): T | null => (line.kind === 'row' ? make(rowFigures(definition, line)) : null)
  return {
    ...own,
    align: 'right',
    isSortable: true,
    firstWay: 'DESC',
    render: line => of(line, draw.figure),
    shown: line => of(line, draw.shown) ?? '',
    copy: line => ({ text: of(line, draw.exact) ?? '', isText: false }),
    totals: totalsOf(answer).map(draw.figure),
  }
}

/** The column of a measure, and with a comparison those of what it is held against. `currency`: the only one of all rows. */
export function figureColumns(props: FigureColumnsProps, measure: MeasureDefinition, currency: string | null): GridColumn<Line>[] {
  const { definition, state } = props
  const words = definition.compare.find(one => one.name === state.compare)
  const parts = words === undefined ? [] : partsOf(measure, state.compare)
  const draw = drawNow(props, measure)
  const now = column(props, draw, {
    key: measure.name,
    name: measure.title,
    ...(currency !== null && measure.kind === 'money' ? { note: <span className="zg-currency"> {currency}</span> } : {}),
    extra: <MeasureInfo measure={measure} />,
    width: widthFor(props, draw, columnWidth(measure)),
  })
  return words === undefined ? [now] : [now, ...parts.map(part => partColumn(props, measure, part, words))]
}

const titlesOf =
  (definition: ReportDefinition) =>
  (name: string): string =>
    definition.measures.find(one => one.name === name)?.title ?? name

function drawNow({ definition, onCell }: FigureColumnsProps, measure: MeasureDefinition): Draw {
  const exact = (figures: Figures): string | null => figures.values[measure.name] ?? null
  return {
    exact,
    shown: figures => showFigure(kindOf(measure), exact(figures)).text,
    figure: figures => (
      <Figure
        key={figures.currency}
        measure={measure}
        values={figures.values}
        rates={figures.rates}
        titleOf={titlesOf(definition)}
        tabIndex={-1}
        onOpen={() => onCell({ ...figures, measure: measure.name, part: 'now' })}
      />
    ),
  }
}

function partColumn(
  props: FigureColumnsProps,
  measure: MeasureDefinition,
  part: FigurePart,
  words: ComparisonDefinition,
): GridColumn<Line> {
  const inPoints = part === 'difference' && measure.class === 'ratio'
  const name = inPoints ? t('{title}（百分点）', { title: words.difference }) : words[part]
  const title = `${measure.title} ${name}`
  const draw = part === 'was' ? drawWas(props, measure, title) : drawChange(props, measure, part, title)
  const least = Math.max(partWidths[part], Math.max(textWidth(name), textWidth(measure.title)) * 7 + partRoom)
  return column(props, draw, { key: partName(measure.name, part), over: measure.title, name, width: widthFor(props, draw, least) })
}

function drawWas({ definition, answer, onCell }: FigureColumnsProps, measure: MeasureDefinition, title: string): Draw {
  const exact = (figures: Figures): string | null => figures.was?.[measure.name] ?? null
  return {
    exact,
    shown: figures => showFigure(kindOf(measure), exact(figures)).text,
    figure: figures => (
      <Figure
        key={figures.currency}
        measure={measure}
        values={figures.was ?? {}}
        rates={figures.rates}
        titleOf={titlesOf(definition)}
        title={title}
        reason={answer?.compared?.isEmpty === true ? t('这个期间没有数据') : null}
        tabIndex={-1}
        onOpen={() => onCell({ ...figures, measure: measure.name, part: 'was' })}
      />
    ),
  }
}

function drawChange({ onCell }: FigureColumnsProps, measure: MeasureDefinition, part: Exclude<FigurePart, 'was'>, title: string): Draw {
  const sides = ({ values, was }: Figures) => [values[measure.name] ?? null, was?.[measure.name] ?? null] as const
  return {
    exact: figures => (part === 'difference' ? differenceOf(...sides(figures)) : rateOfChange(...sides(figures))),
    shown: figures => showChange(measure, ...sides(figures), part).text,
    figure: figures => (
      <ChangeFigure
        key={figures.currency}
        measure={measure}
        values={figures.values}
        was={figures.was}
        part={part}
        title={title}
        tabIndex={-1}
        onOpen={() => onCell({ ...figures, measure: measure.name, part: 'change' })}
      />
    ),
  }
}
