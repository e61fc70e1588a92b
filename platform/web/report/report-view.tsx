/** A report: title line with freshness, filter bar, charts, what is missing, tree table, and the drawer of a figure. */
import { Button, Space, Tag } from 'antd'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { isZero } from '#platform/format/decimal.ts'
import type { CompleteAnswer, LackingAnswer, ListDefinition, ReportAnswer, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import { localStore } from '../api/storage.ts'
import { PinButton } from '../cards/pin-button.tsx'
import { useFittingHead } from '../list/use-fitting-head.ts'
import { t } from '../i18n/t.ts'
import { NoRows, RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { totalText } from '../values/list-texts.ts'
import { today } from '../page/today.ts'
import { CellDrawer } from './cell-drawer.tsx'
import { CompleteUntil, useCompleteUntil } from './complete-until.tsx'
import type { Cell } from './figure.tsx'
import { ComparedHead } from './compared-head.tsx'
import { KeyFigures, useStrip } from './key-figures.tsx'
import { MeasureChooser } from './measure-chooser.tsx'
import { shownMeasures } from './measures.ts'
import { useIsMobile, useIsTight } from '../page/use-is-mobile.ts'
import { usePage } from '../page/page-context.ts'
import { PageLink } from './page-link.tsx'
import { ReportActions } from './report-actions.tsx'
import { ChartsPlace, ReportCharts } from './report-charts.tsx'
import { ReportFilters } from './report-filters.tsx'
import { reportLinks } from '../values/report-links.ts'
import { lackingQuery, levelQuery, periodOf, type RowPath } from './report-query.ts'
import { firstState, isNarrowed, type ReportState } from './report-state.ts'
import { ReportTable } from './report-table.tsx'
import { ReportWarnings } from './report-warnings.tsx'
import type { Line } from './tree.ts'
import { ReportWhy } from './report-why.tsx'
import { useFirstLevel, useLacking, useRefreshReport } from './use-report-data.ts'
import { useReportPaper } from './use-report-paper.ts'
import { useReportState } from './use-report-state.ts'
import { useStateFor } from './use-state-for.ts'
import { useTree } from './use-tree.ts'

/** Whether charts stand above the table: a habit of the person, not part of what a link shows. */
const chartsKey = 'report.charts'

const shopsNamedMax = 3

/** 计算中 names the shops whose days are being computed. */
function Freshness({ answer }: { answer: ReportAnswer | undefined }) {
  const computing = answer?.computing ?? []
  if (answer === undefined) return null
  if (computing.length === 0) return null
  const named = computing.slice(0, shopsNamedMax).join(t('、'))
  const text = computing.length > shopsNamedMax ? t('{named} 等 {count} 个店铺', { named, count: computing.length }) : named
  return (
    <Tag color="processing" title={computing.join(t('、'))} role="status">
      {t('计算中：{shops}', { shops: text })}
    </Tag>
  )
}

interface ChartsHabit {
  readonly isShown: boolean
  toggle(): void
}

function useCharts(): ChartsHabit {
  const [isShown, setShown] = useState(localStore.get(chartsKey) !== 'off')
  const toggle = (): void => {
    localStore.set(chartsKey, isShown ? 'off' : 'on')
    setShown(!isShown)
  }
  return { isShown, toggle }
}

/** Their place is kept while the figures are on their way. */
function Charts({ answer, ...props }: Omit<ComponentProps<typeof ReportCharts>, 'currencies'> & { answer: ReportAnswer | undefined }) {
  if (answer === undefined) return <ChartsPlace definition={props.definition} />
  return answer.list.length === 0 ? null : <ReportCharts {...props} currencies={answer.totals.map(one => one.currency)} />
}

/** What of the state decides which rows there are: another of it closes all levels. */
const rowsKey = ({ where, from, to, currency, clock, compare, by }: ReportState): string =>
  JSON.stringify([where, from, to, currency, clock, compare, by])

/** As it begins, but for how figures are shown. */
const unfiltered = (definition: ReportDefinition, { currency, clock, compare, columns }: ReportState): ReportState => ({
  ...firstState(definition, today()),
  currency,
  clock,
  compare,
  columns,
})

/** What stands in place of rows; null where there are rows. */
function noticeOf(
  first: UseQueryResult<ReportAnswer>,
  empty: string,
  definition: ReportDefinition,
  state: ReportState,
  onReset: () => void,
): ReactNode {
  if (first.isError) return <RowsFailed error={first.error} onRetry={() => void first.refetch()} />
  if (first.data === undefined) return <RowsLoading />
  if (first.data.list.length > 0) return null
  const isFiltered = Object.keys(state.where).length > 0
  const begin = (
    <Space>
      <PageLink component={reportLinks().begin} title={t('去导入报告')} type="primary" />
      {isNarrowed(definition, state, today()) && <Button onClick={onReset}>{isFiltered ? t('重置筛选') : t('最近 12 个月')}</Button>}
    </Space>
  )
  return <NoRows text={empty} isFiltered={isFiltered} begin={begin} onReset={onReset} />
}

export function ReportView({ list, definition }: { list: ListDefinition; definition: ReportDefinition }) {
  const { state, setState: onState } = useReportState(definition)
  // the page is called what its menu entry is called: one word for one thing
  const title = usePage().menu.meta?.title ?? definition.title
  const query = levelQuery(state, null, 1)
  if (query === null) throw new Error(`${definition.name}: a report without levels`)
  const first = useFirstLevel(definition, query)
  const { data, isPlaceholderData: isStale } = first
  const rows = rowsKey(state)
  const tree = useTree(definition, state, first, rows)
  const refresh = useRefreshReport(definition, data?.computing.length ?? 0)
  const { data: lacking } = useLacking(definition, lackingQuery(state))
  const { data: complete } = useCompleteUntil(definition, state.where)
  const charts = useCharts()
  const [selected, setSelected] = useStateFor<RowPath | null>(rows, null)
  const [opened, setOpened] = useStateFor<Opened | null>(rows, null)
  const openCell = (cell: Cell, asked: ReportState = state): void => setOpened({ cell, asked })
  const measures = shownMeasures(definition, state)
  const reset = (): void => onState(unfiltered(definition, state))
  const notice = noticeOf(first, list.empty, definition, state, reset)
  return (
    <section className="zg-list zg-report" aria-label={title}>
      <TitleLine
        title={title}
        definition={definition}
        state={state}
        answer={data}
        complete={complete}
        onState={onState}
        onComputing={refresh}
        charts={charts}
        lines={tree.lines}
        onCell={openCell}
      />
      <Above definition={definition} state={state} onState={onState} answer={data} lacking={lacking} />
      {charts.isShown && !first.isError && (
        <Charts
          definition={definition}
          state={state}
          answer={data}
          completeUntil={complete?.until ?? null}
          selected={selected}
          onSelect={setSelected}
          onColumns={columns => onState({ ...state, columns })}
          onCell={openCell}
        />
      )}
      <ReportTable
        definition={definition}
        state={state}
        measures={measures}
        answer={data}
        isStale={isStale}
        notice={notice}
        tree={tree}
        selected={selected}
        onSelect={setSelected}
        onCell={cell => openCell(cell)}
        onSort={sort => onState({ ...state, sort })}
      />
      <footer className="zg-report-foot">
        {data === undefined || notice !== null ? null : <Foot definition={definition} state={state} answer={data} />}
      </footer>
      {opened !== null && (
        <CellDrawer key={cellKey(opened)} definition={definition} state={opened.asked} cell={opened.cell} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}

interface AboveProps extends ComponentProps<typeof ReportFilters> {
  readonly answer: ReportAnswer | undefined
  readonly lacking: LackingAnswer | undefined
}
/** What is chosen, what the figures lack, and why they moved. */
const Above = ({ answer, lacking, ...chosen }: AboveProps) => (
  <>
    <ReportFilters {...chosen} />
    <Against {...chosen} />
    <ReportWarnings answer={answer} lacking={lacking} />
    <ReportWhy {...chosen} />
  </>
)

/** A figure with the state that it was asked under: strip and charts may stand in another currency than the table. */
interface Opened {
  readonly cell: Cell
  readonly asked: ReportState
}

const cellKey = ({ cell, asked }: Opened): string =>
  JSON.stringify([
    asked.currency,
    asked.compare,
    cell.measure,
    cell.part,
    cell.currency,
    cell.isConverted,
    cell.path?.steps.map(one => one.value),
  ])

/** How many rows there are, what they are held against, and how amounts of several currencies are put in order. */
function Foot({ definition, state, answer }: { definition: ReportDefinition; state: ReportState; answer: ReportAnswer }) {
  const { converted } = answer
  const isByTime = definition.dimensions.some(one => one.time !== null && state.by.includes(one.name))
  return (
    <>
      <span>{totalText(answer)}</span>
      {answer.computing.length === 0 && <span>{t('数据已是最新')}</span>}
      {state.compare === 'before' && isByTime && <span>{t('月份和日期各与自己的前一期对比')}</span>}
      {converted !== undefined && <span>{t('金额按折合 {currency} 排序', { currency: converted.currency })}</span>}
    </>
  )
}

interface TitleLineProps {
  readonly title: string
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly answer: ReportAnswer | undefined
  readonly complete: CompleteAnswer | null | undefined
  readonly onState: (state: ReportState) => void
  readonly onComputing: () => void
  readonly charts: ChartsHabit
  readonly lines: readonly Line[]
  readonly onCell: (cell: Cell, asked: ReportState) => void
}

function TitleLine({ title, definition, state, answer, complete, onState, onComputing, charts, lines, onCell }: TitleLineProps) {
  const measures = shownMeasures(definition, state)
  const paper = useReportPaper({ title, definition, state, measures, answer, lines, complete })
  const head = useFittingHead()
  const isMobile = useIsMobile()
  const isTight = useIsTight()
  return (
    <header ref={head} className="zg-list-head zg-report-head">
      <div className="zg-report-title">
        <h1 title={title}>{title}</h1>
        <PinButton type={definition.name} title={title} />
        <Freshness answer={answer} />
        {!isMobile && <CompleteUntil isShort={isTight} answer={complete} to={periodOf(state).endDate} />}
      </div>
      <KeyFigures definition={definition} state={state} onCell={onCell} />
      <div className="zg-list-tools">
        {isMobile && <CompleteUntil isShort answer={complete} to={periodOf(state).endDate} />}
        <ReportActions
          definition={definition}
          state={state}
          measures={measures.map(one => one.name)}
          isEmpty={answer?.list.length === 0}
          onComputing={onComputing}
          charts={charts}
          paper={paper}
        />
        <MeasureChooser definition={definition} state={state} onColumns={columns => onState({ ...state, columns })} />
      </div>
      {paper.sheet}
    </header>
  )
}

const isNothing = ({ values }: ReportFigures): boolean => Object.values(values).every(value => value === null || isZero(value))

/** What the figures of the strip and of the rows are held against, once. */
function Against({ definition, state }: { readonly definition: ReportDefinition; readonly state: ReportState }) {
  const { data } = useStrip(definition, state)
  // where nothing is on either side, files reach to no day
  if (data === undefined || (data.compared?.isEmpty === true && data.totals.every(isNothing))) return null
  return <ComparedHead compared={data.compared} definition={definition} />
}
