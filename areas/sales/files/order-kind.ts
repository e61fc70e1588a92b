/**
 * The kind of file that brings orders, whatever the marketplace: a layout says how a row becomes a line, the rest is here. Pure.
 */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
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
  /** what else a column is called, in other sites and years */
  readonly others?: Readonly<Partial<Record<Column, readonly string[]>>>
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
  /** what the first reading needs of a line; `at` is null where its clock has no zone, `day` where another row of the order says it */
  surveyed(cell: Cell<Column>): {
    readonly day: string | null
    readonly at: number | null
    readonly currency: string | null
    readonly site?: string
  }
  /** said of rows without the first of `keys`: they are no orders yet */
  notYet?(count: number): Wording
  /** a row of totals of an order, above the rows of its items */
  isTotals?(cell: Cell<Column>): boolean
  /** the rows of items with what their row of totals alone says */
  spread?(totals: Cell<Column>, items: readonly Cell<Column>[]): readonly Cell<Column>[]
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
    ...(layout.fromJson && layout.needed === undefined ? {} : { explain: rows => explain(layout, rows) }),
    ...(layout.closes ? { closes: row => layout.closes?.(row) === true } : {}),
    survey: match => new OrdersSurveyor(layout, match),
    read: (match, _format, ask, sink) => new OrdersReader(layout, match, ask, sink),
  }
}

const headOf = (cell: string): string =>
  cell
    .replaceAll('\uFEFF', '')
    .replace(/[\s\u00A0]+/g, ' ')
    .trim()
    .toLowerCase()
const neededOf = <Column extends string>(layout: OrderLayout<Column>): readonly Column[] => layout.needed ?? layout.columns
function columnsIn<Column extends string>(layout: OrderLayout<Column>, row: SourceRow): Record<string, number> {
  const heads = row.cells.map(headOf)
  const columns: Record<string, number> = {}
  for (const column of layout.columns) {
    const at = [column, ...(layout.others?.[column] ?? [])].map(name => heads.indexOf(headOf(name))).find(place => place >= 0)
    if (at !== undefined) columns[column] = at
  }
  return columns
}

function recognise<Column extends string>(layout: OrderLayout<Column>, rows: readonly SourceRow[]): FileMatch | null {
  for (const row of rows.slice(0, layout.headWithin ?? 1)) {
    const columns = columnsIn(layout, row)
    if (neededOf(layout).every(column => columns[column] !== undefined))
      return { headerLine: row.line, columns, language: null, confidence: 1 }
  }
  return null
}

/** The head of a report of orders that lacks a column or two. */
const [lackingMax, knownMin] = [2, 3]
function explain<Column extends string>(layout: OrderLayout<Column>, rows: readonly SourceRow[]): Wording | null {
  for (const row of rows.slice(0, layout.headWithin ?? 1)) {
    const columns = columnsIn(layout, row)
    const lacking = neededOf(layout).filter(column => columns[column] === undefined)
    if (lacking.length > 0 && lacking.length <= lackingMax && neededOf(layout).length - lacking.length >= knownMin)
      return sentence`这是${layout.title}，但缺少列${listed(lacking.map(name => `“${name}”`))}，请重新下载完整的原始文件`
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
      const cell = cellOf<Column>(this.#match, row)
      const orderNo = this.#layout.orderNo?.(cell) ?? null
      if (orderNo !== this.#lastOrder) this.#orders++
      this.#lastOrder = orderNo
      const { day, at, currency, site } = this.#layout.surveyed(cell)
      if (day !== null) {
        const [first, last] = this.#days ?? [day, day]
        this.#days = [day < first ? day : first, day > last ? day : last]
      }
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
  #notYet = 0
  #linesRead = 0
  #totals: { readonly cell: Cell<Column>; readonly line: number; readonly items: { cell: Cell<Column>; line: number }[] } | null = null

  constructor(layout: OrderLayout<Column>, match: FileMatch, ask: ReadAsk, sink: LineSink<OrderFileLine>) {
    this.#layout = layout
    this.#match = match
    this.#ask = ask
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (!isLine(this.#layout, this.#match, row)) return
    const cell = cellOf<Column>(this.#match, row)
    const [orderKey] = this.#layout.keys
    if (orderKey !== undefined && cell(orderKey) === '' && this.#layout.notYet !== undefined) {
      this.#notYet++
      return
    }
    const isOfTotals = this.#totals !== null && orderKey !== undefined && cell(orderKey) === this.#totals.cell(orderKey)
    if (!isOfTotals) this.#flush()
    if (this.#layout.isTotals?.(cell) === true && this.#totals === null) this.#totals = { cell, line: row.line, items: [] }
    else if (this.#totals !== null) this.#totals.items.push({ cell, line: row.line })
    else this.#line(cell, row.line)
  }

  /** The order whose row of totals came, with its items; one without any is a line that lacks its item. */
  #flush(): void {
    const totals = this.#totals
    if (totals === null) return
    this.#totals = null
    const cells = totals.items.map(item => item.cell)
    if (cells.length === 0) return this.#line(totals.cell, totals.line)
    this.#reading(totals.line, () => {
      const items = this.#layout.spread?.(totals.cell, cells) ?? cells
      for (const [at, cell] of items.entries()) this.#line(cell, totals.items[at]?.line ?? totals.line)
    })
  }

  #reading(at: number, read: () => void): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#sink.refuse({ line: at, ...error.refusal })
    }
  }

  #line(cell: Cell<Column>, at: number): void {
    this.#reading(at, () => {
      for (const key of this.#layout.keys) if (cell(key) === '') throw new LineFault(key, '', sentence`缺少订单号或行号`)
      const told = this.#layout.line(cell, this.#ask)
      if (told === null) {
        this.#leftOut++
        this.#elsewhere.add(this.#layout.siteOf?.(cell) ?? '')
        return
      }
      const line = lineOf(told, at, this.#ask.zone)
      const { charges, tax } = this.#sums.get(line.currency) ?? { charges: '0', tax: '0' }
      this.#sums.set(line.currency, { charges: add(charges, salesOf(line)), tax: add(tax, line.tax) })
      this.#linesRead++
      this.#sink.line(line)
    })
  }

  end() {
    this.#flush()
    const controlTotals = [...this.#sums].flatMap(([currency, { charges, tax }]) => [
      { name: 'sales', currency, stated: null, summed: charges },
      { name: 'tax', currency, stated: null, summed: tax },
    ])
    const sites = [...this.#elsewhere].filter(site => site !== '')
    const notes = [
      this.#leftOut > 0 ? this.#layout.leftOut?.(this.#leftOut, sites) : undefined,
      this.#notYet > 0 ? this.#layout.notYet?.(this.#notYet) : undefined,
    ].filter(note => note !== undefined)
    return { head: null, controlTotals, linesRead: this.#linesRead, notes }
  }
}
