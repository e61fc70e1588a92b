/** Downloads: access is checked each time, then the whole file, a part of it, or a small picture of it. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { Readable } from 'node:stream'
import type { Context } from '../contract/context.ts'
import { Refusal, refuse } from '../calls/refusal.ts'
import type { Ask, Blob } from '../contract/route.ts'
import { wantedOf, type Wanted } from './byte-range.ts'
import { mayHave } from './file-use.ts'
import { noteOpening } from './note-opening.ts'
import { isThumbnailWidth, thumbnail, thumbnailType, thumbnailWidths } from './thumbnails.ts'

/** Pictures of cells and cards can not be read. */
const listWidthMax = 240

const stored = ({ db }: Context, id: string) =>
  db.selectFrom('stored_file').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** The file that the caller may have; the same refusal for one that is not his and one that is not there. */
export async function fileOf(context: Context, id: string) {
  const file = await stored(context, id)
  if (!file || !(await isAllowed(context, file))) throw refuse.unknown(['文件', 'File'])
  return file
}

/** A file that the caller may look at; `isClosed`: he may not have it. */
export async function shownFile(context: Context, id: string) {
  const file = await stored(context, id)
  if (file !== undefined && (await isAllowed(context, file))) return { file, isClosed: false }
  const isHeld = file !== undefined && !['IMPORT', 'EXPORT'].includes(file.upload_type)
  if (isHeld && (await mayHave(context, context.db, file, true))) return { file, isClosed: true }
  throw refuse.unknown(['文件', 'File'])
}
export type ShownFile = Awaited<ReturnType<typeof shownFile>>

/**
 * Data files and exports are their owner's and the system administrators'; the others also belong to who may see a record that holds them.
 */
async function isAllowed(
  context: Context,
  file: { readonly id: string; readonly account_id: string; readonly upload_type: string },
): Promise<boolean> {
  const { accountId, systemAdmin } = context.caller
  if (['IMPORT', 'EXPORT'].includes(file.upload_type)) return systemAdmin || file.account_id === accountId
  return mayHave(context, context.db, file)
}
type StoredFile = Awaited<ReturnType<typeof fileOf>>

export async function download(context: Context, ask: Ask): Promise<Blob> {
  const file = await fileOf(context, ask.input['id'] as string)
  const width = ask.input['w']
  if (width === undefined || Number(width) > listWidthMax) await noteOpening(context, file)
  return width === undefined ? wholeOrPart(context, ask, file) : small(context, ask, file, Number(width))
}

const conditionsOf = ({ headers }: Ask) => ({
  range: headers['range'],
  ifRange: headers['if-range'],
  ifNoneMatch: headers['if-none-match'],
})
const etagOf = (file: StoredFile, more = ''): string => `"${file.sha256.slice(0, 32)}${more}"`

async function wholeOrPart(context: Context, ask: Ask, file: StoredFile): Promise<Blob> {
  const size = Number(file.size)
  const etag = etagOf(file)
  const wanted = wantedOf(conditionsOf(ask), size, etag)
  const isShown = file.content_type.startsWith('image/') || file.content_type.startsWith('video/')
  const answer = { fileName: file.name, contentType: file.content_type, inline: isShown }
  const headers = { etag, 'cache-control': 'private, max-age=3600', 'accept-ranges': 'bytes' }
  if (wanted === 'unchanged') return { ...answer, blob: Readable.from([]), status: 304, headers }
  if (wanted === 'beyond')
    throw new Refusal(
      1002,
      416,
      sentence`请求的范围超出文件大小`,
      { errors: [{ field: 'range', message: sentence`文件共 ${size} 字节` }] },
      {
        'content-range': `bytes */${size}`,
      },
    )
  const { files } = context.house
  if (wanted === 'all') return { ...answer, blob: await files.get(file.storage_key), size, headers }
  return {
    ...answer,
    blob: await files.get(file.storage_key, wanted),
    size: wanted.end - wanted.start + 1,
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${wanted.start}-${wanted.end}/${size}` },
  }
}

/** A picture in one of the fixed widths. */
async function small(context: Context, ask: Ask, file: StoredFile, width: number): Promise<Blob> {
  if (!isThumbnailWidth(width)) throw refuse.invalid([{ field: 'w', message: sentence`缩略图宽度只能是 ${listed(thumbnailWidths)}` }])
  if (!file.content_type.startsWith('image/')) throw refuse.invalid([{ field: 'w', message: sentence`这个文件不是图片，没有缩略图` }])
  const etag = etagOf(file, `-w${width}`)
  const answer = {
    fileName: file.name.replace(/\.[^.]*$/, '') + '.webp',
    contentType: thumbnailType,
    inline: true,
    headers: { etag, 'cache-control': 'private, max-age=86400' },
  }
  const wanted: Wanted = wantedOf({ ifNoneMatch: conditionsOf(ask).ifNoneMatch }, 0, etag)
  if (wanted === 'unchanged') return { ...answer, blob: Readable.from([]), status: 304 }
  const bytes = await thumbnail(context.house.files, file.storage_key, width)
  return { ...answer, blob: Readable.from([bytes]), size: bytes.length }
}
