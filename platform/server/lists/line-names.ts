/** Names of records whose label is a reference: that of what it refers to; of a line, with its document and its number there. */
import { sql } from 'kysely'
import { lineNo } from '#platform/declare/document.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'

export interface Called {
  readonly label: string | null
  readonly head?: string | null
  readonly line?: string | null
}
type Names = (table: string, values: readonly string[]) => Promise<ReadonlyMap<string, { readonly label: string }>>

const referred = (r: Resource): string | undefined => {
  const field = ownValue(r.fields, labelOf(r))
  return field?.kind === 'reference' && (field.by ?? 'id') === 'id' ? field.to : undefined
}

/** What is read besides the label; nothing where that is no reference. */
export const besideLabel = (r: Resource) =>
  referred(r) === undefined || r.linesOf === undefined
    ? []
    : [
        sql<string>`${sql.ref(`${r.table}.${columnOf(r.linesOf.field)}`)}::text`.as('head'),
        sql<string>`${sql.ref(`${r.table}.${columnOf(lineNo)}`)}::text`.as('line'),
      ]

const given = (values: readonly (string | null | undefined)[]): string[] => [...new Set(values.filter(one => typeof one === 'string'))]

/** The rows with labels that a person can read. */
export async function called<Row extends Called>(r: Resource, rows: readonly Row[], names: Names): Promise<readonly Row[]> {
  const to = referred(r)
  if (to === undefined || rows.length === 0) return rows
  const of = r.linesOf === undefined ? undefined : ownValue(r.fields, r.linesOf.field)?.to
  const [labels, heads] = await Promise.all([
    names(to, given(rows.map(one => one.label))),
    of === undefined ? null : names(of, given(rows.map(one => one.head))),
  ])
  return rows.map(row => {
    const own = row.label === null ? undefined : labels.get(row.label)?.label
    const head = typeof row.head === 'string' ? heads?.get(row.head)?.label : undefined
    const words = [head === undefined ? undefined : `${head}-${row.line ?? ''}`, own].filter(one => one !== undefined)
    return words.length === 0 ? row : { ...row, label: words.join(' ') }
  })
}
