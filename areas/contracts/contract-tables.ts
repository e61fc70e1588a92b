/** 合同: what was agreed with whom, until when, for how much; supplements stand below their contract. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, decimal, files, flag, integer, items, links, longText, money, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { resource } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { amounts, company, contractRights, currency, keeper, ofContract, owner } from './words.ts'

export const contractStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  unsigned: [2, '待签', 'To sign', 'warn'],
  running: [3, '履行中', 'Running', 'good'],
  done: [5, '已完成', 'Completed', 'quiet'],
  expired: [6, '已到期', 'Expired', 'quiet'],
  terminated: [7, '已终止', 'Terminated', 'bad'],
  voided: [8, '已作废', 'Void', 'quiet'],
} as const
/** of these the plan holds */
export const signedStates = [contractStates.running[0], contractStates.done[0], contractStates.expired[0], contractStates.terminated[0]]
export const natures = {
  single: [1, '单独合同', 'Contract'],
  frame: [2, '框架合同', 'Framework'],
  supplement: [3, '补充协议', 'Supplement'],
} as const
const kept = { currency: 'currency', computed: true, default: '0', see: amounts, total: true, width: 120 } as const
const shown = { optional: true, computed: true } as const
const always = ['remark', 'attachments', 'ownerId', 'memberIds', 'confidential', 'noticeDays', 'autoRenew', 'orderIds'] as const

