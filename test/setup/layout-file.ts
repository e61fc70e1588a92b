/**
 * For tests: a file of any sheet layout of a table, written from the layout alone: what stands above the head, lines whose balances, parts
 * and sums follow, what closes it.
 */
import type { Heads, MovedWord, SheetLayout } from '#platform/declare/sheet-layout.ts'
import { add, negate } from '#platform/format/decimal.ts'
import type { Table } from './file-table.ts'

/** in is positive; the last one is a plain line of money */
const amounts = ['100.00', '-30.25', '12.00', '-5.15'] as const
const [opening, moneyIn, moneyOut, net] = ['1000.00', '112.00', '35.40', '76.60']

const listOf = (heads: Heads): readonly string[] => (typeof heads === 'string' ? [heads] : heads)
const unsigned = (amount: string): string => amount.replace('-', '')

/** Words that a pattern finds, with the value as its first group. A pattern written with other signs needs them here. */
function saying(pattern: string, value: string): string {
  const words = pattern
    .replace('^', '')
    .replaceAll(/\(\?:([^|)]*)[^)]*\)/g, '$1')
    .replace(/\([^)]*\)/, () => value)
    .replaceAll(String.raw`\[?`, '')
    .replaceAll('[:：]', ':')
    .replaceAll(String.raw`\s*`, ' ')
    .replaceAll(String.raw`\d+`, '4')
  if (new RegExp(pattern, 'm').exec(words)?.[1] !== value) throw new Error(`no words are known that ${pattern} finds`)
  return words
}

const stated: Readonly<Record<string, string>> = { in: moneyIn, out: moneyOut, neutral: '0.00', count: String(amounts.length) }

function above({ mark, owner, stated: said = [] }: SheetLayout, number: string): string[][] {
  const named = owner !== undefined && 'find' in owner ? [saying(owner.find, number)] : []
  return [...(mark === undefined ? [] : [mark]), ...named, ...said.map(({ what, find }) => saying(find, stated[what] ?? ''))].map(one => [
    one,
  ])
}

function lineOf(layout: SheetLayout, at: number, amount: string, balance: string, number: string): Map<string, string> {
  const cells = new Map<string, string>()
  const set = (head: string | undefined, value: string): void => {
    if (head !== undefined && !cells.has(head)) cells.set(head, value)
  }
  const day = `${21 + at}`
  const days = { dmy: `${day}/08/2026`, mdy: `08/${day}/2026` }
  set(layout.day, layout.dayOrder === undefined ? `2026-08-${day}` : days[layout.dayOrder])
  set(layout.time, `10:0${at}:00`)
  const word = layout.amount
  const isOut = amount.startsWith('-')
  if ('in' in word) {
    set(word.in, isOut ? '' : amount)
    set(word.out, isOut ? unsigned(amount) : '')
  } else if ('by' in word) {
    set(word.column, unsigned(amount))
    set(word.by, (isOut ? word.outWords : word.inWords)[0] ?? '')
  } else set(word.column, word.outIsPositive === true ? negate(amount) : amount)
  const [first, ...others] = layout.parts ?? []
  if (first !== undefined) set(layout.figures?.[first], add(amount, '-1'))
  for (const [i, name] of others.entries()) set(layout.figures?.[name], i === 0 ? '1' : '0')
  set(layout.balance, balance)
  if ('column' in layout.currency) set(layout.currency.column, 'CNY')
  if (layout.owner !== undefined && 'column' in layout.owner) set(layout.owner.column, number)
  const moved = layout.moved === undefined ? [] : Array.isArray(layout.moved) ? layout.moved : [layout.moved as MovedWord]
  for (const one of moved as readonly MovedWord[]) set(one.column, 'only' in one ? (one.only[0] ?? '') : 'FALSE')
  if (layout.repeats) set(layout.repeats.column, 'Original')
  if (layout.documentTotal) {
    set(layout.documentTotal.by, `D${layout.code}`)
    set(layout.documentTotal.stated, net)
  }
  for (const head of Object.values(layout.figures ?? {})) set(head, '2')
  for (const [name, heads] of Object.entries(layout.texts))
    for (const [i, head] of listOf(heads).entries()) set(head, `${layout.code.slice(0, 8)}${name.slice(0, 4)}${at}${i}`)
  return cells
}

/** `number`: how the owner is named, where the layout names one. */
export function fileOfLayout(layout: SheetLayout, number: string): Table {
  let balance = opening
  const lines = amounts.map((amount, at) => {
    balance = add(balance, amount)
    return lineOf(layout, at, amount, balance, number)
  })
  const heads = [...(lines[0]?.keys() ?? [])]
  const before = [...above(layout, number), heads]
  const sums = new Map<string, string>()
  const { amount, closing, footer } = layout
  if (closing !== undefined && 'in' in amount) {
    sums.set(amount.in, moneyIn)
    sums.set(amount.out, moneyOut)
  }
  if (footer !== undefined && 'column' in amount) sums.set(amount.column, net)
  const first = closing ?? footer
  const after = first === undefined ? [] : [heads.map((head, at) => (at === 0 ? first : (sums.get(head) ?? '')))]
  return { rows: [...before, ...lines.map(line => heads.map(head => line.get(head) ?? '')), ...after], from: before.length, separator: ',' }
}

/** Whether a line more, or another amount, is held against something else that the file says. */
export const isHeldTogether = ({ balance, stated: said, closing, footer, documentTotal }: SheetLayout): boolean =>
  [balance, said, closing, footer, documentTotal].some(one => one !== undefined)
/** the one currency of its lines */
export const currencyOfLayout = ({ currency }: SheetLayout): string => ('is' in currency ? currency.is : 'CNY')
