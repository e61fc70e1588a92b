/** What a clerk of few people and rights sets off is as whole as what HR does; and nothing that is older goes back by a sheet. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workflow } from '#areas/workflow/index.ts'
import { contractTimed } from './contracts.ts'
import { hr } from './index.ts'

let h: DemoHouse
let [admin, clerk, few] = [] as unknown as [Person, Person, Person]
let [deptA, deptB, position] = ['', '', '']
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', 'in', ['人事', '销售']).execute()
  const lists = 'hrFile personnelAction labourContract hrAssignment employee hrRoster hrHeadcount'.split(' ')
  await h.db
    .insertInto('role_permission')
    .values(
      roles.flatMap(({ id, org_id, name }) =>
        lists.flatMap(permission =>
          [1, 2, 3, 4, 5, 6, 7, 10, ...(name === '人事' ? [100, 101] : [])].map(operation => ({
            org_id,
            role_id: id,
            permission,
            operation,
          })),
        ),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  // sales sees himself alone
  ;[clerk, few] = [await signedInAs(h, 'hr'), await signedInAs(h, 'sales')]
  deptA = (await admin.post('/department/insert', { name: '甲部' })).data.id
  deptB = (await admin.post('/department/insert', { name: '乙部' })).data.id
  position = (await admin.post('/positionManage/insert', { name: '专员甲' })).data.id
})
afterAll(() => h.close())

const done = async (who: Person, path: string, values: Values) => {
  const answer = await who.post(path, values)
  expect(answer.code, answer.msg).toBe(0)
  return answer.data
}
const employ = async (no: string, name: string, more: Values = {}): Promise<string> =>
  (await done(admin, '/userManage/insert', { no, name, deptId: deptA, hiredOn: '2025-01-06', ...more })).id

test('plans count everybody', async () => {
  const { id } = await done(clerk, '/hrHeadcount/insert', { year: 2026, deptId: deptB, positionId: position, planned: 3 })
  await employ('H1', '编一', { deptId: deptB, positionId: position })
  const plan = async (): Promise<Values> => (await clerk.get(`/hrHeadcount/query/${id}`)).data
  const joining = { kind: 1, personName: '新一', deptId: deptB, positionId: position, businessOn: today, effectiveOn: '2026-12-07' }
  for (const [n, who] of [clerk, few].entries()) {
    const made = await done(who, '/personnelAction/insert', { ...joining, personName: `新${n}` })
    await done(who, '/personnelAction/submit', { ids: [{ id: made.id }] })
  }
  expect(await plan()).toMatchObject({ actual: 1, arriving: 2 })
  const { version } = await plan()
  await done(few, '/hrHeadcount/update', { id, version, planned: 4 })
  expect(await plan()).toMatchObject({ planned: 4, actual: 1, arriving: 2 })
})

test('a corrected joiner keeps what its writer does not see, and what the draft says since', async () => {
  const row = { effectiveOn: '2026-12-14', seq: 1, personName: '新人', deptId: deptA, phone: '13900000001', salaryLevel: 'P5' }
  const { id } = await done(clerk, '/hrJoiner/insert', row)
  const joiner = (await clerk.get(`/hrJoiner/query/${id}`)).data
  const draft = async () =>
    h.db
      .selectFrom('personnel_action')
      .select(['person_name', 'phone', 'salary_level', 'dept_id', 'version'])
      .where('id', '=', joiner.actionId)
      .executeTakeFirstOrThrow()
  const { version } = await draft()
  await done(clerk, '/personnelAction/update', { id: joiner.actionId, version, phone: '13900000002' })
  expect((await few.get(`/hrJoiner/query/${id}`)).data).not.toHaveProperty('salaryLevel')
  await done(few, '/hrJoiner/update', { id, version: joiner.version, personName: '新名' })
  expect(await draft()).toMatchObject({ person_name: '新名', phone: '13900000002', salary_level: 'P5', dept_id: deptA })
})

test('who is moved or set to left takes file and assignment along', async () => {
  const id = await employ('M1', '动一')
  const change = async (values: Values) => {
    const { version } = (await admin.get(`/userManage/query/${id}`)).data
    await done(few, '/userManage/update', { id, version, ...values })
  }
  const file = () =>
    h.db.selectFrom('hr_file').select(['dept_id', 'birthday_on', 'stage', 'left_on']).where('employee_id', '=', id).executeTakeFirst()
  const stood = () =>
    h.db
      .selectFrom('hr_assignment')
      .select(['dept_id', 'valid_from', 'valid_to'])
      .where('employee_id', '=', id)
      .orderBy('valid_from')
      .execute()
  await change({ deptId: deptB, birthday: '1990-11-02' })
  expect(await file()).toMatchObject({ dept_id: deptB, birthday_on: '2026-11-02' })
  const first = { dept_id: deptA, valid_from: '2025-01-06', valid_to: '2026-11-22' }
  expect(await stood()).toEqual([first, { dept_id: deptB, valid_from: today, valid_to: null }])
  await change({ status: 2 })
  expect(await file()).toMatchObject({ stage: 5, left_on: today })
  expect(await stood()).toEqual([first, { dept_id: deptB, valid_from: today, valid_to: today }])
})

test('a reminder names who is new in it', async () => {
  const remind = async (): Promise<string> => {
    const work = contractTimed.find(one => one.name === 'hr.unsigned')?.work as (inside: unknown, tx: unknown) => Promise<unknown>
    await (await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')).write((tx, inside) => work(inside, tx))
    const said = await sql<{ title: string }>`select m.title from message m join account a on a.id = m.account_id
      where a.username = 'hr' order by m.id desc limit 1`.execute(h.db)
    return JSON.stringify(said.rows[0]?.title)
  }
  await employ('U1', '签一')
  await remind()
  await employ('U2', '签二')
  const said = await remind()
  expect(said).toContain('签二 入职后未签劳动合同')
  // however many have been there for longer
  await sql`with e as (insert into employee (org_id, no, name, dept_id)
      select ${h.demo.organisationIds[0]}::bigint, 'UM' || n, '签多' || n, ${deptA}
      from generate_series(1, 500) n returning id, org_id)
    insert into hr_file (org_id, employee_id, stage, kind, hired_on) select org_id, id, 3, 1, '2020-01-06' from e`.execute(h.db)
  await employ('U3', '签三')
  await remind()
  const { rows } = await sql`select from notice_event n join hr_file f on n.event = 'year ' || f.id join employee e on e.id = f.employee_id
    where n.code = 'hr.unsigned' and (e.no = 'U3' or e.no like 'UM%')`.execute(h.db)
  expect(rows).toHaveLength(501)
})

test('an older sheet of the roster gives back nothing that was corrected since', async () => {
  const older = { name: '册一', deptId: deptA, hiredOn: '2024-03-01', address: '滨江区', emergencyName: '甲', bankAccount: '6222021234' }
  const { id } = await done(clerk, '/hrRoster/insert', { ...older, no: 'R1' })
  const file = async (): Promise<Values> =>
    h.db
      .selectFrom('hr_file as f')
      .innerJoin('employee as e', 'e.id', 'f.employee_id')
      .select(['f.id', 'f.version', 'f.address', 'f.emergency_name', 'f.bank_account'])
      .where('e.no', '=', 'R1')
      .executeTakeFirstOrThrow()
  const now = await file()
  await done(clerk, '/hrFile/update', { id: now['id'], version: now['version'], address: '余杭区', bankAccount: '6222029999' })
  const corrected = await file()
  const again = async (values: Values) => {
    const { version } = (await clerk.get(`/hrRoster/query/${id}`)).data
    await done(clerk, '/hrRoster/update', { id, version, ...older, ...values })
  }
  await again({ emergencyName: '乙' })
  expect(await file()).toMatchObject({ address: '余杭区', emergency_name: '乙', bank_account: corrected['bank_account'] })
  await again({ address: '西湖区' })
  expect(await file()).toMatchObject({ address: '西湖区', emergency_name: '甲' })
  // who sees few fills the files of those he brings, of others none
  await done(few, '/hrRoster/insert', { no: 'R2', name: '册二', deptId: deptA, hiredOn: '2024-03-01', idNo: '11010519491231002X' })
  const brought = await sql<{ id_no: string | null }>`select id_no from hr_file f join employee e on e.id = f.employee_id
    where e.no = 'R2'`.execute(h.db)
  expect(brought.rows[0]?.id_no).toMatch(/^v1\./)
  const kept = await h.db.selectFrom('hr_roster').select(['address', 'bank_account', 'taken']).where('no', '=', 'R1').executeTakeFirst()
  expect(kept).toMatchObject({ address: null, bank_account: null })
  expect(kept?.taken).not.toContain('西湖')
})
