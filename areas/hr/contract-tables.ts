/** 劳动合同 and agreements: terms, renewals, ends that are told. */
import { choice, date, files, flag, integer, money, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { resource } from '#platform/declare/resource.ts'
import { operations } from '#platform/declare/operations.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { asText } from '#platform/format/text.ts'
import { company, hrRights, ofPeople, person } from './words.ts'

export const contractKinds = {
  fixed: [1, '固定期限', 'Fixed term'],
  open: [2, '无固定期限', 'Without end'],
  task: [3, '完成任务', 'Until a task is done'],
  intern: [4, '实习', 'Internship'],
  service: [5, '劳务', 'Service'],
  partTime: [6, '非全日制', 'Part time'],
} as const
export const contractStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  unsigned: [1, '待签', 'To sign', 'warn'],
  running: [2, '履行中', 'Running', 'good'],
  renewed: [3, '已续签', 'Renewed', 'quiet'],
  ended: [4, '已到期', 'Ended', 'quiet'],
  dissolved: [5, '已解除', 'Dissolved', 'bad'],
} as const
const keeper = byOperation(operations.edit)

export const labourContract = document('labour_contract', {
  type: 'labourContract',
  title: ['劳动合同', 'Labour contract'],
  number: 'LD',
  access: { scope: ofPeople },
  fields: {
    employeeId: person({ editDisabled: false }),
    companyId: company(),
    kind: choice('合同类型', 'Kind', contractKinds, { default: 1, filter: 'select', width: 100 }),
    state: choice('状态', 'State', contractStates, { default: 0, filter: 'select', width: 90 }),
    validFrom: date('开始日期', 'From', { sort: true, filter: 'range', width: 110 }),
    validTo: date('结束日期', 'To', { optional: true, sort: true, filter: 'range', width: 110 }),
    expiry: expiry('validTo'),
    probationTo: date('试用期至', 'Probation to', { optional: true, width: 110 }),
    hours: choice(
      '工时制',
      'Working hours',
      { standard: [1, '标准', 'Standard'], comprehensive: [2, '综合', 'Comprehensive'], flexible: [3, '不定时', 'Flexible'] },
      { default: 1, show: false },
    ),
    renewalOf: reference('续签自', 'Renews', 'labour_contract', {
      optional: true,
      narrowedBy: { employeeId: 'employeeId' },
      show: false,
      width: 150,
    }),
    isWished: flag('员工书面同意固定期限', 'Fixed term wished in writing', {
      default: false,
      show: false,
      help: [
        '第三次固定期限或满十年时，员工书面提出才可以再签固定期限',
        'A third fixed term, or one after ten years, needs the written wish',
      ],
    }),
    renewalNo: integer('第几次签订', 'Term', { optional: true, computed: true, width: 90 }),
    finding: choice(
      '提示',
      'Finding',
      { prolonged: [1, '应顺延', 'Goes on', 'warn'] },
      { optional: true, computed: true, filter: 'select', width: 110 },
    ),
    signedOn: date('签订日期', 'Signed on', { optional: true, width: 110 }),
    endedOn: date('解除日期', 'Dissolved on', { optional: true, show: false }),
    endReason: text('解除原因', 'Why dissolved', { max: 200, optional: true, see: hrRights.pay, show: false }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    views: [
      { name: 'unsigned', title: ['待签', 'To sign'], field: 'state', codes: [1] },
      { name: 'expiring', title: ['快到期', 'Ending'], expires: 'expiry' },
    ],
    shownAs: { calendar: { from: 'validTo' }, card: { title: 'employeeId', tags: ['kind', 'state'], due: 'validTo' } },
    empty: ['员工的劳动合同：期限、试用期、续签和到期提醒', 'Labour contracts: terms, probation, renewal and their ends'],
  },
  storage: { index: [['employeeId', '-validFrom'], ['orgId', '-validFrom'], ['orgId', 'validTo'], ['companyId'], ['renewalOf']] },
  life: {
    validity: { per: ['employeeId'], from: 'validFrom', to: 'validTo' },
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        unsigned: { edit: 'all' },
        running: { edit: ['remark', 'attachments'] },
        renewed: { final: true },
        ended: { final: true },
        dissolved: { final: true },
      },
      steps: {
        issue: { title: ['发出待签', 'Issue'], from: ['draft'], to: 'unsigned', may: keeper, tone: 'primary' },
        sign: {
          title: ['签订', 'Sign'],
          from: ['draft', 'unsigned'],
          to: 'running',
          may: keeper,
          tone: 'primary',
          input: { signedOn: 'required' },
        },
        renew: { title: ['被续签', 'Renewed'], from: ['running', 'ended'], to: 'renewed', may: byProgram },
        end: { title: ['到期', 'Ends'], from: ['running'], to: 'ended', may: byProgram },
        dissolve: {
          title: ['解除', 'Dissolve'],
          from: ['running'],
          to: 'dissolved',
          may: keeper,
          tone: 'danger',
          input: { endedOn: 'required', endReason: 'required' },
          // the days after it are free for another one
          set: { validTo: ({ input }) => asText(input['endedOn']) },
          note: 'endReason',
        },
      },
    }),
  },
})

export const hrAgreement = resource('hr_agreement', {
  type: 'hrAgreement',
  title: ['员工协议', 'Agreement'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person(),
    kind: choice(
      '协议',
      'Kind',
      {
        secrecy: [1, '保密', 'Secrecy'],
        nonCompete: [2, '竞业限制', 'Non-compete'],
        training: [3, '培训服务期', 'Training service'],
        other: [4, '其他', 'Other'],
      },
      { filter: 'select', width: 110 },
    ),
    fromOn: date('开始日期', 'From', { sort: true, width: 110 }),
    toOn: date('结束日期', 'To', { optional: true, sort: true, filter: 'range', width: 110 }),
    expiry: expiry('toOn'),
    amount: money('补偿或违约金', 'Compensation', { optional: true, see: hrRights.pay }),
    files: files('协议扫描件', 'Scans', { optional: true, max: 5 }),
    remark: text('备注', 'Remark', { max: 200, optional: true }),
  },
  list: {
    sort: { field: 'fromOn', way: 'DESC' },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    views: [{ name: 'expiring', title: ['快到期', 'Ending'], expires: 'expiry' }],
    empty: ['保密、竞业限制、培训服务期等协议', 'Secrecy, non-compete and training agreements'],
  },
  record: { label: 'kind' },
  storage: { index: [['employeeId'], ['orgId', '-fromOn'], ['orgId', 'toOn']] },
})
export const contractTables = { labourContract, hrAgreement }
