/**
 * Rows of an export as the database packs them: one text a row, its cells as they will be written. What only the program can say (names of
 * references and files, several choices, words of its own) comes as it is stored, behind a mark of its own, and is dressed here.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../context.ts'
import { FIGURE_MARK, MARK, TEXT_MARK, type PackedRow } from '../sheets/packed-row.ts'
import type { CellToWrite, ColumnToWrite } from '../sheets/sheet-to-write.ts'
import { fieldOf, labelColumn, selected, type AnyDb } from './columns.ts'
import { planned, type Plan } from './query.ts'
import { isSeveral, partMark, Wardrobe } from './wardrobe.ts'

/** rows that come from the database at once */
const chunkRows = 1_000
/** rows dressed and written before other people's calls get their turn: some 2 ms */
const turnRows = 200
/** dressed cells of a column and names in them that are remembered */
const rememberedUsually = 50_000
/** before a value that is dressed here; between the parts of one that holds several */
const dressMark = `${MARK}d`
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

/** Whether the database can't write the cells of a field. A reference by the very column that is its label (a currency by its code) says it already. */
export const needsDress = (context: Context, field: Field): boolean => {
  if (field.kind !== 'reference') return isSeveral(field)
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
  rememberedMax = rememberedUsually,
): AsyncGenerator<PackedRow[]> {
  const wardrobes = columns.flatMap(chosen => (chosen.isDressed ? [new Wardrobe(context, r, chosen, rememberedMax)] : []))
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
        for (const one of wardrobes) one.makeRoom()
        const tried = piece.map(dressed)
        const isWhole = (await Promise.all(wardrobes.map(one => one.learn()))).every(learnt => !learnt)
        yield isWhole ? tried : piece.map(dressed)
      }
    }
  }
}
