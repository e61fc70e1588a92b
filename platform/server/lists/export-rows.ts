/**
 * Rows of an export as the database packs them: one text a row, its cells as they will be written. What only the program can say (names of
 * references and files, several choices, words of its own) comes as it is stored, behind a mark of its own, and is dressed here.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../context.ts'
import { fileRefs } from '../files/file-refs.ts'
import { FIGURE_MARK, MARK, TEXT_MARK, type PackedRow } from '../sheets/packed-row.ts'
import type { CellToWrite, ColumnToWrite } from '../sheets/sheet-to-write.ts'
import { fieldOf, labelColumn, selected, type AnyDb } from './columns.ts'
import { labelsOf } from './labels.ts'
import { planned, type Plan } from './query.ts'

/** rows that come from the database at once */
const chunkRows = 1_000
/** rows dressed and written before other people's calls get their turn: some 2 ms */
const turnRows = 200
/** cells of a column that are remembered dressed, and names of one */
const rememberedMax = 50_000
/** before a value that is dressed here; between the parts of one that holds several */
const dressMark = `${MARK}d`
const partMark = '\u001c'
// eslint-disable-next-line no-control-regex -- the mark is a control character
const toDress = /\u001fd([^\u001f]*)/g

/** a function of PostgreSQL takes at most 100 arguments: a mark and a cell each */
const cellsAtOnce = 45
/** since then Shanghai is whole hours away from UTC: before, an instant keeps the database's own writing, as the driver leaves it */
const wholeHoursSince = '1902-01-01'

export interface Chosen {
  readonly name: string
  readonly column: ColumnToWrite
  readonly text: (value: unknown, labels: ReadonlyMap<string, ReadonlyMap<string, string>>) => CellToWrite
  /** its text is known to the program alone */
  readonly isDressed: boolean
}

/** The column with words that the database does not have: a mask, names of the program. */
export const withText = (chosen: Chosen, text: Chosen['text']): Chosen => ({ ...chosen, text, isDressed: true })

const several: ReadonlySet<Field['kind']> = new Set(['choices', 'links', 'files'])
/** Stored by id, shown by name. */
const isNamed = (field: Field | undefined): boolean => field !== undefined && ['reference', 'links', 'files'].includes(field.kind)
/** Whether the database can't write the cells of a field. A reference by the very column that is its label (a currency by its code) says it already. */
export const needsDress = (context: Context, field: Field): boolean => {
  if (field.kind !== 'reference') return several.has(field.kind)
  const target = context.house.registry.resources.get(field.to ?? '')
  return target === undefined || (field.by ?? 'id') !== labelColumn(target)
}

/** A field's value as `Chosen.text` writes it, or as it is stored where that is to be dressed. Figures keep their type: `concat` writes them quicker than a cast. */
function cell(field: Field, column: string): RawBuilder<unknown> {
  const ref = sql.ref(column)
  switch (field.kind) {
    case 'flag':
      return sql`case ${ref} when true then '是' when false then '否' end`
    case 'month':
      return selected(field, column)
    case 'dateTime':
      return sql`case when ${ref} >= ${wholeHoursSince}::timestamptz then replace(${ref}::text, ' ', 'T') || ':00' else ${ref}::text end`
    case 'choice':
      return sql`case ${ref} ${sql.join(
        Object.values(field.choices ?? {}).map(([code, zh]) => sql`when ${sql.lit(code)} then ${zh}::text`),
        sql` `,
      )} else ${ref}::text end`
    case 'choices':
    case 'links':
    case 'files':
      return sql`array_to_string(${ref}, ${partMark})`
    case 'texts':
      return sql`replace(array_to_string(${ref}, '、'), ${MARK}, '')`
    case 'text':
    case 'longText':
    case 'reference':
      return sql`replace(${ref}::text, ${MARK}, '')`
    default:
      return ref
  }
}

