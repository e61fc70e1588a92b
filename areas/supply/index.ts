/** Purchasing: whom to buy from at what price. */
import type { Area } from '#platform/server/area.ts'
import { makePriceLists } from './demo.ts'
import { supplyModules } from './menu.ts'
import { supplyRoutes } from './routes.ts'
import { supplyTables } from './tables.ts'

export const supply: Area = {
  name: 'supply',
  title: ['采购', 'Purchasing'],
  resources: Object.values(supplyTables),
  modules: supplyModules,
  routes: supplyRoutes,
  demo: makePriceLists,
}
