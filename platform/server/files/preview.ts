/**
 * Looking at a file without having it: what it holds, and its pages as pictures. Whoever sees the record of a closed file and lacks its
 * right has nothing but pictures with his name and the time in them. Each page asks for the right again.
 */
import { Integer, Object as O } from 'typebox'
import { Readable } from 'node:stream'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FilePreview } from '#platform/declare/wire-values.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import { Id } from '../calls/wire-types.ts'
import type { Context } from '../contract/context.ts'
import type { Blob, RouteMap } from '../contract/route.ts'
import { fileCookieName } from '../session/cookie.ts'
import { Turns } from '../session/turns.ts'
import { shownFile, type ShownFile } from './download.ts'
import type { About } from './draw-page.ts'
import { FileThread } from './file-thread.ts'
import type { FileTask } from './file-worker.ts'
import { noteOpening } from './note-opening.ts'
import { readStates } from './tables.ts'

const thread = new FileThread()
/** at the one thread that draws */
const turns = new Turns({ atOnce: 1, waiting: 300, waitingOfOne: 40 })
const drawMsMax = 30_000
const pagesMax = 10_000

const reasons: Readonly<Record<string, Wording>> = {
  encrypted: sentence`文件有密码保护，不能预览`,
  large: sentence`文件内容过大，不能预览`,
  slow: sentence`文件读取超时，不能预览`,
  unknown: sentence`这种格式不能预览`,
  again: sentence`现在预览的人较多，请稍后再试`,
  font: sentence`服务器缺少中文字体，不能预览，请联系管理员`,
}

const broken = sentence`文件已损坏，不能预览`
const why = (failed: string): Wording => ownValue(reasons, failed) ?? broken

/** What the thread says of the file; null and why where nothing can be shown. */
async function ask<T>(context: Context, { file }: ShownFile, task: (path: string) => FileTask): Promise<T | { readonly failed: string }> {
  // who has gone meanwhile hears nothing
  const end = await turns.take(context.caller.accountId, context.abandoned?.() ?? new AbortController().signal).catch(() => null)
  if (end === null) return { failed: 'again' }
  try {
    const copy = await context.house.files.localCopy(file.storage_key)
    try {
      return (await thread.ask(task(copy.path), drawMsMax)) as T | { readonly failed: string }
    } finally {
      await copy.release()
    }
  } finally {
    end()
  }
}

async function about(context: Context, id: string): Promise<FilePreview> {
  const shown = await shownFile(context, id)
  const { file, isClosed } = shown
  const read = await context.db.selectFrom('file_text').select(['state', 'pages']).where('file_id', '=', id).executeTakeFirst()
  const state = read && Object.values(readStates).find(([code]) => code === read.state)?.[context.language === 'en' ? 2 : 1]
  const head = { id, name: file.name, size: Number(file.size), closed: isClosed, ...(state === undefined ? {} : { state }) }
  const found = await ask<About>(context, shown, path => ({ do: 'about', path, asPages: isClosed }))
  if (!('failed' in found)) {
    await noteOpening(context, file)
    return { ...head, ...found }
  }
  return { ...head, kind: 'none', why: context.house.registry.inWords(why(found.failed), context.language) }
}

async function page(context: Context, id: string, at: number): Promise<Blob> {
  const shown = await shownFile(context, id)
  const { caller, now } = context
  const stamp = shown.isClosed ? { text: `${caller.name}  ${dateTimeInZone(now().getTime(), caller.zone)}` } : null
  const found = await ask<{ readonly jpeg: Uint8Array }>(context, shown, path => ({ do: 'draw', path, page: at, stamp }))
  if ('failed' in found) throw refuse.rule(why(found.failed))
  await noteOpening(context, shown.file)
  const bytes = Buffer.from(found.jpeg)
  return {
    blob: Readable.from([bytes]),
    size: bytes.length,
    fileName: `${at}.jpg`,
    contentType: 'image/jpeg',
    inline: true,
    headers: { 'cache-control': 'no-store' },
  }
}

const byId = O({ id: Id('文件') })
const byPage = O({ id: byId.properties.id, page: Integer({ title: '页码', minimum: 1, maximum: pagesMax }) })

export const previewRoutes: RouteMap = {
  'GET /fileUpload/preview': call({ demand: signedIn, summary: '预览文件', input: byId }, (context, { input }) =>
    about(context, input['id'] as string),
  ),
  'GET /fileUpload/down2/page': call(
    { demand: signedIn, summary: '预览文件的一页', input: byPage, tokenCookie: fileCookieName },
    (context, { input }) => page(context, input['id'] as string, Number(input['page'])),
  ),
}
