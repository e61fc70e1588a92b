/** Scan-to-upload: the desk asks for a code, the phone uploads with it, the desk polls and ends it. */
import { sentence } from '#platform/declare/sentence.ts'
import { Literal, Object as O, Optional, String as Text, Union } from 'typebox'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { asText } from '#platform/format/text.ts'
import { anyone, signedIn } from '#platform/declare/operations.ts'
import { imagesMax, isPictureUpload, type PictureUpload } from '#platform/format/picture-limits.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { Ask, RouteMap } from '../contract/route.ts'
import { queuePerKey } from '../session/concurrency-limit.ts'
import { fileAddress } from '../lists/file-address.ts'
import { codeIsOver, codeMsMax, endCode, issueCode, openCode, uploadedWith, spendCode } from './qr-code.ts'
import { storeUpload } from './upload.ts'

const code = Text({ title: '二维码', minLength: 1, maxLength: 100 })
const issueInput = O({ type: Optional(Text({ title: '用途', maxLength: 20 })) }, { additionalProperties: true })
const byCode = O({ id: code })
const endInput = O({ id: code, status: Optional(Union([Literal('confirmed'), Literal('cancelled')], { title: '结果' })) })
const uploadFields = O({ id: Optional(code), type: Optional(Text()) }, { additionalProperties: true })

/** Uploads of one address one after the other, so that a public call can't fill the machine's memory or its line. */
const inTurn = queuePerKey(8)
const busySeconds = 10

function pictureType(type: string): PictureUpload {
  if (!isPictureUpload(type))
    throw refuse.invalid([{ field: 'type', message: sentence`扫码上传只用于图片，type 应为 IMAGE、HTML_IMAGE 或 HELP_CENTER` }])
  return type
}

/** The phone's upload: pictures alone, all of them or none. */
async function upload(ask: Ask): Promise<unknown> {
  const { house } = ask
  let id = asText(ask.input['id'] ?? '')
  let type = asText(ask.input['type'] ?? '')
  const stored: UploadedFile[] = []
  let issuer: Context | null = null
  let row: Awaited<ReturnType<typeof openCode>> | null = null
  try {
    for await (const part of ask.raw.parts({ limits: { files: imagesMax + 1 } })) {
      if (part.type === 'field') {
        if (part.fieldname === 'id' && id === '') id = String(part.value)
        if (part.fieldname === 'type' && type === '') type = String(part.value)
        continue
      }
      if (stored.length === imagesMax) {
        part.file.resume()
        throw refuse.invalid([{ field: 'file', message: sentence`图片一次最多上传 ${imagesMax} 张` }])
      }
      row ??= await openCode(house, id, type)
      issuer ??= await house.asJob({ accountId: row.account_id, orgId: row.org_id, id: ask.requestId })
      stored.push(await storeUpload(issuer, part, pictureType(type), { picturesOnly: true }))
    }
    if (row === null) throw refuse.invalid([{ field: 'file', message: sentence`请至少上传一张图片` }])
    if (
      !(await spendCode(
        house,
        row,
        stored.map(file => file.id),
      ))
    )
      throw codeIsOver()
  } catch (error) {
    if (issuer !== null)
      await removeFiles(
        issuer,
        stored.map(file => file.id),
      )
    throw error
  }
  // the phone has no session: it learns that the pictures arrived, not where they lie
  return { count: stored.length }
}

async function removeFiles(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await context.write(tx => tx.updateTable('stored_file').set({ deleted_at: context.now().toISOString() }).where('id', 'in', ids).execute())
}

async function uploadedFiles(context: Context, ids: readonly string[]): Promise<{ list: UploadedFile[] }> {
  const rows = await context.db
    .selectFrom('stored_file')
    .select(['id', 'name', 'size', 'upload_type'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const list = ids.flatMap(id => {
    const row = rows.find(one => one.id === id)
    return row ? [{ id, link: fileAddress(id), name: row.name, size: Number(row.size), type: row.upload_type }] : []
  })
  return { list }
}

export const qrRoutes: RouteMap = {
  'GET /fileQrUpload/qrCodeId': call({ demand: signedIn, summary: '取得扫码上传的二维码编号', input: issueInput }, async (context, ask) => {
    const type = pictureType(asText(ask.input['type'] ?? 'IMAGE'))
    return { id: await issueCode(context.house, context.caller, type), type, seconds: codeMsMax / 1000 }
  }),
  'POST /fileQrUpload/upload': call(
    { demand: anyone, summary: '手机凭二维码上传图片', multipart: true, input: uploadFields },
    async (_none, ask) => {
      const done = inTurn(ask.address, () => upload(ask))
      if (done === null) throw refuse.tooMany(sentence`上传的人较多，请稍后再试`, busySeconds)
      return done
    },
  ),
  'GET /fileQrUpload/qrFile': call(
    { demand: signedIn, summary: '扫码上传的结果，未上传时为 10101', input: byCode },
    async (context, ask) => {
      const { id } = ask.input
      return uploadedFiles(context, await uploadedWith(context.house, context.caller.accountId, id))
    },
  ),
  'POST /fileQrUpload/qrIdUpdate': call(
    { demand: signedIn, summary: '结束扫码上传：确认或取消', input: endInput },
    async (context, ask) => {
      const { id, status } = ask.input
      const ids = await endCode(context.house, context.caller.accountId, id)
      if (status === 'cancelled') await removeFiles(context, ids)
      return null
    },
  ),
}
