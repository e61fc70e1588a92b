/** Doing a change once: a double click, and the impatient click after a quick answer, get the first one's result. */
import { randomId } from './random-id.ts'

/** How long a finished change still answers for an identical one; no person means it twice within this time. */
const repeatWithinMs = 800

const running = new Map<string, Promise<unknown>>()
let finished: { readonly what: string; readonly result: Promise<unknown>; readonly atMs: number } | null = null
/** Changes without an answer (network): the next try carries the same key, so the server can tell that it already did it. */
const unanswered = new Map<string, string>()
const unansweredMax = 50

const gotNoAnswer = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 0

/** Runs `change` unless the same change is under way or has just succeeded. `what` names method, path, query and body. */
export function once(what: string, change: (key: string) => Promise<unknown>): Promise<unknown> {
  const underWay = running.get(what)
  if (underWay !== undefined) return underWay
  if (finished !== null && finished.what === what && Date.now() - finished.atMs < repeatWithinMs) return finished.result
  const key = unanswered.get(what) ?? randomId()
  const result = change(key).then(
    data => {
      unanswered.delete(what)
      const mine = { what, result, atMs: Date.now() }
      finished = mine
      // bodies may hold passwords: none is kept longer than needed
      setTimeout(() => {
        if (finished === mine) finished = null
      }, repeatWithinMs)
      return data
    },
    (error: unknown) => {
      if (gotNoAnswer(error) && unanswered.size < unansweredMax) unanswered.set(what, key)
      else unanswered.delete(what)
      throw error
    },
  )
  running.set(what, result)
  const done = (): void => void running.delete(what)
  result.then(done, done)
  return result
}

/** What was just done answers no more: whoever comes next is somebody else. */
export function forgetFinished(): void {
  finished = null
}
