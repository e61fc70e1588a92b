/** The working calendar of an organisation: what the State Council decrees, its own days over it, its hours of work. */
import { minuteOfDay, workClock, type Span, type WorkCalendar, type WorkClock } from '#platform/format/working-time.ts'
import type { Context } from '../contract/context.ts'
import { nationalDays } from './national-days.ts'
import { dayKinds } from './tables.ts'

/** An organisation has a few dozen days of its own a year. */
const daysMax = 5_000
const hoursMax = 500

interface HoursRow {
  readonly from_on: string
  readonly start_at: string
  readonly break_at: string
  readonly resume_at: string
  readonly end_at: string
}

/** A span without length, and times out of order (an edit of one of them), are left out. */
function spansOf(row: HoursRow): Span[] {
  const [start, pause, resume, end] = [row.start_at, row.break_at, row.resume_at, row.end_at].map(minuteOfDay)
  const spans: [number | null | undefined, number | null | undefined][] =
    (pause ?? 0) < (resume ?? 0)
      ? [
          [start, pause],
          [resume, end],
        ]
      : [[start, end]]
  return spans.filter((span): span is [number, number] => typeof span[0] === 'number' && typeof span[1] === 'number' && span[0] < span[1])
}

/** Of the caller's organisation; two small reads. */
export async function workCalendarOf({ db }: Pick<Context, 'db'>): Promise<WorkCalendar> {
  const days = await db.selectFrom('work_day').select(['day', 'kind']).orderBy('day', 'desc').limit(daysMax).execute()
  const hours = await db
    .selectFrom('work_hours')
    .select(['from_on', 'start_at', 'break_at', 'resume_at', 'end_at'])
    .orderBy('from_on', 'desc')
    .limit(hoursMax)
    .execute()
  return {
    days: new Map([...nationalDays, ...days.map(row => [row.day, row.kind === dayKinds.work[0] ? 'work' : 'rest'] as const)]),
    // an entry that leaves no time to work (one field of it was changed alone) counts for nothing
    hours: hours
      .toReversed()
      .map(row => ({ from: row.from_on, spans: spansOf(row) }))
      .filter(({ spans }) => spans.length > 0),
  }
}

export const workClockOf = async (context: Pick<Context, 'db' | 'caller'>): Promise<WorkClock> =>
  workClock(context.caller.zone, await workCalendarOf(context))
