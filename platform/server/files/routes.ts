/** Calls about files: uploads, downloads, the scan-to-upload dialog. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { Integer, Object as O, Optional, String as Text, type Static } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { call, type Ask, type RouteMap } from '../http/verbs.ts'
import { fileCookieName } from '../session/cookie.ts'
import { download, fileOf } from './download.ts'
import { ownFiles, ownFilesInput, uploadSources } from './own-files.ts'
import { qrRoutes } from './qr-routes.ts'
import { recognise } from './recognise.ts'
import { storeUpload } from './upload.ts'
import { isUploadType } from './upload-rules.ts'
import { Id } from '../http/wire-types.ts'

const byId = O({ id: Id('文件') })
/** `w`: width of the small picture instead of the file itself */
const downloadInput = O({ id: byId.properties.id, w: Optional(Integer({ title: '缩略图宽度' })) })
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
      throw refuse.invalid([{ field: 'type', message: sentence`未知的上传用途，请说明 type` }])
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
  throw refuse.invalid([{ field: 'file', message: sentence`请至少上传一个附件` }])
}

export const fileRoutes: RouteMap = {
  ...qrRoutes,
  'POST /files/list': call({ demand: signedIn, summary: '我上传的文件', input: ownFilesInput, write: false }, (context, ask) =>
    ownFiles(context, ask.input as Static<typeof ownFilesInput>),
  ),
  'GET /MediaSourceSetting/fileSource': call({ demand: signedIn, summary: '各种上传用途的类型和大小限制', input: O({}) }, async () =>
    uploadSources(),
  ),
  'POST /fileUpload/upload': call({ demand: signedIn, summary: '上传文件', multipart: true, input: uploadFields }, upload),
  'GET /fileUpload/down2': call({ demand: signedIn, summary: '下载文件', input: downloadInput, tokenCookie: fileCookieName }, download),
  'POST /fileUpload/delete': call({ demand: signedIn, summary: '删除文件', input: byId }, async (context, ask) => {
    const file = await fileOf(context, ask.input['id'] as string)
    if (file.account_id !== context.caller.accountId) throw refuse.forbidden(sentence`只能删除自己上传的文件`)
    await context.write(async tx => {
      const held = await tx.selectFrom('file_use').select('id').where('file_id', '=', file.id).limit(1).executeTakeFirst()
      if (held) throw refuse.rule(sentence`文件正被记录使用，请先在记录中移除它`)
      await tx.updateTable('stored_file').set({ deleted_at: context.now().toISOString() }).where('id', '=', file.id).execute()
    })
    return null
  }),
}
