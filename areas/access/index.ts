/** Access: by what people and programs prove who they are. */
import type { Area } from '#platform/server/area.ts'
import { factorsKeyed } from '#platform/server/rights.ts'
import { providerChanged } from './company/changed.ts'
import { makeDemo } from './company/demo.ts'
import { companyRoutes } from './company/routes.ts'
import { companyTables } from './company/tables.ts'
import { factorRoutes } from './factors/routes.ts'
import { accessModules } from './menu.ts'
import { accessEnglish } from './refusals-en.ts'
import { accessRoutes } from './routes.ts'
import { accessTables } from './tables.ts'
import { technicalChanged } from './technical.ts'

export { withKeys } from './keys/rights.ts'
export { demoCompany } from './company/demo.ts'

export const access: Area = {
  name: 'access',
  title: ['开放与登录', 'Access'],
  resources: [...Object.values(companyTables), ...Object.values(accessTables)],
  modules: accessModules,
  routes: { ...factorRoutes, ...companyRoutes, ...accessRoutes },
  english: accessEnglish,
  demo: makeDemo,
  keyed: [factorsKeyed],
  follows: { technical_account: technicalChanged, sign_in_provider: providerChanged },
}
