/** The tree of a report on the grid of lists: head, first column and totals stay in sight, only what is near the window is drawn. */
import { DownOutlined, ExportOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Spin } from 'antd'
import { useState, type ReactNode } from 'react'
import { withThousands } from '#platform/format/numbers.ts'
import type { ItemAsk, MeasureDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { ApiError } from '../api/client.ts'
import { DataGrid } from '../grid/data-grid.tsx'
import { heightOf, rowHeights } from '../grid/row-heights.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { RowState } from '../grid/grid-row.tsx'
import { t } from '../i18n/t.ts'
import { ItemCell } from '../values/item-cell.tsx'
import { useItemsAhead } from '../values/item-names.ts'
import { RecordLink, useRecordUrls, type UrlOfRecord } from '../values/record-link.tsx'
import type { Sort } from '../values/list-state.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { cellAt, figureColumn } from './figure-columns.tsx'
import type { Cell } from './figure.tsx'
import { pathId, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import type { Line } from './tree.ts'
import type { TreeHook } from './use-tree.ts'

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
const shortest = 268
const [firstWidth, firstWidthNarrow] = [260, 176]
/** where names stand beside the values */
const firstWidthNamed = 320

type RowLine = Extract<Line, { kind: 'row' }>

const labelOf = (line: Line): string => (line.kind === 'row' ? (line.path.steps.at(-1)?.label ?? '') : '')

/** What another dimension calls the row: the product of a SKU. */
function aboutOf(definition: ReportDefinition, line: RowLine): string {
  const dimension = line.path.steps.at(-1)?.dimension
  const about = definition.dimensions.find(one => one.name === dimension)?.about ?? null
  return about === null ? '' : (line.row.label[about] ?? '')
}

/** The product that a row is; an MSKU is one of the shop that a row above or the filter names. */
function itemOf({ dimensions, owner }: ReportDefinition, where: ReportState['where'], { path, row }: RowLine): ItemAsk | null {
  const last = path.steps.at(-1)
  const item = dimensions.find(one => one.name === last?.dimension)?.item
  const value = last === undefined ? '' : (row.key[last.dimension] ?? '')
  if (item === undefined || value === '') return null
  const above = path.steps.find(one => one.dimension === owner.dimension)?.value ?? ''
  const [shopId = '', ...further] = above === '' ? (where[owner.dimension ?? ''] ?? []) : [above]
  return { [item]: value, ...(item !== 'sellerSku' || shopId === '' || further.length > 0 ? {} : { shopId }) }
}

/** The page of what a row is called: an order's. */
function urlOfRow(definition: ReportDefinition, line: RowLine, urlOf: UrlOfRecord): string | null {
  const step = line.path.steps.at(-1)
  const opens = definition.dimensions.find(one => one.name === step?.dimension)?.opens ?? null
  const value = step === undefined ? '' : (line.row.key[step.dimension] ?? '')
  return opens === null || value === '' ? null : urlOf(opens, value)
}

/** The column of the tree: what the rows are, and 总计 with its currency where there are several. */
function treeColumn(
  props: ReportTableProps,
  isMobile: boolean,
  urlOf: UrlOfRecord,
  showsEach: boolean,
  onEach: (() => void) | null,
): GridColumn<Line> {
  const { definition, state, answer, tree, selected, onSelect } = props
  const totals = answer?.totals ?? []
  const [first = ''] = state.by
  const isNamed = definition.dimensions.some(one => (one.about !== null || one.opens !== null) && state.by.includes(one.name))
  return {
    key: first,
    name: state.by.map(name => definition.dimensions.find(one => one.name === name)?.title ?? name).join(' › '),
    width: isMobile ? firstWidthNarrow : isNamed ? firstWidthNamed : firstWidth,
    isSet: true,
    pin: 'left',
    isSortable: true,
    render: line =>
      line.kind === 'row' ? (
        <Name
          line={line}
          item={itemOf(definition, state.where, line)}
          about={isMobile ? '' : aboutOf(definition, line)}
          url={urlOfRow(definition, line, urlOf)}
          tree={tree}
          selected={selected}
          onSelect={onSelect}
          showCurrency={totals.length > 1 && line.depth === 0}
          code={codeOf(definition, line)}
        />
      ) : (
        <OtherLine line={line} tree={tree} />
      ),
    shown: labelOf,
    copy: line => ({ text: labelOf(line), isText: true }),
    totals: [
      ...(showsEach ? totals : []).map(one => (
        <span key={one.currency}>
          {t('总计')} {(totals.length > 1 || state.currency === 'CNY') && <span className="zg-currency">{one.currency}</span>}
        </span>
      )),
      ...(answer?.converted === undefined
        ? []
        : [
            <span key="converted">
              {t('总计')} <span className="zg-currency">{t('折合 {currency}', { currency: answer.converted.currency })}</span>
              {onEach !== null && (
                <Button type="link" size="small" tabIndex={-1} aria-expanded={showsEach} onClick={onEach}>
                  {showsEach ? t('收起币种') : t('{count} 个币种', { count: totals.length })}
                </Button>
              )}
            </span>,
          ]),
    ],
  }
}

const isSelected = (line: RowLine, selected: RowPath | null): boolean => selected !== null && pathId(selected) === line.id

export function ReportTable(props: ReportTableProps) {
  const { definition, state, measures, answer, tree, selected } = props
  const isMobile = useIsMobile()
  const urlOf = useRecordUrls()
  const currencies = [...new Set((answer?.totals ?? []).map(one => one.currency))]
  const [only = null] = currencies.length === 1 ? currencies : []
  const several = answer?.converted !== undefined
  const [isEach, setEach] = useState(false)
  const showsEach = !several || isEach
  const columns = [
    treeColumn(props, isMobile, urlOf, showsEach, several ? () => setEach(!isEach) : null),
    ...measures.map(one => figureColumn({ ...props, showsEach }, one, only)),
  ]
  const totalRows = (showsEach ? currencies.length : 0) + (several ? 1 : 0)
  const hasItems = definition.dimensions.some(one => one.name === state.by[0] && one.item !== undefined)
  useItemsAhead(tree.lines.flatMap(line => (line.kind === 'row' ? (itemOf(definition, state.where, line) ?? []) : [])))
  const density = heightOf(state.compare === null ? 'compact' : 'comfortable', hasItems)
  const stateOf = (line: Line): RowState => ({
    level: line.depth + 1,
    ...(line.kind === 'row' && line.canOpen ? { isOpen: line.isOpen } : {}),
    isChosen: line.kind === 'row' && isSelected(line, selected),
  })
  const onEnter = (line: Line, key: string): void => {
    if (line.kind === 'more') tree.more(line.path)
    else if (line.kind === 'failed') tree.retry(line.path, line.pageNum)
    else if (line.kind !== 'row') return
    else {
      const cell = cellAt(definition, line, key)
      if (cell !== null) props.onCell(cell)
      else if (line.canOpen) tree.toggle(line.path)
    }
  }
  return (
    <div
      className={density === 'compact' ? 'zg-report-table zg-items-low' : 'zg-report-table'}
      style={{ flexBasis: shortest + totalRows * rowHeights[density] }}
    >
      <DataGrid<Line>
        label={definition.title}
        rows={tree.lines}
        columns={columns}
        density={density}
        isStale={props.isStale}
        question={JSON.stringify([state.where, state.from, state.to, state.sort, state.by])}
        notice={props.notice}
        totalRows={totalRows}
        orders={state.sort === null ? [] : [state.sort]}
        // a report has one order: of several the last one asked for
        onOrders={orders => props.onSort(orders.at(-1) ?? null)}
        onWidth={() => undefined}
        stateOf={stateOf}
        onEnter={onEnter}
        onSpace={line => line.kind === 'row' && props.onSelect(isSelected(line, selected) ? null : line.path)}
      />
    </div>
  )
}

function codeOf({ dimensions }: ReportDefinition, { path }: RowLine): string | null {
  const last = path.steps.at(-1)
  const isCode = dimensions.some(one => one.name === last?.dimension && one.isCode === true)
  return last !== undefined && isCode && last.value !== last.label ? last.value : null
}

interface NameProps extends Pick<ReportTableProps, 'tree' | 'selected' | 'onSelect'> {
  readonly line: RowLine
  /** shown by its product */
  readonly item: ItemAsk | null
  readonly about: string
  /** page of what the row is called */
  readonly url: string | null
  readonly showCurrency: boolean
  /** as it is written in the files, where the label is a word for it */
  readonly code: string | null
}

function Name({ line, item, about, url, tree, selected, onSelect, showCurrency, code }: NameProps) {
  const label = labelOf(line)
  const isChosen = isSelected(line, selected)
  const labelled = (text: string): ReactNode => (
    <button
      type="button"
      tabIndex={-1}
      className="zg-report-label"
      title={code === null ? (item === null ? text : undefined) : `${text}（${code}）`}
      aria-pressed={isChosen}
      onClick={() => onSelect(isChosen ? null : line.path)}
    >
      {text}
    </button>
  )
  return (
    <div className="zg-report-name" style={{ paddingInlineStart: line.depth * 20 }}>
      {line.canOpen ? (
        <button
          type="button"
          tabIndex={-1}
          className="zg-report-toggle"
          aria-label={line.isOpen ? t('收起{label}', { label }) : t('展开{label}', { label })}
          onClick={() => tree.toggle(line.path)}
        >
          {line.isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      ) : (
        <span className="zg-report-toggle" />
      )}
      {item === null ? (
        labelled(label)
      ) : (
        <ItemCell ask={item} text={label}>
          {labelled}
        </ItemCell>
      )}
      {url !== null && (
        <RecordLink url={url} className="zg-report-open" isInCell>
          <ExportOutlined aria-label={t('打开{label}', { label })} />
        </RecordLink>
      )}
      {about !== '' && item === null && (
        <small className="zg-report-about" title={about}>
          {about}
        </small>
      )}
      {showCurrency && <span className="zg-currency">{line.row.currency}</span>}
    </div>
  )
}

/** What stands where rows are on their way, failed, or more of them wait. */
function OtherLine({ line, tree }: { line: Exclude<Line, { kind: 'row' }>; tree: TreeHook }) {
  return (
    <div className="zg-report-name" style={{ paddingInlineStart: line.depth * 20 + 24 }}>
      {line.kind === 'loading' && <Spin size="small" aria-label={t('加载中')} />}
      {line.kind === 'empty' && <span className="zg-currency">{t('没有数据')}</span>}
      {line.kind === 'more' && (
        <Button type="link" size="small" tabIndex={-1} onClick={() => tree.more(line.path)}>
          {t('更多，还有 {count} 条', { count: withThousands(String(line.left)) })}
        </Button>
      )}
      {line.kind === 'failed' && (
        <Button
          type="link"
          size="small"
          danger
          tabIndex={-1}
          title={line.error instanceof ApiError ? line.error.msg : t('数据加载失败')}
          onClick={() => tree.retry(line.path, line.pageNum)}
        >
          {t('加载失败，重试')}
        </Button>
      )}
    </div>
  )
}
