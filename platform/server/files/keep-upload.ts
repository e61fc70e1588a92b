/** A file that the program itself brings, stored as an upload of a person would be: its bytes in the store, its row. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../contract/context.ts'
import { idWithoutOrder } from '../db/sealed-author.ts'
import { UPLOAD_RULES, type UploadType } from './upload-rules.ts'

export interface MadeFile {
  readonly name: string
  readonly contentType: string
  /** the text in pieces, or bytes */
  readonly content: Iterable<string> | Buffer
  /** absent: a data file to be imported */
  readonly type?: UploadType
}

const pieceBytesMin = 64 * 1_024

export async function keepUpload(context: Context, file: MadeFile): Promise<string> {
  const storageKey = randomUUID()
  const { type = 'IMPORT' } = file
  const { size, sha256 } = await context.house.files.put(storageKey, bytesOf(file.content), { bytesMax: UPLOAD_RULES[type].bytesMax })
  const { caller } = context
  return context.write(async tx => {
    const row = await tx
      .insertInto('stored_file')
      .values({
        id: idWithoutOrder(),
        org_id: caller.orgId,
        account_id: caller.accountId,
        storage_key: storageKey,
        name: file.name,
        size: String(size),
        sha256,
        upload_type: type,
        content_type: file.contentType,
        created_by: caller.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}

/** A text's bytes in pieces that are worth a write. */
async function* bytesOf(content: MadeFile['content']): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) {
    yield content
    return
  }
  let text = ''
  for (const piece of content) {
    text += piece
    if (text.length < pieceBytesMin) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
