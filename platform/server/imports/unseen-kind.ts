/**
 * 未见真实文件: of a kind that was built from a list of columns or a description alone, the first file of an organisation is looked at by a
 * person. He sees the number of lines, the totals, the columns and the words that nobody knows. Pure.
 */
import type { ControlTotal, Doubt, FileKind, FileMatch, LineReader, SourceRow } from '#platform/declare/file-kind.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'

export interface UnknownHead {
  readonly head: string
  /** lines in which the column holds something */
  filled: number
}
interface Seen {
  readonly title: Title
  readonly linesRead: number
  readonly totals: readonly { readonly what: Wording; readonly currency: string; readonly summed: string }[]
  readonly heads: Iterable<UnknownHead>
  readonly words: ReadonlyMap<string, number>
}
const namedMax = 100
const shownChars = 60

export function unseenDoubts({ title, linesRead, totals, heads, words }: Seen): Doubt[] {
  const told = (what: Wording, figure: string, currency = ''): Doubt => ({
    what,
    line: null,
    currency,
    stated: figure,
    found: figure,
    isOfFirst: true,
  })
  return [
    told(sentence`未见真实文件：${title}的行数`, String(linesRead)),
    ...totals.map(({ what, currency, summed }) => told(what, summed, currency)),
    ...[...heads].map(one => told(sentence`不认识的列“${one.head}”，有内容的行数`, String(one.filled))),
    ...[...words].slice(0, namedMax).map(([word, lines]) => told(sentence`不认识的词“${word}”的行数`, String(lines))),
  ]
}

/** Columns of a header row that the kind does not read, by their place. */
export function unknownHeads(row: SourceRow, match: FileMatch, aside: readonly string[] = []): Map<number, UnknownHead> {
  const known = new Set(Object.values(match.columns))
  const passed = new Set(aside.map(head => head.toLowerCase()))
  return new Map(
    row.cells.flatMap((cell, at): [number, UnknownHead][] => {
      const head = cell.replaceAll('\uFEFF', '').trim()
      return known.has(at) || head === '' || passed.has(head.toLowerCase()) ? [] : [[at, { head: head.slice(0, shownChars), filled: 0 }]]
    }),
  )
}
export function noteFilled(heads: ReadonlyMap<number, UnknownHead>, row: SourceRow): void {
  for (const [at, head] of heads) if ((row.cells[at] ?? '').trim() !== '') head.filled += 1
}

export interface UnseenWords<Line> {
  /** words of a line that no table knows; null: they are known */
  unknown(line: Line): string | null
  /** heads that are known and not read */
  readonly aside?: readonly string[]
}

/** The kind with what a person must see of its first file; its family says `unseen`. */
export const unseenKind = <Format, Head, Line>(
  kind: FileKind<Format, Head, Line>,
  words: UnseenWords<Line>,
): FileKind<Format, Head, Line> => ({
  ...kind,
  read(match, format, ask, sink): LineReader<Head> {
    const found = new Map<string, number>()
    const reader = kind.read(match, format, ask, {
      line(line) {
        const word = words.unknown(line)
        if (word !== null) found.set(word, (found.get(word) ?? 0) + 1)
        sink.line(line)
      },
      refuse: refusal => sink.refuse(refusal),
    })
    let heads: ReadonlyMap<number, UnknownHead> = new Map()
    return {
      row(row) {
        if (row.line === match.headerLine) heads = unknownHeads(row, match, words.aside)
        else if (row.line > match.headerLine) noteFilled(heads, row)
        reader.row(row)
      },
      end() {
        const read = reader.end()
        const totals = read.controlTotals.map(({ currency, summed }: ControlTotal) => ({
          what: sentence`未见真实文件：金额合计`,
          currency,
          summed,
        }))
        const doubts = unseenDoubts({ title: kind.title, linesRead: read.linesRead, totals, heads: heads.values(), words: found })
        return { ...read, doubts: [...doubts, ...(read.doubts ?? [])] }
      },
    }
  },
})
