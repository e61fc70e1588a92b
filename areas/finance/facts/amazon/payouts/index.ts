/** Amazon's pay-outs: their file, their list, their check. What this room adds to finance. */
import { listPage, type Page } from '#platform/declare/page.ts'
import type { FileFamily, RouteMap } from '#platform/server/area.ts'
import { shopSheetFamily } from '#platform/server/imports.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { shopOfReport } from '../../fba/families.ts'
import { payoutCheck } from './check.ts'
import { amazonPayouts } from './sheet.ts'

const { facts, staging } = amazonPayouts
const payoutFamily: FileFamily = shopSheetFamily({
  sheet: amazonPayouts,
  reader: new URL('./reader.ts', import.meta.url).href,
  shopOf: shopOfReport,
})
const routes: RouteMap = {
  'POST /amazonPayout/list': list(facts),
  'POST /amazonPayout/listExport': exportOf(facts),
  'POST /amazonPayoutCheck/list': list(payoutCheck),
  'POST /amazonPayoutCheck/listExport': exportOf(payoutCheck),
}
export const payouts = { facts, resources: [facts, staging, payoutCheck], routes, family: payoutFamily }
export const payoutPages: readonly Page[] = [
  listPage(facts, '/finance/amazon/payouts'),
  listPage(payoutCheck, '/finance/amazon/payout-check'),
]
