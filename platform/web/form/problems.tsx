/** Why the last save failed, at the head of the form. */
import { Alert } from 'antd'
import type { FormItem, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { lineChanges } from '../lines/line-conflict.ts'
import type { FormValues } from './form-values.ts'
import { Conflict, changesBetween, currentLines, currentRow } from './conflict.tsx'
import type { SaveProblem } from './use-form-save.ts'

interface ProblemsProps {
  readonly problem: SaveProblem | null
  readonly items: readonly FormItem[]
  /** the record the values were made from */
  readonly row: Row | null
  readonly busy: boolean
  readonly onKeepMine: (now: Row) => void
  readonly onTakeLatest: (now: Row) => void
  /** what stands in the form */
  readonly values: FormValues
  /** lines as somebody else saved them: mine over them, or his */
  readonly onLines: (current: readonly Row[], isMine: boolean) => void
}

export function Problems({ problem, items, row, busy, onKeepMine, onTakeLatest, values, onLines }: ProblemsProps) {
  if (problem === null) return null
  const { conflict, messages, requestId } = problem
  if (conflict !== null) {
    const lines = currentLines(conflict.data)
    if (lines !== null)
      return (
        <Conflict
          message={conflict.msg}
          changes={lineChanges(items, values, lines)}
          isOfLines
          busy={busy}
          onKeepMine={() => onLines(lines, true)}
          onTakeLatest={() => onLines(lines, false)}
        />
      )
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
      title={messages.join(t('；'))}
      description={requestId === null ? undefined : t('请求编号 {id}', { id: requestId })}
    />
  )
}
