/**
 * What a file that nobody knows is probably like: which row is its head, which columns hold the day, what came in and went out, the balance
 * and the texts. Told by the contents first (a balance that follows from the amounts proves all of them), by the words of the heads then.
 * Pure.
 */
import type { SourceRow } from '#platform/declare/file-kind.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import type { TaughtWords } from '#platform/declare/taught-layout.ts'
import { compare, isNegative, isZero, negate, subtract } from '#platform/format/decimal.ts'
import { amountOf, cleaned, currencyOf, DayEvidence, DecimalEvidence, isDayCell, momentOf, timeOf } from './sheet-values.ts'

export interface SuggestedColumn {
  readonly head: string
  /** a few values below it */
  readonly sample: readonly string[]
}
export interface SuggestedLayout {
  /** line of the head in the file */
  readonly headLine: number
  readonly columns: readonly SuggestedColumn[]
  /** heads and words by the fields of the layout */
  readonly values: Readonly<Record<string, string>>
}

const bodyRowsMax = 40
const samplesMax = 3
/** so many of the filled cells must be of the kind */
const mostly = 0.8
const wordLengthMax = 12

interface Column extends SuggestedColumn {
  readonly cells: readonly string[]
  readonly filled: readonly string[]
  readonly isDay: boolean
  readonly isTime: boolean
  readonly isCurrency: boolean
  readonly isAmount: boolean
  /** a file is read by its heads: of two that are the same the first */
  readonly isFirst: boolean
}

