/** Finance: marketplaces' money, its reconciliation, profit. */
import { homeCard } from '#platform/declare/home-card.ts'
import { grainResources } from '#platform/declare/rollup.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/area.ts'
import { housekeeping } from '#platform/server/timed/timed.ts'
import { reportFace } from '#platform/server/reports/definition.ts'
import { amounts } from './amazon/amounts.ts'
import { costFollowers, costsHandler, costsJob, beginRefresh, refreshHandler, refreshJob } from './amazon/calc.ts'
import { closedLocks } from './amazon/closed-months.ts'
import { costs } from './amazon/costs.ts'
import { amazonFamilies } from './amazon/imports/families.ts'
import { amazonProfit } from './amazon/profit.ts'
import { amazonRoutes } from './amazon/routes.ts'
import { amazonTables } from './amazon/tables.ts'
import { financeModules } from './menu.ts'
import { financeEnglish } from './refusals-en.ts'

export { demoLinesDefault, importDemoFiles, readDemoShops, type DemoImport, type ImportedDemo } from './demo/index.ts'

export const finance: Area = {
  name: 'finance',
  title: ['财务', 'Finance'],
  resources: [...(Object.values(amazonTables) as unknown as Resource[]), ...grainResources(amounts), ...grainResources(costs)],
  modules: financeModules,
  routes: amazonRoutes,
  english: financeEnglish,
  homeCards: [
    homeCard({
      key: 'finance.amazon.profit',
      title: ['本月利润', 'Profit this month'],
      component: 'finance/amazon/profit-trend',
      permission: 'finance.amazon.profit',
      large: true,
    }),
    homeCard({ key: 'finance.month', title: ['月结', 'Month close'], component: 'finance/month-close', permission: 'finance.month' }),
    homeCard({
      key: 'finance.amazon.typeMap',
      title: ['待映射', 'To be mapped'],
      component: 'finance/amazon/mapping-queue',
      permission: 'finance.amazon.typeMap',
      large: true,
    }),
  ],
  families: amazonFamilies,
  reports: [reportFace(amazonProfit)],
  jobs: { [refreshJob]: refreshHandler, [costsJob]: costsHandler },
  timed: [housekeeping('rollup.look', ['重新计算过期的汇总', 'Roll-ups that are stale are computed'], { every: 60, work: beginRefresh })],
  follows: costFollowers,
  locks: closedLocks,
  begin: beginRefresh,
}
