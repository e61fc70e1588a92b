/** What a page says on paper: printed by the browser, or as a PDF by the server. Pure. */
import { escaped } from '#platform/format/text.ts'

export interface PaperCell {
  readonly text: string
  readonly isFigure?: boolean
}
export interface PaperRow {
  readonly cells: readonly PaperCell[]
  /** levels above it */
  readonly depth?: number
  readonly isSum?: boolean
}
export interface PaperTable {
  readonly title: string
  readonly heads: readonly PaperCell[]
  readonly rows: readonly PaperRow[]
  /** said above and below it */
  readonly lines?: readonly string[]
  readonly foot?: readonly string[]
}
export interface Paper {
  readonly title: string
  /** what the figures hold for: period, filters, clock */
  readonly lines: readonly string[]
  readonly tables: readonly PaperTable[]
  readonly landscape?: boolean
  readonly onePage?: boolean
  /** each table is a slip of A5, two stand on a page of A4; the title names the file alone */
  readonly slips?: boolean
}

export const word = (text: string): PaperCell => ({ text })
export const figure = (text: string): PaperCell => ({ text, isFigure: true })

/** A full-width space a level: it stays where styles are taken out. */
export const indented = (text: string, depth = 0): string => `${'　'.repeat(depth)}${text}`

const right = (isFigure: boolean | undefined): string => (isFigure === true ? ' style="text-align:right"' : '')

const htmlOfLines = (lines: readonly string[]): string => lines.map(line => `<p>${escaped(line)}</p>`).join('')

function htmlOfTable({ title, heads, rows, lines = [], foot = [] }: PaperTable): string {
  const head = heads.map(({ text, isFigure }) => `<th${right(isFigure)}>${escaped(text)}</th>`).join('')
  const body = rows.map(({ cells, depth, isSum }) => {
    const made = cells.map(({ text, isFigure }, at) => {
      const words = escaped(at === 0 ? indented(text, depth) : text)
      return `<td${right(isFigure)}>${isSum === true ? `<strong>${words}</strong>` : words}</td>`
    })
    return `<tr>${made.join('')}</tr>`
  })
  const named = title === '' ? '' : `<h3>${escaped(title)}</h3>`
  const headed = head === '' ? '' : `<thead><tr>${head}</tr></thead>`
  return `${named}${htmlOfLines(lines)}<table>${headed}<tbody>${body.join('')}</tbody></table>${htmlOfLines(foot)}`
}

/** Its body; the title is the call's. */
export const htmlOf = ({ lines, tables, slips = false }: Pick<Paper, 'lines' | 'tables' | 'slips'>): string =>
  `${htmlOfLines(lines)}${tables.map(table => (slips ? `<div>${htmlOfTable(table)}</div>` : htmlOfTable(table))).join('')}`
