/** A list whose text fields hold names of the program (tables, verbs): what a person reads for them, and asks by. */
import { own } from '#platform/declare/own.ts'
import type { ListAnswer, ListQuery, Row } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'

export interface FieldWords {
  /** what stands in the list and in exports for a stored value */
  shown(context: Context, stored: string): string
  /** the stored value that a filter means; words that mean none stay as they are */
  stored(context: Context, shown: string): string
}
/** field -> its words */
export type ListWords = Readonly<Record<string, FieldWords>>

/** A filter's words as they are stored. */
export function storedQuery(context: Context, words: ListWords, query: ListQuery): ListQuery {
  const stored = (field: string, value: unknown): unknown =>
    typeof value === 'string' ? (own(words, field)?.stored(context, value.trim()) ?? value) : value
  const { conditionList, ...rest } = query
  return {
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, stored(field, value)])),
    ...(Array.isArray(conditionList)
      ? { conditionList: conditionList.map(one => ({ ...one, value: stored(one.field, one.value) as typeof one.value })) }
      : {}),
  } as ListQuery
}

/** A row in words. */
export const shownRow = (context: Context, words: ListWords, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(words).map(([field, of]) => [field, of.shown(context, String(row[field]))])),
})

/** The answer of a list in words. */
export const shownAnswer = (context: Context, words: ListWords, answer: ListAnswer): ListAnswer => ({
  ...answer,
  list: answer.list.map(row => shownRow(context, words, row)),
})
