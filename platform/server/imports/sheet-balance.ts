/** Balances that must follow on each other, and what a sheet states of its sums. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { ControlTotal, Doubt } from '#platform/declare/file-kind.ts'
import type { SheetLine } from '#platform/declare/sheet-layout.ts'
import type { StatementEdge } from '../contract/file-family.ts'
import { add, compare, negate, subtract } from '#platform/format/decimal.ts'

export type StatedFigures = Readonly<Partial<Record<'in' | 'out' | 'neutral' | 'net' | 'count' | 'opening' | 'closing', string>>>
export interface Chain extends StatementEdge {
  readonly newestFirst: boolean
}

/** What the line adds to the balance, as printed: a file's own balances count lines that are still under way. */
const signed = ({ direction, amount }: SheetLine): string => (direction === 'out' ? negate(amount) : direction === 'in' ? amount : '0')

/** Lines whose balance does not follow from the one before, read in this order. */
function breaksOf(lines: readonly SheetLine[]): Doubt[] {
  return lines.flatMap((line, at) => {
    const before = lines[at - 1]
    if (!before || before.balance === null || line.balance === null) return []
    const found = add(before.balance, signed(line))
    if (compare(found, line.balance) === 0) return []
    return [{ what: sentence`余额`, line: line.line, currency: line.currency, stated: line.balance, found }]
  })
}

/** Each currency has its own chain, oldest or newest line first, whichever fits better. */
export function chainsOf(lines: readonly SheetLine[]): { readonly chains: readonly Chain[]; readonly doubts: readonly Doubt[] } {
  const chains: Chain[] = []
  const doubts: Doubt[] = []
  for (const currency of new Set(lines.map(l => l.currency))) {
    const own = lines.filter(l => l.currency === currency)
    if (own.every(l => l.balance === null)) continue
    const turned = own.toReversed()
    const [forwards, backwards] = [breaksOf(own), breaksOf(turned)]
    const newestFirst = backwards.length < forwards.length || (backwards.length === forwards.length && isFalling(own))
    const inOrder = newestFirst ? turned : own
    doubts.push(...(newestFirst ? backwards : forwards))
    const [first, last] = [inOrder[0], inOrder.at(-1)]
    if (!first || !last || first.balance === null || last.balance === null) continue
    const edges = { opening: subtract(first.balance, signed(first)), closing: last.balance }
    chains.push({ newestFirst, currency, firstDay: first.day, lastDay: last.day, ...edges })
  }
  return { chains, doubts }
}

/** Balances before and after the lines: as they follow from line to line, else as the file states both. */
export function edgesOf(lines: readonly SheetLine[], chains: readonly Chain[], stated: StatedFigures): readonly StatementEdge[] {
  const [first] = lines
  const { opening, closing } = stated
  if (chains.length > 0) return chains
  if (!first || opening === undefined || closing === undefined) return []
  const days = lines.map(line => line.day).sort()
  return [{ currency: first.currency, firstDay: days[0] ?? first.day, lastDay: days.at(-1) ?? first.day, opening, closing }]
}

export const isFalling = (lines: readonly SheetLine[]): boolean => `${lines[0]?.day}` > `${lines.at(-1)?.day}`

const directions = ['in', 'out', 'neutral'] as const
const titles: Readonly<Record<(typeof directions)[number], Wording>> = {
  in: sentence`收入合计`,
  out: sentence`支出合计`,
  neutral: sentence`不计收支合计`,
}

/** Sums by direction as printed, of each currency. */
export function totalsOf(lines: readonly SheetLine[], stated: StatedFigures): ControlTotal[] {
  const currencies = [...new Set(lines.map(l => l.currency))]
  return currencies.flatMap(currency =>
    directions.flatMap(name => {
      const own = lines.filter(l => l.currency === currency && l.direction === name)
      const said = currencies.length === 1 ? (stated[name] ?? null) : null
      if (own.length === 0 && said === null) return []
      return [{ name, currency, stated: said, summed: own.reduce((sum, l) => add(sum, l.amount), '0') }]
    }),
  )
}

/** What is stated of sums, number of lines and balances, and does not follow. */
export function statedDoubts(
  lines: readonly SheetLine[],
  totals: readonly ControlTotal[],
  stated: StatedFigures,
  chains: readonly Chain[],
): Doubt[] {
  const doubts: Doubt[] = totals.flatMap(total =>
    total.stated === null || compare(total.stated, total.summed) === 0
      ? []
      : [{ what: titles[total.name as 'in'], line: null, currency: total.currency, stated: total.stated, found: total.summed }],
  )
  if (stated.net !== undefined) {
    const found = lines.reduce((sum, line) => (line.moved ? add(sum, signed(line)) : sum), '0')
    const currency = lines[0]?.currency ?? ''
    if (compare(found, stated.net) !== 0) doubts.push({ what: sentence`合计`, line: null, currency, stated: stated.net, found })
  }
  const count = String(lines.length)
  if (stated.count !== undefined && stated.count !== count)
    doubts.push({ what: sentence`笔数`, line: null, currency: '', stated: stated.count, found: count })
  const [first] = lines
  if (stated.opening !== undefined && stated.closing !== undefined && first) {
    const found = lines.reduce((sum, line) => add(sum, signed(line)), stated.opening)
    if (compare(found, stated.closing) !== 0)
      doubts.push({ what: sentence`期末余额`, line: null, currency: first.currency, stated: stated.closing, found })
  } else if (stated.closing !== undefined && chains[0] && compare(chains[0].closing, stated.closing) !== 0)
    doubts.push({ what: sentence`期末余额`, line: null, currency: chains[0].currency, stated: stated.closing, found: chains[0].closing })
  return doubts
}
