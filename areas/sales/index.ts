/** Sales: orders of the marketplaces and what they add up to. */
import type { Area } from '#platform/server/area.ts'
import { figures } from '#platform/server/reports.ts'
import { advertising } from './advertising/index.ts'
import { adReports } from './advertising/report.ts'
import { customersRoom } from './customers/index.ts'
import { leftFrom, makeOrders } from './demo/index.ts'
import { orderFamilies } from './families.ts'
import { skuListing } from './listings.ts'
import { makeOfflineOrders } from './offline/demo.ts'
import { offline } from './offline/index.ts'
import { salesModules } from './menu.ts'
import { salesEnglish } from './refusals-en.ts'
import { orderLines } from './order-lines.ts'
import { orderRoutes } from './routes.ts'
import { salesTables } from './tables.ts'
import { marketVisits } from './market-traffic/index.ts'
import { marketTraffic } from './market-traffic/tables.ts'
import { traffic } from './traffic/index.ts'
import { listingTraffic, shopTraffic } from './traffic/rollups.ts'
import { listingReports } from './listing-report/index.ts'

// statistics keep the figures of orders and traffic up to date
const own = figures(adReports, [], [orderLines])

export { forgetBuyer } from './customers/forget.ts'
export { keepListings } from './listings.ts'
export { makeAds } from './advertising/demo.ts'
export type { AdBill } from './advertising/demo-spend.ts'
export { adRollups } from './advertising/figures.ts'
export { adSpendFamilies, adSpendOfDays, type AdSpendDay } from './advertising/spend.ts'
export { orderStatuses, saleStockPlan, shippers } from './tables.ts'
export { ordersFamily, products, type Product } from './products.ts'
export { listingTraffic, marketTraffic, shopTraffic }
export const trafficRollups = [shopTraffic, listingTraffic, marketTraffic]
export { orderLines }
export { proveCustomers } from './customers/proof.ts'
export { leftFrom }
export { writers as orderWriters } from './demo/writers.ts'
export type { DemoOrder } from './demo/orders.ts'

export const sales: Area = {
  ...own,
  name: 'sales',
  title: ['销售', 'Sales'],
  resources: [
    ...Object.values(salesTables),
    skuListing,
    ...listingReports.resources,
    ...advertising.resources,
    ...traffic.resources,
    ...marketVisits.resources,
    ...offline.resources,
    ...customersRoom.resources,
    ...own.resources,
  ],
  modules: salesModules,
  routes: {
    ...orderRoutes,
    ...listingReports.routes,
    ...advertising.routes,
    ...traffic.routes,
    ...marketVisits.routes,
    ...offline.routes,
    ...customersRoom.routes,
    ...own.routes,
  },
  english: salesEnglish,
  follows: { ...offline.follows, ...marketVisits.follows },
  families: [...orderFamilies, ...advertising.families, ...traffic.families, ...listingReports.families],
  demo: async people => {
    await makeOrders(people)
    await makeOfflineOrders(people)
  },
}
