/** Reading a text table: encoding and separator from evidence, rows in batches with flat memory, and whether the file was cut off. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { encodingOf, type TextEncoding } from './text-encoding.ts'
import { properlyQuoted, rowSplitter, type Quoting, type Separator } from './text-lines.ts'

/** How well a recogniser can read these first rows; null: not at all. `FileMatch` of a file kind has this shape. */
export interface Judgement {
  readonly confidence: number
  readonly headerLine: number
}
export type Judge = (firstRows: readonly SourceRow[]) => Judgement | null

/** Where the file ends too early: a last row with fewer cells than any row before it, or a quote that never closes. */
export interface CutOff {
  readonly line: number
  /** the short row; null where a quote never closes */
  readonly row: SourceRow | null
  readonly reason: Wording
}

export interface TextTable {
  readonly encoding: TextEncoding
  readonly separator: Separator
  readonly quoting: Quoting
  readonly firstRows: readonly SourceRow[]
  /** every row that is not empty, preamble and header included; may be read several times, each time from the start */
  rows(): AsyncIterable<SourceRow[]>
  /** known once `rows()` has been read to the end */
  cutOff(): CutOff | null
  /** how much of the file `rows()` has read, 0 to 1 */
  share(): number
}

export type OpenedTable =
  | { readonly ok: true; readonly table: TextTable; readonly judgement: Judgement }
  | { readonly ok: false; readonly reason: Wording }

const batchRows = 2000
/** Small pieces: the cells cut from one piece die young, 64 KB keeps memory at half of what 1 MB does, at the same speed. */
const readBytes = 1 << 16
/** Amazon's longest preamble has 9 lines; 60 leaves room for others. */
const firstRowsMax = 60

interface Reading {
  readonly encoding: TextEncoding
  readonly separator: Separator
  readonly quoting: Quoting
  readonly firstRows: readonly SourceRow[]
}

/**
 * Tries each possible encoding and separator and lets the judge (the registered file kinds' recognisers) say which makes the header
 * readable. `explain`: what to say of rows that nobody recognises.
 */
export async function openTextTable(
  path: string,
  judge: Judge,
  explain: (rows: readonly SourceRow[]) => Wording | null = () => null,
): Promise<OpenedTable> {
  const evidence = await encodingOf(path)
  if (!evidence.ok) return evidence
  let best: { reading: Reading; judgement: Judgement; damage: number } | null = null
  let anyText = false
  let why: Wording | null = null
  for (const encoding of evidence.candidates) {
    const text = decodeSample(evidence.head.subarray(evidence.skipBytes), encoding)
    anyText ||= text.trim() !== ''
    const damage = evidence.candidates.length > 1 ? text.split('\uFFFD').length - 1 : 0
    for (const [separator, quoting] of waysToSplit(text)) {
      const firstRows = sampleRows(text, separator, quoting)
      const judgement = judge(firstRows)
      if (!judgement) {
        why ??= best ? null : explain(firstRows)
        continue
      }
      const better =
        !best ||
        judgement.confidence > best.judgement.confidence ||
        (judgement.confidence === best.judgement.confidence && damage < best.damage)
      if (better) best = { reading: { encoding, separator, quoting, firstRows }, judgement, damage }
    }
  }
  if (!anyText) return { ok: false, reason: sentence`文件里没有内容，请重新下载后再上传` }
  if (!best) return { ok: false, reason: why ?? notRecognised(evidence.head) }
  return { ok: true, judgement: best.judgement, table: textTable(path, best.reading, evidence.skipBytes, best.judgement.headerLine) }
}

export const noKnownHead = sentence`认不出这个文件：没有找到任何已知报表的表头，请确认下载的报表类型`

function notRecognised(head: Buffer): Wording {
  const start = head.subarray(0, 500).toString('latin1').toLowerCase()
  if (start.includes('<?xml') || start.includes('<amazonenvelope')) return sentence`这是 XML 格式的报表，请下载文本格式（平面文件）的报表`
  if (start.includes('<html') || start.includes('<!doctype')) return sentence`这是网页，不是报表；请登录后台重新下载报表文件`
  if (isSqueezed(start)) return sentence`各列都挤在同一列里（多半是用分号的 Excel 打开后另存），请直接上传平台下载的原始文件`
  return noKnownHead
}

