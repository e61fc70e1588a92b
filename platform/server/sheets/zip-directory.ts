/**
 * The directory of a zip file and its entries as streams, read from disk by position, so that a workbook of any size is never held in memory.
 * What the directory promises is held against limits before, and against what really comes out while reading.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { SheetRefusal } from './refusal.ts'

export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 deflated */
  readonly method: number
  readonly encrypted: boolean
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  /** position of the local header */
  readonly offset: number
}

export interface ZipLimits {
  readonly entriesMax: number
  /** bytes of all entries together, unpacked */
  readonly unpackedBytesMax: number
  /** unpacked bytes per byte of the file, asked above RATIO_FROM_BYTES only: small files may compress as they like */
  readonly ratioMax: number
}

const RATIO_FROM_BYTES = 64 * 1_048_576
const END_SIGNATURE = 0x06054b50
const END64_SIGNATURE = 0x06064b50
const LOCATOR64_SIGNATURE = 0x07064b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_SIZE = 22
const COMMENT_MAX = 65_535
const SENTINEL_16 = 0xffff
const SENTINEL_32 = 0xffffffff
const DIRECTORY_BYTES_MAX = 16 * 1_048_576
const READ_BYTES = 256 * 1024
const BROKEN = sentence`文件已损坏或没有传完整，请重新下载或另存后再上传`

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new SheetRefusal(BROKEN)
    filled += bytesRead
  }
  return buffer
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new SheetRefusal(BROKEN)
  return Number(value)
}

interface DirectoryPlace {
  readonly count: number
  readonly size: number
  readonly offset: number
}

async function findDirectory(file: FileHandle, fileBytes: number): Promise<DirectoryPlace> {
  if (fileBytes < END_SIZE) throw new SheetRefusal(BROKEN)
  const tailStart = Math.max(0, fileBytes - END_SIZE - COMMENT_MAX)
  const tail = await readAt(file, tailStart, fileBytes - tailStart)
  let at = tail.length - END_SIZE
  while (at >= 0 && !(tail.readUInt32LE(at) === END_SIGNATURE && at + END_SIZE + tail.readUInt16LE(at + 20) <= tail.length)) at -= 1
  if (at < 0) throw new SheetRefusal(BROKEN)
  const place = { count: tail.readUInt16LE(at + 10), size: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) }
  if (place.count !== SENTINEL_16 && place.size !== SENTINEL_32 && place.offset !== SENTINEL_32) return place
  // ZIP64: the locator of its own end record lies right before
  if (at < 20 || tail.readUInt32LE(at - 20) !== LOCATOR64_SIGNATURE) return place
  const end64 = await readAt(file, safe(tail.readBigUInt64LE(at - 12)), 56)
  if (end64.readUInt32LE(0) !== END64_SIGNATURE) throw new SheetRefusal(BROKEN)
  return { count: safe(end64.readBigUInt64LE(32)), size: safe(end64.readBigUInt64LE(40)), offset: safe(end64.readBigUInt64LE(48)) }
}

/** Sizes and offset of an entry, from its ZIP64 field where the short ones are full. */
function sizesOf(record: Buffer, extra: Buffer): { size: number; compressedSize: number; offset: number } {
  const sizes = { size: record.readUInt32LE(24), compressedSize: record.readUInt32LE(20), offset: record.readUInt32LE(42) }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2))
    let field = at + 4
    for (const key of ['size', 'compressedSize', 'offset'] as const) {
      if (sizes[key] !== SENTINEL_32) continue
      if (field + 8 > end) throw new SheetRefusal(BROKEN)
      sizes[key] = safe(extra.readBigUInt64LE(field))
      field += 8
    }
  }
  return sizes
}

/** Reads the directory and refuses what could not be unpacked within the limits. */
export async function readZipDirectory(file: FileHandle, fileBytes: number, limits: ZipLimits): Promise<ReadonlyMap<string, ZipEntry>> {
  const place = await findDirectory(file, fileBytes)
  if (place.count > limits.entriesMax)
    throw new SheetRefusal(sentence`压缩包内的文件超过${limits.entriesMax}个，不是正常的工作簿，不予读取`)
  if (place.offset + place.size > fileBytes || place.size > DIRECTORY_BYTES_MAX) throw new SheetRefusal(BROKEN)
  const directory = await readAt(file, place.offset, place.size)
  const entries = new Map<string, ZipEntry>()
  let unpacked = 0
  for (let index = 0, at = 0; index < place.count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new SheetRefusal(BROKEN)
    const record = directory.subarray(at)
    const nameEnd = 46 + record.readUInt16LE(28)
    const extraEnd = nameEnd + record.readUInt16LE(30)
    const name = record.toString('utf8', 46, nameEnd)
    const sizes = sizesOf(record, record.subarray(nameEnd, extraEnd))
    entries.set(name, {
      name,
      method: record.readUInt16LE(10),
      encrypted: (record.readUInt16LE(8) & 1) === 1,
      crc: record.readUInt32LE(16),
      ...sizes,
    })
    unpacked += sizes.size
    at += extraEnd + record.readUInt16LE(32)
  }
  const bomb = unpacked > limits.unpackedBytesMax || (unpacked > RATIO_FROM_BYTES && unpacked > fileBytes * limits.ratioMax)
  if (bomb)
    throw new SheetRefusal(sentence`解压后有${(unpacked / 1_048_576).toFixed(0)}MB，超出允许的范围，请拆分成几个文件或另存为文本后再上传`)
  return entries
}

async function* compressedBytes(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const local = await readAt(file, entry.offset, 30)
  if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new SheetRefusal(BROKEN)
  const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  for (let done = 0; done < entry.compressedSize;) {
    const length = Math.min(READ_BYTES, entry.compressedSize - done)
    yield await readAt(file, start + done, length)
    done += length
  }
}

/** The unpacked bytes of an entry. Ends with a refusal as soon as more comes out than the directory says, or at the end when the check sum is wrong. */
export async function* unpack(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.encrypted) throw new SheetRefusal(sentence`文件有密码保护，请取消密码后再上传`)
  if (entry.method !== 0 && entry.method !== 8)
    throw new SheetRefusal(sentence`工作簿的压缩方式不受支持，请用 Excel 打开后另存为 .xlsx 再上传`)
  let size = 0
  let crc = 0
  for await (const chunk of entry.method === 0 ? compressedBytes(file, entry) : inflated(file, entry)) {
    size += chunk.length
    if (size > entry.size) throw new SheetRefusal(BROKEN)
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (size !== entry.size || crc !== entry.crc) throw new SheetRefusal(BROKEN)
}

async function* inflated(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: READ_BYTES })
  // an error of either side ends the other and comes out of the loop below
  const source = pipeline(
    Readable.from(compressedBytes(file, entry), { objectMode: false, highWaterMark: READ_BYTES }),
    inflate,
    () => undefined,
  )
  try {
    for await (const chunk of source) yield chunk as Buffer
  } catch (error) {
    throw error instanceof SheetRefusal ? error : new SheetRefusal(BROKEN, { cause: error })
  } finally {
    inflate.destroy()
  }
}

/** A whole small entry as one buffer, refused above `bytesMax`. */
export async function unpackWhole(file: FileHandle, entry: ZipEntry, bytesMax: number): Promise<Buffer> {
  if (entry.size > bytesMax)
    throw new SheetRefusal(
      sentence`工作簿中的 ${entry.name} 过大（${(entry.size / 1_048_576).toFixed(0)}MB），请另存为文本（制表符分隔）或 CSV 后再上传`,
    )
  const chunks: Buffer[] = []
  for await (const chunk of unpack(file, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
