/** Which charges of a shop's settlements an advertising invoice is, and what then differs. Pure; amounts are exact decimals. */
import { add, canonical, compare, isZero, negate, subtract, sum } from '#platform/format/decimal.ts'
import { addDays } from '#platform/format/dates.ts'
import { adInvoiceCheck, chargeBases } from './check-table.ts'

export interface Invoice {
  readonly no: string
  /** YYYY-MM-DD, as both days of the period */
  readonly day: string
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly net: string
  readonly tax: string
  /** the part of `net` that gives something back: zero or negative */
  readonly credit: string
}
/** Money of advertising as the books have it: a charge is negative. */
export interface Charge {
  readonly day: string
  readonly amount: string
  readonly currency: string
  readonly settlementId: string
  /** what its line says beside its kind, where an invoice could be named */
  readonly words: string
  /** a sum of charges of orders of a day, which is no charge of an invoice by itself */
  readonly isSum: boolean
}
export interface Checked {
  readonly invoice: Invoice
  readonly basis: number
  readonly state: number
  /** null: no charge was found in its currency */
  readonly charged: string | null
  readonly difference: string | null
  readonly chargedOn: string | null
  readonly settlementId: string
  readonly charges: number
}

export interface Matched {
  readonly checked: readonly Checked[]
  readonly unexplained: readonly Charge[]
}

const states = adInvoiceCheck.fields.state.choices
/** A charge may be posted before the invoice is written, and is settled some weeks later. */
const [daysBefore, daysAfter] = [3, 45]
export const reachOf = ({ day, from, to }: Invoice): readonly [first: string, last: string] => {
  const days = [addDays(day, -daysBefore), addDays(day, daysAfter), from, to].toSorted()
  return [days[0] ?? day, days.at(-1) ?? day]
}
const byDay = (a: { readonly day: string }, b: { readonly day: string }): number => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)
const keyOf = (currency: string, amount: string): string => `${currency} ${canonical(amount)}`
const wordsIn = (text: string): string[] => text.split(/[\s,;:#()]+/).filter(word => word !== '')

/**
 * A charge is of one invoice. By its number first; then a single charge of the whole amount, else of the amount without tax, from three
 * days before the invoice to 45 after it, the earliest for the earliest; then all that is left in its period.
 */
export function checkInvoices(all: readonly Invoice[], charges: readonly Charge[]): Matched {
  const invoices = all.toSorted((a, b) => byDay(a, b) || (a.no < b.no ? -1 : 1))
  const open = new Set(charges.toSorted(byDay))
  const found = new Map<Invoice, { basis: number; of: readonly Charge[] }>()
  const take = (invoice: Invoice, basis: number, of: readonly Charge[]): void => {
    if (of.length === 0) return
    for (const charge of of) open.delete(charge)
    found.set(invoice, { basis, of })
  }
  const named = Map.groupBy(
    [...open].flatMap(charge => wordsIn(charge.words).map(word => ({ word, charge }))),
    one => one.word,
  )
  for (const invoice of invoices) {
    const of = [...new Set((named.get(invoice.no) ?? []).map(one => one.charge))]
    take(
      invoice,
      chargeBases.number[0],
      of.filter(charge => charge.currency === invoice.currency && open.has(charge)),
    )
  }
  const single = Map.groupBy(
    [...open].filter(charge => !charge.isSum),
    charge => keyOf(charge.currency, charge.amount),
  )
  for (const wanted of [({ net, tax }: Invoice) => add(net, tax), ({ net }: Invoice) => net])
    for (const invoice of invoices.filter(one => !found.has(one) && !isZero(wanted(one)))) {
      const [first, last] = [addDays(invoice.day, -daysBefore), addDays(invoice.day, daysAfter)]
      const same = single.get(keyOf(invoice.currency, negate(wanted(invoice)))) ?? []
      const charge = same.find(one => open.has(one) && one.day >= first && one.day <= last)
      if (charge) take(invoice, chargeBases.amount[0], [charge])
    }
  for (const invoice of invoices.filter(one => !found.has(one))) {
    const of = [...open].filter(one => one.currency === invoice.currency && one.day >= invoice.from && one.day <= invoice.to)
    take(invoice, chargeBases.period[0], of)
  }
  const currencies = new Set(charges.map(charge => charge.currency))
  const checked = invoices.map(invoice => checkedOf(invoice, found.get(invoice), currencies.size > 0 && !currencies.has(invoice.currency)))
  return { checked, unexplained: withoutInvoice(invoices, open) }
}

function checkedOf(invoice: Invoice, found: { basis: number; of: readonly Charge[] } | undefined, isOther: boolean): Checked {
  const invoiced = add(invoice.net, invoice.tax)
  if (found === undefined)
    return {
      invoice,
      basis: chargeBases.none[0],
      state: isOther ? states.otherCurrency[0] : states.notCharged[0],
      charged: null,
      // what another currency charged can't be set against it
      difference: isOther ? null : invoiced,
      chargedOn: null,
      settlementId: '',
      charges: 0,
    }
  const charged = negate(sum(found.of.map(charge => charge.amount)))
  const difference = subtract(invoiced, charged)
  const isTax = !isZero(invoice.tax) && compare(difference, invoice.tax) === 0
  const settlements = [...new Set(found.of.map(charge => charge.settlementId))]
  return {
    invoice,
    basis: found.basis,
    state: isZero(difference) ? states.equal[0] : isTax ? states.taxMissing[0] : states.differs[0],
    charged,
    difference,
    chargedOn: found.of[0]?.day ?? null,
    settlementId: settlements.length === 1 ? (settlements[0] ?? '') : '',
    charges: found.of.length,
  }
}

/** Charges that are left, on the days that the invoices tell of; what was charged before or after them may have invoices elsewhere. */
function withoutInvoice(invoices: readonly Invoice[], left: Iterable<Charge>): Charge[] {
  const days = invoices.flatMap(({ from, to }) => [from, to]).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined ? [] : [...left].filter(one => one.day >= first && one.day <= last)
}
