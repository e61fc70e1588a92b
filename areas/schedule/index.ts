/** Everybody's schedule: entries, invitations, deadlines of the suite beside them, addresses for other calendars. */
import type { Area } from '#platform/server/area.ts'
import { makeSchedule } from './demo.ts'
import { scheduleModules } from './menu.ts'
import { scheduleNotices } from './participants.ts'
import { scheduleEnglish } from './refusals-en.ts'
import { scheduleTimed } from './remind.ts'
import { scheduleRoutes } from './routes.ts'
import { scheduleTables } from './tables.ts'
import { scheduleToday } from './waiting.ts'

export const schedule: Area = {
  name: 'schedule',
  title: ['日程', 'Schedule'],
  resources: Object.values(scheduleTables),
  modules: scheduleModules,
  routes: scheduleRoutes,
  english: scheduleEnglish,
  notices: Object.values(scheduleNotices),
  timed: scheduleTimed,
  waits: { schedule: scheduleToday },
  demo: makeSchedule,
}
