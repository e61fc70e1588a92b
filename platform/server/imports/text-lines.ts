/**
 * Splits decoded text into rows of cells. Two ways: by line and separator alone (tab files, fast), and with quoting (comma and semicolon
 * files). Pure.
 */
import type { SourceRow } from '#platform/declare/file-kind.ts'

export type Separator = '\t' | ',' | ';'

/**
 * How quotes are meant: 'none' they are text; 'cell' a whole cell may be quoted but never holds a line end (tab files saved by Excel);
 * 'full' RFC 4180.
 */
export type Quoting = 'none' | 'cell' | 'full'

export interface RowSplitter {
  /** hands over the next piece of text, gets the rows that are complete */
  push(text: string): SourceRow[]
  /** after the last piece: the last row, where the file does not end with a line end */
  end(): SourceRow[]
  /** line on which a quote opens that never closes */
  readonly openQuote: number | null
}

/** A quoted cell longer than this is a quote that was never closed, not a cell. */
const cellCharsMax = 4_000_000

export function rowSplitter(separator: Separator, quoting: Quoting): RowSplitter {
  return quoting === 'full' ? new QuotedSplitter(separator) : new PlainSplitter(separator, quoting === 'cell')
}

type LineEnd = '\n' | '\r'

/** LF and CRLF alike; CR alone where the file knows no LF (old Mac exports). A CR at the end of a piece waits: its LF may come next. */
function lineEndOf(text: string): LineEnd | null {
  if (text.includes('\n')) return '\n'
  const cr = text.indexOf('\r')
  return cr >= 0 && cr < text.length - 1 ? '\r' : null
}

class PlainSplitter implements RowSplitter {
  readonly openQuote = null
  readonly #separator: Separator
  readonly #unquote: boolean
  #rest = ''
  #line = 0
  #lineEnd: LineEnd | null = null

  constructor(separator: Separator, unquote: boolean) {
    this.#separator = separator
    this.#unquote = unquote
  }

