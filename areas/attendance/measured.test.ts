/**
 * What attendance takes, by an environment variable: a month of 2,000 people from scratch, one changed punch, a roster of 500 people,
 * the grid of 200, a leave before it is sent. `ATTENDANCE_MEASURED=2000 vitest run --project node areas/attendance/measured.test.ts`
 */
import { expect, test } from 'vitest'
import { demoHouse, signedInAs } from '../../test/setup/demo-house.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { attendance } from './index.ts'
import { workOut } from './work-out.ts'

const asked = Number(process.env['ATTENDANCE_MEASURED'] ?? 0)
test.runIf(asked > 0)('measured', { timeout: 600_000 }, async () => {
  const [people, rostered, looked] = [asked, 500, 200]
  const said: string[] = []
  const h = await demoHouse([hr, attendance, workflow])
  h.clock.now = new Date('2026-04-01T10:00:00+08:00')
  const admin = await signedInAs(h, 'admin')
  const orgId = h.demo.organisationIds[0] ?? ''
  const must = async (path: string, values: object) => {
    const { code, msg, data } = await admin.post(path, values)
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    return data
  }
  const took = async (what: string, times: number, work: () => Promise<unknown>): Promise<void> => {
    const ms: number[] = []
    for (let n = 0; n < times; n += 1) {
      const from = performance.now()
      await work()
      ms.push(performance.now() - from)
    }
    const sorted = ms.toSorted((a, b) => a - b)
    said.push(`${what}: p95 ${Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0)} ms of ${times}`)
  }

  const { id: workplaceId } = await must('/hrWorkplace/insert', { name: '总部' })
  const { id: shift } = await must('/attendanceShift/insert', {
    code: 'D',
    name: '行政班',
    spans: '09:00-13:00 14:00-18:00',
    validFrom: '2026-01-01',
  })
  await must('/attendanceShift/insert', { code: 'N', name: '夜班', spans: '22:00-30:00', validFrom: '2026-01-01' })
  const week = { mon: shift, tue: shift, wed: shift, thu: shift, fri: shift }
  const { id: groupId } = await must('/attendanceGroup/insert', { name: '行政', workplaceId, ...week })
  const { dept_id } = await h.db.selectFrom('employee').select('dept_id').limit(1).executeTakeFirstOrThrow()
  const ids: string[] = []
  for (let n = 0; n < people; n += 1_000)
    ids.push(
      ...(
        await h.db
          .insertInto('employee')
          .values(
            Array.from({ length: Math.min(1_000, people - n) }, (_, at) => ({
              org_id: orgId,
              dept_id,
              no: `T${n + at}`,
              name: `员工${n + at}`,
            })),
          )
          .returning('id')
          .execute()
      ).map(row => String(row.id)),
    )
  for (let n = 0; n < ids.length; n += 1_000) {
    const some = ids.slice(n, n + 1_000)
    const values = some.map(employee_id => ({ org_id: orgId, employee_id, group_id: groupId, valid_from: '2026-03-01' }))
    await h.db.insertInto('attendance_member').values(values).execute()
    const punches = some.flatMap((employee_id, at) =>
      Array.from({ length: 31 }, (_, day) => ['08:52', '18:06'].map(clock => ({ day: String(day + 1).padStart(2, '0'), clock })))
        .flat()
        .filter((_, no) => (no + at) % 29 !== 0)
        .map(({ day, clock }) => ({ org_id: orgId, employee_id, at: `2026-03-${day}T${clock}:00+08:00`, source: 1 as const })),
    )
    for (let from = 0; from < punches.length; from += 10_000)
      await h.db
        .insertInto('punch')
        .values(punches.slice(from, from + 10_000))
        .execute()
  }
  const server = await h.house.asSystem(orgId, 'bench')
  for (let n = 0; n < ids.length; n += 500)
    await h.db
      .insertInto('attendance_stale')
      .values(
        ids
          .slice(n, n + 500)
          .flatMap(employee_id =>
            Array.from({ length: 31 }, (_, day) => ({ org_id: orgId, employee_id, day: `2026-03-${String(day + 1).padStart(2, '0')}` })),
          ),
      )
      .execute()
  await took(`a month of ${people} people from scratch`, 1, () => workOut(server))
  let minute = 10
  await took('one changed punch', 5, async () => {
    const at = `2026-03-27T12:${String((minute += 1)).padStart(2, '0')}:00+08:00`
    await must('/attendanceDay/enter', {
      id: (await must('/attendanceDay/list', { employeeId: [ids[7]], day: ['2026-03-27', '2026-03-27'] })).list[0].id,
      at,
      reason: 'bench',
    })
    await workOut(server)
  })
  const texts = Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? 'N' : n % 7 === 0 ? '休' : 'D'))
  await took(`a roster of ${rostered} people pasted`, 1, () =>
    must('/rosterDay/writeCells', { blocks: ids.slice(0, rostered).map(row => ({ row, column: '2026-05-01', texts })) }),
  )
  await took(`the grid of ${looked} people`, 20, () => must('/rosterDay/cells', { month: '2026-05', pageSize: looked }))
  const { id: typeId } = await must('/leaveType/insert', { code: 'annual', name: '年假' })
  await took('a leave before it is sent', 30, () =>
    must('/leaveRequest/preview', { typeId, employeeId: ids[3], fromAt: '2026-04-08T09:00:00+08:00', toAt: '2026-04-09T18:00:00+08:00' }),
  )
  await h.close()
  process.stdout.write(`${said.join('\n')}\n`)
  expect(said).toHaveLength(5)
})
