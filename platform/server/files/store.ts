/**
 * Where the bytes of stored files lie. Names, owners and rights are rows of the database; a store knows ids and bytes alone.
 * One backend is the local folder (local-store.ts), the other an S3-compatible one (s3-store.ts) for more than one machine; FILES_URL chooses.
 */
import type { Readable } from 'node:stream'

export interface StoredBytes {
  /** lower-case hex */
  readonly sha256: string
  readonly size: number
}

/** Bytes from `start` to `end`, both included, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end?: number
}

export interface PutOptions {
  /** the stream is cut off and refused with FileTooLarge as soon as it passes this */
  readonly bytesMax: number
}

export interface LocalCopy {
  readonly path: string
  /** to be called when the reader is done: removes the copy where one was made */
  release(): Promise<void>
}

export interface FileStore {
  /** Keeps the stream's bytes under the id. They appear whole or not at all, also when the process dies in between. An id that is taken is refused. */
  put(id: string, content: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBytes>
  /** The bytes, or a part of them; FileMissing where there are none. */
  get(id: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes, null where there is no such file. */
  size(id: string): Promise<number | null>
  exists(id: string): Promise<boolean>
  /** Removes the bytes; nothing happens where there are none. */
  delete(id: string): Promise<void>
  /** A path for readers that need random access (workbooks). Not to be written to. */
  localCopy(id: string): Promise<LocalCopy>
}

/** A store that removes, when the program starts, what uploads left that were cut off by the end of a process; answers how many. */
export interface SweptStore extends FileStore {
  sweep(nowMs: number): Promise<number>
}
/** an upload of 1 GB over a slow line is done by then */
export const unfinishedHoursMax = 24

/** What an id may look like: no dot and no slash, so it can name nothing outside its folder. */
const ID = /^[A-Za-z0-9_-]{1,64}$/
export function fileId(id: string): string {
  if (!ID.test(id)) throw new RangeError('文件编号不正确')
  return id
}

export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
  readonly bytesMax: number

  constructor(bytesMax: number) {
    super(`文件超过 ${Math.floor(bytesMax / 1_048_576)}MB，请压缩或拆分后再上传`)
    this.bytesMax = bytesMax
  }
}

export class FileMissing extends Error {
  override name = 'FileMissing'

  constructor(options?: ErrorOptions) {
    super('文件不存在或已被删除', options)
  }
}
