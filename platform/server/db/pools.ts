import pg from 'pg'
import { ClusterClient, ImpatientClient, SteadyClient, steadyPool } from './connection-lost.ts'
import { isoInstant } from './instant-text.ts'
import { namingClient, StatementNames } from './named-statements.ts'

/**
 * The ways to the database: who asks and what he may, what a person reads, what he writes, what jobs do, what holds a connection for long
 * (exports). Writers may wait for each other's locks: on connections of their own they keep nobody from reading.
 */
export interface Pools {
  readonly rights: pg.Pool
  readonly interactive: pg.Pool
  readonly writes: pg.Pool
  readonly jobs: pg.Pool
  readonly streams: pg.Pool
  end(): Promise<void>
}

type Sizes = Readonly<Record<Exclude<keyof Pools, 'end'>, number>>
const sizes: Sizes = { rights: 3, interactive: 10, writes: 6, jobs: 6, streams: 4 }
/**
 * How named statements are planned. Lists: for each call's own values, one plan for every shop and month would be the wrong one for most.
 * Rights look up by key alone, and planning their statement anew takes three times as long as running it.
 */
const plansOf: Readonly<Partial<Record<keyof Sizes, string>>> = {
  rights: 'force_generic_plan',
  interactive: 'force_custom_plan',
  writes: 'force_custom_plan',
}

/** How long people wait for the database, in ms. */
export interface Patience {
  /** a statement of a person; then it ends with 1002 */
  readonly statement: number
  /** a person's write for a lock that somebody else holds; then it ends with 1009 */
  readonly lock: number
  /** a statement that reads, counted by this process: a server that waits for a lost machine may not end it. Absent: no such limit. */
  readonly answer?: number
}
export const onOneMachine: Patience = { statement: 60_000, lock: 10_000 }
/** A machine of a cluster that is cut off without a word would hold whoever asks for its shops for minutes. */
export const onSeveralMachines: Patience = { statement: 8_000, lock: 6_000, answer: 9_000 }
/** How long one waits for a new connection, or in line for a free one. */
const connectMsMax = 10_000

/** The zone in which PostgreSQL prints and reads instants without one; the session zone of every connection. */
export const sessionOptions = '-c TimeZone=Asia/Shanghai -c jit=off'

const asText = (text: string): string => text
/** The parser of text[], which serves every array whose elements stay text. */
const textArray = (pg.types.getTypeParser as (oid: number, format: 'text') => (text: string) => (string | null)[])(1009, 'text')

/**
 * By type oid. Numbers that JavaScript can't hold and dates without a zone stay
 * text: int8, numeric, date, time, timestamp, interval; an instant becomes
 * ISO 8601 with its offset. The second half are the array types of the same.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [20, asText],
  [1700, asText],
  [1082, asText],
  [1083, asText],
  [1114, asText],
  [1186, asText],
  [1184, isoInstant],
  [1016, textArray],
  [1231, textArray],
  [1182, textArray],
  [1183, textArray],
  [1115, textArray],
  [1187, textArray],
  [1185, text => textArray(text).map(value => (value === null ? null : isoInstant(value)))],
])

/** Type parsers of every connection, for clients that are opened beside the pools. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** Settings of one connection as the product uses it; without `patience` no limit, neither for statements nor for waiting for a lock. */
export function connectionSettings(url: string, name: string, patience?: Patience): pg.ClientConfig {
  const limits = patience === undefined ? '' : ` -c statement_timeout=${patience.statement} -c lock_timeout=${patience.lock}`
  return {
    connectionString: url,
    application_name: `zhanggui ${name}`,
    options: `${sessionOptions}${limits}`,
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    types: typeParsers,
  }
}

/**
 * Opens the pools for one role. Connections are made when first needed.
 * An idle connection that breaks is reported to `onError` and replaced.
 */
export function openPools(url: string, onError: (error: Error) => void, patience = onOneMachine): Pools {
  let isEnding = false
  const ofPeople = patience.answer === undefined ? SteadyClient : ClusterClient
  const open = (name: keyof Sizes, limits?: Patience): pg.Pool => {
    const settings = connectionSettings(url, name, limits)
    const plans = plansOf[name]
    return steadyPool(
      {
        ...settings,
        ...(limits?.answer === undefined ? {} : { query_timeout: limits.answer }),
        ...(plans === undefined
          ? {}
          : {
              Client: namingClient(new StatementNames(), limits?.answer === undefined ? ofPeople : ImpatientClient),
              options: `${settings.options} -c plan_cache_mode=${plans}`,
            }),
        // an export that sorts with two helpers takes both processors from those who wait for a list
        ...(name === 'streams' ? { options: `${settings.options} -c max_parallel_workers_per_gather=0` } : {}),
        max: sizes[name],
        idleTimeoutMillis: 30_000,
      },
      // The server may end a connection while it is being closed: no loss, nothing to report.
      error => {
        if (!isEnding) onError(error)
      },
    )
  }
  const rights = open('rights', patience)
  const interactive = open('interactive', patience)
  // what was not answered may have been written: the server ends it where a machine is lost, else it may take as long as on one machine
  const writes = open('writes', { statement: onOneMachine.statement, lock: patience.lock })
  const jobs = open('jobs')
  const streams = open('streams')
  return {
    rights,
    interactive,
    writes,
    jobs,
    streams,
    end: async () => {
      isEnding = true
      await Promise.all([rights.end(), interactive.end(), writes.end(), jobs.end(), streams.end()])
    },
  }
}
