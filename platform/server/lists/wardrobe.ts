/** How the values of a column look that the program alone can dress: names of references and files, several choices, words of its own, masks. */
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../context.ts'
import { fileRefs } from '../files/file-refs.ts'
import { MARK } from '../sheets/packed-row.ts'
import { fieldOf } from './columns.ts'
import type { Chosen } from './export-rows.ts'
import { labelsOf } from './labels.ts'

/** between the parts of a value that holds several */
export const partMark = '\u001c'
/** Stored as an array, written as one cell. */
export const isSeveral = (field: Field | undefined): boolean => field !== undefined && ['choices', 'links', 'files'].includes(field.kind)
/** Stored by id, shown by name. */
const isNamed = (field: Field | undefined): boolean => field !== undefined && ['reference', 'links', 'files'].includes(field.kind)

/** The looks of one column's values, remembered; names are looked up once each, not per row. */
export class Wardrobe {
  readonly #context: Context
  readonly #chosen: Chosen
  readonly #field: Field | undefined
  readonly #rememberedMax: number
  readonly #labels = new Map<string, string>()
  readonly #looks = new Map<string, string>()
  #unknown = new Set<string>()

  /** `rememberedMax`: looks and names together, beside those of the piece at hand. */
  constructor(context: Context, r: Resource, chosen: Chosen, rememberedMax: number) {
    this.#context = context
    this.#chosen = chosen
    this.#field = fieldOf(r, chosen.name)
    this.#rememberedMax = rememberedMax
  }

  /** Forgets when it has become too much. Between two pieces only: what was learnt for a piece is there until all of it is dressed. */
  makeRoom(): void {
    if (this.#labels.size + this.#looks.size <= this.#rememberedMax) return
    this.#labels.clear()
    this.#looks.clear()
  }

  /** The cell of a stored value; empty while a name in it is not known yet. */
  of(value: string): string {
    if (value === '') return ''
    const known = this.#looks.get(value)
    if (known !== undefined) return known
    const holdsSeveral = isSeveral(this.#field)
    const parts = holdsSeveral ? value.split(partMark) : [value]
    const missing = isNamed(this.#field) ? parts.filter(part => !this.#labels.has(part)) : []
    for (const part of missing) this.#unknown.add(part)
    if (missing.length > 0) return ''
    const { name, text } = this.#chosen
    const given = !holdsSeveral ? value : this.#field?.kind === 'choices' ? parts.map(Number) : parts
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
    for (const value of fresh) this.#labels.set(value, value)
    if (field.kind === 'files') for (const [id, file] of await fileRefs(this.#context, fresh)) this.#labels.set(id, file.name)
    else if (field.to !== undefined)
      for (const [value, label] of await labelsOf(this.#context, field.to, field.by ?? 'id', fresh)) this.#labels.set(value, label)
    return true
  }
}
