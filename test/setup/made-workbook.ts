/** For tests: workbooks written by hand, part by part, so that every oddity of other programs can be had without binary fixtures. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { openWorkbook, type OpenOptions } from '#platform/server/sheets/read-xlsx.ts'

export interface MadeEntry {
  readonly content: Buffer | string
  /** what header and directory say instead of the truth */
  readonly claimedSize?: number
  readonly claimedCrc?: number
}

/** A zip of deflated entries with its directory. */
export function madeZip(entries: Readonly<Record<string, MadeEntry | string>>): Buffer {
  const body: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, given] of Object.entries(entries)) {
    const entry: MadeEntry = typeof given === 'string' ? { content: given } : given
    const content = Buffer.from(entry.content)
    const packed = deflateRawSync(content)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(entry.claimedCrc ?? crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.claimedSize ?? content.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, nameBytes)
    body.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...body, listed, end])
}

export interface MadeSheet {
  readonly name?: string
  readonly hidden?: boolean
  /** what stands inside sheetData */
  readonly rows: string
  /** what follows sheetData, such as mergeCells */
  readonly after?: string
}

export interface MadeParts {
  readonly sheets: readonly MadeSheet[]
  /** what stands inside sst */
  readonly strings?: string
  /** number formats: style 0 is General, style n the n-th of these */
  readonly formats?: readonly string[]
  readonly is1904?: boolean
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

/** Entries of an xlsx; the sheet lies first and under a name of its own, as no library writes it. */
export function madeEntries({ sheets, strings, formats = [], is1904 = false }: MadeParts): Record<string, string> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const entries: Record<string, string> = {}
  sheets.forEach((sheet, index) => {
    entries[`xl/worksheets/blatt${index}.xml`] =
      `<?xml version="1.0"?><worksheet ${MAIN}><sheetData>${sheet.rows}</sheetData>${sheet.after ?? ''}</worksheet>`
  })
  entries['[Content_Types].xml'] = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
  entries['_rels/.rels'] = `<Relationships ${RELATIONS}>${relation('r1', 'officeDocument', '/xl/mappe.xml')}</Relationships>`
  const listed = sheets.map(
    (sheet, index) =>
      `<sheet name="${sheet.name ?? `表${index + 1}`}" sheetId="${index + 1}"${sheet.hidden ? ' state="hidden"' : ''} r:id="s${index}"/>`,
  )
  entries['xl/mappe.xml'] =
    `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`
  entries['xl/_rels/mappe.xml.rels'] =
    `<Relationships ${RELATIONS}>${sheets.map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/blatt${index}.xml`)).join('')}${
      strings === undefined ? '' : relation('t', 'sharedStrings', 'texte.xml')
    }${relation('f', 'styles', 'formate.xml')}</Relationships>`
  if (strings !== undefined) entries['xl/texte.xml'] = `<sst ${MAIN}>${strings}</sst>`
  entries['xl/formate.xml'] =
    `<styleSheet ${MAIN}><numFmts>${formats.map((format, index) => `<numFmt numFmtId="${200 + index}" formatCode="${format}"/>`).join('')}</numFmts>
    <cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`
  return entries
}

export function madeWorkbook(parts: MadeParts): Buffer {
  return madeZip(madeEntries(parts))
}

/** Writes bytes into a folder of its own and answers the path. */
export async function madeFile(bytes: Uint8Array, name = 'report.xlsx'): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'sheets-')), name)
  await writeFile(path, bytes)
  return path
}

/** Everything openWorkbook finds in these bytes. */
export async function readAll(
  bytes: Uint8Array,
  options?: OpenOptions,
): Promise<{ sheet: string; others: readonly string[]; rows: SourceRow[] }> {
  const workbook = await openWorkbook(await madeFile(bytes), options)
  try {
    const rows: SourceRow[] = []
    for await (const batch of workbook.rows()) rows.push(...batch)
    return { sheet: workbook.sheet, others: workbook.others, rows }
  } finally {
    await workbook.close()
  }
}

const columnName = (at: number): string =>
  (at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26))
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** Rows of texts as a workbook; `formula`: this cell is a formula that nobody has calculated. */
export function workbookOfRows(rows: readonly (readonly string[])[], formula?: { readonly row: number; readonly column: number }): Buffer {
  const cellOf = (text: string, row: number, column: number): string => {
    const place = `${columnName(column)}${row + 1}`
    if (formula?.row === row && formula.column === column) return `<c r="${place}"><f>1+1</f></c>`
    return text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  }
  const body = rows.map((cells, row) => `<row r="${row + 1}">${cells.map((text, column) => cellOf(text, row, column)).join('')}</row>`)
  return madeWorkbook({ sheets: [{ name: 'Report', rows: body.join('') }] })
}
