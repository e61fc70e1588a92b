/** The call that takes an upload: it is stored (files/upload.ts), and a data file is looked into at once. */
import { sentence } from '#platform/declare/sentence.ts'
import { Object as O, Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { Context } from '../contract/context.ts'
import type { Ask, RouteMap } from '../contract/route.ts'
import { isUploadType } from '../files/upload-rules.ts'
import { storeUpload } from '../files/upload.ts'
import { recognise } from './recognise.ts'

const uploadFields = O({ type: Optional(Text()), recognise: Optional(Text()) }, { additionalProperties: true })

/**
 * One file; `type` in the query or as a form field before the file. `recognise` 0: a list's own data, which is no report of a marketplace
 * and is not looked into.
 */
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
    return { ...file, ...(await recognise(context, { storageKey, size: file.size })) }
  }
  throw refuse.invalid([{ field: 'file', message: sentence`请至少上传一个附件` }])
}

export const uploadRoutes: RouteMap = {
  'POST /fileUpload/upload': call({ demand: signedIn, summary: '上传文件', multipart: true, input: uploadFields }, upload),
}
