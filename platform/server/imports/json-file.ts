/** JSON files: what a marketplace's interface answers, kept as a file. Numbers stay the text of the file: no digit of an amount is lost. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { readFile, stat } from 'node:fs/promises'

/** A document is read whole: what a thread of an import has room for. */
const bytesMax = 32 * 1_048_576

/** Whether a file begins as an object or array of JSON does. */
export const isJson = (first: Buffer): boolean => /^\uFEFF?\s*(?:\{\s*["}]|\[\s*[{[\]])/.test(first.toString('utf8'))

type JsonFile = { readonly ok: true; readonly document: unknown } | { readonly ok: false; readonly reason: Wording }

export async function jsonOf(path: string): Promise<JsonFile> {
  const { size } = await stat(path)
  if (size > bytesMax) return { ok: false, reason: sentence`JSON 文件最大 ${bytesMax / 1_048_576}MB，请按日期分几次下载` }
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  try {
    return { ok: true, document: JSON.parse(text, asWritten) }
  } catch {
    return { ok: false, reason: sentence`JSON 文件不完整或已损坏，请重新下载` }
  }
}

/** A number as the file writes it. */
const asWritten = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value
