/**
 * Rows of a query as the bytes in which PostgreSQL copies them out: a third less work than a cursor on either side, because no value is
 * taken apart on its way.
 */
import { PostgresQueryCompiler, sql, type CompiledQuery, type PostgresCursorConstructor } from 'kysely'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams'
import { literalOf } from './literals.ts'

/** query_canceled */
const cancelled = '57014'
const opening = 'copy ('

interface CopiedPart {
  readonly copied: Buffer
}
/** What kysely needs of a database here, whatever its tables. */
interface Source {
  getExecutor(): {
    stream<R>(query: CompiledQuery<R>, chunkSize: number): AsyncIterableIterator<{ rows: R[] }>
    executeQuery<R>(query: CompiledQuery<R>): Promise<{ rows: R[] }>
  }
}

/**
 * The rows of a query in PostgreSQL's text format, cells between tabs, in parts that may end in the middle of a row. `control` is another
 * connection of the same role: it stops the copying where the reader stops before the end.
 */
export async function* copiedOut(source: Source, control: Source, query: { compile(): CompiledQuery<unknown> }): AsyncGenerator<Buffer> {
  const { query: node, queryId } = query.compile()
  // the door has passed this node under this id; only its values are written out
  const copy = { ...new LiteralCompiler().compileQuery(node, queryId) } as CompiledQuery<CopiedPart>
  const pid = (await run(source, sql<{ pid: number }>`select pg_backend_pid() as pid`.compile(source as never)))[0]?.pid
  const parts = source.getExecutor().stream<CopiedPart>({ ...copy, sql: `${opening}${copy.sql}) to stdout` }, 1)
  // as long as it is false the server may still be sending
  let isEnded = false
  const nextPart = async (): Promise<IteratorResult<{ rows: CopiedPart[] }>> => {
    isEnded = true
    const next = await parts.next()
    isEnded = next.done === true
    return next
  }
  try {
    for (let next = await nextPart(); next.done !== true; next = await nextPart()) for (const { copied } of next.value.rows) yield copied
  } finally {
    try {
      // it would go on sending, and the connection can't be used until all has been read
      if (!isEnded) await run(control, sql`select pg_cancel_backend(${pid}::int)`.compile(control as never))
    } finally {
      await parts.return?.()
    }
  }
}

const run = async <R>(source: Source, query: CompiledQuery<R>): Promise<R[]> => (await source.getExecutor().executeQuery(query)).rows

/** COPY takes no parameters: values stand in the statement as literals, of no type, as parameters are. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value))
  }
}

/** Reads a COPY as kysely reads a cursor. pg calls `submit` and the three that handle what the server answers. */
class CopyCursor {
  readonly #copy: CopyToStreamQuery & Answered
  readonly #parts: AsyncIterator<Buffer>
  #isDone = false

  constructor(statement: string) {
    this.#copy = copyTo(statement) as CopyToStreamQuery & Answered
    this.#parts = this.#copy.iterator({ destroyOnReturn: false })
  }

  readonly submit = (connection: pg.Connection): void => this.#copy.submit(connection)
  readonly handleError = (error: Error): void => this.#copy.handleError(error)
  readonly handleCommandComplete = (message: unknown): void => this.#copy.handleCommandComplete(message)
  readonly handleReadyForQuery = (): void => this.#copy.handleReadyForQuery()

  /** The next part; none at the end. */
  async read(): Promise<CopiedPart[]> {
    try {
      const next = await this.#parts.next()
      this.#isDone = next.done === true
      return next.done === true ? [] : [{ copied: next.value }]
    } catch (error) {
      this.#isDone = true
      throw error
    }
  }

  /** Hears out what the server still sends. */
  async close(): Promise<void> {
    try {
      while (!this.#isDone) await this.read()
    } catch (error) {
      if ((error as { code?: string }).code !== cancelled) throw error
    }
  }
}
interface Answered {
  handleError(error: Error): void
  handleCommandComplete(message: unknown): void
  handleReadyForQuery(): void
}

/** The cursor of our connections: rows as pg-cursor reads them, or what a COPY brings. */
export const RowsOrCopy = function (statement: string, parameters: unknown[]) {
  return statement.startsWith(opening) ? new CopyCursor(statement) : new Cursor(statement, parameters)
} as unknown as PostgresCursorConstructor
