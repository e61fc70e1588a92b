/** The days of a file in the zone of the marketplace it belongs to, whatever zone it prints. Pure. */
import type { Survey } from '#platform/declare/file-kind.ts'
import { dayInZone } from '#platform/format/zones.ts'

/** First and last day, YYYY-MM-DD; null when the file has no lines. */
export function daysOfSurvey(
  { firstDay, lastDay, firstAt, lastAt }: Pick<Survey<unknown>, 'firstDay' | 'lastDay' | 'firstAt' | 'lastAt'>,
  zone: string,
): { readonly first: string; readonly last: string } | null {
  if (firstAt !== null && lastAt !== null) return { first: dayInZone(firstAt, zone), last: dayInZone(lastAt, zone) }
  return firstDay !== null && lastDay !== null ? { first: firstDay, last: lastDay } : null
}
