/** A list in words: a filter as it is stored, an answer as it is read. */
import { asText } from '#platform/format/text.ts'
import { fromStored } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { ListAnswer, ListQuery, Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { FieldWords, ListWords } from '../contract/list-words.ts'

/** A filter's words as they are stored. */
export function storedQuery(context: Context, words: ListWords, query: ListQuery): ListQuery {
  const stored = (field: string, value: unknown): unknown =>
    typeof value === 'string' ? (ownValue(words, field)?.stored(context, value.trim()) ?? value) : value
  const { conditionList, ...rest } = query
  return {
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, stored(field, value)])),
    ...(Array.isArray(conditionList)
      ? { conditionList: conditionList.map(one => ({ ...one, value: stored(one.field, one.value) as typeof one.value })) }
      : {}),
  } as ListQuery
}

/** A row in words. */
export const rowInWords = (context: Context, words: ListWords, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(words).flatMap(([field, of]) =>
      row[field] === null || row[field] === undefined ? [] : [[field, of.shown(context, asText(row[field]))]],
    ),
  ),
})

/** The answer of a list in words. */
export const answerInWords = (context: Context, words: ListWords, answer: ListAnswer): ListAnswer => ({
  ...answer,
  list: answer.list.map(row => rowInWords(context, words, row)),
})

/** A text field that keeps sentences (declare/sentence.ts): what the reader's language makes of them. Nobody asks by them. */
export const storedSentence: FieldWords = {
  shown: ({ house, language }, stored) => house.registry.inWords(fromStored(stored), language),
  stored: (_, shown) => shown,
}
