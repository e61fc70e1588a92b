/** 月结: the months of the books, what keeps the due one open, closing and reopening. */
import { CheckCircleOutlined, ClockCircleOutlined, ExclamationCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Modal, Table, type TableColumnType } from 'antd'
import { useState, type ReactElement } from 'react'
import { showMoney } from '#platform/format/money.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { showInstant } from '#platform/web/list/value.ts'
import { told } from '#platform/web/list/told.ts'
import { isPageFailure } from '#platform/web/shell/page/error-boundary.tsx'
import { useIsMobile } from '#platform/web/shell/layout/use-is-mobile.ts'
import { usePage } from '#platform/web/shell/page/page-context.ts'
import { MonthDrawer } from './amazon/month-drawer.tsx'
import type { BookMonth } from './amazon/answers.ts'
import '#platform/web/list/list.css'

/** Operation ids of month-operations.ts. */
const [closeOperation, reopenOperation] = [100, 101]
const queryKey = ['financeMonths']

const Money = ({ value }: { value: string | null }) =>
  value === null ? (
    <span title={t('缺少汇率，无法折算')}>{MISSING}</span>
  ) : (
    <span className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value}>
      {showMoney(value, { trueMinus: true })}
    </span>
  )

/** Told by a sign and a word. */
function State({ row }: { row: BookMonth }) {
  if (row.state === 1)
    return (
      <span className="zg-state">
        <CheckCircleOutlined /> {t('已结账')}
      </span>
    )
  if (!row.over)
    return (
      <span className="zg-state">
        <ClockCircleOutlined /> {t('进行中')}
      </span>
    )
  if (!row.due)
    return (
      <span className="zg-state">
        <MinusCircleOutlined /> {t('未结账')}
      </span>
    )
  return (
    <span className="zg-state">
      <ExclamationCircleOutlined /> {row.blockers?.length ? t('待处理 {count} 项', { count: row.blockers.length }) : t('可以结账')}
    </span>
  )
}

interface Doing {
  readonly close: (row: BookMonth) => void
  readonly reopen: (row: BookMonth) => void
}

/** Both questions name the month; a refusal is shown by the api client and the list is read anew either way. */
function useDoing(): [Doing, ReactElement] {
  const [modal, questions] = Modal.useModal()
  const client = useQueryClient()
  const send = async (path: string, body: unknown, done: string): Promise<void> => {
    try {
      await api.write(path, body)
      feedback.success(done)
    } finally {
      await client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ['report', 'amazonProfit'] })
    }
  }
  const doing: Doing = {
    close: row =>
      void modal.confirm({
        title: t('确定要结 {month} 的账吗？', { month: row.month }),
        content: t('结账后这个月的金额、汇率、成本和映射不再改变；之后到的单据记入下一个未结账的月份。'),
        okText: t('结账'),
        cancelText: t('取消'),
        onOk: () => told(send('/financeMonth/close', { month: row.month }, t('{month} 已结账', { month: row.month }))),
      }),
    reopen: row =>
      void modal.confirm({
        title: t('确定要重新打开 {month} 吗？', { month: row.month }),
        content: t('之后的导入、成本和映射会改变它的利润，结账时的数字留在操作记录中。'),
        okText: t('反结账'),
        okButtonProps: { danger: true },
        cancelText: t('取消'),
        onOk: () => told(send('/financeMonth/reopen', { id: row.id }, t('{month} 已重新打开', { month: row.month }))),
      }),
  }
  return [doing, questions]
}

export default function MonthsPage() {
  const { can } = usePage()
  const isMobile = useIsMobile()
  const months = useQuery<{ readonly list: readonly BookMonth[] }>({
    queryKey,
    queryFn: ({ signal }) => api.post('/financeMonth/months', {}, { signal, quiet: true }),
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
  const [shown, setShown] = useState<string | null>(null)
  const [doing, questions] = useDoing()
  const list = months.data?.list ?? []
  const lastClosed = list.find(one => one.state === 1)?.month
  const notice = months.isError ? (
    <RowsFailed error={months.error} onRetry={() => void months.refetch()} />
  ) : months.data === undefined ? (
    <RowsLoading />
  ) : (
    <div className="zg-list-notice">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('导入结算报告或交易明细后，有金额的月份显示在这里')} />
    </div>
  )
  const action: TableColumnType<BookMonth> = {
    title: t('操作'),
    // on a phone the figures need the room
    ...(isMobile ? { width: 130 } : { width: 150, fixed: 'right' as const }),
    render: (_, one) => (
      <span className="zg-row-actions">
        <Button type="link" size="small" onClick={() => setShown(one.month)}>
          {t('检查')}
        </Button>
        {one.due && can(closeOperation) && (
          <Button type="link" size="small" disabled={(one.blockers?.length ?? 0) > 0} onClick={() => doing.close(one)}>
            {t('结账')}
          </Button>
        )}
        {one.month === lastClosed && can(reopenOperation) && (
          <Button type="link" size="small" danger onClick={() => doing.reopen(one)}>
            {t('反结账')}
          </Button>
        )}
      </span>
    ),
  }
  return (
    <section className="zg-list" aria-label={t('月结')}>
      {questions}
      <header className="zg-list-head">
        <h1>{t('月结')}</h1>
      </header>
      <div className="zg-list-table zg-list-table-alone">
        <Table<BookMonth>
          rowKey="month"
          size="small"
          columns={[...dataColumns(), action]}
          dataSource={[...list]}
          pagination={false}
          scroll={{ x: 900, y: '100%' }}
          locale={{ emptyText: notice }}
        />
      </div>
      {shown !== null && <MonthDrawer month={shown} onClose={() => setShown(null)} />}
    </section>
  )
}

const dataColumns = (): TableColumnType<BookMonth>[] => [
  { title: t('月份'), dataIndex: 'month', width: 90, fixed: 'left' },
  { title: t('状态'), width: 130, render: (_, one) => <State row={one} /> },
  { title: t('销售收入（人民币）'), width: 160, align: 'right', render: (_, one) => <Money value={one.sales} /> },
  { title: t('利润（人民币）'), width: 160, align: 'right', render: (_, one) => <Money value={one.profit} /> },
  { title: t('结账人'), width: 100, render: (_, one) => one.closedByName ?? MISSING },
  { title: t('结账时间'), width: 170, render: (_, one) => (one.closedAt === null ? MISSING : showInstant(one.closedAt)) },
]
