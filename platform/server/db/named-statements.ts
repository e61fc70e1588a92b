/**
 * Statements that come again and again (the session, a list as it opens) are prepared under a name: their text crosses to PostgreSQL once a
 * connection and is parsed once. Whether the plan is made once too depends on what a pool is for (plan_cache_mode, pools.ts).
 */
import { hash } from 'node:crypto'
import type pg from 'pg'
import { SteadyClient } from './connection-lost.ts'

/** a text is worth a name when it came so often */
const seenMin = 3
/** names of one process; each connection keeps every one it has used, some 30 KB apiece */
const namesMax = 100
/** texts counted; what comes once (an import's, a report's of 50 KB) must not fill memory: of a long text its hash is kept */
const [countedMax, countedWhole] = [2_000, 200]

export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Map<string, number>()

  /** The name of a text that has one by now; undefined: it is sent whole. */
  of(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= namesMax) return name
    const counted = text.length > countedWhole ? hash('sha1', text, 'base64') : text
    const seen = (this.#seen.get(counted) ?? 0) + 1
    if (seen < seenMin) {
      if (this.#seen.size >= countedMax) this.#seen.clear()
      this.#seen.set(counted, seen)
      return undefined
    }
    this.#seen.delete(counted)
    const made = `s${this.#names.size + 1}`
    this.#names.set(text, made)
    return made
  }
}

const isSelect = /^\s*(?:select|with)\b/i

/** A client class whose frequent SELECTs are sent by name; everything else goes as it came. */
export function namingClient(names: StatementNames, Base = SteadyClient): typeof pg.Client {
  class NamingClient extends Base {
    override query(...given: unknown[]): never {
      const [text, values] = given
      const name =
        given.length === 2 && typeof text === 'string' && Array.isArray(values) && isSelect.test(text) ? names.of(text) : undefined
      const sent = name === undefined ? given : [{ name, text, values }]
      return Reflect.apply(super.query, this, sent) as never
    }
  }
  return NamingClient
}
