/** What people read of why a figure moved, in both languages: every kind of sentence there is. */
import { describe, expect, it } from 'vitest'
import { inWords } from '#platform/declare/sentence.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Why } from '#platform/declare/why.ts'
import type { ReportAnswer, WhyQuery } from '#platform/declare/wire.ts'
import { subtract } from '#platform/format/decimal.ts'
import { effectsOf } from './why.ts'
import { inWhyWords, type Mover, type Told } from './why-words.ts'
import { whyEnglish } from './why-words-en.ts'

const titles = {
  profit: ['利润', 'Profit'],
  sales: ['销售收入', 'Sales'],
  refund: ['退款', 'Refunds'],
  ads: ['广告费', 'Advertising'],
  orders: ['订单数', 'Orders'],
  acos: ['ACOS', 'ACOS'],
  storage: ['仓储费', 'Storage'],
} as const
const report = {
  measures: Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [name, { title, kind: name === 'acos' ? 'percent' : 'money' }]),
  ),
} as unknown as Report

const profitWhy: Why = {
  of: 'profit',
  base: 'sales',
  movers: 'shop',
  lines: [
    { title: ['退款', 'Refunds'], share: ['退款率', 'Refund rate'], measures: ['refund'] },
    { title: ['广告费', 'Advertising'], share: ['广告占比', 'Share of advertising'], measures: ['ads'] },
  ],
}
const budgetWhy: Why = { ...profitWhy, planned: 'Budget' }
const salesWhy: Why = {
  of: 'sales',
  factors: [
    { title: ['订单数', 'Orders'], over: 'orders', kind: 'integer' },
    { title: ['客单价', 'Sales an order'], over: 'sales', under: 'orders', kind: 'money' },
  ],
}
const acosWhy: Why = {
  of: 'acos',
  factors: [
    { title: ['花费', 'Spend'], over: 'ads', kind: 'money' },
    { title: ['销售额', 'Sales'], over: 'sales', divides: true, kind: 'money' },
  ],
}

type Values = Readonly<Record<string, string | null>>
interface Case {
  readonly why?: Why
  readonly now: Values | null
  readonly was?: Values
  /** the present side cut like the other one */
  readonly cut?: Values
  readonly query?: Partial<WhyQuery>
  readonly compared?: Partial<NonNullable<ReportAnswer['compared']>>
  readonly answer?: Partial<ReportAnswer>
  readonly movers?: readonly Mover[]
}
const october = { startDate: '2026-10-01', endDate: '2026-10-31' }

function toldOf({ why = profitWhy, now, was, cut, query = {}, compared = {}, answer = {}, movers = [] }: Case): Told {
  const kind = why.of === 'acos' ? 'percent' : 'money'
  const sides = now === null || was === undefined ? null : { now: cut ?? now, was }
  const [after, before] = [sides?.now[why.of] ?? null, sides?.was[why.of] ?? null]
  const difference = after === null || before === null ? null : subtract(after, before)
  return {
    report,
    why,
    kind,
    query: { ...october, ...query },
    answer: {
      computing: [],
      missingRates: [],
      compared: { startDate: '2026-09-01', endDate: '2026-09-30', until: null, isEmpty: false, leftOut: [], monthly: [], ...compared },
      ...answer,
    } as unknown as ReportAnswer,
    total: now === null ? null : { currency: 'CNY', values: now },
    sides,
    difference,
    effects: sides === null || difference === null ? [] : effectsOf('zh', why, kind, sides, report),
    movers,
  }
}

