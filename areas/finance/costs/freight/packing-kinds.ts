/**
 * Packing lists and first-leg sheets as file kinds: what is packed, how much room and weight it takes. Merged cells leave volume and weight
 * on the first line of a carton; a row of totals is held against the lines, and one whose cells are errors is told. Pure.
 */
import { hash } from 'node:crypto'
import type { Doubt, FileKind, FileMatch, LineReader, LineSink, SourceRow, Survey } from '#platform/declare/file-kind.ts'
import type { KindOrigin } from '#platform/declare/kind-origin.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { add, canonical, compare, isDecimal, isZero, multiply, roundTo } from '#platform/format/decimal.ts'

export const packingMeasures = ['quantity', 'cartons', 'volume', 'grossWeight', 'netWeight', 'declaredValue', 'fee'] as const
type Measure = (typeof packingMeasures)[number]

export interface PackingLine {
  readonly line: number
  readonly sku: string
  readonly name: string
  readonly currency: string | null
  readonly measures: Readonly<Record<Measure, string>>
  readonly key: string
}
type Column = Measure | 'sku' | 'name' | 'shipmentNo' | 'currency' | 'unitPrice'
interface PackingWords {
  readonly code: string
  readonly title: Title
  readonly origin: KindOrigin
  /** heads of a column, in any language of the file */
  readonly heads: Readonly<Partial<Record<Column, readonly string[]>>>
  readonly needed: readonly Column[]
}

const scales: Readonly<Record<Measure, number>> = {
  quantity: 4,
  cartons: 2,
  volume: 6,
  grossWeight: 4,
  netWeight: 4,
  declaredValue: 4,
  fee: 2,
}
const ownScale = (name: Measure): number => ownValue(scales, name) ?? 4
const packingList: PackingWords = {
  code: 'packingList',
  title: ['装箱单', 'Packing list'],
  origin: 'genuine',
  heads: {
    sku: ['料号', 'Part Number'],
    name: ['EPR物料名称', 'EPR Part Name'],
    quantity: ['数量', 'Quantity'],
    cartons: ['总件数', 'Total Carton Quantity'],
    volume: ['总体积', 'Total Volume (CBM)'],
    grossWeight: ['总毛重', 'Total Gross Weight (kg)'],
    netWeight: ['总净重', 'Total Net Weight (kg)'],
    unitPrice: ['采购单价(不含税)', 'Unit Price (Excl. Tax, CNY)'],
  },
  needed: ['sku', 'quantity', 'volume', 'grossWeight'],
}
export const firstLegSheet: PackingWords = {
  code: 'firstLegSheet',
  title: ['头程费用表', 'First-leg sheet'],
  origin: 'template',
  heads: {
    shipmentNo: ['货件号'],
    sku: ['SKU'],
    name: ['品名'],
    quantity: ['数量'],
    cartons: ['箱数'],
    volume: ['体积'],
    grossWeight: ['毛重'],
    netWeight: ['净重'],
    declaredValue: ['申报价值'],
    fee: ['头程费用'],
    currency: ['币种'],
  },
  needed: ['sku', 'quantity', 'volume', 'grossWeight', 'fee'],
}

const bare = (cell: string): string => cell.replaceAll(/[\s\uFEFF]+/g, '').toLowerCase()
const isError = (cell: string): boolean => /^#(?:REF!|VALUE!|N\/A|DIV\/0!|NAME\?|NUM!|NULL!)$/i.test(cell.trim())
/** Exact decimal of a cell, rounded to what the column keeps; '' for an empty one, null for what is no number. */
function numberIn(cell: string, scale: number): string | null {
  const plain = cell.replaceAll(/[\s,]/g, '')
  if (plain === '' || plain === '-' || plain === '/') return ''
  return isDecimal(plain) ? canonical(roundTo(plain, scale, 'halfUp')) : null
}

