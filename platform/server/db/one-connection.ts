/**
 * The rule of every transaction: all that it does goes over its own connection. Ten writers that each hold one of ten connections and ask
 * for another wait for each other until they give up, and everybody else behind them. Who holds a connection and asks for a second one is
 * told so by an error.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  DefaultQueryExecutor,
  Kysely,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type KyselyProps,
  type QueryExecutor,
  type TransactionBuilder,
} from 'kysely'
import type { Database, Db } from '../contract/database.ts'

/** What a call, job or command does while it holds a connection. */
interface Held {
  /** false when it was given back: what goes on after that without being waited for is free to ask */
  isHeld: boolean
  readonly marks: Set<Mark>
}
/** What is to be known of a transaction once it has committed. `scope`: rights of people have changed; `events`: some were noted. */
export type Mark = 'scope' | 'events'

const held = new AsyncLocalStorage<Held>()

export class SecondConnectionError extends Error {}

/**
 * Runs what must outlive a rollback, or be visible before the commit (progress of a job), on a connection outside the open transaction. It
 * may wait for nothing that the transaction holds; the pool needs room for both (`pools.ts`).
 */
export const outsideTransaction = <T>(work: () => T): T => held.exit(work)

/**
 * Marks the open transaction: its house is told when it has committed, before its caller goes on. Where it is rolled back, nobody does.
 */
export function markTransaction(mark: Mark): void {
  held.getStore()?.marks.add(mark)
}

export interface Rule {
  /** a second connection: an error where the program is made and tested, a line in the log where it is used */
  onSecond(error: SecondConnectionError): void
  onCommit(marks: ReadonlySet<Mark>): void
}

type Options = Parameters<ConnectionProvider['provideConnection']>[1]

class OneConnection implements ConnectionProvider {
  readonly #pool: ConnectionProvider
  readonly #rule: Rule

  constructor(pool: ConnectionProvider, rule: Rule) {
    this.#pool = pool
    this.#rule = rule
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>, options?: Options): Promise<T> {
    if (held.getStore()?.isHeld === true)
      this.#rule.onSecond(new SecondConnectionError('inside a transaction everything goes over its own connection: within(context, tx)'))
    const mine: Held = { isHeld: true, marks: new Set() }
    try {
      const result = await this.#pool.provideConnection(connection => held.run(mine, consumer, connection), options)
      if (mine.marks.size > 0) this.#rule.onCommit(mine.marks)
      return result
    } finally {
      mine.isHeld = false
    }
  }
}

/** kysely over one pool, under the rule. */
export function databaseOn(dialect: Dialect, rule: Rule): Db {
  const plain = new Kysely<Database>({ dialect })
  return new Kysely<Database>({ ...propsOf(plain.getExecutor(), dialect, rule) })
}

function propsOf(pool: QueryExecutor, dialect: Dialect, rule: Rule): KyselyProps {
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), new OneConnection(pool, rule))
  // begins, commits and rolls back what the executor provides; it opens nothing by itself
  return { config: { dialect }, driver: dialect.createDriver(), executor, dialect }
}

/** Reads on the one pool, transactions on another: who waits for a lock keeps no connection from those who read. */
export class ReadsAndWrites extends Kysely<Database> {
  readonly #writes: Db

  constructor(reads: Db, dialect: Dialect, writes: Db) {
    super({ config: { dialect }, driver: dialect.createDriver(), executor: reads.getExecutor(), dialect })
    this.#writes = writes
  }

  override transaction(): TransactionBuilder<Database> {
    return this.#writes.transaction()
  }
}
