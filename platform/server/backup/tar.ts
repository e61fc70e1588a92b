/** The parts of a backup as a tar and back (tar-stream), each a stream: flat in memory. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack, type Pack } from 'tar-stream'

export interface TarPart {
  readonly name: string
  /** bytes */
  readonly size: number
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

const mode = 0o640
/** The same parts give the same bytes; when the backup was taken stands in its schema. */
const mtime = new Date(0)

/**
 * A tar of these parts. A part whose content is not as long as it says breaks the stream off, and so does whoever leaves early the making
 * of parts.
 */
export function tarStream(parts: AsyncIterable<TarPart>): AsyncIterable<Buffer> {
  const packed = pack()
  fill(packed, parts).catch((error: Error) => {
    packed.destroy(error)
  })
  return packed as AsyncIterable<unknown> as AsyncIterable<Buffer>
}

async function fill(packed: Pack, parts: AsyncIterable<TarPart>): Promise<void> {
  for await (const { name, size, content } of parts) await pipeline(Readable.from(content), packed.entry({ name, size, mode, mtime }))
  packed.finalize()
}

export class TarBroken extends Error {
  constructor(cause?: unknown) {
    super('备份文件不完整或已损坏，请换一份备份', { cause })
  }
}

/** What the machine itself refuses (no such file, no right) stays as it is; everything else is a broken archive. */
const asBroken = (error: unknown): unknown => ((error as NodeJS.ErrnoException).syscall === undefined ? new TarBroken(error) : error)

async function* contentOf(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry
  } catch (error) {
    throw asBroken(error)
  }
}

/**
 * Parts of a tar in their order, of bytes that go through these streams; what is left of a part when the next is asked for is passed over.
 */
export async function* readTar(
  bytes: Readable,
  ...through: NodeJS.ReadWriteStream[]
): AsyncGenerator<TarPart & { readonly content: AsyncGenerator<Buffer> }> {
  const entries = extract()
  // a broken stream ends the loop below with the same error
  const reading = pipeline([bytes, ...through, entries]).catch((error: unknown) => error)
  try {
    for await (const entry of entries) {
      yield {
        name: entry.header.name,
        size: entry.header.size ?? 0,
        content: contentOf(entry as AsyncIterable<unknown> as AsyncIterable<Buffer>),
      }
      entry.resume()
    }
  } catch (error) {
    throw asBroken(error)
  } finally {
    entries.destroy()
    await reading
  }
}
