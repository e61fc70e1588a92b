import type { Call } from '../../declare/wire.ts'
import type { ThreadWritten } from '../../declare/wire-thread.ts'
import { ApiError } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { change } from '../values/call.ts'

/** Runs a change of the conversation: whether it was kept. Who was mentioned and told nothing is named. `after` gets the comment's id. */
export async function kept(
  call: Call,
  body: Readonly<Record<string, unknown>>,
  after: (id: string | undefined) => Promise<void> | void,
): Promise<boolean> {
  try {
    const answer = await change<ThreadWritten | null>(call, body)
    if (answer?.notice != null) feedback.warning(answer.notice)
    await after(answer?.id)
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
  return true
}
