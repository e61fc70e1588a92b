/** The tree table: head, first column and totals stay in sight, only rows near the window are drawn. */
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Spin } from 'antd'
import { useState, type ReactNode } from 'react'
import { textWidth } from '#platform/format/text.ts'
import { withThousands } from '#platform/format/numbers.ts'
import type { MeasureDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import type { Sort } from '../list/list-state.ts'
import { Figure, type Cell } from './figure.tsx'
import { MeasureInfo, SortButton, ariaSort } from './measure-head.tsx'
import { ratesOf } from './missing-reason.ts'
import { monthOfPath, pathId, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import type { Line } from './tree.ts'
import type { TreeHook } from './use-tree.ts'
import { lineHeight, useWindowed } from './use-windowed.ts'

interface ReportTableProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly measures: readonly MeasureDefinition[]
  readonly answer: ReportAnswer | undefined
  readonly isStale: boolean
  /** shown in place of rows */
  readonly notice: ReactNode
  readonly tree: TreeHook
  readonly selected: RowPath | null
  readonly onSelect: (path: RowPath | null) => void
  readonly onCell: (cell: Cell) => void
  readonly onSort: (sort: Sort | null) => void
}

/** Px of the table below which the page itself scrolls, totals not counted. */
const shortest = 280

/** Room for the title, the sign of the order and the formula; 7 px a half-width character. */
const columnWidth = (measure: MeasureDefinition): number => Math.max(120, textWidth(measure.title) * 7 + 56)

export function ReportTable(props: ReportTableProps) {
  const { definition, state, measures, answer, isStale, notice, tree } = props
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const windowed = useWindowed(scroller, tree.lines.length)
  const titleOf = (name: string): string => definition.measures.find(one => one.name === name)?.title ?? name
  const currencies = [...new Set((answer?.totals ?? []).map(one => one.currency))]
  const lines = notice === null ? tree.lines.slice(windowed.from, windowed.to) : []
  const figures = (path: RowPath | null, currency: string, values: Cell['values'], rates: Cell['rates']) =>
    measures.map(measure => (
      <td key={measure.name} className="zg-report-figure">
        <Figure
          measure={measure}
          values={values}
          rates={rates}
          titleOf={titleOf}
          onOpen={() => props.onCell({ measure: measure.name, path, currency, values, rates })}
        />
      </td>
    ))
  return (
    <div
      className={isStale ? 'zg-report-table zg-stale' : 'zg-report-table'}
      ref={setScroller}
      style={{ flexBasis: shortest + currencies.length * lineHeight }}
    >
      <table role="treegrid" aria-label={definition.title} aria-busy={isStale}>
        <Head {...props} currencies={currencies} />
        <tbody>
          {notice !== null && (
            <tr>
              <td colSpan={measures.length + 1} className="zg-report-notice">
                {notice}
              </td>
            </tr>
          )}
          {notice === null && windowed.before > 0 && <tr aria-hidden style={{ height: windowed.before }} />}
          {lines.map(line =>
            line.kind === 'row' ? (
              <RowLine key={line.id} line={line} {...props} showCurrency={currencies.length > 1 && line.depth === 0}>
                {figures(line.path, line.row.currency, line.row.values, ratesOf(line.rates, monthOfPath(definition, line.path)))}
              </RowLine>
            ) : (
              <OtherLine key={line.id} line={line} tree={tree} columns={measures.length} />
            ),
          )}
          {notice === null && windowed.after > 0 && <tr aria-hidden style={{ height: windowed.after }} />}
        </tbody>
        {notice === null && answer !== undefined && <Totals answer={answer} state={state} figures={figures} />}
      </table>
    </div>
  )
}

function Head({ definition, state, measures, currencies, onSort }: ReportTableProps & { readonly currencies: readonly string[] }) {
  const nesting = state.by.map(name => definition.dimensions.find(one => one.name === name)?.title ?? name).join(' › ')
  const [first = ''] = state.by
  return (
    <>
      <colgroup>
        <col className="zg-report-first" />
        {measures.map(one => (
          <col key={one.name} style={{ width: columnWidth(one) }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" aria-sort={ariaSort(first, state.sort)}>
            <SortButton field={first} title={nesting} first="ASC" sort={state.sort} onSort={onSort} />
          </th>
          {measures.map(one => (
            <th key={one.name} scope="col" aria-sort={ariaSort(one.name, state.sort)} className="zg-report-figure">
              <div className="zg-head-line">
                <MeasureInfo measure={one} />
                <SortButton field={one.name} title={one.title} first="DESC" sort={state.sort} onSort={onSort} />
              </div>
              {currencies.length === 1 && <div className="zg-currency">{one.kind === 'money' ? currencies[0] : ''}</div>}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}

interface TotalsProps {
  readonly answer: ReportAnswer
  readonly state: ReportState
  readonly figures: (path: null, currency: string, values: Cell['values'], rates: Cell['rates']) => ReactNode
}

/** 总计, one line per currency, stuck to the foot above each other. */
function Totals({ answer, state, figures }: TotalsProps) {
  const { totals } = answer
  return (
    <tfoot>
      {totals.map((one, at) => (
        <tr key={one.currency} style={{ bottom: (totals.length - 1 - at) * lineHeight }}>
          <th scope="row">
            {t('总计')} {(totals.length > 1 || state.currency === 'CNY') && <span className="zg-currency">{one.currency}</span>}
          </th>
          {figures(null, one.currency, one.values, answer.missingRates)}
        </tr>
      ))}
    </tfoot>
  )
}

type RowLineProps = ReportTableProps & {
  readonly line: Extract<Line, { kind: 'row' }>
  readonly showCurrency: boolean
  readonly children: ReactNode
}

function RowLine({ line, tree, selected, onSelect, showCurrency, children }: RowLineProps) {
  const isSelected = selected !== null && pathId(selected) === line.id
  const label = line.path.steps.at(-1)?.label ?? ''
  return (
    <tr aria-level={line.depth + 1} aria-selected={isSelected} {...(line.canOpen ? { 'aria-expanded': line.isOpen } : {})}>
      <th scope="row">
        <div className="zg-report-name" style={{ paddingInlineStart: line.depth * 20 }}>
          {line.canOpen ? (
            <button
              type="button"
              className="zg-report-toggle"
              aria-label={line.isOpen ? t('收起{label}', { label }) : t('展开{label}', { label })}
              onClick={() => tree.toggle(line.path)}
            >
              {line.isOpen ? <DownOutlined /> : <RightOutlined />}
            </button>
          ) : (
            <span className="zg-report-toggle" />
          )}
          <button
            type="button"
            className="zg-report-label"
            title={label}
            aria-pressed={isSelected}
            onClick={() => onSelect(isSelected ? null : line.path)}
          >
            {label}
          </button>
          {showCurrency && <span className="zg-currency">{line.row.currency}</span>}
        </div>
      </th>
      {children}
    </tr>
  )
}

/** What stands where rows are on their way, failed, or more of them wait. */
function OtherLine({ line, tree, columns }: { line: Exclude<Line, { kind: 'row' }>; tree: TreeHook; columns: number }) {
  return (
    <tr>
      <th scope="row">
        <div className="zg-report-name" style={{ paddingInlineStart: line.depth * 20 + 24 }}>
          {line.kind === 'loading' && <Spin size="small" aria-label={t('加载中')} />}
          {line.kind === 'empty' && <span className="zg-currency">{t('没有数据')}</span>}
          {line.kind === 'more' && (
            <Button type="link" size="small" onClick={() => tree.more(line.path)}>
              {t('更多，还有 {count} 条', { count: withThousands(String(line.left)) })}
            </Button>
          )}
          {line.kind === 'failed' && (
            <Button
              type="link"
              size="small"
              danger
              title={line.error instanceof ApiError ? line.error.msg : t('数据加载失败')}
              onClick={() => tree.retry(line.path, line.pageNum)}
            >
              {t('加载失败，重试')}
            </Button>
          )}
        </div>
      </th>
      <td colSpan={columns} />
    </tr>
  )
}
