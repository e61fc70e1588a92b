/** 盘点单: what lies there is counted, without seeing what the books say, and the difference is posted. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, dateTime, decimal, flag, integer, links, reference, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { granted } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { abcClasses } from '../location-tables.ts'
import { decider, goodsRights, product, programStep, voidStep, warehouse, warehouseOf, worker } from './words.ts'

export const countKinds = {
  all: [1, '全盘', 'All', 'info'],
  cycle: [2, '循环', 'Cycle', 'quiet'],
  some: [3, '抽盘', 'Some', 'quiet'],
} as const
/** what the books say is told to who decides alone */
const { decide: see } = goodsRights
const open = ['remark', 'attachments'] as const

export const goodsCount = document('goods_count', {
  type: 'goodsCount',
  title: ['盘点单', 'Stock count'],
  number: 'PD',
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    warehouseId: warehouse(),
    kind: choice('类型', 'Kind', countKinds, {
      default: 3,
      filter: 'select',
      as: 'radio',
      width: 90,
      help: ['循环：A 类 30 天、B 类 90 天、C 类 180 天没有盘过的库存', 'Cycle: what was not counted for 30 (A), 90 (B) or 180 (C) days'],
    }),
    state: choice(
      '状态',
      'State',
      {
        planned: [0, '计划', 'Planned', 'quiet'],
        counting: [2, '盘点中', 'Counting', 'info'],
        again: [3, '复盘中', 'Counted again', 'warn'],
        review: [4, '待审', 'To approve', 'warn'],
        posted: [7, '已过账', 'Posted', 'good'],
        reversed: [8, '已冲销', 'Reversed', 'bad'],
        voided: [9, '已作废', 'Void', 'quiet'],
      },
      { default: 0, filter: 'select', width: 100 },
    ),
    blind: flag('盲盘', 'Blind', {
      default: true,
      width: 80,
      help: ['盘点人看不到账面数，能看账面数的人也不能盘', 'Who counts sees no book quantity, and who sees it does not count'],
    }),
    zoneId: reference('区或库位', 'Zone or bin', 'goods_location', {
      optional: true,
      filter: 'select',
      narrowedBy: { warehouseId: 'warehouseId' },
      width: 140,
      help: [
        '加工商处的物料：选 WW- 加生产单号的库位，少的由到货差异决定扣款还是我方承担',
        'Parts at a subcontractor: the place WW- and the order; what lacks is charged or borne by a difference at receipt',
      ],
    }),
    abc: choice('ABC 分类', 'ABC', abcClasses, {
      optional: true,
      show: false,
      width: 90,
      help: ['只盘这一类商品；分类每晚按 90 天发出金额更新', 'Products of this class alone; classes are set each night'],
    }),
    productIds: links('商品', 'Products', 'product', { optional: true, max: 200, show: false }),
    tolerance: decimal('允许差异（%）', 'Tolerance (%)', 4, {
      default: '0',
      min: 0,
      max: 100,
      show: false,
      help: ['差异超过账面数的这个比例要由另一人复盘', 'A difference above it is counted again by another person'],
    }),
    toldOn: date('三方仓库存日期', 'Day of the stock sheet', {
      optional: true,
      computed: true,
      show: false,
      width: 120,
      help: ['由三方仓库存表盘点，不要复盘', 'Counted by the sheet of a third-party warehouse, not again by a person'],
    }),
    lineCount: integer('行数', 'Lines', { default: 0, computed: true, width: 80 }),
    countedLines: integer('已盘行数', 'Counted', { default: 0, computed: true, width: 90 }),
  },
  list: {
    empty: ['按仓库、区或商品盘点，差异审核后过账', 'Counts of a warehouse, a zone or products; differences are approved and posted'],
  },
  storage: { index: [['warehouseId', 'state', '-businessOn'], ['zoneId']] },
  life: {
    states: machine('state', {
      states: {
        planned: { edit: 'all', remove: true },
        counting: { edit: open },
        again: { edit: open },
        review: { edit: open },
        posted: { edit: open, final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        start: { title: ['开始盘点', 'Start'], from: ['planned'], to: 'counting', may: worker, tone: 'primary' },
        finish: { title: ['盘点完成', 'Counted'], from: ['counting'], to: 'again', may: worker, tone: 'primary' },
        finishAgain: { title: ['复盘完成', 'Counted again'], from: ['again'], to: 'review', may: worker, tone: 'primary' },
        recount: {
          title: ['重新盘点', 'Count anew'],
          from: ['review'],
          to: 'counting',
          may: decider,
          confirm: [
            '退回盘点，复盘数清空，实盘数可以修改？',
            'Send it back? What was counted again is cleared, the first figures can be changed',
          ],
        },
        agree: programStep(['无需复盘', 'Nothing to count again'], ['again'], 'review'),
        approve: {
          title: ['审核过账', 'Approve and post'],
          from: ['review'],
          to: 'posted',
          may: decider,
          tone: 'primary',
          confirm: ['差异过账后库存随即改变，确定？', 'Post the differences? The stock changes at once'],
          set: { businessOn: 'now' },
        },
        void: voidStep(['planned', 'counting', 'again', 'review']),
      },
    }),
    approval: approval(
      { approve: { title: ['盘点差异', 'Differences of a count'], steps: ['approve'] } },
      { figures: ['no', 'warehouseId', 'kind'] },
    ),
    posts: { step: 'approve', reversed: 'reversed', may: decider, but: open },
  },
})

