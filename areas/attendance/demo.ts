/** Attendance of the demo company: shifts, groups, two months of punches with what goes wrong in them, and requests. */
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, addMonths, daysFromTo, firstOfMonth, monthOf, weekday } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { instantInZone, todayOf } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { nationalDayNames } from '#platform/server/jobs.ts'
import { addRecord, changeEachTo, create, createEach } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { devicePerson } from './devices/tables.ts'
import { grantAnnual } from './leave/grants.ts'
import { askMonths } from './month/lock.ts'
import { attendanceMonth } from './month/tables.ts'
import { punch, punchSources } from './punch-tables.ts'
import { leaveRequest, leaveType, outing, overtimeOrder, supplement } from './request-tables.ts'
import { attendanceDevice, attendanceGroup, attendanceMember, attendanceRule, attendanceShift, deviceKinds } from './set-up-tables.ts'
import { workOut } from './work-out.ts'

/** days of punches before today */
const daysBack = 60
const kinds = [
  { code: 'annual', name: '年假', unit: 2, balance: 2 },
  { code: 'lieu', name: '调休', balance: 2 },
  { code: 'public', name: '公假' },
  { code: 'personal', name: '事假', pay: 3 },
  { code: 'sick', name: '病假', pay: 2, proofFromDays: 1 },
]

export async function makeAttendance(people: DemoPeople): Promise<void> {
  const hr = await people.as('hr')
  const today = todayOf(hr)
  const places = await hr.db.selectFrom('hr_workplace').select(['id', 'name', 'zone']).orderBy('id').execute()
  const [office, factory] = places
  if (office === undefined || factory === undefined) return
  const from = addDays(today, -daysBack)
  const eve = nightBefore(today)
  const usedFrom = eve < from ? eve : from
  const shift = async (code: string, name: string, spans: string, more: object = {}): Promise<string> =>
    (await create(hr, attendanceShift, { code, name, spans, validFrom: usedFrom, ...more })).id
  const day = await shift('D', '行政班', '09:00-12:00 13:30-18:00', { flexMinutes: 0 })
  const flexible = await shift('F', '弹性班', '09:30-12:30 13:30-18:30', { flexMinutes: 60 })
  const night = await shift('N', '夜班', '22:00-26:00 26:30-30:00')
  const five = (id: string) => ({ mon: id, tue: id, wed: id, thu: id, fri: id })
  const group = async (name: string, workplaceId: string, week: object): Promise<string> =>
    (await create(hr, attendanceGroup, { name, workplaceId, ...week })).id
  const groups = [
    await group('杭州行政', office.id, five(day)),
    await group('杭州研发（弹性）', office.id, five(flexible)),
    await group('东莞夜班', factory.id, { ...five(night), sat: night, altSat: night }),
  ]
  for (const groupId of groups) await create(hr, attendanceRule, { groupId, validFrom: from, lateGrace: 5 })
  for (const kind of kinds) await create(hr, leaveType, kind)
  const staff = await hr.db
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .select(['e.id', 'e.hired_on'])
    .where('e.status', '=', 1)
    .orderBy('e.id')
    .execute()
  const members = staff.map((row, n) => {
    const hiredOn = row.hired_on === null ? from : asText(row.hired_on)
    return {
      employeeId: asText(row.id),
      groupNo: n > 12 && n % 5 === 3 ? 2 : n % 4 === 3 ? 1 : 0,
      validFrom: hiredOn > from ? hiredOn : from,
    }
  })
  // who works at night was in his group on the night before 1 October too
  const early = eve < from ? members.filter(one => one.groupNo === 2 && one.validFrom === from) : []
  await createEach(hr, attendanceMember, [
    ...early.map(one => ({
      employeeId: one.employeeId,
      groupId: groups[one.groupNo],
      validFrom: eve,
      validTo: eve,
    })),
    ...members.map(({ employeeId, groupNo, validFrom }) => ({ employeeId, groupId: groups[groupNo], validFrom })),
  ])
  await createEach(
    hr,
    punch,
    early.flatMap(({ employeeId }) =>
      [instantInZone(eve, '21:50:00', 'Asia/Shanghai'), instantInZone(addDays(eve, 1), '06:05:00', 'Asia/Shanghai')].map(ms => ({
        employeeId,
        source: punchSources.device[0],
        at: new Date(ms).toISOString(),
      })),
    ),
  )
  await grantAnnual(hr, Number(today.slice(0, 4)))
  const person = await people.as('employee')
  const nights = members.filter(one => one.groupNo === 2)
  await makePunches(hr, members, today, person.caller.employeeId)
  await makeDevice(hr, nights, factory.id, today)
  await makeRequests(people, today)
  await askLastMonth(people, today)
}

