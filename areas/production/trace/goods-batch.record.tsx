/** A batch with where it came from and where it went, above the tabs; for who may trace. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Segmented, Skeleton, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { canonical } from '#platform/format/decimal.ts'
import { showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import type { Traced, TraceRow } from './wire.ts'

const shown = (value: string): string => (value === '' ? '' : showNumber(canonical(value)))
type Side = 'back' | 'forward' | 'gone'
const words = (): Readonly<Record<Side, readonly [title: string, empty: string]>> => ({
  back: [t('批次来源'), t('没有登记来源')],
  forward: [t('批次去向'), t('还没有离开仓库')],
  gone: [t('已发出'), t('还没有离开仓库')],
})

export default function GoodsBatchRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<Trace id={view.row.id} version={view.row['version']} />} />
}

function Trace({ id, version }: { readonly id: string; readonly version: unknown }) {
  const [side, setSide] = useState<Side>('back')
  const { data, error, refetch } = useQuery({
    queryKey: ['goodsBatch', 'trace', id, version],
    queryFn: ({ signal }) => api.post<Traced | null>('/goodsBatch/trace', { id }, { signal, quiet: true }),
  })
  const urlOf = useRecordUrls()
  if (error !== null) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} />
  if (data === null) return null
  const { here, out, unit, toFreeze } = data
  return (
    <section aria-label={t('追溯')} style={{ margin: '8px 0' }}>
      <Segmented<Side>
        aria-label={t('追溯')}
        value={side}
        onChange={setSide}
        options={Object.entries(words()).map(([value, [label]]) => ({ value: value as Side, label }))}
      />
      <Typography.Paragraph type="secondary" style={{ margin: '8px 0' }}>
        {t('还在这里 {here} {unit}，已离开 {out}；可冻结 {batches} 批', { here: shown(here), unit, out: shown(out), batches: toFreeze })}
      </Typography.Paragraph>
      {data.isCut && <Alert type="warning" showIcon title={t('内容太多，只显示前面的部分')} />}
      <Table<TraceRow>
        key={side}
        size="small"
        rowKey="key"
        pagination={data[side].length > 100 ? { pageSize: 100, showSizeChanger: false } : false}
        scroll={{ x: 'max-content' }}
        expandable={{ defaultExpandAllRows: true }}
        locale={{ emptyText: words()[side][1] }}
        dataSource={[...data[side]]}
        columns={[
          {
            title: t('追溯'),
            dataIndex: 'name',
            render: (name: string, { list, id: of, status }) => {
              const url = list === null || of === null ? null : urlOf(list, of)
              return (
                <>
                  {url === null ? name : <RecordLink url={url}>{name}</RecordLink>} {status !== '' && <Tag>{status}</Tag>}
                </>
              )
            },
          },
          { title: t('批次经过'), dataIndex: 'note' },
          { title: t('数量'), dataIndex: 'quantity', align: 'right', render: shown },
          { title: t('发生日期'), dataIndex: 'day' },
        ]}
      />
    </section>
  )
}
