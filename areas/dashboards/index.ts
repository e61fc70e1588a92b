/** Dashboards: cards of figures on a grid, the home page among them. */
import type { Area } from '#platform/server/area.ts'
import { alertNotice, alertTimed, keepAlerts } from './alerts.ts'
import { makeDashboards } from './demo.ts'
import { dashboardModules } from './menu.ts'
import { dashboardEnglish } from './refusals-en.ts'
import { dashboardRoutes } from './routes.ts'
import { dashboardTables } from './tables.ts'

export const dashboards: Area = {
  name: 'dashboards',
  title: ['仪表盘', 'Dashboards'],
  resources: Object.values(dashboardTables),
  modules: dashboardModules,
  routes: dashboardRoutes,
  english: dashboardEnglish,
  notices: [alertNotice],
  follows: { measure_alert: keepAlerts },
  timed: alertTimed,
  demo: makeDashboards,
}
