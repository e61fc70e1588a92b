/** Sales: orders of the marketplaces and what they add up to. */
import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { figures } from '#platform/server/verbs/figures.ts'
import { advertising } from './advertising/index.ts'
import { makeAds } from './advertising/demo.ts'
import { adReports } from './advertising/report.ts'
import { makeOrders } from './demo/index.ts'
import { orderFamilies } from './families.ts'
import { skuListing } from './listings.ts'
import { salesModules } from './menu.ts'
import { salesEnglish } from './refusals-en.ts'
import { orderRoutes, statisticsCalls } from './routes.ts'
import { statisticsReports } from './statistics-report.ts'
import { salesTables } from './tables.ts'

const own = figures([...statisticsReports, ...adReports])

export { keepListings } from './listings.ts'
export { orderLines } from './order-lines.ts'
export { writers as orderWriters } from './demo/writers.ts'
export type { DemoOrder } from './demo/orders.ts'

export const sales: Area = {
  ...own,
  name: 'sales',
  title: ['销售', 'Sales'],
  resources: [
    ...(Object.values(salesTables) as unknown as Resource[]),
    skuListing as unknown as Resource,
    ...advertising.resources,
    ...own.resources,
  ],
  modules: salesModules,
  routes: { ...orderRoutes, ...advertising.routes, ...own.routes, ...Object.assign({}, ...statisticsReports.map(statisticsCalls)) },
  english: salesEnglish,
  families: [...orderFamilies, ...advertising.families],
  demo: async people => {
    await makeOrders(people)
    await makeAds(people)
  },
}