const share = (cells: readonly string[], is: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(is).length / cells.length

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const isCurrencyCell = (cell: string): boolean => currencies.has(currencyOf(cell) ?? '')
/** an amount, and no long number of an account or a transaction */
const isAmountCell = (cell: string): boolean =>
  [amountOf(cell, '.'), amountOf(cell, ',')].some(one => one !== null && one !== '') && !/^0\d|\d{11,}/.test(cell.replace(/[.,].*$/, ''))

const bare = (head: string): string =>
  head
    .replaceAll(/[\s\uFEFF]+/g, ' ')
    .trim()
    .toLowerCase()

function columnsOf(head: SourceRow, body: readonly SourceRow[]): Column[] {
  const heads = head.cells.map(bare)
  return head.cells.map((cell, at) => {
    const cells = body.map(row => cleaned(row.cells[at] ?? ''))
    const filled = cells.filter(one => one !== '')
    const isDay = share(filled, isDayCell) >= mostly && filled.length >= body.length * mostly
    return {
      head: cell.replaceAll(/[\s\uFEFF]+/g, ' ').trim(),
      isFirst: heads.indexOf(bare(cell)) === at,
      sample: [...new Set(filled)].slice(0, samplesMax),
      cells,
      filled,
      isDay,
      isTime: !isDay && share(filled, one => /:|^\d{6}$/.test(one) && timeOf(one) !== null) >= mostly,
      // a line without its currency can't be read
      isCurrency: filled.length === cells.length && filled.length > 0 && filled.every(isCurrencyCell),
      isAmount: !isDay && share(filled, isAmountCell) >= mostly,
    }
  })
}

interface Asked {
  readonly ownerNumber?: string | null
  /** by a person */
  readonly headLine?: number | null
  /** of the whole file; absent: it has no more than the first */
  readonly lastRows?: readonly SourceRow[]
  /** the next row has a day below its head */
  readonly isRightAbove?: true
}

/** The row right above days and amounts, else one somewhere above them, or the one that a person named; null: there is none. */
export function suggestLayout(rows: readonly SourceRow[], words: TaughtWords, of: Asked = {}): SuggestedLayout | null {
  const named = of.headLine ?? null
  const at = rows.map((_, i) => i)
  if (named !== null)
    return first(
      at.filter(i => rows[i]?.line === named),
      i => layoutBelow(rows, i, words, of),
    )
  const wide = at.filter(i => (rows[i]?.cells.filter(cleaned).length ?? 0) >= 2)
  // what stands above the head has the days below it too, but not right below it
  return (
    first(wide, i => layoutBelow(rows, i, words, { ...of, isRightAbove: true })) ??
    // a balance brought forward stands between them
    first(wide.toReversed(), i => layoutBelow(rows, i, words, of))
  )
}

function first(places: readonly number[], layout: (at: number) => SuggestedLayout | null): SuggestedLayout | null {
  for (const at of places) {
    const found = layout(at)
    if (found !== null) return found
  }
  return null
}

const isBlank = (row: SourceRow): boolean => row.cells.every(cell => cell.trim() === '')
const isHead = ({ head, isFirst }: Column): boolean => head !== '' && isFirst && !isDayCell(head) && !isAmountCell(head)

function layoutBelow(rows: readonly SourceRow[], at: number, words: TaughtWords, of: Asked): SuggestedLayout | null {
  const head = rows[at]
  const body = bodyBelow(rows, at)
  const isNamed = (of.headLine ?? null) !== null
  if (head === undefined || (body.length === 0 && !isNamed)) return null
  const columns = columnsOf(head, body)
  const known = columns.filter(isHead)
  if (!isNamed && (!known.some(c => c.isDay) || !known.some(c => c.isAmount))) return null
  const money = moneyOf(known)
  const dayAt = columns.findIndex(c => c.head === money['dayHead'])
  const next = rows.slice(at + 1).find(row => !isBlank(row))
  if (of.isRightAbove === true && !isDayCell(cleaned(next?.cells[dayAt] ?? ''))) return null
  return {
    headLine: head.line,
    columns: columns.map(({ head: name, sample }) => ({ head: name, sample })),
    values: {
      ...money,
      ...textsOf(columns, words),
      ...closingOf(
        (of.lastRows ?? rows).filter(row => row.line > head.line),
        dayAt,
      ),
      ...ownerOf(rows.slice(0, at), of.ownerNumber ?? null),
    },
  }
}

/** Rows below a head that are wide enough and have a day in the column that has the most days. */
function bodyBelow(rows: readonly SourceRow[], at: number): readonly SourceRow[] {
  const width = rows[at]?.cells.length ?? 0
  const below = rows.slice(at + 1, at + 1 + bodyRowsMax).filter(row => !isBlank(row) && row.cells.length * 2 > width)
  const daysOf = (column: number): readonly SourceRow[] => below.filter(row => isDayCell(cleaned(row.cells[column] ?? '')))
  return Array.from({ length: width }, (_, column) => daysOf(column)).toSorted((a, b) => b.length - a.length)[0] ?? []
}

const headWords = {
  day: /记账|入账|过账|posted|booking|buchung/i,
  balance: /余额|结余|balance|saldo/i,
  in: /收入|收款|贷方|贷记|存入|转入|进账|来账|credit|deposit|money in|paid in|received/i,
  out: /支出|付款|借方|借记|取出|转出|出账|往账|debit|withdraw|money out|paid out|spent/i,
  /** what the account was booked with, where a file tells that of the purchase as well */
  settled: /结算|记账|入账|billing|settle|account/i,
  amount: /金额|发生额|amount|betrag|net/i,
} as const
const wordsIn = /^(?:贷|收|进|转入|存入|cr?$|credit|in$|\+)/i
const wordsOut = /^(?:借|支|付|出|转出|取出|d[rb]?$|debit|out$|-)/i

/** for the evidence of the decimal mark: a taught layout is read by it */
const taught = { taught: true } as SheetLayout

/** Amounts of one column as the file writes them: with a comma only where the point makes no sense of it. */
function figuresOf(column: Column): readonly string[] {
  const evidence = new DecimalEvidence()
  for (const cell of column.filled) evidence.note(cell)
  const decimal = evidence.mark(taught)
  return column.cells.map(cell => amountOf(cell, decimal) || '0')
}

type Values = Record<string, string>

function moneyOf(columns: readonly Column[]): Values {
  const days = columns.filter(c => c.isDay)
  const day = days.find(c => headWords.day.test(c.head)) ?? days[0]
  const rest = columns.filter(c => c !== day)
  const time = rest.find(c => c.isTime)
  const coded = rest.filter(c => c.isCurrency)
  const currency = coded.find(c => headWords.settled.test(c.head)) ?? coded[0]
  const values: Values = {}
  if (day) {
    values['dayHead'] = day.head
    const order = orderOf(day.filled)
    if (order !== null) values['dayOrder'] = order
  }
  if (time) values['timeHead'] = time.head
  if (currency) values['currencyHead'] = currency.head
  return { ...values, ...amountsOf(rest) }
}

/** Of days that can all be read both ways, the way in which they rise or fall; null: they tell it themselves, or neither does. */
function orderOf(days: readonly string[]): string | null {
  const evidence = new DayEvidence()
  for (const day of days) evidence.note(day)
  if (evidence.verdict() !== 'unclear') return null
  const isSorted = (order: 'dmy' | 'mdy'): boolean => {
    const read = days.map(day => momentOf(day, order)?.day ?? '')
    return !read.includes('') && [read.toSorted(), read.toSorted().toReversed()].some(one => one.join() === read.join())
  }
  const [dmy, mdy] = [isSorted('dmy'), isSorted('mdy')]
  return dmy === mdy ? null : dmy ? '1' : '2'
}

/** A column of which so many lines have a figure. */
const figuresIn = (column: Column): number => figuresOf(column).filter(figure => !isZero(figure)).length
const mostFilled = (columns: readonly Column[]): readonly Column[] => columns.toSorted((a, b) => b.filled.length - a.filled.length)

/** In and out by their heads: nearly every line has a figure in one of both, and in one alone. */
function pairOf(columns: readonly Column[]): readonly [Column, Column] | null {
  const pairs = columns.flatMap(one =>
    columns.flatMap(two => (one !== two && headWords.in.test(one.head) && headWords.out.test(two.head) ? [[one, two] as const] : [])),
  )
  for (const [one, two] of pairs.toSorted((a, b) => figuresIn(b[0]) + figuresIn(b[1]) - figuresIn(a[0]) - figuresIn(a[1]))) {
    const [income, outgo] = [figuresOf(one), figuresOf(two)]
    const told = income.filter((figure, at) => isZero(figure) !== isZero(outgo[at] ?? '0')).length
    if (told > 0 && told >= income.length * mostly) return [one, two]
  }
  return null
}

function amountsOf(columns: readonly Column[]): Values {
  // an empty column has no cells that say what it is: its head does
  const candidates = columns.filter(
    c => c.isAmount || (c.filled.length === 0 && [headWords.in, headWords.out].some(word => word.test(c.head))),
  )
  const proven = candidates
    .filter(c => c.filled.length === c.cells.length)
    .map(balance => followed(balance, candidates, columns))
    .filter(one => one !== null)
  const best = proven.find(one => headWords.balance.test(one['balanceHead'] ?? '')) ?? proven[0]
  if (best) return best
  const balance = mostFilled(candidates).find(c => headWords.balance.test(c.head) && c.filled.length > 0)
  const others = candidates.filter(c => c !== balance)
  const said: Values = balance ? { balanceHead: balance.head } : {}
  const pair = pairOf(others)
  if (pair) return { ...said, incomeHead: pair[0].head, outgoHead: pair[1].head }
  // a line without a figure can't be read: the column that has most of them, then the one that is called so
  const most = Math.max(...others.map(figuresIn))
  const filled = others.filter(c => figuresIn(c) === most)
  const named = filled.filter(c => headWords.amount.test(c.head))
  const amount = named.find(c => headWords.settled.test(c.head)) ?? named[0] ?? filled[0]
  if (!amount) return said
  const isSigned = amount.cells.some(cell => isNegative(amountOf(cell, '.') || '0'))
  return { ...said, amountHead: amount.head, ...(isSigned ? {} : sideOf(columns, null)) }
}

/** In which way the balance follows from other columns, oldest or newest line first; null: in none. */
function followed(balance: Column, amounts: readonly Column[], columns: readonly Column[]): Values | null {
  const figures = figuresOf(balance)
  const others = amounts.filter(c => c !== balance).map(column => ({ head: column.head, of: figuresOf(column) }))
  // a column of nothing explains nothing
  const moving = others.filter(({ of }) => of.some(one => !isZero(one)))
  const pairs = others.flatMap(one => others.flatMap(two => (one === two ? [] : [[one, two] as const])))
  const isNamed = ([one, two]: (typeof pairs)[number]): boolean => headWords.in.test(one.head) && headWords.out.test(two.head)
  for (const step of [-1, 1] as const) {
    const changes = figures.map((one, at) => (figures[at + step] === undefined ? null : subtract(one, figures[at + step] ?? '0')))
    const holds = (of: (at: number) => string): boolean => {
      const known = changes.flatMap((change, at) => (change === null ? [] : [compare(change, of(at)) === 0]))
      return known.length > 0 && known.filter(Boolean).length >= known.length * mostly
    }
    // what never moves is no balance
    if (changes.every(change => change === null || isZero(change))) continue
    const isPair = ([one, two]: (typeof pairs)[number]): boolean =>
      one.of.every((figure, at) => isZero(figure) || isZero(two.of[at] ?? '0')) &&
      holds(at => subtract(one.of[at] ?? '0', sizeOf(two.of[at] ?? '0')))
    const byPair = pairs.find(pair => isNamed(pair) && isPair(pair))
    const plain = moving.find(({ of }) => holds(at => of[at] ?? '0'))
    const turned = moving.find(({ of }) => holds(at => negate(of[at] ?? '0')))
    const other = pairs.find(pair => moving.includes(pair[0]) && moving.includes(pair[1]) && isPair(pair))
    const sized = moving.find(({ of }) =>
      holds(at => (isNegative(changes[at] ?? '0') ? negate(sizeOf(of[at] ?? '0')) : sizeOf(of[at] ?? '0'))),
    )
    const said = { balanceHead: balance.head }
    const pair = byPair ?? (plain || turned ? undefined : other)
    if (pair) return { ...said, incomeHead: pair[0].head, outgoHead: pair[1].head }
    if (plain) return { ...said, amountHead: plain.head }
    // lines that all went out read as a card's bill too: a column that says in and out is surer
    const words: Values = turned && sized ? sideOf(columns, null) : {}
    if (turned && words['sideHead'] === undefined) return { ...said, amountHead: turned.head, outIsPositive: '1' }
    const side: Values = words['sideHead'] === undefined ? (sized ? sideOf(columns, changes) : {}) : words
    if (sized && side['sideHead'] !== undefined) return { ...said, amountHead: sized.head, ...side }
  }
  return null
}
const sizeOf = (figure: string): string => (isNegative(figure) ? negate(figure) : figure)

/** The column of few short words that says in or out: by what the balance did, or by the words themselves. */
function sideOf(columns: readonly Column[], changes: readonly (string | null)[] | null): Values {
  // first a column of which every word is told by the balance, then one with words that no change tells of
  const strict = changes === null ? {} : sideIn(columns, changes, true)
  return strict['sideHead'] === undefined ? sideIn(columns, changes, false) : strict
}

function sideIn(columns: readonly Column[], changes: readonly (string | null)[] | null, isStrict: boolean): Values {
  for (const { head, cells, filled } of columns) {
    const kinds = [...new Set(filled)]
    if (kinds.length === 0 || kinds.length > 4 || filled.length < cells.length || kinds.some(one => one.length > wordLengthMax)) continue
    if (changes !== null) {
      const waysOf = (word: string): string[] => [
        ...new Set(cells.flatMap((cell, at) => (cell === word && changes[at] ? [isNegative(changes[at]) ? 'out' : 'in'] : []))),
      ]
      const word = (way: string): string | undefined => kinds.find(kind => waysOf(kind).join() === way)
      const [inWord, outWord] = [word('in'), word('out')]
      if (isStrict && kinds.some(kind => waysOf(kind).length === 0)) continue
      if (kinds.length < 2 || kinds.some(kind => waysOf(kind).length > 1) || inWord === undefined || outWord === undefined) continue
      return { sideHead: head, inWord, outWord }
    }
    const [inWord, outWord] = [kinds.find(one => wordsIn.test(one)), kinds.find(one => wordsOut.test(one))]
    if (inWord !== undefined && outWord !== undefined && inWord !== outWord) return { sideHead: head, inWord, outWord }
  }
  return {}
}

/** Each text takes the first column whose head means it. */
function textsOf(columns: readonly Column[], words: TaughtWords): Values {
  const values: Values = {}
  const taken = new Set<string>()
  for (const { field, heads } of Object.values(words.texts)) {
    const found = columns.find(c => !c.isDay && !c.isTime && c.head !== '' && !taken.has(c.head) && new RegExp(heads, 'i').test(c.head))
    if (!found) continue
    taken.add(found.head)
    values[field] = found.head
  }
  return values
}

/** How the first row begins that stands below the last day. */
function closingOf(below: readonly SourceRow[], dayAt: number): Values {
  if (dayAt < 0) return {}
  const filled = below.filter(row => !isBlank(row))
  const last = filled.findLastIndex(row => isDayCell(cleaned(row.cells[dayAt] ?? '')))
  const behind = last < 0 ? undefined : filled[last + 1]
  const said = cleaned(behind?.cells.find(cell => cleaned(cell) !== '') ?? '')
  // a figure differs from file to file
  const word = /^[^\d:：]*[^\d:：\s]/.exec(said)?.[0] ?? ''
  return word === '' ? {} : { closingWord: word.slice(0, closingMax) }
}
const closingMax = 30

/** The word before the number of the owner, above the head. */
function ownerOf(above: readonly SourceRow[], number: string | null): Values {
  const digits = [...(number ?? '').replaceAll(/[\s-]+/g, '')]
  if (digits.length < 4) return {}
  const written = new RegExp(`([^\\s:：]{1,30})\\s*[:：]?\\s*(?<![^\\s:：])${digits.map(RegExp.escape).join('[\\s-]*')}(?![^\\s])`, 'i')
  for (const row of above) {
    const found = written.exec(row.cells.map(cleaned).filter(Boolean).join(' '))
    if (found?.[1] !== undefined) return { numberWord: found[1] }
  }
  return {}
}
