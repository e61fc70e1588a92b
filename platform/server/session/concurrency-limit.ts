/** Limits how much work runs at once. */

/** Runs at most `max` works at a time; the others wait in order. */
export function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= max) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // the place is handed on, so that a newcomer can't slip in between
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/**
 * Works on each, at most `max` at a time, and answers in their order. After one failed no further begins; those under way end before its
 * error is thrown.
 */
export async function eachInTurn<T, R>(max: number, each: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const inTurn = limitConcurrency(max)
  const failed = new AbortController()
  const done = await Promise.allSettled(
    each.map(one =>
      inTurn(async () => {
        failed.signal.throwIfAborted()
        try {
          return await work(one)
        } catch (error) {
          failed.abort(error)
          throw error
        }
      }),
    ),
  )
  failed.signal.throwIfAborted()
  return done.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Works of one key run one after the other, at most `waitingMax` of them wait; null: too many wait already. */
export function queuePerKey(waitingMax: number): <T>(key: string, work: () => Promise<T>) => Promise<T> | null {
  const lines = new Map<string, { tail: Promise<unknown>; length: number }>()
  return (key, work) => {
    const line = lines.get(key) ?? { tail: Promise.resolve(), length: 0 }
    if (line.length >= waitingMax) return null
    lines.set(key, line)
    line.length++
    const done = line.tail.then(work, work)
    line.tail = done
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        line.length--
        if (line.length === 0) lines.delete(key)
      })
    return done
  }
}
