/** A production order with what it cost, planned and actual, above the tabs; for who may see costs. */
import { useQuery } from '@tanstack/react-query'
import { Collapse, Skeleton, Table, Typography } from 'antd'
import { canonical, divide, subtract } from '#platform/format/decimal.ts'
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
  const { totals, units, waits, isKept } = data
  if (!isKept) return <Typography.Paragraph type="secondary">{t('仓库还没有启用库存账，用掉的物料没有成本')}</Typography.Paragraph>
  const unit = Number(units) === 0 ? '' : shown(divide(totals.actual, units, 4, 'halfUp'))
  const label = (
    <>
      {t('成本')}{' '}
      <Typography.Text type="secondary">
        {t('实际 {total} CNY，已入库 {units}，每件 {unit}', { total: shown(totals.actual), units: shown(units), unit })}
        {waits && ` · ${t('计算中')}`}
      </Typography.Text>
    </>
  )
  return <Collapse size="small" style={{ margin: '8px 0' }} items={[{ key: 'cost', label, children: <CostTable {...data} /> }]} />
}

type Cells = Partial<Readonly<Record<keyof CostLine, string>>>
const figures = (): readonly (readonly [keyof CostLine, string])[] => [
  ['planned', t('计划用量')],
  ['planPrice', t('计划单价')],
  ['planAmount', t('计划金额')],
  ['used', t('实际用量')],
  ['amount', t('实际金额')],
  ['byQuantity', t('量差')],
  ['byPrice', t('价差')],
  ['left', t('在制数量')],
  ['wip', t('在制金额')],
]

function CostTable({ no, lines, feePlanned, feeActual, totals }: OrderCost) {
  const { routes } = useShell()
  const pathOf = (list: string): string | undefined => routes.find(route => route.menu.component === `list/${list}`)?.path
  const [moves, takes] = [pathOf('goodsMove'), pathOf('financeStockTake')]
  const urlOf = (productId: string): string | null =>
    moves === undefined ? null : withFilterAt(withFilterAt(moves, 'docNo', no), 'productId', productId)
  /** which layers its units came out of */
  const layersOf = (amount: string, productId: string) =>
    takes === undefined ? shown(amount) : <RecordLink url={withFilterAt(takes, 'productId', productId)}>{shown(amount)}</RecordLink>
  return (
    <Table<CostLine>
      size="small"
      rowKey="key"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...lines]}
      summary={() => <Totals feePlanned={feePlanned} feeActual={feeActual} totals={totals} />}
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
        ...figures().map(([dataIndex, title]) => ({
          title,
          dataIndex,
          align: 'right' as const,
          render: (value: string | null, { productId }: CostLine) =>
            dataIndex === 'amount' && value !== null ? layersOf(value, productId) : shown(value),
        })),
      ]}
    />
  )
}

/** The fee, and all together. */
function Totals({
  feePlanned,
  feeActual,
  totals: { planned, actual, byQuantity, byPrice, wip },
}: Pick<OrderCost, 'feePlanned' | 'feeActual' | 'totals'>) {
  // units of different parts have no sum
  const rows: readonly (readonly [title: string, cells: Cells])[] = [
    [t('加工费'), { planAmount: feePlanned, amount: feeActual, byPrice: subtract(feeActual, feePlanned) }],
    [t('合计'), { planAmount: planned, amount: actual, byQuantity, byPrice, wip }],
  ]
  return (
    <Table.Summary>
      {rows.map(([title, cells], row) => (
        <Table.Summary.Row key={title}>
          <Table.Summary.Cell index={0}>
            <Typography.Text strong={row > 0}>{title}</Typography.Text>
          </Table.Summary.Cell>
          {figures().map(([name], at) => (
            <Table.Summary.Cell key={name} index={at + 1} align="right">
              <Typography.Text strong={row > 0}>{shown(cells[name] ?? null)}</Typography.Text>
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      ))}
    </Table.Summary>
  )
}
