/** Which charge an advertising invoice is: by number, by amount and day, by period; and what then differs. */
import { describe, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { add, canonical, negate } from '#platform/format/decimal.ts'
import { adInvoiceCheck, chargeBases } from './check-table.ts'
import { checkInvoices, type Charge, type Invoice } from './match.ts'

const states = adInvoiceCheck.fields.state.choices
const invoice = (no: string, day: string, net: string, more: Partial<Invoice> = {}): Invoice => ({
  no,
  day,
  from: addDays(day, -6),
  to: day,
  currency: 'EUR',
  net,
  tax: '0',
  credit: '0',
  ...more,
})
const charge = (day: string, amount: string, more: Partial<Charge> = {}): Charge => ({
  day,
  amount,
  currency: 'EUR',
  settlementId: 'S1',
  words: '',
  isSum: false,
  ...more,
})
const told = (invoices: readonly Invoice[], charges: readonly Charge[]) =>
  checkInvoices(invoices, charges).checked.map(one => [
    one.invoice.no,
    one.basis,
    one.state,
    one.charged === null ? null : canonical(one.charged),
    one.difference === null ? null : canonical(one.difference),
  ])
const [number, amount, period, none] = [chargeBases.number[0], chargeBases.amount[0], chargeBases.period[0], chargeBases.none[0]]

describe('an invoice and its charges', () => {
  test('the real charge of amazon.de: the whole amount, some days later', () => {
    expect(told([invoice('A', '2025-10-01', '30.94', { tax: '5.88' })], [charge('2025-10-02', '-36.82')])).toEqual([
      ['A', amount, states.equal[0], '36.82', '0'],
    ])
  })
  test('charged without its tax', () => {
    expect(told([invoice('A', '2025-10-01', '36.82', { tax: '7' })], [charge('2025-10-02', '-36.82')])).toEqual([
      ['A', amount, states.taxMissing[0], '36.82', '7'],
    ])
  })
  test('a charge that names the number goes before an equal amount, and several are added', () => {
    const charges = [
      charge('2025-10-02', '-10'),
      charge('2025-10-09', '-6', { words: 'Invoice A, first part' }),
      charge('2025-10-10', '-3.5', { words: 'A' }),
    ]
    expect(told([invoice('A', '2025-10-01', '10'), invoice('B', '2025-10-01', '10')], charges)).toEqual([
      ['A', number, states.differs[0], '9.5', '0.5'],
      ['B', amount, states.equal[0], '10', '0'],
    ])
  })
  test('a number that only begins like one is no name of it', () => {
    expect(told([invoice('A1', '2025-10-01', '10')], [charge('2025-12-09', '-10', { words: 'A11' })])).toEqual([
      ['A1', none, states.notCharged[0], null, '10'],
    ])
  })
  test('equal amounts: each charge is of one invoice, the earliest of the earliest', () => {
    const invoices = [invoice('A', '2025-10-01', '500'), invoice('B', '2025-10-02', '500'), invoice('C', '2025-10-30', '500')]
    const charges = [charge('2025-10-03', '-500'), charge('2025-10-04', '-500')]
    expect(told(invoices, charges).map(([no, basis]) => [no, basis])).toEqual([
      ['A', amount],
      ['B', amount],
      ['C', none],
    ])
  })
  test('another amount in its period is what it is held against; a charge long before or after is not', () => {
    const invoices = [invoice('A', '2025-10-10', '20')]
    expect(told(invoices, [charge('2025-10-08', '-18'), charge('2025-10-20', '-7')])).toEqual([['A', period, states.differs[0], '18', '2']])
    expect(told(invoices, [charge('2025-10-06', '-20'), charge('2025-12-30', '-20')])).toEqual([['A', period, states.equal[0], '20', '0']])
    expect(told(invoices, [charge('2025-12-30', '-20')])).toEqual([['A', none, states.notCharged[0], null, '20']])
  })
  test('sums of charges of orders count for a period, never as one charge', () => {
    const sums = [charge('2025-10-08', '-12', { isSum: true }), charge('2025-10-09', '-8', { isSum: true })]
    expect(told([invoice('A', '2025-10-10', '20')], sums)).toEqual([['A', period, states.equal[0], '20', '0']])
  })
  test('a credit note is found by what was given back; another currency can not be set against it', () => {
    expect(told([invoice('A', '2025-10-01', '-4')], [charge('2025-10-02', '4')])).toEqual([['A', amount, states.equal[0], '-4', '0']])
    expect(told([invoice('A', '2025-10-01', '4', { currency: 'USD' })], [charge('2025-10-02', '-4')])).toEqual([
      ['A', none, states.otherCurrency[0], null, null],
    ])
  })
  test('charges that no invoice explains are told, on the days of the invoices alone', () => {
    const charges = [charge('2025-10-05', '-20'), charge('2025-10-06', '-7'), charge('2025-12-05', '-9')]
    const { unexplained } = checkInvoices([invoice('A', '2025-10-04', '20', { to: '2025-10-10' })], charges)
    expect(unexplained.map(one => [one.day, one.amount])).toEqual([['2025-10-06', '-7']])
    expect(checkInvoices([], charges).unexplained).toEqual([])
  })
})

test('random invoices: no charge is taken twice, differences add up, the order of lines makes no difference', () => {
  const random = seededRandom(11)
  for (let round = 0; round < 200; round++) {
    const day = (): string => addDays('2025-10-01', random.below(60))
    const price = (): string => String(5 + random.below(6))
    const invoices = Array.from({ length: random.below(12) }, (_, n) =>
      invoice(`I${n}`, day(), price(), { tax: random.below(2) === 0 ? '0' : '1' }),
    )
    const charges = Array.from({ length: random.below(14) }, () =>
      charge(day(), negate(price()), { words: random.below(5) === 0 ? `I${random.below(12)}` : '', isSum: random.below(6) === 0 }),
    )
    const { checked, unexplained } = checkInvoices(invoices, charges)
    expect(checked.length).toBe(invoices.length)
    expect(checked.reduce((n, one) => n + one.charges, unexplained.length)).toBeLessThanOrEqual(charges.length)
    for (const one of checked)
      if (one.difference !== null)
        expect(canonical(add(one.charged ?? '0', one.difference))).toBe(canonical(add(one.invoice.net, one.invoice.tax)))
    expect(checkInvoices(invoices.toReversed(), charges)).toEqual({ checked, unexplained })
  }
})
