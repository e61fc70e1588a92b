/** Hours of work, and the working-day planner: when so many minutes of work end, by the working calendar of the organisation. */
import { readInstant } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { clockOf, usualHours } from '#platform/format/working-time.ts'
import { workCalendarOf, workClockOf } from '#platform/server/jobs.ts'
import type { WorkSpan } from './answers.ts'
import { refuseYear } from './entries.ts'

/** Of a working day of the organisation, as they are on this day. */
export async function hoursOn(context: Context, day: string): Promise<readonly WorkSpan[]> {
  const { hours } = await workCalendarOf(context)
  const spans = hours?.findLast(({ from }) => from <= day)?.spans ?? usualHours
  return spans.map(([opens, closes]) => ({ from: clockOf(opens), to: clockOf(closes) }))
}

export async function plannedEnd(context: Context, startAt: string, minutes: number): Promise<{ endAt: string }> {
  const start = readInstant(startAt)
  if (start === null) throw refuse.invalid([{ field: 'startAt', message: sentence`开始时间格式不正确，请重新选择` }])
  refuseYear(dayInZone(start, context.caller.zone), 'startAt')
  const clock = await workClockOf(context)
  const endMs = clock.add(start, minutes)
  return { endAt: new Date(endMs).toISOString() }
}
