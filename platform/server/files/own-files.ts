/** Lists about files: what the caller has uploaded, and what each kind of upload takes. */
import { Integer, Optional, String as Text, type Static } from 'typebox'
import { imagesMax, isPictureUpload } from '#platform/format/picture-limits.ts'
import type { Context } from '../contract/context.ts'
import { fileAddress } from '../lists/file-address.ts'
import { UPLOAD_RULES } from './upload-rules.ts'
import { Query } from '../calls/wire-types.ts'

const pageSizeDefault = 20
export const ownFilesInput = Query({
  type: Optional(Text({ title: '用途', maxLength: 20 })),
  name: Optional(Text({ title: '文件名', maxLength: 200 })),
  pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 10_000 })),
  pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 100 })),
})

/** The caller's own uploads, newest first. */
export async function ownFiles(context: Context, ask: Static<typeof ownFilesInput>): Promise<object> {
  const { pageNum = 1, pageSize = pageSizeDefault } = ask
  let files = context.db.selectFrom('stored_file').where('account_id', '=', context.caller.accountId).where('deleted_at', 'is', null)
  if (ask.type !== undefined) files = files.where('upload_type', '=', ask.type)
  if (ask.name !== undefined) files = files.where('name', 'ilike', `%${ask.name.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const { total } = await files.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await files
    .select(['id', 'name', 'size', 'upload_type', 'content_type', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset((pageNum - 1) * pageSize)
    .limit(pageSize)
    .execute()
  const list = rows.map(row => ({
    id: row.id,
    link: fileAddress(row.id),
    name: row.name,
    size: Number(row.size),
    type: row.upload_type,
    contentType: row.content_type,
    createdAt: row.created_at,
  }))
  return { list, total: Number(total), pageNum, pageSize }
}

/** What may be uploaded as what: a browser can say so before it sends a byte. */
export const uploadSources = (): object =>
  Object.entries(UPLOAD_RULES).map(([type, { bytesMax, types }]) => ({
    type,
    bytesMax,
    types,
    imagesMax: isPictureUpload(type) ? imagesMax : null,
  }))
