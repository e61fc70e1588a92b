/** Lines of a document, read for its form. */
import type { FormItem, Row } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { LinesPart } from './lines-part.ts'

export const hasLines = (items: readonly FormItem[]): boolean => items.some(item => item.lines !== undefined)

/** The lines of a record, under the names of the items that show them. Their grid comes meanwhile. */
export async function linesOf(items: readonly FormItem[], id: string): Promise<Readonly<Record<string, readonly Row[]>>> {
  if (!hasLines(items)) return {}
  const found = items.flatMap(item =>
    item.lines === undefined
      ? []
      : [
          api
            .post<{ readonly list: readonly Row[] }>('/listField/lines', { type: item.lines.of, id }, { quiet: true })
            .then(answer => [item.field, answer.list] as const),
        ],
  )
  const [lines] = await Promise.all([Promise.all(found), LinesPart.ahead()])
  return Object.fromEntries(lines)
}
