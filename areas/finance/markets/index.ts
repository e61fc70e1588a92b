/** Money of the marketplaces that are not Amazon: what this room adds to finance. */
import { marketFamilies, marketFollows } from './families.ts'
import { makeMarketFigures, makeMarkets } from './demo.ts'
import { ebayEarningCheck } from './ebay/earnings-check.ts'
import { ebayEarnings } from './ebay/earnings-sheet.ts'
import { orderProfits } from './order-profit.ts'
import { marketRoutes } from './routes.ts'
import { marketTables } from './tables.ts'
import { walmartProof, walmartStatement } from './walmart/statement.ts'

const proofs = [walmartStatement.facts, walmartStatement.staging, walmartProof, ebayEarnings.facts, ebayEarnings.staging, ebayEarningCheck]

export const markets = {
  resources: [...Object.values(marketTables), ...orderProfits.map(one => one.resource), ...proofs],
  routes: marketRoutes,
  families: marketFamilies,
  filesFollow: marketFollows,
  demo: makeMarkets,
  demoFigures: makeMarketFigures,
}
