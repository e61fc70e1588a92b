/** 我的绩效: targets and results of one's own month, the months of the year, and what of one's shops moves them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty, Progress, Segmented, Select, Tag, theme } from 'antd'
import { useMemo, useState } from 'react'
import { compare, subtract } from '#platform/format/decimal.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { axisText, common, tooltipLook } from '#platform/web/chart/chart-look.ts'
import { Chart } from '#platform/web/chart/chart.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import type { Mover, OwnMovers, OwnPerformance, OwnPerformanceAsk } from './answers.ts'
import { figureOf, GradeTag, measureName, percentOf } from './parts.tsx'
import './mine.css'

type OwnMeasure = OwnPerformance['measures'][number]

export default function MinePage() {
  const { menu } = usePage()
  const [ask, setAsk] = useState<OwnPerformanceAsk>({})
  const { data, error, refetch } = useQuery<OwnPerformance>({
    queryKey: ['performance', 'own', ask],
    queryFn: ({ signal }) => api.post<OwnPerformance>('/performance/own', ask, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const months = data?.measures[0]?.months ?? []
  return (
    <div className="zg-own-performance">
      <header>
        <h1>{menu.meta.title}</h1>
        {data !== undefined && data.yearId !== null && (
          <>
            <Select
              aria-label={t('年份')}
              value={data.yearId}
              options={data.years.map(({ id, year }) => ({ value: id, label: t('{year} 年', { year }) }))}
              onChange={yearId => setAsk({ yearId })}
            />
            <Select
              aria-label={t('月份')}
              value={data.month}
              options={months.map(({ key }) => ({ value: key, label: key }))}
              onChange={month => setAsk({ ...(data.yearId === null ? {} : { yearId: data.yearId }), ...(month === null ? {} : { month }) })}
            />
          </>
        )}
      </header>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : data.yearId === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('您还没有绩效目标，由主管在绩效年度里录入')} />
      ) : (
        <>
          <div className="zg-own-measures">
            {data.measures.map(one => (
              <MeasureCard key={one.measure} of={one} month={data.month} />
            ))}
          </div>
          <Year measures={data.measures} />
          <Movers movers={data.movers} measures={data.measures} />
        </>
      )}
    </div>
  )
}

/** Target, result and expected end of the month, and how much is left. */
function MeasureCard({ of: { measure, weight, months }, month }: { readonly of: OwnMeasure; readonly month: string | null }) {
  const row = months.find(({ key }) => key === month)
  if (row === undefined)
    return (
      <section className="zg-own-box">
        <h2>{measureName(measure)}</h2>
        <p>{t('这个月没有目标和结果')}</p>
      </section>
    )
  const { target, actual, adjust, result, rate, score, grade, forecast, yearBefore, isEstimate } = row
  const figures = [
    [t('目标'), figureOf(measure, target)],
    [t('实际'), figureOf(measure, actual)],
    ...(compare(adjust, '0') === 0 ? [] : [[t('调整'), figureOf(measure, adjust)] as const]),
    [leftTitle(target, result), figureOf(measure, leftOf(target, result))],
    ...(forecast === null ? [] : [[t('预计月末'), figureOf(measure, forecast)] as const]),
    ...(yearBefore === null ? [] : [[t('去年同期'), figureOf(measure, yearBefore)] as const]),
  ] as const
  return (
    <section className="zg-own-box" aria-label={measureName(measure)}>
      <h2>
        {measureName(measure)} <small>{t('权重 {weight}%', { weight })}</small> {isEstimate && <Tag>{t('暂估')}</Tag>}
      </h2>
      <p className="zg-own-rate">
        <strong>{percentOf(rate)}</strong>
        <span>
          {t('得分')} {score ?? MISSING} <GradeTag grade={grade} />
        </span>
      </p>
      <Progress percent={score ?? 0} showInfo={false} size="small" aria-label={t('达成率')} />
      <dl>
        {figures.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
const isReached = (target: string, result: string): boolean => compare(result, target) >= 0
const leftTitle = (target: string, result: string): string => (isReached(target, result) ? t('超出目标') : t('还差'))
const leftOf = (target: string, result: string): string => (isReached(target, result) ? subtract(result, target) : subtract(target, result))

function Year({ measures }: { readonly measures: readonly OwnMeasure[] }) {
  const { token } = theme.useToken()
  const [chosen, setChosen] = useState(measures[0]?.measure ?? 1)
  const shown = measures.find(one => one.measure === chosen) ?? measures[0]
  const option = useMemo(() => yearOption(shown, token), [shown, token])
  return (
    <section className="zg-own-box">
      <h2>
        {t('全年')}
        {measures.length > 1 && (
          <Segmented<number>
            size="small"
            aria-label={t('指标')}
            value={shown?.measure ?? 1}
            options={measures.map(one => ({ value: one.measure, label: measureName(one.measure) }))}
            onChange={setChosen}
          />
        )}
        {[[t('结果'), token.blue6] as const, [t('目标'), token.orange6] as const].map(([title, colour]) => (
          <span key={title} className="zg-chart-key">
            <i style={{ background: colour }} /> {title}
          </span>
        ))}
      </h2>
      <div className="zg-own-chart">
        <Chart label={t('每月的目标与结果')} option={option} />
      </div>
    </section>
  )
}

function yearOption(shown: OwnMeasure | undefined, token: ReturnType<typeof theme.useToken>['token']) {
  const months = shown?.months ?? []
  return {
    ...common(token),
    tooltip: { trigger: 'axis', ...tooltipLook(token), valueFormatter: (value: unknown) => figureOf(shown?.measure ?? 1, String(value)) },
    grid: { left: 72, right: 16, top: 12, bottom: 28 },
    xAxis: { type: 'category', data: months.map(({ key }) => key), axisLabel: axisText(token) },
    yAxis: { type: 'value', axisLabel: axisText(token), splitLine: { lineStyle: { color: token.colorBorderSecondary } } },
    series: [
      { name: t('结果'), type: 'bar', data: months.map(({ result }) => result), color: token.blue6 },
      { name: t('目标'), type: 'line', data: months.map(({ target }) => target), color: token.orange6 },
    ],
  }
}

function Movers({ movers, measures }: { readonly movers: OwnMovers | null; readonly measures: readonly OwnMeasure[] }) {
  return (
    <section className="zg-own-box">
      <h2>
        {t('什么在变化')}{' '}
        {movers !== null && <small>{t('{from} 至 {to}，与之前同样天数相比', { from: movers.startDate, to: movers.endDate })}</small>}
      </h2>
      {movers === null ? (
        <p>{t('没有查看利润报表的权限，因此不列出商品')}</p>
      ) : movers.list.length === 0 ? (
        <p>{t('这段时间没有变化')}</p>
      ) : (
        <div className="zg-own-movers">
          {measures.map(({ measure }) => (
            <MoversOf key={measure} measure={measure} list={movers.list.filter(one => one.measure === measure)} />
          ))}
        </div>
      )}
    </section>
  )
}

const against = ({ compared }: Mover): string | undefined =>
  compared === undefined ? undefined : t('对比 {from} 至 {to}', { from: compared.startDate, to: compared.endDate })

const MoversOf = ({ measure, list }: { readonly measure: number; readonly list: readonly Mover[] }) => (
  <div>
    <h3>{measureName(measure)}</h3>
    <ul>
      {list.map(one => (
        <li key={`${one.productId ?? ''} ${one.groups ?? ''} ${one.change}`}>
          <span>
            {one.label === '' ? t('未对应商品') : one.label}
            {one.groups === null ? '' : ` · ${one.groups}`}
          </span>
          <span className={compare(one.change, '0') > 0 ? 'zg-own-up' : 'zg-own-down'} title={against(one)}>
            {compare(one.change, '0') > 0 ? '▲' : '▼'} {figureOf(measure, one.change.replace(/^-/u, ''))}
          </span>
          <small>{t('{before} → {now}', { before: figureOf(measure, one.before ?? '0'), now: figureOf(measure, one.now ?? '0') })}</small>
        </li>
      ))}
    </ul>
  </div>
)
