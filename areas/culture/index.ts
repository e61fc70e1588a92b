/** Company culture: the chronicle. */
import type { Area } from '#platform/server/contract/area.ts'
import { makeChronicle } from './demo.ts'
import { cultureModules } from './menu.ts'
import { cultureRoutes } from './routes.ts'
import { cultureTables } from './tables.ts'

export const culture: Area = {
  name: 'culture',
  title: ['企业文化', 'Culture'],
  resources: cultureTables,
  modules: cultureModules,
  routes: cultureRoutes,
  demo: makeChronicle,
}
