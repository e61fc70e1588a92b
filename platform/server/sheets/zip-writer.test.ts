import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CHUNKS_KEPT, zipStream } from './zip-writer.ts'

const name = 'a'
const headBytes = 30 + name.length
const chunkBytes = 200_000
/** Text that packs badly, another for each chunk. */
function fillWith(chunk: Buffer, at: number): Buffer {
  let state = at + 1
  for (let i = 0; i < chunk.length; i += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    chunk[i] = 32 + ((state >> 16) & 63)
  }
  return chunk
}

test('whoever makes chunks may write over those that are older than it keeps', async () => {
  const kept = Array.from({ length: CHUNKS_KEPT }, () => Buffer.alloc(chunkBytes))
  const made: Buffer[] = []
  const content = function* () {
    for (let at = 0; at < 5 * CHUNKS_KEPT; at += 1) {
      const chunk = fillWith(kept[at % CHUNKS_KEPT] as Buffer, at)
      made.push(Buffer.from(chunk))
      yield chunk
    }
  }
  const zip = await buffer(Readable.from(zipStream([{ name, content: content() }])))
  expect(inflateRawSync(zip.subarray(headBytes)).equals(Buffer.concat(made))).toBe(true)
})

test('a reader who leaves in the middle ends the making of chunks, and what is being packed harms nobody', async () => {
  let made = 0
  let isEnded = false
  const content = async function* () {
    try {
      for (; made < 1_000; made += 1) yield fillWith(Buffer.alloc(chunkBytes), made)
    } finally {
      isEnded = true
    }
  }
  const stream = Readable.from(zipStream([{ name, content: content() }]))
  // leaving the loop destroys the stream
  for await (const bytes of stream) if (bytes.length > 0 && made > CHUNKS_KEPT) break
  await expect.poll(() => isEnded).toBe(true)
  expect(made).toBeLessThan(1_000)
})

test('chunks that can not be made break the stream off with the reason', async () => {
  const content = async function* () {
    yield fillWith(Buffer.alloc(chunkBytes), 1)
    throw new Error('the database is gone')
  }
  await expect(buffer(Readable.from(zipStream([{ name, content: content() }])))).rejects.toThrow('the database is gone')
})
