/** A file kind made of a sheet layout: finds the head, reads lines, holds sums and balances against the file. Pure. */
import { showExact } from '#platform/format/numbers.ts'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type {
  Doubt,
  FileKind,
  FileMatch,
  FileSurveyor,
  LineReader,
  LineSink,
  Refusal,
  SourceRow,
  Survey,
} from '#platform/declare/file-kind.ts'
import type { Heads, SheetLayout, SheetLine } from '#platform/declare/sheet-layout.ts'
import type { StatementEdge } from '../contract/file-family.ts'
import { explainOther } from '#platform/declare/other-report.ts'
import { isNegative, isZero, negate } from '#platform/format/decimal.ts'
import { chainsOf, edgesOf, isFalling, statedDoubts, totalsOf, type StatedFigures } from './sheet-balance.ts'
import { DocumentTotals, partsDoubt } from './sheet-documents.ts'
import {
  allHeads,
  amountHeads,
  cellAt,
  dayIn,
  firstWord,
  found,
  isBlank,
  isClosing,
  isFooter,
  isHead,
  movedWords,
  onlyCurrency,
  recognise,
  several,
  sumWords,
  textOf,
} from './sheet-heads.ts'
import { hasMoved, keyOf } from './sheet-line-key.ts'
import {
  amountOf,
  cleaned,
  currencyOf,
  DayEvidence,
  DecimalEvidence,
  isDayCell,
  timeOf,
  type DayOrder,
  type DecimalMark,
} from './sheet-values.ts'

export interface SheetHead {
  /** in which order the file has its lines */
  readonly newestFirst: boolean
  /** balance before the first and after the last line, by currency, where the file tells */
  readonly balances: readonly StatementEdge[]
}
interface SheetFormat {
  readonly order: DayOrder | null
  readonly above: string
  /** the one currency of all lines, where no column has it */
  readonly currency: string | null
  readonly decimal: DecimalMark
  /** no balance of the file can be read: they were made unreadable on purpose */
  readonly withoutBalance: boolean
}

export function sheetKind(family: string, layout: SheetLayout): FileKind<SheetFormat, SheetHead, SheetLine> {
  return {
    code: layout.code,
    title: layout.title,
    ...(layout.taught === true ? {} : { origin: layout.origin ?? 'genuine' }),
    family,
    source: layout.source,
    ...(layout.ownerId === undefined ? {} : { ownerId: layout.ownerId }),
    ...(layout.ownerCurrency === undefined ? {} : { ownerCurrency: layout.ownerCurrency }),
    ...(layout.tagged ? { tagged: layout.tagged } : {}),
    month: 'crossing',
    template: allHeads(layout),
    recognise: rows => recognise(layout, rows),
    explain: rows => explainOther(layout.others ?? [], rows),
    closes: (row, match) => (layout.closing !== undefined && !isDayCell(cellAt(match, row, layout.day))) || isFooter(layout, row),
    survey: match => new SheetSurveyor(layout, match),
    read: (match, format, _ask, sink) => new SheetReader(layout, match, format, sink),
  }
}

class SheetSurveyor implements FileSurveyor<SheetFormat> {
  readonly #layout: SheetLayout
  readonly #match: FileMatch
  readonly #days = new DayEvidence()
  readonly #above: SourceRow[] = []
  readonly #currencies = new Set<string>()
  readonly #marks = new Set<string>()
  readonly #cells: string[] = []
  readonly #decimal = new DecimalEvidence()
  #balances = { read: 0, unread: 0 }
  #closed = false
  #lines = 0

  constructor(layout: SheetLayout, match: FileMatch) {
    this.#layout = layout
    this.#match = match
  }

