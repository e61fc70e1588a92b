/** Route map of what is bought. */
import type { RouteMap } from '#platform/server/contract/route.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { exportOf, list } from '#platform/server/verbs/verbs.ts'
import { purchasePrice, purchasePriceList } from './tables.ts'

export const supplyRoutes: RouteMap = {
  ...family('purchasePriceListManage', purchasePriceList),
  ...imported('purchasePriceListManage', purchasePriceList),
  'POST /purchasePriceManage/list': list(purchasePrice),
  'POST /purchasePriceManage/listExport': exportOf(purchasePrice),
  ...imported('purchasePriceManage', purchasePrice),
}
