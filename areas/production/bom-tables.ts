/** 物料清单: which parts a product takes, in versions that hold from a day to a day. A released version stays as it is. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, decimal, integer, reference } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { product, programStep, voidStep, worker } from '#areas/goods/index.ts'
import { costRight, quantity } from './words.ts'

export const bomKinds = {
  made: [1, '自制', 'Made', 'info'],
  subcontracted: [2, '委外', 'Subcontracted', 'warn'],
  bundle: [3, '组合', 'Bundle', 'good'],
  split: [4, '拆分', 'Split', 'quiet'],
} as const
export const bomStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  released: [2, '已发布', 'Released', 'good'],
  superseded: [5, '已替代', 'Superseded', 'quiet'],
  voided: [6, '已作废', 'Void', 'quiet'],
} as const

export const bom = document('bom', {
  type: 'bom',
  title: ['物料清单', 'Bill of materials'],
  number: 'BOM',
  access: { scope: ownOrganisation },
  fields: {
    productId: product(),
    kind: choice('类型', 'Kind', bomKinds, { default: 1, filter: 'select', as: 'radio', width: 90 }),
    versionNo: integer('版本', 'Version', { optional: true, computed: true, sort: true, width: 80 }),
    state: choice('状态', 'State', bomStates, { default: 0, filter: 'select', width: 90 }),
    base: quantity('基准数量', 'Base quantity', {
      default: '1',
      help: ['明细用量所对应的成品数量；拆分时是被拆的数量', 'Of how many units the lines tell; of a split: units taken apart'],
    }),
    fee: decimal('加工费（CNY/件）', 'Fee a unit (CNY)', 8, { default: '0', min: 0, max: 1_000_000_000, see: costRight, width: 120 }),
    validFrom: date('生效日期', 'Valid from', { filter: 'range', sort: true, opens: 'today', width: 110 }),
    validTo: date('失效日期', 'Valid to', {
      optional: true,
      width: 110,
      help: ['发布下一版本时自动填写', 'Set when the next version is released'],
    }),
  },
  list: {
    empty: ['每个自制、委外、组合商品用哪些物料、用多少；发布后才生效', 'Which parts products take; a list holds once it is released'],
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, at: 12 } },
    shownAs: { card: { title: 'productId', tags: ['kind', 'state'] } },
  },
  storage: { index: [['productId', 'kind', '-validFrom']], checks: ['base > 0'] },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        released: { edit: ['remark', 'attachments'] },
        superseded: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        submit: { title: ['发布', 'Release'], from: ['draft'], to: 'asked', may: worker, tone: 'primary' },
        approve: programStep(['审批通过', 'Approved'], ['asked'], 'released'),
        back: programStep(['审批退回', 'Sent back'], ['asked'], 'draft'),
        supersede: programStep(['已替代', 'Superseded'], ['released'], 'superseded'),
        // of released versions those whose day has not come
        void: voidStep(['draft', 'released']),
      },
    }),
    approval: approval(
      { submit: { title: ['物料清单发布', 'Release of a bill of materials'], steps: ['submit'] } },
      { figures: ['no', 'productId', 'kind', 'validFrom'] },
    ),
  },
})

export const bomLine = lines('bom_line', {
  type: 'bomLine',
  title: ['物料清单明细', 'Bill line'],
  of: { bomId: reference('物料清单', 'Bill', 'bom', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  access: { permission: 'bom' },
  fields: {
    partId: reference('物料', 'Part', 'product', { filter: 'select', linkTo: 'goodsStockByItem', width: 220 }),
    per: quantity('用量', 'Quantity', {
      help: ['每基准数量用多少；拆分时得到多少', 'For the base quantity; of a split: what comes of it'],
    }),
    scrap: decimal('损耗率（%）', 'Scrap (%)', 4, { default: '0', min: 0, max: 100, width: 100 }),
    percent: decimal('成本占比（%）', 'Share of cost (%)', 4, {
      optional: true,
      min: 0,
      max: 100,
      width: 110,
      help: ['只在拆分时填写，合计 100', 'Of a split alone; 100 together'],
    }),
  },
  list: {
    search: false,
    tabOf: { goodsStockByItem: { by: { partId: 'productId' }, title: ['用于', 'Used in'], at: 13 } },
  },
  record: { label: 'partId' },
  storage: { index: [['partId']] },
})

/** the year's material costs of finance read them */
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<{ bom: typeof bom }> {}
  interface Database extends DatabaseOf<{ bomLine: typeof bomLine }> {}
}
