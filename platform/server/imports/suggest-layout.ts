/**
 * What a file that nobody knows is probably like: which row is its head, which columns hold the day, what came in and went out, the balance
 * and the texts. Told by the contents first (a balance that follows from the amounts proves all of them), by the words of the heads then.
 * Pure.
 */
import type { SourceRow } from '#platform/declare/file-kind.ts'
import type { TaughtWords } from '#platform/declare/taught-layout.ts'
import { compare, isNegative, isZero, negate, subtract } from '#platform/format/decimal.ts'
import { amountOf, cleaned, currencyOf, momentOf, timeOf } from './sheet-values.ts'

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
}

const share = (cells: readonly string[], is: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(is).length / cells.length

const isDayCell = (cell: string): boolean => momentOf(cell, 'dmy') !== null || momentOf(cell, 'mdy') !== null
/** an amount, and no long number of an account or a transaction */
const isAmountCell = (cell: string): boolean =>
  [amountOf(cell, '.'), amountOf(cell, ',')].some(one => one !== null && one !== '') && !/^0\d|\d{11,}/.test(cell.replace(/[.,].*$/, ''))

function columnsOf(head: SourceRow, body: readonly SourceRow[]): Column[] {
  return head.cells.map((cell, at) => {
    const cells = body.map(row => cleaned(row.cells[at] ?? ''))
    const filled = cells.filter(one => one !== '')
    const isDay = share(filled, isDayCell) >= mostly && filled.length >= body.length * mostly
    return {
      head: cell.replaceAll(/[\s\uFEFF]+/g, ' ').trim(),
      sample: [...new Set(filled)].slice(0, samplesMax),
      cells,
      filled,
      isDay,
      isTime: !isDay && share(filled, one => /:|^\d{6}$/.test(one) && timeOf(one) !== null) >= mostly,
      isCurrency: share(filled, one => currencyOf(one) !== null) >= mostly,
      isAmount: !isDay && share(filled, isAmountCell) >= mostly,
    }
  })
}

/** The row below which days and amounts stand, or the one that a person named; null: there is none. */
export function suggestLayout(
  rows: readonly SourceRow[],
  words: TaughtWords,
  of: { readonly ownerNumber?: string | null; readonly headLine?: number | null } = {},
): SuggestedLayout | null {
  for (const [at, row] of rows.entries()) {
    if (of.headLine !== null && of.headLine !== undefined ? row.line !== of.headLine : row.cells.filter(cleaned).length < 2) continue
    const body = bodyBelow(rows, at)
    if (body.length === 0 && of.headLine === undefined) continue
    const columns = columnsOf(row, body)
    const isHead = (column: Column): boolean => column.head !== '' && !isDayCell(column.head) && !isAmountCell(column.head)
    const [days, amounts] = [columns.filter(c => c.isDay && isHead(c)), columns.filter(c => c.isAmount && isHead(c))]
    if (of.headLine === null || of.headLine === undefined) if (days.length === 0 || amounts.length === 0) continue
    return {
      headLine: row.line,
      columns: columns.map(({ head, sample }) => ({ head, sample })),
      values: {
        ...moneyOf(columns.filter(isHead)),
        ...textsOf(columns, words),
        ...closingOf(rows, columns),
        ...ownerOf(rows.slice(0, at), of.ownerNumber ?? null),
      },
    }
  }
  return null
}

/** Rows that are as wide as the head; a closing line at the end is left out. */
function bodyBelow(rows: readonly SourceRow[], at: number): readonly SourceRow[] {
  const width = rows[at]?.cells.length ?? 0
  return rows
    .slice(at + 1, at + 1 + bodyRowsMax)
    .filter(row => row.cells.some(cell => cell.trim() !== '') && row.cells.length * 2 > width && !closingWord.test(row.cells[0] ?? ''))
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
const closingWord = /^\s*(?:合计|总计|本页合计|小计|total)/i
const wordsIn = /^(?:贷|收|进|转入|存入|cr?$|credit|in$|\+)/i
const wordsOut = /^(?:借|支|付|出|转出|取出|d[rb]?$|debit|out$|-)/i

/** Amounts of one column as the file writes them: with a comma only where the point makes no sense of it. */
function figuresOf(column: Column): readonly string[] {
  const decimal = column.filled.every(cell => amountOf(cell, '.') !== null) ? '.' : ','
  return column.cells.map(cell => amountOf(cell, decimal) || '0')
}

type Values = Record<string, string>

function moneyOf(columns: readonly Column[]): Values {
  const days = columns.filter(c => c.isDay)
  const day = days.find(c => headWords.day.test(c.head)) ?? days[0]
  const rest = columns.filter(c => c !== day)
  const time = rest.find(c => c.isTime)
  const currencies = rest.filter(c => c.isCurrency)
  const currency = currencies.find(c => headWords.settled.test(c.head)) ?? currencies[0]
  const values: Values = {}
  if (day) values['dayHead'] = day.head
  if (time) values['timeHead'] = time.head
  if (currency) values['currencyHead'] = currency.head
  return { ...values, ...amountsOf(rest) }
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
  const byHead = (word: RegExp): Column | undefined => candidates.find(c => word.test(c.head))
  const best = proven.find(one => headWords.balance.test(one['balanceHead'] ?? '')) ?? proven[0]
  if (best) return best
  const balance = byHead(headWords.balance)
  const others = candidates.filter(c => c !== balance)
  const [income, outgo] = [others.find(c => headWords.in.test(c.head)), others.find(c => headWords.out.test(c.head))]
  const said: Values = balance ? { balanceHead: balance.head } : {}
  if (income && outgo && income !== outgo) return { ...said, incomeHead: income.head, outgoHead: outgo.head }
  const named = others.filter(c => headWords.amount.test(c.head))
  const amount = named.find(c => headWords.settled.test(c.head)) ?? named[0] ?? others[0]
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

/** A line of sums at the end of the rows that were looked at. */
function closingOf(rows: readonly SourceRow[], columns: readonly Column[]): Values {
  const last = rows.findLast(row => row.cells.some(cell => cell.trim() !== ''))
  const first = cleaned(last?.cells[0] ?? '')
  return columns.length > 0 && closingWord.test(first) ? { closingWord: first.replace(/[\s:：].*$/, '') } : {}
}

/** The word before the number of the owner, above the head. */
function ownerOf(above: readonly SourceRow[], number: string | null): Values {
  const plain = (text: string): string => text.replaceAll(/[\s-]+/g, '')
  if (number === null || plain(number).length < 4) return {}
  for (const row of above) {
    const text = row.cells.map(cleaned).filter(Boolean).join(' ')
    for (const found of text.matchAll(/([^\s:：]{1,30})\s*[:：]?\s+([^\s:：]+)|([^\s:：]{1,30})[:：]([^\s:：]+)/g)) {
      const [word, value] = [found[1] ?? found[3] ?? '', found[2] ?? found[4] ?? '']
      if (plain(value) === plain(number)) return { numberWord: word }
    }
  }
  return {}
}
