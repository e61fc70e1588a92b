/** Uploads and downloads. Access is checked on every download: the file's organisation, through the door. */
import { asText } from '#platform/format/text.ts'
import { Object as O, Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { call, type Ask, type Blob, type RouteMap } from '../http/verbs.ts'
import { fileCookieName } from '../session/cookie.ts'
import { recognise } from './recognise.ts'
import { storeUpload } from './upload.ts'
import { isUploadType } from './upload-rules.ts'

const byId = O({ id: Text({ title: '文件', pattern: '^[0-9]{1,19}$' }) })
const uploadFields = O({ type: Optional(Text()), recognise: Optional(Text()) }, { additionalProperties: true })

/** One file; `type` in the query or as a form field before the file. `recognise` 0: a list's own data, which is no report of a marketplace and is not looked into. */
async function upload(context: Context, ask: Ask): Promise<unknown> {
  let type = asText(ask.input['type'] ?? '')
  let isPlain = asText(ask.input['recognise'] ?? '') === '0'
  for await (const part of ask.raw.parts({ limits: { files: 1 } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'type' && type === '') type = String(part.value)
      if (part.fieldname === 'recognise') isPlain = String(part.value) === '0'
      continue
    }
    if (!isUploadType(type)) {
      part.file.resume()
      throw refuse.invalid([{ field: 'type', message: '未知的上传用途，请说明 type' }])
    }
    const file = await storeUpload(context, part, type)
    if (type !== 'IMPORT' || isPlain) return file
    const { storage_key: storageKey } = await context.db
      .selectFrom('stored_file')
      .select('storage_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    return { ...file, recognised: await recognise(context, { storageKey, size: file.size }) }
  }
  throw refuse.invalid([{ field: 'file', message: '请至少上传一个附件' }])
}

async function fileOf(context: Context, id: string) {
  const file = await context.db
    .selectFrom('stored_file')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // data files and exports are their owner's; the rest belongs to the organisation
  if (
    !file ||
    (['IMPORT', 'EXPORT'].includes(file.upload_type) && file.account_id !== context.caller.accountId && !context.caller.systemAdmin)
  )
    throw refuse.unknown('文件')
  return file
}

async function download(context: Context, ask: Ask): Promise<Blob> {
  const file = await fileOf(context, ask.input['id'] as string)
  const size = Number(file.size)
  const etag = `"${file.sha256.slice(0, 32)}"`
  const range = /^bytes=(\d+)-(\d*)$/.exec(ask.headers['range'] ?? '')
  const headers = { etag, 'cache-control': 'private, max-age=3600', 'accept-ranges': 'bytes' }
  const isImage = file.content_type.startsWith('image/') || file.content_type.startsWith('video/')
  const answer = { fileName: file.name, contentType: file.content_type, inline: isImage }
  if (range === null) return { ...answer, blob: await context.house.files.get(file.storage_key), size, headers }
  const start = Number(range[1])
  const end = range[2] ? Math.min(Number(range[2]), size - 1) : size - 1
  if (start >= size || start > end) throw refuse.invalid([{ field: 'range', message: '请求的范围超出文件大小' }])
  return {
    ...answer,
    blob: await context.house.files.get(file.storage_key, { start, end }),
    size: end - start + 1,
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` },
  }
}

export const fileRoutes: RouteMap = {
  'POST /fileUpload/upload': call({ demand: signedIn, summary: '上传文件', multipart: true, input: uploadFields }, upload),
  'GET /fileUpload/down2': call({ demand: signedIn, summary: '下载文件', input: byId, tokenCookie: fileCookieName }, download),
  'POST /fileUpload/delete': call({ demand: signedIn, summary: '删除文件', input: byId }, async (context, ask) => {
    const file = await fileOf(context, ask.input['id'] as string)
    if (file.account_id !== context.caller.accountId) throw refuse.forbidden('只能删除自己上传的文件')
    await context.write(tx =>
      tx.updateTable('stored_file').set({ deleted_at: context.now().toISOString() }).where('id', '=', file.id).execute(),
    )
    return null
  }),
}
