/**
 * Instants as texts. A text without an offset means another point in time in every zone: none is read here, and nothing is read in the zone
 * of the process.
 */
import { DAY_MS, dayNumber, isDate } from './dates.ts'

const withOffset = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/
const minuteMs = 60_000

/** ms since 1970 UTC of `2026-03-01T16:00:00Z` or `2026-03-01 16:00:00.25+08`; null where the text is no instant or carries no offset. */
export function readInstant(text: string): number | null {
  const match = withOffset.exec(text)
  if (!match) return null
  const [, day = '', hour, minute, second = '0', fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match
  if (!isDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return null
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1)
  const ofDay = (Number(hour) * 60 + Number(minute) - offset) * minuteMs + Number(second) * 1000
  return dayNumber(day) * DAY_MS + ofDay + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** The same of a text that the program itself or its database wrote. Throws a RangeError where it is no instant. */
export function instantMs(text: string): number {
  const instant = readInstant(text)
  if (instant === null) throw new RangeError(`“${text}” is no instant with an offset`)
  return instant
}
