/** What was done to rows, said with the way back where there is one. */
import type { BatchTask, Call, ListDefinition, UndoResult } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { change } from '../list/call.ts'
import { ignoreShownRefusal } from '../list/ignore-shown-refusal.ts'

/** Whether an answer says that the work goes on in the background. */
export const isTask = (answer: unknown): answer is BatchTask =>
  typeof answer === 'object' && answer !== null && 'taskId' in answer && typeof answer.taskId === 'string'

const batchIn = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'batchId' in answer && typeof answer.batchId === 'string' ? answer.batchId : null

/** Takes a batch back and says what became of its rows. */
export async function undo(call: Call, batchId: string, onChanged: () => void): Promise<void> {
  const answer = await change<UndoResult | BatchTask>(call, { batchId })
  if (isTask(answer)) feedback.success(t('已转入后台，进度见任务中心'))
  else if (answer.refused.length === 0) feedback.success(t('已撤销 {n} 行', { n: answer.restored }))
  else {
    const [first] = answer.refused
    feedback.warning(
      t('已撤销 {n} 行，{m} 行没有撤销：{reason}', { n: answer.restored, m: answer.refused.length, reason: first?.reason ?? '' }),
    )
  }
  onChanged()
}

/** The message after a change of rows; for a batch with its 撤销. */
export function showBatchResult(calls: ListDefinition['calls'], text: string, answer: unknown, onChanged: () => void): void {
  const batchId = batchIn(answer)
  const call = calls.undo
  if (isTask(answer)) feedback.success(t('已转入后台，进度见任务中心'))
  else if (call === undefined || batchId === null) feedback.success(text)
  else feedback.undoable(text, () => void ignoreShownRefusal(undo(call, batchId, onChanged)))
}
