/**
 * What the advertising reports tell of the days that an invoice bills, and by what the invoice differs from it. Pure; amounts are exact
 * decimals. The rest of a difference, which no cause explains, stands by itself.
 */
import type { AdSpendDay } from '#areas/sales/index.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { add, compare, isNegative, isZero, multiply, subtract, sum } from '#platform/format/decimal.ts'
import { adInvoiceCheck } from './check-table.ts'
import type { Invoice } from './match.ts'

export interface AgainstSpend {
  readonly reportCurrency: string | null
  /** null: no report tells of any of its days */
  readonly reportSpend: string | null
  readonly daysMissing: number
  /** the whole invoice less the spend: tax, credit, missing days and what is unexplained; null: it can't be told */
  readonly spendDifference: string | null
  readonly byCredit: string | null
  readonly byDays: string | null
  readonly unexplained: string | null
  readonly spendState: number
}

const states = adInvoiceCheck.fields.spendState.choices
const smaller = (a: string, b: string): string => (compare(a, b) < 0 ? a : b)
const larger = (a: string, b: string): string => (compare(a, b) > 0 ? a : b)
/** What the invoice bills for spend, without what it credits. */
const billedOf = ({ net, credit }: Invoice): string => subtract(net, credit)
/** A credit note bills no day: its period belongs to the invoice that it corrects. */
const isCreditNote = (invoice: Invoice): boolean => isNegative(invoice.credit) && isZero(billedOf(invoice))
/** Periods in the order in which they end, the bill that closes first first. */
const inOrder = (a: Invoice, b: Invoice): number => {
  const [left, right] = [`${a.to} ${a.from} ${a.no}`, `${b.to} ${b.from} ${b.no}`]
  return left < right ? -1 : left > right ? 1 : 0
}

export function againstSpend(invoices: readonly Invoice[], days: readonly AdSpendDay[]): ReadonlyMap<string, AgainstSpend> {
  const shares = sharesOf(invoices, days)
  return new Map(invoices.map(invoice => [invoice.no, toldOf(invoice, shares.get(invoice) ?? [], days)]))
}

/**
 * The spend of each day goes to one invoice. Where periods share a day, each takes of it what it still lacks, in their order, and the last
 * one the rest. An invoice in another currency takes the days that no other bills.
 */
function sharesOf(invoices: readonly Invoice[], days: readonly AdSpendDay[]): ReadonlyMap<Invoice, readonly AdSpendDay[]> {
  const shares = new Map<Invoice, AdSpendDay[]>(invoices.map(invoice => [invoice, []]))
  const ordered = invoices.filter(one => !isCreditNote(one)).toSorted(inOrder)
  const shared: { day: AdSpendDay; takers: readonly Invoice[] }[] = []
  for (const day of days) {
    const billing = ordered.filter(one => one.from <= day.day && one.to >= day.day)
    const same = billing.filter(one => one.currency === day.currency)
    const takers = same.length > 0 ? same : billing.slice(0, 1)
    const [only, ...others] = takers
    if (only !== undefined && others.length === 0) shares.get(only)?.push(day)
    else if (only !== undefined) shared.push({ day, takers })
  }
  for (const { day, takers } of shared) {
    let left = day.spend
    for (const [at, taker] of takers.entries()) {
      const share = shares.get(taker) ?? []
      const lacking = larger(subtract(billedOf(taker), sum(share.map(one => one.spend))), '0')
      const taken = at === takers.length - 1 ? left : smaller(left, lacking)
      share.push({ ...day, spend: taken })
      left = subtract(left, taken)
    }
  }
  return shares
}

function toldOf(invoice: Invoice, share: readonly AdSpendDay[], days: readonly AdSpendDay[]): AgainstSpend {
  const { net, tax, credit, currency } = invoice
  const invoiced = add(net, tax)
  const none = { spendDifference: null, byCredit: null, byDays: null, unexplained: null }
  if (isCreditNote(invoice))
    return {
      reportCurrency: currency,
      reportSpend: '0',
      daysMissing: 0,
      spendDifference: invoiced,
      byCredit: credit,
      byDays: '0',
      unexplained: '0',
      spendState: states.credit[0],
    }
  const told = days.filter(one => one.day >= invoice.from && one.day <= invoice.to)
  const daysMissing = daysBetween(invoice.from, addDays(invoice.to, 1)) - told.length
  const reportCurrency = told[0]?.currency ?? null
  if (reportCurrency === null) return { reportCurrency, reportSpend: null, daysMissing, ...none, spendState: states.noReport[0] }
  const reportSpend = sum(share.map(one => one.spend))
  // what another currency spent can't be set against it
  if (reportCurrency !== currency) return { reportCurrency, reportSpend, daysMissing, ...none, spendState: states.otherCurrency[0] }
  const rest = subtract(billedOf(invoice), reportSpend)
  const byDays = ofMissing(rest, daysMissing, told)
  const unexplained = subtract(rest, byDays)
  const spendState = !isZero(unexplained)
    ? states.unexplained
    : !isZero(byDays)
      ? states.daysMissing
      : !isZero(credit)
        ? states.credit
        : !isZero(tax)
          ? states.tax
          : states.equal
  const spendDifference = subtract(invoiced, reportSpend)
  return { reportCurrency, reportSpend, daysMissing, spendDifference, byCredit: credit, byDays, unexplained, spendState: spendState[0] }
}

/** A day without a report can have cost something, at most what the dearest day of the period did. */
function ofMissing(rest: string, daysMissing: number, told: readonly AdSpendDay[]): string {
  if (daysMissing === 0 || isNegative(rest)) return '0'
  const dearest = told.reduce((most, one) => larger(most, one.spend), '0')
  return smaller(rest, multiply(dearest, String(daysMissing)))
}
