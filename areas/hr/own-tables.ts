/** What a person sees and asks of his own file: the file itself, changes that wait, who looked at his numbers. */
import { choice, choices, date, dateTime, dictionary, longText, reference, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { selfInView } from '#platform/declare/scope.ts'
import { byAll, byAuthor, byOperation, machine, notBy } from '#platform/declare/states.ts'
import { view } from '#platform/server/database.ts'
import { sql } from 'kysely'
import { hrFile, stages } from './file-tables.ts'
import { ofPeople, paid, person, personal } from './words.ts'

const { idNo, nation, politics, marriage, nativePlace, household, registeredAddress, address } = hrFile.fields
const { emergencyName, emergencyPhone, bankName, bankHolder } = hrFile.fields

/** what of a file may be missing, by its column */
export const missingKinds = {
  idNo: [1, '证件号', 'Number of paper'],
  address: [2, '现住址', 'Address'],
  emergency: [3, '紧急联系人', 'Emergency contact'],
  bank: [4, '银行账号', 'Bank account'],
  education: [5, '最高学历', 'Education'],
  notice: [6, '隐私告知书', 'Privacy notice'],
} as const
const columns = {
  idNo: 'id_no',
  address: 'address',
  emergency: 'emergency_phone',
  bank: 'bank_account',
  education: 'education',
  notice: 'notice_on',
} as const
type Missing = keyof typeof columns
/** Codes of what the row `f` of hr_file lacks. */
export const missingOf = sql<number[]>`array_remove(array[${sql.join(
  (Object.keys(columns) as Missing[]).map(
    name => sql`case when ${sql.ref(`f.${columns[name]}`)} is null then ${sql.lit(missingKinds[name][0])} end`,
  ),
)}]::integer[], null)`
export const missingField = () => choices('待完善', 'Missing', missingKinds, { filter: 'select', width: 220 })

const shown = { optional: true, see: undefined } as const

export const hrMine = view(
  'hr_mine',
  {
    type: 'hrMine',
    title: ['我的档案', 'My file'],
    access: { scope: selfInView('employeeId'), forEverybody: true },
    fields: {
      employeeId: reference('员工', 'Employee', 'employee', { width: 110 }),
      missing: missingField(),
      stage: choice('阶段', 'Stage', stages, { width: 90 }),
      deptId: reference('部门', 'Department', 'department', { optional: true, width: 120 }),
      positionId: reference('职位', 'Position', 'position', { optional: true, width: 120 }),
      hiredOn: date('入职日期', 'Hired on', { optional: true, sort: true, width: 110 }),
      probationTo: date('试用期至', 'Probation to', { optional: true, width: 110 }),
      contractTo: date('合同到期', 'Contract ends', { optional: true, width: 110 }),
      idNo: text('证件号', 'Number of paper', { max: 30, optional: true, encrypted: true, width: 130 }),
      nation: dictionary('民族', 'Ethnic group', 98, shown),
      politics: dictionary('政治面貌', 'Political status', 72, shown),
      marriage: dictionary('婚姻状况', 'Marital status', 73, shown),
      registeredAddress: text('户籍地址', 'Registered address', { max: 200, ...shown }),
      address: text('现住址', 'Address', { max: 200, ...shown, width: 200 }),
      emergencyName: text('紧急联系人', 'Emergency contact', { max: 50, ...shown }),
      emergencyPhone: text('紧急联系电话', 'Emergency phone', { max: 30, ...shown }),
      education: dictionary('最高学历', 'Education', 69, shown),
      bankName: text('开户行', 'Bank', { max: 50, ...shown }),
      bankHolder: text('户名', 'Account holder', { max: 50, ...shown }),
      bankAccount: text('银行账号', 'Bank account', { max: 40, optional: true, encrypted: true, width: 130 }),
      salaryLevel: text('薪级', 'Pay level', { max: 20, ...shown }),
    },
    list: {
      search: false,
      sort: { field: 'hiredOn', way: 'DESC' },
      shownAs: { card: { title: 'employeeId', tags: ['stage'], due: 'contractTo' } },
      empty: ['您还没有员工档案，请联系人事', 'You have no file yet: ask HR'],
    },
    record: { label: 'employeeId' },
    storage: { primary: ['employeeId'] },
  },
  db =>
    db
      .selectFrom('hr_file as f')
      .innerJoin('employee as e', 'e.id', 'f.employee_id')
      .select([
        'f.org_id',
        'f.employee_id',
        missingOf.as('missing'),
        'f.stage',
        'e.dept_id',
        'e.position_id',
        'f.hired_on',
        'f.probation_to',
        'f.id_no',
        'f.nation',
        'f.politics',
        'f.marriage',
        'f.registered_address',
        'f.address',
        'f.emergency_name',
        'f.emergency_phone',
        'f.education',
        'f.bank_name',
        'f.bank_holder',
        'f.bank_account',
        'f.salary_level',
      ])
      .select(eb =>
        eb
          .selectFrom('labour_contract as c')
          .select(inner => inner.fn.max('c.valid_to').as('to'))
          .whereRef('c.employee_id', '=', 'f.employee_id')
          .where('c.state', '=', 2)
          .as('contract_to'),
      ),
)

export const changeStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  waiting: [1, '待审核', 'Waiting', 'warn'],
  accepted: [2, '已采用', 'Accepted', 'good'],
  refused: [3, '已退回', 'Refused', 'bad'],
} as const
/** what a person may correct himself, by the name of the field in his file */
export const ownNames = [
  'idNo',
  'nation',
  'politics',
  'marriage',
  'nativePlace',
  'household',
  'registeredAddress',
  'address',
  'emergencyName',
  'emergencyPhone',
  'education',
  'bankName',
  'bankHolder',
  'bankAccount',
] as const
const decides = byAll(byOperation(operations.audit, ['审核资料变更', 'Audit changes of files']), notBy(byAuthor))

