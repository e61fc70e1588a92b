/**
 * Vouchers of a company and month from amounts by item, shop and currency: every amount debits one account and credits another by the
 * same, so that each voucher balances in each currency, in the base currency and in CNY. Their cents are those of `spread.ts`; what the
 * rounded profit is more than its rounded items has a voucher of its own. Pure.
 */
import { canonical, multiply, negate } from '#platform/format/decimal.ts'
import { exactOf, textOfCents, totalOf } from './cents.ts'
import { factKey, grouped, ownCents, pick, roundingOf, spread, unchanged, type Cents, type Fact, type KeptCents } from './spread.ts'
import {
  accountClasses,
  auxiliaryKinds,
  auxiliaryNames,
  baseCurrency as yuan,
  eventTitle,
  rounding,
  topics,
  usualSign,
  type sides,
  type AuxiliaryKind,
  type Topic,
} from './words.ts'

export interface Account {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly class: number
  /** kinds that an entry must name */
  readonly auxiliaries: readonly number[]
}
export interface AuxiliaryItem {
  readonly id: string
  readonly kind: number
  readonly shopIds: readonly string[]
}
/** As files name it. */
export interface KnownItem extends AuxiliaryItem {
  readonly code: string
  readonly name: string
}
export interface KnownAccount extends Account {
  readonly isStopped: boolean
  readonly bankAccountId: string | null
}
export interface BookingRule {
  readonly event: number
  readonly debit: Account
  readonly credit: Account
  readonly debitItems: readonly string[]
  readonly creditItems: readonly string[]
  readonly summary: string
}
export interface Books {
  /** YYYY-MM */
  readonly month: string
  readonly baseCurrency: string
  /** CNY of one unit in the month */
  readonly cnyRates: ReadonlyMap<string, string>
  /** base currency of one unit by the rate source of the books */
  readonly baseRates: ReadonlyMap<string, string>
  readonly rules: ReadonlyMap<number, BookingRule>
  readonly items: ReadonlyMap<string, AuxiliaryItem>
  /** accounts that stand for one bank account each */
  readonly bankAccounts: ReadonlyMap<string, Account>
  readonly shopNames: ReadonlyMap<string, string>
  /** by `factKey`: what the vouchers in force say */
  readonly kept: ReadonlyMap<string, KeptCents>
}

export type ItemsByKind = Readonly<Partial<Record<AuxiliaryKind, string>>>
export interface Entry {
  readonly no: number
  readonly summary: string
  readonly accountId: string
  readonly side: keyof typeof sides
  /** in the base currency; one of both is zero */
  readonly debit: string
  readonly credit: string
  readonly currency: string
  /** in its currency, on the side where the entry stands */
  readonly amount: string
  readonly rate: string
  /** debit is positive */
  readonly cny: string
  readonly items: ItemsByKind
}
export interface Source {
  readonly event: number
  readonly shopId: string | null
  readonly bankAccountId: string | null
  readonly currency: string
  /** exact, signed as in the reports */
  readonly amount: string
  /** cents of it, in its currency, in the base currency and in CNY */
  readonly booked: string
  readonly base: string
  readonly cny: string
  readonly rate: string
  readonly baseRate: string
  readonly debitNo: number
  readonly creditNo: number
}
export interface Voucher {
  readonly topic: Topic
  readonly shopId: string | null
  readonly entries: readonly Entry[]
  readonly sources: readonly Source[]
  readonly debit: string
  readonly isLacking: boolean
}

interface Booked {
  readonly fact: Fact
  readonly rule: BookingRule
  /** hundredths, signed as the fact is */
  readonly amount: bigint
  readonly base: bigint
  readonly cny: bigint
}

