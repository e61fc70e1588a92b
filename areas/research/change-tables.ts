/** 工程变更: the only way to a released bill of material, with what it means for stock and open orders. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, decimal, dictionary, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation, through } from '#platform/declare/scope.ts'
import { byAny, byAuthor, byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { bomActions } from '#areas/production/index.ts'
import { chosen, project, researchRights, shown, staff } from './words.ts'

const part = (zh: string, en: string, more: object = {}) =>
  reference(zh, en, 'product', { filter: 'select', linkTo: 'goodsStockByItem', width: 200, ...more })
const keeper = byAny(byAuthor, byOperation(operations.edit))
const { release } = researchRights
const reason = longText('原因', 'Reason', { max: 500 })

export const changeStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  assessing: [1, '评估', 'Assessed', 'info'],
  asked: [2, '审批中', 'In approval', 'warn'],
  approved: [3, '已批准', 'Approved', 'info'],
  released: [4, '已发布', 'Released', 'good'],
  closed: [5, '关闭', 'Closed', 'quiet'],
  refused: [6, '拒绝', 'Refused', 'bad'],
} as const

export const changeOrder = document('change_order', {
  type: 'changeOrder',
  title: ['工程变更', 'Change order'],
  number: 'BG',
  access: { scope: ownOrganisation },
  fields: {
    name: text('变更内容', 'Change', { max: 100, filter: 'contains', width: 200 }),
    state: choice('状态', 'State', changeStates, { default: 0, filter: 'select', width: 90 }),
    reasonId: dictionary('变更原因', 'Reason', 126, { filter: 'select', width: 110 }),
    urgency: choice(
      '紧急程度',
      'Urgency',
      { usual: [1, '一般', 'Usual', 'quiet'], soon: [2, '紧急', 'Urgent', 'warn'], now: [3, '特急', 'At once', 'bad'] },
      { default: 1, filter: 'select', width: 90 },
    ),
    effectiveOn: date('生效日期', 'Effective on', { filter: 'range', sort: true, notBefore: 'now', width: 110 }),
    ownerId: staff('发起人', 'Asked by', { set: { onAdd: 'employee' } }),
    openEffects: integer('待定影响', 'Open effects', { default: 0, computed: true, width: 90 }),
    projectId: project({ optional: true, show: false }),
    workOrderId: reference('工单', 'Work order', 'work_order', {
      ...chosen,
      choosableWhere: { orderType: 1 },
      show: false,
      width: 140,
      help: ['设计变更工单，发布后自动提交解决', 'A design change; solved when this is released'],
    }),
    grounds: longText('变更依据', 'Grounds', { max: 2_000, optional: true, show: false }),
    releasedOn: date('发布日期', 'Released on', { ...shown, show: false, width: 110 }),
    /** for figures: one that was released, and its project or 0 */
    released: integer('已发布', 'Released', { default: 0, computed: true, hidden: true }),
    projectKey: reference('研发项目', 'Project', 'rd_project', { default: '0', computed: true, hidden: true, noForeignKey: true }),
  },
  list: {
    shownAs: { board: { by: 'state' }, card: { subtitle: 'name', tags: ['state', 'urgency'], person: 'ownerId', due: 'effectiveOn' } },
    empty: [
      '改已发布的物料清单：评估影响、批准、发布，到生效日期起用新版本',
      'Effects are assessed, then a new version holds from its day',
    ],
  },
  record: { option: { search: ['name'], detail: ['name'] }, thread: true },
  storage: {
    index: [['state', '-businessOn'], ['ownerId'], ['projectId'], ['workOrderId'], ['reasonId'], ['orgId', '-effectiveOn'], ['projectKey']],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        assessing: { edit: ['remark', 'attachments', 'grounds', 'urgency'] },
        asked: { pendingApproval: 'approve' },
        approved: { edit: ['remark', 'attachments'] },
        released: { edit: ['remark', 'attachments'] },
        closed: { final: true },
        refused: { final: true },
      },
      steps: {
        assess: { title: ['开始评估', 'Assess'], from: ['draft'], to: 'assessing', may: keeper, tone: 'primary' },
        back: { title: ['退回修改', 'Back to draft'], from: ['assessing', 'approved'], to: 'draft', may: keeper },
        submit: {
          title: ['提交审批', 'Submit'],
          from: ['assessing'],
          to: 'asked',
          may: keeper,
          guards: [{ where: 'open_effects = 0', reason: ['还有影响没有决定怎么处理', 'Effects are still to be decided'] }],
          tone: 'primary',
        },
        approve: { title: ['审批通过', 'Approved'], from: ['asked'], to: 'approved', may: byProgram },
        sentBack: { title: ['审批退回', 'Sent back'], from: ['asked'], to: 'assessing', may: byProgram },
        release: {
          title: ['发布', 'Release'],
          from: ['approved'],
          to: 'released',
          may: byOperation(release.operation, release.title),
          set: { releasedOn: 'now' },
          confirm: [
            '生效日期起用新版本的物料清单，发布后不能撤回，确定？',
            'The new version holds from its day and is not taken back. Go on?',
          ],
          tell: ['ownerId'],
          tone: 'primary',
        },
        close: { title: ['关闭', 'Close'], from: ['released'], to: 'closed', may: keeper },
        refuse: {
          title: ['拒绝', 'Refuse'],
          from: ['assessing', 'approved'],
          to: 'refused',
          may: byOperation(release.operation),
          input: { reason },
          note: 'reason',
          tell: ['ownerId'],
          tone: 'danger',
        },
      },
    }),
    approval: approval(
      { submit: { title: ['工程变更', 'Change order'], steps: ['submit'] } },
      { figures: ['name', 'reasonId', 'urgency', 'effectiveOn'] },
    ),
  },
})

