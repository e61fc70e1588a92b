/** Route map of the working calendar. */
import type { RouteMap } from '../http/verbs.ts'
import { family, imported } from '../lists/family.ts'
import { workHoursRule } from './rules.ts'
import { workDay, workHours } from './tables.ts'

export const calendarRoutes: RouteMap = {
  ...family('workDayManage', workDay),
  ...imported('workDayManage', workDay),
  ...family('workHoursManage', workHours, workHoursRule),
}
