/** Changes of people that wait for approval, each kind on its day, and what days of random changes leave behind. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualFlows } from '#areas/workflow/usual-flows.ts'
import { employee } from '#areas/admin/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { Refusal } from '#platform/server/area.ts'
import { change, create } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { employeesOf, publishFlow } from '../../test/setup/flows.ts'
import { actionKinds, personnelAction } from './action-tables.ts'
import { hr, provePeople } from './index.ts'
import { takeEffect } from './take-effect.ts'

let h: DemoHouse
let [admin, clerk] = [] as unknown as [Person, Person]
let [deptA, deptB] = ['', '']
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  const granted = ['hrFile', 'personnelAction', 'labourContract', 'hrAssignment', 'employee', 'hrFamily', 'hrPaper']
  await h.db
    .insertInto('role_permission')
    .values(
      granted.flatMap(permission =>
        [1, 2, 3, 4, 6, 7, 10, 100, 101].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  clerk = await signedInAs(h, 'hr')
  deptA = (await admin.post('/department/insert', { name: '甲部' })).data.id
  deptB = (await admin.post('/department/insert', { name: '乙部' })).data.id
})
afterAll(() => h.close())

const employ = async (no: string, name: string, more: Values = {}): Promise<string> =>
  (await admin.post('/userManage/insert', { no, name, deptId: deptA, hiredOn: '2025-01-06', ...more })).data.id as string
const fileOf = async (employeeId: string): Promise<Values & { id: string; version: number }> =>
  (await clerk.post('/hrFile/list', { employeeId: [employeeId] })).data.list[0]
const actionOf = async (id: string): Promise<Values> => (await clerk.get(`/personnelAction/query/${id}`)).data
const act = async (values: Values): Promise<string> => {
  const { data } = await clerk.post('/personnelAction/insert', { businessOn: today, ...values })
  const done = await clerk.post('/personnelAction/submit', { ids: [{ id: data.id }] })
  expect(done.code, done.msg).toBe(0)
  return data.id as string
}
const system = () => h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
const onDay = async <T>(day: string, work: () => Promise<T>): Promise<T> => {
  h.clock.now = new Date(`${day}T00:10:00+08:00`)
  const done = await work()
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  return done
}
const takenOn = (day: string) => onDay(day, async () => takeEffect(await system()))

describe('each kind on its day', () => {
  test.each([
    ['转正', 2, {}, { stage: 3, regularOn: '2026-11-25' }],
    ['晋升', 4, { salaryLevel: 'P9' }, { stage: 3, salaryLevel: 'P9' }],
    ['薪级', 5, { salaryLevel: 'L7' }, { stage: 3, salaryLevel: 'L7' }],
    ['停薪留职', 6, {}, { stage: 6 }],
    ['复职', 7, { deptId: 'B' }, { stage: 3, deptId: 'B' }],
    ['返聘', 9, { deptId: 'B' }, { stage: 7, deptId: 'B', hiredOn: '2026-11-25', leftOn: null }],
  ] as const)('%s', async (name, kind, values, expected) => {
    const employeeId = await employ(`K${kind}`, name)
    if (kind === 9)
      await admin.post('/userManage/update', {
        id: employeeId,
        version: (await admin.get(`/userManage/query/${employeeId}`)).data.version,
        status: 2,
      })
    const real = (some: Values): Values => ('deptId' in some ? { ...some, deptId: deptB } : some)
    const id = await act({ kind, employeeId, effectiveOn: '2026-11-25', ...real(values) })
    const before = await fileOf(employeeId)
    expect(await takenOn('2026-11-24')).toBe(0)
    expect(await fileOf(employeeId)).toEqual(before)
    expect(await takenOn('2026-11-25')).toBe(1)
    expect(await fileOf(employeeId)).toMatchObject(real(expected))
    expect(await actionOf(id)).toMatchObject({ state: 3, failed: null })
    expect((await admin.get(`/userManage/query/${employeeId}`)).data).toMatchObject({
      status: 1,
      ...('deptId' in values ? { deptId: deptB } : {}),
    })
  })
  test('who has left is only hired again', async () => {
    const employeeId = await employ('G1', '离甲')
    const { version } = (await admin.get(`/userManage/query/${employeeId}`)).data
    await admin.post('/userManage/update', { id: employeeId, version, status: 2 })
    for (const kind of [2, 3, 4, 5, 6, 7, 8]) {
      const made = await clerk.post('/personnelAction/insert', { businessOn: today, kind, employeeId, effectiveOn: '2026-11-26' })
      expect(made.msg, String(kind)).toContain('已离职，只能办理返聘或入职')
    }
    const again = { businessOn: today, kind: 9, employeeId, effectiveOn: '2026-11-26' }
    expect((await clerk.post('/personnelAction/insert', again)).msg).toBe('')
  })
})

test('days of random actions and of changes by hand leave everybody in one place, and employee, file and assignment agree', async () => {
  const days = Number(process.env['HR_DAYS'] ?? 12)
  const people = await Promise.all(['甲', '乙', '丙', '丁'].map((name, n) => employ(`R${n}`, `随${name}`)))
  let seed = 42
  const below = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * n)
  }
  const kinds = Object.values(actionKinds).flatMap(([code]) => (code === actionKinds.join[0] ? [] : [code]))
  const tried = { done: 0, refused: 0 }
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      tried.done += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      tried.refused += 1
    }
  }
  for (let n = 0, day = addDays(today, 10); n < days; n += 1, day = addDays(day, 1)) {
    h.clock.now = new Date(`${day}T09:00:00+08:00`)
    const server = await system()
    for (let k = 0; k < 3; k += 1) {
      const employeeId = people[below(people.length)] ?? ''
      const deptId = below(2) === 0 ? deptA : deptB
      const values = { businessOn: day, kind: kinds[below(kinds.length)], employeeId, effectiveOn: addDays(day, below(5) - 1), deptId }
      const byHand = below(3) === 0 ? { status: 1 + below(2) } : { deptId }
      await attempt(() =>
        server.write(async (_, inside) => {
          if (below(3) === 0) return change(inside, employee, employeeId, byHand)
          const { id } = await create(inside, personnelAction, { ...values, askedBy: people[0] })
          return takeSteps(inside, personnelAction, { ids: [{ id }], pick: { step: 'submit' }, input: {}, byProgram: true })
        }),
      )
    }
    await takeEffect(server)
    expect(await provePeople(server), day).toEqual([])
  }
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  expect(tried.done).toBeGreaterThan(days)
})

describe('contracts', () => {
  test('come from a sheet as running ones; a third fixed term counts over two companies', async () => {
    const employeeId = await employ('S1', '合甲', { hiredOn: '2021-01-01' })
    const found = (await admin.post('/companyManage/list', {})).data.list.map((one: { id: string }) => one.id)
    const other = found[1] ?? (await admin.post('/companyManage/insert', { name: '乙公司' })).data.id
    const terms = [
      [found[0], '2021-01-01', '2022-12-31'],
      [other, '2023-01-01', '2025-12-31'],
    ] as const
    for (const [companyId, validFrom, validTo] of terms) {
      const made = await clerk.post('/hrContractSheet/insert', { employeeId, companyId, kind: 1, validFrom, validTo })
      expect(made.code, made.msg).toBe(0)
    }
    const { data } = await clerk.post('/labourContract/list', { employeeId: [employeeId] })
    expect(data.list.map((one: Values) => [one['state'], one['signedOn']])).toEqual([
      [2, '2023-01-01'],
      [2, '2021-01-01'],
    ])
    const third = { businessOn: today, employeeId, companyId: other, kind: 1, validFrom: '2026-01-01', validTo: '2028-12-31' }
    expect((await clerk.post('/labourContract/insert', third)).msg).toContain('劳动合同法第十四条')
    expect((await clerk.post('/labourContract/insert', { ...third, isWished: true })).msg).toBe('')
  })
})

test('the general manager approves; he sees from where to where, and it is kept', async () => {
  const { boss: bossId = '' } = await employeesOf(h)
  const flow = usualFlows(() => ({ by: 'person', ids: [bossId] })).find(([code]) => code === 'personnelAction')
  if (flow !== undefined) await publishFlow(admin, 'personnelAction', flow[2])
  const employeeId = await employ('Q1', '调一')
  const file = await fileOf(employeeId)
  await clerk.post('/hrFile/update', { id: file.id, version: file.version, salaryLevel: 'L1' })
  const id = await act({ kind: 3, employeeId, deptId: deptB, salaryLevel: 'L2', effectiveOn: '2026-11-30' })
  const was = { fromDeptId: deptA, deptId: deptB, fromSalaryLevel: 'L1', salaryLevel: 'L2', fromPositionId: null }
  expect(await actionOf(id)).toMatchObject({ state: 0, ...was })
  expect(await takenOn('2026-11-30')).toBe(0)
  const boss = await signedInAs(h, 'boss')
  const { data } = await boss.get('/approval/allList?box=1&formCode=personnelAction')
  const card = data.list.find((one: Values) => one['keyValue'] === id)
  const shown = new Map(card.figures.map((one: { title: string; value: string }) => [one.title, one.value]))
  expect([shown.get('原部门'), shown.get('部门')]).toEqual(['甲部', '乙部'])
  const task = { formCode: 'personnelAction', keyValue: id, currentProcessId: card.processId, round: card.round, opinion: '同意' }
  const done = await boss.post('/workflow/confirmProcess', task)
  expect(done.code, done.msg).toBe(0)
  expect(await actionOf(id)).toMatchObject({ state: 2, ...was })
  expect(await takenOn('2026-11-30')).toBe(1)
  expect(await actionOf(id)).toMatchObject({ state: 3, ...was })
})
