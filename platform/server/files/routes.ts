/** Calls about files: what was uploaded, downloads, the scan-to-upload dialog. Uploads themselves: imports/upload-routes.ts. */
import { Integer, Object as O, Optional } from 'typebox'
import { sentence } from '#platform/declare/sentence.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { fileCookieName } from '../session/cookie.ts'
import { download, fileOf } from './download.ts'
import { ownFiles, ownFilesInput, uploadSources } from './own-files.ts'
import { previewRoutes } from './preview.ts'
import { qrRoutes } from './qr-routes.ts'
import { Id } from '../calls/wire-types.ts'

const byId = O({ id: Id('文件') })
/** `w`: width of the small picture instead of the file itself */
const downloadInput = O({ id: byId.properties.id, w: Optional(Integer({ title: '缩略图宽度' })) })

export const fileRoutes: RouteMap = {
  ...qrRoutes,
  ...previewRoutes,
  'POST /files/list': call({ demand: signedIn, summary: '我上传的文件', input: ownFilesInput, write: false }, (context, ask) =>
    ownFiles(context, ask.input),
  ),
  'GET /MediaSourceSetting/fileSource': call({ demand: signedIn, summary: '各种上传用途的类型和大小限制', input: O({}) }, async () =>
    uploadSources(),
  ),
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
