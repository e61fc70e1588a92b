/**
 * Small pictures of stored ones, in a few fixed widths so that nobody can request thousands. Made once and kept beside the original:
 * turned as the camera says, without its metadata (place and device stay with the original).
 */
import { sentence } from '#platform/declare/sentence.ts'
import { buffer } from 'node:stream/consumers'
import { isDiskFull } from '../calls/disk-full.ts'
import { refuse } from '../calls/refusal.ts'
import { limitConcurrency } from '../session/concurrency-limit.ts'
import type { FileStore } from '../contract/file-store.ts'

/** pixels of width: list cell, card, dialog, page */
export const thumbnailWidths = [96, 240, 480, 960] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]
export const isThumbnailWidth = (width: number): width is ThumbnailWidth => (thumbnailWidths as readonly number[]).includes(width)
export const thumbnailType = 'image/webp'

/** A picture of 100 megapixels is 400 MB once decoded; a file of a few kilobytes can claim far more. */
const pixelsMax = 100_000_000
const bytesMax = 10 * 1_048_576
const atOnce = limitConcurrency(2)

export const thumbnailKey = (storageKey: string, width: ThumbnailWidth): string => `${storageKey}-w${width}`

/** The bytes of a thumbnail, made where it is not there yet. */
export async function thumbnail(files: FileStore, storageKey: string, width: ThumbnailWidth): Promise<Buffer> {
  const key = thumbnailKey(storageKey, width)
  if (await files.exists(key)) return buffer(await files.get(key))
  const made = await atOnce(() => make(files, storageKey, width))
  await files.put(key, one(made), { bytesMax }).catch(async (error: unknown) => {
    // it is made anew for the next one; or another process has made the same one meanwhile
    if (!isDiskFull(error) && !(await files.exists(key))) throw error
  })
  return made
}

async function make(files: FileStore, storageKey: string, width: ThumbnailWidth): Promise<Buffer> {
  // 27 MB: where it is needed
  const { default: sharp } = await import('sharp')
  const copy = await files.localCopy(storageKey)
  try {
    return await sharp(copy.path, { limitInputPixels: pixelsMax, animated: false })
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch (error) {
    throw refuse.rule(
      sentence`图片无法读取，不能生成缩略图，请重新上传（${error instanceof Error && error.message.includes('pixel limit') ? sentence`像素过多` : sentence`内容已损坏`}）`,
    )
  } finally {
    await copy.release()
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
