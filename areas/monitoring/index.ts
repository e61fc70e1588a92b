/** Monitoring: which pages are used, by whom and how often; what IT asks the data by SQL. */
import { homeCard } from '#platform/declare/home-card.ts'
import type { Area } from '#platform/server/contract/area.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { monitoringModules } from './menu.ts'
import { monitoringEnglish } from './refusals-en.ts'
import { monitoringRoutes } from './routes.ts'
import { sqlRoutes } from './sql/routes.ts'
import { sqlTables } from './sql/tables.ts'
import { monitoringTables } from './tables.ts'

export const monitoring: Area = {
  name: 'monitoring',
  title: ['监控', 'Monitoring'],
  resources: [...Object.values(monitoringTables), ...Object.values(sqlTables)] as unknown as Resource[],
  modules: monitoringModules,
  routes: { ...monitoringRoutes, ...sqlRoutes },
  english: monitoringEnglish,
  homeCards: [
    homeCard({ key: 'monitoring.freshness', title: ['数据更新', 'Data freshness'], component: 'monitoring/freshness', permission: null }),
  ],
}
