/**
 * 利润口径对比: what lies between two clocks of money, by cause, to the cent. One report over what the roll-up of amounts stores for all clocks;
 * its switch chooses the two. Moves between months are measures, so that by one clock and moves make by the other in each row and total.
 */
import { bridgeOf } from './bridge-of.ts'
import { bridgeCauses, bridgeParts } from '#platform/declare/bridge-words.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { inOwnersCurrency, key, minus, plus, report, sum, times, via, type Labels, type Leaf } from '#platform/declare/report.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { amounts } from '../../facts/amounts.ts'
import { financeItems } from '../../base/finance-items.ts'
import { moneyClocks, type MoneyClock } from '../../facts/clocks/words.ts'

const clocks = Object.keys(moneyClocks) as MoneyClock[]
/** Each two, the one that comes first in time before the other; the books against each of the others. */
const order: readonly MoneyClock[] = ['event', 'shipment', 'settlement', 'cash']
const pairs: readonly (readonly [MoneyClock, MoneyClock])[] = [
  // the one that is asked for most comes first
  ['event', 'settlement'],
  ...order
    .flatMap((from, at) => order.slice(at + 1).map(to => [from, to] as const))
    .filter(([from, to]) => from !== 'event' || to !== 'settlement'),
  ...clocks.filter(one => one !== 'booked').map(to => ['booked', to] as const),
]
const nameOf = ([from, to]: readonly [MoneyClock, MoneyClock]): string => `${from}_${to}`
const both = (at: 0 | 1, [from, to]: readonly [MoneyClock, MoneyClock]): string =>
  `${moneyClocks[from].title[at]} → ${moneyClocks[to].title[at]}`
const faces: Readonly<Record<string, Labels>> = Object.fromEntries(
  pairs.map(pair => [
    nameOf(pair),
    {
      title: [both(0, pair), both(1, pair)],
      help: ['同一笔金额按前后两个口径落在不同月份的原因。', 'Why the same amounts lie in other months by the second clock.'],
    } satisfies Labels,
  ]),
)

const bridges = new Map(pairs.map(pair => [nameOf(pair), bridgeOf(amounts, pair)]))
const [first] = bridges.values()
if (first === undefined) throw new Error('no two clocks')
/** The first of them, which leads to the others. */
const between: Rollup = {
  ...first,
  clocks: Object.fromEntries([...bridges].map(([name, of]) => [name, { key: '', of }])),
}
export const bridgeRollups: readonly Rollup[] = [between, ...bridges.values()]

const outOf: Title = ['按前一口径在本行、按后一口径不在的金额，取负数。', 'By the first clock in this row, by the second not: taken off.']
const into: Title = ['按后一口径在本行、按前一口径不在的金额。', 'By the second clock in this row, by the first not.']
const { out, in: come } = bridgeParts
const move = (cause: keyof typeof bridgeCauses, part: number, title: Title, when: Leaf['when'] = {}): Leaf => {
  const [code] = bridgeCauses[cause]
  return sum(between, 'amount', { title, source: part === out ? outOf : into, when: { part: [part], cause: [code], ...when } })
}
const titleOf = (cause: keyof typeof bridgeCauses): Title => {
  const [, zh, en] = bridgeCauses[cause]
  return [zh, en]
}
const causes = ['later', 'deferred', 'never', 'earlier', 'fromEarlier', 'fromLater', 'fromNever'] as const

export const clockBridge = report('clockBridge', {
  title: ['利润口径对比', 'Between clocks'],
  scope: grantedShops,
  permission: 'finance.profit',
  dimensions: {
    shop: key('shopId', { title: ['店铺', 'Shop'], kind: 'reference', label: { table: 'shop', on: 'id', column: 'name' }, target: 'shop' }),
    platform: via(
      [
        { table: 'shop', on: { id: 'shopId' } },
        { table: 'marketplace', on: { code: 'marketplaceCode' } },
      ],
      'platform',
      { title: ['平台', 'Platform'], kind: 'choice', choices: platformChoices },
    ),
    kind: key('kindId', {
      title: ['费用类型', 'Kind'],
      kind: 'reference',
      label: { table: 'amazon_kind', on: 'id', column: 'title', columnEn: 'title_en' },
      target: 'amazonKind',
    }),
    sku: key('sku', { title: ['MSKU', 'Seller SKU'], kind: 'text' }),
    ...times('month', 'quarter', 'year'),
  },
  measures: {
    from: sum(between, 'amount', {
      title: ['前一口径', 'By the first clock'],
      source: ['按前一口径的全部金额。', 'All amounts by the first clock.'],
      when: { part: [bridgeParts.from] },
      waterfall: 1,
    }),
    later: { ...move('later', out, titleOf('later')), waterfall: 2 },
    deferred: { ...move('never', out, ['递延未放款', 'Deferred, not released'], { deferred: [true] }), waterfall: 3 },
    never: { ...move('never', out, ['尚未结算或到账', 'Not settled or paid yet'], { deferred: [false] }), waterfall: 4 },
    earlier: { ...move('earlier', out, titleOf('earlier')), waterfall: 5 },
    fromEarlier: { ...move('fromEarlier', come, titleOf('fromEarlier')), waterfall: 6 },
    fromLater: { ...move('fromLater', come, titleOf('fromLater')), waterfall: 7 },
    fromNever: { ...move('fromNever', come, titleOf('fromNever')), waterfall: 8 },
    to: sum(between, 'amount', {
      title: ['后一口径', 'By the second clock'],
      source: ['按后一口径的全部金额。', 'All amounts by the second clock.'],
      when: { part: [bridgeParts.to] },
      waterfall: 9,
    }),
    explained: plus(causes, {
      title: ['各原因合计', 'All causes'],
      source: ['以上各原因之和，等于后一口径减前一口径。', 'All causes together: the second clock less the first.'],
    }),
    difference: minus('to', 'from', {
      title: ['差额', 'Difference'],
      source: ['后一口径减前一口径。', 'The second clock less the first.'],
    }),
    unexplained: minus('difference', 'explained', {
      title: ['未解释', 'Not explained'],
      source: ['差额减各原因合计，应为 0。', 'The difference less all causes: zero.'],
    }),
    reserve: sum(between, 'amount', {
      title: ['其中预留金', 'Of which reserves'],
      source: ['各原因中属于预留金的部分。', 'The part of the causes that is reserves.'],
      when: { part: [out, come], item: [financeItems.reserve.id] },
    }),
    transfers: sum(between, 'amount', {
      title: ['其中转账', 'Of which transfers'],
      source: ['各原因中属于转账和欠款结转的部分。', 'The part of the causes that is transfers and debt carried over.'],
      when: { part: [out, come], item: [financeItems.transfer.id, financeItems.debtCarried.id] },
    }),
  },
  main: ['from', ...causes, 'to', 'unexplained'],
  keyFigures: ['from', 'to', 'difference', 'unexplained'],
  by: ['shop', 'month', 'kind'],
  time: 'month',
  clocks: faces,
  conversion: inOwnersCurrency,
  paths: { rows: '/clockBridge/list', lines: '/clockBridge/lines', export: '/clockBridge/export' },
})
