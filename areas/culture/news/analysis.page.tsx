/** 访问分析: what was published in twelve months, how far it was read, and what was read most. */
import { useQuery } from '@tanstack/react-query'
import { Table, theme } from 'antd'
import { useMemo } from 'react'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { ChartPanel } from '#platform/web/chart/chart-panel.tsx'
import { Chart } from '#platform/web/chart/chart.tsx'
import { axisText, common, tooltipLook } from '#platform/web/chart/chart-look.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import type { Analysis, ArticleFigures } from './answers.ts'
import { ArticleLink } from './article-parts.tsx'
import './readers.css'

const percent = 100
/** of those it was for when it was published; null: it was for nobody */
const rateOf = ({ readers, audience }: ArticleFigures): number | null =>
  audience === 0 ? null : Math.min(percent, (readers / audience) * percent)
const shown = (rate: number | null): string => (rate === null ? MISSING : `${showNumber(String(Math.round(rate * 10) / 10))}%`)

export default function AnalysisPage() {
  const { menu } = usePage()
  const { data, error, refetch } = useQuery({
    queryKey: ['newsPublished', 'analysis'],
    queryFn: ({ signal }) => api.post<Analysis>('/newsSetting/analysis', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-readers">
      <header>
        <h1>{menu.meta.title}</h1>
        <small>{t('近十二个月；阅读率按发布时的读者数计算')}</small>
      </header>
      <KeyFigures list={data.list} />
      <Months months={data.months} />
      <Table
        size="small"
        rowKey={one => `${one.kind} ${one.id}`}
        dataSource={data.list}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: t('近十二个月没有发布过内容') }}
        columns={[
          {
            title: t('标题'),
            dataIndex: 'title',
            render: (title: string, one) => <ArticleLink {...{ kind: one.kind, id: one.id }}>{title}</ArticleLink>,
          },
          { title: t('类型'), dataIndex: 'kind', render: (kind: string) => (kind === 'news' ? t('新闻') : t('公告')) },
          { title: t('发布时间'), dataIndex: 'publishAt', render: (at: string) => showInstant(at).slice(0, 10) },
          { title: t('读者'), dataIndex: 'readers', align: 'end', sorter: (a, b) => a.readers - b.readers },
          {
            title: t('阅读率'),
            key: 'rate',
            align: 'end',
            sorter: (a, b) => (rateOf(a) ?? -1) - (rateOf(b) ?? -1),
            render: (_, one) => shown(rateOf(one)),
          },
          { title: t('已确认'), dataIndex: 'confirmed', align: 'end', render: (n: number, one) => (one.mustRead ? n : '—') },
          { title: t('点赞数'), dataIndex: 'likes', align: 'end', sorter: (a, b) => a.likes - b.likes },
        ]}
      />
    </div>
  )
}

function KeyFigures({ list }: { list: readonly ArticleFigures[] }) {
  const sum = (of: (one: ArticleFigures) => number): number => list.reduce((total, one) => total + of(one), 0)
  const [readers, audience] = [sum(one => one.readers), sum(one => one.audience)]
  const figures = [
    [t('已发布'), t('{n} 篇', { n: list.length })],
    [t('平均阅读率'), shown(audience === 0 ? null : Math.min(percent, (readers / audience) * percent))],
    [t('阅读人次'), String(readers)],
    [t('点赞数'), String(sum(one => one.likes))],
  ] as const
  return (
    <dl>
      {figures.map(([title, value]) => (
        <div key={title} className="zg-readers-figure">
          <dt>{title}</dt>
          <dd>
            <strong>{value}</strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Months({ months }: { months: Analysis['months'] }) {
  const { token } = theme.useToken()
  const option = useMemo(
    () => ({
      ...common(token),
      tooltip: { trigger: 'axis', ...tooltipLook(token) },
      grid: { left: 40, right: 48, top: 16, bottom: 28 },
      xAxis: { type: 'category', data: months.map(one => one.month), axisLabel: axisText(token) },
      yAxis: [
        { type: 'value', minInterval: 1, axisLabel: axisText(token), splitLine: { lineStyle: { color: token.colorBorderSecondary } } },
        { type: 'value', minInterval: 1, axisLabel: axisText(token), splitLine: { show: false } },
      ],
      series: [
        { name: t('新闻'), type: 'bar', stack: 'published', data: months.map(one => one.news), color: token.blue6 },
        { name: t('公告'), type: 'bar', stack: 'published', data: months.map(one => one.notice), color: token.gold6 },
        { name: t('阅读人次'), type: 'line', yAxisIndex: 1, data: months.map(one => one.readings), color: token.green6 },
      ],
    }),
    [months, token],
  )
  const keys = [
    [t('新闻'), token.blue6],
    [t('公告'), token.gold6],
    [t('阅读人次'), token.green6],
  ] as const
  const legend = keys.map(([title, colour]) => (
    <span key={title} className="zg-chart-key">
      <i style={{ background: colour }} /> {title}
    </span>
  ))
  return (
    <ChartPanel title={t('每月发布与阅读')} beside={null} legend={legend} table={<MonthTable months={months} />}>
      <div className="zg-readers-chart">
        <Chart label={t('每月发布的新闻和公告，及其阅读人次')} option={option} />
      </div>
    </ChartPanel>
  )
}

/** The same figures to be read and copied. */
const MonthTable = ({ months }: { months: Analysis['months'] }) => (
  <Table
    size="small"
    rowKey="month"
    dataSource={months}
    pagination={false}
    columns={[
      { title: t('月份'), dataIndex: 'month' },
      { title: t('新闻'), dataIndex: 'news', align: 'end' },
      { title: t('公告'), dataIndex: 'notice', align: 'end' },
      { title: t('阅读人次'), dataIndex: 'readings', align: 'end' },
    ]}
  />
)
