/** A file that the program itself brings, stored as an upload of a person would be: its bytes in the store, its row. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../contract/context.ts'
import type { StoredBytes } from '../contract/file-store.ts'
import type { House } from '../contract/house.ts'
import { keepRow } from './keep-row.ts'
import { UPLOAD_RULES, type UploadType } from './upload-rules.ts'

/** Bytes in the store that no row names yet: who puts them gives them to `keepUpload` or deletes them. */
export interface PutBytes extends StoredBytes {
  readonly storageKey: string
}
export interface MadeFile {
  readonly name: string
  readonly contentType: string
  /** the text in pieces, bytes, or those that were put */
  readonly content: Iterable<string> | Buffer | PutBytes
  /** absent: a data file to be imported */
  readonly type?: UploadType
}

const pieceBytesMin = 64 * 1_024

/** Stored as they come, whole or not at all; FileTooLarge where they are more than a file of this type may have. */
export async function putBytes({ files }: House, content: AsyncIterable<Uint8Array>, type: UploadType = 'IMPORT'): Promise<PutBytes> {
  const storageKey = randomUUID()
  return { ...(await files.put(storageKey, content, { bytesMax: UPLOAD_RULES[type].bytesMax })), storageKey }
}
/** Answers the id of the file. */
export async function keepUpload(context: Context, file: MadeFile): Promise<string> {
  const { name, contentType, content, type = 'IMPORT' } = file
  const put = 'storageKey' in content ? content : await putBytes(context.house, bytesOf(content), type)
  return keepRow(context, { ...put, name, type, contentType })
}

/** A text's bytes in pieces that are worth a write. */
async function* bytesOf(content: Iterable<string> | Buffer): AsyncGenerator<Buffer> {
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
