/** A card of a report's measures: one call, its own loading and failure, and what it can't show with the reason. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReportAnswer, ReportDefinition } from '#platform/declare/wire.ts'
import type { DashboardFilter, MeasureLook } from '#platform/declare/wire-dashboards.ts'
import { nothingText } from '#platform/web/chart/nothing.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { periodTitle } from '#platform/web/home/period-title.ts'
import { t } from '#platform/web/i18n/t.ts'
import { read } from '#platform/web/values/call.ts'
import { today } from '#platform/web/page/today.ts'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { lateUntil, useCompleteUntil } from '#platform/web/report/complete-until.tsx'
import { useRefreshReport } from '#platform/web/report/use-report-data.ts'
import { ChartLook, FigureLook, FunnelLook, HeatLook, MapLook, RankingLook, type LookProps } from './looks.tsx'
import { cardQuery, incompleteRows, pageUrl, type Measured } from './measure-query.tsx'
import { unfilteredText } from './words.tsx'
import { TableLook } from './table-look.tsx'
import './dashboards.css'

const looks = {
  figure: FigureLook,
  line: ChartLook,
  bar: ChartLook,
  ranking: RankingLook,
  table: TableLook,
  funnel: FunnelLook,
  heat: HeatLook,
  map: MapLook,
} as const

interface MeasureViewProps {
  readonly ask: Measured
  readonly filter: DashboardFilter
}

export function MeasureView({ ask, filter }: MeasureViewProps) {
  const { data, error, refetch } = useListDefinition(ask.report)
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  return data.report === null ? (
    <CardEmpty text={t('这张卡片的报表已不存在')} />
  ) : (
    <Measures definition={data.report} ask={ask} filter={filter} />
  )
}

function Measures({ definition, ask: kept, filter }: MeasureViewProps & { readonly definition: ReportDefinition }) {
  const { routes, go } = useShell()
  const card = cardQuery(definition, kept, filter, today())
  const ask = { ...kept, measures: card.query.measures ?? [] }
  const isGone = card.gone.length > 0
  const { data, error, refetch } = useQuery({
    queryKey: ['report', definition.name, card.query],
    queryFn: ({ signal }) => read<ReportAnswer>(definition.calls.rows, { ...card.query }, { signal, quiet: true }),
    enabled: !isGone,
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
  const { data: complete } = useCompleteUntil(definition, card.query.where ?? {})
  const refresh = useRefreshReport(definition, data?.computing.length ?? 0)
  const isComputing = (data?.computing.length ?? 0) > 0
  useEffect(() => {
    if (!isComputing) return
    // the server says when it is done; a push can be missed
    const timer = setInterval(refresh, 5_000)
    return () => clearInterval(timer)
  }, [isComputing, refresh])
  if (isGone) return <CardEmpty text={t('报表里已没有：{names}。请编辑或删除这张卡片', { names: card.gone.join(t('、')) })} />
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const Look = looks[ask.look]
  const path = routes.find(route => route.menu.component === `report/${definition.name}`)?.menu.path
  const onOpen: LookProps['onOpen'] = narrowed => {
    if (path !== undefined) go(pageUrl(definition, path, card, ask, narrowed, today()))
  }
  const isIncomplete = incompleteRows(definition, card.query, data.list, complete?.until ?? null)
  const nothing = nothingOf(ask, data)
  // amounts of several currencies have no common height
  const isMixed = data.totals.length > 1 && ask.look !== 'figure' && ask.look !== 'table' && ask.look !== 'ranking'
  return (
    <div className="zg-dash-card">
      <Notes
        definition={definition}
        period={periodTitle(filter.period ?? ask.period)}
        days={t('{from} 至 {to}', { from: card.period.from, to: card.period.to })}
        {...(path === undefined ? {} : { onOpen: () => onOpen({}) })}
        unfiltered={card.unfiltered}
        left={card.left}
        isComputing={isComputing}
        late={lateUntil(complete, card.query.endDate)}
      />
      {nothing !== null ? (
        <CardEmpty text={nothing} />
      ) : isMixed ? (
        <CardEmpty text={t('有多种币种，请把卡片改为折合人民币')} />
      ) : (
        <Look definition={definition} ask={ask} answer={data} card={card} isIncomplete={isIncomplete} onOpen={onOpen} />
      )}
    </div>
  )
}

const drawnRows: ReadonlySet<MeasureLook> = new Set(['line', 'bar', 'heat', 'map', 'ranking'])
/** Why there is nothing to show: a figure or a table of zeros says so itself. */
function nothingOf({ look, measures }: Measured, { list, totals }: ReportAnswer): string | null {
  if (totals.length === 0) return t('这个期间没有数据')
  return drawnRows.has(look) ? nothingText(list.flatMap(row => measures.map(name => row.values[name] ?? null))) : null
}

function Notes({
  definition,
  period,
  days,
  onOpen,
  unfiltered,
  left,
  isComputing,
  late,
}: {
  definition: ReportDefinition
  /** what the period is called, and its first and last day */
  period: string
  days: string
  /** the page with the same figures; absent: there is none */
  onOpen?: () => void
  unfiltered: readonly string[]
  left: readonly string[]
  isComputing: boolean
  /** the day up to which it is complete, where that is before the end of its period */
  late: string | null
}) {
  const texts = [
    ...(left.length === 0 ? [] : [t('报表里已没有：{names}，其余照常显示', { names: left.join(t('、')) })]),
    ...(unfiltered.length === 0 ? [] : [unfilteredText(definition.title, unfiltered)]),
    ...(late === null ? [] : [t('数据完整至 {day}', { day: late })]),
    ...(isComputing ? [t('计算中')] : []),
  ]
  return (
    <p className="zg-dash-note">
      {onOpen === undefined ? (
        <span title={days}>{period}</span>
      ) : (
        <button type="button" title={days} onClick={onOpen}>
          {period}
        </button>
      )}
      {texts.length > 0 && (
        <>
          {' · '}
          <span>{texts.join(' · ')}</span>
        </>
      )}
    </p>
  )
}
