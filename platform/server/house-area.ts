/** What every house brings along: its own tables and the calls that serve all lists, files and tasks. Registered like any area. */
import type { Area } from './area.ts'
import { exportJobs, forgetExports } from './exports/export-job.ts'
import { fileRoutes } from './files/routes.ts'
import { importJobs } from './imports/jobs.ts'
import { importRoutes } from './imports/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { profileTables } from './profiles/tables.ts'
import { reportTables } from './reports/tables.ts'
import { houseTables } from './tables.ts'
import { taskRoutes } from './tasks/routes.ts'

export const houseArea: Area = {
  name: 'house',
  title: ['平台', 'Platform'],
  resources: [...houseTables, ...profileTables, ...reportTables],
  routes: { ...listRoutes, ...profileRoutes, ...fileRoutes, ...importRoutes, ...taskRoutes },
  jobs: { ...importJobs, ...exportJobs },
  begin: forgetExports.begin,
}
