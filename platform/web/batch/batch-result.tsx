/** What became, or would become, of the rows: changed, unchanged, and the refused ones by reason. */
import { Alert } from 'antd'
import type { BatchResult } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

/** reason -> number of rows, in the order of their first row */
export function reasonsOf({ refused }: Pick<BatchResult, 'refused'>): [string, number][] {
  const counts = new Map<string, number>()
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
}

export function BatchOutcome({ result, isDone }: { readonly result: BatchResult; readonly isDone: boolean }) {
  const { total, changed, unchanged } = result
  const reasons = reasonsOf(result)
  const text = isDone
    ? t('共 {total} 行，已修改 {changed} 行，{unchanged} 行原本就是这些值', { total, changed, unchanged })
    : t('共 {total} 行，将修改 {changed} 行，{unchanged} 行原本就是这些值', { total, changed, unchanged })
  return (
    <Alert
      type={reasons.length > 0 ? 'warning' : 'info'}
      showIcon
      title={text}
      description={
        reasons.length > 0 && (
          <ul className="zg-batch-reasons">
            {reasons.map(([reason, n]) => (
              <li key={reason}>{t('{n} 行不能修改：{reason}', { n, reason })}</li>
            ))}
          </ul>
        )
      }
    />
  )
}
