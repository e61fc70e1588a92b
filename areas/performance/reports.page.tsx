/** 绩效报表: targets and results by month, group, person or department; reading figures, computing scores, sending the ranking. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Segmented, Select, Space, Table, Tag, type TableProps } from 'antd'
import { useState } from 'react'
import { MISSING, showPercent } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import type { PerformanceReport, PerformanceReportAsk, PerformanceReportRow } from './answers.ts'
import { figureOf, GradeTag, measureName, percentOf } from './parts.tsx'
import { RankingDialog } from './ranking-dialog.tsx'
import './reports.css'

/** of operations.ts and states.ts, which are the server's */
const [editOperation, publishOperation] = [3, 100]
type Dimension = PerformanceReportAsk['dimension']
interface Year {
  readonly id: string
  readonly year: number
  readonly status: number
}

const dimensions = (): { value: Dimension; label: string }[] => [
  { value: 'MONTH', label: t('月份') },
  { value: 'GROUP', label: t('小组') },
  { value: 'EMPLOYEE', label: t('员工') },
  { value: 'DEPT', label: t('部门') },
]
function useYears() {
  return useQuery<{ list: readonly Year[] }>({
    queryKey: ['performance', 'years'],
    queryFn: ({ signal }) => api.post<{ list: readonly Year[] }>('/performanceYear/list', { pageSize: 50 }, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

function useReport(ask: PerformanceReportAsk | null) {
  return useQuery<PerformanceReport>({
    queryKey: ['performance', 'report', ask],
    queryFn: ({ signal }) => api.post<PerformanceReport>('/performance/reports', ask, { signal, quiet: true }),
    enabled: ask !== null,
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

const columnsOf = (dimension: Dimension, measure: number): NonNullable<TableProps<PerformanceReportRow>['columns']> => [
  {
    title: dimensions().find(one => one.value === dimension)?.label,
    dataIndex: 'label',
    fixed: 'left',
    width: 140,
    render: (label: string, { isEstimate }) => (
      <Space size={4} className="zg-performance-label">
        {label === '' ? t('未分配') : label}
        {isEstimate && <Tag>{t('暂估')}</Tag>}
      </Space>
    ),
  },
  ...(dimension === 'MONTH'
    ? []
    : [{ title: t('名次'), dataIndex: 'rank', width: 70, align: 'right' as const, render: (rank: number | null) => rank ?? MISSING }]),
  ...(['target', 'actual', 'adjust', 'result'] as const).map((field, at) => ({
    title: [t('目标'), t('实际'), t('调整'), t('结果')][at],
    dataIndex: field,
    width: 130,
    align: 'right' as const,
    render: (value: string | null) => figureOf(measure, value),
  })),
  { title: t('达成率'), dataIndex: 'rate', width: 90, align: 'right', render: percentOf },
  { title: t('得分'), dataIndex: 'score', width: 70, align: 'right', render: (score: number | null) => score ?? MISSING },
  {
    title: t('等级'),
    dataIndex: 'grade',
    width: 100,
    render: (grade: number | null) => <GradeTag grade={grade} />,
  },
  { title: t('综合得分'), dataIndex: 'totalScore', width: 90, align: 'right', render: (score: number | null) => score ?? MISSING },
  { title: t('去年同期'), dataIndex: 'yearBefore', width: 130, align: 'right', render: (value: string | null) => figureOf(measure, value) },
  { title: t('预计月末'), dataIndex: 'forecast', width: 130, align: 'right', render: (value: string | null) => figureOf(measure, value) },
]

/** What is asked for, and the choices that make it. */
function useAsked() {
  const years = useYears()
  const [yearId, setYearId] = useState<string | null>(null)
  const [dimension, setDimension] = useState<Dimension>('MONTH')
  const [month, setMonth] = useState(0)
  const [measure, setMeasure] = useState<number | null>(null)
  const list = years.data?.list ?? []
  const year = list.find(one => one.id === yearId) ?? list.find(one => one.status === 1) ?? list[0]
  const months = year === undefined || month === 0 ? undefined : [`${year.year}-${String(month).padStart(2, '0')}`]
  const ask: PerformanceReportAsk | null =
    year === undefined
      ? null
      : { yearId: year.id, dimension, pageSize: 200, ...(months && { months }), ...(measure !== null && { measure }) }
  return {
    list,
    year,
    months,
    ask,
    dimension,
    month,
    isEmpty: years.data !== undefined && year === undefined,
    years,
    setYearId,
    setDimension,
    setMonth,
    setMeasure,
  }
}
type Asked = ReturnType<typeof useAsked>

export default function PerformanceReports() {
  const { menu } = usePage()
  const asked = useAsked()
  const [isSending, setSending] = useState(false)
  const report = useReport(asked.ask)
  const { data, isFetching } = report
  const failed = [asked.years, report].find(one => one.error !== null && one.data === undefined)
  return (
    <div className="zg-performance">
      <h1>{menu.meta.title}</h1>
      <Choices asked={asked} data={data} onSend={() => setSending(true)} />
      {asked.isEmpty ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有绩效年度，请先在绩效设置里新建')} />
      ) : data === undefined ? (
        failed === undefined ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={failed.error} onRetry={() => void failed.refetch()} />
        )
      ) : (
        <Table<PerformanceReportRow>
          rowKey="key"
          size="small"
          loading={{ spinning: isFetching, delay: 300 }}
          dataSource={data.list as PerformanceReportRow[]}
          columns={columnsOf(asked.dimension, data.measure)}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: t('这个期间还没有绩效，先录入目标或同步实际') }}
          summary={() => <Totals data={data} dimension={asked.dimension} />}
        />
      )}
      {isSending && asked.months !== undefined && <RankingDialog yearMonth={asked.months[0] ?? ''} onClose={() => setSending(false)} />}
    </div>
  )
}

interface ChoicesProps {
  readonly asked: Asked
  readonly data: PerformanceReport | undefined
  readonly onSend: () => void
}

function Choices({ asked, data, onSend }: ChoicesProps) {
  const { list, year, month, dimension } = asked
  return (
    <div className="zg-performance-bar">
      <Select
        aria-label={t('年份')}
        value={year?.id ?? null}
        options={list.map(one => ({ value: one.id, label: t('{year} 年', { year: one.year }) }))}
        onChange={asked.setYearId}
        className="zg-performance-year"
      />
      <Segmented<Dimension> aria-label={t('维度')} value={dimension} options={dimensions()} onChange={asked.setDimension} />
      <Select
        aria-label={t('月份')}
        value={month}
        className="zg-performance-year"
        options={Array.from({ length: 13 }, (_, at) => ({ value: at, label: at === 0 ? t('全年') : t('{month} 月', { month: at }) }))}
        onChange={asked.setMonth}
      />
      {data !== undefined && data.measures.length > 1 && (
        <Segmented<number>
          aria-label={t('指标')}
          value={data.measure}
          options={data.measures.map(one => ({ value: one.measure, label: `${measureName(one.measure)} ${one.weight}%` }))}
          onChange={asked.setMeasure}
        />
      )}
      <Tools asked={asked} onSend={onSend} />
    </div>
  )
}

function Tools({ asked: { year, months }, onSend }: Omit<ChoicesProps, 'data'>) {
  const { can } = usePage()
  const client = useQueryClient()
  const [busy, setBusy] = useState<'sync' | 'compute' | null>(null)
  const begin = async (what: 'sync' | 'compute'): Promise<void> => {
    if (year === undefined) return
    const all = months ?? Array.from({ length: 12 }, (_, at) => `${year.year}-${String(at + 1).padStart(2, '0')}`)
    const { changed } = await api.write<{ changed: number }>(`/performance/${what}`, { yearId: year.id, months: all })
    feedback.success(what === 'sync' ? t('已同步 {count} 条', { count: changed }) : t('已计算 {count} 条', { count: changed }))
    await client.invalidateQueries({ queryKey: ['performance'] })
  }
  const run = (what: 'sync' | 'compute') => async (): Promise<void> => {
    setBusy(what)
    await ignoreShownRefusal(begin(what)).finally(() => setBusy(null))
  }
  return (
    <Space className="zg-performance-tools" wrap>
      {can(editOperation) && (
        <>
          <Button disabled={year === undefined || busy !== null} loading={busy === 'sync'} onClick={() => void run('sync')()}>
            {t('同步实际')}
          </Button>
          <Button disabled={year === undefined || busy !== null} loading={busy === 'compute'} onClick={() => void run('compute')()}>
            {t('计算得分')}
          </Button>
        </>
      )}
      {can(publishOperation) && (
        <Button disabled={months === undefined} title={months === undefined ? t('请先选择一个月份') : ''} onClick={onSend}>
          {t('发送排行')}
        </Button>
      )}
    </Space>
  )
}

function Totals({ data: { totals, measure }, dimension }: { readonly data: PerformanceReport; readonly dimension: Dimension }) {
  const figures = [
    figureOf(measure, totals.target),
    figureOf(measure, totals.actual),
    figureOf(measure, totals.adjust),
    figureOf(measure, totals.result),
    showPercent(totals.rate, 'floor'),
  ]
  const first = dimension === 'MONTH' ? 1 : 2
  return (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>{t('总计')}</Table.Summary.Cell>
      {first === 2 && <Table.Summary.Cell index={1} />}
      {figures.map((figure, at) => (
        // eslint-disable-next-line react/no-array-index-key -- the columns are these
        <Table.Summary.Cell key={at} index={first + at} align="right">
          {figure}
        </Table.Summary.Cell>
      ))}
      <Table.Summary.Cell index={first + figures.length} colSpan={5} />
    </Table.Summary.Row>
  )
}
