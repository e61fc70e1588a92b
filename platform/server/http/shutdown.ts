/** Stopping: no new requests, running ones and jobs finish, then everything is closed; after the deadline without asking. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

export interface Running {
  readonly app: FastifyInstance
  readonly log: Logger
  /** jobs, listeners: all at once, while requests finish; they get what is left of the deadline */
  readonly stop: readonly (() => Promise<void>)[]
  /** pools and database, when nothing uses them any more, one after the other */
  readonly close: readonly (() => Promise<void>)[]
}

export const deadlineMsDefault = 30_000

/** Gives true where everything finished in time. */
export async function shutDown(running: Running, deadlineMs: number = deadlineMsDefault): Promise<boolean> {
  const timer = new AbortController()
  const finished = Promise.allSettled([running.app.close(), ...running.stop.map(stop => stop())]).then(results => {
    for (const result of results)
      if (result.status === 'rejected') running.log.error({ err: result.reason as unknown }, 'a part did not stop cleanly')
    return true
  })
  // ended early by the timer: all was finished in time
  const deadline = sleep(deadlineMs, false, { signal: timer.signal }).catch(() => false)
  const inTime = await Promise.race([finished, deadline])
  timer.abort()
  if (!inTime) {
    running.log.warn({ deadlineMs }, 'the deadline has passed, open connections are cut')
    running.app.server.closeAllConnections()
  }
  for (const close of running.close) await close()
  return inTime
}
