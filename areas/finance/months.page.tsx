/** 月结: the months of the books, what keeps the due one open, closing and reopening. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Modal } from 'antd'
import { useState, type ReactElement } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import type { GridColumn } from '#platform/web/grid/grid-columns.ts'
import { PlainGrid } from '#platform/web/grid/plain-grid.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { ignoreShownRefusal } from '#platform/web/list/ignore-shown-refusal.ts'
import { isPageFailure } from '#platform/web/shell/page/error-boundary.tsx'
import { usePage } from '#platform/web/shell/page/page-context.ts'
import { MonthDrawer } from './amazon/months/month-drawer.tsx'
import type { BookMonth, BookMonths } from './amazon/answers.ts'
import { monthColumns, type MonthRow } from './month-columns.tsx'
import '#platform/web/list/list.css'

/** Operation ids of operations.ts and month-operations.ts. */
const [editOperation, closeOperation, reopenOperation] = [3, 100, 101]
// of the list: an answer to an approval of a month reads them anew
const queryKey = ['list', 'financeMonth', 'months']

const noMonths: BookMonths = { list: [], isWhole: true }

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
      const answer = await api.write<object | null>(path, body)
      feedback.success(answer !== null && 'approval' in answer ? t('已提交审批，通过后生效') : done)
    } finally {
      await client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ['report'] })
    }
  }
  const doing: Doing = {
    close: row =>
      askFirst(modal, {
        loses: false,
        title: t('确定要结 {month} 的账吗？', { month: row.month }),
        content: t('结账后这个月的金额、汇率、成本和映射不再改变；之后到的单据记入下一个未结账的月份。'),
        okText: t('结账'),
        onOk: () => ignoreShownRefusal(send('/financeMonth/close', { month: row.month }, t('{month} 已结账', { month: row.month }))),
      }),
    reopen: row =>
      askFirst(modal, {
        loses: true,
        title: t('确定要重新打开 {month} 吗？', { month: row.month }),
        content: t('之后的导入、成本和映射会改变它的利润，结账时的数字留在操作记录中。'),
        okText: t('反结账'),
        onOk: () => ignoreShownRefusal(send('/financeMonth/reopen', { id: row.id }, t('{month} 已重新打开', { month: row.month }))),
      }),
  }
  return [doing, questions]
}

export default function MonthsPage() {
  const { can } = usePage()
  const months = useQuery<BookMonths>({
    queryKey,
    queryFn: ({ signal }) => api.post('/financeMonth/months', {}, { signal, quiet: true }),
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
  const [shown, setShown] = useState<string | null>(null)
  const [doing, questions] = useDoing()
  const { list, isWhole } = months.data ?? noMonths
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
  const action: GridColumn<MonthRow> = {
    key: 'zg-actions',
    name: t('操作'),
    width: 150,
    pin: 'right',
    isFixed: true,
    render: ({ row: one }) => (
      <span className="zg-row-actions">
        <Button type="link" size="small" onClick={() => setShown(one.month)}>
          {t('检查')}
        </Button>
        {isWhole && one.due && can(closeOperation) && (
          <Button type="link" size="small" disabled={(one.blockers?.length ?? 0) > 0} onClick={() => doing.close(one)}>
            {t('结账')}
          </Button>
        )}
        {isWhole && one.month === lastClosed && one.approval?.state !== 1 && can(reopenOperation) && (
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
      {!isWhole && <Alert type="info" showIcon title={t('金额只包含您能看到的店铺。结账由能看到全部店铺的人操作。')} />}
      <PlainGrid
        label={t('月结')}
        rows={list.map(row => ({ id: row.month, row }))}
        columns={[...monthColumns(isWhole), action]}
        notice={notice}
        isAlone
      />
      {shown !== null && <MonthDrawer month={shown} mayEdit={can(editOperation)} onClose={() => setShown(null)} />}
    </section>
  )
}
