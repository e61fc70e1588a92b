/**
 * Where the bytes of stored files lie. Names, owners and rights are rows of the database; a store knows ids and bytes alone.
 * One backend is the local folder (files/local-store.ts), the other an S3-compatible one (files/s3-store.ts) for more than one machine;
 * FILES_URL chooses.
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
  /**
   * Keeps the stream's bytes under the id. They appear whole or not at all, also when the process dies in between. An id that is taken is
   * refused.
   */
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
