/** Where a settlement and the transaction report of the same settlement disagree: by finance item and by order. */
import { asText } from '#platform/format/text.ts'
import { CheckCircleOutlined, ExclamationCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Table, Tabs } from 'antd'
import { showMoney } from '#platform/format/money.ts'
import type { Row } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/list/record-link.tsx'
import type { RowDrawerProps } from '#platform/web/list/row-openers.ts'
import { TabDrawer } from '#platform/web/shell/page/tab-modal.tsx'
import type { Side } from '../answers.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import './settlement-drawer.css'

interface Differences {
  readonly items: readonly Side[]
  readonly orders: readonly Side[]
}

/** Orders the server shows at most. */
const ordersMax = 200

const money = (value: string) => (
  <span className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value}>
    {showMoney(value)}
  </span>
)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** 0 no transaction lines, 1 equal, 2 different: `reconciled` of the settlement. */
function Verdict({ row }: { row: Row }) {
  if (row.reconciled === 1) {
    return (
      <p className="zg-verdict zg-verdict-equal">
        <CheckCircleOutlined aria-hidden /> {t('一致：结算金额与交易明细合计相同')}
      </p>
    )
  }
  if (row.reconciled === 2) {
    return (
      <p className="zg-verdict">
        <ExclamationCircleOutlined aria-hidden /> {t('有差异：下面按财务科目和订单列出不同之处')}
      </p>
    )
  }
  return (
    <p className="zg-verdict">
      <MinusCircleOutlined aria-hidden /> {t('还没有这张结算单的交易明细，导入同期的交易明细后可以对账')}
    </p>
  )
}

function Amounts({ row }: { row: Row }) {
  const amounts = [
    { title: t('结算金额'), value: textOf(row.total) },
    { title: t('交易明细合计'), value: textOf(row.transactionTotal) },
    { title: t('差异'), value: textOf(row.difference) },
  ]
  return (
    <dl className="zg-settlement-amounts">
      {amounts.map(one => (
        <div key={one.title}>
          <dt>{one.title}</dt>
          <dd>{one.value === null ? '—' : money(one.value)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('币种')}</dt>
        <dd>{textOf(row.currency)}</dd>
      </div>
    </dl>
  )
}

interface SidesProps {
  readonly rows: readonly Side[]
  readonly first: string
  readonly empty: string
  /** what the first column names, by its page (`recordOf`) */
  readonly opens?: string
}

function Sides({ rows, first, empty, opens }: SidesProps) {
  const urlOf = useRecordUrls()
  const named = (title: string) => {
    const url = opens === undefined || title === '' ? null : urlOf(opens, title)
    return url === null ? title : <RecordLink url={url}>{title}</RecordLink>
  }
  return (
    <Table<Side>
      size="small"
      rowKey="title"
      dataSource={[...rows]}
      pagination={{ pageSize: 20, size: 'small', hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
      locale={{ emptyText: empty }}
      columns={[
        { title: first, ellipsis: true, render: (_, one) => named(one.title) },
        { title: t('结算报告'), width: 130, align: 'right', render: (_, one) => money(one.settlement) },
        { title: t('交易明细'), width: 130, align: 'right', render: (_, one) => money(one.transactions) },
        { title: t('差异'), width: 130, align: 'right', render: (_, one) => money(one.difference) },
      ]}
    />
  )
}

export function SettlementDrawer({ row, onClose }: RowDrawerProps) {
  // without transaction lines every amount would be a difference: nothing to compare
  const isCompared = row.reconciled !== 0
  const differences = useQuery({
    queryKey: ['settlementDifferences', row.id, row.difference],
    queryFn: ({ signal }) => api.post<Differences>('/AmzSettlement/differences', { id: row.id }, { signal, quiet: true }),
    enabled: isCompared,
    throwOnError: false,
  })
  return (
    <TabDrawer open size={720} title={t('结算单 {id} 对账', { id: asText(row.settlementId) })} onClose={onClose}>
      <Verdict row={row} />
      <Amounts row={row} />
      {differences.isError && <RowsFailed error={differences.error} onRetry={() => void differences.refetch()} />}
      {isCompared && differences.isPending && <RowsLoading />}
      {differences.data !== undefined && <DifferenceTabs differences={differences.data} isEqual={row.reconciled === 1} />}
    </TabDrawer>
  )
}

function DifferenceTabs({ differences: { items, orders }, isEqual }: { differences: Differences; isEqual: boolean }) {
  if (items.length === 0 && orders.length === 0) return <p className="zg-settlement-note">{t('每个财务科目和每张订单都一致')}</p>
  return (
    <>
      {isEqual && orders.length === 0 && (
        <p className="zg-settlement-note">{t('订单都一致，合计相同；两份报告对下列金额的分类不同，利润按取数来源计算')}</p>
      )}
      {orders.length === ordersMax && <p className="zg-settlement-note">{t('只列出差异最大的 {count} 张订单', { count: ordersMax })}</p>}
      <Tabs
        items={[
          {
            key: 'items',
            label: t('按财务科目 {count}', { count: items.length }),
            children: <Sides rows={items} first={t('财务科目')} empty={t('每个财务科目都一致')} />,
          },
          {
            key: 'orders',
            label: t('按订单 {count}', { count: orders.length }),
            children: <Sides rows={orders} first={t('订单号')} empty={t('每张订单都一致')} opens="order" />,
          },
        ]}
      />
    </>
  )
}
