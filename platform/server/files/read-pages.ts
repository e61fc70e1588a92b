/** The text of a file, page by page, in a worker thread: nothing of the file is run, and what it claims to be is not believed. */
import { open, readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isUtf8 } from 'node:buffer'
import { SNIFF_BYTES, sniff } from '../base/sniff.ts'
import { SheetRefusal } from '../sheets/refusal.ts'
import { openWorkbook } from '../sheets/read-xlsx.ts'
import { joinedText } from '../sheets/xml-text.ts'
import { readZipDirectory, unpackWhole, type ZipEntry } from '../sheets/zip-directory.ts'

type ContentKind = 'pdf' | 'docx' | 'pptx' | 'sheets' | 'text' | 'picture' | 'other'

const zipLimits = { entriesMax: 5_000, unpackedBytesMax: 256 * 1_048_576, ratioMax: 100 }
const [partBytesMax, textBytesMax] = [32 * 1_048_576, 16 * 1_048_576]
/** characters of a page of what has no pages, and how many of the page before stand in it again */
const [pageCharacters, overlap] = [1_500, 40]
const sheetPageRows = 40
/** pixels of a picture in a PDF; a larger one is left out */
const pixelsMax = 50_000_000

/** Why a file can't be read (`readStates` of files/tables.ts). */
export class Unreadable extends Error {
  readonly state: 'encrypted' | 'broken' | 'large' | 'unknown'
  constructor(state: Unreadable['state'], options?: ErrorOptions) {
    super(state, options)
    this.state = state
  }
}

async function inZip<T>(path: string, work: (entries: ReadonlyMap<string, ZipEntry>) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    return await work(await readZipDirectory(file, (await file.stat()).size, zipLimits))
  } finally {
    await file.close()
  }
}

/** By content; a name promises nothing. */
export async function kindOf(path: string): Promise<ContentKind> {
  const head = Buffer.alloc(SNIFF_BYTES)
  const file = await open(path, 'r')
  let length: number
  try {
    length = (await file.read(head, 0, SNIFF_BYTES, 0)).bytesRead
  } finally {
    await file.close()
  }
  const type = sniff(head.subarray(0, length))
  if (['jpeg', 'png', 'gif', 'webp'].includes(type)) return 'picture'
  if (type === 'pdf') return 'pdf'
  if (type === 'text' || type === 'csv') return 'text'
  if (type === 'compound') return 'sheets'
  if (!['docx', 'xlsx', 'pptx', 'zip'].includes(type)) return 'other'
  return inZip(path, async entries => {
    if (entries.has('word/document.xml')) return 'docx'
    if (entries.has('ppt/presentation.xml')) return 'pptx'
    return entries.has('[Content_Types].xml') ? 'sheets' : 'other'
  })
}

const folderOf = (name: string): string => fileURLToPath(new URL(`${name}/`, import.meta.resolve('pdfjs-dist/package.json')))

