/** A zip made on the fly around one sheet of a workbook, its parts in the order in which the reading library streams, all entries stored and their sizes said before. */
import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { SheetRefusal } from './refusal.ts'
import { unpack, type ZipEntry } from './zip-directory.ts'

/** Letters of a column reference that are still read: ZZ is column 702. A row with one cell at XFD would cost 16,384 cells. */
const COLUMN_LETTERS_MAX = 2
const COLUMNS_MAX = 702
const CHUNK_BYTES = 512 * 1024
/** longest piece of markup that the guard must see whole */
const CARRIED = 512

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Watches the markup of a sheet for what the library would swallow: cells far out, and formulas that were never calculated (read as nothing, and money would be missing in silence). */
export class SheetGuard {
  #carried = ''
  #complete = false
  readonly #sheet: string

  constructor(sheet: string) {
    this.#sheet = sheet
  }

  look(chunk: Buffer): void {
    const text = this.#carried + chunk.toString('latin1')
    const far = new RegExp(`<(?:\\w+:)?c\\s[^>]*?\\br=["']([A-Za-z]{${COLUMN_LETTERS_MAX + 1},}\\d+)["']`).exec(text)
    if (far) throw new SheetRefusal(`工作表“${this.#sheet}”的单元格 ${far[1] ?? ''} 超出 ${COLUMNS_MAX} 列，请删除多余的列后再上传`)
    const open = /<\/(?:\w+:)?f><\/(?:\w+:)?c>|<(?:\w+:)?f(?:\s[^>]*)?\/><\/(?:\w+:)?c>/.exec(text)
    if (open) {
      const cell = [...text.slice(0, open.index).matchAll(/<(?:\w+:)?c\s[^>]*?\br=["']([A-Za-z]+\d+)["']/g)].at(-1)?.[1]
      throw new SheetRefusal(`工作表“${this.#sheet}”${cell ? `的单元格 ${cell} ` : ''}含有没有计算结果的公式，请用 Excel 打开并保存后再上传`)
    }
    this.#complete ||= /<\/(?:\w+:)?sheetData>/.test(text)
    this.#carried = text.slice(-CARRIED)
  }

  /** The library takes markup that just stops for the end of the sheet: rows would be missing in silence. */
  end(): void {
    if (!this.#complete) throw new SheetRefusal(`工作表“${this.#sheet}”不完整，请用 Excel 打开并另存后再上传`)
  }
}

export interface OneSheet {
  readonly file: FileHandle
  readonly sheet: ZipEntry
  readonly sharedStrings: Buffer | null
  readonly styles: Buffer | null
  readonly is1904: boolean
  readonly guard: SheetGuard
}

function header(name: string, size: number, crc: number): Buffer {
  const nameBytes = Buffer.from(name)
  const head = Buffer.alloc(30 + nameBytes.length)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt32LE(size, 22)
  head.writeUInt16LE(nameBytes.length, 26)
  nameBytes.copy(head, 30)
  return head
}

function* stored(name: string, content: Buffer | string): Generator<Buffer> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  yield header(name, bytes.length, crc32(bytes))
  if (bytes.length > 0) yield bytes
}

/** Chunks of the zip. It ends behind the sheet: the library reads no directory of a streamed zip. */
export async function* oneSheetZip({ file, sheet, sharedStrings, styles, is1904, guard }: OneSheet): AsyncGenerator<Buffer, void, undefined> {
  const relation = (id: string, type: string, target: string): string => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...each: string[]): string => `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
  yield* stored('[Content_Types].xml', `<Types xmlns="${PACKAGE}/content-types"/>`)
  yield* stored('_rels/.rels', relations(relation('r1', 'officeDocument', 'xl/workbook.xml')))
  yield* stored('xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`)
  yield* stored('xl/_rels/workbook.xml.rels', relations(
    relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
    sharedStrings ? relation('r2', 'sharedStrings', 'sharedStrings.xml') : '',
    styles ? relation('r3', 'styles', 'styles.xml') : '',
  ))
  if (sharedStrings) yield* stored('xl/sharedStrings.xml', sharedStrings)
  if (styles) yield* stored('xl/styles.xml', styles)
  yield header('xl/worksheets/sheet1.xml', sheet.size, sheet.crc)
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of unpack(file, sheet)) {
    guard.look(chunk)
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  guard.end()
  if (bytes > 0) yield Buffer.concat(waiting)
}
