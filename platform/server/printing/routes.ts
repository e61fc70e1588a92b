/** HTML as a PDF: cleaned as rich text is, printed without scripts and without network, with pictures that the caller may have. */
import { escaped } from '#platform/format/text.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Array as List, Boolean as Flag, Integer, Object as O, Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { refuse, Refusal } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import { mayView } from '../calls/view-demands.ts'
import { Id } from '../calls/wire-types.ts'
import type { Context } from '../contract/context.ts'
import type { Blob, RouteMap } from '../contract/route.ts'
import { noteOpening } from '../files/note-opening.ts'
import { fileOf } from '../files/download.ts'
import { cleanHtml } from '../html/clean-html.ts'
import { printLabels } from './labels.ts'
import { fontStyles, printed, type Fetched } from './printer.ts'

/** a body has a megabyte at most, a Chinese character three bytes */
const [htmlMax, titleMax, pictureBytesMax] = [300_000, 120, 10 * 1024 ** 2]

const input = O({
  html: Text({ title: '内容', minLength: 1, maxLength: htmlMax }),
  title: Optional(Text({ title: '标题', maxLength: titleMax })),
  landscape: Optional(Flag({ title: '横向' })),
  onePage: Optional(Flag({ title: '缩小到一页' })),
  slips: Optional(Flag({ title: '每块半页 A4' })),
})

const styles = `body{font:13px/1.6 "Noto Sans CJK SC","Noto Sans SC","Microsoft YaHei",sans-serif;color:#1f1f1f;margin:0}
h1{font-size:20px;margin:0 0 12px}h2{font-size:16px}h3{font-size:14px}img,video{max-width:100%}
table{border-collapse:collapse;width:100%}td,th{border:1px solid #d9d9d9;padding:3px 6px;text-align:left}
th{background:#fafafa}tr{break-inside:avoid}thead{display:table-header-group}pre{white-space:pre-wrap}`
/** Each block of the paper is half of A4 within its margins, or as much as its lines need; the title names the file alone. */
const slipStyles = 'body>div{min-height:128mm;box-sizing:border-box;padding:4mm 0;break-inside:avoid}h3{text-align:center;font-size:18px}'

interface Layout {
  readonly landscape: boolean
  readonly onePage: boolean
  readonly slips: boolean
}

async function pdfOf(context: Context, html: string, title: string, { slips, ...layout }: Layout): Promise<Blob> {
  const cleaned = cleanHtml(html)
  refuseTooMuch(cleaned)
  const clean = await withoutForeignPictures(context, cleaned)
  if (clean === '') throw refuse.invalid([{ field: 'html', message: sentence`内容清理后是空的，没有可以打印的文字或图片` }])
  const links = fontStyles.map(path => `<link rel="stylesheet" href="${path}">`).join('')
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title>${links}<style>${styles}${slips ? slipStyles : ''}</style>`
  const body = `${title === '' || slips ? '' : `<h1>${escaped(title)}</h1>`}${clean}`
  const bytes = await printed({
    html: `<!doctype html><html lang="zh-CN"><head>${head}</head><body>${body}</body></html>`,
    ...layout,
    who: context.caller.accountId,
    gone: context.abandoned?.() ?? neverGone,
    fetched: path => pictureAt(context, path),
  })
  return {
    blob: Readable.from([bytes]),
    fileName: `${title === '' ? (context.language === 'en' ? 'Document' : '文档') : title.replaceAll(/[\\/:*?"<>|]/g, '_')}.pdf`,
    contentType: 'application/pdf',
    size: bytes.length,
  }
}

/** HTML that the program made, as a PDF: cleaned and printed as what a person sends. */
export const paperFile = (context: Context, html: string, title: string, more: Partial<Layout> = {}): Promise<Blob> =>
  pdfOf(context, html, title, { landscape: false, onePage: false, slips: false, ...more })

const neverGone = new AbortController().signal
/** What a page is made of: elements, how deep they stand in each other, pictures. More keeps the browser busy for minutes. */
const [elementsMax, depthMax, picturesMax] = [20_000, 40, 200]
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col'])

function refuseTooMuch(clean: string): void {
  let [elements, depth, pictures] = [0, 0, 0]
  for (const [, end, tag = ''] of clean.matchAll(/<(\/?)([a-z][a-z0-9]*)/gu)) {
    if (end === '/') depth -= 1
    else {
      elements += 1
      if (tag === 'img') pictures += 1
      if (!empty.has(tag)) depth += 1
      if (depth > depthMax) throw tooMuch(sentence`内容的层级最多 ${depthMax} 层，请减少表格和列表的嵌套`)
    }
  }
  if (elements > elementsMax) throw tooMuch(sentence`内容最多 ${elementsMax} 个段落、单元格等部分，现有 ${elements} 个，请分成几份打印`)
  if (pictures > picturesMax) throw tooMuch(sentence`一次最多打印 ${picturesMax} 张图片，现有 ${pictures} 张，请分成几份打印`)
}
const tooMuch = (message: Wording): Error => refuse.invalid([{ field: 'html', message }])

/** A picture that the caller may not have is taken out: the browser would print the sign of a broken one in its place. */
async function withoutForeignPictures(context: Context, clean: string): Promise<string> {
  let made = clean
  for (const [tag, src = ''] of new Map([...clean.matchAll(/<img\b[^>]*?\bsrc="([^"]*)"[^>]*>/gu)].map(one => [one[0], one[1]])))
    if ((await pictureFile(context, src.replaceAll('&amp;', '&'))) === null) made = made.replaceAll(tag, '')
  return made
}

/** A picture of the house by its address; nothing where the caller may not have it. */
async function pictureFile(context: Context, path: string) {
  const [, id] = /^\/api-2024\/fileUpload\/down2\?id=(\d{1,19})$/.exec(path) ?? []
  if (id === undefined) return null
  try {
    const file = await fileOf(context, id)
    return file.content_type.startsWith('image/') && Number(file.size) <= pictureBytesMax ? file : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function pictureAt(context: Context, path: string): Promise<Fetched | null> {
  const file = await pictureFile(context, path)
  if (file !== null) await noteOpening(context, file)
  return file && { body: await buffer(await context.house.files.get(file.storage_key)), contentType: file.content_type }
}

const stickers = O({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  ids: List(Id(), { title: '记录', minItems: 1, maxItems: 1_000 }),
  copies: Optional(Integer({ title: '每条张数', minimum: 1, maximum: 200 })),
})

export const printRoutes: RouteMap = {
  'POST /label/print': call({ demand: signedIn, summary: '打印记录的标签', input: stickers, write: false }, (context, { input: asked }) => {
    const r = [...context.house.registry.resources.values()].find(one => one.type === asked.type)
    if (r === undefined || !mayView(context, r)) throw refuse.unknown(['标签', 'Labels'])
    return printLabels(context, r, asked.ids, asked.copies ?? 1)
  }),
  'POST /generateHtmlToPDF': call({ demand: signedIn, summary: '把 HTML 生成 PDF', input, write: false }, (context, ask) => {
    const {
      html,
      title = '',
      landscape = false,
      onePage = false,
      slips = false,
    } = ask.input as { html: string; title?: string } & Partial<Layout>
    return pdfOf(context, html, title.trim(), { landscape, onePage, slips })
  }),
}