function matchOf(words: PackingWords, rows: readonly SourceRow[]): FileMatch | null {
  for (const row of rows) {
    const cells = row.cells.map(bare)
    const columns: Record<string, number> = {}
    for (const [column, heads] of Object.entries(words.heads)) {
      const at = cells.findIndex(cell => heads.some(head => bare(head) === cell))
      if (at >= 0) columns[column] = at
    }
    if (words.needed.every(column => columns[column] !== undefined))
      return { headerLine: row.line, columns, language: null, confidence: 0.8 }
  }
  return null
}

const cellOf = (match: FileMatch, row: SourceRow, column: string): string => (row.cells[match.columns[column] ?? -1] ?? '').trim()
const measuresIn = (match: FileMatch): readonly Measure[] => packingMeasures.filter(name => match.columns[name] !== undefined)
/** The head once more, in the other language. */
const isHeadAgain = (words: PackingWords, match: FileMatch, row: SourceRow): boolean =>
  (words.heads.sku ?? []).some(head => bare(head) === bare(cellOf(match, row, 'sku')))
/** Sums below the lines: no SKU and no number of its own in the first column. */
const isTotals = (match: FileMatch, row: SourceRow): boolean =>
  cellOf(match, row, 'sku') === '' &&
  !/^\d+$/.test((row.cells[0] ?? '').trim()) &&
  measuresIn(match).some(name => cellOf(match, row, name) !== '')
const isNothing = (match: FileMatch, row: SourceRow): boolean =>
  cellOf(match, row, 'sku') === '' && measuresIn(match).every(name => cellOf(match, row, name) === '')

export const packingKinds = (family: string): FileKind<true, null, PackingLine>[] => [
  kindOf(family, packingList),
  kindOf(family, firstLegSheet),
]

function kindOf(family: string, words: PackingWords): FileKind<true, null, PackingLine> {
  return {
    code: words.code,
    title: words.title,
    origin: words.origin,
    family,
    month: 'crossing',
    template: Object.values(words.heads).map(([head = '']) => head),
    recognise: rows => matchOf(words, rows),
    closes: row => row.cells.some(isError) || row.cells.filter(cell => cell.trim() !== '').length > 0,
    survey: match => {
      let count = 0
      const marks = new Set<string>()
      return {
        row(row) {
          if (row.line <= match.headerLine || isHeadAgain(words, match, row) || isNothing(match, row) || isTotals(match, row)) return
          count += 1
          const mark = cellOf(match, row, 'shipmentNo')
          if (mark !== '') marks.add(mark)
        },
        end: () => surveyed(count, [...marks]),
      }
    },
    read: (match, _format, _ask, sink) => new PackingReader(words, match, sink),
  }
}

const surveyed = (lineCount: number, ownerMarks: readonly string[]): Survey<true> => ({
  format: lineCount > 0 ? true : null,
  refusals: lineCount > 0 ? [] : [{ line: null, column: null, value: null, reason: sentence`文件里没有装箱明细，请确认选对了文件` }],
  marketplaces: [],
  currencies: [],
  firstDay: null,
  lastDay: null,
  firstAt: null,
  lastAt: null,
  lineCount,
  documentId: null,
  ownerMarks,
})

class PackingReader implements LineReader<null> {
  readonly #words: PackingWords
  readonly #match: FileMatch
  readonly #sink: LineSink<PackingLine>
  readonly #sums: Record<string, string> = {}
  readonly #doubts: Doubt[] = []
  readonly #notes: Wording[] = []
  #lines = 0
  #sameCarton = 0

  constructor(words: PackingWords, match: FileMatch, sink: LineSink<PackingLine>) {
    this.#words = words
    this.#match = match
    this.#sink = sink
  }

