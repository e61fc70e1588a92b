import { describe, expect, it } from 'vitest'
import { choice, date, money, month, reference, text } from './fields.ts'
import { grainFor, key, leavesOf, plus, ratio, report, sum, type ReportDeclaration } from './report.ts'
import { columnOf, resource, type Resource } from './resource.ts'
import { covers, grainResources, rollup, type RollupDefinition } from './rollup.ts'
import { grantedShops, ownOrganisation } from './scope.ts'

const fact = resource('fact', {
  title: ['明细', 'Lines'],
  access: { scope: grantedShops },
  fields: { shopId: reference('店铺', 'Shop', 'shop'), on: date('日期', 'Day'), amount: money('金额', 'Amount') },
  storage: { kind: 'shop', primary: ['shopId', 'on'] },
}) as unknown as Resource
const keys = {
  shopId: reference('店铺', 'Shop', 'shop'),
  day: date('日期', 'Day'),
  month: month('月份', 'Month'),
  sku: text('SKU', 'SKU'),
  currency: text('币种', 'Currency'),
  item: choice('科目', 'Item', { a: [1, '甲', 'A'] }),
}
const definition = {
  title: ['汇总', 'Roll-up'] as const,
  scope: grantedShops,
  keys,
  sums: { amount: money('金额', 'Amount') },
  count: ['笔数', 'Count'] as const,
  grains: [
    ['shopId', 'month', 'currency'],
    ['shopId', 'day', 'sku', 'currency', 'item'],
  ],
  from: [{ name: 'f', title: ['明细', 'Lines'] as const, fact, booked: 'on', sums: { amount: 'amount' }, check: 'amount', lines: {} }],
} satisfies RollupDefinition<typeof keys, { amount: ReturnType<typeof money> }>
const made = rollup('made', definition)
const face = { title: ['指标', 'Measure'], source: ['来源', 'Source'] } as const
const base: ReportDeclaration = {
  title: ['表', 'Report'],
  scope: grantedShops,
  permission: 'p',
  dimensions: {
    shop: key('shopId', { title: ['店铺', 'Shop'], kind: 'reference' }),
    sku: key('sku', { title: ['SKU', 'SKU'], kind: 'text' }),
  },
  measures: {
    a: sum(made, 'amount', face),
    b: sum(made, 'amount', { ...face, when: { item: [1] } }),
    both: plus(['a', 'b'], face),
    share: ratio('b', 'both', face),
  },
  by: ['shop'],
  time: 'month',
  conversion: { own: 'currency', rates: 'rate', base: 'CNY' },
  paths: { rows: '/rows', lines: '/lines' },
}

describe('roll-up', () => {
  it('stores its grains as shop tables keyed by the grain', () => {
    const [byMonth, byDay] = grainResources(made)
    expect([byMonth?.table, byDay?.table]).toEqual(['made__shop_month_currency', 'made__shop_day_sku_currency_item'])
    expect(byMonth).toMatchObject({ kind: 'shop', scope: grantedShops, primary: ['shopId', 'month', 'currency'], standard: 'none' })
    expect(Object.keys(byDay?.fields ?? {}).map(columnOf)).toEqual(['shop_id', 'day', 'sku', 'currency', 'item', 'amount', 'n'])
  })
  it('takes the smallest grain that tells the keys; a day tells its month', () => {
    expect(grainFor(made, ['shopId', 'month'])?.table).toBe('made__shop_month_currency')
    expect(grainFor(made, ['shopId', 'month', 'sku'])?.table).toBe('made__shop_day_sku_currency_item')
    expect(grainFor(made, ['colour'])).toBeUndefined()
    expect(covers(made.base, 'month')).toBe(true)
  })
  it.each([
    [{ grains: [['shopId', 'month', 'currency']] }, 'no grain by day'],
    [
      {
        grains: [
          ['shopId', 'day', 'currency'],
          ['shopId', 'month', 'sku', 'currency'],
        ],
      },
      'sku does not follow from the grain by day',
    ],
    [{ grains: [['day', 'currency']] }, 'lacks shopId'],
    [{ scope: ownOrganisation }, 'org_id is no key'],
  ])('refuses %o', (change, message) => {
    expect(() => rollup('made', { ...definition, ...change } as never)).toThrow(message)
  })
})

describe('report', () => {
  it('knows the leaves of a formula, each once', () => {
    expect(leavesOf(report('r', base), 'share')).toEqual(['b', 'a'])
  })
  it.each([
    [{ measures: { ...base.measures, b: plus(['both'], face) } }, 'in a circle'],
    [{ measures: { ...base.measures, c: plus(['nothing'], face) } }, 'nothing is no measure'],
    [{ measures: { a: sum(made, 'weight', face) } }, 'has no sum weight'],
    [{ measures: { a: sum(made, 'amount', { ...face, when: { colour: [1] } }) } }, 'no grain of made covers'],
    [{ measures: { a: sum(made, 'amount', { ...face, source: ['', ''] }) } }, 'a title or source is missing'],
    [{ scope: ownOrganisation }, "the scope's column org_id is no key of made"],
    [{ by: ['colour'] }, 'colour is no dimension'],
    [
      { dimensions: { ...base.dimensions, shop: key('shopId', { ...base.dimensions.shop, about: 'shop' } as never) } },
      'shop is no dimension that one look-up by shopId leads to',
    ],
  ])('refuses to start with %#', (change, message) => {
    expect(() => report('r', { ...base, ...change } as ReportDeclaration)).toThrow(message)
  })
})
