/** The pivot itself: rows at the left, columns of figures, totals below and at the right. Each figure opens what it is made of. */
import { Button } from 'antd'
import { useState } from 'react'
import type { PivotAnswer, PivotFigures, PivotRow } from '#platform/declare/wire-pivot.ts'
import type { MeasureDefinition, ReportDefinition } from '#platform/declare/wire.ts'
import { t } from '#platform/web/i18n/t.ts'
import { sidesOf, type Held } from '#platform/format/change.ts'
import { cellOf, totalOf } from '#platform/format/pivot-figures.ts'
import { showFigure } from '#platform/web/values/value.ts'
import { showChange } from '#platform/web/report/change-figure.tsx'
import { isCompared } from '#platform/web/report/measures.ts'
import { Figure, kindOf, type Cell } from '#platform/web/report/figure.tsx'
import type { PathStep } from '#platform/web/report/report-query.ts'
import type { OwnState } from './own-state.tsx'

/** rows drawn before the rest is asked for */
const rowsFirst = 200

interface PivotTableProps {
  readonly definition: ReportDefinition
  readonly state: OwnState
  readonly measures: readonly MeasureDefinition[]
  readonly answer: PivotAnswer
  readonly onCell: (cell: Cell) => void
  readonly onSort: (field: string) => void
}

type Head = PivotAnswer['across'][number]
const stepsOf = (names: readonly string[], { key, label }: Pick<Head, 'key' | 'label'>): PathStep[] =>
  names.map(dimension => ({ dimension, value: key[dimension] ?? '', label: label[dimension] ?? key[dimension] ?? '' }))
const titleOfHead = (names: readonly string[], head: Head): string =>
  stepsOf(names, head)
    .map(one => one.label)
    .join(' › ')

