/** Runs a change whose refusal the api client shows. True: it succeeded. */
import { ApiError } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'

export async function succeeded(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // the client leaves a call that got no answer to its caller
    if (error.code === -1) feedback.warning(error.msg)
    return false
  }
}
