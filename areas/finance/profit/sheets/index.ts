/** Sheets that people keep beside what the suite computes, and documents of shops that count in their profit. */
import type { Resource } from '#platform/declare/resource.ts'
import { figures } from '#platform/server/reports.ts'
import { borrowed } from './computed-figures.ts'
import { sheetFollowers, templateLocks } from './followers.ts'
import { orderPayment } from './order-payments.ts'
import { orderRoutes } from './order-routes.ts'
import { sheetRoutes } from './routes.ts'
import { sheets } from './sheets.ts'
import { skuState } from '../../facts/sheets/sku-state.ts'
import { templates } from '../../facts/sheets/template-tables.ts'

const own = figures(
  sheets.map(one => one.report),
  [],
  borrowed,
)

export const sheetPart = {
  resources: [...sheets.map(one => one.list), ...Object.values(templates), orderPayment, skuState, ...own.resources] as readonly Resource[],
  routes: { ...sheetRoutes, ...orderRoutes, ...own.routes },
  reports: own.reports,
  books: own.books,
  follows: { ...own.follows, ...sheetFollowers },
  rowLocks: templateLocks,
}
