/** 花名册导入: employee and file in one row of a sheet; and views of the roster: who came and went this month, what files lack. */
import { sql } from 'kysely'
import { choice, date, dictionary, flag, longText, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody, ownOrganisation } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { contractKinds, contractStates, labourContract } from './contract-tables.ts'
import { hrFile, stages } from './file-tables.ts'
import { missingField, missingKinds, missingOf } from './own-tables.ts'
import { company, hrRights } from './words.ts'

const { kind, idKind, idValidTo, nation, politics, marriage, nativePlace, household } = hrFile.fields
const { registeredAddress, address, emergencyName, emergencyPhone } = hrFile.fields
/** of the file, and in the sheet until they stand there */
const ofFile = { optional: true, see: hrRights.personal, show: false } as const

export const hrRoster = resource('hr_roster', {
  type: 'hrRoster',
  title: ['期初花名册', 'Roster sheet'],
  access: { scope: ownOrganisation },
  fields: {
    no: text('工号', 'Employee no', { max: 20, filter: 'equals', sort: true, editDisabled: true }),
    name: text('姓名', 'Name', { max: 50, filter: 'contains' }),
    deptId: reference('部门', 'Department', 'department', { filter: 'select', choosableWhere: { status: 1 } }),
    positionId: reference('职位', 'Position', 'position', { optional: true, choosableWhere: { status: 1 } }),
    gradeId: reference('职级', 'Grade', 'hr_grade', { optional: true }),
    managerNo: text('直接上级', 'Manager', { max: 20, optional: true, help: ['上级的工号', 'Employee no of the manager'] }),
    workplaceId: reference('工作地点', 'Workplace', 'hr_workplace', { optional: true }),
    companyId: company({ optional: true }),
    kind: choice('用工', 'Employment', kind.choices, { optional: true }),
    stage: choice('状态', 'State', stages, { optional: true }),
    idKind: choice('证件类型', 'Kind of paper', idKind.choices, { default: 1, show: false }),
    idNo: text('证件号', 'Number of paper', { max: 30, optional: true, encrypted: true }),
    firstWorkedOn: date('参加工作日期', 'First worked on', { optional: true, show: false }),
    hiredOn: date('入职日期', 'Hired on', { sort: true, filter: 'range' }),
    probationTo: date('试用期至', 'Probation to', { optional: true }),
    leftOn: date('离职日期', 'Left on', { optional: true, show: false }),
    phone: text('手机', 'Phone', { max: 30, optional: true, sensitive: true }),
    email: text('邮箱', 'E-mail', { max: 100, optional: true }),
    education: dictionary('学历', 'Education', 69, { optional: true }),
    bankName: text('开户行', 'Bank', { max: 50, optional: true, see: hrRights.pay, show: false }),
    bankHolder: text('户名', 'Account holder', { max: 50, optional: true, see: hrRights.pay, show: false }),
    bankAccount: text('银行账号', 'Bank account', { max: 40, optional: true, encrypted: true }),
    salaryLevel: text('薪级', 'Pay level', { max: 20, optional: true, see: hrRights.pay, show: false }),
    idValidTo: date(...idValidTo.title, ofFile),
    nation: dictionary(...nation.title, 98, ofFile),
    politics: dictionary(...politics.title, 72, ofFile),
    marriage: dictionary(...marriage.title, 73, ofFile),
    nativePlace: text(...nativePlace.title, { max: 50, ...ofFile }),
    household: choice(...household.title, household.choices, ofFile),
    registeredAddress: text(...registeredAddress.title, { max: 200, ...ofFile }),
    address: text(...address.title, { max: 200, ...ofFile }),
    emergencyName: text(...emergencyName.title, { max: 50, ...ofFile }),
    emergencyPhone: text(...emergencyPhone.title, { max: 30, ...ofFile }),
    /** hashes of what the file has taken over, by column (roster.ts) */
    taken: longText('已转入档案', 'Taken over', { max: 2_000, optional: true, computed: true, hidden: true }),
  },
  list: {
    sort: { field: 'no', way: 'ASC' },
    search: ['no', 'name'],
    empty: ['导入后员工和档案随之建立，同一工号再次导入会更新', 'Employees and files are made of it; the same number again changes them'],
  },
  record: { label: 'no' },
  storage: {
    key: ['no'],
    index: [['deptId'], ['positionId'], ['gradeId'], ['workplaceId'], ['companyId']],
  },
})

