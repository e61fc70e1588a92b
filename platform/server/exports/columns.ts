/** The columns of an export: which are asked for, how each value becomes a cell, and what the caller may read of it. */
import { sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Choices, Field } from '#platform/declare/fields.ts'
import { columnOf, labelIn, type Resource } from '#platform/declare/resource.ts'
import type { Tone } from '#platform/declare/tone.ts'
import { expiryCode } from '#platform/format/contract-expiry.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { ListWords } from '../contract/list-words.ts'
import { fieldOf, valueKind, wireFields } from '../lists/columns.ts'
import { isSensitive, mayReveal, sensitiveFields } from '../lists/sensitive.ts'
import { isEncrypted } from '../db/encrypted.ts'
import type { CellToWrite, ColumnKind, ColumnToWrite } from '../sheets/sheet-to-write.ts'
import { maskedValue } from '../trail/masked.ts'

/** A column of an export, and how its cells are worded. */
export interface ChosenColumn {
  readonly name: string
  readonly column: ColumnToWrite
  readonly text: (value: unknown, labels: ReadonlyMap<string, ReadonlyMap<string, string>>) => CellToWrite
}

/** between the parts of a value that holds several */
export const partSeparator = '\u001c'
/** Stored as an array, written as one cell. */
export const isSeveral = (field: Field | undefined): boolean => field !== undefined && ['choices', 'links', 'files'].includes(field.kind)

const kindOf: Readonly<Record<string, ColumnKind>> = {
  money: 'money',
  integer: 'integer',
  decimal: 'number',
  date: 'date',
  dateTime: 'datetime',
  percent: 'percent',
}

/** stands for a last day that there is none of */
export const noDay = '9999-12-31'

/** The column with words that the database does not have: a mask, names of the program. */
export const withText = (chosen: ChosenColumn, text: ChosenColumn['text']): ChosenColumn => ({
  ...chosen,
  text,
  column: { ...chosen.column, isLook: true },
})

/**
 * Whether the program has to write the cells of a field. A reference by the very column that is its label (a currency by its code) says it
 * already.
 */
export const needsText = (context: Context, field: Field): boolean => {
  if (field.options.pure !== undefined || field.kind === 'flag' || field.kind === 'choice' || isSeveral(field)) return true
  if (field.kind !== 'reference') return false
  const target = context.house.registry.resources.get(field.to ?? '')
  return target === undefined || (field.by ?? 'id') !== columnOf(labelIn(target, context.language))
}

/** The columns of one export as the caller may read them, and the sensitive fields among them that he reads whole. */
export function columnsFor(
  context: Context,
  r: Resource,
  ask: ColumnsAsk,
  words: ListWords,
): { readonly columns: readonly ChosenColumn[]; readonly sensitive: readonly string[] } {
  const readsAll = mayReveal(context.caller, r)
  const asked = exportColumns(context, r, ask)
  const names = new Set(asked.map(column => column.name))
  return {
    columns: inWords(
      context,
      words,
      maskedColumns(r, asked, field => isEncrypted(field) || !readsAll),
    ),
    sensitive: readsAll ? sensitiveFields(r).flatMap(([name, field]) => (names.has(name) && !isEncrypted(field) ? [name] : [])) : [],
  }
}

/** Heads and fields in the same order; no fields: all. */
export interface ColumnsAsk {
  readonly headers: readonly string[]
  readonly fields: readonly string[]
}

const tonesOf = (choices: Choices): [string, Tone][] =>
  Object.values(choices).flatMap(([, words, , tone]) => (tone === undefined ? [] : [[words, tone] as [string, Tone]]))

/** Of what the database does not know the cell is what the program works it out from. */
function workedOut({ options: { pure, expiry } }: Field, given: unknown, today: string): unknown {
  if (expiry !== undefined) return expiryCode(asText(given), today)
  return pure === undefined ? given : pure.work(...(JSON.parse(asText(given)) as unknown[]))
}

/** The columns asked for, each with the way its value becomes a cell. */
export function exportColumns(context: Context, r: Resource, ask: ColumnsAsk): ChosenColumn[] {
  if (ask.headers.length !== ask.fields.length) throw refuse.invalid([{ field: 'headers', message: sentence`表头与字段的个数应当相同` }])
  const names = ask.fields.length > 0 ? ask.fields : wireFields(r).map(([n]) => n)
  const today = todayOf(context)
  return names.map((name, i) => {
    const field = fieldOf(r, name)
    if (!field) throw refuse.invalid([{ field: 'fields', message: sentence`未知的字段 ${name}` }])
    const choices = field.choices ? new Map(Object.values(field.choices).map(c => [c[0], c[1]])) : null
    const text: ChosenColumn['text'] = (given, labels) => {
      const value = workedOut(field, given, today)
      if (value === null || value === undefined) return null
      if (Array.isArray(value))
        return value.map(one => choices?.get(one as number) ?? labels.get(name)?.get(asText(one)) ?? asText(one)).join('、')
      if (choices) return choices.get(value as number) ?? asText(value)
      if (field.kind === 'flag') return value === true ? '是' : '否'
      if (field.kind === 'reference') return labels.get(name)?.get(asText(value)) ?? asText(value)
      return asText(value)
    }
    return {
      name,
      column: {
        title: ask.headers[i] || field.title[0],
        kind: field.options.identifier === true ? 'serial' : (ownValue(kindOf, valueKind(field)) ?? 'text'),
        width: 16,
        isLook: needsText(context, field),
        ...(field.kind === 'choice' && field.choices !== undefined ? { tones: tonesOf(field.choices) } : {}),
      },
      text,
    }
  })
}

/** What is sensitive as who may not see it whole gets it; what is encrypted leaves by named exports alone. */
const maskedColumns = (r: Resource, columns: readonly ChosenColumn[], isMasked: (field: Field) => boolean): ChosenColumn[] =>
  columns.map(column => {
    const field = fieldOf(r, column.name)
    if (field === undefined || !isSensitive(field) || !isMasked(field)) return column
    return withText({ ...column, column: { ...column.column, kind: 'text' } }, value => maskedValue(field, value) as CellToWrite)
  })

/** Names of the program as a person reads them. */
const inWords = (context: Context, words: ListWords, columns: readonly ChosenColumn[]): ChosenColumn[] =>
  columns.map(column => {
    const of = ownValue(words, column.name)
    return of === undefined ? column : withText(column, value => (value === null ? null : of.shown(context, asText(value))))
  })
