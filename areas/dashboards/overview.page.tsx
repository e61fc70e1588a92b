/** 经营概览: what the company earns in a period, how that compares, and why; every figure leads to its rows. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useSearchParams } from 'react-router'
import type { ReportDefinition } from '#platform/declare/wire.ts'
import { monthOf } from '#platform/format/dates.ts'
import { CardFrame } from '#platform/web/cards/card-frame.tsx'
import { usePlaceCards } from '#platform/web/cards/use-home-cards.ts'
import { t } from '#platform/web/i18n/t.ts'
import { NoRows, RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { today } from '#platform/web/page/today.ts'
import { definitionQuery } from '#platform/web/values/use-list-definition.ts'
import { PaperButton } from '#platform/web/paper/paper-button.tsx'
import { usePaper } from '#platform/web/paper/use-paper.tsx'
import { CompleteUntil, useCompleteUntil } from '#platform/web/report/complete-until.tsx'
import { DimensionFilter } from '#platform/web/report/dimension-filter.tsx'
import { firstState } from '#platform/web/report/report-state.ts'
import { PageLink } from '#platform/web/report/page-link.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { MeasureView } from './measure-view.tsx'
import { budgetReport, profitReport, resultOf, type Question } from './overview/ask.tsx'
import { Change } from './overview/change.tsx'
import { Costs } from './overview/costs.tsx'
import { Figures } from './overview/figures.tsx'
import { Part } from './overview/part.tsx'
import { paperOfOverview } from './overview/paper.tsx'
import { Platforms } from './overview/platforms.tsx'
import { Ranked } from './overview/ranked.tsx'
import {
  filterNames,
  overviewPeriods,
  periodDays,
  readOverview,
  writeOverview,
  type Against,
  type OverviewPeriod,
  type OverviewState,
} from './overview/state.tsx'
import './dashboards.css'
import './overview/overview.css'
import '#platform/web/home/home.css'
import '#platform/web/table/list.css'

const periodTitle = (period: OverviewPeriod): string =>
  ({ month: t('本月'), lastMonth: t('上月'), quarter: t('本季'), year: t('本年') })[period]
const againstTitle = (against: Against): string => ({ before: t('上期'), yearBefore: t('去年'), budget: t('预算') })[against]

export default function OverviewPage() {
  const { routes } = useShell()
  const hasPage = (name: string): boolean => routes.some(one => one.menu.component === `report/${name}`)
  const profit = useReport(profitReport, hasPage(profitReport))
  const budget = useReport(budgetReport, hasPage(budgetReport))
  // 月报 is told to whoever sees this page, the report itself by a right of its own
  if (!hasPage(profitReport))
    return (
      <NoRows
        text={t('没有查看公司利润的权限')}
        isFiltered={false}
        begin={<PageLink component="finance/month-report/month-report" title={t('打开月报')} type="primary" />}
        onReset={() => undefined}
      />
    )
  if (profit.error !== null) return <RowsFailed error={profit.error} onRetry={() => void profit.refetch()} />
  const definition = profit.data?.report
  return definition === undefined || definition === null ? (
    <RowsLoading />
  ) : (
    <Overview profit={definition} budget={budget.data?.report ?? null} />
  )
}

const useReport = (name: string, isAsked: boolean) => useQuery({ ...definitionQuery(name), enabled: isAsked, throwOnError: false })

interface OverviewProps {
  readonly profit: ReportDefinition
  /** null: not his */
  readonly budget: ReportDefinition | null
}

