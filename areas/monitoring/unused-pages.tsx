/** Pages that nobody has opened for 90 days: what could be hidden, or what people do not know of. */
import { useQuery } from '@tanstack/react-query'
import { Empty, Table } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { UnusedPage } from './answers.ts'

interface Unused {
  readonly list: UnusedPage[]
  readonly since: string
  readonly pages: number
}

export function UnusedPages() {
  const { data, error, refetch } = useQuery<Unused>({
    queryKey: ['usage', 'unused'],
    queryFn: ({ signal }) => api.post<Unused>('/systemUsageRecord/unused', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <p className="zg-monitoring-note">
        {t('{pages} 个页面中，{count} 个自 {since} 起无人打开', { pages: data.pages, count: data.list.length, since: data.since })}
      </p>
      <Table<UnusedPage>
        rowKey="menuId"
        size="small"
        dataSource={data.list}
        pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('所有页面都有人用')} /> }}
        columns={[
          {
            title: t('所属应用'),
            dataIndex: 'moduleTitle',
            width: 160,
            filters: [...new Set(data.list.map(one => one.moduleTitle))].map(value => ({ text: value, value })),
            onFilter: (value, row) => row.moduleTitle === value,
          },
          { title: t('页面'), dataIndex: 'title', render: (title: string, { path }) => <CardLink to={path}>{title}</CardLink> },
          {
            title: t('最近打开'),
            dataIndex: 'lastDay',
            width: 130,
            sorter: (a, b) => ((a.lastDay ?? '') < (b.lastDay ?? '') ? -1 : 1),
            render: (day: string | null) => day ?? t('从未'),
          },
        ]}
      />
    </>
  )
}
