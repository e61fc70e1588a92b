/** Hours that people of a project still have before them, by person and week, against the hours of work of each week. */
import { sql } from 'kysely'
import type { RecordChart, Row } from '#platform/declare/wire.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays, dayNumber, firstOfWeek } from '#platform/format/dates.ts'
import { isWorkingDay, workingMinutesBetween, type WorkCalendar } from '#platform/format/working-time.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { workCalendarOf } from '#platform/server/jobs.ts'
import { todayOf } from '#platform/format/zones.ts'
import { taskCodes } from './tasks.ts'

const weeksShown = 8
/** days that a task is spread over at most; one that is planned for longer is counted as if it ended then */
const spanDaysMax = 1_000
/** people with their periods that are added up */
const rowsMax = 10_000
const dayMinutes = 1440

export interface OpenHours {
  readonly person: string
  readonly startOn: string
  readonly endOn: string
  readonly hours: number
}

/**
 * What is left of each task is spread evenly over its working days from today on; what is late, or has no working day left, lies on today.
 * Pure: hours by person and week.
 */
export function workloadOf(
  open: readonly OpenHours[],
  weeks: readonly string[],
  day: string,
  calendar: WorkCalendar,
): ReadonlyMap<string, readonly number[]> {
  const place = new Map(weeks.map((week, at) => [week, at]))
  const byPerson = new Map<string, number[]>()
  for (const { person, startOn, endOn, hours } of open) {
    const [from, to] = [startOn < day ? day : startOn, endOn < day ? day : endOn]
    const length = Math.min(dayNumber(to) - dayNumber(from) + 1, spanDaysMax)
    const days = Array.from({ length }, (_, n) => addDays(from, n)).filter(one => isWorkingDay(one, calendar))
    const spread = days.length === 0 ? [from] : days
    const of = byPerson.get(person) ?? weeks.map(() => 0)
    byPerson.set(person, of)
    for (const one of spread) {
      const at = place.get(firstOfWeek(one))
      if (at !== undefined) of[at] = (of[at] ?? 0) + hours / spread.length
    }
  }
  return byPerson
}

/** Hours of work of a week, by the calendar of the organisation. */
export const weekHours = (monday: string, calendar: WorkCalendar): number => {
  const begin = dayNumber(monday) * dayMinutes
  return workingMinutesBetween(begin, begin + 7 * dayMinutes, calendar) / 60
}

/** Of the people of the project, in all projects that the asker sees. */
export async function workloadOfProject(context: Context, row: Row): Promise<RecordChart> {
  const { db, language } = context
  const day = todayOf(context)
  const weeks = Array.from({ length: weeksShown }, (_, n) => addDays(firstOfWeek(day), n * 7))
  const rows = await db
    .selectFrom('project_task as t')
    .innerJoin('employee as e', 'e.id', 't.assignee_id')
    .select(['e.id', 'e.name', 't.start_on', 't.end_on', sql<string>`sum(t.estimate_hours - t.done_hours)::text`.as('hours')])
    .where('t.is_parent', '=', false)
    .where('t.state', '<>', taskCodes.finished)
    .where('t.start_on', '<', addDays(day, weeksShown * 7))
    .where('t.assignee_id', 'in', eb => eb.selectFrom('project_member as m').select('m.employee_id').where('m.project_id', '=', row.id))
    .groupBy(['e.id', 'e.name', 't.start_on', 't.end_on'])
    .orderBy('e.name')
    .limit(rowsMax + 1)
    .execute()
  if (rows.length > rowsMax) throw refuse.rule(sentence`成员的任务太多，无法统计工作量，请减少项目成员`)
  const names = new Map(rows.map(one => [one.id, one.name]))
  const calendar = await workCalendarOf(context)
  const load = workloadOf(
    rows.map(one => ({ person: one.id, startOn: one.start_on, endOn: one.end_on, hours: Number(one.hours) })),
    weeks,
    day,
    calendar,
  )
  const isEnglish = language === 'en'
  return {
    over: isEnglish ? 'Week from' : '周（起始日）',
    unit: isEnglish ? 'h' : '小时',
    points: weeks,
    series: [
      ...[...load].map(([person, hours]) => ({
        title: names.get(person) ?? '',
        values: hours.map(one => one.toFixed(2)),
        as: 'bar' as const,
      })),
      { title: isEnglish ? 'Hours of work' : '可用工时', values: weeks.map(week => weekHours(week, calendar).toFixed(2)), as: 'limit' },
    ],
  }
}
