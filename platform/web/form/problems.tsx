/** Why the last save failed, at the head of the form. */
import { Alert } from 'antd'
import type { FormItem, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { Conflict, changesBetween, currentRow } from './conflict.tsx'
import type { SaveProblem } from './use-form-save.ts'

interface ProblemsProps {
  readonly problem: SaveProblem | null
  readonly items: readonly FormItem[]
  /** the record the values were made from */
  readonly row: Row | null
  readonly busy: boolean
  readonly onKeepMine: (now: Row) => void
  readonly onTakeLatest: (now: Row) => void
}

export function Problems({ problem, items, row, busy, onKeepMine, onTakeLatest }: ProblemsProps) {
  if (problem === null) return null
  const { conflict, messages, requestId } = problem
  if (conflict !== null) {
    const current = currentRow(conflict.data)
    return (
      <Conflict
        message={conflict.msg}
        changes={row === null || current === null ? [] : changesBetween(items, row, current)}
        busy={busy}
        onKeepMine={current === null ? null : () => onKeepMine(current)}
        onTakeLatest={current === null ? null : () => onTakeLatest(current)}
      />
    )
  }
  if (messages.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      title={messages.join('；')}
      description={requestId === null ? undefined : t('请求编号 {id}', { id: requestId })}
    />
  )
}