export function PivotTable(props: PivotTableProps) {
  const { definition, state, answer } = props
  const [shown, setShown] = useState(rowsFirst)
  const hasCurrency = definition.hasCurrencies && state.currency === 'shop'
  const fixed = state.by.length + (hasCurrency ? 1 : 0)
  return (
    <div className="zg-pivot-scroll" tabIndex={0} role="region" aria-label={t('透视表')}>
      <table className="zg-table zg-pivot">
        <Heads {...props} hasCurrency={hasCurrency} />
        <tbody>
          {answer.rows.slice(0, shown).map(row => (
            <tr key={JSON.stringify([row.key, row.currency])}>
              {stepsOf(state.by, row).map((step, at) => (
                <th key={step.dimension} scope="row" className={at === 0 ? 'zg-pivot-first' : undefined} title={step.label}>
                  {step.label}
                </th>
              ))}
              {hasCurrency && <td>{row.currency}</td>}
              <Figures {...props} row={row} figures={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {answer.totals.map(total => (
            <tr key={total.currency}>
              <th scope="row" colSpan={fixed} className="zg-pivot-first">
                {t('总计')}
                {definition.hasCurrencies && <span className="zg-currency"> {total.currency}</span>}
              </th>
              <Figures {...props} row={null} figures={total} />
            </tr>
          ))}
        </tfoot>
      </table>
      {answer.rows.length > shown && (
        <Button type="link" onClick={() => setShown(shown + rowsFirst)}>
          {t('再显示 {count} 行（共 {total} 行）', {
            count: Math.min(rowsFirst, answer.rows.length - shown),
            total: answer.rows.length,
          })}
        </Button>
      )}
    </div>
  )
}

function Heads({ hasCurrency, ...props }: PivotTableProps & { readonly hasCurrency: boolean }) {
  const { definition, state, measures, answer } = props
  const titleOf = (name: string): string => definition.dimensions.find(one => one.name === name)?.title ?? name
  return (
    <thead>
      <tr>
        {state.by.map(name => (
          <th key={name} scope="col" rowSpan={2}>
            {titleOf(name)}
          </th>
        ))}
        {hasCurrency && (
          <th scope="col" rowSpan={2}>
            {t('币种')}
          </th>
        )}
        {answer.across.map(head => (
          <th key={JSON.stringify(head.key)} scope="colgroup" colSpan={measures.length} className="zg-pivot-group">
            {titleOfHead(state.across, head)}
          </th>
        ))}
        <th scope="colgroup" colSpan={measures.length} className="zg-pivot-group">
          {t('合计')}
        </th>
      </tr>
      <tr>
        {answer.across.flatMap(head =>
          measures.map(measure => (
            <th key={`${JSON.stringify(head.key)} ${measure.name}`} scope="col" className="zg-report-figure">
              {measure.title}
            </th>
          )),
        )}
        {measures.map(measure => (
          <SortHead key={measure.name} {...props} measure={measure} />
        ))}
      </tr>
    </thead>
  )
}

/** The total's own order of rows. */
function SortHead({ state, measure, onSort }: PivotTableProps & { readonly measure: MeasureDefinition }) {
  if (measure.isUnordered === true)
    return (
      <th scope="col" className="zg-report-figure">
        {measure.title}
      </th>
    )
  const way = state.sort?.field === measure.name ? state.sort.way : null
  return (
    <th scope="col" className="zg-report-figure" aria-sort={way === null ? 'none' : way === 'ASC' ? 'ascending' : 'descending'}>
      <button type="button" className="zg-trail" title={t('按合计排序')} onClick={() => onSort(measure.name)}>
        {measure.title} {way === 'ASC' ? '↑' : way === 'DESC' ? '↓' : ''}
      </button>
    </th>
  )
}

interface MovedProps {
  readonly measure: MeasureDefinition
  readonly figures: Held
  /** what the earlier period is called */
  readonly title: string
}
/** How far a figure has moved, with what it was in the hover: a part of something by points. */
function Moved({ measure, figures, title }: MovedProps) {
  if (!isCompared(measure)) return null
  const { text, look } = showChange(measure, figures)
  const [, was] = sidesOf(figures, measure.name)
  return (
    <div className={`zg-pivot-moved zg-figure${look}`} title={`${title} ${showFigure(kindOf(measure), was).text}`}>
      {text}
    </div>
  )
}

interface FiguresProps extends PivotTableProps {
  readonly row: PivotRow | null
  readonly figures: PivotFigures
}

function Figures({ definition, state, measures, answer, onCell, row, figures }: FiguresProps) {
  const titleOf = (name: string): string => definition.measures.find(one => one.name === name)?.title ?? name
  const above = row === null ? [] : stepsOf(state.by, row)
  const compared = definition.compare.find(one => one.name === state.compare)?.was ?? ''
  const cell = (held: Held, head: Head | null, measure: MeasureDefinition) => {
    const { values, was = null, now } = held
    const steps = [...above, ...(head === null ? [] : stepsOf(state.across, head))]
    const opened: Cell = {
      measure: measure.name,
      part: 'now',
      path: steps.length === 0 ? null : { steps, currency: figures.currency },
      currency: figures.currency,
      values,
      was,
      now: now ?? undefined,
      compared: answer.compared,
      isConverted: false,
      rates: answer.missingRates,
    }
    return (
      <>
        <Figure measure={measure} values={values} rates={answer.missingRates} titleOf={titleOf} onOpen={() => onCell(opened)} />
        {figures.was !== undefined && <Moved measure={measure} figures={held} title={compared} />}
      </>
    )
  }
  return (
    <>
      {answer.across.flatMap((head, at) =>
        measures.map(measure => {
          const held = cellOf(figures, at)
          return (
            <td key={`${at} ${measure.name}`} className="zg-report-figure">
              {held === null ? null : cell(held, head, measure)}
            </td>
          )
        }),
      )}
      {measures.map(measure => (
        <td key={measure.name} className="zg-report-figure zg-pivot-total">
          {cell(totalOf(figures), null, measure)}
        </td>
      ))}
    </>
  )
}
