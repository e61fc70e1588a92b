/** A tar (ustar) written and read as a stream, flat in memory. Names are at most 100 ASCII characters, entries at most 8 GB: what a backup needs. */
import { StringDecoder } from 'node:string_decoder'

const BLOCK = 512
const nameBytesMax = 100

export interface TarPart {
  readonly name: string
  readonly size: number
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > nameBytesMax) throw new RangeError(`tar: the name ${name} is too long`)
  block.write(name, 0)
  block.write(octal(0o640, 7), 100)
  block.write(octal(0, 7) + octal(0, 7), 108)
  block.write(octal(size, 11), 124)
  block.write(octal(0, 11), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${octal(sumOf(block), 6)} `, 148)
  return block
}

const sumOf = (block: Buffer): number => block.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 32 : byte), 0)
const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Chunks of a tar of these parts; a part whose content is not as long as it says is an error. */
export async function* tarStream(parts: AsyncIterable<TarPart>): AsyncGenerator<Buffer> {
  for await (const { name, size, content } of parts) {
    yield header(name, size)
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    }
    if (written !== size) throw new Error(`tar: ${name} has ${written} bytes, not ${size}`)
    yield padding(size)
  }
  yield Buffer.alloc(2 * BLOCK)
}

export class TarBroken extends Error {
  constructor() {
    super('备份文件不完整或已损坏，请换一份备份')
  }
}

/** Bytes of a stream in the portions its reader asks for. */
class Bytes {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** At least one byte and at most `max` of them. */
  async some(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new TarBroken()
      this.#rest = Buffer.from(value)
    }
    const taken = this.#rest.subarray(0, max)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }

  async *exactly(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      const chunk = await this.some(left)
      left -= chunk.length
      yield chunk
    }
  }

  async whole(size: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.exactly(size)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
}

const textOf = (block: Buffer, from: number, to: number): string =>
  new StringDecoder('latin1').write(block.subarray(from, to)).replace(/\0.*$/s, '').trim()

/** Parts of a tar in their order; each content must be read before the next part is asked for, what is left of it is passed over. */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarPart & { readonly content: AsyncGenerator<Buffer> }> {
  const bytes = new Bytes(stream)
  for (;;) {
    const block = await bytes.whole(BLOCK)
    if (block.every(byte => byte === 0)) return
    const size = Number.parseInt(textOf(block, 124, 136), 8)
    if (Number.parseInt(textOf(block, 148, 156), 8) !== sumOf(block) || !Number.isSafeInteger(size)) throw new TarBroken()
    const content = bytes.exactly(size)
    yield { name: textOf(block, 0, nameBytesMax), size, content }
    for await (const _left of content);
    await bytes.whole(padding(size).length)
  }
}