const cellField = { editDisabled: true } as const
const counted = (zh: string, en: string) => decimal(zh, en, 6, { optional: true, min: 0, width: 100 })
const byBook = (zh: string, en: string) => decimal(zh, en, 6, { optional: true, computed: true, see, width: 100 })

export const goodsCountLine = lines('goods_count_line', {
  type: 'goodsCountLine',
  title: ['盘点明细', 'Count line'],
  of: { countId: reference('盘点单', 'Stock count', 'goods_count', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 5_000,
  access: { permission: 'goodsCount' },
  fields: {
    warehouseId: warehouseOf('countId.warehouseId'),
    locationId: reference('库位', 'Location', 'goods_location', {
      ...cellField,
      filter: 'select',
      narrowedBy: { warehouseId: 'warehouseId' },
      width: 130,
    }),
    productId: { ...product(), options: { ...product().options, ...cellField } },
    batchId: reference('批次', 'Batch', 'goods_batch', {
      ...cellField,
      optional: true,
      narrowedBy: { productId: 'productId' },
      width: 130,
    }),
    labelId: reference('标签（MSKU）', 'Label (seller SKU)', 'sku_map', {
      ...cellField,
      optional: true,
      narrowedBy: { productId: 'productId' },
      noForeignKey: true,
      width: 150,
    }),
    reason: text('说明', 'Note', { max: 100, optional: true, width: 130 }),
    counted1: counted('实盘', 'Counted'),
    counted2: counted('复盘', 'Counted again'),
    again: flag('要复盘', 'To count again', { default: false, computed: true, filter: 'select', width: 80 }),
    shownBook: decimal('账面（明盘）', 'Book', 6, { optional: true, computed: true, show: false, width: 100 }),
    book1: byBook('账面', 'Book'),
    book2: byBook('复盘账面', 'Book, again'),
    difference: byBook('差异', 'Difference'),
    unitCost: decimal('单位成本（CNY）', 'Unit cost (CNY)', 8, {
      optional: true,
      computed: true,
      see: goodsRights.price,
      show: false,
      width: 110,
      help: ['过账时商品的单位成本', 'What a unit of the product cost when the count was posted'],
    }),
    countedBy: reference('盘点人', 'Counted by', 'employee', { optional: true, computed: true, width: 90 }),
    countedAt: dateTime('盘点时间', 'Counted at', { optional: true, computed: true, show: false }),
    againBy: reference('复盘人', 'Again by', 'employee', { optional: true, computed: true, show: false, width: 90 }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['locationId', 'productId'], ['batchId']] },
})

export const countTables = { goodsCount, goodsCountLine }
