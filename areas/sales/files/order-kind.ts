/**
 * The kind of file that brings orders, whatever the marketplace: a layout says how a row becomes a line, the rest is here. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, FileSurveyor, LineReader, LineSink, ReadAsk, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { KindOrigin } from '#platform/declare/kind-origin.ts'
import type { Title } from '#platform/declare/title.ts'
import { add } from '#platform/format/decimal.ts'
import { LineFault, lineOf, salesOf, type OrderFileLine, type ToldLine } from './order-line.ts'

export type Cell<Column extends string> = (column: Column) => string

export interface OrderLayout<Column extends string> {
  readonly code: string
  readonly title: Title
  readonly origin: KindOrigin
  /** every column it reads; those of `needed` (absent: all) tell the kind */
  readonly columns: readonly Column[]
  readonly needed?: readonly Column[]
  /** rows below which the head may stand */
  readonly headWithin?: number
  fromJson?(document: unknown): readonly (readonly string[])[] | null
  /** a row that is no line: a footer, a row of nothing */
  skips?(row: SourceRow): boolean
  closes?(row: SourceRow): boolean
  /** number of orders that a footer states, told apart by `orderNo` */
  stated?(row: SourceRow): number | null
  orderNo?(cell: Cell<Column>): string
  /** what the first reading needs of a line; `at` is null where its clock has no zone */
  surveyed(cell: Cell<Column>): {
    readonly day: string
    readonly at: number | null
    readonly currency: string | null
    readonly site?: string
  }
  /** columns without which there is no line */
  readonly keys: readonly Column[]
  /** null: a line that is not this shop's */
  line(cell: Cell<Column>, ask: ReadAsk): ToldLine | null
  /** said of lines that are not this shop's */
  leftOut?(count: number, sites: readonly string[]): Wording
  /** what the lines left out are called by */
  siteOf?(cell: Cell<Column>): string
}

export type OrderKind = FileKind<'read', null, OrderFileLine>

export function orderKind<Column extends string>(layout: OrderLayout<Column>): OrderKind {
  return {
    code: layout.code,
    title: layout.title,
    origin: layout.origin,
    family: layout.code,
    month: 'crossing',
    template: layout.columns,
    ...(layout.fromJson ? { fromJson: document => layout.fromJson?.(document) ?? null } : {}),
    recognise: rows => recognise(layout, rows),
    ...(layout.closes ? { closes: row => layout.closes?.(row) === true } : {}),
    survey: match => new OrdersSurveyor(layout, match),
    read: (match, _format, ask, sink) => new OrdersReader(layout, match, ask, sink),
  }
}

function recognise<Column extends string>(layout: OrderLayout<Column>, rows: readonly SourceRow[]): FileMatch | null {
  for (const row of rows.slice(0, layout.headWithin ?? 1)) {
    const heads = row.cells.map(cell =>
      cell
        .replace(/^\uFEFF/, '')
        .trim()
        .toLowerCase(),
    )
    const columns: Record<string, number> = {}
    for (const column of layout.columns) {
      const at = heads.indexOf(column.toLowerCase())
      if (at >= 0) columns[column] = at
    }
    if ((layout.needed ?? layout.columns).every(column => columns[column] !== undefined))
      return { headerLine: row.line, columns, language: null, confidence: 1 }
  }
  return null
}

const cellOf =
  <Column extends string>(match: FileMatch, row: SourceRow): Cell<Column> =>
  column => {
    const at = match.columns[column]
    return at === undefined ? '' : (row.cells[at] ?? '').trim()
  }
const isLine = <Column extends string>(layout: OrderLayout<Column>, match: FileMatch, row: SourceRow): boolean =>
  row.line > match.headerLine && row.cells.some(cell => cell.trim() !== '') && layout.skips?.(row) !== true

class OrdersSurveyor<Column extends string> implements FileSurveyor<'read'> {
  readonly #layout: OrderLayout<Column>
  readonly #match: FileMatch
  readonly #currencies = new Set<string>()
  readonly #sites = new Map<string, number>()
  readonly #refusals: Refusal[] = []
  #days: readonly [string, string] | null = null
  #instants: readonly [number, number] | null = null
  #lineCount = 0
  #orders = 0
  #lastOrder: string | null = null
  #stated: number | null = null

