/** What one work does to lines of documents: collected line by line, and told by each document as one entry of the trail. */
import { lineNo } from '#platform/declare/document.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import type { AnyDb } from '../contract/database.ts'
import type { RecordChange } from '../contract/record-hooks.ts'
import { refuse } from '../calls/refusal.ts'
import { masked } from '../trail/masked.ts'

/** Values of lines by their ids, as an entry of the trail holds them: of a changed line its number and the cells that differ. */
export type ToldLines = Readonly<Record<string, Readonly<Record<string, unknown>>>>
interface Told {
  before: Record<string, Readonly<Record<string, unknown>>>
  after: Record<string, Readonly<Record<string, unknown>>>
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export class LineLog {
  readonly lines: Resource
  readonly #by: string
  readonly #names: readonly string[]
  readonly #told = new Map<string, Told>()
  /** by line: as it was before all of it, and as it is */
  #unheard = new Map<string, RecordChange>()

  constructor(lines: Resource) {
    if (lines.linesOf === undefined) throw new Error(`${lines.table} has no lines`)
    this.lines = lines
    this.#by = lines.linesOf.field
    this.#names = Object.entries(lines.fields).flatMap(([name, { options }]) => (options.hidden || name === this.#by ? [] : [name]))
  }
  /** table of the documents */
  get header(): string {
    return ownValue(this.lines.fields, this.#by)?.to ?? ''
  }
  /** ids of the documents whose lines were written, in one order for all writers */
  documents(): string[] {
    return [...this.#told.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  }
  add(changes: readonly RecordChange[]): void {
    for (const { id, before, after } of changes) {
      const names =
        before === null || after === null ? this.#names : this.#names.filter(name => name === lineNo || !isSame(before[name], after[name]))
      // a line that moves to another document is told by both
      for (const [side, row] of [['before', before] as const, ['after', after] as const])
        if (row !== null) this.#of(row)[side][id] = this.#values(row, names)
      this.#unheard.set(id, { id, before: this.#unheard.has(id) ? (this.#unheard.get(id)?.before ?? null) : before, after })
    }
  }
  /** What nobody has followed yet, each line once: followers judge the end of a work, not the parts that it is written in. */
  takeUnheard(): readonly RecordChange[] {
    const changes = [...this.#unheard.values()].filter(({ before, after }) => before !== null || after !== null)
    this.#unheard = new Map()
    return changes
  }
  #of(row: Row): Told {
    const id = asText(row[this.#by] ?? '')
    const told = this.#told.get(id) ?? { before: {}, after: {} }
    this.#told.set(id, told)
    return told
  }
  #values(row: Row, names: readonly string[]): Readonly<Record<string, unknown>> {
    const shown = names.flatMap(name => [name, `${name}Label`]).filter(name => row[name] !== null && row[name] !== undefined)
    return masked(this.lines, Object.fromEntries(shown.map(name => [name, row[name]]))) as Readonly<Record<string, unknown>>
  }
  of(document: string): { readonly before: ToldLines; readonly after: ToldLines } | undefined {
    return this.#told.get(document)
  }
}

/** The values of an entry, with the lines of its document beside them. */
export function withLines(log: LineLog | undefined, id: string, before: unknown, after: unknown): { before: unknown; after: unknown } {
  const told = log?.of(id)
  if (told === undefined) return { before, after }
  const beside = (values: unknown, lines: ToldLines): unknown => (values === null ? null : { ...(values as object), id, lines })
  return { before: beside(before, told.before), after: beside(after, told.after) }
}

/** A document has at most so many lines, whoever writes them. */
export async function refuseTooMany(db: AnyDb, log: LineLog): Promise<void> {
  const { table, linesOf } = log.lines
  if (linesOf === undefined) return
  const by = sql.ref(`${table}.${columnOf(linesOf.field)}`)
  const [most] = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`${by} = any(${log.documents()})`)
    .groupBy(by)
    .orderBy('count', 'desc')
    .limit(1)
    .execute()
  const count = Number(most?.count ?? 0)
  if (count > linesOf.max)
    throw refuse.invalid([{ field: 'lines', message: sentence`一张单据最多 ${linesOf.max} 行${log.lines.title}，现有 ${count} 行` }])
}