/** The month before is put to its people; one of them objects. */
async function askLastMonth(people: DemoPeople, today: string): Promise<void> {
  const person = await people.as('employee')
  const server = await person.house.asSystem(person.caller.orgId, 'days and months of the demo company')
  // the job that follows changes works out days as well: the month is whole when what it holds is done
  const left = () => server.db.selectFrom('attendance_stale').select('id').limit(1).executeTakeFirst()
  while ((await workOut(server)) > 0 || (await left()) !== undefined) await pause(100)
  await server.write((_, inside) => askMonths(inside))
  const month = addMonths(monthOf(today), -1)
  const own = await person.db
    .selectFrom('attendance_month')
    .select('id')
    .where('employee_id', '=', person.caller.employeeId ?? '')
    .where('month', '=', firstOfMonth(month))
    .executeTakeFirst()
  if (own === undefined) return
  const objection = '有一天加班到 21 点没有算进来'
  await takeSteps(person, attendanceMonth, { ids: [{ id: own.id }], pick: { step: 'object' }, input: { objection } })
}

interface Member {
  readonly employeeId: string
  readonly groupNo: number
  readonly validFrom: string
}
const usual: readonly (readonly [string, string])[] = [
  ['08:52', '18:06'],
  ['09:31', '18:40'],
  ['21:48', '06:03'],
]

/** 30 September before the last National Day. */
function nightBefore(today: string): string {
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '10-02' ? 1 : 0)
  return `${year}-09-30`
}

/** nights of the file that waits to be imported: the last of them has ended before today */
const weekOf = (today: string): readonly string[] => daysFromTo(addDays(today, -8), addDays(today, -2))
const strangePin = '901'

/** The device of the night shift: its file of last week is attached and not imported yet, and one of its numbers belongs to nobody. */
async function makeDevice(hr: Context, nights: readonly Member[], workplaceId: unknown, today: string): Promise<void> {
  const people = await hr.db
    .selectFrom('employee')
    .select(['id', 'no', 'name'])
    .where('id', 'in', ['0', ...nights.map(one => one.employeeId)])
    .orderBy('id')
    .execute()
  const strange = people.at(-1)
  if (strange === undefined) return
  const pinOf = (row: (typeof people)[number]): string => (row === strange ? strangePin : row.no)
  const line = (pin: string, day: string, time: string): string => `${pin}\t${day} ${time}\t1\t0\t1\t0\r\n`
  const content = weekOf(today).flatMap(day => [
    ...people.map((row, n) => line(pinOf(row), day, `21:${50 + (n % 9)}:12`)),
    ...people.map((row, n) => line(pinOf(row), addDays(day, 1), `06:0${n % 9}:40`)),
  ])
  const fileId = await keepUpload(hr, { name: '1_attlog.dat', contentType: 'text/plain', content, type: 'ATTACHMENT' })
  const { id: deviceId } = await create(hr, attendanceDevice, {
    name: '东莞夜班门口',
    workplaceId,
    kind: deviceKinds.zk[0],
    remark: `上周的打卡文件在这台考勤机的页面的“文件”里：下载后点“导入考勤机文件”，再到“待对应”为号码 901 选择${strange.name}。`,
    attachments: [fileId],
  })
  // it has reported until the evening on which the file begins
  const completeUntil = new Date(instantInZone(addDays(today, -8), '20:00:00', 'Asia/Shanghai')).toISOString()
  await changeEachTo(hr, attendanceDevice, [{ id: deviceId, completeUntil }], { verb: 'update' })
  await create(hr, devicePerson, { deviceId, pin: strangePin, shownName: strange.name })
}