  row(row: SourceRow): void {
    const match = this.#match
    if (row.line <= match.headerLine || isHeadAgain(this.#words, match, row) || isNothing(match, row)) return
    if (isTotals(match, row)) return this.#total(row)
    const line = this.#lineOf(row)
    if (line === null) return
    this.#remember(row, line)
    this.#sink.line(line)
  }

  end() {
    if (this.#sameCarton > 0)
      this.#notes.push(sentence`有 ${this.#sameCarton} 行没有体积和毛重（同箱合并单元格），体积和重量记在该箱的第一行`)
    const summed = this.#sums['quantity'] ?? '0'
    return {
      head: null,
      controlTotals: [{ name: 'quantity', currency: '', stated: null, summed }],
      linesRead: this.#lines,
      notes: this.#notes,
      doubts: this.#doubts,
    }
  }

  #sumOf(name: Measure): string {
    return ownValue(this.#sums, name) ?? '0'
  }
  #head(column: Column): string {
    return this.#words.heads[column]?.[0] ?? column
  }

  #remember(row: SourceRow, { sku, measures }: PackingLine): void {
    const sized = ['volume', 'grossWeight'] as const
    if (sku === '') {
      const same = sized.filter(name => !isZero(measures[name]) && compare(measures[name], this.#sumOf(name)) === 0)
      this.#notes.push(
        same.length > 0
          ? sentence`第 ${row.line} 行没有 SKU，${listed(same.map(name => this.#head(name)))}等于前面各行之和，可能是小计；不承担分摊`
          : sentence`第 ${row.line} 行没有 SKU，不承担分摊`,
      )
    } else if (sized.every(name => isZero(measures[name]))) this.#sameCarton += 1
    this.#lines += 1
    for (const name of packingMeasures) this.#sums[name] = add(this.#sumOf(name), measures[name])
  }

  /** What the sums below the lines say; an error cell says nothing. */
  #total(row: SourceRow): void {
    for (const name of measuresIn(this.#match)) {
      const cell = cellOf(this.#match, row, name)
      if (isError(cell)) this.#notes.push(sentence`合计行的“${this.#head(name)}”是错误值 ${cell}，没有核对`)
      const stated = numberIn(cell, ownScale(name))
      const found = this.#sumOf(name)
      if (stated && compare(stated, found) !== 0)
        this.#doubts.push({ what: sentence`“${this.#head(name)}”合计`, line: row.line, currency: '', stated, found })
    }
  }

  /** null: refused. */
  #lineOf(row: SourceRow): PackingLine | null {
    const measures: Partial<Record<Measure, string>> = {}
    let isRefused = false
    const refuse = (column: Column, reason: Wording): void => {
      isRefused = true
      this.#sink.refuse({ line: row.line, column: this.#head(column), value: cellOf(this.#match, row, column), reason })
    }
    const read = (column: Measure | 'unitPrice', scale: number): string => {
      const cell = cellOf(this.#match, row, column)
      const figure = numberIn(cell, scale)
      if (isError(cell)) refuse(column, sentence`是错误值，请在 Excel 里改正公式后再导入`)
      else if (figure === null) refuse(column, sentence`不是数字`)
      else if (figure.startsWith('-')) refuse(column, sentence`不能小于 0`)
      return figure || '0'
    }
    for (const name of packingMeasures) measures[name] = this.#match.columns[name] === undefined ? '0' : read(name, ownScale(name))
    const sku = cellOf(this.#match, row, 'sku')
    if (sku !== '' && cellOf(this.#match, row, 'quantity') === '') refuse('quantity', sentence`数量是空的`)
    if (this.#match.columns['unitPrice'] !== undefined)
      measures.declaredValue = roundTo(multiply(read('unitPrice', 8), measures.quantity ?? '0'), scales.declaredValue, 'halfUp')
    const currency = cellOf(this.#match, row, 'currency')
    if (currency !== '' && !/^[A-Z]{3}$/.test(currency)) refuse('currency', sentence`不认识的币种`)
    if (!isZero(measures.fee ?? '0') && currency === '') refuse('currency', sentence`有费用的行要写明币种`)
    if (isRefused) return null
    const name = cellOf(this.#match, row, 'name')
    const whole = measures as Readonly<Record<Measure, string>>
    const said = [sku, name, currency, ...packingMeasures.map(one => whole[one])]
    const key = hash('sha256', said.join('\u001F'), 'hex').slice(0, 32)
    return { line: row.line, sku, name, currency: currency === '' ? null : currency, measures: whole, key }
  }
}
