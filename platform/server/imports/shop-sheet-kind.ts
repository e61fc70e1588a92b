/** The file kind of a shop sheet: finds the head by its names in any order, reads typed lines, adds up control totals. Pure. */
import { hash } from 'node:crypto'
import type {
  ControlTotal,
  Doubt,
  FileKind,
  FileMatch,
  FileSurveyor,
  LineReader,
  LineSink,
  ReadAsk,
  Refusal,
  SourceRow,
  Survey,
} from '#platform/declare/file-kind.ts'
import type { Field } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { explainOther } from '#platform/declare/other-report.ts'
import { isOptional, type ShopSheet } from '#platform/declare/shop-sheet.ts'
import { firstOfMonth, isMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { DecimalSum } from '#platform/format/decimal.ts'
import { readInstant } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { DayEvidence, momentOf, type DayOrder } from './sheet-values.ts'
import { noteFilled, unknownHeads, unseenDoubts, type UnknownHead } from './unseen-kind.ts'
import { figureOf, MarkEvidence, wordOf, type DecimalMark } from './shop-sheet-values.ts'

export type CellValue = string | number | null
/** A line of a report: a value for each column of the sheet, in its order. */
export interface ShopSheetLine {
  readonly line: number
  readonly day: string | null
  readonly values: readonly CellValue[]
  readonly lineKey: string
  readonly fixedKey: string
  readonly stateKey: string
}
interface SheetFormat {
  readonly mark: DecimalMark
  readonly order: DayOrder | null
}

const bare = (head: string): string =>
  head
    .replaceAll('\uFEFF', '')
    .replaceAll(/[\s_-]+/g, ' ')
    .replaceAll(/^["']|["']$/g, '')
    .trim()
    .toLowerCase()
const several = (heads: string | readonly string[]): readonly string[] => (typeof heads === 'string' ? [heads] : heads)
const isBlank = (row: SourceRow): boolean => row.cells.every(cell => cell.trim() === '')
const isNumber = ({ kind }: Field): boolean => ['integer', 'bigInteger', 'decimal', 'money'].includes(kind)
const headOf = (sheet: ShopSheet, name: string): string => several(sheet.columns[name]?.[0] ?? name)[0] ?? name

export const shopSheetKind = (sheet: ShopSheet): FileKind<SheetFormat, null, ShopSheetLine> => ({
  code: sheet.code,
  title: sheet.title,
  origin: sheet.origin,
  family: sheet.code,
  month: 'crossing',
  template: Object.values(sheet.columns).map(([heads]) => several(heads)[0] ?? ''),
  ...(sheet.fromJson ? { fromJson: sheet.fromJson } : {}),
  recognise: rows => recognise(sheet, rows),
  explain: rows => explain(sheet, rows) ?? explainOther(sheet.others ?? [], rows),
  survey: match => new SheetSurveyor(sheet, match),
  read: (match, format, ask, sink) => new SheetReader(sheet, match, format, ask, sink),
})

/** Columns of a header row, and those that it lacks. */
function columnsIn(sheet: ShopSheet, row: SourceRow) {
  const names = row.cells.map(bare)
  const columns: Record<string, number> = {}
  const missing: string[] = []
  for (const [name, [heads, field]] of Object.entries(sheet.columns)) {
    const at = several(heads).flatMap(head => {
      const place = names.indexOf(bare(head))
      return place < 0 ? [] : [place]
    })[0]
    if (at !== undefined) columns[name] = at
    else if (!isOptional(field) || sheet.demanded?.includes(name) === true) missing.push(name)
  }
  return { columns, missing }
}

function recognise(sheet: ShopSheet, rows: readonly SourceRow[]): FileMatch | null {
  for (const row of rows.slice(0, 20)) {
    const { columns, missing } = columnsIn(sheet, row)
    if (missing.length > 0) continue
    const known = Object.keys(columns).length
    // more known columns are surer: of two reports with the same first columns the fuller one
    const confidence = 0.6 + 0.4 * (known / Math.max(known, row.cells.length)) * (known / Object.keys(sheet.columns).length)
    return { headerLine: row.line, columns, language: null, confidence }
  }
  return null
}

/** a report that lacks a column or two is still told by the others */
const [explainedMissing, knownMin, mostly] = [2, 4, 0.7]
function explain(sheet: ShopSheet, rows: readonly SourceRow[]): Wording | null {
  for (const row of rows.slice(0, 20)) {
    const { columns, missing } = columnsIn(sheet, row)
    const known = Object.keys(columns).length
    if (missing.length > 0 && missing.length <= explainedMissing && known >= knownMin && known >= row.cells.length * mostly)
      return sentence`这是${sheet.title}，但缺少列${listed(missing.map(name => `“${headOf(sheet, name)}”`))}，请重新下载完整的原始文件`
  }
  return null
}

const textAt = (row: SourceRow, match: FileMatch, name: string): string => row.cells[match.columns[name] ?? -1] ?? ''

class SheetSurveyor implements FileSurveyor<SheetFormat> {
  readonly #sheet: ShopSheet
  readonly #match: FileMatch
  readonly #figures: readonly string[]
  readonly #days: readonly string[]
  readonly #marks = new MarkEvidence()
  readonly #order = new DayEvidence()
  readonly #printedDays = new Set<string>()
  readonly #currencies = new Set<string>()
  readonly #marketplaces = new Map<string, number>()
  #span: { first: number; last: number } | null = null
  #lines = 0

  constructor(sheet: ShopSheet, match: FileMatch) {
    this.#sheet = sheet
    this.#match = match
    const read = Object.entries(sheet.columns).filter(([name]) => match.columns[name] !== undefined)
    this.#figures = read.filter(([, [, field]]) => isNumber(field)).map(([name]) => name)
    this.#days = read.filter(([, [, field]]) => field.kind === 'date').map(([name]) => name)
  }

  row(row: SourceRow): void {
    if (row.line <= this.#match.headerLine || isBlank(row)) return
    this.#lines += 1
    for (const name of this.#figures) this.#marks.note(textAt(row, this.#match, name))
    for (const name of this.#days) this.#order.note(textAt(row, this.#match, name))
    this.#noteDay(row)
    const currency = wordOf(textAt(row, this.#match, 'currency'))
    if (/^[A-Z]{3}$/.test(currency)) this.#currencies.add(currency)
    const { marketplace } = this.#sheet
    const site = marketplace === undefined ? '' : wordOf(textAt(row, this.#match, marketplace)).toLowerCase()
    if (site !== '') this.#marketplaces.set(site, (this.#marketplaces.get(site) ?? 0) + 1)
  }

  end(): Survey<SheetFormat> {
    const refusals: Refusal[] = []
    const refuse = (reason: Wording): void => void refusals.push({ line: null, column: null, value: null, reason })
    const mark = this.#marks.verdict()
    const order = this.#order.verdict()
    if (this.#lines === 0) refuse(sentence`文件里没有数据行，请确认下载的日期范围`)
    if (mark === null) refuse(sentence`文件里的数字有两种小数写法（点和逗号），请重新下载原始报表`)
    if (order === 'unclear') refuse(sentence`日期分不清是日在前还是月在前，请下载更长期间的报表，或换一种日期格式`)
    const days = [...this.#printedDays].flatMap(cell => dayOfCell(cell, order === 'unclear' ? null : order) ?? []).sort()
    const [first, last] = [days[0], days.at(-1)]
    const isOfMonths = this.#sheet.columns[this.#sheet.day ?? '']?.[1].kind === 'month' && first !== undefined && last !== undefined
    return {
      ...(isOfMonths ? { period: { from: first, to: lastOfMonth(monthOf(last)) } } : {}),
      format: refusals.length > 0 || mark === null || order === 'unclear' ? null : { mark, order },
      refusals,
      marketplaces: [...this.#marketplaces].toSorted((a, b) => b[1] - a[1]).map(([name]) => name),
      currencies: this.#sheet.anyCurrency === true ? [] : [...this.#currencies],
      firstDay: first ?? this.#printed('first'),
      lastDay: last ?? this.#printed('last'),
      firstAt: this.#span?.first ?? null,
      lastAt: this.#span?.last ?? null,
      lineCount: this.#lines,
      documentId: null,
    }
  }

  #noteDay(row: SourceRow): void {
    const { day } = this.#sheet
    if (day === undefined) return
    const cell = textAt(row, this.#match, day)
    if (this.#sheet.columns[day]?.[1].kind !== 'dateTime') {
      this.#printedDays.add(cell)
      return
    }
    const at = readInstant(cell.trim())
    if (at === null) return
    this.#span = { first: Math.min(at, this.#span?.first ?? at), last: Math.max(at, this.#span?.last ?? at) }
  }

  #printed(edge: 'first' | 'last'): string | null {
    return this.#span === null ? null : dayInZone(this.#span[edge], 'UTC')
  }
}

/** A day as printed, or the first day of a month. */
function dayOfCell(cell: string, order: DayOrder | null): string | null {
  const text = wordOf(cell)
  if (isMonth(text)) return firstOfMonth(text)
  const monthFirst = /^(\d{2})\/(\d{4})$/.exec(text)
  if (monthFirst) return dayOfCell(`${monthFirst[2] ?? ''}-${monthFirst[1] ?? ''}`, order)
  return momentOf(text, order)?.day ?? null
}

/** What is wrong with a cell. */
class CellFault extends Error {
  readonly reason: Wording
  constructor(reason: Wording) {
    super('a cell')
    this.reason = reason
  }
}
const between = '\u001F'
const digest = (values: readonly CellValue[]): string => hash('md5', values.map(value => value ?? '').join(between), 'hex')

class SheetReader implements LineReader<null> {
  readonly #sheet: ShopSheet
  readonly #match: FileMatch
  readonly #format: SheetFormat
  readonly #ask: ReadAsk
  readonly #sink: LineSink<ShopSheetLine>
  readonly #columns: readonly { readonly name: string; readonly field: Field; readonly at: number | undefined }[]
  readonly #places: Readonly<Record<'identity' | 'fixed' | 'state', readonly number[]>>
  readonly #totalled: readonly number[]
  readonly #currencyAt: number
  readonly #sums = new Map<string, DecimalSum>()
  #unknownHeads: ReadonlyMap<number, UnknownHead> = new Map()
  readonly #unknownWords = new Map<string, number>()
  #linesRead = 0

  constructor(sheet: ShopSheet, match: FileMatch, format: SheetFormat, ask: ReadAsk, sink: LineSink<ShopSheetLine>) {
    this.#sheet = sheet
    this.#match = match
    this.#format = format
    this.#ask = ask
    this.#sink = sink
    this.#columns = Object.entries(sheet.columns).map(([name, [, field]]) => ({ name, field, at: match.columns[name] }))
    const at = (names: readonly string[]): number[] => names.map(name => this.#columns.findIndex(one => one.name === name))
    this.#places = { identity: at(sheet.identityFields), fixed: at(sheet.fixedFields), state: at(sheet.stateFields) }
    this.#totalled = this.#columns.flatMap(({ field }, place) => (field.options.total === true && isNumber(field) ? [place] : []))
    this.#currencyAt = this.#columns.findIndex(one => one.name === 'currency')
  }

  row(row: SourceRow): void {
    if (row.line === this.#match.headerLine) {
      this.#unknownHeads = unknownHeads(row, this.#match, this.#sheet.aside)
      return
    }
    if (row.line < this.#match.headerLine || isBlank(row)) return
    noteFilled(this.#unknownHeads, row)
    const values: CellValue[] = []
    let isGood = true
    for (const column of this.#columns) {
      try {
        values.push(this.#valueOf(column, row))
      } catch (error) {
        if (!(error instanceof CellFault)) throw error
        isGood = false
        values.push(null)
        this.#sink.refuse({
          line: row.line,
          column: headOf(this.#sheet, column.name),
          value: (row.cells[column.at ?? -1] ?? '').slice(0, 200),
          reason: error.reason,
        })
      }
    }
    if (isGood) this.#take(row.line, values)
  }

  end() {
    const controlTotals: ControlTotal[] = [...this.#sums].map(([key, sum]) => {
      const [name = '', currency = ''] = key.split(between)
      return { name, currency, stated: null, summed: sum.toString() }
    })
    return { head: null, controlTotals, linesRead: this.#linesRead, notes: this.#notes(), doubts: this.#doubts(controlTotals) }
  }

  #take(line: number, values: readonly CellValue[]): void {
    const of = (part: 'identity' | 'fixed' | 'state'): string => digest(this.#places[part].map(place => values[place] ?? null))
    const day = this.#dayOf(values)
    const lineKey = of('identity')
    const currency = this.#currencyAt < 0 ? '' : String(values[this.#currencyAt] ?? '')
    for (const place of this.#totalled) {
      const { name, field } = this.#columns[place] ?? { name: '' }
      const key = `${name}${between}${field?.kind === 'money' ? currency : ''}`
      const sum = this.#sums.get(key) ?? new DecimalSum()
      this.#sums.set(key, sum.add(String(values[place] ?? '0')))
    }
    this.#linesRead += 1
    this.#sink.line({ line, day, values, lineKey, fixedKey: of('fixed'), stateKey: of('state') })
  }

  /** null: the day of the import */
  #dayOf(values: readonly CellValue[]): string | null {
    const { day } = this.#sheet
    if (day === undefined) return null
    const value = String(values[this.#columns.findIndex(one => one.name === day)] ?? '')
    const at = this.#sheet.columns[day]?.[1].kind === 'dateTime' ? readInstant(value) : null
    return at === null ? value : dayInZone(at, this.#ask.zone)
  }

  #valueOf(
    { name, field, at }: { readonly name: string; readonly field: Field; readonly at: number | undefined },
    row: SourceRow,
  ): CellValue {
    const cell = at === undefined ? '' : (row.cells[at] ?? '')
    if (name === 'currency') return this.#currency(cell)
    if (isNumber(field)) return this.#figure(field, cell)
    const text = wordOf(cell)
    if (field.kind === 'date' || field.kind === 'month') return this.#day(field, text)
    if (field.kind === 'dateTime') return this.#instant(field, text)
    if (text === '' && field.options.default !== '') {
      if (field.options.optional === true) return null
      throw new CellFault(sentence`不能为空`)
    }
    const words = ownValue(this.#sheet.words ?? {}, name)
    if (words !== undefined && text !== '' && !words.includes(text)) {
      const key = `${headOf(this.#sheet, name)}：${text.slice(0, 60)}`
      this.#unknownWords.set(key, (this.#unknownWords.get(key) ?? 0) + 1)
    }
    return text
  }

  #currency(cell: string): string {
    const text = wordOf(cell)
    if (text === '') return this.#ask.currency
    if (!/^[A-Z]{3}$/.test(text)) throw new CellFault(sentence`不认识的币种`)
    return text
  }

  #figure(field: Field, cell: string): string | null {
    const figure = figureOf(cell, this.#format.mark)
    if (figure === null) throw new CellFault(sentence`不是数字`)
    if (figure === '') {
      if (field.options.optional === true) return null
      if (field.options.default !== undefined) return String(field.options.default)
      throw new CellFault(sentence`不能为空`)
    }
    const [whole = '', fraction = ''] = figure.replace('-', '').split('.')
    if (field.kind === 'integer' && (fraction !== '' || whole.length > 9)) throw new CellFault(sentence`不是整数`)
    if (whole.length > 14) throw new CellFault(sentence`数字太大`)
    if (fraction.length > (field.scale ?? 0) && field.kind !== 'integer') throw new CellFault(sentence`小数位数过多`)
    return figure
  }

  #day(field: Field, text: string): string | null {
    if (text === '' && field.options.optional === true) return null
    const day = dayOfCell(text, this.#format.order)
    if (day === null) throw new CellFault(sentence`不是日期`)
    return field.kind === 'month' ? firstOfMonth(day.slice(0, 7)) : day
  }

  #instant(field: Field, text: string): string | null {
    if (text === '' && field.options.optional === true) return null
    const instantMs = readInstant(text)
    if (instantMs === null) throw new CellFault(sentence`不是带时区的时间`)
    return new Date(instantMs).toISOString()
  }

  #notes(): Wording[] {
    const notes: Wording[] = []
    if (this.#sheet.origin === 'madeUp') notes.push(sentence`本系统按他人制作的样例读取这种报表，未见真实文件，请核对合计`)
    if (this.#unknownHeads.size > 0)
      notes.push(sentence`不认识的列没有读取：${listed([...this.#unknownHeads.values()].map(one => `“${one.head}”`))}`)
    if (this.#unknownWords.size > 0) notes.push(sentence`不认识的词，照原样保留：${listed([...this.#unknownWords.keys()].slice(0, 20))}`)
    return notes
  }

  /** Of a kind whose columns alone are known the first file is looked at by a person: columns, words and totals. */
  #doubts(totals: readonly ControlTotal[]): Doubt[] {
    if (this.#sheet.origin !== 'columns') return []
    return unseenDoubts({
      title: this.#sheet.title,
      linesRead: this.#linesRead,
      totals: totals.map(({ name, currency, summed }) => ({
        what: sentence`未见真实文件：列“${headOf(this.#sheet, name)}”的合计`,
        currency,
        summed,
      })),
      heads: this.#unknownHeads.values(),
      words: this.#unknownWords,
    })
  }
}
