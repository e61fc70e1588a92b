/** The figures of a month by currency; of a closed one what would be others today. Asked for when they are opened. */
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { showMoney } from '#platform/format/money.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { MonthCheck } from '../../base/answers.ts'

export const Money = ({ value }: { value: string | null | undefined }) =>
  value == null ? (
    <span title={t('缺少汇率，无法折算')}>{MISSING}</span>
  ) : (
    <span className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value}>
      {showMoney(value)}
    </span>
  )

export function MonthFigures({ month }: { month: string }) {
  const check = useQuery<MonthCheck>({
    queryKey: ['list', 'financeMonth', 'figures', month],
    queryFn: ({ signal }) => api.post('/financeMonth/check', { month, withItems: false }, { signal, quiet: true }),
    throwOnError: false,
  })
  if (check.data === undefined)
    return check.isError ? <RowsFailed error={check.error} onRetry={() => void check.refetch()} /> : <RowsLoading />
  const { result, altered } = check.data
  const rows = [
    ...Object.entries(result.shops).map(([currency, values]) => ({ currency, values })),
    { currency: t('合计（人民币）'), values: result.cny },
  ]
  return (
    <>
      <Table
        size="small"
        rowKey="currency"
        pagination={false}
        dataSource={rows}
        rowClassName={(_, at) => (at === rows.length - 1 ? 'zg-totals' : '')}
        columns={[
          { title: t('币种'), dataIndex: 'currency' },
          ...(['sales', 'refund', 'profit'] as const).map(name => ({
            title: { sales: t('销售收入'), refund: t('退款'), profit: t('利润') }[name],
            align: 'right' as const,
            render: (_: unknown, one: (typeof rows)[number]) => <Money value={one.values[name]} />,
          })),
        ]}
      />
      {altered.length > 0 && (
        <section>
          <h3>{t('与结账时不同的数字')}</h3>
          <Table
            size="small"
            rowKey={one => `${one.currency} ${one.measure}`}
            pagination={{ pageSize: 8, size: 'small', hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
            dataSource={[...altered]}
            columns={[
              { title: t('币种'), dataIndex: 'currency' },
              { title: t('指标'), dataIndex: 'title' },
              { title: t('结账时'), align: 'right', render: (_, one) => <Money value={one.closed} /> },
              { title: t('现在'), align: 'right', render: (_, one) => <Money value={one.now} /> },
            ]}
          />
        </section>
      )}
    </>
  )
}
