/** A figure of the report: written like those of lists, reacts to the pointer and opens what it is made of. */
import { isDecimal, isZero } from '#platform/format/decimal.ts'
import type { MeasureDefinition, ReportAnswer, ReportValues } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import { missingReason } from './missing-reason.ts'
import type { RowPath } from './report-query.ts'

/** A figure, the one it is held against, or how far it has moved. */
export type CellPart = 'now' | 'was' | 'change'

/** Where a figure stands. */
export interface Cell {
  readonly measure: string
  readonly part: CellPart
  /** null: 总计 */
  readonly path: RowPath | null
  readonly currency: string
  /** all measures of the same row */
  readonly values: ReportValues
  /** those they are held against */
  readonly was: ReportValues | null
  /** what of the values is held against them, where that is not all */
  readonly now?: ReportValues | undefined
  /** of the answer it stands in */
  readonly compared?: ReportAnswer['compared']
  /** the total of all currencies in the base */
  readonly isConverted: boolean
  /** rates that figures of this row can lack */
  readonly rates: ReportAnswer['missingRates']
}

interface FigureProps {
  readonly measure: MeasureDefinition
  readonly values: Cell['values']
  readonly rates: Cell['rates']
  readonly titleOf: (name: string) => string
  /** what it is called, where that is not the measure's own title */
  readonly title?: string
  /** why nothing is known at all, where that is known */
  readonly reason?: string | null
  readonly onOpen: () => void
  /** -1 in the table, where the arrow keys lead to it */
  readonly tabIndex?: number
}

/** Quotients and means are shown by two decimals; what is exact stands in the hover. */
export const kindOf = ({ class: of, kind }: Pick<MeasureDefinition, 'class' | 'kind'>) => ({
  kind: kind === 'grade' ? ('text' as const) : kind,
  decimals: kind === 'decimal' && (of === 'ratio' || of === 'moving') ? 2 : null,
})

export function Figure({ measure, values, rates, titleOf, title = measure.title, reason = null, onOpen, tabIndex = 0 }: FigureProps) {
  const value = values[measure.name] ?? null
  const shown = showFigure(kindOf(measure), value)
  const look = value !== null && isDecimal(value) && isZero(value) ? ' zg-zero' : shown.isNegative ? ' zg-negative' : ''
  return (
    <button
      type="button"
      className={`zg-figure zg-figure-link${look}`}
      tabIndex={tabIndex}
      title={value === null ? (reason ?? missingReason(measure, values, titleOf, rates)) : (shown.exact ?? undefined)}
      aria-label={t('{title} {figure}，查看组成', { title, figure: shown.text })}
      onClick={event => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {shown.text}
    </button>
  )
}
