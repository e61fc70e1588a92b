/**
 * Text of stored files: ordered in the transaction that gives a file to a record (`reads` of a field), read by a job in a thread of its
 * own. Reading again changes nothing.
 */
import { sql } from 'kysely'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { FileThread } from './file-thread.ts'
import type { ReadText } from './file-worker.ts'
import { readStates } from './tables.ts'

export const readJob = 'files.read'
const readMsMax = 60_000
/** pages of one statement */
const portion = 200
const waiting = readStates.waiting[0]

/** These files are to be read, those that are not yet. */
export async function orderReading(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const fresh = await tx
    .insertInto('file_text')
    .values([...new Set(ids)].toSorted().map(id => ({ org_id: context.caller.orgId, file_id: id })))
    .onConflict(conflict => conflict.columns(['org_id', 'file_id']).doNothing())
    .returning('file_id')
    .execute()
  for (const { file_id } of fresh) await context.house.jobs.add(tx, readJob, { orgId: context.caller.orgId, fileId: file_id })
}

export async function readFileText(house: House, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const [orgId, fileId] = [String(payload['orgId']), String(payload['fileId'])]
  const context = await house.asSystem(orgId, 'the text of a stored file')
  const file = await context.db
    .selectFrom('file_text as t')
    .innerJoin('stored_file as f', 'f.id', 't.file_id')
    .select('f.storage_key')
    .where('t.file_id', '=', fileId)
    .where('t.state', '=', waiting)
    .where('f.deleted_at', 'is', null)
    .executeTakeFirst()
  if (file === undefined) return
  const isThere = await house.files.exists(file.storage_key)
  const found = isThere ? await textOfFile(house, file.storage_key) : ({ state: 'broken', pages: [], grams: [] } as const)
  await context.write(async tx => {
    const taken = await tx
      .updateTable('file_text')
      .set({ state: readStates[found.state][0], pages: found.pages.length, grams: [...found.grams] })
      .where('file_id', '=', fileId)
      .where('state', '=', waiting)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) return
    // of a reading before
    await tx.deleteFrom('file_page').where('file_id', '=', fileId).execute()
    const pages = found.pages.map((body, at) => ({ org_id: orgId, file_id: fileId, page: at + 1, body })).filter(page => page.body !== '')
    for (let at = 0; at < pages.length; at += portion)
      await tx
        .insertInto('file_page')
        .values(pages.slice(at, at + portion))
        .execute()
  })
}

async function textOfFile(
  house: House,
  storageKey: string,
): Promise<Omit<ReadText, 'state'> & { readonly state: keyof typeof readStates }> {
  const copy = await house.files.localCopy(storageKey)
  const thread = new FileThread()
  try {
    const answer = await thread.ask({ do: 'read', path: copy.path }, readMsMax)
    if (!('failed' in answer)) return answer as ReadText
    const { failed: state } = answer
    if (state === 'again' || state === 'font') throw new Error('the thread that reads files failed')
    return { state, pages: [], grams: [] }
  } finally {
    await thread.end()
    await copy.release()
  }
}

/** Files that wait though their job is gone are ordered again. */
export async function orderForgotten(house: House): Promise<void> {
  const db = house.unscoped('files whose text was never read')
  const before = new Date(house.now().getTime() - 3_600_000).toISOString()
  const rows = await db
    .selectFrom('file_text as t')
    .innerJoin('stored_file as f', 'f.id', 't.file_id')
    .select(['t.org_id', 't.file_id'])
    .where('t.state', '=', waiting)
    .where('f.deleted_at', 'is', null)
    .where(sql<boolean>`t.created_at < ${before}`)
    .orderBy('t.created_at')
    .orderBy('t.file_id')
    .limit(1_000)
    .execute()
  await db.transaction().execute(async tx => {
    // one order at a time: those of the hour before may wait still
    for (const row of rows)
      await house.jobs.add(tx, readJob, { orgId: row.org_id, fileId: row.file_id }, { key: `${readJob} ${row.file_id}` })
  })
}
