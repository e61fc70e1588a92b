/** What became, or would become, of the rows: changed, unchanged, and the refused ones by reason. */
import { Alert } from 'antd'
import type { BatchResult } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

interface BatchOutcomeProps {
  readonly result: BatchResult
  readonly isDone: boolean
  readonly verb: 'edit' | 'remove'
}

function outcomeText({ result, isDone, verb }: BatchOutcomeProps): string {
  const { total, changed, unchanged } = result
  if (verb === 'remove')
    return isDone
      ? t('共 {total} 行，已删除 {changed} 行', { total, changed })
      : t('共 {total} 行，将删除 {changed} 行', { total, changed })
  return isDone
    ? t('共 {total} 行，已修改 {changed} 行，{unchanged} 行原本就是这些值', { total, changed, unchanged })
    : t('共 {total} 行，将修改 {changed} 行，{unchanged} 行原本就是这些值', { total, changed, unchanged })
}

export function BatchOutcome(props: BatchOutcomeProps) {
  const { reasons } = props.result
  return (
    <Alert
      type={reasons.length > 0 ? 'warning' : 'info'}
      showIcon
      title={outcomeText(props)}
      description={
        reasons.length > 0 && (
          <ul className="zg-batch-reasons">
            {reasons.map(({ reason, rows }) => (
              <li key={reason}>{t('{n} 行不处理：{reason}', { n: rows, reason })}</li>
            ))}
          </ul>
        )
      }
    />
  )
}
