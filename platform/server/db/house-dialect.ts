/**
 * PostgreSQL's dialect as the server uses it: without a line on standard error for each cancelled query (kysely has no option for it), and
 * with one kind of error for all broken connections. A commit is noted for the call that made it.
 */
import type { CompiledQuery } from 'kysely'
import { PostgresDialect, type DatabaseConnection, type Driver } from 'kysely'
import { asClosedMonth } from '../calls/closed-month.ts'
import { noteCommit } from './again.ts'
import { asLost, CommitUnsure, ConnectionLost } from './connection-lost.ts'

/** query_canceled: by our own `pg_cancel_backend`, where the signal of the query says so */
const cancelled = '57014'

export class HouseDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const known = new WeakSet<DatabaseConnection>()
    driver.acquireConnection = async options => {
      const connection = await acquire(options).catch(throwLost)
      if (!known.has(connection)) adapt(connection)
      known.add(connection)
      return connection
    }
    const commit = driver.commitTransaction.bind(driver)
    driver.commitTransaction = async connection => {
      try {
        await commit(connection)
        noteCommit()
      } catch (error) {
        throw error instanceof ConnectionLost ? new CommitUnsure(error.message, { cause: error }) : error
      }
    }
    return driver
  }
}

const throwLost = (error: unknown): never => {
  throw asLost(error)
}

/** how a scope looks into another table (scope-predicate.ts) */
const looks = /\b(?:exists \(select from|in \(select )/
/**
 * An insert whose check looks into another table. A coordinator of several machines refuses a query in RETURNING beside VALUES, and
 * answers it wrongly beside the rows of a query (it reads the empty table that stands for the shards): written in a CTE, the row is
 * checked beside it.
 */
function insertThenCheck(query: CompiledQuery): CompiledQuery {
  const [, into, alias, rest] = /^insert into ("\w+" as ("\w+")) ([\s\S]*)$/.exec(query.sql) ?? []
  const at = rest?.lastIndexOf(' returning ') ?? -1
  if (!into || !alias || !rest || at < 0 || !looks.test(rest.slice(at))) return query
  const inserted = `insert into ${into} ${rest.slice(0, at)} returning *`
  return { ...query, sql: `with "new_row" as (${inserted}) select ${rest.slice(at + 11)} from "new_row" as ${alias}` }
}

/** A cancelled query ends without rows instead of an error: whoever asked has gone, and kysely has told him so already. */
function adapt(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query, options) => {
    try {
      return await execute(insertThenCheck(query), options)
    } catch (error) {
      if (options?.signal?.aborted === true && (error as { code?: string }).code === cancelled) return { rows: [] }
      throw asClosedMonth(error) ?? asLost(error)
    }
  }
  const stream = connection.streamQuery.bind(connection)
  connection.streamQuery = async function* (query, chunkSize, options) {
    try {
      yield* stream(query, chunkSize, options)
    } catch (error) {
      throw asLost(error)
    }
  }
}
