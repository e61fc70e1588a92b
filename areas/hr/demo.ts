/** People of the demo company: their files, assignments, contracts, and what is under way today. */
import { addDays, addMonthsToDay, weekday } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { employee } from '#areas/admin/index.ts'
import { addRecord, change, create, createEach } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { actionKinds, personnelAction } from './action-tables.ts'
import { hrAssignment } from './assignment-tables.ts'
import { contractKinds, hrAgreement, labourContract } from './contract-tables.ts'
import { hrFile, hrPaper, paperKinds, stages } from './file-tables.ts'
import { numberOf, type Someone } from './demo-people.ts'
import { makeWorkers } from './demo-workers.ts'
import { hrLetter, hrLetterTemplate, letterKinds } from './letter-tables.ts'
import { hrFileChange } from './own-tables.ts'
import { hrGrade, hrHeadcount, hrWorkplace } from './place-tables.ts'
import { noteReadings } from './readings.ts'
import { hrTaskTemplate, taskKinds, taskOwners } from './task-tables.ts'

const places = [
  { name: '杭州总部', region: '33', address: '杭州市滨江区江南大道 588 号' },
  { name: '东莞工厂', region: '44', address: '东莞市长安镇振安西路 21 号' },
  { name: 'Los Angeles', zone: 'America/Los_Angeles', address: '15500 Valley View Ave, La Mirada', calendar: 2 },
]
const grades = ['P1', 'P2', 'P3', 'P4', 'M1', 'M2']
/** who is on probation, whose contract waits, whose ends: of the people without account */
const newest = [20, 21]
const unsigned = 22
const unsignedDays = 25
const ending = 23
/** Employees without a file, each with a day of birth and of hiring. */
async function withoutFile({ db }: Context, today: string): Promise<Someone[]> {
  const found = await db
    .selectFrom('employee as e')
    .leftJoin('hr_file as f', 'f.employee_id', 'e.id')
    .select(['e.id', 'e.hired_on', 'e.birthday', 'e.dept_id', 'e.position_id'])
    .where('f.id', 'is', null)
    .where('e.status', '=', 1)
    .orderBy('e.id')
    .execute()
  return found.map((row, n) => ({
    id: asText(row.id),
    n,
    hiredOn: newest.includes(n)
      ? addDays(addMonthsToDay(today, -3), 3 + newest.indexOf(n))
      : n === unsigned
        ? addDays(today, -unsignedDays)
        : asText(row.hired_on ?? addDays(today, -200 - ((n * 97) % 1500))),
    birthday: asText(row.birthday ?? addDays('1985-03-01', (n * 397) % 5000)),
    deptId: asText(row.dept_id),
    positionId: row.position_id === null ? null : asText(row.position_id),
  }))
}

export async function makePeopleFiles(people: DemoPeople): Promise<void> {
  const hr = await people.as('hr')
  const today = todayOf(hr)
  const someone = await withoutFile(hr, today)
  if (someone.length === 0) return
  const workplaceIds: string[] = []
  for (const place of places) workplaceIds.push((await create(hr, hrWorkplace, place)).id)
  const gradeIds: string[] = []
  for (const [sort, code] of grades.entries())
    gradeIds.push((await create(hr, hrGrade, { code, name: code.startsWith('M') ? '管理' : '专业', sort })).id)
  for (const { id, hiredOn } of someone.filter(one => [...newest, unsigned].includes(one.n))) await change(hr, employee, id, { hiredOn })
  await makeFiles(hr, someone, workplaceIds, gradeIds)
  await makeContracts(hr, someone, today)
  await makeHeadcount(hr, someone, today)
  await makeTemplates(hr)
  await makeActions(hr, someone, today)
  await makeOwn(people, today)
  await makeContracts(hr, await makeWorkers(hr, today), today)
}

const sunday = 7
const nextMonday = (day: string): string => addDays(day, 1 + ((sunday - weekday(day)) % sunday))

/** Checklists and the text of a letter. */
async function makeTemplates(hr: Context): Promise<void> {
  const ownerId = hr.caller.employeeId
  const items = [
    { kind: taskKinds.join[0], item: '签订劳动合同和保密协议', ownerBy: taskOwners.named[0], ownerId, days: 0 },
    { kind: taskKinds.join[0], item: '在“我的档案”补齐资料', ownerBy: taskOwners.person[0], days: 3 },
    { kind: taskKinds.join[0], item: '安排导师和工位', ownerBy: taskOwners.manager[0], days: -1 },
    { kind: taskKinds.regularise[0], item: '试用期考核面谈', ownerBy: taskOwners.manager[0], days: -3 },
    { kind: taskKinds.leave[0], item: '工作交接', ownerBy: taskOwners.person[0], days: -1 },
    { kind: taskKinds.leave[0], item: '社保减员', ownerBy: taskOwners.named[0], ownerId, days: 3 },
    { kind: taskKinds.leave[0], item: '开具离职证明', ownerBy: taskOwners.named[0], ownerId, days: 0 },
  ]
  for (const [sort, item] of items.entries()) await create(hr, hrTaskTemplate, { sort, ...item })
  await create(hr, hrLetterTemplate, {
    kind: letterKinds.work[0],
    language: 1,
    title: '在职证明',
    body: '兹证明 {name}（工号 {no}）自 {hiredOn} 起在{company}{dept}工作，现任{position}。\n本证明仅用于{purpose}。\n特此证明。',
  })
}

