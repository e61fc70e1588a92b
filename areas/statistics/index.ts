/** Statistics of sales over orders, traffic, returns and settled money. */
import type { Area } from '#platform/server/contract/area.ts'
import { rollupsOfStatistics } from '#areas/finance/index.ts'
import { figures } from '#platform/server/verbs/figures.ts'
import { statisticsModules } from './menu.ts'
import { statisticsEnglish } from './refusals-en.ts'
import { statisticsReports } from './report.ts'
import { statisticsCalls } from './routes.ts'

const own = figures(statisticsReports, [], rollupsOfStatistics)

export const statistics: Area = {
  ...own,
  name: 'statistics',
  title: ['销售统计', 'Sales statistics'],
  modules: statisticsModules,
  routes: { ...own.routes, ...Object.assign({}, ...statisticsReports.map(statisticsCalls)) },
  english: statisticsEnglish,
}
