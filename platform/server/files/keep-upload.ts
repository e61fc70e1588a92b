/** A file that the program itself brings, stored as an upload of a person would be: its bytes in the store, its row. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../contract/context.ts'
import { keepRow } from './keep-row.ts'
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

/** Answers the id of the file. */
export async function keepUpload(context: Context, file: MadeFile): Promise<string> {
  const storageKey = randomUUID()
  const { name, contentType, content, type = 'IMPORT' } = file
  const stored = await context.house.files.put(storageKey, bytesOf(content), { bytesMax: UPLOAD_RULES[type].bytesMax })
  return keepRow(context, { ...stored, storageKey, name, type, contentType })
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
