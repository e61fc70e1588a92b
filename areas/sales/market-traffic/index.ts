/** Traffic of marketplaces without a report of it: the list and its sheet. What this room adds to sales. */
import { listPage, type Page } from '#platform/declare/page.ts'
import { datedFamily } from '#platform/server/records.ts'
import { visitsFollow } from './follow.ts'
import { marketVisit } from './tables.ts'

export const marketTrafficPages: readonly Page[] = [listPage(marketVisit, '/sales/market-traffic')]

export const marketVisits = {
  resources: [marketVisit],
  routes: datedFamily('saleTraffic', marketVisit),
  follows: { market_visit: visitsFollow },
}
