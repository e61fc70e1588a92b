/** Periods as people say them, in Chinese and English: 11 月, 11 月 1–18 日, 2026 年第 3 季度. Pure. */
import { daysBetween } from './dates.ts'
import { isWholeMonths, monthsOfYear, type Period } from './periods.ts'

type Both = readonly [zh: string, en: string]
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const quarterMonths = 3
/** more of them are no number that anybody reckons with */
const daysTold = 92

const partsOf = (day: string) => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) })
const monthEn = (month: number): string => months[month - 1] ?? ''

/** `present`: a day of the year that need not be said. */
export function periodWords({ from, to }: Period, present: string): Both {
  const [a, b] = [partsOf(from), partsOf(to)]
  const isSaid = a.year !== partsOf(present).year
  const [zh, en] = isSaid ? [`${a.year} 年 `, ` ${a.year}`] : ['', '']
  if (isWholeMonths({ from, to })) {
    const count = (b.year - a.year) * monthsOfYear + b.month - a.month + 1
    if (count === 1) return [`${zh}${a.month} 月`, `${monthEn(a.month)}${en}`]
    if (count === monthsOfYear && a.month === 1) return [`${a.year} 年`, String(a.year)]
    if (count === quarterMonths && a.month % quarterMonths === 1) {
      const quarter = (a.month + quarterMonths - 1) / quarterMonths
      return [`${a.year} 年第 ${quarter} 季度`, `Q${quarter} ${a.year}`]
    }
    if (a.year === b.year) return [`${zh}${a.month}–${b.month} 月`, `${monthEn(a.month)}–${monthEn(b.month)}${en}`]
  }
  if (from === to) return [`${zh}${a.month} 月 ${a.day} 日`, `${monthEn(a.month)} ${a.day}${en}`]
  if (a.year === b.year && a.month === b.month)
    return [`${zh}${a.month} 月 ${a.day}–${b.day} 日`, `${monthEn(a.month)} ${a.day}–${b.day}${en}`]
  if (a.year === b.year)
    return [
      `${zh}${a.month} 月 ${a.day} 日至 ${b.month} 月 ${b.day} 日`,
      `${monthEn(a.month)} ${a.day} – ${monthEn(b.month)} ${b.day}${en}`,
    ]
  return [`${from} 至 ${to}`, `${from} – ${to}`]
}

/** The period that another is held against: 9 月, 上月同期, 前 7 天, 去年同期. */
export function againstWords(now: Period, was: Period, compare: 'before' | 'yearBefore', present: string): Both {
  if (compare === 'yearBefore') return ['去年同期', 'the year before']
  if (isWholeMonths(now)) return periodWords(was, present)
  const [a, b] = [partsOf(now.from), partsOf(was.from)]
  const isMonthBefore = a.year * monthsOfYear + a.month - (b.year * monthsOfYear + b.month) === 1 && a.day === b.day
  if (isMonthBefore) return ['上月同期', 'the same days of the month before']
  const days = daysBetween(was.from, was.to) + 1
  // a run of months up to a day is told by its own months: so many days before say nothing
  if (days > daysTold) return periodWords(was, present)
  return days === 1 ? ['前一天', 'the day before'] : [`前 ${days} 天`, `the ${days} days before`]
}
