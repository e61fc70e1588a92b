/** What a preview shows, in a worker thread: pages as pictures, Word as HTML, sheets as rows, text. */
import type { Canvas } from '@napi-rs/canvas'
import { haveFont, pageFont } from './page-font.ts'
import { kindOf, inWord, openPdf, pagesOf, sheetsOf, textOf, Unreadable } from './read-pages.ts'

/** What stands in the picture of a closed page. */
export interface Stamp {
  readonly text: string
}
interface SheetShown {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}
export interface About {
  readonly kind: 'pages' | 'html' | 'sheets' | 'text'
  readonly pages?: number
  readonly html?: string
  readonly sheets?: readonly SheetShown[]
  readonly text?: string
  /** more is in the file than is shown */
  readonly isCut?: boolean
}

/** pixels: width of a page, and of its longer side at most */
const [pageWidth, sideMax, picturePixelsMax] = [1_240, 4_000, 100_000_000]
const [sheetsMax, sheetRowsMax, columnsMax] = [10, 500, 60]
const [htmlMax, textMax] = [4_000_000, 200_000]
const [quality, textSize] = [82, 24]

/** `asPages`: everything is shown as pictures of pages. */
export async function aboutFile(path: string, asPages: boolean): Promise<About> {
  const kind = await kindOf(path)
  if (kind === 'pdf') return { kind: 'pages', pages: await countOf(path) }
  if (kind === 'picture') return { kind: 'pages', pages: 1 }
  if (asPages) return { kind: 'pages', pages: (await Array.fromAsync(drawnPages(path))).length }
  if (kind === 'docx') return { kind: 'html', html: await htmlOf(path) }
  if (kind === 'sheets') return rowsShown(path)
  if (kind === 'other') throw new Unreadable('unknown')
  const text = kind === 'text' ? await textOf(path) : (await Array.fromAsync(pagesOf(path))).join('\n\n')
  return { kind: 'text', text: text.slice(0, textMax), isCut: text.length > textMax }
}

async function countOf(path: string): Promise<number> {
  const pdf = await openPdf(path)
  await pdf.loadingTask.destroy()
  return pdf.numPages
}

async function htmlOf(path: string): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const { cleanPreview } = await import('../html/clean-html.ts')
  const html = cleanPreview((await inWord(path, file => mammoth.convertToHtml(file, { externalFileAccess: false }))).value)
  if (html.length > htmlMax) throw new Unreadable('large')
  return html
}

async function rowsShown(path: string): Promise<About> {
  const sheets: SheetShown[] = []
  let isCut = false
  for await (const { name, rows } of sheetsOf(path)) {
    const shown: string[][] = []
    for await (const some of rows) {
      shown.push(...some.slice(0, sheetRowsMax - shown.length).map(cells => cells.slice(0, columnsMax)))
      if (shown.length < sheetRowsMax) continue
      isCut = true
      break
    }
    sheets.push({ name, rows: shown })
    if (sheets.length === sheetsMax) break
  }
  return { kind: 'sheets', sheets, isCut }
}

export async function drawPage(path: string, page: number, stamp: Stamp | null): Promise<Uint8Array> {
  const kind = await kindOf(path)
  const canvas = kind === 'pdf' ? await pdfPage(path, page) : kind === 'picture' ? await picture(path) : await textPage(path, page)
  if (stamp !== null) await stampOn(canvas, stamp)
  return canvas.encode('jpeg', quality)
}

async function pdfPage(path: string, at: number): Promise<Canvas> {
  const { createCanvas } = await import('@napi-rs/canvas')
  await haveFont()
  const pdf = await openPdf(path)
  try {
    const page = await pdf.getPage(Math.min(at, pdf.numPages))
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(pageWidth / width, sideMax / height) })
    const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
    await page.render({ canvas: null, canvasContext: canvas.getContext('2d') as never, viewport }).promise
    return canvas
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function picture(path: string): Promise<Canvas> {
  const [{ createCanvas, loadImage }, { default: sharp }] = await Promise.all([import('@napi-rs/canvas'), import('sharp')])
  const png = await sharp(path, { limitInputPixels: picturePixelsMax, animated: false })
    .rotate()
    .resize({ width: pageWidth, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const image = await loadImage(png)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}

/** in characters as wide as high */
const [lineWidth, linesOfPage] = [46, 46]
/** Small letters and figures take less room than the rest. */
const widthOf = (character: string): number => (/^[\u0020-\u0040a-ln-vx-z]$/.test(character) ? 0.62 : 1)

function* linesOf(text: string): Generator<string> {
  for (const paragraph of text.split(/\n+/)) {
    let [shown, width] = ['', 0]
    for (const character of paragraph) {
      width += widthOf(character)
      if (width > lineWidth) {
        yield shown
        ;[shown, width] = ['', widthOf(character)]
      }
      shown += character
    }
    yield shown
  }
}

/** Lines of each page on which the words of Word, a sheet, a slide or a text are drawn. */
async function* drawnPages(path: string): AsyncGenerator<readonly string[]> {
  for await (const page of pagesOf(path)) {
    const lines = [...linesOf(page)]
    for (let at = 0; at < lines.length; at += linesOfPage) yield lines.slice(at, at + linesOfPage)
  }
}

async function textPage(path: string, at: number): Promise<Canvas> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const lines = (await Array.fromAsync(drawnPages(path)))[at - 1] ?? []
  const canvas = createCanvas(pageWidth, Math.round(pageWidth * Math.SQRT2))
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#222'
  context.font = await pageFont(textSize)
  for (const [line, text] of lines.entries()) context.fillText(text, textSize * 2, textSize * (3 + line * 1.5))
  return canvas
}

/** Name and time all over the page, light enough to read through. */
async function stampOn(canvas: Canvas, { text }: Stamp): Promise<void> {
  const context = canvas.getContext('2d')
  const size = Math.max(12, Math.round(canvas.width / 45))
  context.font = await pageFont(size)
  context.fillStyle = 'rgba(120, 120, 120, 0.28)'
  context.rotate(-Math.PI / 9)
  const [across, down] = [context.measureText(text).width + size * 4, size * 7]
  for (let y = 0; y < canvas.height + canvas.width; y += down)
    for (let x = -canvas.height; x < canvas.width; x += across) context.fillText(text, x + ((y / down) % 2) * (across / 2), y)
}
