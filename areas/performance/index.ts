/** Performance: targets of people and groups, their results from the books, scores and rankings. */
import type { Area } from '#platform/server/area.ts'
import { keepAdjustments } from './adjust.ts'
import { makePerformance, makePerformanceFigures } from './demo.ts'
import { performanceModules } from './menu.ts'
import { rankingNotice } from './ranking.ts'
import { performanceEnglish } from './refusals-en.ts'
import { performanceRoutes } from './routes.ts'
import { markSuperseded } from './superseded.ts'
import { performanceTables } from './tables.ts'
import { keepTargets } from './years.ts'

export const performanceArea: Area = {
  name: 'performance',
  title: ['绩效', 'Performance'],
  resources: performanceTables,
  modules: performanceModules,
  routes: performanceRoutes,
  english: performanceEnglish,
  notices: [rankingNotice],
  follows: {
    performance: keepTargets,
    performance_group_amount: keepTargets,
    performance_adjustment: keepAdjustments,
    finance_month: markSuperseded,
  },
  demo: makePerformance,
  demoFigures: [makePerformanceFigures],
}
