/** Recognises workbooks by their first bytes, whatever the name of the file. */
import { isZip, sniff } from '../base/sniff.ts'

/** Bytes that isWorkbook and containerOf look at. */
export const FIRST_BYTES = 8

export type Container =
  /** xlsx and other zips */
  | 'zip'
  /** .xls, or an xlsx under a password */
  | 'compound'

/** The container of a possible workbook, null for everything else (text, CSV, HTML …). */
export function containerOf(firstBytes: Uint8Array): Container | null {
  const type = sniff(firstBytes)
  if (type === 'compound') return 'compound'
  return isZip(type) ? 'zip' : null
}

/** Whether the file goes to openWorkbook; everything else is read as text. */
export function isWorkbook(firstBytes: Uint8Array): boolean {
  return containerOf(firstBytes) !== null
}
