/** A stretch of days of the schedule: one's own times, deadlines of the suite, times away, busy times of colleagues. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { nationalDayNames } from '#platform/server/jobs.ts'
import type { Occurrence, ShownParticipant, SpecialDay } from './answers.ts'
import { awayTimes } from './away.ts'
import { deadlines } from './deadlines.ts'
import { refuseYear, seriesOf } from './entries.ts'
import { occurrences } from './repeat.ts'
import { answers, visibilities } from './tables.ts'

export interface Stretch {
  /** first and last day, both counted */
  readonly startDate: string
  readonly endDate: string
  readonly employeeIds?: readonly string[]
}

const daysMax = 366
/** times of one stretch */
const timesMax = 10_000

export function checkStretch({ startDate, endDate }: Stretch): void {
  refuseYear(startDate, 'startDate')
  refuseYear(endDate, 'endDate')
  if (endDate < startDate) throw refuse.invalid([{ field: 'endDate', message: sentence`结束日期应不早于开始日期` }])
  if (daysBetween(startDate, endDate) >= daysMax)
    throw refuse.invalid([{ field: 'endDate', message: sentence`一次最多查看一年的日程，请缩短日期范围` }])
}

/** In ms, of days by the clock of the organisation; the end does not belong to it. */
const boundsOf = ({ caller }: Context, { startDate, endDate }: Stretch): readonly [from: number, to: number] => [
  instantInZone(startDate, '00:00:00', caller.zone),
  instantInZone(addDays(endDate, 1), '00:00:00', caller.zone),
]

/** POST /MyScheduleData/list. */
export async function scheduleOf(context: Context, stretch: Stretch): Promise<Occurrence[]> {
  checkStretch(stretch)
  const bounds = boundsOf(context, stretch)
  const own = await ownTimes(context, bounds)
  const due = await deadlines(context, bounds)
  const others = [...new Set(stretch.employeeIds)].filter(id => id !== context.caller.employeeId)
  const busy = others.length === 0 ? [] : await busyTimes(context, bounds, others)
  const away = await awayTimes(context, bounds, others)
  const all = [...own, ...due, ...busy, ...away]
  if (all.length > timesMax) throw refuse.rule(sentence`这段时间的日程超过 ${timesMax} 次，请缩短日期范围`)
  return all.toSorted((a, b) => (a.startAt < b.startAt ? -1 : a.startAt > b.startAt ? 1 : 0))
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Entries that touch the stretch, and series that may. */
const touching = (from: number, to: number) =>
  sql<boolean>`e.start_at < ${iso(to)} and (e.last_end_at is null or e.last_end_at >= ${iso(from)})`

async function ownTimes(context: Context, [from, to]: readonly [number, number]): Promise<Occurrence[]> {
  const { db, caller } = context
  if (caller.employeeId === null) return []
  const rows = await db
    .selectFrom('schedule_entry as e')
    .innerJoin('schedule_participant as p', 'p.entry_id', 'e.id')
    .innerJoin('employee as o', 'o.id', 'e.owner_id')
    .selectAll('e')
    .select(['p.answer', 'o.name as owner_name'])
    .where('p.employee_id', '=', caller.employeeId)
    .where(touching(from, to))
    .execute()
  const people = await participantsOf(
    context,
    rows.map(row => row.id),
  )
  return rows.flatMap(row =>
    occurrences(seriesOf(row), from, to).map((at): Occurrence => ({
      id: row.id,
      version: row.version,
      source: 'entry',
      title: row.title,
      kind: row.kind,
      startAt: iso(at.startMs),
      endAt: iso(at.endMs),
      allDay: row.all_day,
      place: row.place,
      remark: row.remark,
      remind: row.remind,
      repeat: row.repeat,
      visibility: row.visibility,
      done: row.done,
      occurrenceOn: row.repeat === null ? null : at.on,
      isOwn: row.owner_id === caller.employeeId,
      answer: row.answer,
      owner: { employeeId: row.owner_id, name: row.owner_name },
      participants: people.get(row.id) ?? [],
      target: null,
    })),
  )
}

async function participantsOf({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, readonly ShownParticipant[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('schedule_participant as p')
    .innerJoin('employee as o', 'o.id', 'p.employee_id')
    .select(['p.entry_id as entryId', 'p.employee_id as employeeId', 'o.name', 'p.answer'])
    .where(sql<boolean>`p.entry_id = any(${[...ids]}::bigint[])`)
    .orderBy('p.id')
    .execute()
  const byEntry = Map.groupBy(rows, row => row.entryId)
  return new Map([...byEntry].map(([id, people]) => [id, people.map(({ employeeId, name, answer }) => ({ employeeId, name, answer }))]))
}

/**
 * When colleagues are not free: of public entries what and where, of others the times alone, of private ones and of those they declined
 * nothing. Read past the door, which shows the entry itself to those alone who take part.
 */
async function busyTimes(context: Context, [from, to]: readonly [number, number], employeeIds: readonly string[]): Promise<Occurrence[]> {
  const { caller, house, db } = context
  const known = await db
    .selectFrom('employee')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...employeeIds]}::bigint[])`)
    .execute()
  if (known.length < employeeIds.length) throw refuse.unknown(['员工', 'Employee'])
  const rows = await house
    .unscoped('busy times of colleagues: times of entries that are not private, and of public ones what and where')
    .selectFrom('schedule_entry as e')
    .innerJoin('schedule_participant as p', 'p.entry_id', 'e.id')
    .select([
      'e.start_at',
      'e.end_at',
      'e.zone',
      'e.repeat',
      'e.left_out',
      'e.all_day',
      'e.title',
      'e.place',
      'e.visibility',
      'p.employee_id',
    ])
    .where('e.org_id', '=', caller.orgId)
    .where('p.org_id', '=', caller.orgId)
    .where(sql<boolean>`p.employee_id = any(${[...employeeIds]}::bigint[])`)
    .where('p.answer', '<>', answers.refused[0])
    .where('e.visibility', '<>', visibilities.closed[0])
    .where(touching(from, to))
    .execute()
  const names = new Map(known.map(one => [one.id, one.name]))
  return rows.flatMap(row =>
    occurrences(seriesOf(row), from, to).map((at): Occurrence => {
      const isOpen = row.visibility === visibilities.open[0]
      return {
        id: null,
        version: null,
        source: 'busy',
        title: isOpen ? row.title : '',
        kind: null,
        startAt: iso(at.startMs),
        endAt: iso(at.endMs),
        allDay: row.all_day,
        place: isOpen ? row.place : null,
        remark: null,
        remind: null,
        repeat: null,
        visibility: row.visibility,
        done: false,
        occurrenceOn: null,
        isOwn: false,
        answer: null,
        owner: { employeeId: row.employee_id, name: names.get(row.employee_id) ?? '' },
        participants: [],
        target: null,
      }
    }),
  )
}

/** Holidays and make-up workdays, the company's own over those that are decreed. */
export async function specialDays(context: Context, stretch: Stretch): Promise<SpecialDay[]> {
  checkStretch(stretch)
  const { startDate, endDate } = stretch
  const rows = await context.db
    .selectFrom('work_day')
    .select(['day', 'kind', 'name'])
    .where('day', '>=', startDate)
    .where('day', '<=', endDate)
    .execute()
  const days = new Map<string, SpecialDay>()
  for (const [day, special] of nationalDayNames) if (day >= startDate && day <= endDate) days.set(day, { day, ...special })
  for (const { day, kind, name } of rows) days.set(day, { day, kind: kind as 1 | 2, name: [name, name] })
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
