/** One uploaded file: its bytes to the store, what it is from its content, then its row. */
import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { UploadedFile } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { linkOf } from './link.ts'
import { SERVED, SNIFF_BYTES } from './sniff.ts'
import { FileTooLarge } from './store.ts'
import { inspectUpload, UPLOAD_RULES, type UploadType } from './upload-rules.ts'

const nameCharactersMax = 200

export async function storeUpload(context: Context, part: MultipartFile, type: UploadType): Promise<UploadedFile> {
  const rule = UPLOAD_RULES[type]
  const storageKey = randomUUID()
  const chunks = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first: Buffer[] = []
  let sniffed = 0
  while (sniffed < SNIFF_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    first.push(value)
    sniffed += value.length
  }
  const { type: fileType, refusal } = inspectUpload(type, Buffer.concat(first).subarray(0, SNIFF_BYTES))
  if (refusal !== null) {
    part.file.resume()
    throw refuse.wrongType(refusal)
  }
  async function* content(): AsyncGenerator<Buffer> {
    yield* first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const name = ((part.filename ?? '').split(/[\\/]/).pop() ?? '').slice(-nameCharactersMax) || '未命名'
  const stored = await context.house.files.put(storageKey, content(), { bytesMax: rule.bytesMax }).catch((error: unknown) => {
    part.file.resume()
    throw error instanceof FileTooLarge ? refuse.tooLarge(rule.tooLarge) : error
  })
  if (part.file.truncated) {
    await context.house.files.delete(storageKey)
    throw refuse.tooLarge(rule.tooLarge)
  }
  const { caller } = context
  try {
    return await context.write(async tx => {
      const row = await tx
        .insertInto('stored_file')
        .values({
          org_id: caller.orgId,
          account_id: caller.accountId,
          storage_key: storageKey,
          name,
          size: String(stored.size),
          sha256: stored.sha256,
          upload_type: type,
          content_type: SERVED[fileType].contentType,
          created_by: caller.accountId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: row.id, link: linkOf(row.id), name, size: stored.size, type }
    })
  } catch (error) {
    await context.house.files.delete(storageKey)
    throw error
  }
}
