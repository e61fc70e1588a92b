/** PostgreSQL's dialect without a word on standard error for each query that nobody waits for any more: kysely has no option that says so. */
import { PostgresDialect, type DatabaseConnection, type Driver } from 'kysely'

/** query_canceled: by our own `pg_cancel_backend`, where the signal of the query says so */
const cancelled = '57014'

export class QuietDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const known = new WeakSet<DatabaseConnection>()
    driver.acquireConnection = async options => {
      const connection = await acquire(options)
      if (!known.has(connection)) quiet(connection)
      known.add(connection)
      return connection
    }
    return driver
  }
}

/** A cancelled query ends without rows instead of an error: whoever asked has gone, and kysely has told him so already. */
function quiet(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query, options) => {
    try {
      return await execute(query, options)
    } catch (error) {
      if (options?.signal?.aborted === true && (error as { code?: string }).code === cancelled) return { rows: [] }
      throw error
    }
  }
}
