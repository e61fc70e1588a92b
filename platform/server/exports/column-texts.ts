/** The texts of a column's values that only the program can write: names of references and files, codes, stored sentences, masks. */
import { isByProgram, type Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { fileRefs } from '../lists/file-refs.ts'
import { cellText, instantText, ProgramText } from '../sheets/copied-rows.ts'
import { fieldOf } from '../lists/columns.ts'
import { labelsOf } from '../lists/labels.ts'
import { isWide } from '../lists/named-rows.ts'
import { isSeveral, partSeparator, type ChosenColumn } from './columns.ts'

/** Stored by id, shown by name. */
const isNamed = (field: Field | undefined): boolean => field !== undefined && ['reference', 'links', 'files'].includes(field.kind)

/** bytes of a cell that make one number: codes, flags and most ids */
const keyBytes = 4

/** The texts of one column's values, cached; each name is looked up once, not per row. */
export class ColumnTexts {
  readonly #context: Context
  readonly #chosen: ChosenColumn
  readonly #field: Field | undefined
  readonly #rememberedMax: number
  readonly #labels = new Map<string, string>()
  readonly #looks = new Map<string | number, ProgramText>()
  /** of an empty cell, and of one whose name is not known yet; each writer stamps its own */
  readonly #nothing = new ProgramText('')
  #unknown = new Set<string>()

  /** `rememberedMax`: texts and names together, in addition to those of the current piece. */
  constructor(context: Context, r: Resource, chosen: ChosenColumn, rememberedMax: number) {
    this.#context = context
    this.#chosen = chosen
    this.#field = fieldOf(r, chosen.name)
    this.#rememberedMax = rememberedMax
  }

  /** Forgets when it holds too much. Only between two pieces: what was looked up for a piece stays until all of it is written. */
  makeRoom(): void {
    if (this.#labels.size + this.#looks.size <= this.#rememberedMax) return
    this.#labels.clear()
    this.#looks.clear()
  }

  /** The look of a cell; empty while a name in it is not known yet. */
  of(bytes: Buffer, start: number, end: number): ProgramText {
    const key = keyOf(bytes, start, end)
    const known = this.#looks.get(key)
    if (known !== undefined) return known
    const look = this.#made(this.#field?.kind === 'dateTime' ? instantText(bytes, start, end) : cellText(bytes, start, end))
    if (look === null) return this.#nothing
    this.#looks.set(key, look)
    return look
  }

  /** Null while a name is not known. */
  #made(value: string): ProgramText | null {
    if (value === '') return this.#nothing
    const parts = isSeveral(this.#field) ? value.split(partSeparator) : [value]
    const missing = isNamed(this.#field) ? parts.filter(part => !this.#labels.has(part)) : []
    for (const part of missing) this.#unknown.add(part)
    if (missing.length > 0) return null
    const { name, text } = this.#chosen
    return new ProgramText(String(text(valueOf(this.#field, value, parts), new Map([[name, this.#labels]])) ?? ''))
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
      for (const [value, label] of await labelsOf(this.#context, field.to, field.by ?? 'id', fresh, isWide(field)))
        this.#labels.set(value, label)
    return true
  }
}

/** The value as `Chosen.text` knows it. */
function valueOf(field: Field | undefined, value: string, parts: readonly string[]): unknown {
  if (field !== undefined && isByProgram(field)) return value
  if (field?.kind === 'flag') return value === 't'
  if (field?.kind === 'choice') return Number(value)
  if (field?.kind === 'choices') return parts.map(Number)
  return isSeveral(field) ? parts : value
}

/** The same for the same bytes only: no byte of a cell is zero. */
function keyOf(bytes: Buffer, start: number, end: number): string | number {
  if (end - start > keyBytes) return bytes.toString('latin1', start, end)
  let key = 0
  for (let at = start; at < end; at += 1) key = (key << 8) | (bytes[at] as number)
  return key
}
