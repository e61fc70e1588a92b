/** Route map of what is bought. */
import type { RouteMap } from '#platform/server/area.ts'
import { family, imported, exportOf, list } from '#platform/server/records.ts'
import { documentCalls } from '#areas/goods/index.ts'
import { purchaseOrder, purchaseOrderLine } from './orders/order-tables.ts'
import { purchaseRequest, purchaseRequestLine } from './orders/request-tables.ts'
import { supplierItem } from './orders/supplier-item.ts'
import { purchasePrice, purchasePriceList } from './tables.ts'

export const supplyRoutes: RouteMap = {
  ...family('purchasePriceListManage', purchasePriceList),
  ...imported('purchasePriceListManage', purchasePriceList),
  'POST /purchasePriceManage/list': list(purchasePrice),
  'POST /purchasePriceManage/listExport': exportOf(purchasePrice),
  ...imported('purchasePriceManage', purchasePrice),
  ...family('supplierItem', supplierItem),
  ...imported('supplierItem', supplierItem),
  ...documentCalls('purchaseRequest', purchaseRequest, purchaseRequestLine),
  ...imported('purchaseRequest', purchaseRequest),
  ...documentCalls('purchaseOrder', purchaseOrder, purchaseOrderLine),
  ...imported('purchaseOrder', purchaseOrder),
}
