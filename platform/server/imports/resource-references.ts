/**
 * Names in an import file -> what the rows store: natural key or label of the target, inside the uploader's scope alone. One query per
 * field and batch.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import type { Context } from '../contract/context.ts'
import { outsideTransaction } from '../db/one-connection.ts'
import { linksValue, ofField } from '../records/field-value.ts'
import { namedIn, type Named } from '../lists/named.ts'
import type { ImportField } from './resource-fields.ts'
import { isNamed, namesIn, namesOf, type ImportRow } from './resource-rows.ts'

/** Remembers what it has found, for the batches that follow. */
export class References {
  readonly #context: Context
  readonly #columns: readonly ImportField[]
  readonly #known = new Map<string, Map<string, Named>>()

  constructor(context: Context, columns: readonly ImportField[]) {
    this.#context = context
    this.#columns = columns.filter(c => isNamed(c.field) && c.field.to !== undefined)
  }

  /** The rows with stored values for names; a name that is unknown, or means several, is a fault of each row that has it. */
  async replaced(rows: readonly ImportRow[]): Promise<{ rows: ImportRow[]; refusals: Refusal[] }> {
    if (this.#columns.length === 0) return { rows: [...rows], refusals: [] }
    const refusals: Refusal[] = []
    for (const column of this.#columns) await this.#learn(column, namesIn(column, rows))
    const replaced = rows.map(row => {
      const values = { ...row.values }
      for (const { name, field } of this.#columns) {
        const { title } = field
        const refused = (value: string, reason: Wording): void => void refusals.push({ line: row.line, column: title[0], value, reason })
        const names = namesOf(values[name])
        const ids = names.flatMap(text => {
          const found = this.#known.get(name)?.get(text) ?? 'unknown'
          if (found === 'unknown') refused(text, sentence`${title}“${text}”不存在或无权使用`)
          else if (found === 'ambiguous') refused(text, sentence`${title}“${text}”有多个，分不清是哪一个，请改填唯一的编号`)
          else return [found.value]
          return []
        })
        if (ids.length < names.length || names.length === 0) continue
        const [checked, fault] = field.kind === 'links' ? linksValue(field, ids) : [ids[0], null]
        if (fault !== null) refused(names.join('、'), ofField(title, fault))
        else values[name] = checked
      }
      return { line: row.line, values }
    })
    return { rows: replaced, refusals }
  }

  async #learn({ name, field }: ImportField, names: readonly string[]): Promise<void> {
    const known = this.#known.get(name) ?? new Map<string, Named>()
    this.#known.set(name, known)
    const fresh = names.filter(n => !known.has(n))
    const target = this.#context.house.registry.resources.get(field.to ?? '')
    if (fresh.length === 0 || !target) return
    // beside the import's transaction: a row of the file refers to records that were there before it
    const found = await outsideTransaction(() => namedIn(this.#context, target, field.by, fresh))
    for (const [text, one] of found) known.set(text, one)
  }
}
