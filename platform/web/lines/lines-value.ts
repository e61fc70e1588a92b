/**
 * Lines of a document while they are edited: what the server has, and what stands in the grid. Only the difference travels. Figures stay
 * decimal text. Pure.
 */
import type { LineChanges } from '../../declare/wire-lines.ts'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FormItem, Row } from '../../declare/wire.ts'
import { add, isDecimal } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { formulaOf, namesOf, typedFigures } from '#platform/format/formula.ts'
import { randomId } from '../api/random-id.ts'
import { isSameValue } from './same-value.ts'

export interface LinesValue {
  /** as the server has them */
  readonly base: readonly Row[]
  readonly rows: readonly Row[]
  /** what the server said of cells, by `cellKey` */
  readonly faults?: Readonly<Record<string, string>>
}

export const noLines: LinesValue = { base: [], rows: [] }
export const linesOf = (rows: unknown): LinesValue => {
  const list = Array.isArray(rows) ? (rows as readonly Row[]) : []
  return { base: list, rows: list }
}
/** A value of the form, whatever stands there. */
export const asLines = (value: unknown): LinesValue =>
  typeof value === 'object' && value !== null && 'rows' in value ? (value as LinesValue) : noLines

export const cellKey = (id: string, field: string): string => `${id}.${field}`

/** other than that of a draft that is restored */
const newPrefix = 'new'
const session = randomId().slice(0, 8)
export const isNew = ({ id }: Row): boolean => id.startsWith(newPrefix)
let made = 0
/** A line that is not stored yet: its id is our own, and comes back in the faults of its cells. */
export function newLine({ form }: LinesDefinition): Row {
  made += 1
  return { ...Object.fromEntries(form.map(item => [item.field, item.initial ?? undefined])), id: `${newPrefix}-${session}-${made}` }
}

/** Nobody has written anything into it but what it began with. */
export const isBlank = ({ form }: LinesDefinition, row: Row): boolean =>
  isNew(row) && form.every(item => isSameValue(row[item.field], item.initial ?? undefined))

/** Cells that are set; what the server said of them is past. Lines that are not there yet are added behind. */
export function withCells(
  value: LinesValue,
  cells: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  added: readonly Row[] = [],
): LinesValue {
  const set = (row: Row): Row => {
    const changed = cells.get(row.id)
    return changed === undefined ? row : { ...row, ...changed }
  }
  const rows = [...value.rows.map(set), ...added.map(set)]
  if (value.faults === undefined) return { ...value, rows }
  const faults = { ...value.faults }
  for (const [id, changed] of cells) for (const field of Object.keys(changed)) delete faults[cellKey(id, field)]
  return { ...value, rows, faults }
}

/** What was pasted into a cell of a reference. */
export interface PastedName {
  readonly id: string
  readonly field: string
  readonly text: string
}

/** Names that were looked up meanwhile: where the text still stands, the record takes its place, or the fault is told. */
export function withNames(
  value: LinesValue,
  names: readonly PastedName[],
  meantBy: (name: PastedName) => { readonly value: string; readonly label: string } | string,
): LinesValue {
  const faults: Record<string, string> = { ...value.faults }
  const found = new Map<string, Record<string, unknown>>()
  const rows = new Map(value.rows.map(row => [row.id, row]))
  for (const name of names) {
    const { id, field, text } = name
    if (rows.get(id)?.[field] !== text) continue
    const meant = meantBy(name)
    if (typeof meant === 'string') faults[cellKey(id, field)] = meant
    else found.set(id, { ...found.get(id), [field]: meant.value, [`${field}Label`]: meant.label })
  }
  return { ...value, rows: value.rows.map(row => (found.has(row.id) ? { ...row, ...found.get(row.id) } : row)), faults }
}

export function without(value: LinesValue, ids: ReadonlySet<string>): LinesValue {
  return { ...value, rows: value.rows.filter(({ id }) => !ids.has(id)) }
}

const sent = (item: FormItem, value: unknown): unknown => {
  const written = typeof value === 'string' ? value.trim() : value
  if (written === undefined || written === '') return null
  if (item.type === 'number' && item.kind === 'integer' && typeof written === 'string' && Number.isSafeInteger(Number(written)))
    return Number(written)
  return written
}

