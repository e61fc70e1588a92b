/**
 * Codes of the scan-to-upload dialog. A code stands in an address that a phone opens without a session, so it is worth little:
 * five minutes, one upload of pictures of one type, bound to the account that asked for it; only that account learns what was uploaded.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Database } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { Refusal } from '../calls/refusal.ts'
import { codeStates } from './tables.ts'

export type QrUpload = Selectable<Database['qr_upload']>

export const codeMsMax = 5 * 60_000
/** An upload that was neither confirmed nor cancelled is forgotten with its pictures. */
export const uploadedMsMax = 24 * 3_600_000
const reason = 'codes of the scan-to-upload dialog'
const [waiting, uploaded] = [codeStates.waiting[0], codeStates.uploaded[0]]
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

export const notUploadedYet = (): Refusal => new Refusal(10101, 200, sentence`图片尚未上传`)
export const codeIsOver = (): Refusal => new Refusal(10102, 200, sentence`二维码已过期或已使用，请重新获取`)

export async function issueCode(house: House, who: { accountId: string; orgId: string }, uploadType: string): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  await house
    .unscoped(reason)
    .insertInto('qr_upload')
    .values({
      code_hash: hashOf(code),
      account_id: who.accountId,
      org_id: who.orgId,
      upload_type: uploadType,
      expires_at: new Date(house.now().getTime() + codeMsMax).toISOString(),
    })
    .execute()
  return code
}

const isWaiting = (row: QrUpload, house: House): boolean => row.state === waiting && instantMs(row.expires_at) > house.now().getTime()

async function rowOf(house: House, code: string): Promise<QrUpload> {
  const row = await house.unscoped(reason).selectFrom('qr_upload').selectAll().where('code_hash', '=', hashOf(code)).executeTakeFirst()
  if (!row) throw codeIsOver()
  return row
}

/** For the phone: the code that pictures of this type may be uploaded with, now. */
export async function openCode(house: House, code: string, uploadType: string): Promise<QrUpload> {
  const row = await rowOf(house, code)
  if (!isWaiting(row, house) || row.upload_type !== uploadType) throw codeIsOver()
  return row
}

/** Uses the code up; false where it has meanwhile been used, ended or run out. Decided by the database: of two phones one wins. */
export async function spendCode(house: House, row: QrUpload, fileIds: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await house
    .unscoped(reason)
    .updateTable('qr_upload')
    .set({
      state: uploaded,
      files: sql`${JSON.stringify(fileIds)}::jsonb`,
      expires_at: new Date(house.now().getTime() + uploadedMsMax).toISOString(),
    })
    .where('code_hash', '=', row.code_hash)
    .where('state', '=', waiting)
    .where('expires_at', '>', house.now().toISOString())
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** For who asked for the code: ids of what was uploaded; 10101 while there is nothing yet, 10102 when nothing can come any more. */
export async function uploadedWith(house: House, accountId: string, code: string): Promise<readonly string[]> {
  const row = await rowOf(house, code)
  if (row.account_id !== accountId) throw codeIsOver()
  if (row.state === uploaded) return row.files ?? []
  throw isWaiting(row, house) ? notUploadedYet() : codeIsOver()
}

/** Ends a code; answers what was uploaded with it. It is forgotten at once: who asked for it and when may lead to a sealed author. */
export async function endCode(house: House, accountId: string, code: string): Promise<readonly string[]> {
  const before = await house
    .unscoped(reason)
    .deleteFrom('qr_upload')
    .where('code_hash', '=', hashOf(code))
    .where('account_id', '=', accountId)
    .returning('files')
    .executeTakeFirst()
  if (!before) throw codeIsOver()
  return before.files ?? []
}

/** Codes that are past, and the pictures that nobody confirmed. */
export async function forgetCodes(house: House): Promise<void> {
  const now = house.now().toISOString()
  await house
    .unscoped(reason)
    .transaction()
    .execute(async tx => {
      const past = await tx.deleteFrom('qr_upload').where('expires_at', '<', now).returning(['state', 'files']).execute()
      const ids = past.flatMap(row => (row.state === uploaded ? (row.files ?? []) : []))
      if (ids.length > 0) await tx.updateTable('stored_file').set({ deleted_at: now }).where('id', 'in', ids).execute()
    })
}
