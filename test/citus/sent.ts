/** For tests: the texts of all statements that this process sends to PostgreSQL, each once. */
import pg from 'pg'

/** Notes texts from now on; the answer ends it. */
export function noteSent(into: Set<string>): () => void {
  const original = pg.Client.prototype.query
  const noting = function (this: pg.Client, ...given: unknown[]): unknown {
    const text = textOf(given[0])
    if (text !== null) into.add(text)
    return Reflect.apply(original, this, given)
  }
  pg.Client.prototype.query = noting as typeof original
  return () => {
    pg.Client.prototype.query = original
  }
}

function textOf(sent: unknown): string | null {
  if (typeof sent === 'string') return sent
  const text: unknown = typeof sent === 'object' && sent !== null && 'text' in sent ? sent.text : null
  return typeof text === 'string' ? text : null
}
