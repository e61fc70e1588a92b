/** Connections that break, and how what was under way on them ends: as one kind of error, whatever broke them. */
import pg from 'pg'

/** A connection to the database broke or could not be made. What was not committed is rolled back; doing it again later is right. */
export class ConnectionLost extends Error {}
/** A machine of a cluster does not answer: what lies there is out of reach, all else goes on. */
export class MachineLost extends ConnectionLost {}
/** On several machines a statement was given up: one of them may be lost without a word, or it was too much; nothing was written. */
export class MachineLate extends MachineLost {}
/** The connection broke while the transaction was being committed: it took place or not, and nobody can tell here. */
export class CommitUnsure extends ConnectionLost {}
/** All connections were in use for as long as one may wait in line. */
export class QueueTooLong extends Error {}

/**
 * A client whose broken connection ends what runs on it and nothing else. An `error` event without a listener ends the process, and the
 * pool listens to idle clients only. Whoever runs a statement is told by its own error.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

/** Of several machines: a statement that reached its limit may wait for a lost one (`statement_timeout`; who cancels says it otherwise). */
export class ClusterClient extends SteadyClient {
  override query(...given: unknown[]): never {
    const sent: unknown = Reflect.apply(super.query, this, given)
    return (sent instanceof Promise ? sent.catch(throwLate) : sent) as never
  }
}
function throwLate(error: unknown): never {
  throw error instanceof Error && error.message.endsWith(limitText) ? new MachineLate(error.message, { cause: error }) : error
}

/** A statement that had no answer within `query_timeout` still occupies the connection: it is closed, so that nobody gets it again. */
export class ImpatientClient extends ClusterClient {
  #isLate = false
  override query(...given: unknown[]): never {
    if (this.#isLate) return Promise.reject(new MachineLost(late)) as never
    const sent: unknown = Reflect.apply(super.query, this, given)
    if (sent instanceof Promise) sent.catch((error: unknown) => error instanceof Error && error.message === late && this.#close())
    return sent as never
  }
  #close(): void {
    this.#isLate = true
    void this.end()
    this.connection.stream.destroy()
  }
}

/** A pool of such clients; `onIdleError` is called for those that broke while unused. */
export function steadyPool(config: pg.PoolConfig, onIdleError: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({ Client: SteadyClient, ...config })
  pool.on('error', onIdleError)
  return pool
}

/**
 * Classes 08 (connection exception) and 57P (admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped), and 53300
 * too_many_connections.
 */
const lostState = /^(?:08...|57P0[1-4]|53300)$/
const lostSystem: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** pg and pg-pool give these no code; the first is our own, as it comes out of a worker thread. */
const lostText =
  /^(?:the connection to the database broke|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Postgres connection has been discarded|write after end|Cannot call write after a stream was destroyed|This socket has been ended)/
/** as pg says it */
const late = 'Query read timeout'
/** as the coordinator of a cluster says it, and what is set for a cluster alone */
const machineTexts = [
  late,
  'connection to the remote node ',
  'could not establish any connections to the node ',
  'failed to connect to ',
  'failure on connection marked as essential: ',
]
/** the same, where the server itself gives up; a machine's own words come with the machine before them */
const limitText = 'canceling statement due to statement timeout'
const own = 'the connection to the database broke'
const lineText = 'timeout exceeded when trying to connect'

/**
 * What a statement threw, as ConnectionLost or QueueTooLong where it is that; anything else as it is. Only for what a database threw: other
 * services have the same codes.
 */
export function asLost(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ConnectionLost) return error
  if (error.message === lineText) return new QueueTooLong('no connection of the database became free in time', { cause: error })
  const code = 'code' in error ? String(error.code) : ''
  if (machineTexts.some(text => error.message.startsWith(text))) return new MachineLost(error.message, { cause: error })
  const isLost = lostState.test(code) || lostSystem.has(code) || lostText.test(error.message)
  return isLost ? new ConnectionLost(error.message.startsWith(own) ? error.message : `${own}: ${error.message}`, { cause: error }) : error
}

/** A sentence for the operator, whatever ended a command or a start. */
export function sentenceOf(error: unknown): string {
  const known = asLost(error)
  const said = error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code ?? error.name) : String(error)
  if (said.includes('out of shared memory'))
    return `数据库的锁表放不下这么多张表：请把每台机器的 max_locks_per_transaction 提高到 256 以上，重启它，再运行一次（${said}）`
  if (known instanceof QueueTooLong) return `数据库一直没有空闲的连接，请稍后再试（${said}）`
  return known instanceof ConnectionLost ? `数据库连接中断，没有做完，请检查数据库后再运行一次（${said}）` : said
}
