/**
 * Files in an S3-compatible store (FILES_URL), for more than one machine. One object per id; large ones come in parts, so that memory stays
 * flat.
 */
import { instantMs } from '#platform/format/instants.ts'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import type { S3Address } from './s3-address.ts'
import { s3Caller, type S3Caller } from './s3-calls.ts'
import { fileId, FileMissing, FileTooLarge, unfinishedHoursMax } from './store.ts'
import type { PutOptions, StoredBytes, SweptStore } from '../contract/file-store.ts'

/** S3 takes at most 10,000 parts of at least 5 MB: this carries 80 GB. */
export const partBytes = 8 * 1_048_576
const taken = 412

export interface S3Store extends SweptStore {
  /** Throws a sentence for the operator where the bucket can't be used. */
  check(): Promise<void>
}

export function s3FileStore(address: S3Address): S3Store {
  const call = s3Caller(address)
  const size = async (id: string): Promise<number | null> => {
    const answer = await call(fileId(id), { method: 'HEAD' }, [404])
    return answer.status === 404 ? null : Number(answer.headers.get('content-length'))
  }
  const get: S3Store['get'] = async (id, range) => {
    const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` }
    const answer = await call(fileId(id), { headers }, [404])
    if (answer.status === 404 || answer.body === null) throw new FileMissing()
    return Readable.fromWeb(answer.body as ReadableStream)
  }
  return {
    async put(id, content, options) {
      if ((await size(id)) !== null) throw new Error(`file id ${id} is taken`)
      return await put(call, id, content, options)
    },
    get,
    size,
    exists: async id => (await size(id)) !== null,
    async delete(id) {
      await call(fileId(id), { method: 'DELETE' }, [404])
    },
    async localCopy(id) {
      const path = join(tmpdir(), `zhanggui-copy-${randomUUID()}`)
      const release = (): Promise<void> => rm(path, { force: true })
      try {
        await pipeline(await get(id), createWriteStream(path, { mode: 0o600 }))
      } catch (error) {
        await release()
        throw error
      }
      return { path, release }
    },
    sweep: nowMs => sweep(call, address.prefix, nowMs),
    async check() {
      await call('', { method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix: address.prefix } }).catch((error: unknown) => {
        throw new Error(`FILES_URL 指定的存储不能使用。${error instanceof Error ? error.message : ''}`, { cause: error })
      })
    },
  }
}

/** Chunks of `partBytes`, the last one shorter; hashed and counted on their way. */
async function* partsOf(content: AsyncIterable<Uint8Array>, { bytesMax }: PutOptions, hash: ReturnType<typeof createHash>) {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > bytesMax) throw new FileTooLarge(bytesMax)
    hash.update(chunk)
    held.push(chunk)
    heldBytes += chunk.length
    while (heldBytes >= partBytes) {
      const joined = Buffer.concat(held)
      yield joined.subarray(0, partBytes)
      held = [joined.subarray(partBytes)]
      heldBytes -= partBytes
    }
  }
  yield Buffer.concat(held)
}

async function put(call: S3Caller, id: string, content: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBytes> {
  const hash = createHash('sha256')
  const parts = partsOf(content, options, hash)
  const first = await parts.next()
  const bytes = first.done === true ? Buffer.alloc(0) : first.value
  if (bytes.length < partBytes) {
    const answer = await call(id, { method: 'PUT', body: bytes, headers: { 'if-none-match': '*' } }, [taken])
    if (answer.status === taken) throw new Error(`file id ${id} is taken`)
    return { sha256: hash.digest('hex'), size: bytes.length }
  }
  const size = await putInParts(call, id, bytes, parts)
  return { sha256: hash.digest('hex'), size }
}

const tagOf = (xml: string, name: string): string | null => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? null

/** The object appears when the last call is done; what was begun and broke off is taken back. */
async function putInParts(
  call: S3Caller,
  id: string,
  first: Buffer<ArrayBuffer>,
  rest: AsyncIterable<Buffer<ArrayBuffer>>,
): Promise<number> {
  const uploadId = tagOf(await (await call(id, { method: 'POST', query: { uploads: '' } })).text(), 'UploadId')
  if (uploadId === null) throw new Error('文件存储（S3）没有回答分段上传的编号')
  const etags: string[] = []
  let size = 0
  const send = async (part: Buffer<ArrayBuffer>): Promise<void> => {
    const query = { partNumber: String(etags.length + 1), uploadId }
    const answer = await call(id, { method: 'PUT', query, body: part })
    await answer.body?.cancel()
    etags.push(answer.headers.get('etag') ?? '')
    size += part.length
  }
  try {
    await send(first)
    for await (const part of rest) if (part.length > 0) await send(part)
    const list = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`).join('')
    const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`
    const done = await (await call(id, { method: 'POST', query: { uploadId }, body })).text()
    // the answer begins with 200 before the store knows whether it will succeed
    if (done.includes('<Error>')) throw new Error(`文件存储（S3）没有完成上传：${tagOf(done, 'Code') ?? ''}`)
    return size
  } catch (error) {
    await call(id, { method: 'DELETE', query: { uploadId } }, [404])
    throw error
  }
}

/** Uploads in parts that a killed process has left: they cost and are seen by nobody. */
async function sweep(call: S3Caller, prefix: string, nowMs: number): Promise<number> {
  const xml = await (await call('', { query: { uploads: '', prefix } })).text()
  let removed = 0
  for (const [, upload = ''] of xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
    const [key, uploadId, begun] = [tagOf(upload, 'Key'), tagOf(upload, 'UploadId'), tagOf(upload, 'Initiated')]
    if (key === null || uploadId === null || begun === null || !key.startsWith(prefix)) continue
    if (nowMs - instantMs(begun) < unfinishedHoursMax * 3_600_000) continue
    await call(key.slice(prefix.length), { method: 'DELETE', query: { uploadId } }, [404])
    removed += 1
  }
  return removed
}
