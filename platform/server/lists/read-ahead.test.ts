import { expect, it } from 'vitest'
import { readAhead } from './read-ahead.ts'

/** Numbers up to `count`; tells what it has begun and that it was closed. */
function source(count: number, failsAt = -1): { pieces: AsyncGenerator<number>; begun: number[]; isClosed: () => boolean } {
  const begun: number[] = []
  let closed = false
  const pieces = (async function* () {
    try {
      for (let i = 0; i < count; i += 1) {
        begun.push(i)
        await Promise.resolve()
        if (i === failsAt) throw new Error('the cursor broke')
        yield i
      }
    } finally {
      closed = true
    }
  })()
  return { pieces, begun, isClosed: () => closed }
}

it.each([0, 1, 2, 7])('hands on %i pieces in their order', async count => {
  const { pieces, isClosed } = source(count)
  expect(await Array.fromAsync(readAhead(pieces))).toEqual(Array.from({ length: count }, (_, i) => i))
  expect(isClosed()).toBe(true)
})

it('is one piece ahead of its reader, never two', async () => {
  const { pieces, begun } = source(5)
  const seen: number[] = []
  for await (const piece of readAhead(pieces)) {
    await new Promise(next => setTimeout(next, 5))
    expect(begun.at(-1)).toBe(Math.min(4, piece + 1))
    seen.push(piece)
  }
  expect(seen).toHaveLength(5)
})

it('passes a failure on after the pieces before it', async () => {
  const { pieces, isClosed } = source(5, 2)
  const seen: number[] = []
  await expect(
    (async () => {
      for await (const piece of readAhead(pieces)) seen.push(piece)
    })(),
  ).rejects.toThrow('the cursor broke')
  expect(seen).toEqual([0, 1])
  expect(isClosed()).toBe(true)
})

it('closes its source when the reader stops, though the next piece fails', async () => {
  const { pieces, isClosed } = source(5, 1)
  for await (const piece of readAhead(pieces)) if (piece === 0) break
  expect(isClosed()).toBe(true)
})
