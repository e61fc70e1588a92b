/** Days of a plan, counted from today, and the working calendar. Pure. */
import { dayNumber, dayOfNumber, weekday } from '#platform/format/dates.ts'
import type { Calendar, Days } from './snapshot.ts'

/** as far as a start is looked for; who works on no day of so many works never */
const backMax = 3_700

export class NoWorkingDay extends Error {}

export const daysOf = (today: string, calendar: Calendar): Days => {
  const first = dayNumber(today)
  const dayOf = (day: number): string => dayOfNumber(first + day)
  const known = new Map<number, boolean>()
  const works = (day: number): boolean => {
    const found = known.get(day)
    if (found !== undefined) return found
    const on = dayOf(day)
    const is = calendar.days[on] ?? calendar.week[weekday(on) - 1] ?? false
    known.set(day, is)
    return is
  }
  return {
    dayOf,
    numberOf: (day: string): number => dayNumber(day) - first,
    before(due: number, working: number): number {
      let [day, left] = [due, working]
      while (left > 0) {
        day--
        if (due - day > backMax) throw new NoWorkingDay()
        if (works(day)) left--
      }
      return day
    },
  }
}