/** The whole row as one text. */
function packed(r: Resource, columns: readonly Chosen[]): RawBuilder<PackedRow> {
  const cells = columns.flatMap(({ name, column, isDressed }) => {
    const field = fieldOf(r, name)
    const mark = isDressed ? dressMark : column.kind === 'text' ? TEXT_MARK : FIGURE_MARK
    return field ? [sql`${mark}::text, ${cell(field, `${r.table}.${columnOf(name)}`)}`] : []
  })
  const parts: RawBuilder<unknown>[] = []
  for (let at = 0; at < cells.length; at += cellsAtOnce) parts.push(sql`concat(${sql.join(cells.slice(at, at + cellsAtOnce))})`)
  return sql<PackedRow>`${sql.join(parts, sql` || `)}`
}

/** Rows of a plan in chunks: handed on row by row, each would cost a turn of its own. */
export async function* packedChunks(
  db: AnyDb,
  r: Resource,
  plan: Pick<Plan, 'where' | 'order'>,
  columns: readonly Chosen[],
): AsyncGenerator<PackedRow[]> {
  const query = planned(db.selectFrom(r.table).select(packed(r, columns).as('packed')), r, plan)
  for await (const { rows } of db.getExecutor().stream(query.compile(), chunkRows)) yield rows.map(row => row['packed'] as PackedRow)
}

/** The same rows with everything dressed, in pieces with a turn between: what is written in one go is what everybody else of this process waits for. */
export async function* dressedRows(
  context: Context,
  r: Resource,
  columns: readonly Chosen[],
  chunks: AsyncIterable<PackedRow[]>,
): AsyncGenerator<PackedRow[]> {
  const wardrobes = columns.flatMap(chosen => (chosen.isDressed ? [new Wardrobe(context, r, chosen)] : []))
  const dressed = (row: PackedRow): PackedRow => {
    let at = 0
    return row.replace(toDress, (_all, value: string) => TEXT_MARK + (wardrobes[at++]?.of(value) ?? ''))
  }
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += turnRows) {
      await turn()
      const piece = chunk.slice(at, at + turnRows)
      if (wardrobes.length === 0) yield piece
      else {
        const tried = piece.map(dressed)
        const isWhole = (await Promise.all(wardrobes.map(one => one.learn()))).every(learnt => !learnt)
        yield isWhole ? tried : piece.map(dressed)
      }
    }
  }
}

/** How the values of one column look, remembered; names are looked up once each, not per row. */
class Wardrobe {
  readonly #context: Context
  readonly #chosen: Chosen
  readonly #field: Field | undefined
  readonly #labels = new Map<string, string>()
  readonly #looks = new Map<string, string>()
  #unknown = new Set<string>()

  constructor(context: Context, r: Resource, chosen: Chosen) {
    this.#context = context
    this.#chosen = chosen
    this.#field = fieldOf(r, chosen.name)
  }

  /** The cell of a stored value; empty while a name in it is not known yet. */
  of(value: string): string {
    if (value === '') return ''
    const known = this.#looks.get(value)
    if (known !== undefined) return known
    const isSeveral = this.#field !== undefined && several.has(this.#field.kind)
    const parts = isSeveral ? value.split(partMark) : [value]
    const missing = isNamed(this.#field) ? parts.filter(part => !this.#labels.has(part)) : []
    for (const part of missing) this.#unknown.add(part)
    if (missing.length > 0) return ''
    const { name, text } = this.#chosen
    const given = !isSeveral ? value : this.#field?.kind === 'choices' ? parts.map(Number) : parts
    const look = String(text(given, new Map([[name, this.#labels]])) ?? '').replaceAll(MARK, '')
    this.#looks.set(value, look)
    return look
  }

  /** Looks up the names that were asked for in vain; whether there were any. */
  async learn(): Promise<boolean> {
    const fresh = [...this.#unknown]
    const field = this.#field
    if (fresh.length === 0 || field === undefined) return false
    this.#unknown = new Set()
    if (this.#labels.size + this.#looks.size > rememberedMax) {
      this.#labels.clear()
      this.#looks.clear()
    }
    for (const value of fresh) this.#labels.set(value, value)
    if (field.kind === 'files') for (const [id, file] of await fileRefs(this.#context, fresh)) this.#labels.set(id, file.name)
    else if (field.to !== undefined)
      for (const [value, label] of await labelsOf(this.#context, field.to, field.by ?? 'id', fresh)) this.#labels.set(value, label)
    return true
  }
}
