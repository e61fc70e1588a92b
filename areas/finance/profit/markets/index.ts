/** Money of the marketplaces that are not Amazon: what this room adds to finance. */
import { marketFamilies, marketFollows } from '../../facts/markets/families.ts'
import { makeMarketFigures, makeMarkets } from './demo.ts'
import { ebayEarningCheck } from '../../facts/markets/ebay/earnings-check.ts'
import { ebayEarnings } from '../../facts/markets/ebay/earnings-sheet.ts'
import { orderProfits } from './order-profit.ts'
import { marketRoutes } from './routes.ts'
import { marketTables } from '../../facts/markets/tables.ts'
import { walmartProof, walmartStatement } from '../../facts/markets/walmart/statement.ts'

const proofs = [walmartStatement.facts, walmartStatement.staging, walmartProof, ebayEarnings.facts, ebayEarnings.staging, ebayEarningCheck]

export const markets = {
  resources: [...Object.values(marketTables), ...orderProfits.map(one => one.resource), ...proofs],
  routes: marketRoutes,
  families: marketFamilies,
  filesFollow: marketFollows,
  demo: makeMarkets,
  demoFigures: makeMarketFigures,
}
