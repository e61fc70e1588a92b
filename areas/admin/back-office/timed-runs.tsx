/** Runs of one timed work: the failed ones first, with what can be done about them. */
import { useQuery } from '@tanstack/react-query'
import { Button, Space, Table } from 'antd'
import type { TimedRunRow, TimedWorkRow } from '#platform/declare/wire-timed.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import { RunState } from '#platform/web/tasks/run-state.tsx'
import { succeeded } from './succeeded.tsx'

/** code of timed_run.state: failed for the last time */
const dead = 4

/** To the minute: a schedule knows no seconds. */
export const showMinute = (at: string | null): string => (at === null ? '—' : showInstant(at).slice(0, 'YYYY-MM-DD HH:mm'.length))

const secondMs = 1_000
/** ms as people read it. */
export function showSpan(ms: number | null): string {
  if (ms === null) return '—'
  if (ms < secondMs) return t('{n} 毫秒', { n: ms })
  return t('{n} 秒', { n: (ms / secondMs).toFixed(1) })
}

export function TimedRuns({ work, onChange }: { work: TimedWorkRow; onChange: () => Promise<unknown> }) {
  const { name, mayRun } = work
  const { data, error, refetch } = useQuery({
    queryKey: ['timedWork', name, work.last],
    queryFn: ({ signal }) => api.post<{ list: readonly TimedRunRow[] }>('/timedWorkManage/runs', { name }, { signal, quiet: true }),
    placeholderData: before => before,
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const change = async (call: 'retry' | 'giveUp', id: string): Promise<void> => {
    await succeeded(api.write(`/timedWorkManage/${call}`, { name, id }))
    await onChange()
  }
  return (
    <Table<TimedRunRow>
      size="small"
      rowKey="id"
      dataSource={[...data.list]}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('还没有执行过') }}
      columns={[
        { title: t('计划时间'), dataIndex: 'plannedAt', render: showMinute },
        { title: t('结果'), key: 'state', render: (_, run) => <RunState run={run} /> },
        {
          title: t('操作'),
          key: 'do',
          render: (_, { id, state }) =>
            state === dead && mayRun ? (
              <Space>
                <Button size="small" onClick={() => void change('retry', id)}>
                  {t('重试')}
                </Button>
                <Asked loses title={t('放弃后不再重试，确定吗？')} okText={t('放弃')} onConfirm={() => void change('giveUp', id)}>
                  <Button size="small" danger>
                    {t('放弃')}
                  </Button>
                </Asked>
              </Space>
            ) : null,
        },
        { title: t('用时'), key: 'ms', align: 'right', render: (_, { ms }) => showSpan(ms) },
        { title: t('次数'), dataIndex: 'tries', align: 'right' },
        { title: t('下次重试'), dataIndex: 'nextTryAt', render: showMinute },
        { title: t('执行人'), key: 'by', render: (_, { orderedBy }) => orderedBy ?? t('按计划') },
        { title: t('说明'), dataIndex: 'said', render: (said: string | null) => <span className="zg-timed-said">{said ?? '—'}</span> },
      ]}
    />
  )
}
