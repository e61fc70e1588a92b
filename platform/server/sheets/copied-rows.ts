/**
 * Rows as PostgreSQL's COPY writes them (text format): cells between tabs, a line feed behind each row, `\N` for null, a backslash before
 * what would be taken for any of these. Whoever writes millions of rows gets them so: forty values apiece cost more to take apart than to
 * write. Pure.
 */
import { isoInstant } from '../db/instant-text.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export const TAB = 9
export const LINE_FEED = 10
const SPACE = 32
const MINUS = 45
const PLUS = 43
const NINE = 57
const LETTER_T = 84
const BACKSLASH = 92

/** A cell whose text the program has written: a name, a mask. The same text stands in many rows; its written form is made once. */
export class ProgramText {
  readonly text: string
  /** in the form of this export's writer: made once */
  stamp: Stamp | null = null

  constructor(text: string) {
    this.text = text
  }
}

export interface CopiedRows {
  /** whole rows */
  readonly bytes: Buffer
  readonly count: number
  /** where the cells of each row begin that are written as they came; what stands before them is there as looks */
  readonly starts: Int32Array
  /** one for each column with `isLook` of each row, in their order */
  readonly looks: readonly ProgramText[]
}

/** Bytes that are put again and again: four at a time, in this machine's own order. */
export class Stamp {
  readonly length: number
  readonly bytes: Uint8Array
  readonly words: Int32Array

  constructor(text: string) {
    const given = Buffer.from(text)
    this.length = given.length
    this.words = new Int32Array(Math.ceil(given.length / WORD))
    this.bytes = new Uint8Array(this.words.buffer)
    this.bytes.set(given)
  }
}
const WORD = 4
const isLittle = new Uint8Array(Int32Array.of(1).buffer)[0] === 1

/** What is under way to a file: bytes, and where the next goes. */
export class ByteSink {
  bytes: Buffer
  at = 0
  #view: DataView
  /** bytes of this row that may follow without asking for room */
  #row = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size)
    this.#view = viewOf(this.bytes)
  }

  /** A row begins whose cells take so many bytes, but for what asks for room of its own. */
  beginRow(bytes: number): void {
    this.#row = bytes
    this.#room(0)
  }

  #room(more: number): void {
    // a stamp's last word may reach over its end
    const wanted = this.at + this.#row + more + WORD
    if (this.bytes.length >= wanted) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, wanted))
    this.bytes.copy(larger, 0, 0, this.at)
    this.bytes = larger
    this.#view = viewOf(larger)
  }

  /** One for which the row has room. */
  put({ words, length }: Stamp): void {
    const view = this.#view
    const { at } = this
    for (let i = 0; i < words.length; i += 1) view.setInt32(at + i * WORD, words[i] as number, isLittle)
    this.at = at + length
  }

  /** Of any length, beside what the row takes. */
  putLong(stamp: Stamp): void {
    this.#room(stamp.length)
    this.put(stamp)
  }

  /** Of any length, beside what the row takes. */
  putText(text: string): void {
    // a character of UTF-16 takes at most three bytes
    this.#room(text.length * 3)
    this.at += this.bytes.write(text, this.at)
  }

  done(): Buffer {
    return this.bytes.subarray(0, this.at)
  }
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Where the cell that begins here ends: at its tab or line feed. Neither stands in a cell as itself. */
export function cellEnd(bytes: Uint8Array, start: number): number {
  let at = start
  while ((bytes[at] as number) > LINE_FEED || ((bytes[at] as number) !== TAB && (bytes[at] as number) !== LINE_FEED)) at += 1
  return at
}

export const isNull = (bytes: Uint8Array, start: number): boolean => bytes[start] === BACKSLASH && bytes[start + 1] === 78

const escaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The text of a cell; empty for null. */
export function cellText(bytes: Buffer, start: number, end: number): string {
  if (isNull(bytes, start)) return ''
  const text = bytes.toString('utf8', start, end)
  return text.includes('\\') ? text.replaceAll(/\\(.)/gsu, (_all: string, letter: string) => ownValue(escaped, letter) ?? letter) : text
}

/** The text of an instant, in ISO 8601. */
export const instantText = (bytes: Buffer, start: number, end: number): string => isoInstant(cellText(bytes, start, end))

/** Which bytes of a text a kind of file can't take as they are. */
export interface Care {
  /** as the first of a cell */
  readonly first: Uint8Array
  /** anywhere: 1 in any case, 2 before the byte that `before` names */
  readonly inside: Uint8Array
  readonly before: Uint8Array
  /** whether a text that ends here with a space or a character of several bytes needs care */
  readonly last: (bytes: Uint8Array, end: number) => boolean
}

/**
 * What every kind of file has to look after: control characters, what COPY has escaped, U+FFFE and U+FFFF (EF BF …), and the first
 * characters of formulas, full width included (EF BC …).
 */
export function careOf(
  first: readonly number[],
  inside: readonly number[],
  before: Readonly<Record<number, number>>,
  last: Care['last'],
): Care {
  const care = { first: new Uint8Array(256), inside: new Uint8Array(256), before: new Uint8Array(256), last }
  for (const byte of [...Buffer.from('=+-@ '), 0xef, ...first]) care.first[byte] = 1
  for (let byte = 0; byte < SPACE; byte += 1) care.inside[byte] = 1
  for (const byte of [0x7f, BACKSLASH, ...inside]) care.inside[byte] = 1
  for (const [byte, next] of Object.entries({ ...before, 0xef: 0xbf })) {
    care.inside[Number(byte)] = 2
    care.before[Number(byte)] = next
  }
  return care
}

/** Copies a text that needs no care and answers where it ends; -1, and nothing copied, where it does. There must be room. */
export function putPlain(sink: ByteSink, bytes: Uint8Array, start: number, { first, inside, before, last }: Care): number {
  if (first[bytes[start] as number] !== 0) return -1
  const out = sink.bytes
  let to = sink.at
  let at = start
  for (;;) {
    const byte = bytes[at] as number
    const care = inside[byte] as number
    if (care !== 0) {
      if (byte === TAB || byte === LINE_FEED) break
      if (care === 1 || bytes[at + 1] === before[byte]) return -1
    }
    out[to++] = byte
    at += 1
  }
  if (at > start) {
    const end = bytes[at - 1] as number
    if ((end === SPACE || end > 0x7f) && last(bytes, at)) return -1
  }
  sink.at = to
  return at
}

/**
 * Copies what the database formats: digits and the like. Answers where it ends, -1 where it does not end in a digit (no number, without
 * end, BC). There must be room.
 */
export function putFigure(sink: ByteSink, bytes: Uint8Array, start: number): number {
  const out = sink.bytes
  let to = sink.at
  let at = start
  let byte = bytes[at] as number
  while (byte > LINE_FEED) {
    out[to++] = byte
    at += 1
    byte = bytes[at] as number
  }
  if ((bytes[at - 1] as number) > NINE) return -1
  sink.at = to
  return at
}

/** Copies `2026-03-01 00:00:00+08` as `2026-03-01T00:00:00+08:00`; -1 where it is anything else. There must be room. */
export function putInstant(sink: ByteSink, bytes: Uint8Array, start: number): number {
  const from = sink.at
  const end = putFigure(sink, bytes, start)
  const length = end - start
  const sign = bytes[end - 3]
  if (length < 22 || bytes[start + 10] !== SPACE || (sign !== PLUS && sign !== MINUS)) {
    sink.at = from
    return -1
  }
  const { bytes: out } = sink
  out[from + 10] = LETTER_T
  out[sink.at] = 58
  out[sink.at + 1] = 48
  out[sink.at + 2] = 48
  sink.at += 3
  return end
}
