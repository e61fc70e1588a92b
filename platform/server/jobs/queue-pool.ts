/**
 * Connections of graphile-worker. It tells the queue of a job's end in a promise that nobody awaits: an error that it does not take for a
 * passing one is an unhandled rejection, which ends the process, and leaves the job locked. It tries again, with growing pauses, what fails
 * with 57P03 (cannot_connect_now): so a connection that broke, or could not be had, is told to it as that.
 */
import pg from 'pg'
import { asLost, ConnectionLost, QueueTooLong, SteadyClient } from '../db/connection-lost.ts'

const cannotConnectNow = '57P03'

function passing(error: unknown): never {
  const known = asLost(error)
  if (!(known instanceof ConnectionLost) && !(known instanceof QueueTooLong)) throw error
  throw Object.assign(new Error(known.message, { cause: error }), { code: cannotConnectNow })
}

class QueueClient extends SteadyClient {
  override query(...given: unknown[]): never {
    const answer = Reflect.apply(super.query, this, given) as unknown
    return (answer instanceof Promise ? answer.catch(passing) : answer) as never
  }
}

class QueuePool extends pg.Pool {
  override connect(...given: unknown[]): never {
    const answer = Reflect.apply(super.connect, this, given) as unknown
    return (answer instanceof Promise ? answer.catch(passing) : answer) as never
  }
}

/** `onIdleError` is called for connections that broke while unused. */
export function queuePool(config: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new QueuePool({ ...config, Client: QueueClient })
  pool.on('error', onIdleError)
  // the queue asks for both before it believes a pool
  pool.on('connect', client => client.on('error', onIdleError))
  return pool
}