/**
 * Excel of a land whose lists have semicolons saves each line of a comma file as one cell: the whole line in quotes, its own quotes
 * doubled.
 */
function isSqueezed(start: string): boolean {
  const line = start.replace(/^[^"]*/, '').split('\n')[0] ?? ''
  return /^"{3}.*"{3}\r?$/.test(line)
}

function decodeSample(bytes: Buffer, encoding: TextEncoding): string {
  // stream: a character cut at the end of the sample is not damage
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: true })
}

function waysToSplit(text: string): (readonly [Separator, Quoting])[] {
  const ways: (readonly [Separator, Quoting])[] = []
  if (text.includes('\t')) ways.push(['\t', tabQuoting(text)])
  if (text.includes(',')) ways.push([',', 'full'])
  if (text.includes(';')) ways.push([';', 'full'])
  return ways
}

/**
 * In a tab file quotes mean quoting only where every cell of the sample that begins with one is quoted properly: product names hold inch
 * marks.
 */
function tabQuoting(text: string): Quoting {
  if (!text.includes('"')) return 'none'
  const cells = sampleLines(text)
    .flatMap(line => line.split('\t'))
    .filter(cell => cell.includes('"'))
  return cells.length > 0 && cells.every(properlyQuoted) ? 'cell' : 'none'
}

function sampleLines(text: string): string[] {
  return text
    .slice(0, 200_000)
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
}

function sampleRows(text: string, separator: Separator, quoting: Quoting): SourceRow[] {
  const splitter = rowSplitter(separator, quoting)
  const sample = text.slice(0, 200_000)
  const rows = splitter.push(sample)
  // a small file may be the header alone, without a line end
  if (rows.length < firstRowsMax && sample.length === text.length) rows.push(...splitter.end())
  return rows.slice(0, firstRowsMax)
}

function textTable(path: string, reading: Reading, skipBytes: number, headerLine: number): TextTable {
  let cutOff: CutOff | null = null
  const read = { bytes: 0, of: 1 }
  return {
    encoding: reading.encoding,
    separator: reading.separator,
    quoting: reading.quoting,
    firstRows: reading.firstRows,
    cutOff: () => cutOff,
    share: () => Math.min(1, read.bytes / read.of),
    async *rows() {
      cutOff = null
      Object.assign(read, { bytes: skipBytes, of: Math.max(1, (await stat(path)).size) })
      const watch = new EndWatch(headerLine)
      const splitter = rowSplitter(reading.separator, reading.quoting)
      for await (const text of decoded(path, reading.encoding, skipBytes, read)) {
        const rows = splitter.push(text)
        watch.saw(rows)
        for (let at = 0; at < rows.length; at += batchRows) yield rows.length <= batchRows ? rows : rows.slice(at, at + batchRows)
      }
      const last = splitter.end()
      watch.saw(last)
      if (last.length > 0) yield last
      cutOff =
        splitter.openQuote !== null
          ? { line: splitter.openQuote, row: null, reason: sentence`引号没有结束，文件可能不完整，请重新下载` }
          : watch.cutOff()
    },
  }
}

async function* decoded(path: string, encoding: TextEncoding, skipBytes: number, read: { bytes: number }): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const stream: AsyncIterable<Buffer> = createReadStream(path, { start: skipBytes, highWaterMark: readBytes })
  for await (const bytes of stream) {
    read.bytes += bytes.length
    const text = decoder.decode(bytes, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/**
 * Watches how wide the data rows are. Rows that are all short (Excel drops empty last cells) are no sign; a last one shorter than all
 * others is.
 */
class EndWatch {
  readonly #headerLine: number
  #narrowest = 0
  #last: SourceRow | null = null

  constructor(headerLine: number) {
    this.#headerLine = headerLine
  }

  saw(rows: readonly SourceRow[]): void {
    for (const row of rows) {
      if (row.line < this.#headerLine) continue
      const before = this.#last
      if (before) this.#narrowest = this.#narrowest === 0 ? before.cells.length : Math.min(this.#narrowest, before.cells.length)
      this.#last = row
    }
  }

  cutOff(): CutOff | null {
    const last = this.#last
    if (!last || last.cells.length >= this.#narrowest) return null
    return {
      line: last.line,
      row: last,
      reason: sentence`最后一行只有${last.cells.length}列，其他行至少有${this.#narrowest}列：文件不完整，请重新下载`,
    }
  }
}
