/** A month of the demo company's schedule: meetings, trips, to-dos, series; some invitations not answered yet. */
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone, instantInZone } from '#platform/format/zones.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { addEntry, answerEntry } from './entries.ts'
import { answers, kinds, visibilities } from './tables.ts'

interface DemoEntry {
  readonly by: string
  readonly title: string
  /** days from today */
  readonly day: number
  /** HH:mm; absent: whole days */
  readonly from?: string
  readonly to?: string
  readonly days?: number
  readonly kind?: keyof typeof kinds
  readonly place?: string
  readonly remark?: string
  readonly remind?: number
  readonly repeat?: string
  readonly visibility?: keyof typeof visibilities
  readonly with?: readonly string[]
  /** who of them has accepted */
  readonly accepted?: readonly string[]
}

const demoEntries: readonly DemoEntry[] = [
  {
    by: 'boss',
    title: '经营周会',
    day: -21,
    from: '09:30',
    to: '10:30',
    kind: 'meeting',
    place: '大会议室',
    remark: '各部门用三页说明上周数据、本周重点和需要协调的事项。',
    remind: 15,
    repeat: 'FREQ=WEEKLY;BYDAY=MO',
    visibility: 'open',
    with: ['finance', 'sales', 'admin', 'it'],
    accepted: ['finance', 'sales', 'admin'],
  },
  { by: 'boss', title: '拜访义乌模具厂', day: 3, days: 2, kind: 'outside', place: '义乌', visibility: 'open' },
  { by: 'boss', title: '体检', day: 9, from: '08:30', to: '11:00', visibility: 'closed', place: '邵逸夫医院' },
  {
    by: 'boss',
    title: '年度预算评审',
    day: 6,
    from: '14:00',
    to: '17:00',
    kind: 'meeting',
    place: '大会议室',
    remind: 60,
    with: ['finance', 'sales'],
  },
  { by: 'finance', title: '核对亚马逊结算', day: 1, from: '10:00', to: '12:00', kind: 'task', remind: 30 },
  {
    by: 'finance',
    title: '月度关账',
    day: 10,
    days: 3,
    kind: 'task',
    repeat: 'FREQ=MONTHLY',
    visibility: 'open',
    remark: '按关账清单逐项确认。',
  },
  { by: 'finance', title: '银行对账', day: 0, from: '16:00', to: '17:00', kind: 'task', repeat: 'FREQ=WEEKLY;BYDAY=FR', remind: 15 },
  {
    by: 'sales',
    title: '黑五备战例会',
    day: 0,
    from: '15:00',
    to: '15:30',
    kind: 'meeting',
    repeat: 'FREQ=DAILY;COUNT=8',
    place: '线上',
    with: ['boss', 'it'],
    accepted: ['it'],
  },
  { by: 'sales', title: '新品选品会', day: 4, from: '10:00', to: '11:30', kind: 'meeting', place: '样品间', with: ['boss', 'employee'] },
  { by: 'sales', title: '与美国服务商通话', day: 2, from: '22:30', to: '23:30', kind: 'meeting', place: '线上', remind: 10 },
  {
    by: 'it',
    title: '系统升级窗口',
    day: 5,
    from: '23:00',
    to: '23:59',
    kind: 'task',
    visibility: 'open',
    remark: '升级期间系统只读约十分钟。',
  },
  { by: 'it', title: '值班', day: -14, days: 1, repeat: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', visibility: 'open' },
  {
    by: 'admin',
    title: '消防演练',
    day: 8,
    from: '14:00',
    to: '15:00',
    place: '园区广场',
    visibility: 'open',
    with: ['boss', 'finance', 'sales', 'it', 'employee'],
    accepted: ['finance'],
  },
  { by: 'admin', title: '盘点办公资产', day: 12, days: 2, kind: 'task' },
  { by: 'buyer', title: '供应商交期跟进', day: 0, from: '09:30', to: '10:30', kind: 'task', repeat: 'FREQ=WEEKLY;BYDAY=TU,TH', remind: 10 },
  {
    by: 'buyer',
    title: '比价会',
    day: 2,
    from: '14:00',
    to: '15:00',
    kind: 'meeting',
    place: '小会议室',
    with: ['finance', 'keeper'],
    accepted: ['keeper'],
  },
  { by: 'keeper', title: '月末盘点', day: 8, days: 2, kind: 'task', repeat: 'FREQ=MONTHLY', visibility: 'open', with: ['finance'] },
  {
    by: 'hr',
    title: '新员工入职培训',
    day: 5,
    from: '09:00',
    to: '11:30',
    kind: 'meeting',
    place: '培训室',
    visibility: 'open',
    with: ['employee', 'it'],
  },
  { by: 'hr', title: '工资核算', day: 9, days: 2, kind: 'task', repeat: 'FREQ=MONTHLY', visibility: 'closed' },
  { by: 'employee', title: '整理样品间', day: 1, from: '13:30', to: '15:00', kind: 'task' },
  { by: 'employee', title: '调休', day: 7, days: 1, visibility: 'open' },
]

export async function makeSchedule({ now, as }: DemoPeople): Promise<void> {
  const people = new Map<string, Context>()
  const names = new Set(demoEntries.flatMap(({ by, with: others = [] }) => [by, ...others]))
  for (const name of names) people.set(name, await as(name))
  const person = (name: string): Context => people.get(name) ?? fail(name)
  const today = dayInZone(now.getTime(), homeZone)
  for (const entry of demoEntries) await addDemoEntry(entry, today, person)
}

const fail = (name: string): never => {
  throw new Error(`the demo company has no ${name}`)
}
const instant = (day: string, time: string): string => new Date(instantInZone(day, time, homeZone)).toISOString()

async function addDemoEntry(entry: DemoEntry, today: string, person: (name: string) => Context): Promise<void> {
  const { from = '00:00', to = '00:00', days = 0, kind = 'entry', visibility = 'busy' } = entry
  const day = addDays(today, entry.day)
  const { id } = await addEntry(person(entry.by), {
    title: entry.title,
    kind: kinds[kind][0],
    startAt: instant(day, from),
    endAt: instant(addDays(day, days), to),
    allDay: entry.from === undefined,
    place: entry.place ?? null,
    remark: entry.remark ?? null,
    remind: entry.remind ?? null,
    repeat: entry.repeat ?? null,
    visibility: visibilities[visibility][0],
    participants: (entry.with ?? []).flatMap(name => person(name).caller.employeeId ?? []),
  })
  for (const name of entry.accepted ?? []) await answerEntry(person(name), id, answers.accepted[0])
}