  push(text: string): SourceRow[] {
    const whole = this.#rest === '' ? text : this.#rest + text
    this.#lineEnd ??= lineEndOf(whole)
    if (this.#lineEnd === null) {
      this.#rest = whole
      return []
    }
    const lines = whole.split(this.#lineEnd)
    this.#rest = lines.pop() ?? ''
    return this.#rows(lines)
  }

  end(): SourceRow[] {
    if (this.#rest === '') return []
    const last = this.#rest.split('\r').filter((line, at, all) => at < all.length - 1 || line !== '')
    this.#rest = ''
    return this.#rows(last)
  }

  #rows(lines: readonly string[]): SourceRow[] {
    const rows: SourceRow[] = []
    for (const text of lines) {
      this.#line++
      const bare = text.charCodeAt(text.length - 1) === 13 ? text.slice(0, -1) : text
      if (bare === '') continue
      const cells = bare.split(this.#separator)
      rows.push({ line: this.#line, cells: this.#unquote && bare.includes('"') ? cells.map(unquoted) : cells })
    }
    return rows
  }
}

/** Takes the quotes off a cell that is quoted as a whole with its inner quotes doubled; any other cell stays as it is. */
export function unquoted(cell: string): string {
  if (!properlyQuoted(cell)) return cell
  return cell.slice(1, -1).replaceAll('""', '"')
}

export function properlyQuoted(cell: string): boolean {
  return cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') && !cell.slice(1, -1).replaceAll('""', '').includes('"')
}

class QuotedSplitter implements RowSplitter {
  readonly #separator: Separator
  readonly #separatorCode: number
  #rest = ''
  #line = 1
  #lineEnd: LineEnd | null = null
  #openQuote: number | null = null

  constructor(separator: Separator) {
    this.#separator = separator
    this.#separatorCode = separator.charCodeAt(0)
  }

  get openQuote(): number | null {
    return this.#openQuote
  }

  push(text: string): SourceRow[] {
    if (this.#openQuote !== null) return []
    const rows: SourceRow[] = []
    const whole = this.#rest === '' ? text : this.#rest + text
    const used = this.#take(whole, false, rows)
    this.#rest = whole.slice(used)
    if (this.#rest.length > cellCharsMax) this.#openQuote = this.#line
    return rows
  }

  end(): SourceRow[] {
    if (this.#openQuote !== null || this.#rest === '') return []
    const rows: SourceRow[] = []
    // a lone CR at the very end is a line end too
    if (this.#lineEnd === null && this.#rest.endsWith('\r')) this.#rest = this.#rest.slice(0, -1)
    const used = this.#take(this.#rest, true, rows)
    if (used < this.#rest.length) this.#openQuote = this.#line
    this.#rest = ''
    return rows
  }

  /** Takes complete rows from the text; answers how many characters they used. */
  #take(text: string, isEnd: boolean, rows: SourceRow[]): number {
    this.#lineEnd ??= bareLineEndOf(text)
    if (this.#lineEnd === null && !isEnd) return 0
    const lineEnd = this.#lineEnd ?? '\n'
    let at = 0
    // looked up only when passed: searching anew for each line would be quadratic where quotes are rare
    let quote = text.indexOf('"')
    while (at < text.length) {
      const found = text.indexOf(lineEnd, at)
      if (found < 0 && !isEnd) return at
      const next = found < 0 ? text.length : found + 1
      const end = found < 0 ? text.length : beforeLineEnd(text, at, found)
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      const cells = quote < 0 || quote >= end ? text.slice(at, end).split(this.#separator) : allQuoted(text.slice(at, end), this.#separator)
      if (cells) {
        if (end > at) rows.push({ line: this.#line, cells })
        this.#line++
        at = next
        continue
      }
      const after = this.#quotedRow(text, at, isEnd, lineEnd, rows)
      if (after < 0) return at
      at = after
    }
    return at
  }

  /** One row that holds quotes; -1 where it is not complete yet. */
  #quotedRow(text: string, from: number, isEnd: boolean, lineEnd: LineEnd, rows: SourceRow[]): number {
    const cells: string[] = []
    let at = from
    let innerLines = 0
    for (;;) {
      let cell = ''
      if (text.charCodeAt(at) === 34) {
        const close = closingQuote(text, at + 1)
        if (close < 0 || (close + 1 >= text.length && !isEnd)) return -1
        const inner = text.slice(at + 1, close)
        cell = inner.includes('"') ? inner.replaceAll('""', '"') : inner
        if (inner.includes(lineEnd)) innerLines += inner.split(lineEnd).length - 1
        at = close + 1
      }
      // what stands outside quotes up to the next separator belongs to the cell as it is
      const stop = this.#endOfBareCell(text, at, lineEnd)
      if (stop >= text.length && !isEnd) return -1
      const isCellEnd = text.charCodeAt(stop) === this.#separatorCode
      const end = isCellEnd || stop >= text.length ? stop : beforeLineEnd(text, at, stop)
      if (end > at) cell += text.slice(at, end)
      cells.push(cell)
      at = stop + 1
      if (isCellEnd) continue
      rows.push({ line: this.#line, cells })
      this.#line += 1 + innerLines
      return at
    }
  }

  #endOfBareCell(text: string, from: number, lineEnd: LineEnd): number {
    const lineEndCode = lineEnd.charCodeAt(0)
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === this.#separatorCode || code === lineEndCode) return at
    }
    return text.length
  }
}

/** The first line end outside quotes decides: a quoted cell may hold others. */
function bareLineEndOf(text: string): LineEnd | null {
  let inQuotes = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) inQuotes = !inQuotes
    else if (code === 10 && !inQuotes) return '\n'
    else if (code === 13 && !inQuotes) return at + 1 < text.length ? (text.charCodeAt(at + 1) === 10 ? '\n' : '\r') : null
  }
  return null
}

/** Fast way for Amazon's own CSV, every cell quoted: null where a quote stands inside a cell or the row goes on in the next line. */
function allQuoted(line: string, separator: Separator): string[] | null {
  if (line.length < 2 || !line.startsWith('"') || !line.endsWith('"')) return null
  const cells = line.slice(1, -1).split(`"${separator}"`)
  for (const cell of cells) if (cell.includes('"')) return null
  return cells
}

/** The CR of a CRLF is no part of the row. */
function beforeLineEnd(text: string, from: number, lineEndAt: number): number {
  return lineEndAt > from && text.charCodeAt(lineEndAt - 1) === 13 ? lineEndAt - 1 : lineEndAt
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text.charCodeAt(at + 1) === 34) at = text.indexOf('"', at + 2)
  return at
}