function said(one: Case): readonly [zh: string, en: string] {
  const texts = (['zh', 'en'] as const).map(language => {
    const told = toldOf(one)
    const { sentences } = inWhyWords(part => inWords(part, language, whyEnglish), told)
    return sentences.map(pieces => pieces.map(piece => piece.text).join('')).join(language === 'zh' ? '。' : '. ')
  })
  return [texts[0] ?? '', texts[1] ?? '']
}
const was = { profit: '259605', sales: '1000000', refund: '-39000', ads: '-62000' }
const cases = {
  fall: { now: { profit: '236100', sales: '1021000', refund: '-46966', ads: '-91890' }, was },
  growth: { now: { profit: '364500', sales: '1357000', refund: '-42067', ads: '-84134' }, was },
  flat: { now: { ...was, profit: '262000' }, was },
  same: { now: was, was },
  nothingBefore: { now: was },
  noFigures: { now: null },
  noRate: { now: { ...was, profit: null }, was, answer: { missingRates: [{ month: '2026-10-01', currency: 'EUR' }] } },
  noBaseBefore: { now: was, was: { profit: '0', sales: '0', refund: '0', ads: '0' } },
  lossBefore: { now: was, was: { ...was, profit: '-10000', refund: '-308605' } },
  small: { now: { profit: '12.5', sales: '100', refund: '0', ads: '-5' }, was: { profit: '20', sales: '100', refund: '0', ads: '-5' } },
  runningMonth: {
    now: { ...was, profit: '324000' },
    cut: { ...was, profit: '320000', refund: '21395' },
    was,
    query: { startDate: '2026-11-01', endDate: '2026-11-30' },
    compared: {
      startDate: '2026-10-01',
      endDate: '2026-10-18',
      until: '2026-11-18',
      leftOut: [
        { id: '1', shop: '云帆荷兰站', why: 'new' },
        { id: '1', shop: '云帆法国站', why: 'noData' },
      ],
      monthly: [{ measure: 'storage', was: null }],
    },
  },
  yearBefore: { now: { ...was, profit: '159605', refund: '-139000' }, was, query: { compare: 'yearBefore' } },
  week: {
    now: { ...was, profit: '359605', refund: '61000' },
    was,
    query: { startDate: '2026-11-10', endDate: '2026-11-16' },
    compared: { startDate: '2026-11-03', endDate: '2026-11-09' },
  },
  day: {
    now: { ...was, profit: '359605', refund: '61000' },
    was,
    query: { startDate: '2026-11-10', endDate: '2026-11-10' },
    compared: { startDate: '2026-11-09', endDate: '2026-11-09' },
  },
  quarter: {
    now: { ...was, profit: '359605', refund: '61000' },
    was,
    query: { startDate: '2026-07-01', endDate: '2026-09-30' },
    compared: { startDate: '2026-04-01', endDate: '2026-06-30' },
  },
  runningYear: {
    now: { ...was, profit: '359605', refund: '61000' },
    was,
    query: { startDate: '2025-12-01', endDate: '2026-11-30' },
    compared: { startDate: '2024-12-01', endDate: '2025-11-22', until: '2026-11-22' },
  },
  movers: {
    now: { ...was, profit: '159605', refund: '-139000' },
    was,
    movers: [
      { label: '云帆德国站', value: '3', difference: '-60000' },
      { label: '云帆美国站', value: '1', difference: '-900.5' },
    ],
  },
  computing: { now: was, was, answer: { computing: ['云帆美国站'] } },
  budget: { why: budgetWhy, now: { ...was, profit: '159605', refund: '-139000' }, was },
  orders: { why: salesWhy, now: { sales: '600', orders: '12' }, was: { sales: '400', orders: '10' } },
  fewerOrders: { why: salesWhy, now: { sales: '300', orders: '6' }, was: { sales: '400', orders: '10' } },
  noOrders: { why: salesWhy, now: { sales: '300', orders: '6' }, was: { sales: '0', orders: '0' } },
  acosUp: { why: acosWhy, now: { acos: '0.25', ads: '250', sales: '1000' }, was: { acos: '0.2', ads: '180', sales: '900' } },
  acosDown: { why: acosWhy, now: { acos: '0.18', ads: '180', sales: '1000' }, was: { acos: '0.2', ads: '180', sales: '900' } },
} satisfies Record<string, Case>

