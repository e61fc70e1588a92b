/** Files of the demo company, stored as uploads of its people. */
import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/server/contract/context.ts'
import { UPLOAD_RULES } from '#platform/server/files/upload-rules.ts'

const pieceBytesMin = 64 * 1_024

export interface StoredDemoFile {
  readonly name: string
  readonly type: 'text/plain' | 'text/csv'
  readonly content: Iterable<string>
}

/** One file as an upload leaves it: its bytes in the store, its row. */
export async function storeDemoFile(context: Context, file: StoredDemoFile): Promise<string> {
  const storageKey = randomUUID()
  const { size, sha256 } = await context.house.files.put(storageKey, bytesOf(file.content), { bytesMax: UPLOAD_RULES.IMPORT.bytesMax })
  const { caller } = context
  return context.write(async tx => {
    const row = await tx
      .insertInto('stored_file')
      .values({
        org_id: caller.orgId,
        account_id: caller.accountId,
        storage_key: storageKey,
        name: file.name,
        size: String(size),
        sha256,
        upload_type: 'IMPORT',
        content_type: `${file.type}; charset=utf-8`,
        created_by: caller.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}

/** A file's bytes in pieces that are worth a write. */
async function* bytesOf(content: Iterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  for (const piece of content) {
    text += piece
    if (text.length < pieceBytesMin) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
