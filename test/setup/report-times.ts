/** For tests: what times call a day, and which days they hold. The fiscal year of these tests begins in February. */
import { timeUnits, type TimeUnit } from '#platform/declare/report.ts'
import { addDays, firstOfWeek } from '#platform/format/dates.ts'

export const yearStart = 2

export const timeOf = (unit: TimeUnit, day: string): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const fiscal = year * 12 + month - 1 - (yearStart - 1)
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return firstOfWeek(day)
    case 'month':
      return day.slice(0, 7)
    case 'quarter':
      return `${Math.floor(fiscal / 12)}-Q${Math.floor((fiscal % 12) / 3) + 1}`
    case 'year':
      return String(Math.floor(fiscal / 12))
  }
}

const daysKnown = new Map<string, { from: string; to: string }>()
/** First and last day that a time holds. */
export function daysOf(unit: TimeUnit, value: string): { readonly from: string; readonly to: string } {
  if (daysKnown.size === 0)
    for (let day = '2024-01-01'; day < '2028-01-01'; day = addDays(day, 1))
      for (const one of timeUnits) {
        const key = `${one} ${timeOf(one, day)}`
        daysKnown.set(key, { from: daysKnown.get(key)?.from ?? day, to: day })
      }
  const found = daysKnown.get(`${unit} ${value}`)
  if (found === undefined) throw new Error(`${unit} ${value}`)
  return found
}
