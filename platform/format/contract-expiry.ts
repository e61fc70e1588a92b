/** How soon a contract ends, as the code its lists colour and filter by (1-shell section 9; a month counts 30 days). */
import { addDays, daysBetween } from './dates.ts'

export type ExpiryCode = -1 | 30 | 60 | 90 | 1

/** -1: expired; 30, 60, 90: ends within so many days (its last day included); 1: later. Both days are YYYY-MM-DD. */
export function expiryCode(lastDay: string, today: string): ExpiryCode {
  const days = daysBetween(today, lastDay)
  if (days < 0) return -1
  if (days <= 30) return 30
  if (days <= 60) return 60
  return days <= 90 ? 90 : 1
}

/** First and last day that have this code; null: none on that side, and of the later ones what has no last day as well. */
export function daysOfExpiry(code: number, today: string): readonly [from: string | null, to: string | null] {
  if (code === -1) return [null, addDays(today, -1)]
  if (code === 1) return [addDays(today, 91), null]
  return [addDays(today, code === 30 ? 0 : code - 29), addDays(today, code)]
}
