/**
 * Suggestions: what open bank lines may be. Every pair, sum, transfer and conversion that fits is a candidate with its points
 * (scores.ts); the best are taken first, each line and payment once. Candidates are found by amount, number and day, never by trying all
 * with all: 5,000 lines take some hundred milliseconds. Pure.
 */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { decimalText } from '#platform/format/decimal.ts'
import { isCharge, isConversion, isInterest } from './line-words.ts'
import {
  after,
  alike,
  before,
  conversionDays,
  conversionOf,
  itemScore,
  leastScore,
  linesMax,
  linesOf,
  namedBy,
  pairOf,
  paymentsMax,
  rulesFor,
  severalOf,
  sizeOf,
  transferOf,
  type OpenLine,
  type OpenPayment,
  type RateOf,
  type Reasons,
  type Rule,
} from './scores.ts'
import { bankItems, type MatchKind } from '../../base/match-words.ts'

export interface Proposal {
  readonly kind: MatchKind
  readonly lines: readonly string[]
  readonly payments: readonly string[]
  readonly item: number | null
  /** what of the payments is missing */
  readonly difference: bigint
  readonly score: number
  readonly ruleId: string | null
  readonly reasons: readonly Sentence[]
}
export interface Open {
  readonly lines: readonly OpenLine[]
  readonly payments: readonly OpenPayment[]
  readonly rules: readonly Rule[]
  readonly rateOf: RateOf
}

const byDay = (a: { day: string; id: string }, b: { day: string; id: string }): number =>
  a.day === b.day ? Number(a.id) - Number(b.id) : a.day < b.day ? -1 : 1
const exactKey = ({ currency, amount }: { currency: string; amount: bigint }): string => `${currency} ${amount}`
const signKey = ({ currency, amount }: { currency: string; amount: bigint }): string => `${currency} ${amount < 0n ? '-' : '+'}`

