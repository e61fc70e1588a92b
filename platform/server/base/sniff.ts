/**
 * What a file is, told by its content: names and announced types are the sender's word. The one place that knows first bytes. Pure.
 * Why not by file-type: docs/dependencies.md, "Formats that are read and written here".
 */
import { isUtf8 } from 'node:buffer'

export type FileType =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'svg'
  | 'pdf'
  | 'mp4'
  | 'webm'
  | 'xlsx'
  | 'docx'
  | 'pptx'
  | 'zip'
  | 'gzip'
  | 'compound'
  | 'html'
  | 'csv'
  | 'text'
  | 'binary'

/** Bytes from the start of the file that sniff wants to see. */
export const SNIFF_BYTES = 4096

/**
 * Content type to answer a download with, and whether a browser may show it in the page. Everything else is a download: never a script of a
 * stranger under our address.
 */
export const SERVED: Record<FileType, { readonly contentType: string; readonly inline: boolean }> = {
  jpeg: { contentType: 'image/jpeg', inline: true },
  png: { contentType: 'image/png', inline: true },
  gif: { contentType: 'image/gif', inline: true },
  webp: { contentType: 'image/webp', inline: true },
  svg: { contentType: 'application/octet-stream', inline: false },
  pdf: { contentType: 'application/pdf', inline: true },
  mp4: { contentType: 'video/mp4', inline: true },
  webm: { contentType: 'video/webm', inline: true },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', inline: false },
  docx: { contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', inline: false },
  pptx: { contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', inline: false },
  zip: { contentType: 'application/zip', inline: false },
  gzip: { contentType: 'application/octet-stream', inline: false },
  compound: { contentType: 'application/x-ole-storage', inline: false },
  html: { contentType: 'application/octet-stream', inline: false },
  csv: { contentType: 'text/csv; charset=utf-8', inline: false },
  text: { contentType: 'text/plain; charset=utf-8', inline: false },
  binary: { contentType: 'application/octet-stream', inline: false },
}

const SIGNATURES: readonly (readonly [FileType, (head: Buffer) => boolean])[] = [
  ['jpeg', head => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff],
  ['png', head => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['gif', head => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  ['webp', head => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'],
  ['pdf', head => head.toString('latin1', 0, 5) === '%PDF-'],
  [
    'mp4',
    head =>
      head.toString('latin1', 4, 8) === 'ftyp' && /^(?:isom|iso\d|mp4\d|avc1|M4V |MSNV|qt {2}|dash)/.test(head.toString('latin1', 8, 12)),
  ],
  ['gzip', head => head[0] === 0x1f && head[1] === 0x8b],
  ['webm', head => head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))],
  ['compound', head => head.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))],
]

/** Whether it is a zip, whatever is in it. */
export const isZip = (type: FileType): boolean => ['xlsx', 'docx', 'pptx', 'zip'].includes(type)

/** Office files are zips whose entries lie in a folder of the program's own. */
function zipType(head: Buffer): FileType {
  const seen = head.toString('latin1')
  if (seen.includes('word/')) return 'docx'
  if (seen.includes('ppt/')) return 'pptx'
  return seen.includes('xl/') ? 'xlsx' : 'zip'
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
}

/** Text of any encoding: no NUL and no control characters (UTF-16 by its mark), or UTF-8. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false
  return isUtf16(head) || !head.some(byte => byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127)
}

function markupType(head: Buffer): FileType | null {
  const decoded = isUtf16(head)
    ? new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head)
    : head.toString(isUtf8(head) ? 'utf8' : 'latin1')
  const start = decoded
    .replace(/^\ufeff/, '')
    .trimStart()
    .toLowerCase()
  if (!start.startsWith('<')) return null
  if (start.includes('<svg')) return 'svg'
  return /<(?:!doctype html|html|head|body|script|iframe|table)[\s>]/.test(start) ? 'html' : null
}

/** The type of a file by its first SNIFF_BYTES bytes. CSV and other text are told apart by their separators. */
export function sniff(firstBytes: Uint8Array): FileType {
  const head = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, Math.min(firstBytes.byteLength, SNIFF_BYTES))
  for (const [type, fits] of SIGNATURES) if (fits(head)) return type
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)) return zipType(head)
  if (!isText(head)) return 'binary'
  const markup = markupType(head)
  if (markup) return markup
  const lines = head
    .toString('latin1')
    .split(/\r?\n/)
    .slice(0, -1)
    .filter(line => line !== '')
  return lines.length > 1 && lines.every(line => /[,;]/.test(line)) ? 'csv' : 'text'
}
