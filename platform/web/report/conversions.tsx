/** How amounts in other currencies became the figure: by month, at that month's rate. */
import { Table } from 'antd'
import { MISSING, showExact } from '#platform/format/numbers.ts'
import { showMoney } from '#platform/format/money.ts'
import { canonical, roundTo } from '#platform/format/decimal.ts'
import type { LinesAnswer } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { pageSteps } from '../widgets/page-steps.tsx'

type Conversion = NonNullable<LinesAnswer['conversions']>[number]

/** decimals of a rate as the rates page keeps it; more come from dividing two of them */
const rateScale = 6

const money = (value: string | null) => (
  <span className={value?.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value ?? undefined}>
    {showMoney(value)}
  </span>
)

export function Conversions({ conversions }: { conversions: readonly Conversion[] }) {
  return (
    <Table<Conversion>
      size="small"
      className="zg-conversions"
      rowKey={one => `${one.month} ${one.currency} ${one.to}`}
      dataSource={[...conversions]}
      pagination={{ pageSize: 6, size: 'small', hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
      columns={[
        { title: t('月份'), dataIndex: 'month', width: 90 },
        { title: t('币种'), width: 110, render: (_, one) => (one.currency === one.to ? one.currency : `${one.currency} → ${one.to}`) },
        { title: t('原币金额'), align: 'right', render: (_, one) => money(one.amount) },
        {
          title: t('汇率'),
          align: 'right',
          width: 110,
          render: (_, one) => (
            <span className="zg-figure" title={one.rate ?? undefined}>
              {one.rate === null ? MISSING : showExact(canonical(roundTo(one.rate, rateScale, 'halfUp')))}
            </span>
          ),
        },
        { title: t('折合 {currency}', { currency: conversions[0]?.to ?? '' }), align: 'right', render: (_, one) => money(one.converted) },
      ]}
    />
  )
}
