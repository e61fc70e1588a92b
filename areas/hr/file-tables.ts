/** 员工档案: what is known of a person, and lists of his education, family and papers. */
import { choice, date, dictionary, files, reference, text } from '#platform/declare/fields.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { resource } from '#platform/declare/resource.ts'
import { hrRights, ofPeople, paid, person, personal } from './words.ts'

/** values of dictionary 68 */
export const stages = {
  joining: [1, '待入职', 'To join', 'info'],
  probation: [2, '试用', 'On probation', 'info'],
  regular: [3, '正式', 'Regular', 'good'],
  leaving: [4, '离职中', 'Leaving', 'warn'],
  left: [5, '离职', 'Left', 'quiet'],
  unpaid: [6, '停薪留职', 'Unpaid leave', 'warn'],
  rehired: [7, '返聘', 'Rehired', 'good'],
} as const

/** kept by a nightly job, as days pass (nightly.ts) */
export const ageBands = {
  minor: [6, '未满 18 岁', 'Below 18'],
  to25: [1, '18-24 岁', '18-24'],
  to35: [2, '25-34 岁', '25-34'],
  to45: [3, '35-44 岁', '35-44'],
  to55: [4, '45-54 岁', '45-54'],
  more: [5, '55 岁以上', '55 and more'],
} as const
export const serviceBands = {
  to1: [1, '不满 1 年', 'Below a year'],
  to3: [2, '1-3 年', '1-3 years'],
  to5: [3, '3-5 年', '3-5 years'],
  to10: [4, '5-10 年', '5-10 years'],
  more: [5, '10 年以上', '10 years and more'],
} as const

