/** Lines of a document, read for its form. */
import type { FormItem, Row } from '../../declare/wire.ts'
import { api } from '../api/client.ts'

/** The record with its lines, under the names of the items that show them. */
export async function withLinesOf(items: readonly FormItem[], row: Row): Promise<Row> {
  const found = await Promise.all(
    items.flatMap(item =>
      item.lines === undefined
        ? []
        : [
            api
              .post<{ readonly list: readonly Row[] }>('/listField/lines', { type: item.lines.of, id: row.id }, { quiet: true })
              .then(answer => [item.field, answer.list] as const),
          ],
    ),
  )
  return found.length === 0 ? row : { ...row, ...Object.fromEntries(found) }
}
