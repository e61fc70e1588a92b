/** Finance: marketplaces' money, its reconciliation, profit. */
import { homeCard } from '#platform/declare/home-card.ts'
import { grainResources } from '#platform/declare/rollup.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { reportFace } from '#platform/server/reports/definition.ts'
import { amounts } from './amazon/profit/amounts.ts'
import { costFollowers, costsHandler, costsJob, financeBooks } from './amazon/profit/calc.ts'
import { closedLocks } from './amazon/months/closed-months.ts'
import { costs } from './amazon/profit/costs.ts'
import { amazonFamilies } from './amazon/imports/families.ts'
import { amazonProfit } from './amazon/profit/profit.ts'
import { amazonRoutes } from './amazon/routes.ts'
import { amazonTables } from './amazon/tables.ts'
import { makeBank } from './bank/demo.ts'
import { bankFamily } from './bank/family.ts'
import { bankRoutes } from './bank/routes.ts'
import { bankTables } from './bank/tables.ts'
import { financeModules } from './menu.ts'
import { financeEnglish } from './refusals-en.ts'

export { demoLinesDefault, importDemoFiles, readDemoShops, type DemoImport, type ImportedDemo } from './demo/index.ts'

export const finance: Area = {
  name: 'finance',
  title: ['财务', 'Finance'],
  resources: [
    ...(Object.values(amazonTables) as unknown as Resource[]),
    ...(Object.values(bankTables) as unknown as Resource[]),
    ...grainResources(amounts),
    ...grainResources(costs),
  ],
  modules: financeModules,
  routes: { ...amazonRoutes, ...bankRoutes },
  english: financeEnglish,
  homeCards: [
    homeCard({
      key: 'finance.amazon.profit',
      title: ['本月利润', 'Profit this month'],
      component: 'finance/amazon/profit/profit-trend',
      permission: 'finance.amazon.profit',
      large: true,
    }),
    homeCard({ key: 'finance.month', title: ['月结', 'Month close'], component: 'finance/month-close', permission: 'finance.month' }),
    homeCard({
      key: 'finance.amazon.typeMap',
      title: ['待映射', 'To be mapped'],
      component: 'finance/amazon/mapping/mapping-queue',
      permission: 'finance.amazon.typeMap',
      large: true,
    }),
  ],
  families: [...amazonFamilies, bankFamily],
  demo: makeBank,
  reports: [reportFace(amazonProfit)],
  books: financeBooks,
  jobs: { [costsJob]: costsHandler },
  follows: costFollowers,
  locks: closedLocks,
}
