/**
 * A zip file and its entries as streams, read from disk by position (yauzl), so that a workbook of any size is never held in memory.
 * What the directory says is checked against limits before, and against the real content while reading.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { SheetRefusal } from './refusal.ts'

export interface ZipEntry {
  readonly name: string
  /** bytes unpacked */
  readonly size: number
  /** the unpacked bytes; a refusal where they are not what the directory says, and for what can't be unpacked at all */
  unpack(): AsyncGenerator<Buffer>
}

export interface ZipLimits {
  readonly entriesMax: number
  /** bytes of all entries together, unpacked */
  readonly unpackedBytesMax: number
  /** unpacked bytes per byte of the file, asked above RATIO_FROM_BYTES only: small files may compress as they like */
  readonly ratioMax: number
}

const RATIO_FROM_BYTES = 64 * 1_048_576
const BROKEN = sentence`文件已损坏或没有传完整，请重新下载或另存后再上传`
const STORED = 0
const DEFLATED = 8
const READ_BYTES = 256 * 1024

/** Reads over the open handle, whose closing waits for reads that are under way: a bare descriptor could be another file by then. */
class HandleReader extends RandomAccessReader {
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false, highWaterMark: READ_BYTES })
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, end - at))
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) throw new SheetRefusal(BROKEN)
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }
}

/** What the library can't read is a broken file, unless it is the machine's own fault. */
function asRefusal(error: unknown): unknown {
  const isOurs = error instanceof SheetRefusal || (error as NodeJS.ErrnoException).syscall !== undefined
  return isOurs ? error : new SheetRefusal(BROKEN, { cause: error })
}

/** Reads the directory and refuses what could not be unpacked within the limits. The caller closes the file. */
export async function readZipDirectory(file: FileHandle, fileBytes: number, limits: ZipLimits): Promise<ReadonlyMap<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>()
  let unpacked = 0
  try {
    const zip = await fromRandomAccessReaderPromise(new HandleReader(file), fileBytes, { autoClose: false })
    if (zip.entryCount > limits.entriesMax)
      throw new SheetRefusal(sentence`压缩包内的文件超过${limits.entriesMax}个，不是正常的工作簿，不予读取`)
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, {
        name: entry.fileName,
        size: entry.uncompressedSize,
        unpack: () => unpack(zip, entry),
      })
      unpacked += entry.uncompressedSize
    }
  } catch (error) {
    throw asRefusal(error)
  }
  const bomb = unpacked > limits.unpackedBytesMax || (unpacked > RATIO_FROM_BYTES && unpacked > fileBytes * limits.ratioMax)
  if (bomb)
    throw new SheetRefusal(sentence`解压后有${(unpacked / 1_048_576).toFixed(0)}MB，超出允许的范围，请拆分成几个文件或另存为文本后再上传`)
  return entries
}

/** The library ends with an error as soon as more or less comes out than the directory says; check sums are held here. */
async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new SheetRefusal(sentence`文件有密码保护，请取消密码后再上传`)
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new SheetRefusal(sentence`工作簿的压缩方式不受支持，请用 Excel 打开后另存为 .xlsx 再上传`)
  try {
    let crc = 0
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (crc !== entry.crc32) throw new SheetRefusal(BROKEN)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** A whole small entry as one buffer, refused above `bytesMax`. */
export async function unpackWhole(entry: ZipEntry, bytesMax: number): Promise<Buffer> {
  if (entry.size > bytesMax)
    throw new SheetRefusal(
      sentence`工作簿中的 ${entry.name} 过大（${(entry.size / 1_048_576).toFixed(0)}MB），请另存为文本（制表符分隔）或 CSV 后再上传`,
    )
  const chunks: Buffer[] = []
  for await (const chunk of entry.unpack()) chunks.push(chunk)
  return Buffer.concat(chunks)
}
