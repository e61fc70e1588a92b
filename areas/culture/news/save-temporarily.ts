/** saveNewsTemporarily: what is written so far is kept as a draft; the title alone must be there. */
import { operations } from '#platform/declare/operations.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { addRecord, oneRecord, updateRecord } from '#platform/server/records.ts'
import { news } from './tables.ts'

/** Without an id a new draft; without a version the present one is changed. */
export async function saveTemporarily(
  context: Context,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; version: number }> {
  const { id, version, ...values } = input
  if (id === undefined || id === null || id === '') {
    const added = await addRecord(context, news.draft, values)
    return { id: added.id, version: 1 }
  }
  // the call is for whoever may add; what is there already takes the right to edit it
  if (!may(context.caller, 'news', operations.edit)) throw refuse.forbidden()
  const known = version ?? (await oneRecord(context, news.draft, id)).version
  const saved = await updateRecord(context, news.draft, { ...values, id, version: known })
  return { id: saved.id, version: saved.version }
}
