/** Reference data: countries, currencies and rates, marketplaces, shops, products, seller SKUs. */
import type { Area } from '#platform/server/area.ts'
import { referenceModules } from './menu.ts'
import { referenceRoutes } from './routes.ts'
import { referenceTables } from './tables.ts'

export { marketplaceSeed, seedReference } from './seed.ts'

export const reference: Area = {
  name: 'reference',
  title: ['基础资料', 'Reference data'],
  resources: Object.values(referenceTables),
  modules: referenceModules,
  routes: referenceRoutes,
}