export const hrFile = resource('hr_file', {
  type: 'hrFile',
  title: ['员工档案', 'Employee file'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person({ sort: true, goes: true }),
    /** of the employee, kept beside (keep.ts) */
    deptId: reference('部门', 'Department', 'department', { optional: true, computed: true, filter: 'select', width: 110 }),
    positionId: reference('职位', 'Position', 'position', { optional: true, computed: true, filter: 'select', show: false }),
    stage: choice('阶段', 'Stage', stages, { default: 3, computed: true, filter: 'select', sort: true, width: 90 }),
    kind: choice(
      '用工形式',
      'Employment',
      {
        full: [1, '全职', 'Full time'],
        part: [2, '兼职', 'Part time'],
        intern: [3, '实习', 'Intern'],
        service: [4, '劳务', 'Service'],
        dispatched: [5, '派遣', 'Dispatched'],
      },
      { default: 1, filter: 'select', width: 90 },
    ),
    idKind: choice(
      '证件类型',
      'Kind of paper',
      {
        card: [1, '身份证', 'Identity card'],
        passport: [2, '护照', 'Passport'],
        travel: [3, '港澳台证件', 'Permit of Hong Kong, Macao or Taiwan'],
        resident: [4, '永久居留证', 'Permanent residence'],
      },
      { default: 1, show: false },
    ),
    idNo: text('证件号', 'Number of paper', { max: 30, optional: true, encrypted: true, filter: 'equals', width: 130 }),
    idValidTo: date('证件有效期至', 'Paper valid to', personal),
    sex: choice('性别', 'Sex', { male: [1, '男', 'Male'], female: [2, '女', 'Female'] }, personal),
    nation: dictionary('民族', 'Ethnic group', 98, personal),
    politics: dictionary('政治面貌', 'Political status', 72, personal),
    marriage: dictionary('婚姻状况', 'Marital status', 73, personal),
    nativePlace: text('籍贯', 'Native place', { max: 50, ...personal }),
    household: choice(
      '户口类型',
      'Household',
      {
        town: [1, '本地城镇', 'Local, town'],
        village: [2, '本地农村', 'Local, village'],
        otherTown: [3, '外地城镇', 'Elsewhere, town'],
        otherVillage: [4, '外地农村', 'Elsewhere, village'],
      },
      personal,
    ),
    registeredAddress: text('户籍地址', 'Registered address', { max: 200, ...personal }),
    address: text('现住址', 'Address', { max: 200, ...personal }),
    emergencyName: text('紧急联系人', 'Emergency contact', { max: 50, ...personal }),
    emergencyPhone: text('紧急联系电话', 'Emergency phone', { max: 30, ...personal }),
    education: dictionary('最高学历', 'Education', 69, { optional: true, filter: 'select', width: 90 }),
    size: dictionary('工装尺码', 'Garment size', 104, { optional: true, show: false }),
    firstWorkedOn: date('参加工作日期', 'First worked on', { optional: true, show: false }),
    hiredOn: date('入职日期', 'Hired on', { optional: true, sort: true, filter: 'range', width: 110 }),
    probationTo: date('试用期至', 'Probation to', { optional: true, filter: 'range', sort: true, width: 110 }),
    regularOn: date('转正日期', 'Regular since', { optional: true, show: false }),
    leftOn: date('离职日期', 'Left on', { optional: true, computed: true, filter: 'range', width: 110 }),
    leaveReason: dictionary('离职原因', 'Reason for leaving', 120, { optional: true, computed: true, see: hrRights.pay, show: false }),
    protectedUntil: date('三期保护至', 'Protected until', personal),
    retireOn: date('退休日期', 'Retires on', { optional: true, filter: 'range', show: false }),
    noticeOn: date('告知书日期', 'Privacy notice on', { optional: true, show: false }),
    salaryLevel: text('薪级', 'Pay level', { max: 20, optional: true, see: paid, show: false }),
    bankName: text('开户行', 'Bank', { max: 50, optional: true, see: paid, show: false }),
    bankHolder: text('户名', 'Account holder', { max: 50, optional: true, see: paid, show: false }),
    birthdayOn: date('今年生日', 'Birthday this year', { optional: true, computed: true, filter: 'range', show: false }),
    ageBand: choice('年龄段', 'Age', ageBands, { optional: true, computed: true, hidden: true }),
    serviceBand: choice('司龄段', 'Service', serviceBands, { optional: true, computed: true, filter: 'select', show: false }),
    emptiedOn: date('清空日期', 'Emptied on', { optional: true, computed: true, show: false }),
    bankAccount: text('银行账号', 'Bank account', { max: 40, optional: true, encrypted: true, width: 130 }),
  },
  list: {
    sort: { field: 'hiredOn', way: 'DESC' },
    views: [
      { name: 'employed', title: ['在职', 'Employed'], field: 'stage', codes: [2, 3, 4, 6, 7] },
      { name: 'probation', title: ['试用', 'On probation'], field: 'stage', codes: [2] },
      { name: 'regular', title: ['本月转正', 'Regular this month'], month: 'probationTo', while: { field: 'stage', codes: [2] } },
      { name: 'birthday', title: ['本月生日', 'Birthdays'], month: 'birthdayOn', while: { field: 'stage', codes: [2, 3, 4, 6, 7] } },
      { name: 'left', title: ['离职', 'Left'], field: 'stage', codes: [5] },
    ],
    empty: ['每位员工一份档案：证件、学历、合同、任职和异动', 'One file for each employee'],
    shownAs: { card: { title: 'employeeId', subtitle: 'deptId', tags: ['stage'], due: 'hiredOn' } },
  },
  record: { label: 'employeeId' },
  storage: {
    key: ['employeeId'],
    unique: [['idNo']],
    index: [
      ['orgId', '-hiredOn'],
      ['orgId', 'probationTo'],
      ['orgId', 'retireOn'],
      ['orgId', 'leftOn'],
      ['orgId', 'birthdayOn'],
      ['deptId'],
      ['positionId'],
    ],
  },
})

export const hrEducation = resource('hr_education', {
  type: 'hrEducation',
  title: ['教育经历', 'Education'],
  access: { scope: ofPeople, permission: 'hrFile' },
  fields: {
    employeeId: person(),
    school: text('学校', 'School', { max: 100, filter: 'contains' }),
    major: text('专业', 'Major', { max: 100, optional: true }),
    education: dictionary('学历', 'Education', 69),
    kind: dictionary('教育类型', 'Kind', 105, { optional: true }),
    fromOn: date('开始日期', 'From', { optional: true }),
    toOn: date('毕业日期', 'To', { optional: true, sort: true }),
    files: files('证书', 'Certificates', { optional: true, max: 5 }),
  },
  list: { sort: { field: 'toOn', way: 'DESC' }, empty: ['学校、专业和证书', 'Schools, majors and certificates'] },
  record: { label: 'school' },
  storage: { index: [['employeeId'], ['orgId', '-toOn']] },
})

