/** Copied rows as lines of CSV: what needs no care is copied byte by byte, the rest goes through the writer of single fields. Pure. */
import {
  ByteSink,
  careOf,
  cellEnd,
  cellText,
  instantText,
  isNull,
  type ProgramText,
  putFigure,
  putInstant,
  putPlain,
  Stamp,
  type CopiedRows,
} from './copied-rows.ts'
import type { ColumnKind, ColumnToWrite } from './sheet-to-write.ts'

const COMMA = 44
const [RETURN, LINE_FEED] = [13, 10]
/** of an instant, and of the separator */
const CELL_GROWS_BY = 8

/** first bytes of spaces outside ASCII: U+00A0, U+1680, U+2000 and the like, U+3000, U+FEFF */
const SPACE_STARTS = [0xc2, 0xe1, 0xe2, 0xe3, 0xef]
/** A text with a space at either end is quoted. Whether it really is one, the writer of single fields says. */
const mayEndInSpace = (bytes: Uint8Array, end: number): boolean =>
  bytes[end - 1] === 32 || bytes[end - 2] === 0xc2 || SPACE_STARTS.includes(bytes[end - 3] as number)
const CARE = careOf(SPACE_STARTS, [...Buffer.from('",;|')], {}, mayEndInSpace)

export class CsvBytes {
  readonly #columns: readonly ColumnToWrite[]
  readonly #field: (value: string, kind: ColumnKind) => string

  /** `field`: the writer of a single field. */
  constructor(columns: readonly ColumnToWrite[], field: (value: string, kind: ColumnKind) => string) {
    this.#columns = columns
    this.#field = field
  }

  lines({ bytes, count, starts, looks }: CopiedRows): Buffer {
    const columns = this.#columns
    const sink = new ByteSink(bytes.length + count * columns.length * 4)
    let look = 0
    for (let row = 0; row < count; row += 1) {
      let at = starts[row] as number
      sink.beginRow((row + 1 < count ? (starts[row + 1] as number) : bytes.length) - at + columns.length * CELL_GROWS_BY)
      for (let index = 0; index < columns.length; index += 1) {
        const { kind, isLook } = columns[index] as ColumnToWrite
        if (index > 0) sink.bytes[sink.at++] = COMMA
        if (isLook === true) this.#putLook(sink, looks[look++] as ProgramText)
        else at = this.#putCell(sink, bytes, at, kind) + 1
      }
      sink.bytes[sink.at++] = RETURN
      sink.bytes[sink.at++] = LINE_FEED
    }
    return sink.done()
  }

  #putLook(sink: ByteSink, look: ProgramText): void {
    sink.putLong((look.stamp ??= new Stamp(this.#field(look.text, 'text'))))
  }

  /** Answers where the cell ends. */
  #putCell(sink: ByteSink, bytes: Buffer, start: number, kind: ColumnKind): number {
    if (isNull(bytes, start)) return start + 2
    const plain =
      kind === 'text'
        ? putPlain(sink, bytes, start, CARE)
        : kind === 'datetime'
          ? putInstant(sink, bytes, start)
          : putFigure(sink, bytes, start)
    if (plain >= 0) return plain
    const end = cellEnd(bytes, start)
    sink.putText(this.#field(kind === 'datetime' ? instantText(bytes, start, end) : cellText(bytes, start, end), kind))
    return end
  }
}
