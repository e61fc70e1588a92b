import type { Context } from '#platform/server/area.ts'
import { families } from '../amazon/tables.ts'

/** no kind has this number */
const noKind = '0'

/** The kinds of a type of the transaction report, as the value of a condition. */
export async function kindsOfType(context: Context, type: string): Promise<string> {
  const kinds = await context.db
    .selectFrom('amazon_kind')
    .select('id')
    .where('family', '=', families.transaction[0])
    .where('type', '=', type)
    .where('column_name', '=', '')
    .execute()
  return [noKind, ...kinds.map(kind => kind.id)].join(',')
}