const expected: Record<keyof typeof cases, readonly [zh: string, en: string]> = {
  fall: [
    '10 月利润 236,100 元，比 9 月少 23,505 元（−9.1%）。主要因为：广告占比 6.2% → 9.0%，−28,588 元；但其他项目 +6,778 元',
    'Profit, Oct: CNY 236,100, CNY 23,505 (−9.1%) less than Sep. ' +
      'Mainly: Share of advertising 6.2% → 9.0%, CNY −28,588; against it: Other items CNY +6,778',
  ],
  growth: [
    '10 月利润 364,500 元，比 9 月多 104,895 元（+40.4%）。主要因为：销售收入多 35.7%，带来 +92,679 元',
    'Profit, Oct: CNY 364,500, CNY 104,895 (+40.4%) more than Sep. Mainly: Sales 35.7% higher, CNY +92,679',
  ],
  flat: ['10 月利润 262,000 元，与 9 月基本持平', 'Profit, Oct: CNY 262,000, about the same as Sep'],
  same: ['10 月利润 259,605 元，与 9 月基本持平', 'Profit, Oct: CNY 259,605, about the same as Sep'],
  nothingBefore: ['10 月利润 259,605 元， 9 月没有可比的数据', 'Profit, Oct: CNY 259,605; nothing to compare with in Sep'],
  noFigures: ['10 月的利润还算不出：没有数据，或缺少汇率', 'Profit of Oct is not known yet: no data, or a rate is missing'],
  noRate: [
    '10 月的利润还算不出：没有数据，或缺少汇率。缺少汇率：2026-10 EUR',
    'Profit of Oct is not known yet: no data, or a rate is missing. Rates missing: 2026-10 EUR',
  ],
  noBaseBefore: [
    '10 月利润 259,605 元，比 9 月多 259,605 元。主要因为：销售收入 +1,000,000 元；但其他项目 −639,395 元',
    'Profit, Oct: CNY 259,605, CNY 259,605 more than Sep. Mainly: Sales CNY +1,000,000; against it: Other items CNY −639,395',
  ],
  lossBefore: [
    '10 月利润 259,605 元，比 9 月多 269,605 元。主要因为：退款率 30.9% → 3.9%，+269,605 元',
    'Profit, Oct: CNY 259,605, CNY 269,605 more than Sep. Mainly: Refund rate 30.9% → 3.9%, CNY +269,605',
  ],
  small: [
    '10 月利润 12.50 元，比 9 月少 7.50 元（−37.5%）。主要因为：其他项目 −7.50 元',
    'Profit, Oct: CNY 12.50, CNY 7.50 (−37.5%) less than Sep. Mainly: Other items CNY −7.50',
  ],
  runningMonth: [
    '11 月 1–18 日利润 324,000 元，比上月同期多 60,395 元（+23.3%，可比）。主要因为：退款率 −3.9% → 2.1%，+60,395 元。对比中未计本期尚未入账的仓储费；1 个新店；没有数据的店铺：云帆法国站',
    'Profit, Nov 1–18: CNY 324,000, CNY 60,395 (+23.3%, like for like) more than the same days of the month before. ' +
      'Mainly: Refund rate −3.9% → 2.1%, CNY +60,395. Not in the comparison: Storage not posted for this period yet; new shops: 1; ' +
      'shops without data: 云帆法国站',
  ],
  yearBefore: [
    '10 月利润 159,605 元，比去年同期少 100,000 元（−38.5%）。主要因为：退款率 3.9% → 13.9%，−100,000 元',
    'Profit, Oct: CNY 159,605, CNY 100,000 (−38.5%) less than the year before. Mainly: Refund rate 3.9% → 13.9%, CNY −100,000',
  ],
  week: [
    '11 月 10–16 日利润 359,605 元，比前 7 天多 100,000 元（+38.5%）。主要因为：退款率 −3.9% → 6.1%，+100,000 元',
    'Profit, Nov 10–16: CNY 359,605, CNY 100,000 (+38.5%) more than the 7 days before. Mainly: Refund rate −3.9% → 6.1%, CNY +100,000',
  ],
  day: [
    '11 月 10 日利润 359,605 元，比前一天多 100,000 元（+38.5%）。主要因为：退款率 −3.9% → 6.1%，+100,000 元',
    'Profit, Nov 10: CNY 359,605, CNY 100,000 (+38.5%) more than the day before. Mainly: Refund rate −3.9% → 6.1%, CNY +100,000',
  ],
  quarter: [
    '2026 年第 3 季度利润 359,605 元，比 2026 年第 2 季度多 100,000 元（+38.5%）。主要因为：退款率 −3.9% → 6.1%，+100,000 元',
    'Profit, Q3 2026: CNY 359,605, CNY 100,000 (+38.5%) more than Q2 2026. Mainly: Refund rate −3.9% → 6.1%, CNY +100,000',
  ],
  runningYear: [
    '2025-12-01 至 2026-11-22利润 359,605 元，比 2024-12-01 至 2025-11-22多 100,000 元（+38.5%）。主要因为：退款率 −3.9% → 6.1%，+100,000 元',
    'Profit, 2025-12-01 – 2026-11-22: CNY 359,605, CNY 100,000 (+38.5%) more than 2024-12-01 – 2025-11-22. ' +
      'Mainly: Refund rate −3.9% → 6.1%, CNY +100,000',
  ],
  movers: [
    '10 月利润 159,605 元，比 9 月少 100,000 元（−38.5%）。主要因为：退款率 3.9% → 13.9%，−100,000 元。云帆德国站 −60,000 元、云帆美国站 −900.50 元变动最大',
    'Profit, Oct: CNY 159,605, CNY 100,000 (−38.5%) less than Sep. Mainly: Refund rate 3.9% → 13.9%, CNY −100,000. ' +
      'Moved most: 云帆德国站 CNY −60,000, 云帆美国站 CNY −900.50',
  ],
  computing: [
    '10 月利润 259,605 元，与 9 月基本持平。正在计算：云帆美国站',
    'Profit, Oct: CNY 259,605, about the same as Sep. Being computed: 云帆美国站',
  ],
  budget: [
    '10 月利润 159,605 元，比预算少 100,000 元（−38.5%）。主要因为：退款率 3.9% → 13.9%，−100,000 元',
    'Profit, Oct: CNY 159,605, CNY 100,000 (−38.5%) less than the budget. Mainly: Refund rate 3.9% → 13.9%, CNY −100,000',
  ],
  orders: [
    '10 月销售收入 600.00 元，比 9 月多 200.00 元（+50.0%）。主要因为：客单价 40.00 元 → 50.00 元，+120.00 元；订单数 10 → 12，+80.00 元',
    'Sales, Oct: CNY 600.00, CNY 200.00 (+50.0%) more than Sep. ' +
      'Mainly: Sales an order CNY 40.00 → CNY 50.00, CNY +120.00; Orders 10 → 12, CNY +80.00',
  ],
  fewerOrders: [
    '10 月销售收入 300.00 元，比 9 月少 100.00 元（−25.0%）。主要因为：订单数 10 → 6，−160.00 元；但客单价 40.00 元 → 50.00 元，+60.00 元',
    'Sales, Oct: CNY 300.00, CNY 100.00 (−25.0%) less than Sep. Mainly: Orders 10 → 6, CNY −160.00; ' +
      'against it: Sales an order CNY 40.00 → CNY 50.00, CNY +60.00',
  ],
  noOrders: ['10 月销售收入 300.00 元，比 9 月多 300.00 元', 'Sales, Oct: CNY 300.00, CNY 300.00 more than Sep'],
  acosUp: [
    '10 月 ACOS 25.0%，比 9 月高 5.0 个百分点。主要因为：花费 180.00 元 → 250.00 元，+7.8 个百分点；但销售额 900.00 元 → 1,000 元，−2.8 个百分点',
    'ACOS, Oct: 25.0%, 5.0 percentage points higher than Sep. ' +
      'Mainly: Spend CNY 180.00 → CNY 250.00, +7.8 percentage points; against it: Sales CNY 900.00 → CNY 1,000, −2.8 percentage points',
  ],
  acosDown: [
    '10 月 ACOS 18.0%，比 9 月低 2.0 个百分点。主要因为：销售额 900.00 元 → 1,000 元，−2.0 个百分点',
    'ACOS, Oct: 18.0%, 2.0 percentage points lower than Sep. Mainly: Sales CNY 900.00 → CNY 1,000, −2.0 percentage points',
  ],
}

describe('sentences', () => {
  it.each(Object.keys(cases) as (keyof typeof cases)[])('%s', name => expect(said(cases[name])).toEqual(expected[name]))
  it('have no Chinese left in English', () => {
    for (const one of Object.values(cases)) expect(said(one)[1].replaceAll(/云帆.国站|云帆荷兰站/g, '')).not.toMatch(/[\u4e00-\u9fff]/)
  })
  it('give the rows of each number: no text outside is a figure of money', () => {
    const { sentences } = inWhyWords(part => inWords(part, 'zh', {}), toldOf(cases.movers))
    const links = sentences.flat().filter(piece => piece.measures !== undefined)
    expect(links.map(({ text, measures, where }) => [text, measures, where])).toEqual([
      ['159,605 元', ['profit'], undefined],
      ['100,000 元', ['profit'], undefined],
      ['−100,000 元', ['refund'], undefined],
      ['−60,000 元', ['profit'], { shop: ['3'] }],
      ['−900.50 元', ['profit'], { shop: ['1'] }],
    ])
  })
})