/** What everybody punched; some were late, forgot a punch or did not come. */
async function makePunches(hr: Context, members: readonly Member[], today: string, lateId: string | null): Promise<void> {
  const rows: object[] = []
  const [week = today] = weekOf(today)
  let lateOn = addDays(today, -1)
  while (weekday(lateOn) > 5 || nationalDayNames.get(lateOn)?.kind === 2) lateOn = addDays(lateOn, -1)
  for (const [n, { employeeId, groupNo, validFrom }] of members.entries())
    for (let day = validFrom; day < today; day = addDays(day, 1)) {
      const isOff = nationalDayNames.get(day)?.kind
      const works = isOff === undefined ? weekday(day) <= (groupNo === 2 ? 6 : 5) : isOff === 1
      const seed = (n * 31 + Number(day.slice(8)) * 17 + Number(day.slice(5, 7)) * 7) % 97
      if (!works || seed === 5) continue
      // of last week the night shift is in the file of its device
      if (groupNo === 2 && day >= week) continue
      const [came = '', left = ''] = usual[groupNo] ?? []
      const minute = (clock: string, by: number): string => {
        const at = (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + by + 1_440) % 1_440
        return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00`
      }
      const at = (of: string, clock: string): string => new Date(instantInZone(of, clock, 'Asia/Shanghai')).toISOString()
      const source = punchSources.device[0]
      if (employeeId === lateId && day === lateOn && groupNo === 0) {
        // seen by himself: 12 minutes late, above the grace of 5
        rows.push({ employeeId, source, at: at(day, '09:12:00') }, { employeeId, source, at: at(day, '18:06:00') })
        continue
      }
      rows.push({ employeeId, source, at: at(day, minute(came, seed === 11 ? 26 : seed % 9)) })
      if (seed !== 23) rows.push({ employeeId, source, at: at(groupNo === 2 ? addDays(day, 1) : day, minute(left, seed % 13)) })
    }
  await createEach(hr, punch, rows as Parameters<typeof createEach>[2])
}

async function makeRequests(people: DemoPeople, today: string): Promise<void> {
  const person = await people.as('employee')
  if (person.caller.employeeId === null) return
  const at = (day: string, clock: string): string => new Date(instantInZone(day, clock, 'Asia/Shanghai')).toISOString()
  const workday = (from: string, step: 1 | -1): string => {
    let day = from
    while (weekday(day) > 5) day = addDays(day, step)
    return day
  }
  const annual = await person.db.selectFrom('leave_type').select('id').where('code', '=', 'annual').executeTakeFirst()
  const next = workday(addDays(today, 7), 1)
  const last = workday(addDays(today, -2), -1)
  const ask = async (r: Parameters<typeof addRecord>[1], values: object, submit: boolean): Promise<void> => {
    const { id } = await addRecord(person, r, { businessOn: today, employeeId: person.caller.employeeId, ...values })
    if (submit) await takeSteps(person, r, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
  }
  if (annual !== undefined)
    await ask(leaveRequest, { typeId: annual.id, fromAt: at(next, '09:00:00'), toAt: at(next, '18:00:00'), reason: '家里有事' }, true)
  await ask(supplement, { at: at(last, '18:03:00'), reason: '下班忘记打卡' }, false)
  await ask(outing, { fromAt: at(last, '14:00:00'), toAt: at(last, '16:00:00'), place: '滨江仓库', reason: '核对到货' }, true)
  await ask(overtimeOrder, { fromAt: at(next, '18:30:00'), toAt: at(next, '21:00:00'), reason: '大促备货' }, true)
}
