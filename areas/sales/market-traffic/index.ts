/** Traffic of marketplaces without a report of it: the list and its sheet. What this room adds to sales. */
import { operations } from '#platform/declare/operations.ts'
import { page, type Page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { datedFamily } from '#platform/server/verbs/family.ts'
import { visitsFollow } from './follow.ts'
import { marketTrafficPermission, marketVisit } from './tables.ts'

const { add, view, edit, remove, import: importing, export: exporting } = operations
const visits = marketVisit as unknown as Resource

export const marketTrafficPages: readonly Page[] = [
  page({
    path: '/sales/market-traffic',
    name: 'marketVisit',
    title: marketVisit.title,
    component: 'list/marketVisit',
    permission: marketTrafficPermission,
    operations: [add, view, edit, remove, importing, exporting],
  }),
]

export const marketVisits = { resources: [visits], routes: datedFamily('saleTraffic', visits), follows: { market_visit: visitsFollow } }
