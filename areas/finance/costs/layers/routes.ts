/** Route map of stock and its cost: documents, and what is worked out of them. */
import { type RouteMap, act } from '#platform/server/area.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { steps } from '#platform/server/steps.ts'
import { family, imported, usual, exportOf, list } from '#platform/server/records.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { productCostKey, skuCostKey } from '../unit-cost/key.ts'
import { madeOfRow } from '../unit-cost/of-row.ts'
import { stockAge, stockFreight, stockLayer, stockLedger, stockShortage, stockTake } from './derived-tables.ts'
import { additionRule, movementRule } from './follow.ts'
import { moveWords } from './move-words.ts'
import { inventoryValue } from './inventory-value.ts'
import { valueByKind } from './value-by-kind.ts'
import { stockValueList } from './value-list.ts'
import { costProvisional } from './provisional.ts'
import { stockProof } from './stock-proof.ts'
import { proposeWriteDown } from './write-down.ts'
import { bringBands } from './usual-bands.ts'
import { stockWriteDown, stockWriteDownLine, writeDownBand } from './write-down-tables.ts'
import { costAddition, costInvoice, costReceipt, stockMovement, stockPlace } from './tables.ts'

const plain = (r: unknown): Resource => r as Resource
const ofMonth = (row: Readonly<Record<string, unknown>>): string =>
  skuCostKey(asText(row['shopId']), asText(row['month']).slice(0, 7), asText(row['sku']))
const ofLayer = { move: moveWords }
const ofFreight = { layer: moveWords }
const ofTake = { fromMove: moveWords, intoMove: moveWords }

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
  'POST /FinanceStockValue/proofList': list(plain(stockProof)),
  'POST /FinanceStockValue/proofListExport': exportOf(plain(stockProof)),
  ...family('FinanceWriteDownBand', plain(writeDownBand)),
  ...imported('FinanceWriteDownBand', plain(writeDownBand)),
  'POST /FinanceWriteDownBand/loadUsual': usual(plain(writeDownBand), { title: ['载入常用比例', 'Bring the usual bands'] }, context =>
    bringBands(context, `${Number(todayOf(context).slice(0, 4)) - 1}-01`),
  ),
  ...family('FinanceStockWriteDown', plain(stockWriteDown)),
  'POST /FinanceStockWriteDown/updateState': steps(plain(stockWriteDown)),
  'POST /FinanceStockWriteDown/propose': act(
    plain(stockWriteDown),
    { name: 'propose', title: ['生成建议', 'Propose'], over: 'row', operation: operations.edit, when: { state: [0] }, result: 'page' },
    (context, { input }) => proposeWriteDown(context, input['id']),
  ),
  'POST /FinanceStockWriteDownLine/list': list(plain(stockWriteDownLine)),
  'POST /FinanceStockWriteDownLine/listExport': exportOf(plain(stockWriteDownLine)),
  'POST /FinanceStockAge/list': list(plain(stockAge)),
  'POST /FinanceStockAge/listExport': exportOf(plain(stockAge)),
  'POST /FinanceStockLedger/list': list(plain(stockLedger)),
  'POST /FinanceStockLedger/listExport': exportOf(plain(stockLedger)),
  'POST /FinanceStockFreight/list': list(plain(stockFreight), { words: ofFreight }),
  'POST /FinanceStockFreight/listExport': exportOf(plain(stockFreight), ofFreight),
  ...family('FinanceStockMovement', plain(stockMovement), movementRule),
  ...imported('FinanceStockMovement', plain(stockMovement), movementRule),
  'POST /FinanceInventoryReport/valueList': list(plain(inventoryValue)),
  'POST /FinanceInventoryReport/made': madeOfRow(plain(inventoryValue), ofMonth),
  'POST /FinanceInventoryReport/valueListExport': exportOf(plain(inventoryValue)),
  'POST /FinanceStockLayer/list': list(plain(stockLayer), { words: ofLayer }),
  'POST /FinanceStockLayer/listExport': exportOf(plain(stockLayer), ofLayer),
  'POST /FinanceStockTake/list': list(plain(stockTake), { words: ofTake }),
  'POST /FinanceStockTake/listExport': exportOf(plain(stockTake), ofTake),
  'POST /FinanceStockValue/list': list(plain(stockValueList)),
  'POST /FinanceStockValue/made': madeOfRow(plain(stockValueList), row =>
    productCostKey(asText(row['productId']), asText(row['month']).slice(0, 7)),
  ),
  'POST /FinanceStockValue/listExport': exportOf(plain(stockValueList)),
  'POST /FinanceStockShortage/list': list(plain(stockShortage)),
  'POST /FinanceStockShortage/listExport': exportOf(plain(stockShortage)),
}
