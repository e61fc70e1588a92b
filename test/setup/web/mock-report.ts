/** A small report for tests: sales, refunds, fees of two kinds, profit and margin of a shop with euros and one with dollars. */
import type {
  LackingAnswer,
  LinesAnswer,
  ListDefinition,
  MeasureDefinition,
  ReportAnswer,
  ReportDefinition,
  ReportQuery,
  ReportRow,
} from '#platform/declare/wire.ts'
import { listDefinition } from '#platform/web/gallery/mock-definitions.ts'
import { ok, type MockCall, type MockHandler } from '#platform/web/gallery/mock-api.ts'

const base = '/api-2024'

function measure(name: string, title: string, more: Partial<MeasureDefinition> = {}): MeasureDefinition {
  return {
    name,
    title,
    class: 'sum',
    kind: 'money',
    formula: `${title} = Σ 金额`,
    source: '来自结算报告。',
    operands: [],
    waterfall: null,
    ...more,
  }
}

export const profit: ReportDefinition = {
  name: 'amazonProfit',
  title: '亚马逊利润',
  owner: { dimension: 'shop', field: 'shopIds' },
  dimensions: [
    { name: 'shop', title: '店铺', kind: 'reference', target: 'shop', time: null, about: null, opens: null },
    { name: 'sku', title: 'MSKU', kind: 'text', target: null, time: null, about: 'product', opens: null },
    { name: 'month', title: '月份', kind: 'month', target: null, time: 'month', about: null, opens: null },
  ],
  measures: [
    measure('sales', '销售收入', { waterfall: 1 }),
    measure('refund', '退款', { waterfall: 2 }),
    measure('fees', '平台费用', {
      class: 'plus',
      operands: ['commission', 'subscription'],
      formula: '平台费用 = 销售佣金 + 订阅费',
      waterfall: 3,
    }),
    measure('profit', '利润', {
      class: 'plus',
      operands: ['sales', 'refund', 'fees'],
      formula: '利润 = 销售收入 + 退款 + 平台费用',
      waterfall: 4,
    }),
    measure('margin', '利润率', { class: 'ratio', kind: 'percent', operands: ['profit', 'sales'], formula: '利润率 = 利润 ÷ 销售收入' }),
    measure('units', '销量', { kind: 'integer' }),
    measure('commission', '销售佣金'),
    measure('subscription', '订阅费'),
    measure('unmapped', '未映射'),
  ],
  by: ['shop', 'sku', 'month'],
  main: [],
  keyFigures: ['sales', 'profit', 'margin'],
  beside: [],
  hasCurrencies: true,
  time: 'month',
  clocks: [],
  compare: [
    { name: 'before', was: '上期', difference: '环比增减', rate: '环比' },
    { name: 'yearBefore', was: '去年同期', difference: '同比增减', rate: '同比' },
  ],
  calls: {
    rows: { method: 'POST', path: `${base}/AmzFinanceProfit/list` },
    lines: { method: 'POST', path: `${base}/AmzTransaction/detailList` },
    lacking: { method: 'POST', path: `${base}/AmzFinanceProfit/missingCosts` },
    compute: { method: 'POST', path: `${base}/AmazonTransactionReport/calcFinanceAzmTransDetail` },
    export: { method: 'POST', path: `${base}/AmzFinanceProfit/export` },
  },
}

export const profitList: ListDefinition = listDefinition('amazonProfit', '亚马逊利润', [], {
  report: profit,
  empty: '这个期间还没有亚马逊利润数据',
})

export const euros = {
  sales: '100.1000',
  refund: '-0.3000',
  fees: '-20.0550',
  profit: '79.7450',
  margin: '0.796653',
  units: '4',
  commission: '-15.0550',
  subscription: '-5.0000',
  unmapped: '0.0000',
}
export const dollars = {
  sales: null,
  refund: null,
  fees: '-2.0000',
  profit: null,
  margin: null,
  units: '1',
  commission: '-2.0000',
  subscription: '0.0000',
  unmapped: '0.0000',
}

