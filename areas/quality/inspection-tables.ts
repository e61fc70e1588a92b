/** 检验单: a lot that is looked at, what was found, and where it goes. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, dateTime, decimal, files, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { anyOf, granted, ownedBy } from '#platform/declare/scope.ts'
import { byAll, byField, byOperation, machine, notBy } from '#platform/declare/states.ts'
import { batch, kept, label, product, programStep, quantity, voidStep, warehouse, warehouseOf, worker } from '#areas/goods/index.ts'
import { results } from './judge.ts'
import { defectLevel, itemKinds, qualityRights, stage, supplier } from './words.ts'

const shown = { computed: true, optional: true } as const
const fixed = { editDisabled: true } as const
const count = (zh: string, en: string) => integer(zh, en, { ...shown, show: false, width: 90 })
const { overrule } = qualityRights
/** another person than the inspector, with the right to it */
const overruler = byAll(byOperation(overrule.operation, overrule.title), notBy(byField('inspectorId')))
const atFirst = { filter: 'select', show: false, noForeignKey: true } as const
const wishes = { good: results.good, conceded: results.conceded, sorted: results.sorted, rework: results.rework } as const
const open = ['remark', 'attachments', 'sampleQty', 'badOut', 'toId'] as const

export const inspection = document('inspection', {
  type: 'inspection',
  title: ['检验单', 'Inspection'],
  number: 'ZJ',
  access: { scope: anyOf(ownedBy('inspectorId'), granted('warehouse_id', 'warehouses')) },
  fields: {
    stage: stage(),
    productId: { ...product(), options: { ...product().options, ...fixed, width: 200 } },
    lotQty: { ...quantity(), title: ['批量', 'Lot'] as const, options: { ...quantity().options, ...fixed, width: 90 } },
    sampleQty: integer('样本量', 'Sample', {
      optional: true,
      min: 1,
      width: 80,
      help: ['不填时按方案；可以多抽，不能超过批量', 'Empty: by the plan. More may be drawn, up to the lot'],
    }),
    state: choice(
      '状态',
      'State',
      {
        waiting: [1, '待检', 'To inspect', 'info'],
        working: [2, '检验中', 'Inspecting', 'info'],
        judged: [3, '待判定', 'To decide', 'warn'],
        closing: [5, '结案中', 'Closing', 'quiet'],
        done: [4, '已完成', 'Done', 'good'],
        reversed: [8, '已冲销', 'Reversed', 'bad'],
        voided: [9, '已作废', 'Void', 'quiet'],
      },
      { default: 1, filter: 'select', width: 90 },
    ),
    result: choice('结论', 'Result', results, { ...shown, filter: 'select', width: 90 }),
    warehouseId: warehouse(),
    supplierId: supplier(),
    acceptedQty: kept('合格数', 'Accepted'),
    rejectedQty: kept('不合格数', 'Rejected'),
    concededQty: kept('让步数', 'Conceded'),
    inspectorId: reference('检验员', 'Inspector', 'employee', { ...shown, filter: 'select', width: 90 }),
    sourceNo: text('来源单据', 'Made by', { ...shown, max: 30, filter: 'equals', width: 150 }),
    batchId: { ...batch(), options: { ...batch().options, ...fixed } },
    labelId: { ...label(), options: { ...label().options, ...fixed, show: false } },
    planId: reference('检验方案', 'Plan', 'inspection_plan', {
      optional: true,
      editDisabled: true,
      filter: 'select',
      show: false,
      width: 160,
      help: ['不填时取最接近的方案', 'Empty: the nearest plan'],
    }),
    badOut: decimal('挑出数', 'Taken out', 6, {
      default: '0',
      min: 0,
      show: false,
      width: 90,
      help: ['从批中挑出、不入库的不良品', 'Bad units that were taken out of the lot'],
    }),
    toId: reference('合格品去向', 'Good units go to', 'goods_location', {
      optional: true,
      narrowedBy: { warehouseId: 'warehouseId' },
      targetWhere: { status: 1 },
      show: false,
      width: 130,
      help: ['不填时进收货区，等待上架', 'Empty: the receiving area, to be put away'],
    }),
    fromId: reference('所在库位', 'Lies in', 'goods_location', { ...shown, show: false, width: 130 }),
    letter: text('字码', 'Code letter', { ...shown, max: 1, show: false, width: 70 }),
    sizeCritical: count('致命样本', 'Sample, critical'),
    acCritical: count('致命 Ac', 'Ac, critical'),
    foundCritical: count('致命缺陷', 'Found, critical'),
    sizeMajor: count('严重样本', 'Sample, major'),
    acMajor: count('严重 Ac', 'Ac, major'),
    foundMajor: count('严重缺陷', 'Found, major'),
    sizeMinor: count('轻微样本', 'Sample, minor'),
    acMinor: count('轻微 Ac', 'Ac, minor'),
    foundMinor: count('轻微缺陷', 'Found, minor'),
    startedAt: dateTime('开始时间', 'Begun at', { ...shown, show: false }),
    wished: choice('申请改判为', 'Asked for', wishes, { optional: true, computed: true, show: false, width: 100 }),
    overrideReason: longText('改判理由', 'Reason', { max: 500, optional: true, computed: true, show: false }),
    decidedBy: reference('认定人', 'Decided by', 'employee', { ...shown, show: false, width: 90 }),
    sourceType: text('来源类型', 'Source', { ...shown, max: 30, hidden: true }),
    sourceId: text('来源', 'Source', { ...shown, max: 20, hidden: true }),
    /** line of the document that brought it: inspected once */
    sourceLine: text('来源行', 'Line', { ...shown, max: 120, hidden: true }),
    /** figures of a finished one: one lot, and one that was accepted */
    /** for figures, which have a supplier or 0 */
    supplierKey: reference('供应商', 'Supplier', 'supplier', { default: '0', computed: true, hidden: true, noForeignKey: true }),
    lots: integer('批数', 'Lots', { ...shown, hidden: true }),
    goodLots: integer('合格批数', 'Accepted lots', { ...shown, hidden: true }),
    badMillions: decimal('不合格数（百万倍）', 'Rejected, a million times', 6, { ...shown, hidden: true }),
  },
  list: {
    views: [{ name: 'mine', title: ['我的检验', 'Mine'], me: 'inspectorId' }],
    shownAs: { board: { by: 'state' }, card: { subtitle: 'productId', tags: ['state', 'result'], person: 'inspectorId' } },
    empty: ['收货进待检区的货物每批一张检验单，出货和退货可以手工新增', 'One for each lot that is received to be inspected'],
  },
  storage: {
    unique: [['sourceLine']],
    index: [
      ['warehouseId', 'state', '-businessOn'],
      ['inspectorId', 'state', '-businessOn'],
      ['productId', '-businessOn'],
      ['supplierId', '-businessOn'],
      ['sourceType', 'sourceId'],
      ['batchId'],
      ['planId'],
    ],
    checks: ['state not in (4, 8) or accepted_qty + rejected_qty + conceded_qty = lot_qty'],
  },
  life: {
    states: machine('state', {
      states: {
        waiting: {
          edit: open,
          remove: {
            where: 'source_line is null',
            reason: ['由收货建立的检验单不能删除，可以作废', 'Made by a receipt: it can be made void'],
          },
        },
        working: { edit: open },
        judged: {},
        done: { edit: ['remark', 'attachments'], final: true },
        closing: { pendingApproval: 'settle' },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        start: {
          title: ['开始检验', 'Begin'],
          from: ['waiting'],
          to: 'working',
          may: worker,
          tone: 'primary',
          set: { inspectorId: 'employee', startedAt: 'now' },
        },
        finish: {
          title: ['完成检验', 'Finish'],
          from: ['working'],
          to: 'closing',
          may: worker,
          tone: 'primary',
          confirm: [
            '按读数得出结论，货物随即离开待检区，确定？',
            'The readings give the result and the goods leave the inspection area. Go on?',
          ],
          set: { businessOn: 'now' },
        },
        appeal: {
          title: ['申请改判', 'Ask for another result'],
          from: ['working'],
          to: 'judged',
          may: worker,
          input: { wished: 'required', overrideReason: 'required' },
          note: 'overrideReason',
        },
        decide: {
          title: ['同意改判', 'Agree'],
          from: ['judged'],
          to: 'closing',
          may: overruler,
          tone: 'primary',
          set: { businessOn: 'now', decidedBy: 'employee' },
        },
        refuse: {
          title: ['不同意改判', 'Refuse'],
          from: ['judged'],
          to: 'working',
          may: overruler,
          input: { reason: longText('原因', 'Reason', { max: 200 }) },
          note: 'reason',
          set: { wished: null, overrideReason: null },
        },
        settle: programStep(['结案', 'Settled'], ['closing'], 'done'),
        void: voidStep(['waiting', 'working']),
        gone: programStep(['来源已冲销', 'Its source was reversed'], ['waiting', 'working', 'judged'], 'voided'),
      },
    }),
    approval: approval(
      { decide: { title: ['改判检验结论', 'Another result'], steps: ['decide'] } },
      { figures: ['no', 'productId', 'lotQty', 'wished'] },
    ),
    posts: { step: 'settle', reversed: 'reversed', but: ['remark', 'attachments', 'lots', 'goodLots', 'badMillions'] },
  },
})

