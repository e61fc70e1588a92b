/** 印章 and 用印: what is stamped, with which seal, how often, and where the seal is. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, files, flag, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownOrganisation, self, tasked } from '#platform/declare/scope.ts'
import { byAny, byAuthor, byField, byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { company } from './words.ts'

export const seal = resource('seal', {
  type: 'seal',
  title: ['印章', 'Seal'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('印章名称', 'Name', { max: 60, filter: 'contains', sort: true }),
    kind: choice(
      '种类',
      'Kind',
      {
        company: [1, '公章', 'Company seal'],
        contract: [2, '合同章', 'Contract seal'],
        finance: [3, '财务章', 'Finance seal'],
        legal: [4, '法人章', 'Seal of the legal representative'],
        invoice: [5, '发票章', 'Invoice seal'],
        electronic: [6, '电子章', 'Electronic seal'],
      },
      { filter: 'select' },
    ),
    companyId: company(),
    keeperId: reference('保管人', 'Keeper', 'employee', { filter: 'select', width: 110 }),
    place: text('存放地点', 'Place', { max: 60, optional: true }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: { sort: { field: 'name', way: 'ASC' }, empty: ['公司的印章、种类和保管人', 'Seals of the companies and who keeps them'] },
  storage: { key: ['name'], index: [['companyId'], ['keeperId']] },
})

export const sealStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  waiting: [2, '待用印', 'To be stamped', 'info'],
  stamped: [3, '已用印', 'Stamped', 'good'],
  archived: [4, '已归档', 'Archived', 'quiet'],
  voided: [5, '已作废', 'Void', 'quiet'],
} as const
const shown = { optional: true, computed: true } as const
const author = byAny(byAuthor, byField('employeeId'))
const stamper = byAny(byField('keeperId'), byOperation(operations.audit, ['登记用印', 'Register stampings']))

const isOut = { where: 'out_on is not null and returned_on is null', reason: ['印章没有带出', 'The seal is not out'] } as const
const isBack = { where: 'out_on is null or returned_on is not null', reason: ['印章还没有归还', 'The seal is not back yet'] } as const

export const sealRequest = document('seal_request', {
  type: 'sealRequest',
  title: ['用印申请', 'Seal request'],
  number: 'YY',
  access: { scope: anyOf(self('employeeId'), self('keeperId'), ownedBy('employeeId'), tasked), forEverybody: true },
  fields: {
    employeeId: reference('申请人', 'Asked by', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    sealId: reference('印章', 'Seal', 'seal', { filter: 'select', choosableWhere: { status: 1 }, width: 140 }),
    state: choice('状态', 'State', sealStates, { default: 0, filter: 'select', width: 90 }),
    purpose: text('用途', 'Purpose', { max: 100, filter: 'contains', width: 200 }),
    papers: files('文件', 'Files', { optional: true, max: 10, reads: true, width: 140 }),
    /** SHA-256 of each file as it was approved */
    papersHash: longText('文件摘要', 'Hashes of the files', { ...shown, max: 1_000, show: false }),
    copies: integer('份数', 'Copies', { min: 1, max: 1_000, default: 1, total: true, width: 70 }),
    party: text('对方', 'Party', { max: 100, optional: true, width: 150 }),
    contractId: reference('合同', 'Contract', 'contract', { optional: true, filter: 'select', width: 150 }),
    letterId: reference('证明', 'Letter', 'hr_letter', { optional: true, filter: 'select', show: false, width: 150 }),
    takeOut: flag('带出使用', 'Taken out', { default: false, filter: 'select', show: false }),
    backOn: date('计划归还', 'Back on', { optional: true, filter: 'range', show: false }),
    keeperId: reference('保管人', 'Keeper', 'employee', { optional: true, atCreation: 'sealId.keeperId', filter: 'select', width: 100 }),
    stamped: integer('已用份数', 'Stamped', { ...shown, min: 1, total: true, width: 80 }),
    stampedOn: date('用印日期', 'Stamped on', { ...shown, filter: 'range', sort: true, width: 110 }),
    photo: files('用印照片', 'Photo', { ...shown, accept: 'image', max: 5, show: false }),
    outOn: date('带出日期', 'Taken out on', { ...shown, show: false }),
    returnedOn: date('归还日期', 'Returned on', { ...shown, show: false }),
    /** while the seal is out: what is reminded of */
    dueBack: date('应归还', 'Due back', { ...shown, hidden: true }),
    archive: files('归档件', 'Archive', { ...shown, max: 10, show: false }),
  },
  list: {
    views: [
      { name: 'mine', title: ['我申请的', 'Mine'], me: 'employeeId' },
      { name: 'waiting', title: ['待用印', 'To be stamped'], field: 'state', codes: [2] },
    ],
    tabOf: { contract: { by: { contractId: 'id' } }, seal: { by: { sealId: 'id' } } },
    shownAs: { card: { title: 'purpose', subtitle: 'party', tags: ['sealId', 'state'], person: 'employeeId' } },
    empty: ['要盖章先申请：用哪枚章、盖什么文件、几份', 'What is to be stamped, with which seal and how often'],
  },
  storage: {
    index: [
      ['employeeId', '-businessOn'],
      ['keeperId', 'state'],
      ['sealId', '-businessOn'],
      ['contractId'],
      ['letterId'],
      ['orgId', 'dueBack'],
    ],
  },
  life: {
    states: machine('state', {
      editBy: author,
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        waiting: {},
        stamped: {},
        archived: { final: true },
        voided: { final: true },
      },
      steps: {
        submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'asked', may: author, tone: 'primary' },
        approve: { title: ['审批通过', 'Approved'], from: ['asked'], to: 'waiting', may: byProgram },
        back: { title: ['审批退回', 'Sent back'], from: ['asked'], to: 'draft', may: byProgram },
        take: {
          title: ['带出', 'Hand out'],
          from: ['waiting'],
          to: 'waiting',
          sameState: true,
          may: stamper,
          guards: [
            { where: 'take_out and out_on is null', reason: ['没有申请带出，或已经带出', 'Not asked to be taken out, or out already'] },
          ],
          set: { outOn: 'now' },
        },
        use: {
          title: ['用印', 'Stamp'],
          from: ['waiting'],
          to: 'stamped',
          may: stamper,
          input: { stamped: 'required', photo: 'required' },
          set: { stampedOn: 'now' },
          tell: ['employeeId'],
          tone: 'primary',
        },
        return: {
          title: ['归还', 'Hand back'],
          from: ['stamped'],
          to: 'stamped',
          sameState: true,
          may: stamper,
          guards: [isOut],
          set: { returnedOn: 'now' },
        },
        unused: {
          title: ['未用归还', 'Hand back unused'],
          from: ['waiting'],
          to: 'waiting',
          sameState: true,
          may: stamper,
          guards: [isOut],
          set: { returnedOn: 'now' },
        },
        archive: {
          title: ['归档', 'Archive'],
          from: ['stamped'],
          to: 'archived',
          may: byAny(author, stamper),
          input: { archive: 'required' },
          guards: [isBack],
        },
        void: {
          title: ['作废', 'Void'],
          from: ['draft', 'waiting'],
          to: 'voided',
          may: byAny(author, stamper),
          guards: [isBack],
          tone: 'danger',
        },
      },
    }),
    approval: approval(
      { submit: { title: ['用印', 'Seal'], steps: ['submit'] } },
      { figures: ['no', 'sealId', 'purpose', 'copies', 'party', 'takeOut', 'papers'] },
    ),
  },
})
