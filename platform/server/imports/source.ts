/** Opens a stored file as rows, whatever it is: a text table in any encoding or a workbook; and says which file kind reads it. */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { open, readFile, stat } from 'node:fs/promises'
import type { FileKind, FileMatch, Refusal, SourceRow, Survey, TaggedForm } from '#platform/declare/file-kind.ts'
import { openWorkbook } from '../sheets/read-xlsx.ts'
import { SheetRefusal } from '../sheets/refusal.ts'
import { containerOf, FIRST_BYTES, isWorkbook } from '../sheets/workbook-kind.ts'
import { isJson, jsonOf } from './json-file.ts'
import { formOf, taggedRows } from './tagged-rows.ts'
import { encodingOf } from './text-encoding.ts'
import { unpackedFile, type Unpacked } from './zipped-file.ts'
import { openTextTable, type CutOff } from './text-table.ts'

export interface Source {
  readonly kind: FileKind
  readonly match: FileMatch
  rows(): AsyncIterable<SourceRow[]>
  /** where the file was cut off; known once rows() has been read to the end */
  cutOff(): CutOff | null
  readonly notes: readonly Wording[]
  /** statements with lines in the file, each of an owner of its own; more than one in a document of tags alone */
  readonly parts: number
  close(): Promise<void>
}
export type Opened = { readonly ok: true; readonly source: Source } | { readonly ok: false; readonly reason: Wording }

const firstRowsMax = 60

interface Found {
  readonly kind: FileKind
  readonly match: FileMatch
}
/** The kind that is surest of these rows; of several that are equally sure those that were asked for go first. */
function surest(kinds: readonly FileKind[], rows: readonly SourceRow[], asked: readonly FileKind[] = []): Found | null {
  const all = kinds.flatMap((kind): Found[] => {
    const match = kind.recognise(rows)
    return match === null ? [] : [{ kind, match }]
  })
  const most = Math.max(...all.map(({ match }) => match.confidence))
  const sure = all.filter(({ match }) => match.confidence === most)
  return sure.find(({ kind }) => asked.includes(kind)) ?? sure[0] ?? null
}

/** Two kinds of files that are equally sure of a head: nobody can tell which of them it is. */
function ambiguous(kinds: readonly FileKind[], rows: readonly SourceRow[], asked: readonly FileKind[]): Wording | null {
  const found = surest(kinds, rows, asked)
  if (found === null) return null
  const here = asked.includes(found.kind) ? asked : kinds
  const others = here.filter(kind => kind.family !== found.kind.family && kind.recognise(rows)?.confidence === found.match.confidence)
  if (others.length === 0) return null
  const titles = [found.kind, ...others].map(kind => kind.title)
  return sentence`这个表头可能是${listed(titles)}，无法确定是哪一种。请重新下载，不要合并或改动列`
}

/** What the kinds that were asked for can say of rows that none recognises; what several of them claim is told as such. */
export function explained(asked: readonly FileKind[], rows: readonly SourceRow[]): Wording | null {
  const reasons = new Map<string, Wording>()
  for (const kind of asked) {
    const reason = kind.explain?.(rows) ?? null
    if (reason !== null) reasons.set(JSON.stringify(reason), reason)
  }
  const [only, ...others] = reasons.values()
  if (only === undefined || others.length === 0) return only ?? null
  return sentence`这个表头可能是几种报表，请看是哪一种：${listed([only, ...others], '；')}`
}

interface Known {
  readonly kinds: readonly FileKind[]
  /** those that the person was asked for: what is said of a file that nobody reads is about them */
  readonly asked: readonly FileKind[]
}
/** `part`: which statement of a file with several, from 1. */
export const openSource = (path: string, kinds: readonly FileKind[], part = 1, asked = kinds): Promise<Opened> =>
  openFile(path, { kinds, asked }, part, false)

async function openFile(path: string, known: Known, part: number, isInner: boolean): Promise<Opened> {
  const file = await open(path, 'r')
  const first = Buffer.alloc(FIRST_BYTES)
  await file.read(first, 0, FIRST_BYTES, 0)
  await file.close()
  if (containerOf(first) === 'zip') {
    const unpacked = await unpackedFile(path, isInner)
    if (unpacked !== null) return unpacked.ok ? openUnpacked(unpacked, known, part) : unpacked
  }
  if (isWorkbook(first)) return openBook(path, known)
  if (isJson(first)) return openJson(path, known)
  return (await openTagged(path, known.kinds, part)) ?? openText(path, known)
}

/** The one file of an archive, as if it had come alone; it lies beside until it is closed. */
async function openUnpacked({ path, remove }: Unpacked, known: Known, part: number): Promise<Opened> {
  const opened = await openFile(path, known, part, true).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  if (!opened.ok) {
    await remove()
    return opened
  }
  const { source } = opened
  const close = async (): Promise<void> => {
    await source.close()
    await remove()
  }
  return { ok: true, source: { ...source, close } }
}

const taggedBytesMax = 50 * 1_048_576
const headBytes = 4_096