/** What was changed, line by line; null: nothing. */
export function changesOf(definition: LinesDefinition, { base, rows }: LinesValue): LineChanges | null {
  const { form } = definition
  const before = new Map(base.map(row => [row.id, row]))
  const kept = new Set(rows.map(({ id }) => id))
  const added = rows
    .filter(row => isNew(row) && !isBlank(definition, row))
    .map(row => ({
      id: row.id,
      ...Object.fromEntries(form.map(item => [item.field, sent(item, row[item.field])]).filter(([, v]) => v !== null)),
    }))
  const changed = rows.flatMap(row => {
    const was = before.get(row.id)
    if (was === undefined || was === row) return []
    const cells = form.filter(item => !item.editDisabled && !isSameValue(row[item.field], was[item.field]))
    if (cells.length === 0) return []
    const values = Object.fromEntries(cells.map(item => [item.field, sent(item, row[item.field])]))
    return [{ id: row.id, version: was.version ?? 1, ...values }]
  })
  const removed = base.filter(({ id }) => !kept.has(id)).map(({ id, version }) => ({ id, ...(version === undefined ? {} : { version }) }))
  if (added.length + changed.length + removed.length === 0) return null
  return { added, changed, removed }
}

/** Sums of the columns that are added up, exactly, by currency where they have one; '' stands for figures without. */
export function totalsOf({ fields }: LinesDefinition, rows: readonly Row[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const totals = new Map<string, ReadonlyMap<string, string>>()
  for (const { field, isTotal, currencyField } of fields) {
    if (!isTotal) continue
    const sums = new Map<string, string>()
    for (const row of rows) {
      const written = asText(row[field] ?? '').trim()
      if (!isDecimal(written)) continue
      const currency = currencyField === null ? '' : asText(row[currencyField] ?? '')
      sums.set(currency, add(sums.get(currency) ?? '0', written))
    }
    totals.set(field, sums)
  }
  return totals
}

/** Somebody else's lines as they are now: where I changed nothing of a cell, his value stands. */
export function mergedLines(value: LinesValue, current: readonly Row[]): LinesValue {
  const now = new Map(current.map(row => [row.id, row]))
  const before = new Map(value.base.map(row => [row.id, row]))
  const mine = (row: Row): Row => {
    const [latest, was] = [now.get(row.id), before.get(row.id)]
    if (latest === undefined || was === undefined) return row
    const touched = Object.keys(row).filter(name => name !== 'version' && !isSameValue(row[name], was[name]))
    return { ...latest, ...Object.fromEntries(touched.map(name => [name, row[name]])) }
  }
  return { ...value, rows: value.rows.map(mine), base: value.base.map(row => now.get(row.id) ?? row) }
}
/** The same lines as the other person saved them; what I wrote into them goes, also where I took them away. */
export function latestLines(value: LinesValue, current: readonly Row[]): LinesValue {
  const now = new Map(current.map(row => [row.id, row]))
  const kept = new Set(value.rows.map(({ id }) => id))
  const back = current.filter(({ id }) => !kept.has(id))
  return {
    ...value,
    rows: [...value.rows.map(row => now.get(row.id) ?? row), ...back],
    base: value.base.map(row => now.get(row.id) ?? row),
  }
}

const documentPart = 'document.'
/** What its formulas read of the document. */
export function documentOf(definition: LinesDefinition, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = definition.fields.flatMap(({ typed }) => (typed === undefined ? [] : namesOf(formulaOf(typed.formula))))
  const own = names.flatMap(name => (name.startsWith(documentPart) ? [name.slice(documentPart.length)] : []))
  return Object.fromEntries(own.map(name => [name, values[name] ?? null]))
}

/** Figures that formulas make of what stands there now, of the line and of its document. They do not travel: the server makes the same. */
export function withTyped(definition: LinesDefinition, value: LinesValue, document: Readonly<Record<string, unknown>>): LinesValue {
  const formulas = definition.fields.flatMap(({ field, typed }) => (typed === undefined ? [] : [{ field, ...typed }]))
  if (formulas.length === 0) return value
  const rows = value.rows.map(row => {
    const made = typedFigures(formulas, row, document)
    return Object.entries(made).every(([name, one]) => isSameValue(row[name] ?? null, one)) ? row : { ...row, ...made }
  })
  return rows.every((row, at) => row === value.rows[at]) ? value : { ...value, rows }
}
