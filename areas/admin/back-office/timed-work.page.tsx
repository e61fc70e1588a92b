/** 定时任务: what is done at times, how the last run went, when the next one is; run now, and what to do with runs that failed for good. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Badge, Button, Empty, Table, Tag } from 'antd'
import type { TimedWorkList, TimedWorkRow } from '#platform/declare/wire-timed.ts'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { RunState } from '#platform/web/tasks/run-state.tsx'
import { succeeded } from './succeeded.tsx'
import { showMinute, showSpan, TimedRuns } from './timed-runs.tsx'
import './back-office.css'

const idleMs = 60_000
const busyMs = 2_000
const isBusy = ({ last }: TimedWorkRow): boolean => last !== null && last.state <= 1

function Notices({ data: { zone, holidaysUntil, holidaysMissing } }: { data: TimedWorkList }) {
  return holidaysMissing === null ? (
    <p className="zg-office-hint">{t('时间按 {zone} 计，节假日和调休已知到 {year} 年', { zone, year: holidaysUntil })}</p>
  ) : (
    <Alert
      type="warning"
      showIcon
      title={t('还没有 {year} 年的节假日和调休，工作日暂按周一至周五计算；可在“工作日历”中自行填写', { year: holidaysMissing })}
    />
  )
}

function Name({ work: { title, isInstallations } }: { work: TimedWorkRow }) {
  return (
    <div className="zg-timed-name">
      {title} {isInstallations ? <Tag>{t('整个系统')}</Tag> : null}
    </div>
  )
}

export default function TimedWorkPage() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['timedWork'],
    queryFn: ({ signal }) => api.post<TimedWorkList>('/timedWorkManage/list', {}, { signal, quiet: true }),
    refetchInterval: query => (query.state.data?.list.some(isBusy) === true ? busyMs : idleMs),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const changed = (): Promise<unknown> => queries.invalidateQueries({ queryKey: ['timedWork'] })
  const run = async ({ name }: TimedWorkRow): Promise<void> => {
    if (await succeeded(api.write('/timedWorkManage/run', { name }))) feedback.success(t('已开始执行'))
    await changed()
  }
  return (
    <div className="zg-timed">
      <h1>{t('定时任务')}</h1>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Notices data={data} />
          <Table<TimedWorkRow>
            size="small"
            rowKey="name"
            dataSource={[...data.list]}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有定时任务')} /> }}
            expandable={{ expandedRowRender: work => <TimedRuns work={work} onChange={changed} /> }}
            columns={[
              {
                title: t('任务名称'),
                key: 'title',
                render: (_, work) => <Name work={work} />,
              },
              { title: t('计划'), dataIndex: 'schedule' },
              { title: t('上次执行'), key: 'last', render: (_, { last }) => showMinute(last?.startedAt ?? last?.plannedAt ?? null) },
              { title: t('结果'), key: 'state', render: (_, { last }) => (last === null ? '—' : <RunState run={last} />) },
              { title: t('用时'), key: 'ms', align: 'right', render: (_, { last }) => showSpan(last?.ms ?? null) },
              { title: t('下次执行'), dataIndex: 'nextAt', render: showMinute },
              {
                title: t('失败'),
                key: 'failures',
                align: 'right',
                render: (_, { failures, dead }) =>
                  dead > 0 ? <Badge status="error" text={t('{n} 次待处理', { n: dead })} /> : failures > 0 ? failures : '—',
              },
              {
                title: t('操作'),
                key: 'run',
                fixed: 'end',
                render: (_, work) => (
                  <Button size="small" disabled={!work.mayRun || isBusy(work)} onClick={() => void run(work)}>
                    {t('立即执行')}
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
    </div>
  )
}