function booked(facts: readonly Fact[], books: Books): Booked[] {
  const rateOf = (rates: ReadonlyMap<string, string>, currency: string): string => {
    const rate = rates.get(currency)
    if (rate === undefined) throw new Error(`no rate of ${currency}`)
    return rate
  }
  const worth = (rates: ReadonlyMap<string, string>): bigint[] =>
    facts.map(fact => exactOf(multiply(fact.amount, rateOf(rates, fact.currency))))
  const before = facts.map(fact =>
    books.kept.get(factKey(fact, rateOf(books.cnyRates, fact.currency), rateOf(books.baseRates, fact.currency))),
  )
  const kept = (name: Cents): (bigint | undefined)[] => before.map(one => one?.[name])
  const same = unchanged(facts, before, books.kept)
  const centsIn = (rates: ReadonlyMap<string, string>, name: Cents): { cents: bigint[]; rest: bigint } => {
    const exact = worth(rates)
    const cents = spread(facts, exact, kept(name), same)
    return { cents, rest: roundingOf(facts, exact, cents) }
  }
  const cny = centsIn(books.cnyRates, 'cny')
  const own = ownCents(facts, kept('amount'))
  const isSame = facts.every(fact => books.baseRates.get(fact.currency) === books.cnyRates.get(fact.currency))
  const base = isSame ? cny : centsIn(books.baseRates, 'base')
  const ruleOf = (event: number): BookingRule => {
    const rule = books.rules.get(event)
    if (rule === undefined) throw new Error(`no rule of ${event}`)
    return rule
  }
  const rows = facts.map((fact, at): Booked => {
    const inCny = cny.cents[at] ?? 0n
    const inBase = base.cents[at] ?? 0n
    // an amount of the base currency, or of CNY, is what it is worth
    const amount = fact.currency === books.baseCurrency ? inBase : fact.currency === yuan ? inCny : (own[at] ?? 0n)
    return { fact, rule: ruleOf(fact.event), amount, base: inBase, cny: inCny }
  })
  if (base.rest === 0n && cny.rest === 0n) return rows
  const of = { event: rounding, topic: 'rounding', shopId: null, bankAccountId: null, currency: books.baseCurrency } as const
  const fact = { ...of, amount: textOfCents(base.rest) }
  return [...rows, { fact, rule: ruleOf(rounding), amount: base.rest, base: base.rest, cny: cny.rest }]
}

interface Open {
  readonly account: Account
  readonly side: 'debit' | 'credit'
  readonly currency: string
  readonly summary: string
  readonly items: ItemsByKind
  amount: bigint
  base: bigint
  cny: bigint
  readonly facts: Set<Booked>
}

interface Known {
  readonly books: Books
  /** kind and shop -> item */
  readonly ofShop: ReadonlyMap<string, string>
}
const itemsOfShops = ({ items }: Books): ReadonlyMap<string, string> =>
  new Map([...items.values()].toReversed().flatMap(item => item.shopIds.map(shopId => [`${item.kind} ${shopId}`, item.id] as const)))

/** For each kind that the account asks for: what the rule says, else the item of the shop. */
function itemsOf(account: Account, fixed: readonly string[], shopId: string | null, { books, ofShop }: Known): ItemsByKind {
  const found: Partial<Record<AuxiliaryKind, string>> = {}
  for (const name of auxiliaryNames) {
    const [kind] = auxiliaryKinds[name]
    if (!account.auxiliaries.includes(kind)) continue
    const said = fixed.find(id => books.items.get(id)?.kind === kind)
    const id = said ?? ofShop.get(`${kind} ${shopId}`)
    if (id !== undefined) found[name] = id
  }
  return found
}

const balanceSheet: ReadonlySet<number> = new Set([accountClasses.asset[0], accountClasses.liability[0], accountClasses.common[0]])
export const lacks = (account: Pick<Account, 'auxiliaries'>, items: ItemsByKind): AuxiliaryKind[] =>
  auxiliaryNames.filter(name => account.auxiliaries.includes(auxiliaryKinds[name][0]) && items[name] === undefined)

const entrySides = ['debit', 'credit'] as const

/** Where an amount stands on one side: the account, what the entry says and which items it names. */
function placed({ fact, rule }: Booked, side: Open['side'], topic: Topic, known: Known): Pick<Open, 'account' | 'summary' | 'items'> {
  const { books } = known
  const ofBank = side === 'debit' && fact.bankAccountId !== null ? books.bankAccounts.get(fact.bankAccountId) : undefined
  const account = ofBank ?? rule[side]
  const shop = fact.topic === 'bank' || fact.shopId === null ? '' : (books.shopNames.get(fact.shopId) ?? '')
  // what is owed and owned is one line an account; items of the profit stay apart
  const [words, title] = balanceSheet.has(account.class)
    ? (['{月份} {店铺} {科目}', topics[topic][1]] as const)
    : ([rule.summary, eventTitle(fact.event)[0]] as const)
  const summary = words
    .replaceAll(/\{(?:月份|month)\}/gu, books.month)
    .replaceAll(/\{(?:店铺|shop)\}/gu, () => shop)
    .replaceAll(/\{(?:科目|item)\}/gu, () => title)
  return { account, summary: summary.replaceAll(/\s+/gu, ' ').trim(), items: itemsOf(account, rule[`${side}Items`], fact.shopId, known) }
}

