/** Monitoring: which pages are used, by whom and how often; what IT asks the data by SQL. */
import { homeCard } from '#platform/declare/home-card.ts'
import type { Area } from '#platform/server/area.ts'
import { makeUse } from './demo.ts'
import { escalate, lateNotice } from './fresh/escalate.ts'
import { freshTables } from './fresh/tables.ts'
import { healthRoutes } from './health/routes.ts'
import { healthTables } from './health/tables.ts'
import { healthNotice, watchHealth } from './health/watch.ts'
import { monitoringModules } from './menu.ts'
import { monitoringEnglish } from './refusals-en.ts'
import { monitoringRoutes } from './routes.ts'
import { sqlRoutes } from './sql/routes.ts'
import { sqlTables } from './sql/tables.ts'
import { monitoringTables } from './tables.ts'
import { storeUse } from './use/summary.ts'
import { timed } from '#platform/server/jobs.ts'

export const monitoring: Area = {
  name: 'monitoring',
  title: ['监控', 'Monitoring'],
  resources: [
    ...Object.values(monitoringTables),
    ...Object.values(sqlTables),
    ...Object.values(freshTables),
    ...Object.values(healthTables),
  ],
  modules: monitoringModules,
  routes: { ...monitoringRoutes, ...sqlRoutes, ...healthRoutes },
  english: monitoringEnglish,
  timed: [
    timed('monitoring.use', ['汇总系统使用', 'Use of the system, added up'], {
      every: 60,
      work: async (inside, tx) => void (await storeUse(inside, tx)),
    }),
    timed('monitoring.late', ['检查数据是否按时更新', 'Data that are late'], {
      every: 60,
      work: async (inside, tx) => escalate(inside, tx),
    }),
    timed('monitoring.health', ['检查系统运行情况', 'The running system against its limits'], {
      every: 10,
      missed: 'skip',
      work: async (inside, tx) => watchHealth(inside, tx),
    }),
  ],
  notices: [lateNotice, healthNotice],
  demo: makeUse,
  homeCards: [
    homeCard({ key: 'monitoring.freshness', title: ['数据更新', 'Data freshness'], component: 'monitoring/freshness', permission: null }),
  ],
}
