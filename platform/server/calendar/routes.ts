/** Route map of the working calendar. */
import type { RouteMap } from '../contract/route.ts'
import { family, imported } from '../verbs/family.ts'
import { workHoursRule } from './rules.ts'
import { workDay, workHours } from './tables.ts'

export const calendarRoutes: RouteMap = {
  ...family('workDayManage', workDay),
  ...imported('workDayManage', workDay),
  ...family('workHoursManage', workHours, workHoursRule),
}
