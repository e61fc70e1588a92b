/** Statistics of sales over orders, traffic, returns and settled money. */
import type { Area } from '#platform/server/area.ts'
import { rollupsOfStatistics } from '#areas/finance/index.ts'
import { figures } from '#platform/server/reports.ts'
import { makeGroups, makeTraffic } from './demo.ts'
import { listingStatistics } from './listings.ts'
import { statisticsModules } from './menu.ts'
import { statisticsEnglish } from './refusals-en.ts'
import { orderShipment, orderShipmentStatistics } from './shipments.ts'
import { marketReports, statisticsReports } from './report.ts'
import { screenRoutes, statisticsCalls } from './routes.ts'

const own = figures(statisticsReports, [], rollupsOfStatistics)

export const statistics: Area = {
  ...own,
  resources: [...own.resources, listingStatistics, orderShipment, orderShipmentStatistics],
  name: 'statistics',
  title: ['销售统计', 'Sales statistics'],
  modules: statisticsModules,
  routes: { ...own.routes, ...screenRoutes, ...Object.assign({}, ...marketReports.map(statisticsCalls)) },
  english: statisticsEnglish,
  demo: makeGroups,
  demoFigures: [makeTraffic],
}
