/** Tells by the first bytes what a file is where workbooks are concerned, whatever its name says. */

/** Bytes that isWorkbook and containerOf look at. */
export const FIRST_BYTES = 8

export type Container =
  /** xlsx and other zips */
  | 'zip'
  /** .xls, or an xlsx under a password */
  | 'compound'

/** The container of a possible workbook, null for everything else (text, CSV, HTML …). */
export function containerOf(firstBytes: Uint8Array): Container | null {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, index) => firstBytes[index] === byte)
  // an empty zip begins with its end record (PK 05 06)
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return 'zip'
  return starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) ? 'compound' : null
}

/** Whether the file goes to openWorkbook; everything else is read as text. */
export function isWorkbook(firstBytes: Uint8Array): boolean {
  return containerOf(firstBytes) !== null
}

/** What to say of a file whose name ends like a workbook while its content is none; null where they agree. */
export function extensionLie(fileName: string, firstBytes: Uint8Array): string | null {
  const extension = /\.(xlsx|xlsm|xlsb|xls)$/i.exec(fileName)?.[1]?.toLowerCase()
  if (!extension || isWorkbook(firstBytes)) return null
  return `文件名以 .${extension} 结尾，但内容不是 Excel 工作簿，请用 Excel 打开后另存为 .xlsx，或改用原来的扩展名（如 .txt、.csv）再上传`
}