/** A document that banks share, with its statement; null: it is none, or none of the forms that are wanted. */
export async function readTagged(path: string, part: number, isWanted: (form: TaggedForm) => boolean) {
  const { size } = await stat(path)
  if (size > taggedBytesMax) return null
  const start = (await readFile(path)).subarray(0, headBytes).toString('latin1').replaceAll('\0', '')
  const form = formOf(start.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, ''))
  if (form === null || !isWanted(form)) return null
  const evidence = await encodingOf(path)
  if (!evidence.ok) return evidence
  const [encoding = 'utf-8'] = evidence.candidates
  const text = new TextDecoder(encoding).decode((await readFile(path)).subarray(evidence.skipBytes))
  return { form, ...taggedRows(form, text, part) }
}

/** null: no document that a kind reads. */
async function openTagged(path: string, kinds: readonly FileKind[], part: number): Promise<Opened | null> {
  const read = await readTagged(path, part, form => kinds.some(({ tagged }) => tagged === form))
  if (read === null || !read.ok) return read
  const found = surest(
    kinds.filter(({ tagged }) => tagged === read.form),
    read.rows,
  )
  if (!found) return { ok: false, reason: sentence`认不出这个文件，请确认下载的报表类型` }
  const rows = async function* (): AsyncGenerator<SourceRow[]> {
    yield [...read.rows]
  }
  return { ok: true, source: { ...found, notes: read.notes, parts: read.parts, rows, cutOff: () => null, close: async () => undefined } }
}

async function openText(path: string, { kinds, asked }: Known): Promise<Opened> {
  const opened = await openTextTable(
    path,
    rows => surest(kinds, rows, asked)?.match ?? null,
    rows => explained(asked, rows),
  )
  if (!opened.ok) return opened
  const { table } = opened
  const found = surest(kinds, table.firstRows, asked)
  if (!found) return { ok: false, reason: sentence`认不出这个文件，请确认下载的报表类型` }
  const both = ambiguous(kinds, table.firstRows, asked)
  if (both !== null) return { ok: false, reason: both }
  return {
    ok: true,
    source: { ...found, notes: [], parts: 1, rows: () => table.rows(), cutOff: () => table.cutOff(), close: async () => undefined },
  }
}

async function openBook(path: string, { kinds, asked }: Known): Promise<Opened> {
  try {
    const book = await openWorkbook(path)
    const firstRows: SourceRow[] = []
    for await (const batch of book.rows()) {
      firstRows.push(...batch)
      if (firstRows.length >= firstRowsMax) break
    }
    const head = firstRows.slice(0, firstRowsMax)
    const found = surest(kinds, head, asked)
    const both = ambiguous(kinds, head, asked)
    if (!found || both !== null) {
      await book.close()
      const reason = both ?? explained(asked, head)
      return { ok: false, reason: reason ?? sentence`认不出工作表“${book.sheet}”：没有找到任何已知报表的表头` }
    }
    const notes = book.others.length > 0 ? [sentence`只读取了工作表“${book.sheet}”，未读取：${listed(book.others)}`] : []
    return { ok: true, source: { ...found, notes, parts: 1, rows: () => book.rows(), cutOff: () => null, close: () => book.close() } }
  } catch (error) {
    if (error instanceof SheetRefusal) return { ok: false, reason: error.wording }
    throw error
  }
}

/** Kinds that were asked for go first. */
async function openJson(path: string, { kinds, asked }: Known): Promise<Opened> {
  const read = await jsonOf(path)
  if (!read.ok) return read
  const first = asked.length < kinds.length ? asked : []
  for (const kind of [...first, ...kinds.filter(one => !first.includes(one))]) {
    let cells: ReturnType<NonNullable<FileKind['fromJson']>> = null
    try {
      cells = kind.fromJson?.(read.document, first.includes(kind)) ?? null
    } catch (error) {
      if (error instanceof SheetRefusal) return { ok: false, reason: error.wording }
      throw error
    }
    const rows = (cells ?? []).map((one, i): SourceRow => ({ line: i + 1, cells: one }))
    const match = cells === null ? null : kind.recognise(rows.slice(0, firstRowsMax))
    if (match === null) continue
    const source: Source = {
      kind,
      match,
      notes: [],
      parts: 1,
      rows: () => batchesOf(rows),
      cutOff: () => null,
      close: async () => undefined,
    }
    return { ok: true, source }
  }
  return { ok: false, reason: sentence`认不出这个 JSON 文件，请确认它是平台接口的完整回答` }
}

const batchRows = 2_000
async function* batchesOf(rows: readonly SourceRow[]): AsyncGenerator<SourceRow[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows)
}

/** First pass over all rows: what the file says of itself, and the format its cells give evidence for. */
export async function surveyOf(source: Source, onRows: (count: number) => void = () => undefined): Promise<Survey<unknown>> {
  const surveyor = source.kind.survey(source.match)
  for await (const batch of source.rows()) {
    for (const row of batch) surveyor.row(row)
    onRows(batch.length)
  }
  const survey = surveyor.end()
  const cut = source.cutOff()
  if (!cut || (cut.row !== null && source.kind.closes?.(cut.row, source.match) === true)) return survey
  const refusal: Refusal = { line: cut.line, column: null, value: null, reason: cut.reason }
  return { ...survey, format: null, refusals: [refusal, ...survey.refusals] }
}
