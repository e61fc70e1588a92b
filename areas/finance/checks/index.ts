/** Checks of orders: what this room adds to finance. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { timed } from '#platform/server/timed/timed.ts'
import { todayOf } from '#platform/format/zones.ts'
import { checkRoutes } from './routes.ts'
import { runChecks } from './run.ts'
import { siteCheck } from './site.ts'
import { checkTables } from './tables.ts'

/** months before the running one that are checked again each night: money of an order comes within them */
const monthsBack = 3

export const checkPart = {
  resources: [...Object.values(checkTables), siteCheck as unknown as Resource],
  routes: checkRoutes,
  timed: [
    timed('orderCheck.nightly', ['核对订单与结算', 'Checks of orders and settlements'], {
      at: '04:30',
      work: async inside => {
        const today = todayOf(inside)
        const { found, closed, reopened } = await runChecks(inside, {
          from: firstOfMonth(addMonths(monthOf(today), -monthsBack)),
          to: today,
        })
        return sentence`新发现 ${found} 条，消除 ${closed} 条，再次出现 ${reopened} 条`
      },
    }),
  ],
}
