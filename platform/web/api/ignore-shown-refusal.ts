import { ApiError } from './client.ts'

/** For a call whose refusal the api client has already shown: ignores it. Any other error is thrown on. */
export async function ignoreShownRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
