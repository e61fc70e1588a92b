/** A production order with what it cost, planned and actual, above the tabs; for who may see costs. */
import { useQuery } from '@tanstack/react-query'
import { Collapse, Skeleton, Table, Typography } from 'antd'
import { canonical, divide } from '#platform/format/decimal.ts'
import { showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { withFilterAt } from '#platform/web/values/list-state.ts'
import { RecordLink } from '#platform/web/values/record-link.tsx'
import type { CostLine, OrderCost } from './wire.ts'

const shown = (value: string | null): string => (value === null ? '' : showNumber(canonical(value)))

export default function ProductionOrderRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<Cost id={view.row.id} version={view.row['version']} />} />
}

function Cost({ id, version }: { readonly id: string; readonly version: unknown }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['productionOrder', 'cost', id, version],
    queryFn: ({ signal }) => api.post<OrderCost | null>('/productionOrder/cost', { id }, { signal, quiet: true }),
  })
  if (error !== null) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />
  if (data === null) return null
  const { total, units, waits, isKept } = data
  if (!isKept) return <Typography.Paragraph type="secondary">{t('仓库还没有启用库存账，用掉的物料没有成本')}</Typography.Paragraph>
  const unit = Number(units) === 0 ? '' : shown(divide(total, units, 4, 'halfUp'))
  const label = (
    <>
      {t('成本')}{' '}
      <Typography.Text type="secondary">
        {t('实际 {total} CNY，已入库 {units}，每件 {unit}', { total: shown(total), units: shown(units), unit })}
        {waits && ` · ${t('计算中')}`}
      </Typography.Text>
    </>
  )
  return <Collapse size="small" style={{ margin: '8px 0' }} items={[{ key: 'cost', label, children: <CostTable {...data} /> }]} />
}

function CostTable({ no, lines, feePlanned, feeActual }: OrderCost) {
  const { routes } = useShell()
  const moves = routes.find(route => route.menu.component === 'list/goodsMove')?.path
  const urlOf = (productId: string): string | null =>
    moves === undefined ? null : withFilterAt(withFilterAt(moves, 'docNo', no), 'productId', productId)
  const money = (title: string, dataIndex: keyof CostLine) => ({ title, dataIndex, align: 'right' as const, render: shown })
  return (
    <Table<CostLine>
      size="small"
      rowKey="key"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...lines]}
      footer={() => t('加工费：计划 {planned}，实际 {actual}', { planned: shown(feePlanned), actual: shown(feeActual) })}
      columns={[
        {
          title: t('物料'),
          dataIndex: 'sku',
          render: (sku: string, { productId, name }) => {
            const url = urlOf(productId)
            return (
              <>
                {url === null ? sku : <RecordLink url={url}>{sku}</RecordLink>} <Typography.Text type="secondary">{name}</Typography.Text>
              </>
            )
          },
        },
        money(t('计划用量'), 'planned'),
        money(t('计划单价'), 'planPrice'),
        money(t('计划金额'), 'planAmount'),
        money(t('实际用量'), 'used'),
        money(t('实际金额'), 'amount'),
        money(t('量差'), 'byQuantity'),
        money(t('价差'), 'byPrice'),
        money(t('在制数量'), 'left'),
        money(t('在制金额'), 'wip'),
      ]}
    />
  )
}
