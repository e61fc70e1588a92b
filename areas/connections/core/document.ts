/** The bytes of a document as they came, unpacked where they are packed: the first two tell, whatever a header says. */
import { gunzip } from 'node:zlib'

/** of a document that is unpacked */
const bytesMax = 256 * 1_048_576

export class BrokenDocument extends Error {}

export const unpacked = (bytes: Buffer): Promise<Buffer> =>
  bytes[0] === 0x1f && bytes[1] === 0x8b
    ? new Promise((resolve, reject) => {
        gunzip(bytes, { maxOutputLength: bytesMax }, (error, whole) =>
          error === null ? resolve(whole) : reject(new BrokenDocument(error.message)),
        )
      })
    : Promise.resolve(bytes)

/** Whether a sheet of text has no line below its head; a JSON document has what it has. */
export function isEmptySheet(bytes: Buffer): boolean {
  const first = bytes.subarray(0, 1)[0]
  if (first === 0x7b || first === 0x5b) return false
  const head = bytes.indexOf(0x0a)
  return head === -1 || bytes.subarray(head).toString('latin1').trim() === ''
}

const pages = /^\s*(?:<!doctype|<html)/i
/** A page of HTML in place of a document. */
export const isPage = (bytes: Buffer): boolean => pages.test(bytes.subarray(0, 200).toString('latin1'))
