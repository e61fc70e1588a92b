/** The row of bytes that are in the store: bytes without a row are found by nobody, so they go when it can't be written. */
import type { Context } from '../contract/context.ts'
import { idWithoutOrder } from '../db/sealed-author.ts'

export interface KeptBytes {
  readonly storageKey: string
  /** bytes */
  readonly size: number
  readonly sha256: string
  readonly name: string
  readonly type: string
  readonly contentType: string
}

/** Answers the id of the file. */
export async function keepRow(context: Context, { storageKey, size, sha256, name, type, contentType }: KeptBytes): Promise<string> {
  const { caller, house } = context
  try {
    const row = await context.write(tx =>
      tx
        .insertInto('stored_file')
        .values({
          id: idWithoutOrder(),
          org_id: caller.orgId,
          account_id: caller.accountId,
          storage_key: storageKey,
          name,
          size: String(size),
          sha256,
          upload_type: type,
          content_type: contentType,
          created_by: caller.accountId,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return row.id
  } catch (error) {
    await house.files.delete(storageKey)
    throw error
  }
}
