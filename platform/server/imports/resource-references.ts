/**
 * Names in an import file -> what the rows store: natural key or label of the target, inside the uploader's scope alone. One query per
 * field and batch.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { outsideTransaction } from '../db/one-connection.ts'
import { labelColumn } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import { linksValue, ofField } from '../lists/field-value.ts'
import type { ImportField } from './resource-fields.ts'
import { isNamed, namesIn, namesOf, type ImportRow } from './resource-rows.ts'

type Found = { readonly value: string } | 'unknown' | 'ambiguous'

/** Remembers what it has found, for the batches that follow. */
export class References {
  readonly #context: Context
  readonly #columns: readonly ImportField[]
  readonly #known = new Map<string, Map<string, Found>>()

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
    const known = this.#known.get(name) ?? new Map<string, Found>()
    this.#known.set(name, known)
    const fresh = names.filter(n => !known.has(n))
    const target = this.#context.house.registry.resources.get(field.to ?? '')
    if (fresh.length === 0 || !target) return
    const value = sql<string>`${sql.ref(`${target.table}.${field.by ?? 'id'}`)}::text`
    const label = sql<string>`${sql.ref(`${target.table}.${labelColumn(target)}`)}::text`
    const natural = field.by ?? naturalKeyColumn(target)
    const key = natural === null ? label : sql<string>`${sql.ref(`${target.table}.${natural}`)}::text`
    // beside the import's transaction: a row of the file refers to records that were there before it
    const rows = await outsideTransaction(() =>
      anyTable(this.#context.db)
        .selectFrom(target.table)
        .select([value.as('value'), key.as('key'), label.as('label')])
        .where(sql<boolean>`(${key} = any(${fresh}) or ${label} = any(${fresh}))`)
        .execute(),
    )
    const [byKey, byLabel] = [Map.groupBy(rows, row => row.key), Map.groupBy(rows, row => row.label)]
    for (const text of fresh) known.set(text, meant(natural === null ? [] : byKey.get(text)) ?? meant(byLabel.get(text)) ?? 'unknown')
  }
}

function meant(rows: readonly { readonly value: string }[] = []): Found | null {
  const [value, ...others] = new Set(rows.map(row => row.value))
  if (value === undefined) return null
  return others.length === 0 ? { value } : 'ambiguous'
}

/** Column a reference may be named by beside its label: the target's natural key, where that is one column. */
function naturalKeyColumn(target: Resource): string | null {
  const [only, ...more] = target.key ?? []
  return only !== undefined && more.length === 0 ? columnOf(only) : null
}
