/** An invoice against the spend that reports tell of its days: each cause by itself, days of several invoices, what can't be told. */
import { describe, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { add, canonical, negate, subtract, sum } from '#platform/format/decimal.ts'
import { adInvoiceCheck } from './check-table.ts'
import type { Invoice } from './match.ts'
import { againstSpend, type AgainstSpend } from './spend.ts'

const states = adInvoiceCheck.fields.spendState.choices
const invoice = (net: string, more: Partial<Invoice> = {}): Invoice => ({
  no: 'A',
  day: '2025-03-05',
  from: '2025-03-01',
  to: '2025-03-04',
  currency: 'EUR',
  net,
  tax: '0',
  credit: '0',
  ...more,
})
const days = (spend: readonly (string | null)[], { first = '2025-03-01', currency = 'EUR' } = {}) =>
  spend.flatMap((amount, at) => (amount === null ? [] : [{ day: addDays(first, at), currency, spend: amount }]))
const plain = (value: string | null): string | null => (value === null ? null : canonical(value))
const told = (of: AgainstSpend | undefined) =>
  of && [of.spendState, plain(of.reportSpend), of.daysMissing, ...[of.spendDifference, of.byCredit, of.byDays, of.unexplained].map(plain)]
const one = (of: Invoice, spend: ReturnType<typeof days>) => told(againstSpend([of], spend).get(of.no))
const full = days(['10', '20', '30', '40'])

describe('the cause of a difference', () => {
  test.each<[string, Invoice, ReturnType<typeof days>, unknown[]]>([
    ['none', invoice('100'), full, [states.equal[0], '100', 0, '0', '0', '0', '0']],
    ['tax', invoice('100', { tax: '19' }), full, [states.tax[0], '100', 0, '19', '0', '0', '0']],
    ['a credit on the invoice', invoice('88', { credit: '-12' }), full, [states.credit[0], '100', 0, '-12', '-12', '0', '0']],
    ['a credit note', invoice('-7', { credit: '-7', tax: '-1.4' }), full, [states.credit[0], '0', 0, '-8.4', '-7', '0', '0']],
    ['a day without report', invoice('100'), days(['10', null, '30', '40']), [states.daysMissing[0], '80', 1, '20', '0', '20', '0']],
    [
      'a day can have cost as much as the dearest, no more',
      invoice('150'),
      days(['10', null, '30', '40']),
      [states.unexplained[0], '80', 1, '70', '0', '40', '30'],
    ],
    [
      'a missing day explains no spend above the invoice',
      invoice('60'),
      days(['10', null, '30', '40']),
      [states.unexplained[0], '80', 1, '-20', '0', '0', '-20'],
    ],
    ['nothing', invoice('103.2', { tax: '20' }), full, [states.unexplained[0], '100', 0, '23.2', '0', '0', '3.2']],
    ['no report at all', invoice('100'), days(['5'], { first: '2025-04-01' }), [states.noReport[0], null, 4, null, null, null, null]],
    [
      'another currency',
      invoice('100'),
      days(['10', '20', '30', '40'], { currency: 'GBP' }),
      [states.otherCurrency[0], '100', 0, null, null, null, null],
    ],
  ])('%s', (_, of, spend, wanted) => {
    expect(one(of, spend)).toEqual(wanted)
  })
})

describe('a day that several invoices bill', () => {
  test('is divided: the invoice that ends first takes what it lacks, the last one the rest', () => {
    const first = invoice('45', { no: 'B', to: '2025-03-03' })
    const second = invoice('60', { no: 'A', from: '2025-03-03' })
    const both = againstSpend([second, first], full)
    expect(told(both.get('B'))).toEqual([states.equal[0], '45', 0, '0', '0', '0', '0'])
    expect(told(both.get('A'))).toEqual([states.unexplained[0], '55', 0, '5', '0', '0', '5'])
  })
  test('a credit note of the same period takes none of it', () => {
    const both = againstSpend([invoice('100'), invoice('-9', { no: 'C', credit: '-9' })], full)
    expect([...both.values()].map(of => plain(of.reportSpend))).toEqual(['100', '0'])
  })
  test('an invoice in another currency takes the days that no other bills', () => {
    const both = againstSpend([invoice('100', { currency: 'USD' }), invoice('30', { no: 'B', to: '2025-03-02' })], full)
    expect([...both.values()].map(of => [of.spendState, plain(of.reportSpend)])).toEqual([
      [states.otherCurrency[0], '70'],
      [states.equal[0], '30'],
    ])
  })
})

test('random invoices: causes add up to the difference, no spend counts twice, the order of invoices makes no difference', () => {
  const random = seededRandom(5)
  for (let round = 0; round < 200; round++) {
    const spend = days(Array.from({ length: 20 }, () => (random.below(6) === 0 ? null : String(random.below(50)))))
    const invoices = Array.from({ length: 1 + random.below(6) }, (_, n) => {
      const from = addDays('2025-03-01', random.below(18))
      const credit = random.below(4) === 0 ? negate(String(random.below(9))) : '0'
      const net = add(String(random.below(200)), credit)
      return invoice(net, { no: `I${n}`, from, to: addDays(from, random.below(6)), credit, tax: String(random.below(3)) })
    })
    const found = againstSpend(invoices, spend)
    for (const { no, tax } of invoices) {
      const of = found.get(no)
      if (of?.spendDifference === null || of === undefined) continue
      expect(canonical(sum([tax, of.byCredit ?? '0', of.byDays ?? '0', of.unexplained ?? '0']))).toBe(canonical(of.spendDifference))
    }
    const billed = spend.filter(({ day }) =>
      invoices.some(
        ({ from, to, net, credit }) => from <= day && to >= day && !(credit !== '0' && canonical(subtract(net, credit)) === '0'),
      ),
    )
    const counted = sum([...found.values()].map(of => of.reportSpend ?? '0'))
    expect(canonical(counted)).toBe(canonical(sum(billed.map(of => of.spend))))
    expect(againstSpend(invoices.toReversed(), spend)).toEqual(found)
  }
})
