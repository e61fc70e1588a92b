/** The SQL that a piece of work sends, recorded, so that the very same statements can be run bare. */
import pg from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** As frequent statements are sent (platform/server/db/named-statements.ts). */
const isNamed = (sent: unknown): sent is Statement & { readonly name: string } =>
  typeof sent === 'object' && sent !== null && 'name' in sent

/** Runs the work once and gives its statements in the order in which they were sent. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = []
  const original = pg.Client.prototype.query
  const recording = function (this: pg.Client, ...given: unknown[]): unknown {
    const [sent, values] = given
    if (typeof sent === 'string') found.push({ text: sent, values: Array.isArray(values) ? values : [] })
    else if (isNamed(sent)) found.push({ text: sent.text, values: sent.values })
    return Reflect.apply(original, this, given)
  }
  pg.Client.prototype.query = recording as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return found
}

/** What a list sends: rows and totals at once, then the labels of its references. */
export interface ListStatements {
  readonly page: readonly Statement[]
  readonly labels: readonly Statement[]
}
export function asList(statements: readonly Statement[], table: string): ListStatements {
  const isPage = (s: Statement): boolean => s.text.includes(`"${table}"`)
  return { page: statements.filter(isPage), labels: statements.filter(s => !isPage(s)) }
}

export const runAll = (pool: pg.Pool, statements: readonly Statement[]): Promise<pg.QueryResult[]> =>
  Promise.all(statements.map(s => pool.query(s.text, [...s.values])))