export const changeOrderLine = lines('change_order_line', {
  type: 'changeOrderLine',
  title: ['变更明细', 'Change'],
  of: { orderId: reference('变更单', 'Change order', 'change_order', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 200,
  access: { permission: 'changeOrder' },
  fields: {
    action: choice('动作', 'Action', bomActions, { filter: 'select', width: 90 }),
    productId: part('成品', 'Product'),
    partId: part('物料', 'Part'),
    newPartId: part('换成', 'Replaced by', { optional: true }),
    per: decimal('用量', 'Quantity', 6, { optional: true, min: 0, width: 90, help: ['不填沿用原用量', 'Empty: as it was'] }),
    scrap: decimal('损耗率（%）', 'Scrap (%)', 4, { optional: true, min: 0, max: 100, width: 90 }),
    /** the version that was looked at, and the one that was made */
    assessedId: reference('评估版本', 'Assessed version', 'bom', { ...shown, show: false, width: 140 }),
    madeId: reference('新版本', 'New version', 'bom', { ...shown, width: 140 }),
  },
  list: { search: false, tabOf: { goodsStockByItem: { by: { productId: 'productId' }, at: 15 } } },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['partId'], ['newPartId'], ['assessedId'], ['madeId']] },
})

export const effectKinds = {
  stock: [1, '库存', 'Stock'],
  bought: [2, '采购在途', 'On order'],
  made: [3, '生产单用料', 'Needed by production'],
} as const
export const handlings = {
  useUp: [1, '先用完', 'Use up first', 'info'],
  rework: [2, '返工', 'Rework', 'warn'],
  scrap: [3, '报废', 'Scrap', 'bad'],
  none: [4, '不处理', 'Leave as it is', 'quiet'],
} as const

/** What the parts that go out are there of: listed by the server, decided by purchase, production and quality. */
export const changeEffect = resource('change_effect', {
  type: 'changeEffect',
  title: ['变更影响', 'Effect of a change'],
  access: { scope: through('orderId'), permission: 'changeOrder' },
  fields: {
    orderId: reference('变更单', 'Change order', 'change_order', { filter: 'select', editDisabled: true, goes: true, width: 150 }),
    partId: part('物料', 'Part', { editDisabled: true }),
    kind: choice('在哪里', 'Where', effectKinds, { editDisabled: true, filter: 'select', width: 90 }),
    documentNo: text('仓库或单号', 'Warehouse or document', { max: 60, editDisabled: true, width: 160 }),
    quantity: decimal('数量', 'Quantity', 6, { editDisabled: true, total: true, width: 100 }),
    handling: choice('处理', 'Handling', handlings, { optional: true, inline: true, filter: 'select', width: 100 }),
    note: text('说明', 'Note', { max: 200, optional: true, inline: true, width: 200 }),
  },
  list: {
    sort: { field: 'orderId', way: 'DESC' },
    search: false,
    empty: ['开始评估时列出被取消、替换、减少的物料还有多少', 'Listed when the assessment begins'],
  },
  record: { label: 'documentNo' },
  storage: { index: [['orderId'], ['orgId', '-orderId'], ['partId']] },
})