/** Entries in their order: debits first, each side by account. */
function entriesOf(topic: Topic, rows: readonly Booked[], known: Known): Open[] {
  const entries = new Map<string, Open>()
  for (const row of rows)
    for (const side of entrySides) {
      const { currency, event } = row.fact
      const place = placed(row, side, topic, known)
      const key = [side, place.account.id, currency, place.summary, ...auxiliaryNames.map(name => place.items[name] ?? '')].join('\u0001')
      const entry = entries.get(key) ?? { ...place, side, currency, amount: 0n, base: 0n, cny: 0n, facts: new Set<Booked>() }
      const sign = BigInt(usualSign(event))
      entry.amount += row.amount * sign
      entry.base += row.base * sign
      entry.cny += row.cny * sign
      entry.facts.add(row)
      entries.set(key, entry)
    }
  return [...entries.values()]
    .filter(entry => entry.amount !== 0n || entry.base !== 0n || entry.cny !== 0n)
    .toSorted((a, b) => compareTexts(placeOf(a), placeOf(b)))
}

function voucherOf(topic: Topic, shopId: string | null, rows: readonly Booked[], known: Known): Voucher {
  const kept = entriesOf(topic, rows, known)
  const { books } = known
  const lineOf = (row: Booked, side: Open['side']): number => 1 + kept.findIndex(one => one.side === side && one.facts.has(row))
  return {
    topic,
    shopId,
    entries: kept.map((entry, at) => ({
      no: at + 1,
      summary: entry.summary,
      accountId: entry.account.id,
      side: entry.side,
      debit: textOfCents(entry.side === 'debit' ? entry.base : 0n),
      credit: textOfCents(entry.side === 'credit' ? entry.base : 0n),
      currency: entry.currency,
      amount: textOfCents(entry.amount),
      rate: books.baseRates.get(entry.currency) ?? '1',
      cny: entry.side === 'debit' ? textOfCents(entry.cny) : negate(textOfCents(entry.cny)),
      items: entry.items,
    })),
    sources: rows.map(row => ({
      event: row.fact.event,
      shopId: row.fact.shopId,
      bankAccountId: row.fact.bankAccountId,
      currency: row.fact.currency,
      amount: canonical(row.fact.amount),
      booked: textOfCents(row.amount),
      base: textOfCents(row.base),
      cny: textOfCents(row.cny),
      rate: books.cnyRates.get(row.fact.currency) ?? '1',
      baseRate: books.baseRates.get(row.fact.currency) ?? '1',
      debitNo: lineOf(row, 'debit'),
      creditNo: lineOf(row, 'credit'),
    })),
    debit: textOfCents(totalOf(kept.flatMap(entry => (entry.side === 'debit' ? [entry.base] : [])))),
    isLacking: kept.some(entry => lacks(entry.account, entry.items).length > 0),
  }
}
const placeOf = (entry: Open): string =>
  [entry.side === 'debit' ? '0' : '1', entry.account.code, entry.currency, entry.summary, JSON.stringify(entry.items)].join('\u0001')
const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const orderOf = (fact: Fact): string =>
  [
    String(topics[fact.topic][0]),
    (fact.shopId ?? '').padStart(20, '0'),
    String(fact.event).padStart(4, '0'),
    fact.currency,
    (fact.bankAccountId ?? '').padStart(20, '0'),
  ].join(' ')

/** One voucher for each source and shop, in the order of both. Every fact has its rule and rates. */
export function vouchersOf(given: readonly Fact[], books: Books): Voucher[] {
  const facts = given.toSorted((a, b) => compareTexts(orderOf(a), orderOf(b)))
  const rows = booked(facts, books)
  const known = { books, ofShop: itemsOfShops(books) }
  const keyOf = ({ fact }: Booked): string => (fact.topic === 'bank' ? 'bank' : [topics[fact.topic][0], fact.shopId ?? ''].join(' '))
  return [...grouped(rows, keyOf).values()]
    .map(places => {
      const own = pick(rows, places)
      const first = own[0]
      const topic = first?.fact.topic ?? 'platform'
      return voucherOf(topic, topic === 'bank' ? null : (first?.fact.shopId ?? null), own, known)
    })
    .filter(made => made.entries.length > 0)
}