  constructor(layout: OrderLayout<Column>, match: FileMatch) {
    this.#layout = layout
    this.#match = match
  }

  row(row: SourceRow): void {
    this.#stated = this.#layout.stated?.(row) ?? this.#stated
    if (!isLine(this.#layout, this.#match, row)) return
    this.#lineCount++
    try {
      const orderNo = this.#layout.orderNo?.(cellOf(this.#match, row)) ?? null
      if (orderNo !== this.#lastOrder) this.#orders++
      this.#lastOrder = orderNo
      const { day, at, currency, site } = this.#layout.surveyed(cellOf(this.#match, row))
      const [first, last] = this.#days ?? [day, day]
      this.#days = [day < first ? day : first, day > last ? day : last]
      if (at !== null) this.#instants = [Math.min(at, this.#instants?.[0] ?? at), Math.max(at, this.#instants?.[1] ?? at)]
      if (currency !== null) this.#currencies.add(currency)
      if (site !== undefined) this.#sites.set(site, (this.#sites.get(site) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#refusals.push({ line: row.line, ...error.refusal })
    }
  }

  end() {
    const refusals = [...this.#refusals]
    if (this.#lineCount === 0)
      refusals.push({ line: null, column: null, value: null, reason: sentence`报告里没有数据行，请确认下载的日期范围` })
    // orders of several lines may be counted either way
    if (this.#stated !== null && this.#stated !== this.#lineCount && this.#stated !== this.#orders)
      refusals.push({
        line: null,
        column: null,
        value: String(this.#stated),
        reason: sentence`文件末尾写明有 ${this.#stated} 条记录，实际只有 ${this.#lineCount} 行：文件不完整，请重新下载`,
      })
    return {
      format: refusals.length === 0 ? ('read' as const) : null,
      refusals,
      marketplaces: [...this.#sites].sort(([, a], [, b]) => b - a).map(([site]) => site),
      // of several sites each has its own: the lines of the shop's are held against it one by one
      currencies: this.#sites.size > 1 ? [] : [...this.#currencies],
      firstDay: this.#days?.[0] ?? null,
      lastDay: this.#days?.[1] ?? null,
      firstAt: this.#instants?.[0] ?? null,
      lastAt: this.#instants?.[1] ?? null,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }
}

class OrdersReader<Column extends string> implements LineReader<null> {
  readonly #layout: OrderLayout<Column>
  readonly #match: FileMatch
  readonly #ask: ReadAsk
  readonly #sink: LineSink<OrderFileLine>
  readonly #sums = new Map<string, { readonly charges: string; readonly tax: string }>()
  readonly #elsewhere = new Set<string>()
  #leftOut = 0
  #linesRead = 0

  constructor(layout: OrderLayout<Column>, match: FileMatch, ask: ReadAsk, sink: LineSink<OrderFileLine>) {
    this.#layout = layout
    this.#match = match
    this.#ask = ask
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (!isLine(this.#layout, this.#match, row)) return
    const cell = cellOf<Column>(this.#match, row)
    try {
      for (const key of this.#layout.keys) if (cell(key) === '') throw new LineFault(key, '', sentence`缺少订单号或行号`)
      const told = this.#layout.line(cell, this.#ask)
      if (told === null) {
        this.#leftOut++
        this.#elsewhere.add(this.#layout.siteOf?.(cell) ?? '')
        return
      }
      const line = lineOf(told, row.line, this.#ask.zone)
      const { charges, tax } = this.#sums.get(line.currency) ?? { charges: '0', tax: '0' }
      this.#sums.set(line.currency, { charges: add(charges, salesOf(line)), tax: add(tax, line.tax) })
      this.#linesRead++
      this.#sink.line(line)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#sink.refuse({ line: row.line, ...error.refusal })
    }
  }

  end() {
    const controlTotals = [...this.#sums].flatMap(([currency, { charges, tax }]) => [
      { name: 'sales', currency, stated: null, summed: charges },
      { name: 'tax', currency, stated: null, summed: tax },
    ])
    const said =
      this.#leftOut > 0
        ? this.#layout.leftOut?.(
            this.#leftOut,
            [...this.#elsewhere].filter(site => site !== ''),
          )
        : undefined
    return { head: null, controlTotals, linesRead: this.#linesRead, ...(said === undefined ? {} : { notes: [said] }) }
  }
}
