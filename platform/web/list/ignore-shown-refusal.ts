import { ApiError } from '../api/client.ts'

/** For a call whose refusal the api client has shown already: nothing is left to do. Anything else stays an error. */
export async function ignoreShownRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
