/** First and final leg: what this room adds to finance. */
import { keptByKeeper } from '#platform/server/imports.ts'
import { followTogether } from '#platform/server/records.ts'
import { judgeBills, judgeItems } from './beyond.ts'
import { carrierFamily } from './carrier-family.ts'
import { carrierTables, numberedCarrier } from './carrier-tables.ts'
import { firstLegTables } from './first-leg-tables.ts'
import { makeFreight, makeFreightFigures } from './demo.ts'
import { packingFamily } from './packing-family.ts'
import { freightLocks, linesFollow, periodFollows, sharesFollow } from './keep.ts'
import { parcelsFollow } from './meet-parcels.ts'
import { freightRoutes } from './routes.ts'

export const freight = {
  resources: [...Object.values(carrierTables), ...Object.values(firstLegTables)],
  routes: freightRoutes,
  demo: makeFreight,
  demoFigures: makeFreightFigures,
  families: [carrierFamily, packingFamily],
  rowLocks: freightLocks,
  follows: followTogether([
    { carrier: keptByKeeper(numberedCarrier) },
    { first_leg_shipment: periodFollows, first_leg_bill: sharesFollow, first_leg_fee: linesFollow },
    { first_leg_bill: judgeBills, first_leg_bill_item: judgeItems, goods_out: parcelsFollow },
  ]),
}
