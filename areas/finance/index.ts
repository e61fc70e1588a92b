/** Finance: marketplaces' money, its reconciliation, profit. */
import { homeCard } from '#platform/declare/home-card.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { costFollowers, costsHandler, costsJob, profitFigures } from './amazon/profit/calc.ts'
import { closedLocks } from './amazon/months/closed-months.ts'
import { amazonFamilies } from './amazon/imports/families.ts'
import { amazonRoutes } from './amazon/routes.ts'
import { amazonTables } from './amazon/tables.ts'
import { makeBank } from './bank/demo.ts'
import { bankFamily } from './bank/family.ts'
import { bankRoutes } from './bank/routes.ts'
import { bankTables, numberedAccount } from './bank/tables.ts'
import { keptByKeeper } from '#platform/server/imports/owner-of-file.ts'
import { financeModules } from './menu.ts'
import { financeEnglish } from './refusals-en.ts'

export { demoLinesDefault, importDemoFiles, readDemoShops, type DemoImport, type ImportedDemo } from './demo/index.ts'

export const finance: Area = {
  ...profitFigures,
  name: 'finance',
  title: ['财务', 'Finance'],
  resources: [
    ...(Object.values(amazonTables) as unknown as Resource[]),
    ...(Object.values(bankTables) as unknown as Resource[]),
    ...profitFigures.resources,
  ],
  modules: financeModules,
  routes: { ...amazonRoutes, ...bankRoutes, ...profitFigures.routes },
  english: financeEnglish,
  homeCards: [
    homeCard({
      key: 'finance.amazon.profit',
      title: ['本月利润', 'Profit this month'],
      component: 'finance/amazon/profit/profit-trend',
      tells: 'figures',
      permission: 'finance.amazon.profit',
      large: true,
    }),
    homeCard({
      key: 'finance.month',
      title: ['月结', 'Month close'],
      component: 'finance/month-close',
      permission: 'finance.month',
      tells: 'waiting',
    }),
    homeCard({
      key: 'finance.amazon.typeMap',
      title: ['待映射', 'To be mapped'],
      component: 'finance/amazon/mapping/mapping-queue',
      tells: 'waiting',
      permission: 'finance.amazon.typeMap',
      large: true,
    }),
  ],
  families: [...amazonFamilies, bankFamily],
  demo: makeBank,
  jobs: { [costsJob]: costsHandler },
  follows: { ...costFollowers, [numberedAccount.owner.table]: keptByKeeper(numberedAccount) },
  locks: closedLocks,
}
