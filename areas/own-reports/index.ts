/** Reports of one's own: any report as a pivot of rows, columns and figures that a person chooses, keeps and shares. */
import type { Area } from '#platform/server/area.ts'
import { ownReportModules } from './menu.ts'
import { ownReportRoutes } from './routes.ts'

export const ownReports: Area = {
  name: 'ownReports',
  title: ['自助报表', 'Reports of one’s own'],
  resources: [],
  modules: ownReportModules,
  routes: ownReportRoutes,
}
