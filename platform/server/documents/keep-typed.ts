/** Figures of lines that a formula makes, and their sums in the document (`computed.typed`, `computed.sum`), kept whoever writes. */
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { formulaOf, namesOf, typedFigures } from '#platform/format/formula.ts'
import { showExact } from '#platform/format/numbers.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Follower } from '../contract/record-hooks.ts'
import { anyTable } from '../db/any-table.ts'
import { inServersName } from '../db/within.ts'
import { ofColumn } from '../lists/drawings.ts'
import { setDerived } from '../records/derived.ts'

export const formulasOf = (lines: Resource) =>
  Object.entries(lines.fields).flatMap(([field, { options, scale }]) =>
    options.typed === undefined ? [] : [{ field, formula: options.typed, scale: scale ?? 0 }],
  )
const sumsOf = (header: Resource) =>
  Object.entries(header.fields).flatMap(([field, { options }]) => (options.sumOf === undefined ? [] : [{ field, of: options.sumOf }]))

export const hasTyped = (lines: Resource, header: Resource): boolean => formulasOf(lines).length + sumsOf(header).length > 0

export const documentPart = 'document.'
/** Fields of the document, and of the line, that its formulas name. */
export function namedBy(lines: Resource): { readonly ofDocument: readonly string[]; readonly ofLine: readonly string[] } {
  const names = [...new Set(formulasOf(lines).flatMap(({ formula }) => namesOf(formulaOf(formula))))]
  return {
    ofDocument: names.flatMap(name => (name.startsWith(documentPart) ? [name.slice(documentPart.length)] : [])),
    ofLine: names.filter(name => !name.startsWith(documentPart)),
  }
}

export const followTypedLines =
  (lines: Resource, header: Resource): Follower =>
  async (context, tx, changes) => {
    const by = lines.linesOf?.field ?? ''
    const documents = changes.flatMap(({ before, after }) => [before?.[by], after?.[by]]).filter(id => id !== null && id !== undefined)
    const ids = changes.flatMap(({ id, after }) => (after === null ? [] : [id]))
    await keep(context, tx, lines, header, { documents: [...new Set(documents.map(asText))], lines: ids })
  }

export const followTypedHeaders =
  (lines: Resource, header: Resource): Follower =>
  async (context, tx, changes) => {
    const { ofDocument } = namedBy(lines)
    const documents = changes.flatMap(({ id, before, after }) =>
      before !== null && after !== null && ofDocument.some(name => asText(before[name] ?? '') !== asText(after[name] ?? '')) ? [id] : [],
    )
    await keep(context, tx, lines, header, { documents, lines: null })
  }

interface Touched {
  readonly documents: readonly string[]
  /** null: all lines of the documents */
  readonly lines: readonly string[] | null
}

async function keep(context: Context, tx: Tx, lines: Resource, header: Resource, touched: Touched): Promise<void> {
  if (touched.documents.length === 0) return
  // who else writes lines of these documents waits: the sums are read and written under the lock of the header
  await anyTable(tx)
    .selectFrom(header.table)
    .select('id')
    .where(sql<boolean>`id = any(${[...touched.documents]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const own = await inServersName(context, tx, 'figures that formulas of documents make')
  const formulas = formulasOf(lines)
  if (formulas.length > 0) await keepFigures(own, lines, header, touched, formulas)
  const sums = sumsOf(header)
  if (sums.length === 0) return
  const of = sql.ref(ofColumn(lines))
  const rows = await anyTable(own.db)
    .selectFrom(lines.table)
    .select(sql<string>`${of}::text`.as('id'))
    .select(sums.map(one => sql<string>`coalesce(sum(${sql.ref(columnOf(one.of))}), 0)::text`.as(one.field)))
    .where(sql<boolean>`${of} = any(${[...touched.documents]}::bigint[])`)
    .groupBy(of)
    .execute()
  const found = new Map((rows as unknown as { readonly id: string }[]).map(row => [row.id, row]))
  const none = Object.fromEntries(sums.map(one => [one.field, '0']))
  const made = touched.documents.map(id => ({ ...none, ...found.get(id), id }))
  refuseTooLarge(header, made)
  await setDerived(own, header, made)
}

async function keepFigures(
  own: Context,
  lines: Resource,
  header: Resource,
  { documents, lines: ids }: Touched,
  formulas: ReturnType<typeof formulasOf>,
): Promise<void> {
  const { ofDocument, ofLine } = namedBy(lines)
  const [of, by] = [`${lines.table}.${ofColumn(lines)}`, `${header.table}.id`]
  const valueOf = (r: Resource, name: string) => {
    const column = sql.ref(`${r.table}.${columnOf(name)}`)
    return ownValue(r.fields, name)?.kind === 'flag' ? sql<unknown>`${column}` : sql<unknown>`${column}::text`
  }
  let query = anyTable(own.db)
    .selectFrom(lines.table)
    .innerJoin(header.table, by, of)
    .select(sql<string>`${sql.ref(`${lines.table}.id`)}::text`.as('id'))
    .select([
      ...ofLine.map((name, at) => valueOf(lines, name).as(`line_${at}`)),
      ...ofDocument.map((name, at) => valueOf(header, name).as(`document_${at}`)),
    ])
    .where(sql<boolean>`${sql.ref(of)} = any(${[...documents]}::bigint[])`)
  if (ids !== null) query = query.where(sql<boolean>`${sql.ref(`${lines.table}.id`)} = any(${[...ids]}::bigint[])`)
  const rows = (await query.execute()) as unknown as readonly (Readonly<Record<string, unknown>> & { readonly id: string })[]
  const named = (row: Readonly<Record<string, unknown>>, names: readonly string[], side: string) =>
    Object.fromEntries(names.map((name, at) => [name, row[`${side}_${at}`]]))
  const made = rows.map(row => ({
    id: row.id,
    ...typedFigures(formulas, named(row, ofLine, 'line'), named(row, ofDocument, 'document')),
  }))
  refuseTooLarge(lines, made)
  await setDerived(own, lines, made)
}

/** digits of a number in the database (db/ddl.ts) */
const digitsMax = 20

/** A figure that its column can't hold is refused before it is sent. */
function refuseTooLarge(r: Resource, rows: readonly Readonly<Record<string, string | null>>[]): void {
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      const field = ownValue(r.fields, name)
      if (field === undefined || value === null) continue
      const most = digitsMax - (field.scale ?? 4)
      if ((value.replace('-', '').split('.')[0] ?? '').length <= most) continue
      const figure = showExact(value)
      throw refuse.rule(sentence`${field.title} ${figure} 太大，整数部分最多 ${most} 位`)
    }
}
