/** What the fields of a book can't say. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import { isbnOf } from '#platform/format/isbn.ts'
import { refuse } from '#platform/server/area.ts'

/** The input with its ISBN as 13 digits; one that is none is refused. */
export function bookRule(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { isbn } = input
  if (typeof isbn !== 'string' || isbn.trim() === '') return input
  const digits = isbnOf(isbn)
  if (digits === null) throw refuse.invalid([{ field: 'isbn', message: sentence`ISBN 不正确，请核对书背条码下的 13 位或 10 位编号` }])
  return { ...input, isbn: digits }
}
