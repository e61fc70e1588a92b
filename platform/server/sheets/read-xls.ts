/**
 * Old workbooks (.xls, Excel 97-2003), read whole: the format holds 65,536 rows a sheet at most. Password-protected files share their
 * container.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { FileHandle } from 'node:fs/promises'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { cellText } from './cell-text.ts'
import { SheetRefusal } from './refusal.ts'

export const XLS_BYTES_MAX = 100 * 1_048_576
const PASSWORD = sentence`文件有密码保护，请在 Excel 中取消密码并保存后再上传`
/** BOF record of BIFF8 globals; a FILEPASS record behind it means that the rest is encrypted */
const GLOBALS_BOF = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00])
const FILEPASS = 0x2f
const WRITE_PROTECT = 0x86
const SCAN_BYTES = 1_048_576

export interface OldSheet {
  readonly name: string
  readonly rows: readonly SourceRow[]
}

/** Whether the container holds an xlsx under a password: its directory names a stream EncryptedPackage. */
async function isEncryptedXlsx(file: FileHandle, fileBytes: number): Promise<boolean> {
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  const buffer = Buffer.allocUnsafe(SCAN_BYTES + name.length)
  for (let at = 0; at < fileBytes; at += SCAN_BYTES) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (buffer.subarray(0, bytesRead).includes(name)) return true
  }
  return false
}

function isEncryptedXls(bytes: Buffer): boolean {
  const bof = bytes.indexOf(GLOBALS_BOF)
  if (bof < 0 || bof + 24 > bytes.length) return false
  let record = bof + 20
  if (bytes.readUInt16LE(record) === WRITE_PROTECT) record += 4 + bytes.readUInt16LE(record + 2)
  return record + 2 <= bytes.length && bytes.readUInt16LE(record) === FILEPASS
}

/** Sheets of an .xls with their non-empty rows. Old dates count from 1900; those of 1904 come out right but for times without a date. */
export async function readOldWorkbook(file: FileHandle, fileBytes: number): Promise<OldSheet[]> {
  if (await isEncryptedXlsx(file, fileBytes)) throw new SheetRefusal(PASSWORD)
  if (fileBytes > XLS_BYTES_MAX) throw new SheetRefusal(sentence`.xls 文件超过 100MB，请另存为 .xlsx 后再上传`)
  const bytes = Buffer.alloc(fileBytes)
  await file.read(bytes, 0, fileBytes, 0)
  if (isEncryptedXls(bytes)) throw new SheetRefusal(PASSWORD)
  const { readXls } = await import('hucre/xlsx')
  try {
    const workbook = await readXls(bytes)
    return workbook.sheets.map(sheet => ({ name: sheet.name, rows: rowsOf(sheet.rows) }))
  } catch (error) {
    throw new SheetRefusal(sentence`无法读取这个 .xls 文件（已损坏，或是 Excel 95 以前的格式），请用 Excel 另存为 .xlsx 后再上传`, {
      cause: error,
    })
  }
}

function rowsOf(rows: readonly (readonly (string | number | boolean | Date | null)[])[]): SourceRow[] {
  return rows.flatMap((row, index) => {
    const cells = row.map(value => cellText(value, false))
    return cells.some(cell => cell !== '') ? [{ line: index + 1, cells }] : []
  })
}