/** The employee corrects his address and asks for a letter; somebody looked at his number. */
async function makeOwn(people: DemoPeople, today: string): Promise<void> {
  const person = await people.as('employee')
  const { employeeId } = person.caller
  if (employeeId === null) return
  await noteReadings(await people.as('hr'), 'reveal', '办理社保增员', [{ employeeId, what: 'idNo' }])
  const { id } = await addRecord(person, hrFileChange, { address: '杭州市西湖区文三路 90 号', reason: '搬家' })
  await takeSteps(person, hrFileChange, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
  const letter = await addRecord(person, hrLetter, {
    businessOn: today,
    employeeId,
    kind: letterKinds.income[0],
    purpose: '办理房贷',
    addressee: '招商银行杭州分行',
  })
  await takeSteps(person, hrLetter, { ids: [{ id: letter.id }], pick: { step: 'submit' }, input: {} })
}

async function makeFiles(
  hr: Context,
  someone: readonly Someone[],
  workplaceIds: readonly string[],
  gradeIds: readonly string[],
): Promise<void> {
  await createEach(
    hr,
    hrFile,
    someone.map(({ id, n, hiredOn, birthday }) => ({
      employeeId: id,
      stage: [...newest, unsigned].includes(n) ? stages.probation[0] : stages.regular[0],
      hiredOn,
      probationTo: addDays(addMonthsToDay(hiredOn, 3), -1),
      regularOn: [...newest, unsigned].includes(n) ? null : addMonthsToDay(hiredOn, 3),
      idNo: numberOf(birthday, n),
      sex: (100 + n) % 2 === 1 ? 1 : 2,
      bankName: '中国工商银行杭州滨江支行',
      bankAccount: `62220212${String(10_000_000 + n * 7919)}`,
      salaryLevel: `L${1 + (n % 8)}`,
      emergencyName: n % 5 === 0 ? null : '家属',
      emergencyPhone: n % 5 === 0 ? null : `1390571${String(1000 + n)}`,
    })),
  )
  const company = await hr.db.selectFrom('company').select('id').where('status', '=', 1).orderBy('id').limit(1).executeTakeFirst()
  await createEach(
    hr,
    hrAssignment,
    someone.map(({ id, n, hiredOn, deptId, positionId }) => ({
      employeeId: id,
      deptId,
      positionId,
      gradeId: gradeIds[n % gradeIds.length],
      workplaceId: workplaceIds[n % 7 === 0 ? 1 : 0],
      companyId: company === undefined ? null : asText(company.id),
      validFrom: hiredOn,
    })),
  )
  for (const { id, n } of someone.slice(0, 6))
    await create(hr, hrPaper, {
      employeeId: id,
      kind: n % 2 === 0 ? paperKinds.health[0] : paperKinds.special[0],
      no: `ZJ${2_026_000 + n}`,
      validTo: addDays(todayOf(hr), n === 0 ? -3 : 12 * n),
    })
}

/** Three years each, the second ends soon; one was never signed, for 25 days. */
async function makeContracts(hr: Context, someone: readonly Someone[], today: string): Promise<void> {
  const found = await hr.db.selectFrom('company').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (found === undefined) return
  const companyId = asText(found.id)
  for (const { id, n, hiredOn } of someone) {
    const isUnsigned = n === unsigned
    const validFrom = n === ending ? addDays(today, -3 * 365 + 40) : hiredOn
    const values = {
      businessOn: validFrom,
      employeeId: id,
      companyId,
      kind: contractKinds.fixed[0],
      validFrom,
      validTo: addDays(addMonthsToDay(validFrom, 36), -1),
    }
    const made = await addRecord(hr, labourContract, values)
    const [step, input] = isUnsigned ? (['issue', {}] as const) : (['sign', { signedOn: validFrom }] as const)
    await takeSteps(hr, labourContract, { ids: [{ id: made.id }], pick: { step }, input })
  }
  for (const { id, hiredOn } of someone.slice(0, 4)) await create(hr, hrAgreement, { employeeId: id, kind: 1, fromOn: hiredOn })
}

async function makeHeadcount(hr: Context, someone: readonly Someone[], today: string): Promise<void> {
  const held = Map.groupBy(
    someone.filter(one => one.positionId !== null),
    one => `${one.deptId} ${one.positionId}`,
  )
  const year = Number(today.slice(0, 4))
  await createEach(
    hr,
    hrHeadcount,
    [...held.values()].map(([first, ...more], n) => ({
      year,
      deptId: first?.deptId,
      positionId: first?.positionId,
      planned: 1 + more.length + (n % 3 === 0 ? 1 : 0),
    })),
  )
}

/** A joiner of tomorrow, a transfer for next Monday, which the approvals of the demo company ask for, who becomes regular this week. */
async function makeActions(hr: Context, someone: readonly Someone[], today: string): Promise<void> {
  const [first, third, fourth] = [someone[newest[0] ?? 0], someone[2], someone[unsigned + 2]]
  if (first === undefined || third === undefined || fourth === undefined) return
  const wishes = [
    {
      values: {
        kind: actionKinds.join[0],
        personName: '苏婉',
        deptId: third.deptId,
        effectiveOn: addDays(today, 1),
        probationTo: addMonthsToDay(today, 3),
      },
      asked: true,
    },
    {
      values: {
        kind: actionKinds.transfer[0],
        employeeId: fourth.id,
        deptId: third.deptId,
        effectiveOn: nextMonday(today),
        reason: '部门调整',
      },
      asked: false,
    },
    {
      values: { kind: actionKinds.regularise[0], employeeId: first.id, effectiveOn: addDays(today, 1), reason: '试用期考核通过' },
      asked: false,
    },
  ]
  for (const { values, asked } of wishes) {
    const { id } = await addRecord(hr, personnelAction, { businessOn: today, ...values })
    if (asked) await takeSteps(hr, personnelAction, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
  }
}