/** The first place in a sorted list from which on it is not less. */
function placeOf<T>(all: readonly T[], isLess: (one: T) => boolean): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isLess(all[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

const shown = (units: bigint): string => decimalText(units, 4)
const gapReason = (gap: number): Sentence => (gap === 0 ? sentence`同一天` : gap > 0 ? sentence`晚 ${gap} 天` : sentence`早 ${-gap} 天`)
const reasonsOf = ({ gap, missing, isNamed, rule, isKnown }: Reasons, several: number, others: number): Sentence[] => [
  ...(isNamed ? [sentence`编号写在流水里`] : []),
  several > 1 ? sentence`${several} 笔合计一致` : missing === 0n ? sentence`金额一致` : sentence`少 ${shown(missing)}，像是手续费`,
  gapReason(gap),
  ...(rule === undefined ? [] : [sentence`符合规则“${rule.words}”`]),
  ...(rule === undefined && isKnown ? [sentence`对方相符`] : []),
  ...(others > 0 && !isNamed ? [sentence`另有 ${others} 笔金额相同`] : []),
]

const doubts: ReadonlySet<string> = new Set([
  sentence`少 ${0}，像是手续费`.key,
  sentence`早 ${0} 天`.key,
  sentence`另有 ${0} 笔金额相同`.key,
])
/** Reasons that leave a doubt; all others speak for the proposal. */
export const isDoubt = (reason: Sentence): boolean => doubts.has(reason.key)

/** The candidates as they are found; each list is in no particular order. */
export function candidatesOf(open: Open): Proposal[] {
  const mine = new Map(open.lines.map(line => [line.id, rulesFor(line, open.rules)]))
  return [...pairs(open, mine), ...sums(open, mine), ...lineSums(open, mine), ...between(open), ...items(open, mine)].filter(
    one => one.score >= leastScore,
  )
}
type Mine = ReadonlyMap<string, readonly Rule[]>
const of = (mine: Mine, line: OpenLine): readonly Rule[] => mine.get(line.id) ?? []

function pairs({ lines, payments }: Open, mine: Mine): Proposal[] {
  const byReference = Map.groupBy(payments, one => one.reference)
  const bySize = new Map(
    [...Map.groupBy(payments, signKey)].map(([key, all]) => [
      key,
      all.toSorted((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0)),
    ]),
  )
  return lines.flatMap(line => {
    const sized = bySize.get(signKey(line)) ?? []
    const found = new Map<string, [OpenPayment, Reasons]>()
    const look = (payment: OpenPayment): void => {
      const reasons = found.has(payment.id) ? null : pairOf(line, payment, of(mine, line))
      if (reasons !== null) found.set(payment.id, [payment, reasons])
    }
    // a payment is as much as the line, or a little more: 2 in 100 at most unless the line names it
    const most = line.amount + sizeOf(line.amount) / 40n
    for (let at = placeOf(sized, one => one.amount < line.amount); at < sized.length; at += 1) {
      const payment = sized[at]
      if (payment === undefined || payment.amount > most) break
      look(payment)
    }
    for (const reference of namedBy(line)) for (const payment of byReference.get(reference) ?? []) look(payment)
    const equal = [...found.values()].filter(([, { missing }]) => missing === 0n).length
    return [...found.values()].map(([payment, reasons]): Proposal => {
      const others = reasons.missing === 0n ? equal - 1 : 0
      return {
        kind: 'payment',
        lines: [line.id],
        payments: [payment.id],
        item: null,
        difference: reasons.missing,
        score: alike(reasons, others),
        ruleId: reasons.rule?.id ?? null,
        reasons: reasonsOf(reasons, 1, others),
      }
    })
  })
}

const several = (line: readonly OpenLine[], payments: readonly OpenPayment[], reasons: Reasons): Proposal => ({
  kind: 'payment',
  lines: line.map(one => one.id),
  payments: payments.map(one => one.id),
  item: null,
  difference: 0n,
  score: reasons.score,
  ruleId: reasons.rule?.id ?? null,
  reasons: reasonsOf(reasons, Math.max(payments.length, line.length), 0),
})

/** Payments of one source and shop, one after the other, that add up to a line: all have its sign, so two ends move along once. */
function sums({ lines, payments }: Open, mine: Mine): Proposal[] {
  const groups = Map.groupBy(
    [...Map.groupBy(payments, one => `${one.source} ${one.shopId ?? ''} ${signKey(one)}`).values()].map(all => all.toSorted(byDay)),
    ([first]) => (first === undefined ? '' : signKey(first)),
  )
  return lines.flatMap(line => {
    const [from, to] = [addDays(line.day, -after), addDays(line.day, before)]
    return (groups.get(signKey(line)) ?? []).flatMap(group => {
      const first = placeOf(group, one => one.day < from)
      const made: Proposal[] = []
      let [low, sum] = [first, 0n]
      for (let high = first; high < group.length; high += 1) {
        const one = group[high]
        if (one === undefined || one.day > to) break
        sum += one.amount
        while (low <= high && sizeOf(sum) > sizeOf(line.amount)) sum -= (group[low++] as OpenPayment).amount
        if (sum !== line.amount || high - low < 1 || high - low >= paymentsMax) continue
        const run = group.slice(low, high + 1)
        const reasons = severalOf(line, run, of(mine, line))
        if (reasons !== null) made.push(several([line], run, reasons))
      }
      return made
    })
  })
}

/** Lines of one account and counterparty, one after the other, that add up to a payment. */
function lineSums({ lines, payments }: Open, mine: Mine): Proposal[] {
  const byAmount = Map.groupBy(payments, exactKey)
  const groups = Map.groupBy(lines, line => `${line.accountId} ${line.words} ${signKey(line)}`)
  return [...groups.values()].flatMap(group => {
    const sorted = group.toSorted(byDay)
    return sorted.flatMap((start, low) => {
      const made: Proposal[] = []
      let sum = start.amount
      for (let high = low + 1; high < Math.min(sorted.length, low + linesMax); high += 1) {
        sum += (sorted[high] as OpenLine).amount
        const run = sorted.slice(low, high + 1)
        for (const payment of byAmount.get(exactKey({ currency: start.currency, amount: sum })) ?? []) {
          const reasons = linesOf(run, payment, line => of(mine, line))
          if (reasons !== null) made.push(several(run, [payment], reasons))
        }
      }
      return made
    })
  })
}

/** Between own accounts: the same amount, or another currency near the company's rate. */
function between({ lines, rateOf }: Open): Proposal[] {
  const incoming = lines.filter(line => line.amount > 0n)
  const byAmount = Map.groupBy(incoming, exactKey)
  const byDate = incoming.toSorted(byDay)
  const base = { payments: [], item: null, difference: 0n, ruleId: null }
  return lines
    .filter(line => line.amount < 0n)
    .flatMap(out => {
      const made: Proposal[] = []
      for (const into of byAmount.get(exactKey({ currency: out.currency, amount: -out.amount })) ?? []) {
        const found = transferOf(out, into)
        if (found === null) continue
        const reasons = [sentence`自有账户之间金额一致`, gapReason(found.gap)]
        made.push({ ...base, kind: 'transfer', lines: [out.id, into.id], score: found.score, reasons })
      }
      const until = addDays(out.day, conversionDays.after)
      for (let at = placeOf(byDate, one => one.day < addDays(out.day, -conversionDays.before)); at < byDate.length; at += 1) {
        const into = byDate[at]
        if (into === undefined || into.day > until) break
        const found = into.currency === out.currency ? null : conversionOf(out, into, rateOf)
        if (found === null) continue
        const off = decimalText(BigInt(found.off), 1)
        const reasons = [sentence`${out.currency} 换成 ${into.currency}，与公司汇率相差 ${off}%`, gapReason(found.gap)]
        made.push({ ...base, kind: 'conversion', lines: [out.id, into.id], score: found.score, reasons })
      }
      return made
    })
}

/** What a rule books without a document, and what the words of banks say. */
function items({ lines }: Open, mine: Mine): Proposal[] {
  return lines.flatMap((line): Proposal[] => {
    const base = { kind: 'booked', lines: [line.id], payments: [], difference: 0n } as const
    const rule = of(mine, line).find(one => one.item !== null)
    if (rule !== undefined)
      return [{ ...base, item: rule.item, score: itemScore.ruled, ruleId: rule.id, reasons: [sentence`符合规则“${rule.words}”`] }]
    if (isConversion(line.text)) return []
    if (line.amount < 0n && isCharge(line.text))
      return [{ ...base, item: bankItems.charge[0], score: itemScore.guessed, ruleId: null, reasons: [sentence`流水写明手续费`] }]
    if (isInterest(line.text))
      return [{ ...base, item: bankItems.interest[0], score: itemScore.guessed, ruleId: null, reasons: [sentence`流水写明利息`] }]
    return []
  })
}

/** What a proposal is known by. */
export const proposalKey = ({ lines, payments, kind }: Pick<Proposal, 'lines' | 'payments' | 'kind'>): string =>
  `${lines.join()}|${payments.join()}|${kind}`

/** The best first, in an order that is the same each time. */
export const bestFirst = (candidates: readonly Proposal[]): Proposal[] =>
  candidates
    .map(one => ({ one, key: proposalKey(one) }))
    .toSorted((a, b) => b.one.score - a.one.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one)

/** The best first; each line and each payment in one proposal alone. */
export function chosenOf(candidates: readonly Proposal[]): Proposal[] {
  const taken = new Set<string>()
  return bestFirst(candidates).flatMap(one => {
    const all = [...one.lines.map(id => `l${id}`), ...one.payments.map(id => `p${id}`)]
    if (all.some(id => taken.has(id))) return []
    for (const id of all) taken.add(id)
    return [one]
  })
}

export const suggestionsOf = (open: Open): Proposal[] => chosenOf(candidatesOf(open))
