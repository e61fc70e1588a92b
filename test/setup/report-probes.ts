/**
 * For tests: a report of warehouses. Its facts belong to another owner than a shop, two of its roll-ups are the same facts by both of their
 * days and hold no money, and the third has keys that the others lack.
 */
import { choice, date, integer, money, month, reference, text } from '#platform/declare/fields.ts'
import { abc, inBaseCurrency, key, moving, position, ratio, report, share, sum, times } from '#platform/declare/report.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { through } from '#platform/declare/scope.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { figures } from '#platform/server/verbs/figures.ts'

const ofWarehouse = through('warehouseId')
const warehouse = () => reference('仓库', 'Warehouse', 'warehouse')
const goods = () => text('货物', 'Goods')
const reason = () => choice('原因', 'Reason', { arrived: [1, '入库', 'Arrived'], left: [2, '出库', 'Left'] })

const move = resource('probe_move', {
  title: ['出入库', 'Moves'],
  access: { scope: ofWarehouse },
  fields: {
    warehouseId: warehouse(),
    movedOn: date('发生日期', 'Moved on'),
    bookedOn: date('入账日期', 'Booked on'),
    goods: goods(),
    reason: reason(),
    pieces: integer('件数', 'Pieces'),
  },
})
const fee = resource('probe_fee', {
  title: ['仓储费', 'Fees'],
  access: { scope: ofWarehouse },
  fields: {
    warehouseId: warehouse(),
    feeOn: date('日期', 'Day'),
    channel: text('渠道', 'Channel'),
    currency: text('币种', 'Currency'),
    amount: money('金额', 'Amount'),
  },
})

const time = { day: date('日期', 'Day'), month: month('月份', 'Month') }
const moves = (name: string, clock: 'booked' | 'posted') =>
  rollup(name, {
    title: ['出入库汇总', 'Moves'],
    scope: ofWarehouse,
    owner: 'warehouseId',
    clock,
    keys: { warehouseId: warehouse(), ...time, goods: goods(), reason: reason() },
    sums: { pieces: integer('件数', 'Pieces') },
    count: ['次数', 'Moves'],
    grains: [
      ['warehouseId', 'month', 'reason'],
      ['warehouseId', 'day', 'goods', 'reason'],
    ],
    from: [
      {
        name: 'moves',
        title: ['出入库', 'Moves'],
        fact: move as unknown as Resource,
        booked: 'bookedOn',
        posted: 'movedOn',
        sums: { pieces: 'pieces' },
        check: 'pieces',
        lines: {},
      },
    ],
  })
export const bookedMoves = moves('probe_booked', 'booked')
export const movedMoves = moves('probe_moved', 'posted')
export const fees = rollup('probe_fees', {
  title: ['仓储费汇总', 'Fees'],
  scope: ofWarehouse,
  owner: 'warehouseId',
  keys: { warehouseId: warehouse(), ...time, channel: text('渠道', 'Channel'), currency: text('币种', 'Currency') },
  sums: { amount: money('金额', 'Amount') },
  count: ['笔数', 'Fees'],
  grains: [['warehouseId', 'day', 'channel', 'currency']],
  from: [
    {
      name: 'fees',
      title: ['仓储费', 'Fees'],
      fact: fee as unknown as Resource,
      booked: 'feeOn',
      sums: { amount: 'amount' },
      check: 'amount',
      lines: {},
    },
  ],
})

const face = (zh: string, en: string) => ({ title: [zh, en] as const, source: ['测试', 'Test'] as const })
export const stockReport = report('probeStock', {
  title: ['仓库统计', 'Stock statistics'],
  scope: ofWarehouse,
  permission: 'probe.stock',
  dimensions: {
    warehouse: key('warehouseId', {
      title: ['仓库', 'Warehouse'],
      kind: 'reference',
      label: { table: 'warehouse', on: 'id', column: 'name' },
      target: 'warehouse',
    }),
    goods: key('goods', { title: ['货物', 'Goods'], kind: 'text' }),
    channel: key('channel', { title: ['渠道', 'Channel'], kind: 'text' }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    booked: sum(bookedMoves, 'pieces', { ...face('入账件数', 'Pieces booked'), kind: 'integer' }),
    moved: sum(movedMoves, 'pieces', { ...face('发生件数', 'Pieces moved'), kind: 'integer' }),
    left: sum(movedMoves, 'pieces', { ...face('出库件数', 'Pieces left'), kind: 'integer', when: { reason: [2] } }),
    fees: sum(fees, 'amount', face('仓储费', 'Fees')),
    share: ratio('left', 'moved', face('出库占比', 'Share that left')),
    movedShare: share('moved', face('件数占比', 'Share of pieces')),
    feeShare: share('fees', face('仓储费占比', 'Share of fees')),
    movedMean: moving('moved', 7, face('日均件数', 'Pieces a day')),
    feeMean: moving('fees', 28, { ...face('日均仓储费', 'Fees a day'), kind: 'money' }),
    feeOfPiece: ratio('feeMean', 'movedMean', face('每件仓储费', 'Fee of a piece')),
    movedClass: abc('moved', face('件数 ABC', 'Class by pieces')),
    feeClass: abc('fees', face('仓储费 ABC', 'Class by fees')),
  },
  by: ['warehouse'],
  time: 'month',
  compare: ['before'],
  conversion: inBaseCurrency,
  paths: { rows: '/probeStock/report', lines: '/probeStock/lines', export: '/probeStock/export', compute: '/probeStock/compute' },
})

export const balanceReport = report('probeBalance', {
  title: ['仓库结存', 'Balances'],
  scope: ofWarehouse,
  permission: 'probe.stock',
  dimensions: {
    warehouse: key('warehouseId', {
      title: ['仓库', 'Warehouse'],
      kind: 'reference',
      label: { table: 'warehouse', on: 'id', column: 'name' },
      target: 'warehouse',
    }),
    goods: key('goods', { title: ['货物', 'Goods'], kind: 'text' }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    moved: sum(movedMoves, 'pieces', { ...face('发生件数', 'Pieces moved'), kind: 'integer' }),
    left: sum(movedMoves, 'pieces', { ...face('出库件数', 'Pieces left'), kind: 'integer', when: { reason: [2] } }),
    opening: position('moved', 'opening', face('期初件数', 'Pieces at first')),
    closing: position('moved', 'closing', face('期末件数', 'Pieces at last')),
    gone: position('left', 'closing', face('累计出库', 'Pieces gone')),
    fees: sum(fees, 'amount', face('仓储费', 'Fees')),
    owedBefore: position('fees', 'opening', { ...face('期初仓储费', 'Fees at first'), kind: 'money' }),
    owed: position('fees', 'closing', { ...face('累计仓储费', 'Fees at last'), kind: 'money' }),
  },
  by: ['warehouse'],
  time: 'month',
  compare: ['before'],
  conversion: inBaseCurrency,
  paths: { rows: '/probeBalance/report', lines: '/probeBalance/lines', export: '/probeBalance/export', compute: '/probeBalance/compute' },
})

const own = figures([stockReport, balanceReport])
export const probeArea: Area = {
  ...own,
  name: 'probe',
  title: ['测试', 'Probe'],
  resources: [move, fee].map(r => r as unknown as Resource).concat(own.resources),
}
