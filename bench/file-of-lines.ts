/** Writes a large file in chunks, whatever makes its pieces. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

const chunkChars = 256 * 1024

export async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  const file = createWriteStream(path)
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < chunkChars) continue
    if (!file.write(chunk)) await once(file, 'drain')
    chunk = ''
  }
  file.end(chunk)
  await finished(file)
}

/** Multiplicative congruence: the same numbers everywhere, in any order. */
export const scattered = (n: number, seed: number): number => Math.imul((n + seed) ^ ((n + seed) >>> 15), 0x9e3779b1) >>> 0