export const inspectionLine = lines('inspection_line', {
  type: 'inspectionLine',
  title: ['检验记录', 'Reading'],
  of: { inspectionId: reference('检验单', 'Inspection', 'inspection', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 2_000,
  access: { permission: 'inspection' },
  fields: {
    name: text('检验项目', 'Item', { max: 60, filter: 'contains', width: 110 }),
    sampleNo: integer('样品号', 'Unit', { optional: true, min: 1, identifier: true, width: 70 }),
    value: text('读数', 'Reading', { max: 200, optional: true, width: 110 }),
    badQty: integer('不良数', 'Bad units', { default: 0, min: 0, total: true, width: 80 }),
    photos: files('照片', 'Photos', { optional: true, accept: 'image', max: 8, width: 120 }),
    note: text('说明', 'Note', { max: 200, optional: true, width: 160 }),
    kind: choice('记录方式', 'Kind', itemKinds, { default: 4, editDisabled: true, show: false, width: 90 }),
    level: defectLevel({ editDisabled: true, filter: 'select' }),
    ok: choice(
      '判定',
      'Judged',
      { good: [1, '合格', 'Good', 'good'], bad: [2, '不合格', 'Bad', 'bad'] },
      { ...shown, filter: 'select', width: 80 },
    ),
    /** what is bad by its reading, or as it was entered */
    bad: integer('计入不良数', 'Counted as bad', { default: 0, computed: true, total: true, show: false, width: 90 }),
    warehouseId: warehouseOf('inspectionId.warehouseId'),
    productId: reference('商品', 'Product', 'product', { ...atFirst, atCreation: 'inspectionId.productId' }),
    supplierKey: reference('供应商', 'Supplier', 'supplier', { ...atFirst, default: '0', atCreation: 'inspectionId.supplierKey' }),
    day: date('建单日期', 'Made on', { show: false, filter: 'range', atCreation: 'inspectionId.businessOn' }),
    unit: text('单位', 'Unit of measure', { max: 10, optional: true, editDisabled: true, show: false, width: 70 }),
    lower: decimal('下限', 'Lower limit', 6, { optional: true, editDisabled: true, width: 80 }),
    upper: decimal('上限', 'Upper limit', 6, { optional: true, editDisabled: true, width: 80 }),
    options: text('可选值', 'Options', { max: 200, optional: true, editDisabled: true, show: false, width: 120 }),
    goodOptions: text('合格值', 'Good options', { max: 200, optional: true, editDisabled: true, show: false, width: 120 }),
    method: text('方法和标准', 'Method', { max: 200, optional: true, editDisabled: true, show: false, width: 200 }),
  },
  list: { search: false, shownAs: { card: { title: 'name', subtitle: 'value', tags: ['ok', 'level'], amount: 'badQty' } } },
  record: { label: 'name' },
})

export const inspectionTables = { inspection, inspectionLine }
