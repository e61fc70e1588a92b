/** The lines of a leaf figure: a page of them, their exact sum per currency, and whether it is the figure. */
import { asText } from '#platform/format/text.ts'
import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { canonical, compare, roundTo } from '#platform/format/decimal.ts'
import { MISSING, showExact, withThousands } from '#platform/format/numbers.ts'
import type { Comparison, LinesAnswer, LinesQuery, MeasureDefinition, ReportDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'
import { RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { RecordLink, useRecordUrls, type UrlOfRecord } from '../values/record-link.tsx'
import { isFigure, showFigure, showInstant } from '../values/value.ts'
import type { Cell } from './figure.tsx'
import { Conversions } from './conversions.tsx'
import { periodOf, whereOf } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { pageSteps } from '../widgets/page-steps.tsx'
import './report.css'

const linesSize = 20
/** decimals of money as the report keeps it */
const moneyScale = 4

/** Body of the call for the lines of a cell; `compare`: of the figure that it is held against. */
export function linesQuery(
  state: ReportState,
  cell: Cell,
  measure: string,
  pageNum: number,
  compare: Comparison | null = null,
): LinesQuery {
  return {
    measure,
    where: whereOf(state, cell.path),
    ...periodOf(state),
    currency: cell.isConverted ? 'CNY' : state.currency,
    ...(state.clock === null ? {} : { clock: state.clock }),
    ...(state.currency === 'shop' && !cell.isConverted ? { rowCurrency: cell.currency } : {}),
    ...(compare === null ? {} : { compare }),
    pageNum,
    pageSize: linesSize,
  }
}

/** Whether the lines make the figure that the report shows; null where one of them is unknown. */
export function isProven(answer: LinesAnswer, value: string | null): boolean | null {
  if (answer.figure === undefined || answer.figure === null || value === null) return null
  return compare(roundTo(answer.figure, moneyScale, 'halfUp'), roundTo(value, moneyScale, 'halfUp')) === 0
}

const exactFigure = (written: string): string => showExact(canonical(written))

type LinesColumn = LinesAnswer['columns'][number]

/** What a reference is called; null: to whoever reads it, it is not. */
function namedBy({ field }: LinesColumn, row: Row): string | null {
  const label = row[`${field}Label`]
  return typeof label === 'string' ? label : null
}

function textOf(column: LinesColumn, row: Row): string {
  const value = row[column.field]
  if (value === null || value === undefined || value === '') return MISSING
  if (column.kind === 'reference') return namedBy(column, row) ?? t('（无权查看）')
  return column.kind === 'dateTime' ? showInstant(asText(value)) : asText(value)
}

/** What a column opens for a row: its value, or several of the row together; null: nothing. */
function idOf(column: LinesColumn, row: Row): string | null {
  const values = [row[column.field], ...(column.opensBy ?? []).map(field => row[field])]
  if (values.some(value => value === null || value === undefined || value === '')) return null
  if (column.kind === 'reference' && namedBy(column, row) === null) return null
  return column.opensBy === undefined ? asText(row[column.field]) : column.opensBy.map(field => asText(row[field])).join('.')
}

/** What is added up stays in sight. */
function columnOf(column: LinesColumn, urlOf: UrlOfRecord): TableColumnType<Row> {
  const common = {
    key: column.field,
    title: column.title,
    ellipsis: { showTitle: false },
    ...(column.field === 'amount' || column.field === 'currency' ? { fixed: 'right' as const } : {}),
  } as const
  if (!isFigure(column)) {
    const width = column.kind === 'dateTime' ? 165 : column.kind === 'date' ? 105 : column.field === 'currency' ? 64 : 150
    return {
      ...common,
      width,
      render(_, row) {
        const text = column.opensBy === undefined || idOf(column, row) === null ? textOf(column, row) : t('查看构成')
        const shown = <span title={text}>{text}</span>
        const id = idOf(column, row)
        const url = column.opens === undefined || id === null ? null : urlOf(column.opens, id)
        return url === null ? shown : <RecordLink url={url}>{shown}</RecordLink>
      },
    }
  }
  return {
    ...common,
    width: column.kind === 'money' ? 110 : 84,
    align: 'right',
    render(_, row) {
      const value = row[column.field]
      const shown = showFigure({ kind: column.kind, decimals: null }, typeof value === 'string' ? value : null)
      return (
        <span className={shown.isNegative ? 'zg-figure zg-negative' : 'zg-figure'} title={shown.exact ?? undefined}>
          {shown.text}
        </span>
      )
    },
  }
}

interface LeafLinesProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly cell: Cell
  readonly measure: MeasureDefinition
  readonly value: string | null
  /** the lines are those of the figure it is held against */
  readonly compare: Comparison | null
}

export function LeafLines({ definition, state, cell, measure, value, compare }: LeafLinesProps) {
  return (
    <FigureLines
      name={['report', definition.name, 'lines']}
      query={pageNum => ({ ...linesQuery(state, cell, measure.name, pageNum, compare) })}
      load={(query, signal) => read<LinesAnswer>(definition.calls.lines, query, { signal, quiet: true })}
      value={value}
      isMoney={measure.kind === 'money'}
    />
  )
}

type Query = Readonly<Record<string, unknown>>
interface FigureLinesProps {
  /** begins the key of what was read */
  readonly name: readonly string[]
  readonly query: (pageNum: number) => Query
  readonly load: (query: Query, signal: AbortSignal) => Promise<LinesAnswer>
  /** the figure that the lines are held against; null: none */
  readonly value: string | null
  readonly isMoney: boolean
}

/** The lines of which a figure is the sum, wherever it stands. */
export function FigureLines({ name, query: queryOf, load, value, isMoney }: FigureLinesProps) {
  const [pageNum, setPageNum] = useState(1)
  const urlOf = useRecordUrls()
  const query = queryOf(pageNum)
  const lines = useQuery({
    queryKey: [...name, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  if (lines.data === undefined)
    return lines.isError ? <RowsFailed error={lines.error} onRetry={() => void lines.refetch()} /> : <RowsLoading />
  const answer = lines.data
  const columns = answer.columns.map(one => columnOf(one, urlOf))
  return (
    <section aria-label={t('明细')}>
      <LinesHead answer={answer} value={value} isMoney={isMoney} />
      {answer.conversions !== undefined && <Conversions conversions={answer.conversions} />}
      <Table<Row>
        size="small"
        rowKey="id"
        className={lines.isPlaceholderData ? 'zg-stale' : ''}
        columns={columns}
        dataSource={[...answer.list]}
        pagination={false}
        scroll={{ x: columns.reduce((sum, one) => sum + Number(one.width), 0) }}
        locale={{ emptyText: t('没有明细，数字为 0') }}
      />
      {answer.total > linesSize && (
        <Pagination
          itemRender={pageSteps}
          className="zg-lines-pages"
          size="small"
          current={pageNum}
          pageSize={linesSize}
          total={answer.total}
          showSizeChanger={false}
          onChange={setPageNum}
        />
      )}
    </section>
  )
}

/** 明细 128 条，合计 EUR 1,234.50，与数字一致 */
function LinesHead({ answer, value, isMoney }: { answer: LinesAnswer; value: string | null; isMoney: boolean }) {
  const proven = isProven(answer, value)
  return (
    <div className="zg-lines-head">
      <span>{t('明细 {count} 条', { count: withThousands(String(answer.total)) })}</span>
      {isMoney &&
        Object.entries(answer.sums).map(([currency, sum]) => (
          <span key={currency}>
            {t('合计')} <span className="zg-currency">{currency}</span> <strong className="zg-figure">{exactFigure(sum)}</strong>
          </span>
        ))}
      {!isMoney && answer.figure != null && (
        <span>
          {t('合计')} <strong className="zg-figure">{exactFigure(answer.figure)}</strong>
        </span>
      )}
      {proven === true && (
        <span className="zg-proven">
          <CheckCircleOutlined aria-hidden /> {t('与数字一致')}
        </span>
      )}
      {proven === false && (
        <span className="zg-unproven">
          <ExclamationCircleOutlined aria-hidden /> {t('数据刚有变动，请刷新后再看')}
        </span>
      )}
    </div>
  )
}
