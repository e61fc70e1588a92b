/** Months and days above the chart, and what stands behind its bars. */
import { dayNumber, dayOfNumber } from '#platform/format/dates.ts'

interface HeadProps {
  readonly from: string
  readonly days: number
  readonly dayWidth: number
  readonly zoom: 'day' | 'week' | 'month'
  /** days in sight, counted from the first */
  readonly sight: { readonly from: number; readonly to: number }
  readonly today: string
}

/** 1970-01-01 was a Thursday */
const weekday = (number: number): number => (number + 3) % 7
const saturday = 5

const visibleDays = ({ from, days, sight }: HeadProps): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(days, sight.to) - sight.from) }, (_, at) => dayNumber(from) + sight.from + at)

export function GanttHead(props: HeadProps) {
  const { from, days, dayWidth, zoom } = props
  const first = dayNumber(from)
  const visible = visibleDays(props)
  const months = visible.filter((number, at) => at === 0 || dayOfNumber(number).endsWith('-01'))
  const marks = visible.filter(number => (zoom === 'day' ? true : zoom === 'week' ? weekday(number) === 0 : false))
  const x = (number: number): number => (number - first) * dayWidth
  return (
    <div className="zg-gantt-head" style={{ width: days * dayWidth }}>
      {months.map(number => (
        <span key={number} className="zg-gantt-month" style={{ left: x(number) }}>
          {dayOfNumber(number).slice(0, 7)}
        </span>
      ))}
      {marks.map(number => (
        <span key={number} className="zg-gantt-day" style={{ left: x(number), width: zoom === 'day' ? dayWidth : dayWidth * 7 }}>
          {dayOfNumber(number).slice(8)}
        </span>
      ))}
    </div>
  )
}

/** Weekends and today, behind the bars. */
export function GanttGround(props: HeadProps) {
  const { from, dayWidth, zoom, today } = props
  const x = (number: number): number => (number - dayNumber(from)) * dayWidth
  const rests = zoom === 'month' ? [] : visibleDays(props).filter(number => weekday(number) === saturday)
  return (
    <>
      {rests.map(number => (
        <i key={number} className="zg-gantt-rest" style={{ left: x(number), width: dayWidth * 2 }} />
      ))}
      <i className="zg-gantt-today" style={{ left: x(dayNumber(today)) + dayWidth / 2 }} />
    </>
  )
}
