/** What no one needs any more goes, hourly: past codes, the pictures nobody confirmed, and the bytes of files that were deleted a day ago. */
import { sql } from 'kysely'
import type { House } from '../house.ts'
import { hourly } from '../http/hourly.ts'
import { forgetCodes } from './qr-code.ts'
import { thumbnailKey, thumbnailWidths } from './thumbnails.ts'

/** A download that has begun, or a mistake, has a day. */
const keptMs = 24 * 3_600_000
const atOnceMax = 1_000

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
    await db.deleteFrom('stored_file').where('id', '=', file.id).execute()
  }
  const bytes = gone.reduce((sum, file) => sum + Number(file.size), 0)
  if (gone.length > 0) house.log.info({ files: gone.length, bytes }, 'deleted files were removed from the store')
}

export const cleanUpFiles = hourly('files.cleanUp', async house => {
  await forgetCodes(house)
  await removeDeleted(house)
})
