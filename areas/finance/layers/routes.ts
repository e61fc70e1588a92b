/** Route map of stock and its cost: documents, and what is worked out of them. */
import type { RouteMap } from '#platform/server/contract/route.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { exportOf, list } from '#platform/server/verbs/verbs.ts'
import { stockFreight, stockLayer, stockShortage, stockTake, stockValue } from './derived-tables.ts'
import { additionRule, movementRule } from './follow.ts'
import { inventoryValue } from './inventory-value.ts'
import { valueByKind } from './value-by-kind.ts'
import { costProvisional } from './provisional.ts'
import { costAddition, costInvoice, costReceipt, stockMovement, stockPlace } from './tables.ts'

const plain = (r: unknown): Resource => r as Resource

export const layerRoutes: RouteMap = {
  ...family('FinanceStockPlace', plain(stockPlace)),
  ...imported('FinanceStockPlace', plain(stockPlace)),
  ...family('FinanceCostReceipt', plain(costReceipt)),
  ...imported('FinanceCostReceipt', plain(costReceipt)),
  ...family('FinanceCostAddition', plain(costAddition), additionRule),
  ...family('FinanceCostInvoice', plain(costInvoice), additionRule),
  ...imported('FinanceCostInvoice', plain(costInvoice), additionRule),
  'POST /FinanceCostProvisional/list': list(plain(costProvisional)),
  'POST /FinanceCostProvisional/listExport': exportOf(plain(costProvisional)),
  'POST /FinanceStockValue/kindList': list(plain(valueByKind)),
  'POST /FinanceStockValue/kindListExport': exportOf(plain(valueByKind)),
  'POST /FinanceStockFreight/list': list(plain(stockFreight)),
  'POST /FinanceStockFreight/listExport': exportOf(plain(stockFreight)),
  ...family('FinanceStockMovement', plain(stockMovement), movementRule),
  ...imported('FinanceStockMovement', plain(stockMovement), movementRule),
  'POST /FinanceInventoryReport/valueList': list(plain(inventoryValue)),
  'POST /FinanceInventoryReport/valueListExport': exportOf(plain(inventoryValue)),
  'POST /FinanceStockLayer/list': list(plain(stockLayer)),
  'POST /FinanceStockLayer/listExport': exportOf(plain(stockLayer)),
  'POST /FinanceStockTake/list': list(plain(stockTake)),
  'POST /FinanceStockTake/listExport': exportOf(plain(stockTake)),
  'POST /FinanceStockValue/list': list(plain(stockValue)),
  'POST /FinanceStockValue/listExport': exportOf(plain(stockValue)),
  'POST /FinanceStockShortage/list': list(plain(stockShortage)),
  'POST /FinanceStockShortage/listExport': exportOf(plain(stockShortage)),
}
