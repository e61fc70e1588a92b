/** Work of a task that a person may stop: what it has written so far is rolled back. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Context } from '../contract/context.ts'
import type { TaskNote } from '../tasks/task-notes.ts'

export class BatchCancelled extends Error {}
export const cancelled: TaskNote = { state: 'cancelled', message: sentence`已取消，没有改动任何数据` }

const watchEveryMs = 1_000

export interface Watch {
  check(): void
  /** Reads the wish to cancel once more, when all is written: a cancellation before the end counts, however late it is read. */
  lastCheck(inside: Context): Promise<void>
  stop(): void
}

/** Reads the wish to cancel once a second; it takes effect between two portions. */
export function watched(context: Context, taskId: string, signal: AbortSignal): Watch {
  let isCancelled = false
  const read = async ({ db }: Context = context): Promise<void> => {
    const row = await db.selectFrom('task').select('cancel_requested').where('id', '=', taskId).executeTakeFirst()
    isCancelled ||= row?.cancel_requested === true
  }
  const timer = setInterval(() => {
    read().catch((error: unknown) => context.log.warn({ err: error }, 'the cancel flag could not be read'))
  }, watchEveryMs)
  const check = (): void => {
    signal.throwIfAborted()
    if (isCancelled) throw new BatchCancelled()
  }
  return {
    check,
    lastCheck: inside => read(inside).then(check),
    stop: () => clearInterval(timer),
  }
}