/** A PDF without scripts; its character maps and fonts come from the package. */
export async function openPdf(path: string) {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const loading = pdfjs.getDocument({
    data: new Uint8Array(await readFile(path)),
    cMapUrl: folderOf('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folderOf('standard_fonts'),
    wasmUrl: folderOf('wasm'),
    useSystemFonts: true,
    enableXfa: false,
    maxImageSize: pixelsMax,
    canvasMaxAreaInBytes: pixelsMax * 4,
    verbosity: 0,
  })
  return loading.promise
}

async function* pdfPages(path: string): AsyncGenerator<string> {
  const pdf = await openPdf(path)
  try {
    for (let at = 1; at <= pdf.numPages; at++) {
      const page = await pdf.getPage(at)
      const { items } = await page.getTextContent()
      yield items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      page.cleanup()
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pageCharacters) yield text.slice(Math.max(0, at - overlap), at + pageCharacters)
}

async function* wordPages(path: string): AsyncGenerator<string> {
  const { default: mammoth } = await import('mammoth')
  yield* piecesOf((await inWord(path, file => mammoth.extractRawText(file))).value)
}

/** Its own way to unpack believes no size and holds what comes out: it is given parts that end where the directory says. */
export const inWord = <T>(path: string, work: (file: { readonly path: string }) => Promise<T>): Promise<T> =>
  inZip(path, entries => {
    for (const entry of entries.values()) if (entry.size > partBytesMax) throw new Unreadable('large')
    const read = async (name: string, encoding?: string): Promise<string | Buffer> => {
      const entry = entries.get(name)
      if (entry === undefined) throw new Unreadable('broken')
      const bytes = await unpackWhole(entry, partBytesMax)
      if (encoding === undefined) return bytes
      return encoding === 'base64' ? bytes.toString('base64') : new TextDecoder(encoding).decode(bytes)
    }
    const file = { exists: (name: string) => entries.has(name), read }
    // the library's own type names less than it takes
    return work({ file } as unknown as { path: string })
  })

/** Slides in their order, each followed by what is noted to it. */
async function* slidePages(path: string): AsyncGenerator<string> {
  const numberOf = (name: string): number => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0)
  const slides = await inZip(path, async entries => {
    const found: string[] = []
    const names = [...entries.keys()].filter(name => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    for (const name of names.toSorted((a, b) => numberOf(a) - numberOf(b))) {
      const parts = [entries.get(name), entries.get(name.replace('slides/slide', 'notesSlides/notesSlide'))]
      const texts: string[] = []
      for (const part of parts)
        if (part !== undefined) texts.push(...(await unpackWhole(part, partBytesMax)).toString('utf8').split('</a:p>').map(joinedText))
      found.push(texts.filter(text => text !== '').join('\n'))
    }
    return found
  })
  yield* slides
}

/** Names of the sheets, then their rows. */
export async function* sheetsOf(
  path: string,
): AsyncGenerator<{ readonly name: string; readonly rows: AsyncIterable<readonly string[][]> }> {
  const names: string[] = []
  for (let at = 0; at === 0 || at < names.length; at++) {
    const sheet = names[at]
    const book = await openWorkbook(path, { limits: zipLimits, ...(sheet === undefined ? {} : { sheet }) })
    if (at === 0) names.push(book.sheet, ...book.others)
    const rows = async function* () {
      for await (const some of book.rows()) yield some.map(({ cells }) => [...cells])
    }
    try {
      yield { name: book.sheet, rows: rows() }
    } finally {
      await book.close()
    }
  }
}

async function* sheetPages(path: string): AsyncGenerator<string> {
  for await (const { name, rows } of sheetsOf(path)) {
    let page = [name]
    for await (const some of rows)
      for (const cells of some) {
        page.push(cells.filter(cell => cell !== '').join(' '))
        if (page.length < sheetPageRows) continue
        yield page.join('\n')
        page = []
      }
    if (page.length > 0) yield page.join('\n')
  }
}

/** A text in UTF-8, else as Chinese systems write it. */
export async function textOf(path: string): Promise<string> {
  if ((await stat(path)).size > textBytesMax) throw new Unreadable('large')
  const bytes = await readFile(path)
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'gb18030').decode(bytes)
}

const readers: Readonly<Record<ContentKind, (path: string) => AsyncIterable<string>>> = {
  pdf: pdfPages,
  docx: wordPages,
  pptx: slidePages,
  sheets: sheetPages,
  text: async function* (path) {
    yield* piecesOf(await textOf(path))
  },
  picture: async function* () {},
  other: () => {
    throw new Unreadable('unknown')
  },
}

export async function* pagesOf(path: string): AsyncGenerator<string> {
  yield* readers[await kindOf(path)](path)
}

/** What a thrown thing says of the file. */
export function stateOf(error: unknown): Unreadable['state'] {
  if (error instanceof Unreadable) return error.state
  if (error instanceof Error && error.name === 'PasswordException') return 'encrypted'
  if (!(error instanceof SheetRefusal)) return 'broken'
  if (error.message.includes('密码')) return 'encrypted'
  return /解压后|过大|超过/.test(error.message) ? 'large' : 'broken'
}
