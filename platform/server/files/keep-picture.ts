/** A picture that the program itself brings: stored as an upload of the person would be. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../contract/context.ts'
import { idWithoutOrder } from '../db/sealed-author.ts'
import { UPLOAD_RULES } from './upload-rules.ts'

/** `bytes`: a PNG. Answers the id of the file. */
export async function keepPicture(context: Context, name: string, bytes: Buffer): Promise<string> {
  const storageKey = randomUUID()
  const { size, sha256 } = await context.house.files.put(storageKey, onceOf(bytes), { bytesMax: UPLOAD_RULES.IMAGE.bytesMax })
  const { caller } = context
  return context.write(async tx => {
    const row = await tx
      .insertInto('stored_file')
      .values({
        id: idWithoutOrder(),
        org_id: caller.orgId,
        account_id: caller.accountId,
        storage_key: storageKey,
        name,
        size: String(size),
        sha256,
        upload_type: 'IMAGE',
        content_type: 'image/png',
        created_by: caller.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}

async function* onceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