export const hrFileChange = resource('hr_file_change', {
  type: 'hrFileChange',
  title: ['资料变更', 'Changes of files'],
  access: { scope: ofPeople, forEverybody: true },
  fields: {
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 110 }),
    state: choice('状态', 'State', changeStates, { default: 0, filter: 'select', width: 90 }),
    what: text('改了什么', 'What', { max: 200, optional: true, computed: true, width: 240 }),
    idNo: text(...idNo.title, { max: 30, optional: true, encrypted: true, show: false }),
    nation: dictionary(...nation.title, 98, personal),
    politics: dictionary(...politics.title, 72, personal),
    marriage: dictionary(...marriage.title, 73, personal),
    nativePlace: text(...nativePlace.title, { max: 50, ...personal }),
    household: choice(...household.title, household.choices, personal),
    registeredAddress: text(...registeredAddress.title, { max: 200, ...personal }),
    address: text(...address.title, { max: 200, ...personal }),
    emergencyName: text(...emergencyName.title, { max: 50, ...personal }),
    emergencyPhone: text(...emergencyPhone.title, { max: 30, ...personal }),
    education: dictionary('最高学历', 'Education', 69, personal),
    bankName: text(...bankName.title, { max: 50, optional: true, see: paid, show: false }),
    bankHolder: text(...bankHolder.title, { max: 50, optional: true, see: paid, show: false }),
    bankAccount: text('银行账号', 'Bank account', { max: 40, optional: true, encrypted: true, show: false }),
    reason: longText('说明', 'Remark', { max: 200, optional: true, width: 200 }),
    refusal: text('退回原因', 'Why refused', { max: 200, optional: true, computed: true, width: 160 }),
  },
  list: {
    sort: { field: 'createdAt', way: 'DESC' },
    search: false,
    tabOf: { hrMine: { by: { employeeId: 'employeeId' } }, hrFile: { by: { employeeId: 'employeeId' } } },
    views: [{ name: 'waiting', title: ['待审核', 'Waiting'], field: 'state', codes: [1] }],
    empty: ['改自己的住址、联系人、银行账号，人事审核后才写进档案', 'Corrections of one’s own file, written when HR accepts them'],
  },
  record: { label: 'employeeId' },
  storage: { index: [['employeeId'], ['orgId', '-createdAt']] },
  life: {
    states: machine('state', {
      editBy: byAuthor,
      states: {
        draft: { edit: 'all', remove: true },
        waiting: {},
        accepted: { final: true },
        refused: { edit: 'all', remove: true },
      },
      steps: {
        submit: { title: ['提交', 'Submit'], from: ['draft', 'refused'], to: 'waiting', may: byAuthor, tone: 'primary' },
        withdraw: { title: ['撤回', 'Withdraw'], from: ['waiting'], to: 'draft', may: byAuthor },
        accept: { title: ['采用', 'Accept'], from: ['waiting'], to: 'accepted', may: decides, tell: ['employeeId'], tone: 'primary' },
        refuse: {
          title: ['退回', 'Refuse'],
          from: ['waiting'],
          to: 'refused',
          may: decides,
          input: { refusal: 'required' },
          note: 'refusal',
          tell: ['employeeId'],
          tone: 'danger',
        },
      },
    }),
  },
})

export const readWhats = { idNo: [1, '证件号', 'Number of paper'], bankAccount: [2, '银行账号', 'Bank account'] } as const
export const readWays = {
  reveal: [1, '查看', 'Shown'],
  roster: [2, '导出职工名册', 'Export of the roster'],
  accounts: [3, '导出代发账户', 'Export of accounts'],
  own: [4, '导出自己的资料', 'Own export'],
} as const
/** One row each time that an encrypted value left the server to somebody, or whole to its person: whose, which, to whom and why. */
export const hrReading = resource('hr_reading', {
  type: 'hrReading',
  title: ['谁看过', 'Who looked'],
  access: { scope: ofPeople, forEverybody: true },
  fields: {
    employeeId: person(),
    readAt: dateTime('时间', 'At', { sort: true, filter: 'range', width: 170 }),
    readerId: reference('查看人', 'Who', 'employee', { optional: true, filter: 'select', width: 110 }),
    what: choice('看了什么', 'What', readWhats, { filter: 'select', width: 110 }),
    way: choice('方式', 'How', readWays, { width: 130 }),
    reason: text('原因', 'Reason', { max: 200, optional: true, width: 240 }),
  },
  list: {
    sort: { field: 'readAt', way: 'DESC' },
    search: false,
    tabOf: { hrMine: { by: { employeeId: 'employeeId' } }, hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['还没有人看过证件号和银行账号', 'Nobody has looked at the numbers yet'],
  },
  record: { label: 'readAt', editable: [] },
  storage: { appendOnly: true, index: [['employeeId', '-readAt'], ['orgId', '-readAt'], ['readerId']] },
})

export const ownTables = { hrMine, hrReading }
