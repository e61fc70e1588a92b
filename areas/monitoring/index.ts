/** Monitoring: which pages are used, by whom and how often. */
import { homeCard } from '#platform/declare/home-card.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { monitoringRoutes } from './routes.ts'
import { monitoringTables } from './tables.ts'

export const monitoring: Area = {
  name: 'monitoring',
  title: ['监控', 'Monitoring'],
  resources: Object.values(monitoringTables),
  routes: monitoringRoutes,
  homeCards: [
    homeCard({ key: 'monitoring.freshness', title: ['数据更新', 'Data freshness'], component: 'monitoring/freshness', permission: null }),
  ],
}
