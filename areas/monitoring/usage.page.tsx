/** 使用统计: sessions beside openings of pages, by day or week, and of which pages, applications, departments and people; pages unused. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Empty, Segmented, Table, Tabs, theme, TreeSelect, Tooltip, type TableProps } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { addDays } from '#platform/format/dates.ts'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { exportFile } from '#platform/web/api/export-file.ts'
import { axisText, common, tooltipLook } from '#platform/web/chart/chart-look.ts'
import { Chart } from '#platform/web/chart/chart.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { today } from '#platform/web/page/today.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { RangePicker } from '#platform/web/widgets/date-pickers.tsx'
import type { UsageRow, UsageSeries, UsageTable } from './answers.ts'
import { UnusedPages } from './unused-pages.tsx'
import './monitoring.css'

/** of areas/monitoring/use/sight.ts, which is the server's */
const allDepartments = 100
/** of platform/declare/operations.ts, likewise */
const exporting = 6
const daysDefault = 30
const pageSize = 20

type Dimension = 'MENU' | 'MODULE' | 'DEPT' | 'USER'
interface Asked {
  readonly startDate: string
  readonly endDate: string
  readonly timeEnum: 'DAY' | 'WEEK' | 'PERIOD'
  readonly deptId?: string
}

export default function UsagePage() {
  const { menu, can } = usePage()
  const tabs = [
    { key: 'use', label: t('使用统计'), children: <Use /> },
    ...(can(allDepartments) ? [{ key: 'unused', label: t('90 天未用的页面'), children: <UnusedPages /> }] : []),
  ]
  return (
    <div className="zg-monitoring">
      <h1>{menu.meta.title}</h1>
      {tabs.length === 1 ? <Use /> : <Tabs items={tabs} />}
    </div>
  )
}

const save = (ask: Asked, by: Dimension): Promise<void> =>
  exportFile('/systemUsageRecord/export', { query: { ...ask, statisticalDimension: by } }, `${t('使用统计')}.xlsx`)

