/** How a run of timed work stands. */
import { Badge } from 'antd'
import type { TimedRunRow } from '../../declare/wire-timed.ts'
import { t } from '../i18n/t.ts'

/** Codes of timed_run.state. */
const states = [
  { status: 'default', text: () => t('等待执行') },
  { status: 'processing', text: () => t('执行中') },
  { status: 'success', text: () => t('成功') },
  { status: 'warning', text: () => t('失败，等待重试') },
  { status: 'error', text: () => t('失败') },
  { status: 'default', text: () => t('已放弃') },
  { status: 'default', text: () => t('已由后续执行取代') },
] as const

export function RunState({ run: { state, said } }: { run: TimedRunRow }) {
  return <Badge status={states[state].status} text={<span title={said ?? undefined}>{states[state].text()}</span>} />
}
