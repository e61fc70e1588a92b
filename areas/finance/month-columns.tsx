/** Columns of the month close. */
import { CheckCircleOutlined, ClockCircleOutlined, ExclamationCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { showMoney } from '#platform/format/money.ts'
import { MISSING } from '#platform/format/numbers.ts'
import type { GridColumn } from '#platform/web/grid/grid-columns.ts'
import { RecordApproval } from '#platform/web/approval/record-approval.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/list/value.ts'
import type { BookMonth } from './amazon/answers.ts'

const Money = ({ value }: { value: string | null }) =>
  value === null ? (
    <span title={t('缺少汇率，无法折算')}>{MISSING}</span>
  ) : (
    <span className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value}>
      {showMoney(value)}
    </span>
  )

/** Told by a sign and a word. */
function State({ row, isWhole }: { row: BookMonth; isWhole: boolean }) {
  if (row.state === 1)
    return (
      <span className="zg-state">
        <CheckCircleOutlined aria-hidden /> {t('已结账')}
        {row.id !== null && row.approval !== null && <RecordApproval type="financeMonth" row={{ id: row.id, approval: row.approval }} />}
      </span>
    )
  if (!row.over)
    return (
      <span className="zg-state">
        <ClockCircleOutlined aria-hidden /> {t('进行中')}
      </span>
    )
  if (!row.due)
    return (
      <span className="zg-state">
        <MinusCircleOutlined aria-hidden /> {t('未结账')}
      </span>
    )
  return (
    <span className="zg-state">
      <ExclamationCircleOutlined aria-hidden />{' '}
      {row.blockers?.length ? t('待处理 {count} 项', { count: row.blockers.length }) : isWhole ? t('可以结账') : t('未结账')}
    </span>
  )
}

/** Known by its month: one that is open has no record yet. */
export interface MonthRow {
  readonly id: string
  readonly row: BookMonth
}

const column = (
  key: string,
  name: string,
  width: number,
  render: (row: BookMonth) => ReactNode,
  text: (row: BookMonth) => string,
): GridColumn<MonthRow> => ({
  key,
  name,
  width,
  render: ({ row }) => render(row),
  copy: ({ row }) => ({ text: text(row), isText: true }),
})
const figure = (key: string, name: string, of: (row: BookMonth) => string | null): GridColumn<MonthRow> => ({
  ...column(
    key,
    name,
    148,
    row => <Money value={of(row)} />,
    row => of(row) ?? '',
  ),
  align: 'right',
  copy: ({ row }) => ({ text: of(row) ?? '', isText: false }),
})
const plain = (key: string, name: string, width: number, of: (row: BookMonth) => string | null): GridColumn<MonthRow> =>
  column(
    key,
    name,
    width,
    row => of(row) ?? MISSING,
    row => of(row) ?? '',
  )

/** `isWhole`: the figures are those of every shop, so that no finding means it can be closed. */
export const monthColumns = (isWhole: boolean): GridColumn<MonthRow>[] => [
  { ...plain('month', t('月份'), 90, one => one.month), pin: 'left', card: 'title' },
  {
    ...column(
      'state',
      t('状态'),
      230,
      one => <State row={one} isWhole={isWhole} />,
      one => (one.state === 1 ? t('已结账') : one.over ? t('未结账') : t('进行中')),
    ),
    card: 'state',
  },
  { ...figure('sales', t('销售收入（人民币）'), one => one.sales), card: 'detail' },
  { ...figure('profit', t('利润（人民币）'), one => one.profit), card: 'amount' },
  { ...plain('closedBy', t('结账人'), 90, one => one.closedByName), card: 'detail' },
  { ...plain('closedAt', t('结账时间'), 160, one => (one.closedAt === null ? null : showInstant(one.closedAt))), card: 'detail' },
]
