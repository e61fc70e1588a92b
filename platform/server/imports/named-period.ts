/**
 * The period that a file says it is of, by its name: whole months (2026-03, 2025-11_2026-10, 2024JanMonthly…) or days from and to
 * (2024-02-14_2024-02-26, 2024Jan1-2024Jan31…). A single day is when it was made, and no period. Pure.
 */
import { firstOfMonth, isDate, isMonth, lastOfMonth } from '#platform/format/dates.ts'

export interface Period {
  readonly from: string
  readonly to: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (part: string | number): string => String(part).padStart(2, '0')
const numberOf = (name = ''): string => two(months.indexOf(name.toLowerCase()) + 1)
const word = `(${months.join('|')})[a-z]*`

const ways: readonly (readonly [RegExp, (parts: readonly string[]) => Period])[] = [
  [/(?<!\d)(\d{4}-\d{2}-\d{2})(?:_|~|\s*(?:to|至|-)\s*)(\d{4}-\d{2}-\d{2})(?!\d)/i, ([, from = '', to = '']) => ({ from, to })],
  [
    new RegExp(`(\\d{4})${word}(\\d{1,2})-(\\d{4})${word}(\\d{1,2})`, 'i'),
    ([, year, month, day = '', lastYear, lastMonth, lastDay = '']) => ({
      from: `${year ?? ''}-${numberOf(month)}-${two(day)}`,
      to: `${lastYear ?? ''}-${numberOf(lastMonth)}-${two(lastDay)}`,
    }),
  ],
  [new RegExp(`(\\d{4})${word}monthly`, 'i'), ([, year, month]) => ofMonths(`${year ?? ''}-${numberOf(month)}`)],
  [/(?<!\d)(?<!\d-)(\d{4}-\d{2})(?:_|~|\s*(?:to|至)\s*)(\d{4}-\d{2})(?!-?\d)/i, ([, from = '', to = '']) => ofMonths(from, to)],
  [/(?<!\d)(?<!\d-)(\d{4}-\d{2})(?!-?\d)/, ([, month = '']) => ofMonths(month)],
]
const ofMonths = (from: string, to = from): Period =>
  isMonth(from) && isMonth(to) ? { from: firstOfMonth(from), to: lastOfMonth(to) } : { from: '', to: '' }

/** Null: the name says none, or one that the lines are not in. */
export function namedPeriod(fileName: string, lines: { readonly first: string; readonly last: string }): Period | null {
  for (const [pattern, read] of ways) {
    const found = pattern.exec(fileName)
    if (found === null) continue
    const { from, to } = read(found)
    return isDate(from) && isDate(to) && from <= lines.first && lines.last <= to ? { from, to } : null
  }
  return null
}
