/**
 * Deletes hourly what nobody needs any more: expired codes, pictures nobody confirmed, uploads no record ever held, and the bytes of files
 * that were deleted a day ago.
 */
import { sql } from 'kysely'
import type { House } from '../contract/house.ts'
import { forgetCodes } from './qr-code.ts'
import { thumbnailKey, thumbnailWidths } from './thumbnails.ts'

/** A download that has begun, or a mistake, has a day. */
const keptMs = 24 * 3_600_000
const atOnceMax = 1_000

/** An upload waits this long for the form it was made for: drafts keep. */
const orphanDays = 30
const heldByRecords = ['HTML_IMAGE', 'HTML_VIDEO', 'HELP_CENTER', 'IMAGE', 'ATTACHMENT']

/** Uploads that no record holds, a month after they came, are deleted; their bytes follow a day later. */
async function deleteOrphans(house: House): Promise<void> {
  const now = house.now()
  const db = house.unscoped('files that no record holds')
  const orphans = await db
    .selectFrom('stored_file as f')
    .select('f.id')
    .where('f.deleted_at', 'is', null)
    .where('f.upload_type', 'in', heldByRecords)
    .where('f.created_at', '<', new Date(now.getTime() - orphanDays * 24 * 3_600_000).toISOString())
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('file_use as u').select('u.id').whereRef('u.file_id', '=', 'f.id'))))
    .limit(atOnceMax)
    .execute()
  if (orphans.length === 0) return
  const ids = orphans.map(file => file.id)
  await db.updateTable('stored_file').set({ deleted_at: now.toISOString() }).where('id', 'in', ids).execute()
  house.log.info({ files: ids.length }, 'uploads that no record holds were deleted')
}

/** Files marked as deleted before `keptMs`; never one that an import was read from, for it is read again with later mappings. */
async function removeDeleted(house: House): Promise<void> {
  const db = house.unscoped('files that were deleted a day ago')
  const before = new Date(house.now().getTime() - keptMs).toISOString()
  const gone = await db
    .selectFrom('stored_file as f')
    .select(['f.id', 'f.storage_key', 'f.size'])
    .where('f.deleted_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_run as r')
            .select('r.id')
            .where(sql<boolean>`r.file_id = f.id`),
        ),
      ),
    )
    .limit(atOnceMax)
    .execute()
  for (const file of gone) {
    // bytes first: a row without bytes is found again by the next hour, bytes without a row never
    for (const key of [...thumbnailWidths.map(width => thumbnailKey(file.storage_key, width)), file.storage_key])
      await house.files.delete(key)
    for (const table of ['file_page', 'file_text'] as const) await db.deleteFrom(table).where('file_id', '=', file.id).execute()
    await db.deleteFrom('file_use').where('file_id', '=', file.id).execute()
    await db.deleteFrom('stored_file').where('id', '=', file.id).execute()
  }
  const bytes = gone.reduce((sum, file) => sum + Number(file.size), 0)
  if (gone.length > 0) house.log.info({ files: gone.length, bytes }, 'deleted files were removed from the store')
}

export async function cleanUpFiles(house: House): Promise<void> {
  await forgetCodes(house)
  await deleteOrphans(house)
  await removeDeleted(house)
}
