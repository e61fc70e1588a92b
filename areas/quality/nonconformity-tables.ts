/** 不合格处理: units that were rejected, why, what is done with them, and the document that does it. */
import { choice, date, longText, money, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { anyOf, granted, ownedBy } from '#platform/declare/scope.ts'
import { byAll, byField, byOperation, machine, notBy } from '#platform/declare/states.ts'
import { batch, label, product, programStep, quantity, voidStep, warehouse, worker } from '#areas/goods/index.ts'
import { qualityRights, supplier } from './words.ts'

const shown = { computed: true, optional: true } as const
const fixed = { editDisabled: true } as const
export const ways = {
  back: [1, '退货', 'Return', 'warn'],
  rework: [2, '返工', 'Rework', 'info'],
  scrap: [3, '报废', 'Scrap', 'bad'],
  concede: [4, '让步', 'Concede', 'warn'],
  sort: [5, '挑选', 'Sort', 'info'],
} as const
/** 让步 has a step of its own: another person than the inspector decides on it */
const decided = { back: ways.back, rework: ways.rework, scrap: ways.scrap, sort: ways.sort } as const
/** these go out by a document of their own, which moves the goods */
const { decide, overrule } = qualityRights
const decider = byOperation(decide.operation, decide.title)
const why = ['cause', 'measure', 'responsible', 'dueOn', 'cost', 'remark', 'attachments'] as const

export const nonconformity = document('nonconformity', {
  type: 'nonconformity',
  title: ['不合格处理', 'Nonconformity'],
  number: 'BHG',
  access: { scope: anyOf(ownedBy('ownerId'), granted('warehouse_id', 'warehouses')) },
  fields: {
    productId: { ...product(), options: { ...product().options, ...fixed, width: 200 } },
    warehouseId: warehouse(),
    quantity: { ...quantity(), options: { ...quantity().options, ...fixed } },
    state: choice(
      '状态',
      'State',
      {
        open: [1, '待处理', 'Open', 'warn'],
        decided: [2, '已决定', 'Decided', 'info'],
        done: [3, '已执行', 'Carried out', 'good'],
        closed: [4, '关闭', 'Closed', 'quiet'],
        voided: [9, '已作废', 'Void', 'quiet'],
      },
      { default: 1, filter: 'select', width: 90 },
    ),
    way: choice('处理方式', 'Way', ways, { optional: true, computed: true, filter: 'select', width: 90 }),
    docNo: text('处理单据', 'Document', { ...shown, max: 30, filter: 'equals', width: 150 }),
    inspectionId: reference('检验单', 'Inspection', 'inspection', { ...shown, filter: 'select', width: 150 }),
    supplierId: supplier(),
    responsible: choice(
      '责任方',
      'Responsible',
      {
        supplier: [1, '供应商', 'Supplier'],
        production: [2, '生产', 'Production'],
        carrier: [3, '物流', 'Logistics'],
        warehouse: [4, '仓库', 'Warehouse'],
      },
      { optional: true, filter: 'select', width: 90 },
    ),
    cause: longText('原因', 'Cause', { max: 500, optional: true, width: 180 }),
    measure: longText('纠正措施', 'Measure', { max: 500, optional: true, show: false, width: 180 }),
    ownerId: reference('负责人', 'Owner', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 90 }),
    dueOn: date('处理期限', 'Due', { optional: true, filter: 'range', sort: true, width: 110 }),
    verifiedOn: date('验证日期', 'Verified on', { optional: true, show: false, width: 110 }),
    cost: money('损失（CNY）', 'Cost (CNY)', { optional: true, min: 0, total: true, show: false, width: 110 }),
    batchId: { ...batch(), options: { ...batch().options, ...fixed } },
    labelId: { ...label(), options: { ...label().options, ...fixed, show: false } },
    docType: text('单据类型', 'Document type', { ...shown, max: 30, hidden: true }),
    docId: text('单据', 'Document', { ...shown, max: 20, hidden: true }),
  },
  list: {
    views: [{ name: 'late', title: ['超期未处理', 'Late'], past: 'dueOn' }],
    shownAs: { board: { by: 'state' }, card: { subtitle: 'productId', tags: ['state', 'way'], person: 'ownerId', due: 'dueOn' } },
    empty: ['检验不合格的货物自动建一张，也可以手工新增', 'Made for what is rejected, or entered by hand'],
  },
  storage: {
    index: [
      ['warehouseId', 'state', '-businessOn'],
      ['ownerId', 'state', '-businessOn'],
      ['productId'],
      ['supplierId'],
      ['inspectionId'],
      ['batchId'],
      ['docType', 'docId'],
      { on: ['orgId', 'dueOn'], where: 'due_on is not null' },
    ],
  },
  life: {
    states: machine('state', {
      states: {
        open: {
          edit: why,
          remove: {
            where: 'inspection_id is null',
            reason: ['由检验单建立的不能删除，可以作废', 'Made by an inspection: it can be made void'],
          },
        },
        decided: { edit: why },
        done: { edit: [...why, 'verifiedOn'] },
        closed: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        decide: {
          title: ['决定处理方式', 'Decide'],
          from: ['open'],
          to: 'decided',
          may: decider,
          input: { chosen: choice('处理方式', 'Way', decided) },
          set: { way: ({ input }) => Number(input['chosen']) },
          tone: 'primary',
        },
        concede: {
          title: ['让步接收', 'Concede'],
          from: ['open'],
          to: 'decided',
          // who inspected, or answers for it, does not let it pass
          may: byAll(byOperation(overrule.operation, overrule.title), notBy(byField('ownerId'))),
          input: { reason: longText('理由', 'Reason', { max: 500 }) },
          note: 'reason',
          set: { way: { value: ways.concede[0] } },
        },
        carry: {
          title: ['执行', 'Carry out'],
          from: ['decided'],
          to: 'done',
          may: worker,
          tone: 'primary',
          guards: [
            {
              where: 'way in (2, 4, 5) and doc_no is null',
              reason: ['由处理单据执行：报废单发运、退货单发出或返工单领料后自动完成', 'Its document does it'],
            },
          ],
          confirm: ['货物随即离开不良品区，确定？', 'The goods leave the defective area. Go on?'],
        },
        carried: programStep(['已执行', 'Carried out'], ['decided'], 'done'),
        again: programStep(['处理单据已取消', 'Its document was cancelled'], ['decided', 'done'], 'open'),
        close: {
          title: ['关闭', 'Close'],
          from: ['done'],
          to: 'closed',
          may: worker,
          guards: [
            {
              where: 'measure is null or verified_on is not null',
              reason: ['有纠正措施，请填写验证日期', 'Its measure is verified first'],
            },
          ],
        },
        void: voidStep(['open']),
      },
    }),
  },
})

export const nonconformityTables = { nonconformity }
