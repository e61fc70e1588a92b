/** Route map of what is bought. */
import type { RouteMap } from '#platform/server/area.ts'
import { family, imported, exportOf, list, one, reveal } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { documentCalls } from '#areas/goods/index.ts'
import { purchaseOrder, purchaseOrderLine } from './orders/order-tables.ts'
import { purchaseRequest, purchaseRequestLine } from './orders/request-tables.ts'
import { supplierItem } from './orders/supplier-item.ts'
import { supplierBalance } from './money/balance.ts'
import { purchaseInvoice, purchaseInvoiceLine } from './money/invoice-tables.ts'
import { paymentRequest, paymentRequestLine } from './money/request-tables.ts'
import { supplierStatement, supplierStatementLine } from './money/statement-tables.ts'
import { importOfOwned } from '#platform/server/imports.ts'
import { warehouse } from '#areas/reference/index.ts'
import { pairRoutes } from './platform/pair.ts'
import { platformOrderLine } from './platform/sheet-tables.ts'
import { discrepancyRoutes } from './receiving/decide.ts'
import { undoRoutes } from './receiving/undo-deduction.ts'
import { purchaseDelivery, purchaseDeliveryLine } from './receiving/delivery-tables.ts'
import { receiptDiscrepancy } from './receiving/discrepancy-tables.ts'
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
  ...documentCalls('purchaseDelivery', purchaseDelivery, purchaseDeliveryLine),
  ...family('receiptDiscrepancy', receiptDiscrepancy),
  'POST /receiptDiscrepancy/void': step(receiptDiscrepancy, 'void'),
  ...discrepancyRoutes,
  ...undoRoutes,
  ...documentCalls('purchaseInvoice', purchaseInvoice, purchaseInvoiceLine),
  ...documentCalls('supplierStatement', supplierStatement, supplierStatementLine),
  ...documentCalls('paymentRequest', paymentRequest, paymentRequestLine),
  'POST /paymentRequest/reveal': reveal(paymentRequest),
  'POST /platformOrderLine/list': list(platformOrderLine),
  'GET /platformOrderLine/query/{id}': one(platformOrderLine),
  'POST /platformOrderLine/listExport': exportOf(platformOrderLine),
  'POST /platformOrderLine/importData': importOfOwned({
    owner: warehouse,
    field: 'warehouseId',
    permission: 'platformOrderLine',
    title: ['导入 1688 订单', 'Import orders of 1688'],
    on: [platformOrderLine],
    accept: ['.xlsx', '.xls', '.csv'],
    bytesMax: 20 * 1_048_576,
  }),
  ...pairRoutes,
  'POST /supplierBalance/list': list(supplierBalance),
  'POST /supplierBalance/listExport': exportOf(supplierBalance),
}
