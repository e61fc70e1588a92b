/** First and final leg: what this room adds to finance. */
import { keptByKeeper } from '#platform/server/imports.ts'
import { carrierFamily } from './carrier-family.ts'
import { carrierTables, numberedCarrier } from './carrier-tables.ts'
import { firstLegTables } from './first-leg-tables.ts'
import { makeFreight, makeFreightFigures } from './demo.ts'
import { packingFamily } from './packing-family.ts'
import { freightLocks, linesFollow, periodFollows, sharesFollow } from './keep.ts'
import { freightRoutes } from './routes.ts'

export const freight = {
  resources: [...Object.values(carrierTables), ...Object.values(firstLegTables)],
  routes: freightRoutes,
  demo: makeFreight,
  demoFigures: makeFreightFigures,
  families: [carrierFamily, packingFamily],
  rowLocks: freightLocks,
  follows: {
    carrier: keptByKeeper(numberedCarrier),
    first_leg_shipment: periodFollows,
    first_leg_bill: sharesFollow,
    first_leg_fee: linesFollow,
  },
}
