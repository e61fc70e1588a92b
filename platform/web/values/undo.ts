/** What was done to rows, said with the way back where there is one: in the message, by Ctrl+Z on the same page, in the task centre. */
import type { BatchTask, Call, ListDefinition, UndoResult } from '../../declare/wire.ts'
import { ApiError } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { change } from './call.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'

/** Whether an answer says that the work goes on in the background. */
export const isTask = (answer: unknown): answer is BatchTask =>
  typeof answer === 'object' && answer !== null && 'taskId' in answer && typeof answer.taskId === 'string'

const batchIn = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'batchId' in answer && typeof answer.batchId === 'string' ? answer.batchId : null

interface Undoable {
  readonly call: Call
  readonly batchId: string
  /** address of the page it was done on */
  readonly page: string
  readonly onChanged: () => void
}

/** What this window has done, the newest last; the server keeps more, for a day. */
const done: Undoable[] = []
const keptMax = 50
const listeners = new Set<() => void>()

/** Called when something was done that can be taken back, or was taken back. */
export function listenToUndo(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const tell = (): void => listeners.forEach(listener => listener())

function forget(batchId: string): void {
  const at = done.findIndex(one => one.batchId === batchId)
  if (at >= 0) done.splice(at, 1)
}

/** Takes a batch back and says what became of its rows. */
export async function undo(call: Call, batchId: string, onChanged: () => void): Promise<void> {
  // whatever becomes of it, Ctrl+Z goes on with what was done before
  forget(batchId)
  try {
    const answer = await change<UndoResult | BatchTask>(call, { batchId })
    if (isTask(answer)) feedback.undone(t('已转入后台，进度见任务中心'))
    else if (answer.refused.length === 0) feedback.undone(answer.restored === 1 ? t('已撤销') : t('已撤销 {n} 行', { n: answer.restored }))
    else {
      const [first] = answer.refused
      feedback.warning(
        t('已撤销 {n} 行，{m} 行没有撤销：{reason}', { n: answer.restored, m: answer.refused.length, reason: first?.reason ?? '' }),
      )
    }
  } catch (error) {
    // refused, with its reason shown: what is there now should be seen as well
    if (error instanceof ApiError) onChanged()
    throw error
  } finally {
    tell()
  }
  onChanged()
}

/** Takes back what was done last on this page. False: there is nothing. */
export function undoLast(page: string): boolean {
  const last = done.findLast(one => one.page === page)
  if (last === undefined) return false
  void ignoreShownRefusal(undo(last.call, last.batchId, last.onChanged))
  return true
}

/** The message after a change of rows; with its 撤销 where the answer brings a way back. */
export function showBatchResult(calls: Pick<ListDefinition['calls'], 'undo'>, text: string, answer: unknown, onChanged: () => void): void {
  const batchId = batchIn(answer)
  const call = calls.undo
  if (isTask(answer)) return feedback.success(text === '' ? t('已转入后台，进度见任务中心') : text)
  if (call === undefined || batchId === null) return feedback.success(text)
  done.push({ call, batchId, page: window.location.pathname, onChanged })
  if (done.length > keptMax) done.shift()
  feedback.undoable(text, () => void ignoreShownRefusal(undo(call, batchId, onChanged)))
  tell()
}
