import { expect, test } from 'vitest'
import { choice, date, money, month, reference, referenceBy } from './fields.ts'
import { costFaults, costMeasures, withoutCost, type Costed } from './cost.ts'
import { abc, minus, moving, operandsOf, plus, position, ratio, share, sum, type Face, type Measure } from './measures.ts'
import { rollup } from './rollup.ts'
import { grantedShops } from './scope.ts'

const items = { fee: [1, '费', 'Fee'], goods: [2, '货', 'Goods'] } as const
const rollupOf = (name: string, cost?: object) =>
  rollup(name, {
    title: ['数', 'Facts'],
    scope: grantedShops,
    keys: {
      shopId: reference('店铺', 'Shop', 'shop'),
      day: date('日', 'Day'),
      month: month('月', 'Month'),
      item: choice('科目', 'Item', items),
      currency: referenceBy('币种', 'Currency', 'currency', 'code'),
    },
    sums: { amount: money('金额', 'Amount') },
    count: ['笔', 'Count'],
    grains: [
      ['shopId', 'month', 'currency', 'item'],
      ['shopId', 'day', 'currency', 'item'],
    ],
    from: [],
    ...(cost === undefined ? {} : { cost }),
  } as never)
const plain = rollupOf('plain')
const billed = rollupOf('billed', { on: 'item', are: [2] })
const costs = rollupOf('costs', { on: 'item', are: [2], otherwise: true })
const face: Face = { title: ['数', 'Figure'], source: ['来自', 'From'] }
const of = (from: typeof plain, item?: readonly number[] | null): Measure =>
  sum(from, 'amount', { ...face, ...(item === undefined ? {} : { when: { item } }) })

test.each<[string, Measure, boolean]>([
  ['a roll-up without costs', of(plain), false],
  ['and what looks like one there', of(plain, [2]), false],
  ['a cost that is billed', of(billed, [1, 2]), true],
  ['a fee', of(billed, [1]), false],
  ['all that is billed', of(billed), false],
  ['what nobody has mapped', of(billed, null), false],
  ['all costs', of(costs), true],
  ['a cost', of(costs, [2]), true],
  ['a fee among the costs', of(costs, [1]), false],
])('%s', (_name, measure, isCost) => {
  expect(costMeasures({ measures: { measure } }).has('measure')).toBe(isCost)
})

test('whatever is made of a cost is one, by every formula', () => {
  const measures: Record<string, Measure> = {
    // formulas may stand before what they are made of
    rate: ratio('profit', 'sales', face),
    profit: plus(['sales', 'cost'], face),
    sales: of(plain),
    cost: of(costs),
    less: minus('sales', 'cost', face),
    part: share('profit', face),
    mean: moving('profit', 7, face),
    grade: abc('profit', face),
    stock: position('cost', 'closing', face),
    plainRate: ratio('sales', 'fees', face),
    fees: of(billed, [1]),
    plainShare: share('sales', face),
  }
  expect([...costMeasures({ measures })].toSorted()).toEqual(['cost', 'grade', 'less', 'mean', 'part', 'profit', 'rate', 'stock'])
})

const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
test('500 random reports: a measure is a cost exactly when one of its leaves is, and what is left is made of what is left', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const next = random(seed)
    const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T
    const measures: Record<string, Measure> = { m0: of(pick([plain, billed, costs]), pick([undefined, [1], [2], [1, 2]])) }
    for (let at = 1; at < 3 + next() * 20; at += 1) {
      const [a, b] = [pick(Object.keys(measures)), pick(Object.keys(measures))]
      measures[`m${at}`] = pick([
        () => of(pick([plain, billed, costs]), pick([undefined, [1], [2], null])),
        () => plus([a, b], face),
        () => minus(a, b, face),
        () => ratio(a, b, face),
        () => share(a, face),
        () => moving(a, 7, face),
      ])()
    }
    const shuffled = Object.fromEntries(Object.entries(measures).toSorted(() => next() - 0.5))
    const leaves = (name: string): string[] => {
      const made = operandsOf(measures[name] as Measure)
      return made.length === 0 ? [name] : made.flatMap(leaves)
    }
    const ofAlone = (name: string): boolean => costMeasures({ measures: { [name]: measures[name] as Measure } }).has(name)
    const expected = Object.keys(measures).filter(name => leaves(name).some(ofAlone))
    expect([...costMeasures({ measures: shuffled })].toSorted()).toEqual(expected.toSorted())
    const left = withoutCost<Costed>({ measures: shuffled, main: Object.keys(shuffled), keyFigures: Object.keys(shuffled) })
    expect(Object.keys(left.measures).toSorted()).toEqual(
      Object.keys(measures)
        .filter(name => !expected.includes(name))
        .toSorted(),
    )
    for (const m of Object.values(left.measures)) for (const one of operandsOf(m)) expect(Object.hasOwn(left.measures, one)).toBe(true)
    for (const one of [...(left.main ?? []), ...(left.keyFigures ?? [])]) expect(Object.hasOwn(left.measures, one)).toBe(true)
    expect(withoutCost(left)).toBe(left)
  }
})

test('the figure before costs takes the place of the result, and stands where the steps end', () => {
  const measures: Record<string, Measure> = {
    sales: { ...of(plain), waterfall: 1 },
    fees: { ...of(billed, [1]), waterfall: 2 },
    cost: { ...of(costs), waterfall: 3 },
    profit: { ...plus(['sales', 'fees', 'cost'], face), waterfall: 4 },
    margin: ratio('profit', 'sales', face),
    before: plus(['sales', 'fees'], face),
  }
  const report: Costed = {
    measures,
    beforeCost: 'before',
    main: ['sales', 'cost', 'profit'],
    keyFigures: ['profit', 'margin', 'sales'],
    beside: ['sales', 'cost'],
  }
  const { beside, main, keyFigures, measures: left } = withoutCost(report)
  expect([main, keyFigures, beside, left['before']?.waterfall]).toEqual([['sales', 'before'], ['before', 'sales'], undefined, 4])
  expect(costFaults(report)).toEqual([])
  expect(costFaults({ ...report, beforeCost: 'margin' })).toEqual(['margin holds a cost itself'])
  expect(costFaults({ ...report, beforeCost: 'gone' })).toEqual(['gone is no measure'])
  expect(costFaults({ ...report, costRight: 7 })).toEqual(['the right to costs is an operation from 100 on'])
  expect(costFaults({ measures: { sales: of(plain) }, beforeCost: 'sales' })).toEqual(['sales stands before costs, of which it has none'])
})