/** Signed contracts that were there before: each row becomes a contract that runs. */
export const hrContractSheet = resource('hr_contract_sheet', {
  type: 'hrContractSheet',
  title: ['期初劳动合同', 'Contract sheet'],
  access: { scope: ownOrganisation, permission: 'labourContract' },
  fields: {
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', editDisabled: true, synonyms: ['工号', '姓名'] }),
    companyId: company(),
    kind: choice('合同类型', 'Kind', contractKinds, { default: 1, filter: 'select' }),
    validFrom: date('开始日期', 'From', { sort: true, filter: 'range', editDisabled: true, synonyms: ['开始'] }),
    validTo: date('结束日期', 'To', { optional: true, synonyms: ['结束'] }),
    probationTo: date('试用期至', 'Probation to', { optional: true }),
    signedOn: date('签订日期', 'Signed on', { optional: true }),
    hours: choice('工时制', 'Working hours', labourContract.fields.hours.choices, { default: 1 }),
    isWished: flag('员工书面同意固定期限', 'Fixed term wished in writing', { default: false, show: false }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    empty: ['已签的合同按行导入，形成履行中的劳动合同', 'Each row becomes a contract that runs'],
  },
  record: { label: 'validFrom' },
  storage: { key: ['employeeId', 'validFrom'], index: [['companyId'], ['orgId', '-validFrom']] },
})

/** columns that stand in the file once the row has been taken over, and in the sheet no more */
export const rosterPersonal = [
  'idValidTo',
  'nation',
  'politics',
  'marriage',
  'nativePlace',
  'household',
  'registeredAddress',
  'address',
  'emergencyName',
  'emergencyPhone',
] as const
export const rosterTaken = ['idNo', 'bankAccount', ...rosterPersonal] as const

export const turnWays = { joined: [1, '增员', 'Joined', 'good'], left: [2, '减员', 'Left', 'warn'] } as const

const otherCompany = sql<boolean>`b.company_id is distinct from a.company_id`
/** Who came and went, or changed from one company to another, with the day: what the insurance desk reports each month. */
export const hrTurn = view(
  'hr_turn',
  {
    type: 'hrTurn',
    title: ['本月增减', 'Joined and left'],
    access: { scope: everybody, permission: 'hrFile' },
    fields: {
      employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', width: 110 }),
      way: choice('增减', 'Way', turnWays, { filter: 'select', width: 90 }),
      day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
      companyId: company({ optional: true }),
      deptId: reference('部门', 'Department', 'department', { filter: 'select', width: 130 }),
      workplaceId: reference('工作地点', 'Workplace', 'hr_workplace', { optional: true, filter: 'select', width: 120 }),
    },
    list: {
      search: false,
      sort: { field: 'day', way: 'DESC' },
      views: [{ name: 'month', title: ['本月', 'This month'], month: 'day' }],
      shownAs: { card: { title: 'employeeId', tags: ['way'], due: 'day' } },
      empty: ['入职、离职和换公司主体的人列在这里，办理社保增减员', 'Who joined, left or changed the company, for the insurance desk'],
    },
    record: { label: 'day' },
    storage: { primary: ['employeeId', 'way', 'day'] },
  },
  db =>
    db
      .selectFrom('hr_assignment as a')
      // the one before it, of another company
      .leftJoin('hr_assignment as b', join =>
        join
          .onRef('b.org_id', '=', 'a.org_id')
          .onRef('b.employee_id', '=', 'a.employee_id')
          .on('b.valid_to', '=', sql<string>`a.valid_from - 1`)
          .on(otherCompany),
      )
      .where(eb => eb.or([eb('a.joined', '=', 1), eb.and([eb('b.id', 'is not', null), eb('a.company_id', 'is not', null)])]))
      .select(['a.org_id', 'a.employee_id', sql<number>`${sql.lit(turnWays.joined[0])}::smallint`.as('way'), 'a.valid_from as day'])
      .select(['a.company_id', 'a.dept_id', 'a.workplace_id'])
      .unionAll(
        db
          .selectFrom('hr_assignment as a')
          .leftJoin('hr_assignment as b', join =>
            join
              .onRef('b.org_id', '=', 'a.org_id')
              .onRef('b.employee_id', '=', 'a.employee_id')
              .on('b.valid_from', '=', sql<string>`a.valid_to + 1`)
              .on(otherCompany),
          )
          .where('a.valid_to', 'is not', null)
          .where(eb => eb.or([eb('a.gone', '=', 1), eb.and([eb('b.id', 'is not', null), eb('a.company_id', 'is not', null)])]))
          .select(['a.org_id', 'a.employee_id', sql<number>`${sql.lit(turnWays.left[0])}::smallint`.as('way')])
          .select([sql<string>`a.valid_to`.as('day'), 'a.company_id', 'a.dept_id', 'a.workplace_id']),
      ),
)

/** Written contracts are of those who work full time: others sign none, an oral one, or with their agency (劳动合同法 58, 69). */
export const fullTime = kind.choices.full[0]
export const unsignedNever = [stages.joining[0], stages.left[0]]
export const endedStates = [contractStates.renewed[0], contractStates.ended[0], contractStates.dissolved[0]]
/** The first day of work without a contract, of the row `f` of hr_file beside `last`: hiring, or the day after the last contract. */
export const unsignedSince = sql<string>`greatest(f.hired_on, last.ended_on + 1)`
const afterMonth = sql`(x.since + interval '1 month')::date`
/** of 31 January it is 1 March, as `nextMonthDay` says */
const monthIsOver = sql<boolean>`x.today >= ${afterMonth} + (extract(day from ${afterMonth}) <> extract(day from x.since))::integer`

/** Files of people who work here that lack something, and whose contract waits for a signature. */
export const hrLacking = view(
  'hr_lacking',
  {
    type: 'hrLacking',
    title: ['待完善与待签', 'To complete, to sign'],
    access: { scope: everybody, permission: 'hrFile' },
    fields: {
      employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', width: 110 }),
      deptId: reference('部门', 'Department', 'department', { filter: 'select', width: 130 }),
      hiredOn: date('入职日期', 'Hired on', { optional: true, sort: true, filter: 'range', width: 110 }),
      missing: missingField(),
      contract: choice(
        '合同',
        'Contract',
        {
          fine: [0, '已签或不需要', 'Signed or none needed', 'good'],
          unsigned: [1, '待签', 'To sign', 'warn'],
          month: [2, '未签满一月', 'Unsigned for a month', 'bad'],
          year: [3, '视为无固定期限', 'Counts as without end', 'bad'],
        },
        { filter: 'select', width: 130 },
      ),
    },
    list: {
      search: false,
      sort: { field: 'hiredOn', way: 'DESC' },
      views: [
        { name: 'unsigned', title: ['待签', 'To sign'], field: 'contract', codes: [1, 2, 3] },
        { name: 'missing', title: ['待完善', 'To complete'], field: 'missing', codes: Object.values(missingKinds).map(([code]) => code) },
      ],
      shownAs: { card: { title: 'employeeId', tags: ['contract'], due: 'hiredOn' } },
      empty: ['档案都已完善，合同都已签订', 'All files are complete, all contracts signed'],
    },
    record: { label: 'employeeId' },
    storage: { primary: ['employeeId'] },
  },
  db =>
    db
      .selectFrom(inner =>
        inner
          .selectFrom('hr_file as f')
          .innerJoin('employee as e', 'e.id', 'f.employee_id')
          .innerJoin('organisation as o', 'o.id', 'f.org_id')
          .leftJoin(
            eb =>
              eb
                .selectFrom('labour_contract as c')
                .select(['c.org_id', 'c.employee_id', sql<string>`max(c.valid_to)`.as('ended_on')])
                .where('c.state', 'in', endedStates)
                .groupBy(['c.org_id', 'c.employee_id'])
                .as('last'),
            join => join.onRef('last.employee_id', '=', 'f.employee_id').onRef('last.org_id', '=', 'f.org_id'),
          )
          .where('f.stage', '<>', stages.left[0])
          .select(['f.org_id', 'f.employee_id', 'e.dept_id', 'f.hired_on', missingOf.as('missing'), unsignedSince.as('since')])
          .select(sql<string>`(now() at time zone o.zone)::date`.as('today'))
          .select(eb =>
            eb
              .or([
                eb('f.kind', '<>', fullTime),
                eb('f.stage', 'in', unsignedNever),
                eb.exists(
                  eb
                    .selectFrom('labour_contract as c')
                    .select('c.id')
                    .whereRef('c.employee_id', '=', 'f.employee_id')
                    .where('c.state', '=', contractStates.running[0]),
                ),
              ])
              .as('is_fine'),
          )
          .as('x'),
      )
      .select(['x.org_id', 'x.employee_id', 'x.dept_id', 'x.hired_on', 'x.missing'])
      .select(eb =>
        eb
          .case()
          .when(sql<boolean>`x.is_fine`)
          .then(sql<number>`0`)
          .when(sql<boolean>`x.since is null or not ${monthIsOver}`)
          .then(sql<number>`1`)
          .when(sql<boolean>`x.today < (x.since + interval '1 year')::date`)
          .then(sql<number>`2`)
          .else(sql<number>`3`)
          .end()
          .as('contract'),
      )
      .where(sql<boolean>`(cardinality(x.missing) > 0 or not x.is_fine)`),
)
