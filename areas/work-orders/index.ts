/** Work orders: what one asks of another, by type, with a clock. */
import type { Area } from '#platform/server/area.ts'
import { keepOwners } from './catalog-calls.ts'
import { makeWorkOrders } from './demo.ts'
import { workOrderEnglish } from './refusals-en.ts'
import { keepOrders } from './keep-orders.ts'
import { workOrderModules } from './menu.ts'
import { newOrder, orderTimed, tellNew } from './notices.ts'
import { keepAnswered } from './order-calls.ts'
import { workOrderRoutes } from './routes.ts'
import { workOrderTables } from './tables.ts'
import { urgeNotices } from './urge.ts'

export { orderCodes } from './order-codes.ts'
export { workOrder } from './tables.ts'

export const workOrders: Area = {
  name: 'workOrders',
  title: ['工单', 'Work orders'],
  resources: Object.values(workOrderTables),
  modules: workOrderModules,
  routes: workOrderRoutes,
  english: workOrderEnglish,
  timed: orderTimed,
  notices: [newOrder, ...urgeNotices],
  demo: makeWorkOrders,
  rowLocks: { work_order: keepAnswered },
  follows: {
    work_catalog: keepOwners,
    work_order: async (...change) => {
      await keepOrders(...change)
      await tellNew(...change)
    },
  },
}
