/** The days of a file in the zone of what it belongs to, whatever zone it prints, and which years are taken. Pure. */
import type { Survey } from '#platform/declare/file-kind.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuseFile } from './import-refused.ts'

/** First and last day, YYYY-MM-DD. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** Null when the file has no lines. */
export function daysOfSurvey(
  { firstDay, lastDay, firstAt, lastAt }: Pick<Survey<unknown>, 'firstDay' | 'lastDay' | 'firstAt' | 'lastAt'>,
  zone: string,
): Days | null {
  if (firstAt !== null && lastAt !== null) return { first: dayInZone(firstAt, zone), last: dayInZone(lastAt, zone) }
  return firstDay !== null && lastDay !== null ? { first: firstDay, last: lastDay } : null
}

/** No marketplace whose files are read paid anybody before: Amazon opened its marketplace in November 2000. */
const firstYear = 2000

/**
 * Months are made for every day that a file names: a year that nobody's business has refuses the file before any is. `today` is a day of
 * the owner's zone; its next year is taken, because files are read around the turn of a year. Throws ImportRefused.
 */
export function checkYears(days: Days | null, today: string): void {
  if (days === null) return
  const yearOf = (day: string): number => Number(day.slice(0, day.indexOf('-')))
  const lastYear = yearOf(today) + 1
  const odd = [days.first, days.last].find(day => yearOf(day) < firstYear || yearOf(day) > lastYear)
  if (odd !== undefined)
    throw refuseFile(sentence`文件里有 ${odd} 的行，只接受 ${firstYear} 年至 ${lastYear} 年的日期，请改正日期或重新下载后再导入`)
}
