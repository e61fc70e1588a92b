/** From which day on the checks of a night look. Pure. */
import { addDays, addMonths, firstOfMonth, firstOfWeek, monthOf } from '#platform/format/dates.ts'

/** months before the running one that are checked again each night: money of most orders comes within them */
const monthsBack = 3
/** the most that one run may hold */
export const runDaysMax = 400

/**
 * Once a week as far back as a finding is still open, so that what comes very late closes it as well; never further than one run may look.
 */
export function nightlyFrom(today: string, oldestOpen: string | null): string {
  const usual = firstOfMonth(addMonths(monthOf(today), -monthsBack))
  if (oldestOpen === null || oldestOpen >= usual || today !== firstOfWeek(today)) return usual
  const wanted = firstOfMonth(monthOf(oldestOpen))
  const furthest = addDays(today, -runDaysMax)
  return wanted < furthest ? furthest : wanted
}