export const rowOf = (key: Readonly<Record<string, string>>, currency: string, values: ReportRow['values'], label?: string): ReportRow => ({
  key,
  label: Object.fromEntries(Object.entries(key).map(([name, value]) => [name, label ?? value])),
  currency,
  values,
})

export const answerOf = (list: readonly ReportRow[], more: Partial<ReportAnswer> = {}): ReportAnswer => ({
  list,
  total: list.length,
  pageNum: 1,
  pageSize: 50,
  totals: [],
  computing: [],
  missingRates: [],
  unmapped: 0,
  ...more,
})

/** What the earlier period gave: half of everything. */
export const eurosBefore = { ...euros, sales: '50.0500', commission: '-7.5000', margin: '0.500000', profit: '0.0000', units: '5' }

/** Rows held against an earlier period, in two currencies. */
export const comparedRows = (query: ReportQuery): ReportAnswer =>
  answerOf([{ ...rowOf({ shop: '3' }, 'EUR', euros, '德国店'), ...(query.compare === undefined ? {} : { was: eurosBefore }) }], {
    totals: [
      { currency: 'EUR', values: euros, was: eurosBefore },
      { currency: 'USD', values: dollars, was: dollars },
    ],
    converted: {
      currency: 'CNY',
      values: { ...euros, sales: '900.0000' },
      was: eurosBefore,
      missingRates: [{ month: '2025-03', currency: 'USD' }],
    },
    ...(query.compare === undefined
      ? {}
      : { compared: { startDate: '2024-01-01', endDate: '2024-12-31', until: '2025-12-31', isEmpty: false, leftOut: [], monthly: [] } }),
  })

export const queryOf = (call: MockCall): ReportQuery => call.body as ReportQuery

/** First level: two shops; below a shop its SKUs; below a SKU its months. */
export function rowsOf(query: ReportQuery): ReportAnswer {
  const [level = ''] = query.by
  if (level === 'shop') {
    return answerOf([rowOf({ shop: '3' }, 'EUR', euros, '德国店'), rowOf({ shop: '1' }, 'USD', dollars, '美国店')], {
      totals: [
        { currency: 'EUR', values: euros },
        { currency: 'USD', values: dollars },
      ],
      missingRates: [{ month: '2025-10', currency: 'CAD' }],
      unmapped: 3,
    })
  }
  if (level === 'sku') {
    const row = rowOf({ sku: query.pageNum === 2 ? 'MAT' : 'LAMP' }, 'EUR', euros)
    return answerOf([{ ...row, label: { ...row.label, product: query.pageNum === 2 ? '地垫' : '台灯' } }], { total: 51 })
  }
  return answerOf([rowOf({ month: '2025-10' }, 'EUR', euros)], {
    totals: [
      { currency: 'EUR', values: euros },
      { currency: 'USD', values: dollars },
    ],
  })
}

export const lackingCosts: LackingAnswer = {
  missingCosts: 2,
  lackingCosts: [
    { shop: '德国店', sku: 'LAMP', product: 'P7 台灯' },
    { shop: '美国店', sku: 'MAT-US', product: null },
  ],
}

export const commissionLines: LinesAnswer = {
  columns: [
    { field: 'day', title: '入账日期', kind: 'date' },
    { field: 'orderId', title: '订单号', kind: 'text' },
    { field: 'amount', title: '金额', kind: 'money' },
  ],
  list: [
    { id: '1', day: '2025-10-03', orderId: '302-1', amount: '-10.0550' },
    { id: '2', day: '2025-10-04', orderId: '302-2', amount: '-5.0000' },
  ],
  total: 2,
  pageNum: 1,
  pageSize: 20,
  sums: { EUR: '-15.0550' },
  figure: '-15.0550',
}

export const reportHandlers: Readonly<Record<string, MockHandler>> = {
  'POST /listField/getByType': () => ok(profitList),
  'POST /AmzFinanceProfit/list': call => ok(rowsOf(queryOf(call))),
  'POST /AmzFinanceProfit/missingCosts': () => ok(lackingCosts),
  'POST /AmzTransaction/detailList': () => ok(commissionLines),
  'POST /AmazonTransactionReport/calcFinanceAzmTransDetail': () => ok({ taskId: '9' }),
}
