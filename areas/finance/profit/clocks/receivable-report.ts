/**
 * 平台应收余额: what marketplaces owe by shop and day, week, month or year, from the days that are stored: what happened adds to it, what
 * arrived takes off it. A balance is worth what the rate of the month makes it in which it stands.
 */
import { date, money, month, reference, referenceBy } from '#platform/declare/fields.ts'
import { inOwnersCurrency, position, report, sum, times } from '#platform/declare/report.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { ofShop } from '#areas/reference/index.ts'
import { figures } from '#platform/server/reports.ts'
import { financeReceivable } from './receivable.ts'

const fact = financeReceivable
export const receivables = rollup('finance_owed', {
  title: ['平台应收汇总', 'Receivables'],
  scope: grantedShops,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('日期', 'Day'),
    month: month('月份', 'Month'),
    currency: referenceBy('币种', 'Currency', 'currency', 'code'),
  },
  sums: {
    change: money('应收变动', 'Change'),
    events: money('发生', 'Events'),
    payouts: money('到账', 'Pay-outs'),
  },
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month', 'currency'],
    ['shopId', 'day', 'currency'],
  ],
  from: [
    {
      name: 'events',
      title: ['平台应收：本日发生', 'Receivables: events of the day'],
      fact,
      booked: 'day',
      sums: { change: 'events', events: 'events' },
      check: 'events',
      lines: {},
    },
    {
      name: 'payouts',
      title: ['平台应收：本日到账', 'Receivables: pay-outs of the day'],
      fact,
      booked: 'day',
      sums: { change: { minus: 'payouts' }, payouts: 'payouts' },
      check: { minus: 'payouts' },
      lines: {},
    },
  ],
})

const byEvent: Title = ['平台应收：按事件日的全部金额。', 'Receivables: all amounts by the day they happened.']
export const receivableBalance = report('financeReceivableBalance', {
  title: ['平台应收余额', 'Receivable balances'],
  scope: grantedShops,
  permission: 'finance.receivable',
  dimensions: { ...ofShop, ...times('day', 'week', 'month', 'quarter', 'year') },
  measures: {
    opening: position('change', 'opening', {
      title: ['期初应收', 'Opening'],
      source: ['该行时间开始前一天的余额，按那一天所在月份的汇率。', 'What was owed on the day before, by the rate of that day’s month.'],
      kind: 'money',
    }),
    events: sum(receivables, 'events', { title: ['发生', 'Events'], source: byEvent }),
    payouts: sum(receivables, 'payouts', {
      title: ['到账', 'Pay-outs'],
      source: ['与银行流水核对的放款所含的金额。', 'The amounts of pay-outs that bank lines were matched with.'],
    }),
    change: sum(receivables, 'change', {
      title: ['应收变动', 'Change'],
      source: ['发生减到账，各按其月份的汇率。', 'Events less pay-outs, each by the rate of its month.'],
    }),
    closing: position('change', 'closing', {
      title: ['期末应收', 'Closing'],
      source: [
        '到该行时间结束为止的余额，按那一天所在月份的汇率；换算成另一币种时，与期初加变动的差额是汇率变动。',
        'What is owed at the end of the row’s time, by the rate of that month; converted, it is not opening and change where rates moved.',
      ],
      kind: 'money',
    }),
  },
  main: ['opening', 'events', 'payouts', 'closing'],
  keyFigures: ['closing', 'events', 'payouts'],
  by: ['shop'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  conversion: inOwnersCurrency,
  paths: {
    rows: '/financeReceivableBalance/report',
    lines: '/financeReceivableBalance/lines',
    export: '/financeReceivableBalance/export',
    compute: '/financeReceivableBalance/compute',
  },
})

export const receivableFigures = figures([receivableBalance])
