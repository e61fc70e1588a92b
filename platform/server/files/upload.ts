/** One uploaded file: its bytes to the store, what it is from its content, then its row. */
import { sentence } from '#platform/declare/sentence.ts'
import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { demandImportQuota } from './import-quota.ts'
import { keepRow } from './keep-row.ts'
import { fileAddress } from '../lists/file-address.ts'
import { SERVED, SNIFF_BYTES } from '../base/sniff.ts'
import { FileTooLarge } from './store.ts'
import { inspectUpload, UPLOAD_RULES, type UploadType } from './upload-rules.ts'

const nameCharactersMax = 200
/** The last part of a path, whichever system it came from, without what moves a terminal or ends a header. */
const plainName = (given: string | undefined): string =>
  ((given ?? '').split(/[\\/]/).pop() ?? '').replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(-nameCharactersMax) || '未命名'

/** The next bytes of a form's file. The form's end in the middle of a file is the line's doing, and its error has no code. */
async function nextOf(chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  try {
    return await chunks.next()
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    throw refuse.rule(sentence`上传中断，文件没有保存，请重新上传`)
  }
}

/** `picturesOnly`: also of a type that may be other things. */
export async function storeUpload(
  context: Context,
  part: MultipartFile,
  type: UploadType,
  { picturesOnly = false }: { readonly picturesOnly?: boolean } = {},
): Promise<UploadedFile> {
  const rule = UPLOAD_RULES[type]
  if (type === 'IMPORT')
    await demandImportQuota(context).catch((error: unknown) => {
      part.file.resume()
      throw error
    })
  const storageKey = randomUUID()
  const chunks = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first: Buffer[] = []
  let sniffed = 0
  while (sniffed < SNIFF_BYTES) {
    const { value, done } = await nextOf(chunks)
    if (done) break
    first.push(value)
    sniffed += value.length
  }
  const name = plainName(part.filename)
  const { type: fileType, refusal } = inspectUpload(type, Buffer.concat(first).subarray(0, SNIFF_BYTES), name)
  const noPicture =
    picturesOnly && !SERVED[fileType].contentType.startsWith('image/') ? sentence`只能上传图片：jpeg、jpg、png、gif、webp` : null
  const wrong = refusal ?? noPicture
  if (wrong !== null) {
    part.file.resume()
    throw refuse.wrongType(wrong)
  }
  async function* content(): AsyncGenerator<Buffer> {
    yield* first
    for (let next = await nextOf(chunks); !next.done; next = await nextOf(chunks)) yield next.value
  }
  const stored = await context.house.files.put(storageKey, content(), { bytesMax: rule.bytesMax }).catch((error: unknown) => {
    part.file.resume()
    throw error instanceof FileTooLarge ? refuse.tooLarge(rule.tooLarge) : error
  })
  if (part.file.truncated) {
    await context.house.files.delete(storageKey)
    throw refuse.tooLarge(rule.tooLarge)
  }
  const id = await keepRow(context, { ...stored, storageKey, name, type, contentType: SERVED[fileType].contentType })
  return { id, link: fileAddress(id), name, size: stored.size, type }
}
