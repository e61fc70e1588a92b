/** Work in the background: queue, timed work, reminders, the calendar of working days. */
export { nationalDayNames } from './calendar/national-days.ts'
export { workDay, workHours } from './calendar/tables.ts'
export { workCalendarOf, workClockOf } from './calendar/work-calendar.ts'
export { inLane, merged } from './jobs/lanes.ts'
export { dueOf, reminder } from './timed/reminder.ts'
export { runStates } from './timed/tables.ts'
export { housekeeping, timed } from './timed/timed.ts'
