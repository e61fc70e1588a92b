/** 系统运行: what is out of its limits, slow and failing calls, failing jobs, the queue, storage, the database, its tables and months. */
import { feedback } from '#platform/web/api/feedback.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, InputNumber, Popover, Space, Table, Tag, theme, type TableProps } from 'antd'
import { useMemo, useState } from 'react'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { axisText, common, tooltipLook } from '#platform/web/chart/chart-look.ts'
import { Chart } from '#platform/web/chart/chart.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import type { CallsOfRoute, FailedJob, HealthOverview, MeasureState, QueueHealth, TableSize } from './health/answers.ts'
import './monitoring.css'

/** of operations.ts, which is the server's */
const editOperation = 3
const askEveryMs = 60_000

export default function HealthPage() {
  const { menu } = usePage()
  const { data, error, refetch } = useQuery<HealthOverview>({
    queryKey: ['health'],
    queryFn: ({ signal }) => api.post<HealthOverview>('/systemHealth/overview', {}, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: askEveryMs,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-monitoring">
      <h1>{menu.meta.title}</h1>
      <ul className="zg-health-measures">
        {data.measures.map(one => (
          <Measure key={one.code} of={one} />
        ))}
      </ul>
      <Calls calls={data.calls} />
      <Jobs jobs={data.jobs} />
      <div className="zg-health-pair">
        <Queue queue={data.queue} />
        <Storage storage={data.storage} />
      </div>
      <Facts database={data.database} />
      <Tables tables={data.tables} />
    </div>
  )
}

function Measure({ of }: { readonly of: MeasureState }) {
  const { can } = usePage()
  const [isOpen, setOpen] = useState(false)
  const limit = `${of.bad === 'above' ? '≤' : '≥'} ${showNumber(of.threshold)} ${of.unit}`
  return (
    <li data-bad={of.isBad || undefined}>
      <span>{of.title}</span>
      <strong>
        {of.value === null ? MISSING : showNumber(of.value)} <small>{of.value === null ? '' : of.unit}</small>
      </strong>
      <span>
        {of.value === null ? (
          <Tag>{t('暂无')}</Tag>
        ) : of.isBad ? (
          <Tag color="error">{t('预警')}</Tag>
        ) : (
          <Tag color="success">{t('正常')}</Tag>
        )}
        {can(editOperation) ? (
          <Popover trigger="click" open={isOpen} onOpenChange={setOpen} content={<Limit of={of} onDone={() => setOpen(false)} />}>
            <Button type="link" size="small" aria-label={t('修改“{title}”的阈值', { title: of.title })}>
              {limit}
            </Button>
          </Popover>
        ) : (
          <small>{limit}</small>
        )}
      </span>
    </li>
  )
}

function Limit({ of: { code, threshold, unit }, onDone }: { readonly of: MeasureState; readonly onDone: () => void }) {
  const client = useQueryClient()
  const [value, setValue] = useState<string | null>(threshold)
  const save = async (): Promise<void> => {
    await api.write('/systemHealth/limit', { code, threshold: value })
    feedback.success(t('已保存'))
    await client.invalidateQueries({ queryKey: ['health'] })
    onDone()
  }
  return (
    <Space.Compact>
      <InputNumber<string>
        controls={false}
        stringMode
        min="0"
        max="999999999"
        precision={2}
        value={value}
        suffix={unit}
        onChange={setValue}
        aria-label={t('阈值')}
      />
      <Button type="primary" disabled={value === null} onClick={() => void save()}>
        {t('保存')}
      </Button>
    </Space.Compact>
  )
}

const tenths = (value: number): string => showNumber(String(Math.round(value * 10) / 10))
const seconds = (ms: number): string => (ms < 1_000 ? t('{ms} 毫秒', { ms }) : t('{seconds} 秒', { seconds: tenths(ms / 1_000) }))
const count = (value: number): string => showNumber(String(value))
const right = { align: 'right' as const, render: count }

const units = ['B', 'KB', 'MB', 'GB', 'TB']
function bytesText(bytes: number): string {
  const at = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${tenths(bytes / 1024 ** at)} ${units[at]}`
}
/** how long something takes, of whole seconds */
const lasting = (all: number | null): string =>
  all === null
    ? MISSING
    : all < 60
      ? t('{seconds} 秒', { seconds: all })
      : all < 7_200
        ? t('{minutes} 分钟', { minutes: Math.round(all / 60) })
        : t('{hours} 小时', { hours: Math.round(all / 3_600) })

const callColumns = (): NonNullable<TableProps<CallsOfRoute>['columns']> => [
  { title: t('接口'), dataIndex: 'route', render: (route: string) => <code>{route}</code> },
  { title: t('次数'), dataIndex: 'calls', width: 90, ...right },
  { title: t('慢（超过 1 秒）'), dataIndex: 'slow', width: 120, ...right },
  { title: t('出错'), dataIndex: 'failed', width: 80, ...right },
  { title: t('平均'), dataIndex: 'meanMs', width: 100, align: 'right', render: seconds },
  { title: t('最长'), dataIndex: 'maxMs', width: 100, align: 'right', render: seconds },
]

function Calls({ calls }: { readonly calls: HealthOverview['calls'] }) {
  const { token } = theme.useToken()
  const option = useMemo(
    () => ({
      ...common(token),
      tooltip: { trigger: 'axis', ...tooltipLook(token) },
      grid: { left: 56, right: 40, top: 12, bottom: 28 },
      xAxis: { type: 'category', data: calls.hours.map(({ hour }) => showInstant(hour).slice(5, 16)), axisLabel: axisText(token) },
      yAxis: [
        { type: 'value', axisLabel: axisText(token), splitLine: { lineStyle: { color: token.colorBorderSecondary } } },
        { type: 'value', axisLabel: axisText(token), splitLine: { show: false }, minInterval: 1 },
      ],
      series: [
        { name: t('调用'), type: 'bar', data: calls.hours.map(one => one.calls), color: token.blue6, barMaxWidth: 40 },
        { name: t('慢调用'), type: 'line', yAxisIndex: 1, data: calls.hours.map(one => one.slow), color: token.orange6 },
        { name: t('出错'), type: 'line', yAxisIndex: 1, data: calls.hours.map(one => one.failed), color: token.red6 },
      ],
    }),
    [calls, token],
  )
  return (
    <section className="zg-monitoring-box">
      <h2>{t('近 24 小时的调用')}</h2>
      {calls.hours.length > 0 && (
        <>
          <div className="zg-monitoring-keys">
            {[[t('调用'), token.blue6] as const, [t('慢调用'), token.orange6] as const, [t('出错'), token.red6] as const].map(
              ([title, colour]) => (
                <span key={title} className="zg-chart-key">
                  <i style={{ background: colour }} /> {title}
                </span>
              ),
            )}
          </div>
          <div className="zg-monitoring-chart">
            <Chart label={t('近 24 小时的调用')} option={option} />
          </div>
        </>
      )}
      <Table<CallsOfRoute>
        rowKey="route"
        size="small"
        dataSource={calls.list as CallsOfRoute[]}
        columns={callColumns()}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有统计，每分钟汇总一次')} /> }}
      />
    </section>
  )
}

function Jobs({ jobs }: { readonly jobs: readonly FailedJob[] }) {
  return (
    <section className="zg-monitoring-box">
      <h2>{t('失败的任务')}</h2>
      <Table<FailedJob>
        rowKey="key"
        size="small"
        dataSource={jobs as FailedJob[]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有失败的任务')} /> }}
        columns={[
          { title: t('任务'), dataIndex: 'title', width: 220 },
          {
            title: t('种类'),
            dataIndex: 'kind',
            width: 110,
            render: (kind: FailedJob['kind'], { isDead }) => (
              <Space size={4}>
                {kind === 'timed' ? t('定时任务') : t('导入导出等')}
                {!isDead && <Tag>{t('将重试')}</Tag>}
              </Space>
            ),
          },
          {
            title: t('时间'),
            dataIndex: 'at',
            width: 160,
            render: (at: string | null) => (at === null ? MISSING : showInstant(at).slice(0, 16)),
          },
          { title: t('说明'), dataIndex: 'said', render: (said: string | null) => said ?? MISSING },
        ]}
      />
    </section>
  )
}

function Queue({ queue }: { readonly queue: QueueHealth }) {
  return (
    <section className="zg-monitoring-box">
      <h2>{t('队列')}</h2>
      <Figures
        list={[
          [t('等待'), count(queue.ready)],
          [t('执行中'), count(queue.running)],
          [t('最长等待'), lasting(queue.waitedSeconds)],
          [t('任务排队'), count(queue.tasksQueued)],
          [t('任务执行中'), count(queue.tasksRunning)],
        ]}
      />
      <Table
        rowKey="task"
        size="small"
        dataSource={queue.list as QueueHealth['list'][number][]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: t('队列是空的') }}
        columns={[
          { title: t('任务'), dataIndex: 'task', render: (task: string) => <code>{task}</code> },
          { title: t('等待'), dataIndex: 'ready', width: 70, ...right },
          { title: t('已排期'), dataIndex: 'planned', width: 80, ...right },
          { title: t('执行中'), dataIndex: 'running', width: 80, ...right },
          { title: t('重试'), dataIndex: 'again', width: 70, ...right },
        ]}
      />
    </section>
  )
}

const fileUses = (): Readonly<Record<string, string>> => ({
  IMPORT: t('导入的文件'),
  EXPORT: t('导出的文件'),
  IMAGE: t('图片'),
  HTML_IMAGE: t('正文里的图片'),
  HTML_VIDEO: t('正文里的视频'),
  HELP_CENTER: t('帮助中心'),
  ATTACHMENT: t('附件'),
})

function Storage({ storage }: { readonly storage: HealthOverview['storage'] }) {
  return (
    <section className="zg-monitoring-box">
      <h2>{t('存储')}</h2>
      <Figures
        list={[
          [t('文件'), count(storage.files)],
          [t('文件大小'), bytesText(storage.bytes)],
          [t('磁盘剩余'), `${bytesText(storage.freeBytes)} / ${bytesText(storage.diskBytes)}`],
        ]}
      />
      <Table
        rowKey="type"
        size="small"
        dataSource={storage.list as HealthOverview['storage']['list'][number][]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: t('还没有文件') }}
        columns={[
          { title: t('用途'), dataIndex: 'type', render: (type: string) => fileUses()[type] ?? type },
          { title: t('文件'), dataIndex: 'files', width: 90, ...right },
          { title: t('大小'), dataIndex: 'bytes', width: 110, align: 'right', render: bytesText },
        ]}
      />
    </section>
  )
}

function Facts({ database }: { readonly database: HealthOverview['database'] }) {
  return (
    <section className="zg-monitoring-box">
      <h2>{t('数据库')}</h2>
      <Figures
        list={[
          [t('大小'), bytesText(database.bytes)],
          [t('连接'), `${count(database.connections)} / ${count(database.connectionsMax)}`],
          [t('执行中'), count(database.active)],
          [t('等锁'), count(database.waiting)],
          [t('最长事务'), lasting(database.longestSeconds)],
          [t('缓存命中'), database.cacheHits === null ? MISSING : `${database.cacheHits}%`],
          [t('死锁'), count(database.deadlocks)],
          [t('临时文件'), bytesText(database.tempBytes)],
          [t('事务年龄'), count(database.transactionAge)],
          [t('版本'), database.version],
          [t('启动时间'), showInstant(database.since).slice(0, 16)],
        ]}
      />
    </section>
  )
}

function Tables({ tables }: { readonly tables: readonly TableSize[] }) {
  return (
    <section className="zg-monitoring-box">
      <h2>{t('最大的表')}</h2>
      <Table<TableSize>
        rowKey="name"
        size="small"
        dataSource={tables as TableSize[]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
        expandable={{
          rowExpandable: row => row.months.length > 0,
          expandedRowRender: row => (
            <ul className="zg-health-months">
              {row.months.map(({ month, bytes, rows }) => (
                <li key={month}>
                  <span>{month}</span> <strong>{bytesText(bytes)}</strong> <small>{t('{count} 行', { count: count(rows) })}</small>
                </li>
              ))}
            </ul>
          ),
        }}
        columns={[
          {
            title: t('表'),
            dataIndex: 'name',
            render: (name: string, { title }) => (
              <>
                {title} <code>{name}</code>
              </>
            ),
          },
          { title: t('大小'), dataIndex: 'bytes', width: 110, align: 'right', render: bytesText },
          { title: t('约有行数'), dataIndex: 'rows', width: 120, ...right },
          { title: t('待清理行'), dataIndex: 'dead', width: 110, ...right },
          {
            title: t('月份分区'),
            key: 'months',
            width: 110,
            align: 'right',
            render: (_, row) => (row.months.length === 0 ? MISSING : row.months.length),
          },
        ]}
      />
    </section>
  )
}

const Figures = ({ list }: { readonly list: readonly (readonly [title: string, value: string])[] }) => (
  <dl className="zg-health-figures">
    {list.map(([title, value]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
