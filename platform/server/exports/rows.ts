/**
 * Rows of an export as the database copies them out, on their way to the writer. What only the program can say (names of references and
 * files, codes, words of its own) stands before the rest of each row and is replaced by its text here.
 */
import { sql, type RawBuilder } from 'kysely'
import { lineNo } from '#platform/declare/document.ts'
import type { Field, Pure } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { copiedOut } from '../db/copy-out.ts'
import type { Db } from '../contract/database.ts'
import { yieldingToRequests } from '../base/yield-to-requests.ts'
import { cellEnd, LINE_FEED, type CopiedRows, type ProgramText } from '../sheets/copied-rows.ts'
import { fieldOf, selected } from '../lists/columns.ts'
import { lineNameOf } from '../lists/with-lines.ts'
import { anyTable } from '../db/any-table.ts'
import { planned, type Plan } from '../lists/query.ts'
import { withJoined } from './chosen-rows.ts'
import { isSeveral, noDay, partSeparator, type ChosenColumn } from './columns.ts'
import { ColumnTexts } from './column-texts.ts'

/** of copied rows: what is written, and then packed, before people's calls are looked for again. Their markup is some six times as long. */
const pieceBytes = 65_536
/** texts of a column's cells and names in them that are remembered */
const rememberedUsually = 50_000

/** A field as it is copied out. */
function cell(field: Field, column: string): RawBuilder<unknown> {
  if (isSeveral(field)) return sql`array_to_string(${sql.ref(column)}, ${partSeparator})`
  if (field.kind === 'texts') return sql`array_to_string(${sql.ref(column)}, '、')`
  if (field.kind === 'items')
    return sql`(select string_agg(i ->> 'title' || '：' || (i ->> 'value'), '；' order by n) from jsonb_array_elements(${sql.ref(column)})
      with ordinality as t(i, n))`
  return selected(field, column)
}

/** What a field of the program is worked out from, as one cell: its values as the wire has them. */
const argumentsOf = (r: Resource, { of }: Pure): RawBuilder<unknown> =>
  sql`jsonb_build_array(${sql.join(
    of.map(name => {
      const field = fieldOf(r, name)
      const column = `${r.table}.${columnOf(name)}`
      if (field === undefined) return sql`null`
      return isText(field) ? sql`${selected(field, column)}::text` : selected(field, column)
    }),
  )})`
/** What an expiry is worked out from; a day that never comes where there is none. */
const dayOf = (r: Resource, name: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${r.table}.${columnOf(name)}`)}::text, ${sql.lit(noDay)})`
const isText = ({ kind }: Field): boolean => ['decimal', 'money', 'bigInteger', 'reference'].includes(kind)

/**
 * Rows of a plan as bytes: the cells that the program writes stand before the others. Of a document joined with its lines the plan is that
 * of the header, and each line is a row; a document without lines is one.
 */
export function copiedParts(
  db: Db,
  control: Db,
  r: Resource,
  plan: Pick<Plan, 'where' | 'order'>,
  columns: readonly ChosenColumn[],
): AsyncGenerator<Buffer> {
  const writtenFirst = [
    ...columns.filter(({ column }) => column.isLook === true),
    ...columns.filter(({ column }) => column.isLook !== true),
  ]
  const cells = writtenFirst.flatMap(({ name }, at) => {
    const ofLine = lineNameOf(name)
    const [of, own] = ofLine === null || r.joins === undefined ? [r, name] : [r.joins.lines, ofLine]
    const field = fieldOf(of, own)
    if (field?.options.expiry !== undefined) return [dayOf(of, field.options.expiry).as(`c${at}`)]
    if (field?.options.pure !== undefined) return [argumentsOf(of, field.options.pure).as(`c${at}`)]
    return field ? [cell(field, `${of.table}.${columnOf(own)}`).as(`c${at}`)] : []
  })
  return copiedOut(db, control, planned(withJoined(anyTable(db).selectFrom(r.table).select(cells), r), r, plan, lineOrder(r)))
}

const lineOrder = ({ joins }: Resource): readonly string[] => (joins === undefined ? [] : [`${joins.lines.table}.${columnOf(lineNo)}`])

/**
 * The same rows with all texts filled in, in pieces between which people's calls go first: what is written in one go is what everybody else
 * of this process waits for.
 */
export async function* rowsWithTexts(
  context: Context,
  r: Resource,
  columns: readonly ChosenColumn[],
  parts: AsyncIterable<Buffer>,
  rememberedMax = rememberedUsually,
): AsyncGenerator<CopiedRows> {
  const columnTexts = columns.flatMap(chosen => (chosen.column.isLook === true ? [new ColumnTexts(context, r, chosen, rememberedMax)] : []))
  const giveWay = yieldingToRequests(context.house.peoplesCalls)
  for await (const bytes of wholeRows(parts)) {
    await giveWay()
    for (const one of columnTexts) one.makeRoom()
    const tried = withTexts(bytes, columnTexts)
    const isWhole = (await Promise.all(columnTexts.map(one => one.learn()))).every(learnt => !learnt)
    yield isWhole ? tried : withTexts(bytes, columnTexts)
  }
}

/** Pieces that end where a row ends. */
async function* wholeRows(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer | null = null
  for await (const part of parts) {
    const bytes: Buffer = rest === null ? part : Buffer.concat([rest, part])
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    rest = end < bytes.length ? bytes.subarray(end) : null
    for (let from = 0, to = 0; from < end; from = to) {
      to = endOfPiece(bytes, from, end)
      yield bytes.subarray(from, to)
    }
  }
}

/** Where the last row ends that fits into a piece; a longer row is a piece of its own. */
function endOfPiece(bytes: Buffer, from: number, end: number): number {
  if (end - from <= pieceBytes) return end
  const to = bytes.lastIndexOf(LINE_FEED, from + pieceBytes - 1) + 1
  return to > from ? to : bytes.indexOf(LINE_FEED, from + pieceBytes) + 1
}

function withTexts(bytes: Buffer, columnTexts: readonly ColumnTexts[]): CopiedRows {
  const looks: ProgramText[] = []
  const starts: number[] = []
  for (let at = 0; at < bytes.length; at = bytes.indexOf(LINE_FEED, at) + 1) {
    for (const one of columnTexts) {
      const end = cellEnd(bytes, at)
      looks.push(one.of(bytes, at, end))
      // behind the last cell of a row stands its line feed, which is looked for from here
      at = bytes[end] === LINE_FEED ? end : end + 1
    }
    starts.push(at)
  }
  return { bytes, count: starts.length, starts: Int32Array.from(starts), looks }
}
