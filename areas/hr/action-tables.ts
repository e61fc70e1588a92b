/** 人事异动: joining, regularisation, transfer and leaving, with their day; approved ones come true on it. */
import { approval } from '#platform/declare/approval.ts'
import { choice, choices, date, dictionary, longText, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { anyOf, ownedBy, tasked } from '#platform/declare/scope.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { hrRights, placeFields } from './words.ts'

export const actionKinds = {
  join: [1, '入职', 'Joining', 'good'],
  regularise: [2, '转正', 'Regularisation', 'good'],
  transfer: [3, '调动', 'Transfer', 'info'],
  grade: [4, '晋升降级', 'Grade', 'info'],
  pay: [5, '调薪级', 'Pay level', 'info'],
  unpaid: [6, '停薪留职', 'Unpaid leave', 'warn'],
  comeBack: [7, '复职', 'Return', 'good'],
  leave: [8, '离职', 'Leaving', 'bad'],
  rehire: [9, '返聘', 'Rehiring', 'good'],
} as const
export const actionStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  waiting: [2, '待生效', 'To take effect', 'info'],
  effective: [3, '已生效', 'In effect', 'good'],
  withdrawn: [4, '已撤销', 'Withdrawn', 'quiet'],
} as const

/** what the law asks to mind, told beside the action and never refused */
export const actionFindings = {
  minor: [1, '未成年工', 'Below 18'],
  shortNotice: [2, '提前通知不足', 'Short notice'],
} as const

const keeper = byOperation(operations.edit)
const running = ['remark', 'attachments'] as const
const before = { optional: true, computed: true, show: false } as const
const ofJoiner = { optional: true, show: false } as const

/** from where to where, as approvals show it: what the action leaves as it is stays empty */
const fromTo = ['fromDeptId', 'deptId', 'fromPositionId', 'positionId', 'fromGradeId', 'gradeId'] as const

export const personnelAction = document('personnel_action', {
  type: 'personnelAction',
  title: ['人事异动', 'Personnel action'],
  number: 'RS',
  access: { scope: anyOf(ownedBy('employeeId'), ownedBy('askedBy'), tasked) },
  fields: {
    kind: choice('异动类型', 'Kind', actionKinds, { filter: 'select', width: 100 }),
    state: choice('状态', 'State', actionStates, { default: 0, filter: 'select', width: 90 }),
    employeeId: reference('员工', 'Employee', 'employee', {
      optional: true,
      filter: 'select',
      width: 110,
      help: ['入职不填，生效时建立员工', 'Empty for joining: made when it takes effect'],
    }),
    effectiveOn: date('生效日期', 'Effective on', {
      sort: true,
      filter: 'range',
      width: 110,
      help: ['离职填最后工作日', 'For leaving: the last day of work'],
    }),
    reason: longText('原因', 'Reason', { max: 500, optional: true, show: false }),
    personName: text('姓名', 'Name', {
      max: 50,
      filter: 'contains',
      ...ofJoiner,
      show: true,
      width: 100,
      help: ['入职时填写', 'For joining'],
    }),
    employeeNo: text('工号', 'Employee no', { max: 20, ...ofJoiner }),
    idNo: text('证件号', 'Number of paper', { max: 30, encrypted: true, ...ofJoiner }),
    phone: text('手机', 'Phone', { max: 30, sensitive: true, ...ofJoiner }),
    email: text('邮箱', 'E-mail', { max: 100, ...ofJoiner }),
    ...placeFields({ optional: true }),
    probationTo: date('试用期至', 'Probation to', ofJoiner),
    salaryLevel: text('薪级', 'Pay level', { max: 20, optional: true, see: hrRights.pay, show: false }),
    leaveReason: dictionary('离职原因', 'Reason for leaving', 120, { optional: true, see: hrRights.pay, show: false }),
    handOverTo: reference('工作交接给', 'Hands over to', 'employee', { ...ofJoiner, choosableWhere: { status: 1 } }),
    askedBy: reference('发起人', 'Asked by', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    /** where and at which level he stood before: kept until it is in effect (actions.ts), and what approvals compare with */
    fromDeptId: reference('原部门', 'Department before', 'department', before),
    fromPositionId: reference('原职位', 'Position before', 'position', before),
    fromGradeId: reference('原职级', 'Grade before', 'hr_grade', before),
    fromManagerId: reference('原直接上级', 'Manager before', 'employee', before),
    fromWorkplaceId: reference('原工作地点', 'Workplace before', 'hr_workplace', before),
    fromCompanyId: reference('原公司主体', 'Company before', 'company', before),
    fromSalaryLevel: text('原薪级', 'Pay level before', { max: 20, ...before, see: hrRights.pay }),
    findings: choices('提示', 'Findings', actionFindings, { optional: true, computed: true, filter: 'select', width: 130 }),
    failed: longText('未生效原因', 'Why not in effect', { max: 500, optional: true, computed: true, show: false }),
  },
  list: {
    sort: { field: 'effectiveOn', way: 'DESC' },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    shownAs: { board: { by: 'state' }, calendar: { from: 'effectiveOn' } },
    empty: [
      '入职、转正、调动、离职都从这里发起，审批后到日子自动生效',
      'Joining, transfer and leaving begin here and come true on their day',
    ],
  },
  storage: { index: [['employeeId', '-effectiveOn'], ['askedBy'], ['state', 'effectiveOn'], ['orgId', '-effectiveOn']] },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        waiting: { edit: running },
        effective: { edit: running, final: true },
        withdrawn: { final: true },
      },
      steps: {
        submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'asked', may: keeper, tone: 'primary' },
        approve: { title: ['审批通过', 'Approved'], from: ['asked'], to: 'waiting', may: byProgram },
        back: { title: ['审批退回', 'Sent back'], from: ['asked'], to: 'draft', may: byProgram },
        takeEffect: { title: ['生效', 'Takes effect'], from: ['waiting'], to: 'effective', may: byProgram },
        withdraw: {
          title: ['撤销', 'Withdraw'],
          from: ['draft', 'waiting'],
          to: 'withdrawn',
          may: keeper,
          input: { endReason: longText('原因', 'Reason', { max: 200 }) },
          note: 'endReason',
          tone: 'danger',
        },
      },
    }),
    approval: approval(
      { submit: { title: ['人事异动', 'Personnel action'], steps: ['submit'] } },
      { figures: ['kind', 'employeeId', 'personName', 'effectiveOn', ...fromTo, 'findings'] },
    ),
  },
})
