/** Reference data: countries, currencies and rates, marketplaces, shops, products, seller SKUs. */
import type { Area } from '#platform/server/contract/area.ts'
import { dictionaryTables } from './dictionary-tables.ts'
import { referenceEnglish } from './refusals-en.ts'
import { referenceModules } from './menu.ts'
import { partnerTables } from './partner-tables.ts'
import { referenceRoutes } from './routes.ts'
import { referenceTables } from './tables.ts'

export { seedDictionaries } from './dictionary-seed.ts'
export { dictionaryItem } from './dictionary-tables.ts'
export { marketplaceSeed, seedReference } from './seed.ts'

export const reference: Area = {
  name: 'reference',
  title: ['基础资料', 'Reference data'],
  resources: [...Object.values(referenceTables), ...Object.values(dictionaryTables), ...Object.values(partnerTables)],
  modules: referenceModules,
  routes: referenceRoutes,
  english: referenceEnglish,
}
