/**
 * Rows of a workbook that holds documents with their lines: which row belongs to which document, and what it says of header and line. A
 * document is named by its number in each of its rows, or by the row above: a header may be repeated, or stand in the first row alone.
 */
import { lineNo } from '#platform/declare/document.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import type { Values } from '../contract/record-hooks.ts'
import { ofField } from '../records/field-value.ts'
import { lineNameOf, neededOfLine, numberOf } from '../lists/with-lines.ts'
import { comparable } from './resource-cells.ts'
import type { ImportField } from './resource-fields.ts'
import type { KeyedRow } from './resource-check.ts'

/** A document of the file. */
export interface SheetDocument {
  /** line of its first row */
  readonly line: number
  /** null: a new one */
  readonly no: string | null
  /** what its first row says of the header, by field; null: nothing */
  readonly values: Values | null
  /** once it is found or made */
  id: string | null
  isRefused: boolean
  /** lines that it has, those of the file so far included */
  count: number
}
/** A row of it. */
export interface DocumentRow {
  readonly line: number
  readonly of: SheetDocument
  readonly isFirst: boolean
  /** of its line, by field of the lines; null: the row has none */
  readonly values: Values | null
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined

/** One file on its way; portions in their order. */
export class DocumentRows {
  readonly headColumns: readonly ImportField[]
  readonly lineColumns: readonly ImportField[]
  readonly #joined: Resource
  readonly #number: string
  readonly #byNumber = new Map<string, SheetDocument>()
  #last: SheetDocument | null = null
  /** line of the row before */
  #above = 0
  /** line of the file by document and number of the line */
  readonly #lineOf = new Map<string, number>()

  constructor(joined: Resource, columns: readonly ImportField[]) {
    const { joins } = joined
    if (joins === undefined) throw new Error(`${joined.table} is joined with no lines`)
    this.#joined = joined
    this.#number = numberOf(joins.header) ?? ''
    const declared = (r: Resource, name: string | null) => {
      const field = ownValue(r.fields, name ?? '')
      return name === null || field === undefined ? [] : [{ name, field, required: false }]
    }
    this.headColumns = columns.filter(({ name }) => lineNameOf(name) === null).flatMap(({ name }) => declared(joins.header, name))
    this.lineColumns = columns.flatMap(({ name }) => declared(joins.lines, lineNameOf(name)))
  }

  take(rows: readonly KeyedRow[]): { readonly rows: readonly DocumentRow[]; readonly refusals: readonly Refusal[] } {
    const refusals: Refusal[] = []
    const taken = rows.flatMap(row => {
      const found = this.#documentOf(row, refusals)
      this.#above = row.line
      if (found === null) return []
      const before = refusals.length
      const values = this.#lineValues(row, found.of, refusals)
      return refusals.length > before ? [] : [{ line: row.line, ...found, values }]
    })
    return { rows: taken, refusals }
  }

  #documentOf(row: KeyedRow, refusals: Refusal[]): { of: SheetDocument; isFirst: boolean } | null {
    const number = row.values[this.#number]
    const no = isEmpty(number) ? null : asText(number)
    const told = this.headColumns.some(({ name }) => name !== this.#number && !isEmpty(row.values[name]))
    if (no === null && !told) {
      if (this.#last !== null) return { of: this.#last, isFirst: false }
      refusals.push(this.#fault(row, this.#number, sentence`第一行应填写单据的内容或单号`))
      return null
    }
    // an empty row between two of them parts new documents whose headers say the same
    const isApart = row.line > this.#above + 1
    const last = this.#last?.no === null && no === null && !isApart && this.#differing(row, this.#last) === null ? this.#last : undefined
    const known = no === null ? last : this.#byNumber.get(no)
    if (known === undefined) return { of: this.#begun(row, no, told), isFirst: true }
    this.#last = known
    const differing = told ? this.#differing(row, known) : null
    if (differing === null) return { of: known, isFirst: false }
    refusals.push(this.#fault(row, differing, sentence`与第 ${known.line} 行的同一单据不一致，请填写相同内容或留空`))
    return null
  }

  #begun({ line, values }: KeyedRow, no: string | null, told: boolean): SheetDocument {
    const given = this.headColumns
      .filter(({ name }) => name !== this.#number)
      .map(({ name, field }) => [name, isEmpty(values[name]) && field.options.default !== undefined ? undefined : values[name]] as const)
    const begun: SheetDocument = { line, no, values: told ? Object.fromEntries(given) : null, id: null, isRefused: false, count: 0 }
    if (no !== null) this.#byNumber.set(no, begun)
    this.#last = begun
    return begun
  }

  /** The first field of the header of which the row says something else; null: none. */
  #differing({ values }: KeyedRow, { values: first }: SheetDocument): string | null {
    const found = this.headColumns.find(
      ({ name, field }) =>
        name !== this.#number && !isEmpty(values[name]) && comparable(field, values[name]) !== comparable(field, first?.[name]),
    )
    return found?.name ?? null
  }

  #lineValues(row: KeyedRow, of: SheetDocument, refusals: Refusal[]): Values | null {
    const named = Object.entries(row.values).flatMap(([joined, value]) => {
      const name = lineNameOf(joined)
      return name === null ? [] : [{ joined, name, value }]
    })
    if (named.every(({ value }) => isEmpty(value))) return null
    for (const { joined, name, value } of named)
      if (isEmpty(value) && neededOfLine(this.#joined, joined))
        refusals.push(this.#fault(row, joined, ofField(ownValue(this.#joined.fields, joined)?.title ?? name, sentence`不能为空`)))
    const values: Values = Object.fromEntries(named.map(({ name, value }) => [name, value]))
    const at = isEmpty(values[lineNo]) ? null : `${of.line} ${asText(values[lineNo])}`
    const before = at === null ? undefined : this.#lineOf.get(at)
    if (before !== undefined) refusals.push(this.#fault(row, `line.${lineNo}`, sentence`与第 ${before} 行是同一行明细，请只保留一行`))
    if (at !== null) this.#lineOf.set(at, row.line)
    return values
  }

  #fault({ line, values }: KeyedRow, name: string, reason: Wording): Refusal {
    const title = ownValue(this.#joined.fields, name)?.title[0] ?? name
    return { line, column: title, value: asText(values[name] ?? '') || null, reason }
  }
}
