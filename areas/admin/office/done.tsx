/** Runs a change; what the server refuses has been told as it says it. True: done. */
import { ApiError } from '#platform/web/api/client.ts'

export async function done(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  }
}