export const hrLanguage = resource('hr_language', {
  type: 'hrLanguage',
  title: ['语言能力', 'Languages'],
  access: { scope: ofPeople, permission: 'hrFile' },
  fields: {
    employeeId: person(),
    languageId: dictionary('语种', 'Language', 100, { filter: 'select' }),
    levelId: dictionary('水平', 'Level', 101),
    remark: text('证书与说明', 'Certificate', { max: 100, optional: true }),
  },
  list: { sort: { field: 'languageId', way: 'ASC' }, empty: ['会哪些语言、到什么水平', 'Which languages, and how well'] },
  storage: { key: ['employeeId', 'languageId'], index: [['orgId', 'languageId']] },
})

export const hrExperience = resource('hr_experience', {
  type: 'hrExperience',
  title: ['工作经历', 'Experience'],
  access: { scope: ofPeople, permission: 'hrFile' },
  fields: {
    employeeId: person(),
    company: text('单位', 'Company', { max: 100, filter: 'contains' }),
    title: text('职务', 'Title', { max: 50, optional: true }),
    fromOn: date('开始日期', 'From', { optional: true, rangeTo: 'toOn' }),
    toOn: date('结束日期', 'To', { optional: true, sort: true }),
    proof: text('证明人与电话', 'Who can tell', { max: 100, sensitive: true, ...personal }),
  },
  list: { sort: { field: 'toOn', way: 'DESC' }, empty: ['来公司以前在哪里工作过', 'Where somebody worked before'] },
  record: { label: 'company' },
  storage: { index: [['employeeId'], ['orgId', '-toOn']] },
})

export const hrFamily = resource('hr_family', {
  type: 'hrFamily',
  title: ['家庭成员', 'Family'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person(),
    name: text('姓名', 'Name', { max: 50 }),
    relation: dictionary('关系', 'Relation', 106),
    phone: text('电话', 'Phone', { max: 30, sensitive: true, ...personal }),
    birthday: date('生日', 'Birthday', personal),
  },
  list: { sort: { field: 'name', way: 'ASC' }, empty: ['员工的家庭成员和联系电话', 'Family of employees'] },
  storage: { index: [['employeeId'], ['orgId', 'name']] },
})

export const paperKinds = {
  identity: [1, '身份证', 'Identity card'],
  education: [2, '学历证', 'Diploma'],
  degree: [3, '学位证', 'Degree'],
  title: [4, '职称资格证', 'Professional title'],
  health: [5, '健康证', 'Health certificate'],
  driving: [6, '驾驶证', 'Driving licence'],
  leaving: [7, '离职证明', 'Leaving certificate'],
  special: [8, '特种作业证', 'Special operations'],
  medical: [10, '职业健康检查', 'Occupational health check'],
  other: [9, '其他', 'Other'],
} as const
export const hrPaper = resource('hr_paper', {
  type: 'hrPaper',
  title: ['员工证件', 'Papers'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person(),
    kind: choice('证件', 'Paper', paperKinds, { filter: 'select', width: 120 }),
    no: text('编号', 'Number', { max: 50, sensitive: true, ...personal }),
    validTo: date('有效期至', 'Valid to', { optional: true, sort: true, filter: 'range', width: 110 }),
    expiry: expiry('validTo'),
    files: files('扫描件', 'Scans', { optional: true, max: 5 }),
  },
  list: {
    sort: { field: 'validTo', way: 'ASC' },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    views: [{ name: 'expiring', title: ['将到期', 'Ending'], expires: 'expiry' }],
    empty: ['健康证、特种作业证等证件和有效期', 'Health certificates and other papers with their last day'],
  },
  record: { label: 'kind' },
  storage: { index: [['employeeId'], ['orgId', 'validTo']] },
})

export const fileTables = { hrEducation, hrLanguage, hrFamily, hrExperience, hrPaper }
