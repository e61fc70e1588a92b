/** Formulas of lines: read, refused, and exact against a plain calculation over random figures. */
import { expect, test } from 'vitest'
import { add, multiply, roundTo, subtract } from './decimal.ts'
import { FormulaError, formulaOf, namesOf, resultOf, typedFigures } from './formula.ts'

const of = (text: string, row: Readonly<Record<string, string | null>> = {}): string | null =>
  resultOf(formulaOf(text), name => row[name] ?? null)

test.each([
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['10 - 4 - 3', '3'],
  ['-2 * 3', '-6'],
  ['2 - -1', '3'],
  ['0.1 + 0.2', '0.3'],
  ['7 / 2', '3.5'],
  ['1 / 3', '0.333333333333'],
  ['round(2.345, 2)', '2.35'],
  ['round(-2.345, 2)', '-2.35'],
  ['round(1 / 3, 4) * 3', '0.9999'],
  ['1 / 0', null],
])('%s is %s', (text, result) => {
  expect(of(text)).toBe(result)
})

test.each(['', '1 +', 'a b', '(1', '1)', 'round(1)', 'round(1, x)', 'round(1, 99)', 'a..b', '1 % 2', '* 2', 'round(1, 2', '1 ; 2'])(
  '“%s” is no formula',
  text => {
    expect(() => formulaOf(text)).toThrow(FormulaError)
  },
)

test('names are found once, those of the document among them; a missing figure makes none', () => {
  expect(namesOf(formulaOf('round(quantity * price / (1 + document.taxRate), 2) + quantity'))).toEqual([
    'quantity',
    'price',
    'document.taxRate',
  ])
  expect([of('a * b', { a: '2' }), of('a * b', { a: '2', b: 'x' }), of('a * b', { a: '2', b: '1.5' })]).toEqual([null, null, '3'])
})

test('a later formula names an earlier one; flags count 1 and 0; results have the decimals of their field', () => {
  const formulas = [
    { field: 'amount', formula: 'round(quantity * price, 2)', scale: 4 },
    { field: 'net', formula: 'amount / (1 + document.rate / 100 * document.included)', scale: 2 },
    { field: 'tax', formula: 'amount - net', scale: 2 },
  ]
  expect(typedFigures(formulas, { quantity: '3', price: '33.335' }, { rate: '13', included: true })).toEqual({
    amount: '100.01',
    net: '88.5',
    tax: '11.51',
  })
  expect(typedFigures(formulas, { quantity: '3', price: '33.335' }, { rate: '13', included: false })).toMatchObject({
    net: '100.01',
    tax: '0',
  })
  expect(typedFigures(formulas, { quantity: '3' }, {})).toEqual({ amount: null, net: null, tax: null })
})

test('5,000 random lines: net and tax make the amount to the cent', () => {
  let seed = 3
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let i = 0; i < 5_000; i++) {
    const [quantity, price, rate] = [`${next(1_000)}.${next(999_999)}`, `${next(10_000)}.${next(99_999)}`, String(next(20))]
    const row = { quantity, price, rate }
    const amount = of('round(quantity * price, 2)', row) ?? ''
    const net = of('round(round(quantity * price, 2) / (1 + rate / 100), 2)', row) ?? ''
    expect(amount).toBe(roundTo(multiply(quantity, price), 2, 'halfUp'))
    expect(add(net, subtract(amount, net))).toBe(amount)
  }
})