function Overview({ profit, budget }: OverviewProps) {
  const { routes } = useShell()
  const [search, setSearch] = useSearchParams()
  const asked = readOverview(search)
  const state: OverviewState = asked.against === 'budget' && budget === null ? { ...asked, against: 'before' } : asked
  const definition = state.against === 'budget' && budget !== null ? budget : profit
  const path = routes.find(one => one.menu.component === `report/${definition.name}`)?.menu.path ?? null
  const question: Question = { definition, path, state, period: periodDays(state.period, today()) }
  return (
    <div className="zg-dashboards zg-overview">
      <Bar
        profit={profit}
        question={question}
        hasBudget={budget !== null}
        state={state}
        onState={next => setSearch(writeOverview(next), { replace: true })}
      />
      <div className="zg-overview-grid">
        <Part
          title={`${periodTitle(state.period)} · ${t('对比{against}', { against: againstTitle(state.against) })}`}
          width={12}
          height={1}
        >
          <Figures question={question} />
        </Part>
        <Change question={question} />
        <Months profit={profit} question={question} />
        <Platforms question={question} />
        <Ranked question={question} title={t('店铺变动')} by="shop" count={5} isMoved />
        <Ranked question={question} title={t('品类')} by="category" count={10} isMoved={false} />
        <Ranked question={question} title={t('MSKU')} by="sku" count={10} isMoved={false} />
        <Costs question={question} />
      </div>
      <Others />
    </div>
  )
}

interface BarProps {
  readonly profit: ReportDefinition
  readonly question: Question
  readonly hasBudget: boolean
  readonly state: OverviewState
  readonly onState: (state: OverviewState) => void
}

function Bar({ profit, question, hasBudget, state, onState }: BarProps) {
  const client = useQueryClient()
  const paper = usePaper(() =>
    paperOfOverview(
      client,
      question,
      `${t('经营概览')} ${periodTitle(state.period)} ${t('对比{against}', { against: againstTitle(state.against) })}`,
    ),
  )
  const { data: complete } = useCompleteUntil(profit, state.where)
  const { from, to } = periodDays(state.period, today())
  const asked = { ...firstState(profit, today()), where: state.where, from: monthOf(from), to: monthOf(to) }
  return (
    <header className="zg-dash-bar">
      <h1>{t('经营概览')}</h1>
      <Segmented<OverviewPeriod>
        aria-label={t('期间')}
        value={state.period}
        options={overviewPeriods.map(value => ({ value, label: periodTitle(value) }))}
        onChange={period => onState({ ...state, period })}
      />
      <Select<Against>
        aria-label={t('对比')}
        prefix={<span className="zg-control-title">{t('对比')}</span>}
        value={state.against}
        options={(['before', 'yearBefore', ...(hasBudget ? (['budget'] as const) : [])] as const).map(value => ({
          value,
          label: againstTitle(value),
        }))}
        onChange={against => onState({ ...state, against })}
      />
      {filterNames.flatMap(name => {
        const dimension = profit.dimensions.find(one => one.name === name)
        return dimension === undefined
          ? []
          : [
              <DimensionFilter
                key={name}
                definition={profit}
                dimension={dimension}
                state={asked}
                onChange={values => onState({ ...state, where: { ...state.where, [name]: values } })}
              />,
            ]
      })}
      <CompleteUntil answer={complete} to={to} />
      <span className="zg-dash-space" />
      <PaperButton tools={paper} />
      {paper.sheet}
    </header>
  )
}

interface OfProfit {
  readonly profit: ReportDefinition
  readonly question: Question
}

/** Twelve months, the last of them hatched while it is not over. */
function Months({ profit, question }: OfProfit) {
  const result = resultOf({ ...question, definition: profit })
  const measures = ['sales', ...(result === undefined ? [] : [result.name])]
  return (
    <Part title={t('近 12 个月')} width={6} height={3}>
      <MeasureView
        ask={{ report: profit.name, look: 'line', measures, by: [], where: question.state.where, period: 'months12', currency: 'CNY' }}
        filter={{}}
      />
    </Part>
  )
}

/** What else the boss looks at: money, receivables, stock, what is not in order; as far as he may see them, of the whole company. */
function Others() {
  const { data } = usePlaceCards('centre/overview')
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-label={t('资金、库存与待处理')}>
      <div className="zg-home-cards">
        {data.map(card => (
          <CardFrame key={card.key} card={card} />
        ))}
      </div>
    </section>
  )
}
