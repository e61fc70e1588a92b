/** The chronicle: events of the company by year. */
import { operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import { publishOperation } from '#platform/declare/publishable.ts'
import type { CulturePart } from '../part.ts'
import { makeChronicle } from './demo.ts'
import { chronicleRoutes } from './routes.ts'
import { chronicleTables } from './tables.ts'

const { add, view, edit, remove } = operations

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
      page({
        path: '/culture/chronicleSetting',
        name: 'chronicleSetting',
        title: ['大事记管理', 'Manage the chronicle'],
        component: 'list/chronicle',
        permission: 'chronicle',
        operations: [add, view, edit, remove, operations.export, publishOperation],
      }),
    ],
  },
}
