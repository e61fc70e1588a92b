/** Route map of what is bought. */
import type { RouteMap } from '#platform/server/area.ts'
import { family, imported, exportOf, list } from '#platform/server/records.ts'
import { purchasePrice, purchasePriceList } from './tables.ts'

export const supplyRoutes: RouteMap = {
  ...family('purchasePriceListManage', purchasePriceList),
  ...imported('purchasePriceListManage', purchasePriceList),
  'POST /purchasePriceManage/list': list(purchasePrice),
  'POST /purchasePriceManage/listExport': exportOf(purchasePrice),
  ...imported('purchasePriceManage', purchasePrice),
}
