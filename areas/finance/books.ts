/** What stands beside the facts of every marketplace: corrections by hand, the audited summary, which files came. */
import type { Area } from '#platform/server/area.ts'
import { accrualPart } from './profit/accrual/index.ts'
import { arrivalRoutes } from './facts/arrival/routes.ts'
import { dataArrival } from './facts/arrival/view.ts'
import { checkPart } from './profit/checks/index.ts'
import { calculationPart } from './profit/calculations/index.ts'
import { claimPart } from './profit/claims/index.ts'
import { orderPageRoutes } from './profit/orders/index.ts'
import { correctionFollowers, correctionLocks } from './facts/corrections/follow.ts'
import { correctionRoutes } from './facts/corrections/routes.ts'
import { correctionTables } from './facts/corrections/tables.ts'
import { clockFollows } from './profit/clocks/arrivals.ts'
import { financeReceivable, receivableRoutes } from './profit/clocks/receivable.ts'
import { clockTables } from './facts/clocks/tables.ts'
import { allocationPart } from './costs/allocation/index.ts'
import { unitCostRoutes } from './costs/unit-cost/index.ts'
import { materialPartOfFinance } from './costs/materials/index.ts'
import { shopProfitPart } from './profit/shop-profit/index.ts'
import { makeBooks } from './profit/summary/demo.ts'
import { monthReportRoutes } from './profit/month-report/index.ts'
import { summaryRoutes } from './profit/summary/routes.ts'
import { typeRoutes } from './mapping/types/routes.ts'
import { summaryTables } from './profit/summary/tables.ts'
import { voucherPart } from './close/vouchers/index.ts'

export const booksOfFinance = {
  resources: [
    ...Object.values(correctionTables),
    ...Object.values(summaryTables),
    dataArrival,
    ...checkPart.resources,
    ...claimPart.resources,
    ...calculationPart.resources,
    ...accrualPart.resources,
    ...shopProfitPart.resources,
    ...allocationPart.resources,
    ...voucherPart.resources,
    ...Object.values(clockTables),
    financeReceivable,
  ],
  routes: {
    ...correctionRoutes,
    ...summaryRoutes,
    ...arrivalRoutes,
    ...typeRoutes,
    ...checkPart.routes,
    ...claimPart.routes,
    ...calculationPart.routes,
    ...accrualPart.routes,
    ...orderPageRoutes,
    ...monthReportRoutes,
    ...shopProfitPart.routes,
    ...allocationPart.routes,
    ...unitCostRoutes,
    ...receivableRoutes,
    ...materialPartOfFinance.routes,
    ...voucherPart.routes,
  },
  follows: {
    ...clockFollows,
    ...correctionFollowers,
    ...shopProfitPart.follows,
    ...allocationPart.follows,
    ...voucherPart.follows,
    ...accrualPart.follows,
  },
  rowLocks: { ...correctionLocks, ...claimPart.rowLocks, ...accrualPart.rowLocks, ...shopProfitPart.rowLocks, ...allocationPart.rowLocks },
  timed: [...checkPart.timed, ...claimPart.timed, ...accrualPart.timed, ...allocationPart.timed],
  makeBooks,
} satisfies Partial<Area> & { readonly makeBooks: typeof makeBooks }
