/** The chronicle: events of the company by year. */
import { listPage, page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { makeChronicle } from './demo.ts'
import { chronicleRoutes } from './routes.ts'
import { chronicle, chronicleTables } from './tables.ts'

export const chroniclePart: CulturePart = {
  resources: chronicleTables,
  routes: chronicleRoutes,
  demo: makeChronicle,
  pages: {
    company: [
      page({
        path: '/culture/chronicle-list',
        name: 'chronicleList',
        title: ['大事记', 'Chronicle'],
        component: 'culture/chronicle/chronicle-list',
        permission: 'chronicle',
        everybody: true,
        routeUse: 106,
        operations: [],
      }),
    ],
    cultureSetting: [
      listPage(chronicle.draft, '/culture/chronicleSetting', { name: 'chronicleSetting', title: ['大事记管理', 'Manage the chronicle'] }),
    ],
  },
}
