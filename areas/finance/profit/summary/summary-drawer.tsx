/** What an amount of the summary is made of: the lines of files, corrections and costs, each with its exact sum. */
import { Tabs } from 'antd'
import { asText } from '#platform/format/text.ts'
import { isZero } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import type { LinesAnswer, Row } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { RowDrawerProps } from '#platform/web/values/row-openers.ts'
import { FigureLines } from '#platform/web/report/leaf-lines.tsx'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'

const parts = [
  { part: 'files', field: 'fileAmount' },
  { part: 'corrections', field: 'correctionAmount' },
  { part: 'costs', field: 'costAmount' },
] as const
type Part = (typeof parts)[number]['part']

const titleOf = (part: Part): string => (part === 'files' ? t('账单金额') : part === 'corrections' ? t('调整金额') : t('成本金额'))
const amountOf = (row: Row, field: string): string => asText(row[field] ?? '0')

export function SummaryDrawer({ row, onClose }: RowDrawerProps) {
  // an audited row keeps what it had: the lines may tell another sum by now
  const isKept = row['auditState'] === 1 && !isZero(amountOf(row, 'difference'))
  const first = parts.find(({ field }) => !isZero(amountOf(row, field)))?.part ?? 'files'
  const place = [row['shopIdLabel'], asText(row['month']).slice(0, 7), row['currency']]
  return (
    <TabDrawer
      open
      size={760}
      title={place.flatMap(one => (typeof one === 'string' && one !== '' ? [one] : [])).join(' · ')}
      onClose={onClose}
    >
      {isKept && <p className="zg-cell-place">{t('已审核的行保留审核时的金额，下面是现在的明细')}</p>}
      <Tabs
        defaultActiveKey={first}
        items={parts.map(({ part, field }) => ({
          key: part,
          label: `${titleOf(part)} ${showMoney(amountOf(row, field))}`,
          children: (
            <FigureLines
              name={['financeSummary', row.id]}
              query={pageNum => ({ id: row.id, part, pageNum, pageSize: 20 })}
              load={(query, signal) =>
                api.post<LinesAnswer>('/AmzTransactionDetailFinanceSummary/detailList', query, { signal, quiet: true })
              }
              value={isKept ? null : amountOf(row, field)}
              isMoney
            />
          ),
        }))}
      />
    </TabDrawer>
  )
}
