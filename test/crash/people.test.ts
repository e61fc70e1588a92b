/**
 * The server is killed between the writes by which a personnel action takes effect: nothing of it is there, and when it runs again the
 * person joins, and leaves, once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CutProduct, type Answer } from '../setup/cut-product.ts'

let p: CutProduct
let deptId = ''
/** the organisation's day */
const dayOf = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const today = dayOf(0)
const call = (path: string, body: object): Promise<Answer> => p.call('admin', path, body)
const made = async (path: string, body: object): Promise<string> => {
  const { msg, data } = await call(path, body)
  if (data?.id === undefined) throw new Error(`${path}: ${msg}`)
  return String(data.id)
}
beforeAll(async () => {
  p = await CutProduct.start(['admin'])
  deptId = await made('/department/insert', { name: '中断部' })
  await made('/hrTaskTemplate/insert', { kind: 1, item: '领工牌', ownerBy: 1, days: 0 })
  await p.watchWrites()
})
afterAll(() => p?.remove())

const there = async (name: string) => {
  const [row] = await p.rows(
    `select count(*)::int as people,
      (select count(*)::int from hr_file f join employee e on e.id = f.employee_id where e.name = $1) as files,
      (select count(*)::int from hr_assignment a join employee e on e.id = a.employee_id where e.name = $1) as assignments,
      (select count(*)::int from hr_task t join employee e on e.id = t.employee_id where e.name = $1 and t.kind = 1) as tasks,
      min(e.status)::int as status from employee e where e.name = $1`,
    [name],
  )
  return row
}
const once = { people: 1, files: 1, assignments: 1, tasks: 1, status: 1 }
const submit = (id: string) => (): Promise<Answer> => call('/personnelAction/submit', { ids: [{ id }] })
const effective = (id: string): Promise<void> => p.until(`select 1 from personnel_action where id = ${Number(id)} and state = 3`)
const joining = (personName: string): Promise<string> =>
  made('/personnelAction/insert', { businessOn: today, kind: 1, personName, deptId, effectiveOn: today, probationTo: dayOf(60) })

const joinSteps = ['UPDATE personnel_action', 'INSERT employee', 'INSERT hr_assignment', 'INSERT hr_task', 'UPDATE hr_file']
test('cut while somebody joins nobody has joined; then he is there once', { timeout: 600_000 }, async () => {
  const uncut = await joining('中断零')
  expect(await submit(uncut)()).toMatchObject({ code: 0 })
  await effective(uncut)
  expect(await there('中断零')).toEqual(once)
  for (const [n, step] of joinSteps.entries()) {
    const name = `中断${n + 1}`
    const id = await joining(name)
    await p.cutJobAt(step, submit(id))
    await effective(id)
    expect(await there(name), step).toEqual(once)
    expect((await submit(id)()).code, step).not.toBe(0)
  }
})

test('cut while somebody leaves he works here; then he has left once', { timeout: 600_000 }, async () => {
  for (const step of ['UPDATE hr_assignment', 'UPDATE hr_file', 'UPDATE employee']) {
    const name = `离开 ${step}`
    const employeeId = await made('/userManage/insert', { no: `CL${step.length}`, name, deptId, hiredOn: '2025-01-06' })
    const values = { businessOn: today, kind: 8, employeeId, effectiveOn: dayOf(-1) }
    const id = await made('/personnelAction/insert', values)
    await p.cutJobAt(step, submit(id))
    await effective(id)
    const [row] = await p.rows(
      `select e.status, f.stage, f.left_on::text, (select max(a.valid_to)::text from hr_assignment a where a.employee_id = e.id) as until
        from employee e join hr_file f on f.employee_id = e.id where e.id = $1`,
      [employeeId],
    )
    expect(row, step).toEqual({ status: 2, stage: 5, left_on: dayOf(-1), until: dayOf(-1) })
  }
})