  row(row: SourceRow): void {
    const { owner, currency, balance } = this.#layout
    if (row.line < this.#match.headerLine) this.#above.push(row)
    if (row.line <= this.#match.headerLine || isBlank(row)) return
    if (isClosing(this.#layout, row)) {
      this.#closed = true
      return
    }
    const day = cellAt(this.#match, row, this.#layout.day)
    if (isFooter(this.#layout, row) || (this.#closed && !isDayCell(day) && !isHead(this.#match, row))) return
    this.#lines += 1
    for (const head of amountHeads(this.#layout)) this.#decimal.note(cellAt(this.#match, row, head))
    this.#days.note(day)
    this.#cells.push(day)
    if (owner && 'column' in owner && !isHead(this.#match, row)) this.#marks.add(cellAt(this.#match, row, owner.column))
    const code = 'column' in currency ? currencyOf(cellAt(this.#match, row, currency.column)) : null
    if (code !== null) this.#currencies.add(code)
    if (balance !== undefined) {
      const amount = amountOf(cellAt(this.#match, row, balance), this.#decimal.mark(this.#layout))
      if (amount === null) this.#balances.unread += 1
      else if (amount !== '') this.#balances.read += 1
    }
  }

  end(): Survey<SheetFormat> {
    const above = textOf(this.#above)
    const refusals: Refusal[] = []
    const refuse = (reason: Wording): void => void refusals.push({ line: null, column: null, value: null, reason })
    const seen = this.#days.verdict()
    const order = seen === 'unclear' || seen === null ? (this.#layout.dayOrder ?? null) : seen
    if (seen === 'unclear' && order === null) refuse(sentence`日期分不清是日在前还是月在前，请下载更长期间的流水，或换一种日期格式`)
    if (this.#lines === 0) refuse(sentence`文件里没有数据行，请确认下载的日期范围`)
    else if (this.#layout.closing !== undefined && !this.#closed)
      refuse(sentence`文件缺少最后的“${this.#layout.closing}”一行，可能不完整，请重新下载`)
    const { owner } = this.#layout
    const mark = owner && 'find' in owner ? found(owner.find, above)?.[1] : undefined
    if (mark !== undefined) this.#marks.add(cleaned(mark))
    const currency = onlyCurrency(this.#layout, above)
    if (currency !== null) this.#currencies.add(currency)
    else if (!('column' in this.#layout.currency)) refuse(sentence`文件没有写明币种，请下载写明币种的流水`)
    const days = this.#cells.flatMap(cell => dayIn(this.#layout, cell, order)?.day ?? []).sort()
    return {
      format:
        refusals.length > 0
          ? null
          : {
              order,
              above,
              currency,
              decimal: this.#decimal.mark(this.#layout),
              withoutBalance: this.#balances.read === 0 && this.#balances.unread > 0,
            },
      refusals,
      marketplaces: [],
      currencies: [...this.#currencies],
      firstDay: days[0] ?? null,
      lastDay: days.at(-1) ?? null,
      firstAt: null,
      lastAt: null,
      lineCount: this.#lines,
      documentId: null,
      ownerMarks: [...this.#marks].filter(one => one !== ''),
    }
  }
}

class SheetReader implements LineReader<SheetHead> {
  readonly #layout: SheetLayout
  readonly #match: FileMatch
  readonly #format: SheetFormat
  readonly #sink: LineSink<SheetLine>
  readonly #lines: SheetLine[] = []
  readonly #stated: Record<string, string> = {}
  readonly #doubts: Doubt[] = []
  readonly #documents = new DocumentTotals()
  /** lines that repeat an item of an earlier document */
  readonly #repeated: SheetLine[] = []
  #skipped = 0
  #closed = false
  /** rows of a balance alone */
  #balanceRows = 0

  constructor(layout: SheetLayout, match: FileMatch, format: SheetFormat, sink: LineSink<SheetLine>) {
    this.#layout = layout
    this.#match = match
    this.#format = format
    this.#sink = sink
    for (const { what, find } of layout.stated ?? []) {
      const said = found(find, format.above)
      const figure = said?.[1] === undefined ? null : amountOf(said[1], format.decimal)
      if (figure) this.#stated[what] = said?.[2] === 'DBIT' ? negate(figure) : figure
    }
  }

  row(row: SourceRow): void {
    if (row.line <= this.#match.headerLine || isBlank(row)) return
    const { amount } = this.#layout
    if (isClosing(this.#layout, row)) {
      this.#closed = true
      if ('in' in amount && sumWords.test(firstWord(row)))
        for (const way of ['in', 'out'] as const) this.#state(way, this.#cell(row, amount[way]))
      return
    }
    if (isFooter(this.#layout, row)) {
      if ('column' in amount) this.#state('net', this.#cell(row, amount.column))
      return
    }
    if (this.#closed && !isDayCell(this.#cell(row, this.#layout.day)) && !isHead(this.#match, row)) return
    if (isHead(this.#match, row)) return this.#refuse(row, this.#layout.day, sentence`这里又是表头：文件里有两份流水，请分开上传`)
    if (this.#isBalanceRow(row)) {
      this.#balanceRows += 1
      return
    }
    const line = this.#lineOf(row)
    if (line === null) return
    const { repeats } = this.#layout
    if (repeats && repeats.words.includes(this.#cell(row, repeats.column))) {
      this.#repeated.push(line)
      return
    }
    this.#documentOf(row, line)
    this.#take(line)
  }

  /** Brought forward, or the balance of a day: a taught layout has no word for such rows. */
  #isBalanceRow(row: SourceRow): boolean {
    const { taught, balance, amount } = this.#layout
    const amounts = 'in' in amount ? [amount.in, amount.out] : [amount.column]
    return (
      taught === true && balance !== undefined && this.#cell(row, balance) !== '' && amounts.every(head => this.#cell(row, head) === '')
    )
  }

  #take(line: SheetLine): void {
    this.#lines.push(line)
    this.#sink.line(line)
  }

  #documentOf(row: SourceRow, line: SheetLine): void {
    const { documentTotal, parts } = this.#layout
    if (parts) this.#doubts.push(...partsDoubt(line, parts))
    if (!documentTotal) return
    const stated = amountOf(this.#cell(row, documentTotal.stated), this.#format.decimal)
    if (stated) this.#documents.add(this.#cell(row, documentTotal.by), stated, line)
  }

  /** What an earlier document told counts once: an item that stands in this file already is left. */
  #takeRepeated(): void {
    const there = Map.groupBy(this.#lines, line => line.key)
    for (const [key, again] of Map.groupBy(this.#repeated, line => line.key)) {
      const known = there.get(key)?.length ?? 0
      this.#skipped += Math.min(known, again.length)
      for (const line of again.slice(known)) this.#take(line)
    }
  }

  end() {
    this.#takeRepeated()
    const lines = this.#lines
    const stated: StatedFigures = this.#stated
    const { chains, doubts } = chainsOf(lines)
    const controlTotals = totalsOf(lines, stated)
    const head: SheetHead = { newestFirst: chains[0]?.newestFirst ?? isFalling(lines), balances: edgesOf(lines, chains, stated) }
    return {
      head,
      controlTotals,
      linesRead: lines.length,
      notes: this.#notes(chains.length > 0 && doubts.length === 0),
      doubts: [...statedDoubts(lines, controlTotals, stated, chains), ...this.#documents.doubts(), ...this.#doubts, ...doubts],
    }
  }

  #notes(followed: boolean): Wording[] {
    const notes: Wording[] = []
    const repeated = this.#lines.length - new Set(this.#lines.map(l => l.key)).size
    const still = this.#lines.filter(l => !l.moved).length
    if (followed) notes.push(sentence`每行余额都与前一行衔接`)
    if (this.#format.withoutBalance) notes.push(sentence`“${this.#layout.balance ?? ''}”列不是数字，没有核对余额`)
    if (this.#stated['closing'] !== undefined && this.#stated['opening'] === undefined)
      notes.push(sentence`文件写明期末余额 ${showExact(this.#stated['closing'])}，没有期初余额，无法核对`)
    const { repeats } = this.#layout
    if (repeats && this.#skipped > 0) notes.push(sentence`有 ${this.#skipped} 行“${listed(repeats.words)}”是前面已列出的项目，不重复计入`)
    if (still > 0) notes.push(sentence`有 ${still} 行的状态表示没有动账，不计入收入和支出`)
    if (this.#balanceRows > 0) notes.push(sentence`有 ${this.#balanceRows} 行只有余额没有金额，不是流水，未导入`)
    if (repeated > 0) notes.push(sentence`有 ${repeated} 行与前面的行完全相同，都已计入，请确认`)
    return notes
  }

  #state(what: string, cell: string): void {
    const figure = amountOf(cell, this.#format.decimal)
    if (figure) this.#stated[what] = figure
  }

  #cell(row: SourceRow, head: string): string {
    return cellAt(this.#match, row, head)
  }
  #text(row: SourceRow, heads: Heads): string {
    return cleaned(
      several(heads)
        .map(head => this.#cell(row, head))
        .filter(text => text !== '')
        .join(' '),
    )
  }
  #refuse(row: SourceRow, column: string, reason: Wording): void {
    this.#sink.refuse({ line: row.line, column, value: this.#cell(row, column), reason })
  }

  /** null: refused. */
  #lineOf(row: SourceRow): SheetLine | null {
    const { layout, withoutBalance, decimal } = { layout: this.#layout, ...this.#format }
    const moment = dayIn(layout, this.#cell(row, layout.day), this.#format.order)
    const figures = this.#figures(row)
    const money = this.#amount(row)
    const currency = 'column' in layout.currency ? currencyOf(this.#cell(row, layout.currency.column)) : this.#format.currency
    const balance = layout.balance === undefined || withoutBalance ? '' : amountOf(this.#cell(row, layout.balance), decimal)
    if (!moment) this.#refuse(row, layout.day, sentence`不是日期`)
    if (currency === null && 'column' in layout.currency) this.#refuse(row, layout.currency.column, sentence`不认识的币种`)
    if (balance === null && layout.balance !== undefined) this.#refuse(row, layout.balance, sentence`不是金额`)
    if (!moment || !money || currency === null || balance === null || figures === null) return null
    const texts = Object.fromEntries(Object.entries(layout.texts).map(([name, heads]) => [name, this.#text(row, heads)]))
    const line = {
      line: row.line,
      day: moment.day,
      time: layout.time === undefined ? moment.time : timeOf(this.#cell(row, layout.time)),
      ...money,
      moved: movedWords(layout).every(word => hasMoved(word, this.#cell(row, word.column))),
      currency,
      balance: balance === '' ? null : balance,
      texts,
      figures,
    }
    return { ...line, key: keyOf(layout, line) }
  }

  #figures(row: SourceRow): Readonly<Record<string, string>> | null {
    const figures: Record<string, string> = {}
    for (const [name, head] of Object.entries(this.#layout.figures ?? {})) {
      const figure = amountOf(this.#cell(row, head), this.#format.decimal)
      if (figure === null) {
        this.#refuse(row, head, sentence`不是数字`)
        return null
      }
      figures[name] = figure
    }
    return figures
  }

  #amount(row: SourceRow): Pick<SheetLine, 'amount' | 'direction'> | null {
    const word = this.#layout.amount
    const read = (column: string): string | null => {
      const amount = amountOf(this.#cell(row, column), this.#format.decimal)
      if (amount === null) this.#refuse(row, column, sentence`不是金额`)
      return amount
    }
    const unsigned = (amount: string): string => (isNegative(amount) ? negate(amount) : amount)
    if ('in' in word) {
      const [income, outgo] = [read(word.in), read(word.out)]
      if (income === null || outgo === null) return null
      const [isIn, isOut] = [income !== '' && !isZero(income), outgo !== '' && !isZero(outgo)]
      if (isIn && isOut) return this.#none(row, word.in, sentence`同一行既有收入又有支出`)
      if (!isIn && !isOut) return this.#none(row, word.in, sentence`收入和支出都是空的`)
      // a negative figure in one column is money that went the other way
      const amount = isIn ? income : outgo
      return { amount: unsigned(amount), direction: isIn === isNegative(amount) ? 'out' : 'in' }
    }
    const amount = read(word.column)
    if (amount === null) return null
    if (amount === '') return this.#none(row, word.column, sentence`金额是空的`)
    if ('by' in word) {
      const said = (row.cells[this.#match.columns[word.by] ?? -1] ?? '').trim()
      const direction = word.inWords.includes(said) ? 'in' : word.outWords.includes(said) ? 'out' : 'neutral'
      return { amount: unsigned(amount), direction }
    }
    return { amount: unsigned(amount), direction: isNegative(amount) === (word.outIsPositive === true) ? 'in' : 'out' }
  }
  #none(row: SourceRow, column: string, reason: Wording): null {
    this.#refuse(row, column, reason)
    return null
  }
}