function Use() {
  const { can } = usePage()
  const [ask, setAsk] = useState<Asked>(() => ({ startDate: addDays(today(), 1 - daysDefault), endDate: today(), timeEnum: 'DAY' }))
  const [by, setBy] = useState<Dimension>('MENU')
  const [pageNum, setPageNum] = useState(1)
  const { data, error, refetch, isFetching } = useQuery<UsageTable>({
    queryKey: ['usage', 'table', ask, by, pageNum],
    queryFn: ({ signal }) =>
      api.post<UsageTable>('/system/sysStatisticalTable', { ...ask, statisticalDimension: by, pageNum, pageSize }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const change = (more: Partial<Asked>): void => {
    setAsk({ ...ask, ...more })
    setPageNum(1)
  }
  // a period that is refused can be chosen anew
  const choices = <Choices ask={ask} data={data} onChange={change} />
  if (data === undefined)
    return (
      <>
        {choices}
        {error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />}
      </>
    )
  return (
    <>
      {choices}
      <Series ask={ask} totals={data.totals} />
      <div className="zg-monitoring-bar">
        <Segmented<Dimension>
          aria-label={t('维度')}
          value={by}
          options={dimensions(data.withNames)}
          onChange={one => {
            setBy(one)
            setPageNum(1)
          }}
        />
        {can(exporting) && data.total > 0 && (
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void save(ask, by)}>
            {t('导出')}
          </Button>
        )}
      </div>
      <Table<UsageRow>
        className="zg-monitoring-table"
        rowKey={row => `${row.period} ${row.isMerged ? '+' : (row.key ?? '')}`}
        size="small"
        loading={{ spinning: isFetching, delay: 300 }}
        dataSource={data.list as UsageRow[]}
        columns={columnsOf(by, ask.timeEnum)}
        scroll={{ x: 'max-content' }}
        pagination={{ current: pageNum, pageSize, total: data.total, showSizeChanger: false, onChange: setPageNum, hideOnSinglePage: true }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这段时间没有人打开过页面')} /> }}
      />
    </>
  )
}

const dimensions = (withNames: boolean): { value: Dimension; label: string }[] => [
  { value: 'MENU', label: t('页面') },
  { value: 'MODULE', label: t('所属应用') },
  { value: 'DEPT', label: t('部门') },
  ...(withNames ? [{ value: 'USER' as const, label: t('员工') }] : []),
]

function titleOf({ key, title, isMerged }: UsageRow, by: Dimension) {
  if (isMerged) return <Tooltip title={t('使用人数不足 3 人的合并在一起，不显示是哪些')}>{t('其他（各不足 3 人）')}</Tooltip>
  if (key === null) return by === 'DEPT' ? t('无部门') : MISSING
  return title
}

const columnsOf = (by: Dimension, grain: Asked['timeEnum']): NonNullable<TableProps<UsageRow>['columns']> => [
  ...(grain === 'PERIOD' ? [] : [{ title: grain === 'DAY' ? t('日期') : t('周（周一）'), dataIndex: 'period', width: 120 }]),
  { title: dimensions(true).find(one => one.value === by)?.label, key: 'title', render: (_, row) => titleOf(row, by) },
  ...(by === 'MENU' ? [{ title: t('所属菜单'), dataIndex: 'subject', render: (subject?: string) => subject ?? MISSING }] : []),
  { title: t('打开次数'), dataIndex: 'times', width: 110, align: 'right', render: (times: number) => showNumber(String(times)) },
  ...(by === 'USER'
    ? []
    : [
        {
          title: t('人数'),
          dataIndex: 'users',
          width: 90,
          align: 'right' as const,
          render: (users: number | null) => (users === null ? MISSING : showNumber(String(users))),
        },
      ]),
]

function Choices({
  ask,
  data,
  onChange,
}: {
  readonly ask: Asked
  /** undefined: departments are not known yet */
  readonly data: UsageTable | undefined
  readonly onChange: (more: Partial<Asked>) => void
}) {
  const departments = data?.departments ?? []
  const ids = new Set(departments.map(({ id }) => id))
  const tree = departments.map(({ id, name, parentId }) => ({
    id,
    value: id,
    title: name,
    pId: parentId !== null && ids.has(parentId) ? parentId : 0,
  }))
  const present = today()
  const span = (label: string, days: number) => ({
    label,
    value: [dayjs(addDays(present, 1 - days)), dayjs(present)] as [dayjs.Dayjs, dayjs.Dayjs],
  })
  return (
    <div className="zg-monitoring-bar">
      <RangePicker
        aria-label={t('期间')}
        allowClear={false}
        presets={[span(t('最近 7 天'), 7), span(t('最近 30 天'), 30), span(t('最近 90 天'), 90), span(t('最近一年'), 365)]}
        value={[dayjs(ask.startDate), dayjs(ask.endDate)]}
        disabledDate={day => day.format('YYYY-MM-DD') > present}
        onChange={days => {
          const [startDate, endDate] = [days?.[0]?.format('YYYY-MM-DD'), days?.[1]?.format('YYYY-MM-DD')]
          if (startDate !== undefined && endDate !== undefined) onChange({ startDate, endDate })
        }}
      />
      <Segmented<Asked['timeEnum']>
        aria-label={t('统计周期')}
        value={ask.timeEnum}
        options={[
          { value: 'DAY', label: t('按天') },
          { value: 'WEEK', label: t('按周') },
          { value: 'PERIOD', label: t('整个期间') },
        ]}
        onChange={timeEnum => onChange({ timeEnum })}
      />
      <TreeSelect
        aria-label={t('部门')}
        className="zg-monitoring-choice"
        treeDataSimpleMode
        treeDefaultExpandAll
        treeData={[...(data?.seesAll !== false ? [{ id: '', value: '', title: t('全部部门'), pId: 0 }] : []), ...tree]}
        value={(data === undefined ? ask.deptId : data.deptId) ?? ''}
        onChange={(deptId: string) => {
          const { deptId: _before, ...others } = ask
          onChange(deptId === '' ? { ...others, deptId: undefined } : { deptId })
        }}
      />
    </div>
  )
}

function Series({ ask, totals }: { readonly ask: Asked; readonly totals: UsageTable['totals'] }) {
  const { token } = theme.useToken()
  const { data, error, refetch } = useQuery<UsageSeries>({
    queryKey: ['usage', 'series', ask],
    queryFn: ({ signal }) => api.post<UsageSeries>('/systemUsageRecord/series', ask, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const option = useMemo(() => seriesOption(data?.list ?? [], token), [data, token])
  const sessions = data?.list.reduce((sum, one) => sum + (one.sessions.times ?? 0), 0)
  const figures = [
    [t('会话'), sessions === undefined ? MISSING : showNumber(String(sessions))],
    [t('打开次数'), showNumber(totals.times)],
    [t('使用人数'), totals.users === null ? t('不足 3 人') : showNumber(totals.users)],
  ] as const
  return (
    <section className="zg-monitoring-box">
      <dl className="zg-monitoring-figures">
        {figures.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="zg-monitoring-keys">
          {[[t('打开次数'), token.blue6] as const, [t('会话'), token.orange6] as const, [t('使用人数'), token.green6] as const].map(
            ([title, colour]) => (
              <span key={title} className="zg-chart-key">
                <i style={{ background: colour }} /> {title}
              </span>
            ),
          )}
        </div>
      </dl>
      <div className="zg-monitoring-chart">
        {error !== null && data === undefined ? (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Chart label={t('会话、打开次数和使用人数的走势')} option={option} />
        )}
      </div>
    </section>
  )
}

function seriesOption(list: UsageSeries['list'], token: ReturnType<typeof theme.useToken>['token']) {
  return {
    ...common(token),
    tooltip: { trigger: 'axis', ...tooltipLook(token) },
    grid: { left: 48, right: 40, top: 12, bottom: 28 },
    xAxis: { type: 'category', data: list.map(({ period }) => period), axisLabel: axisText(token) },
    yAxis: [
      { type: 'value', axisLabel: axisText(token), splitLine: { lineStyle: { color: token.colorBorderSecondary } } },
      { type: 'value', axisLabel: axisText(token), splitLine: { show: false } },
    ],
    series: [
      { name: t('打开次数'), type: 'bar', data: list.map(({ clicks }) => clicks.times), color: token.blue6, barMaxWidth: 40 },
      { name: t('会话'), type: 'line', yAxisIndex: 1, data: list.map(({ sessions }) => sessions.times), color: token.orange6 },
      { name: t('使用人数'), type: 'line', yAxisIndex: 1, data: list.map(({ clicks }) => clicks.users), color: token.green6 },
    ],
  }
}