export const contract = document('contract', {
  type: 'contract',
  title: ['合同', 'Contract'],
  number: 'HT',
  access: { scope: ofContract },
  fields: {
    title: text('合同名称', 'Title', { max: 100, filter: 'contains', width: 220 }),
    kindId: reference('类型', 'Kind', 'contract_kind', { filter: 'select', choosableWhere: { status: 1 }, width: 100 }),
    nature: choice('形式', 'Form', natures, { default: 1, filter: 'select', as: 'radio', show: false, width: 90 }),
    state: choice('状态', 'State', contractStates, { default: 0, filter: 'select', width: 90 }),
    total: money('现合同额', 'Amount now', { ...kept, help: ['合同金额加已签的补充协议', 'With the supplements that are signed'] }),
    open: money('未收付', 'Open', kept),
    lateFrom: date('逾期款到期日', 'Overdue since', {
      ...shown,
      show: false,
      help: ['最早一笔逾期款的应收付日期', 'Day of the first payment that is overdue'],
    }),
    endsOn: date('到期日', 'Ends on', { ...shown, sort: true, filter: 'range', width: 110 }),
    expiry: expiry('endsOn'),
    side: choice(
      '对方身份',
      'Party',
      { supplier: [1, '供应商', 'Supplier'], customer: [2, '客户', 'Customer'], other: [3, '其他', 'Other'] },
      { default: 1, filter: 'select', show: false },
    ),
    supplierId: reference('供应商', 'Supplier', 'supplier', { optional: true, filter: 'select', show: false, width: 180 }),
    partyName: text('对方名称', 'Party', { max: 100, filter: 'contains', width: 200 }),
    partyCode: text('对方统一社会信用代码', 'Their registration number', { max: 18, optional: true, show: false, width: 180 }),
    companyId: company(),
    amount: money('合同金额', 'Amount', {
      optional: true,
      currency: 'currency',
      see: amounts,
      sort: true,
      width: 120,
      help: ['框架合同不填；补充协议填增减的金额', 'Empty in a framework; in a supplement what it adds or takes off'],
    }),
    currency: currency(),
    taxRate: decimal('税率（%）', 'Tax, %', 4, { default: '0', min: 0, max: 100, show: false, width: 80 }),
    validFrom: date('开始日期', 'From', { sort: true, filter: 'range', width: 110 }),
    validTo: date('结束日期', 'To', {
      optional: true,
      show: false,
      width: 110,
      help: ['补充协议填新的结束日期，不改不填', 'In a supplement: the new end; empty, it stays'],
    }),
    autoRenew: flag('到期自动续期', 'Renews itself', { default: false, show: false }),
    noticeDays: integer('提前通知（天）', 'Notice, days', { default: 30, min: 0, max: 365, show: false }),
    noticeOn: date('通知日期', 'Notice on', { ...shown, show: false, filter: 'range' }),
    ownerId: owner(),
    deptId: reference('部门', 'Department', 'department', {
      optional: true,
      atCreation: 'ownerId.deptId',
      filter: 'select',
      show: false,
    }),
    memberIds: links('参与人', 'Members', 'employee', { optional: true, rowsIn: 'contract_member', show: false }),
    confidential: choice(
      '密级',
      'Level',
      { open: [1, '公开', 'Open'], inner: [2, '内部', 'Internal'], secret: [3, '机密', 'Secret', 'warn'] },
      { default: 2, filter: 'select', show: false },
    ),
    parentId: reference('上级合同', 'Belongs to', 'contract', {
      optional: true,
      filter: 'select',
      width: 150,
      help: ['补充协议必填；框架下的合同选框架', 'Needed in a supplement; a contract below a framework names it'],
    }),
    cancels: links('取消原计划', 'Cancels', 'contract_plan', {
      optional: true,
      max: 100,
      show: false,
      help: ['补充协议取消原合同的哪些收付计划', 'Lines of the plan of its contract that no longer hold'],
    }),
    orderIds: links('采购单', 'Purchase orders', 'purchase_order', {
      optional: true,
      show: false,
      help: ['采购单的请款先从收付计划里扣除，只算一次', 'What these orders ask for is taken off the plan: it counts once'],
    }),
    values: items('类型字段', 'Fields of the kind', { itemsOf: { by: 'kindId', from: 'contract_kind_field', of: 'kindId' }, show: false }),
    draft: files('合同文稿', 'Draft', { optional: true, max: 10, reads: true, show: false }),
    signOn: date('签订日期', 'Signed on', { ...shown, sort: true, filter: 'range', width: 110 }),
    signed: files('签署件', 'Signed files', {
      optional: true,
      computed: true,
      max: 10,
      reads: true,
      closed: contractRights.signed,
      show: false,
    }),
    /** SHA-256 of each signed file, in their order */
    signedHash: longText('签署件摘要', 'Hashes of the signed files', { ...shown, max: 1_000, show: false }),
    planned: money('计划收付', 'Planned', kept),
    matched: money('已收付', 'Matched', kept),
    renewals: integer('续期次数', 'Renewals', { default: 0, computed: true, show: false }),
    /** of a supplement: how often its contract had renewed itself when it was signed */
    renewalsBefore: integer('签订前续期次数', 'Renewals before', { default: 0, computed: true, hidden: true }),
    stampOn: date('印花税日期', 'Stamp duty on', { ...shown, hidden: true }),
    stampBase: money('计税金额', 'Dutiable amount', { ...shown, see: amounts, currency: 'currency', show: false }),
    stampTax: money('印花税', 'Stamp duty', { ...shown, see: amounts, currency: 'currency', show: false }),
    stamped: integer('计印花税', 'Counts for stamp duty', { default: 0, computed: true, hidden: true }),
    endedOn: date('终止日期', 'Ended on', { ...shown, show: false }),
    endReason: text('终止或完成原因', 'Why it ended', { max: 200, ...shown, show: false }),
    settlement: longText('清算约定', 'Settlement', { max: 1_000, ...shown, show: false }),
  },
  list: {
    search: ['title', 'partyName'],
    views: [
      { name: 'mine', title: ['我负责', 'Mine'], me: 'ownerId' },
      { name: 'unsigned', title: ['待签', 'To sign'], field: 'state', codes: [2] },
      { name: 'expiring', title: ['30天内到期', 'Ending'], expires: 'expiry' },
      { name: 'late', title: ['逾期', 'Overdue'], past: 'lateFrom' },
    ],
    tabOf: { supplier: { by: { supplierId: 'id' } } },
    shownAs: {
      calendar: { from: 'endsOn' },
      tree: true,
      card: { title: 'title', subtitle: 'partyName', tags: ['kindId', 'state'], amount: 'total', person: 'ownerId', due: 'endsOn' },
    },
    empty: [
      '和供应商、客户签的合同：收付计划、到期、签署件',
      'Contracts with suppliers and customers: plan of payments, ends, signed files',
    ],
  },
  record: { option: { search: ['title', 'partyName'], detail: ['title'] }, tree: 'parentId' },
  storage: {
    index: [
      ['ownerId', '-businessOn'],
      ['orgId', 'endsOn'],
      ['orgId', 'noticeOn'],
      ['orgId', 'lateFrom'],
      ['orgId', 'validFrom'],
      ['supplierId', '-businessOn'],
      ['parentId'],
      ['kindId'],
      ['companyId'],
      ['orgId', 'confidential'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        unsigned: { edit: ['remark', 'attachments'] },
        running: { edit: always },
        done: { edit: ['remark', 'attachments'], final: true },
        expired: { edit: ['remark', 'attachments'], final: true },
        terminated: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'asked', may: keeper, tone: 'primary' },
        approve: { title: ['审批通过', 'Approved'], from: ['asked'], to: 'unsigned', may: byProgram },
        back: { title: ['审批退回', 'Sent back'], from: ['asked'], to: 'draft', may: byProgram },
        sign: {
          title: ['签订', 'Sign'],
          from: ['unsigned'],
          to: 'running',
          may: keeper,
          input: { signOn: 'required', signed: 'required' },
          tone: 'primary',
        },
        complete: {
          title: ['完成', 'Complete'],
          from: ['running', 'expired'],
          to: 'done',
          may: keeper,
          input: { endReason: 'optional' },
          note: 'endReason',
        },
        renew: { title: ['自动续期', 'Renewed'], from: ['running'], to: 'running', sameState: true, may: byProgram },
        expire: { title: ['到期', 'Expires'], from: ['running'], to: 'expired', may: byProgram },
        terminate: {
          title: ['终止', 'Terminate'],
          from: ['running', 'expired'],
          to: 'terminated',
          may: byOperation(contractRights.end.operation, contractRights.end.title),
          input: { endedOn: 'required', endReason: 'required', settlement: 'optional' },
          note: 'endReason',
          tone: 'danger',
        },
        void: { title: ['作废', 'Void'], from: ['draft', 'unsigned'], to: 'voided', may: keeper, tone: 'danger' },
      },
    }),
    approval: approval(
      {
        submit: { title: ['签订合同', 'Contract'], steps: ['submit'] },
        terminate: { title: ['终止合同', 'Terminate'], steps: ['terminate'] },
      },
      { figures: ['no', 'title', 'kindId', 'partyName', 'amount', 'validFrom', 'validTo', 'draft'] },
    ),
  },
})

export const contractMember = resource('contract_member', {
  title: ['合同参与人', 'Member of a contract'],
  access: { scope: through('contractId') },
  fields: {
    contractId: reference('合同', 'Contract', 'contract', { editDisabled: true }),
    employeeId: reference('参与人', 'Member', 'employee'),
  },
  storage: { key: ['contractId', 'employeeId'], index: [['employeeId']] },
})
