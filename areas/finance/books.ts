/** What stands beside the facts of every marketplace: corrections by hand, the audited summary, which files came. */
import type { Area } from '#platform/server/area.ts'
import { accrualPart } from './accrual/index.ts'
import { arrivalRoutes } from './arrival/routes.ts'
import { dataArrival } from './arrival/view.ts'
import { checkPart } from './checks/index.ts'
import { calculationPart } from './calculations/index.ts'
import { claimPart } from './claims/index.ts'
import { orderPageRoutes } from './orders/index.ts'
import { correctionFollowers, correctionLocks } from './corrections/follow.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { correctionTables } from './corrections/tables.ts'
import { clockFollows } from './clocks/arrivals.ts'
import { financeReceivable, receivableRoutes } from './clocks/receivable.ts'
import { clockTables } from './clocks/tables.ts'
import { allocationPart } from './allocation/index.ts'
import { unitCostRoutes } from './unit-cost/index.ts'
import { materialPartOfFinance } from './materials/index.ts'
import { shopProfitPart } from './shop-profit/index.ts'
import { makeBooks } from './summary/demo.ts'
import { monthReportRoutes } from './month-report/index.ts'
import { summaryRoutes } from './summary/routes.ts'
import { typeRoutes } from './types/routes.ts'
import { summaryTables } from './summary/tables.ts'
import { voucherPart } from './vouchers/index.ts'

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
    ...materialPartOfFinance.resources,
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
    ...materialPartOfFinance.follows,
    ...voucherPart.follows,
    ...accrualPart.follows,
  },
  locks: { ...correctionLocks, ...claimPart.locks, ...accrualPart.locks, ...shopProfitPart.locks, ...allocationPart.locks },
  timed: [...checkPart.timed, ...claimPart.timed, ...accrualPart.timed, ...allocationPart.timed],
  makeBooks,
} satisfies Partial<Area> & { readonly makeBooks: typeof makeBooks }
