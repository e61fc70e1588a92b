/**
 * Habits of statements that tables on several machines need, held against the statements that a piece of work sent. Each is harmless on one
 * PostgreSQL, which is why nothing else would find a breach (docs/architecture.md, "Growing past one machine"). Pure.
 */
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { acceptedNesting, askedOfAllShops } from './accepted.ts'
import { allShopsTables, nestingFaults, type TableKind } from './nesting.ts'

export interface Breach {
  readonly rule: string
  readonly statement: string
}

const timeKinds = new Set(['date', 'month', 'dateTime'])
const word = (name: string): string => `(?<![\\w$])"?${name}"?(?![\\w$])`
/** Functions that answer something else each time, or by the settings of a connection. */
const unsteady =
  /\b(?:now|clock_timestamp|statement_timestamp|random|gen_random_uuid|nextval|to_char|to_json|to_jsonb|current_setting)\s*\(/
const locks = /\bfor (?:update|share|no key update|key share)\b/

/** What each RETURNING of a text answers, up to the end of its statement. */
function returned(text: string): string {
  const parts = text.split(/\breturning\b/).slice(1)
  return parts
    .map(part => {
      let depth = 0
      const end = [...part].findIndex(letter => (depth += letter === '(' ? 1 : letter === ')' ? -1 : 0) < 0)
      return end < 0 ? part : part.slice(0, end)
    })
    .join(' ')
}

export class Habits {
  readonly #shop: RegExp | null
  readonly #timeText: RegExp
  readonly #kinds: ReadonlyMap<string, TableKind>

  constructor(resources: Iterable<Resource>) {
    const all = [...resources]
    this.#kinds = new Map(all.map(r => [r.table, r.kind]))
    const shop = all.filter(r => r.kind === 'shop').map(r => r.table)
    this.#shop = shop.length === 0 ? null : new RegExp(word(`(?:${shop.join('|')})`))
    const times = all.flatMap(r =>
      Object.entries(r.fields)
        .filter(([, f]) => timeKinds.has(f.kind))
        .map(([name]) => columnOf(name)),
    )
    this.#timeText = new RegExp(
      `${word(`(?:${[...new Set([...times, 'created_at', 'updated_at', 'day'])].join('|')})`)}\\s*::\\s*(?:text|varchar)`,
    )
  }

  /** What a statement breaks; none: it can be run on several machines as it is, as far as its text tells. */
  of(statement: string): readonly Breach[] {
    const text = statement
      .toLowerCase()
      .replaceAll(/'(?:[^']|'')*'/g, "''")
      .replaceAll(/\s+/g, ' ')
      .trim()
    // the grammar is read only where a rule of nesting could be broken: it takes most of the time
    const nests = this.#shop?.test(text) === true || /\breturning\b.*\bselect\b/.test(text)
    const rules = [...this.#rules(text), ...(nests ? this.#nesting(statement) : [])]
    return rules.map(rule => ({ rule, statement: statement.replaceAll(/\s+/g, ' ').slice(0, 300) }))
  }

  /** What the grammar tells, less what is listed with a reason. */
  #nesting(statement: string): string[] {
    const kindOf = (table: string): TableKind | null => this.#kinds.get(table) ?? null
    const faults = nestingFaults(statement, kindOf).filter(
      rule => !acceptedNesting.some(one => one.rule === rule && statement.includes(one.has)),
    )
    const unnamed = allShopsTables(statement, kindOf).filter(
      table => !askedOfAllShops.some(one => (one.table ?? table) === table && statement.includes(one.has)),
    )
    return [...faults, ...unnamed.map(table => `${table} is asked of all shops: name the shop, or list it in accepted.ts`)]
  }

  #rules(text: string): string[] {
    const isOfShops = this.#shop?.test(text) === true && !/shop_id"? = (?:\$\d|\d|'')/.test(text)
    const returning = returned(text)
    const found: readonly (readonly [string, boolean])[] = [
      ['set_config stays on the coordinator: set local', /\bset_config\s*\(/.test(text)],
      ['settings that travel make refreshes slow', text.includes('propagate_set_commands')],
      ['merge into a table of several machines is refused', /\bmerge into\b/.test(text)],
      ['rows of several shops are not locked at once: shop_id = one', isOfShops && locks.test(text)],
      ['grouping sets over several shops are refused', isOfShops && /\b(?:grouping sets|rollup|cube)\s*\(/.test(text)],
      [
        'on conflict sets values, not functions: excluded',
        unsteady.test(/ do update set (.*?)(?: where | returning |$)/.exec(text)?.[1] ?? ''),
      ],
      [
        'no parameter behind on conflict of an insert from a query: write the value out',
        /^insert into (?:(?! values \().)*\bselect\b.* on conflict (?:(?! returning ).)*\$\d/.test(text),
      ],
      [
        'a query among the values of an insert is refused',
        /^insert into [^(]+\([^)]*\) values (?!.*\bfrom\b.*\bvalues\b).*\(select\b/.test(text),
      ],
      ['what returning answers follows no setting', unsteady.test(returning) || this.#timeText.test(returning)],
      ['pg_cancel_backend is there twice: ::int', /\bpg_cancel_backend\(\$\d+\)/.test(text)],
      [
        'the check of an insert finds its table by an alias',
        /^insert into "?\w+"? \(/.test(text) && returning.includes('row_inside_scope'),
      ],
    ]
    return found.filter(([, isBroken]) => isBroken).map(([rule]) => rule)
  }
}
