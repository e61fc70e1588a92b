/** A bill with all its levels above the tabs. */
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Table, Typography } from 'antd'
import { canonical } from '#platform/format/decimal.ts'
import { showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import type { BomTree, BomTreeRow } from './wire.ts'

const shown = (value: string | null): string => (value === null ? '' : showNumber(canonical(value)))

function Tree({ id, version }: { readonly id: string; readonly version: unknown }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bom', 'tree', id, version],
    queryFn: ({ signal }) => api.post<BomTree>('/bom/tree', { id }, { signal, quiet: true }),
  })
  const urlOf = useRecordUrls()
  if (error !== null) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} />
  return (
    <div style={{ margin: '8px 0' }}>
      <Typography.Text type="secondary">{t('{day} 有效的各级物料，数量按一件成品', { day: data.day })}</Typography.Text>
      <Table<BomTreeRow>
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{ defaultExpandAllRows: true }}
        dataSource={[...data.rows]}
        columns={[
          {
            title: t('商品'),
            dataIndex: 'sku',
            render: (sku: string, { productId, name, bomId }) => {
              const url = bomId === null ? urlOf('goodsStockByItem', productId) : urlOf('bom', bomId)
              return (
                <>
                  {url === null ? sku : <RecordLink url={url}>{sku}</RecordLink>} <Typography.Text type="secondary">{name}</Typography.Text>
                </>
              )
            },
          },
          { title: t('用量'), dataIndex: 'per', align: 'right', render: shown },
          { title: t('损耗率（%）'), dataIndex: 'scrap', align: 'right', render: shown },
          { title: t('每件成品用量'), dataIndex: 'quantity', align: 'right', render: shown },
          { title: t('单位'), dataIndex: 'unit' },
          ...(data.seesCost ? [{ title: t('成本（CNY）'), dataIndex: 'cost', align: 'right' as const, render: shown }] : []),
        ]}
      />
    </div>
  )
}

export default function BomRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<Tree id={view.row.id} version={view.row['version']} />} />
}
