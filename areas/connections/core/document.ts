/** A document as it comes: unpacked where its first two bytes say so, looked at, and put into the store. Never whole in memory. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { House } from '#platform/server/area.ts'
import { FileTooLarge, type PutBytes, putBytes } from '#platform/server/files.ts'

/** of a document as it is sent */
export const documentBytesMax = 1_024 * 1_048_576
/** what is packed more closely than this is made to fill a disk */
const timesMax = 200
const timesFrom = 16 * 1_048_576
const headBytes = 200
const pieceBytes = 262_144

export class BrokenDocument extends Error {}

export interface Arrived extends PutBytes {
  /** its first bytes */
  readonly head: Buffer
  /** a sheet of text without a line below its head; a JSON document has what it has */
  readonly isEmpty: boolean
}

export async function arrived(house: House, sent: AsyncIterable<Buffer>): Promise<Arrived> {
  const seen: Seen = { head: Buffer.alloc(0), isBelow: false, hasLine: false }
  const put = await putBytes(house, watched(unpacked(sent), seen))
  const { head, hasLine } = seen
  return { ...put, head, isEmpty: head[0] !== 0x7b && head[0] !== 0x5b && !hasLine }
}

async function* unpacked(sent: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = sent[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 2) {
    const { value, done } = await parts.next()
    if (done === true) break
    head = Buffer.concat([head, value])
  }
  let came = head.length
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield head
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      came += next.value.length
      yield next.value
    }
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* rest()
  let size = 0
  try {
    // what goes wrong is told by the last of them
    for await (const part of pipeline(Readable.from(rest()), createGunzip({ chunkSize: pieceBytes }), () => undefined)) {
      size += (part as Buffer).length
      if (size > timesFrom && size > came * timesMax) throw new FileTooLarge(size)
      yield part as Buffer
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? new BrokenDocument(error.message, { cause: error })
      : error
  }
}

interface Seen {
  head: Buffer
  /** its first line is over */
  isBelow: boolean
  hasLine: boolean
}
const page = /^\s*(?:<!doctype|<html)/i

/** The same bytes; refused where they are a page of HTML in place of a document. */
async function* watched(bytes: AsyncIterable<Buffer>, seen: Seen): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    if (seen.head.length < headBytes) {
      seen.head = Buffer.concat([seen.head, part.subarray(0, headBytes)]).subarray(0, headBytes)
      if (page.test(seen.head.toString('latin1'))) throw new BrokenDocument('a page of HTML')
    }
    if (!seen.hasLine) {
      const end = seen.isBelow ? 0 : part.indexOf(0x0a)
      seen.isBelow ||= end !== -1
      seen.hasLine = end !== -1 && part.subarray(end).toString('latin1').trim() !== ''
    }
    yield part
  }
}
