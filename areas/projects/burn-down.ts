/** What is left of a project or a plan day by day, against an even course over its working days. */
import type { RecordChart, Row } from '#platform/declare/wire.ts'
import { addDays, dayNumber } from '#platform/format/dates.ts'
import { isWorkingDay, type WorkCalendar } from '#platform/format/working-time.ts'
import { workCalendarOf } from '#platform/server/jobs.ts'
import type { Context } from '#platform/server/area.ts'
import { todayOf } from '#platform/format/zones.ts'

/** days of the chart; of a longer course every n-th is drawn, and the last one */
const pointsMax = 120
/** days that are read: eleven years of changes */
const daysMax = 4_000

/** The figures at the end of a day on which they changed. */
export interface DayFigures {
  readonly on_day: string
  readonly estimate_hours: string
  readonly done_hours: string
}

export interface BurnDown {
  readonly days: readonly string[]
  /** hours left at the end of each day; null: before the first figures, and days to come */
  readonly left: readonly (string | null)[]
  readonly ideal: readonly string[]
}

/** Hours for a chart, two places. What is compared and added up is exact decimal in the database. */
const shown = (hours: number): string => (Math.round(hours * 100) / 100).toFixed(2)
const leftOf = ({ estimate_hours, done_hours }: DayFigures): number => Number(estimate_hours) - Number(done_hours)

/**
 * The even course begins with all that is estimated by now and loses the same on each working day until the end; where the course has no
 * working day, on the last one. Pure. `changes` by day, ascending.
 */
export function burnDown(
  changes: readonly DayFigures[],
  span: { readonly from: string; readonly to: string; readonly today: string },
  calendar: WorkCalendar,
): BurnDown {
  const last = span.to < span.today && changes.some(one => one.on_day > span.to && leftOf(one) > 0) ? span.today : span.to
  const length = dayNumber(last) - dayNumber(span.from) + 1
  const all = Array.from({ length }, (_, n) => addDays(span.from, n))
  const total = Number(changes.at(-1)?.estimate_hours ?? 0)
  const worked = all.filter(day => day <= span.to && isWorkingDay(day, calendar))
  const every = Math.ceil(length / pointsMax)
  const days = all.filter((_, n) => n % every === 0 || n === length - 1)
  const passed = (day: string): number =>
    worked.length === 0 ? (day < span.to ? 0 : 1) : worked.filter(one => one <= day).length / worked.length
  return {
    days,
    left: days.map(day => {
      const known = day > span.today ? undefined : changes.findLast(one => one.on_day <= day)
      return known === undefined ? null : shown(leftOf(known))
    }),
    ideal: days.map(day => shown(total * (1 - passed(day)))),
  }
}

async function chartOf(context: Context, row: Row, changes: readonly DayFigures[]): Promise<RecordChart> {
  const [from, to] = [String(row['startOn']), String(row['endOn'])]
  const { days, left, ideal } = burnDown(changes, { from, to, today: todayOf(context) }, await workCalendarOf(context))
  const isEnglish = context.language === 'en'
  return {
    over: isEnglish ? 'Day' : '日期',
    unit: isEnglish ? 'h' : '小时',
    points: days,
    series: [
      { title: isEnglish ? 'Left' : '剩余工时', values: left, as: 'line' },
      { title: isEnglish ? 'Even course' : '理想进度', values: ideal, as: 'dashed' },
    ],
  }
}

export const burnDownOfProject = async (context: Context, row: Row): Promise<RecordChart> =>
  chartOf(
    context,
    row,
    await context.db
      .selectFrom('project_day')
      .select(['on_day', 'estimate_hours', 'done_hours'])
      .where('project_id', '=', row.id)
      .orderBy('on_day')
      .limit(daysMax)
      .execute(),
  )

export const burnDownOfPlan = async (context: Context, row: Row): Promise<RecordChart> =>
  chartOf(
    context,
    row,
    await context.db
      .selectFrom('project_plan_day')
      .select(['on_day', 'estimate_hours', 'done_hours'])
      .where('plan_id', '=', row.id)
      .orderBy('on_day')
      .limit(daysMax)
      .execute(),
  )
