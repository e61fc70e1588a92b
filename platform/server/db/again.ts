/** Two who wait for each other: the database ends one of them, whose call is made once more from its beginning. */
import { AsyncLocalStorage } from 'node:async_hooks'

const calls = new AsyncLocalStorage<{ hasCommitted: boolean }>()

/** To be called by whoever has committed: what the call did until then stays, so it is not made again. */
export function noteCommit(): void {
  const call = calls.getStore()
  if (call !== undefined) call.hasCommitted = true
}

/** deadlock_detected */
const isDeadlock = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === '40P01'

export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  const call = { hasCommitted: false }
  try {
    return await calls.run(call, work)
  } catch (error) {
    if (call.hasCommitted || !isDeadlock(error)) throw error
    return work()
  }
}
